"""The state of the Fox: small immutable tuples, hands as bit masks, so that millions of them cost little."""

from typing import Final, NamedTuple, TypeAlias

from core.fox.scoring import Result
from core.fox.view import Step

LEAD: Final = 0
FOLLOW: Final = 1
SWAP: Final = 2
BURY: Final = 3
DEAL: Final = 4
OVER: Final = 5
STEPS = (Step.LEAD, Step.FOLLOW, Step.SWAP, Step.BURY, Step.DEAL, Step.OVER)
"""`Step` by the number that a state holds. The first two ask for a card to play, the first four for an action."""

NOBODY: Final = -1
"""In place of a seat: nobody is to act, or the first dealer has not been drawn."""

NONE: Final = -1
"""In place of a card: there is none."""

PLAY_FROM: Final = 0
SWAP_FROM: Final = 33
BURY_FROM: Final = 66
KEEP: Final = 99
"""Actions: play card c is c, swap it for the decree 33 + c, put it under the deck 66 + c, keep the decree 99."""

ACTIONS: Final = 100
"""The number of actions."""

SEAT_BIT: Final = 7
ACTION_BITS: Final = (1 << SEAT_BIT) - 1
"""An entry of a state's log is ``seat << SEAT_BIT | action``."""

LastTrick: TypeAlias = tuple[int, int, int, int]
"""Leader, card led, card that followed, winner."""


class Deal(NamedTuple):
    """What stays the same while a round is played: the match so far and the cards as the round began.

    `rounds` are the rounds finished before this one. `hands` are masks; `stock` is the draw deck from the top.
    `tricks` and `sevens` are zero, `hands` hold 13 each and `leader` is the non-dealer (F4), except in positions
    that were set up in mid-round. `last` is the last trick of the round before, in view until a card is played.
    Before the first deal there is no card anywhere: `decree` is NONE and `stock` empty.
    """

    target: int
    show_all: bool
    rounds: tuple[Result, ...]
    dealer: int
    leader: int
    hands: tuple[int, int]
    decree: int
    stock: tuple[int, ...]
    tricks: tuple[int, int]
    sevens: tuple[int, int]
    last: LastTrick | None


class State(NamedTuple):
    """A moment of the game. Everything else (views, voids, what a seat remembers) is read off `deal` and `log`.

    `step` is one of the numbers above, `turn` the seat that owes an action. `lead` and `reply` are the cards on
    the table. `drawn` counts the cards taken from `deal.stock`; cards put back are in the log only, as they
    never come up again (c). `log` holds the actions since the deal. When a round has ended its cards stay as
    they are until the next deal.
    """

    deal: Deal
    step: int
    turn: int
    leader: int
    hand0: int
    hand1: int
    decree: int
    drawn: int
    lead: int
    reply: int
    tricks: tuple[int, int]
    sevens: tuple[int, int]
    log: tuple[int, ...]


def finished_rounds(state: State) -> tuple[Result, ...]:
    """The results of all rounds that are over, this one too once it is."""
    if state.step < DEAL or state.deal.decree == NONE:
        return state.deal.rounds
    return (*state.deal.rounds, (state.tricks[0], *state.sevens))


def tricks_since_start(state: State) -> int:
    """How many tricks have been completed since the game began; stamps and horizons count in these."""
    return 13 * len(state.deal.rounds) + sum(state.tricks)
