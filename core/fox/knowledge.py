"""What a seat has seen of the round and may remember: more than its view (F7), never more than it may know."""

from dataclasses import dataclass

from core.fox.cards import Card
from core.fox.looks import cards, view_of
from core.fox.record import ALL_CARDS, Record, read, won_before
from core.fox.rules import legal_actions
from core.fox.state import ACTION_BITS, BURY_FROM, KEEP, NONE, SEAT_BIT, State
from core.fox.text import action_text
from core.fox.view import FoxView, Trick
from core.fox.worlds import Worlds, trace
from core.ids import Seat
from core.tricks import mask

HIDDEN_BURY = "bury"
"""In place of the text of an action whose card only the other seat knows (c)."""


@dataclass(frozen=True, slots=True)
class Done:
    """An action of this round as text; the other seat's putting back is only ``bury``, without its card."""

    seat: Seat
    action: str


@dataclass(frozen=True, slots=True)
class FoxKnowledge:
    """All that seat `view.you` has seen this round, and what follows from it.

    `legal` are the texts of the actions it may take now. `start` is the hand it was dealt and `turned` the decree
    of the deal; `done` are all actions since, `drew` the cards that its Woodcutters brought, in order; `tricks`
    are all complete tricks. `won_before` are cards already won when a position that was set up begins.
    `may_hold` are the cards that the other seat holds in at least one world that fits all of this: its known
    cards, and none that its answers, to a Monarch too, have ruled out.
    """

    view: FoxView
    show_all: bool
    legal: tuple[str, ...]
    start: tuple[Card, ...]
    turned: Card | None
    done: tuple[Done, ...]
    drew: tuple[Card, ...]
    tricks: tuple[Trick, ...]
    won_before: tuple[Card, ...]
    may_hold: tuple[Card, ...]


def knowledge(state: State, seat: Seat) -> FoxKnowledge:
    """What `seat` knows; every state that differs only in what it cannot know gives the same."""
    deal = state.deal
    record = read(state)
    return FoxKnowledge(
        view=view_of(state, seat, record),
        show_all=deal.show_all,
        legal=tuple(action_text(action) for action in legal_actions(state, seat)),
        start=cards(deal.hands[seat]),
        turned=None if deal.decree == NONE else Card(deal.decree),
        done=tuple(_done(entry, seat) for entry in state.log),
        drew=tuple(record.drawn[seat]),
        tricks=tuple(record.tricks),
        won_before=cards(won_before(deal)),
        may_hold=() if deal.decree == NONE else cards(_may_hold(state, seat, record)),
    )


def _done(entry: int, seat: Seat) -> Done:
    actor, action = Seat(entry >> SEAT_BIT), entry & ACTION_BITS
    hidden = actor != seat and BURY_FROM <= action < KEEP
    return Done(actor, HIDDEN_BURY if hidden else action_text(action))


def _may_hold(state: State, seat: Seat, record: Record) -> int:
    deal = state.deal
    hidden = hidden_at_the_deal(deal.hands[seat], deal.decree, won_before(deal), tuple(record.drawn[seat]))
    actions = [(entry >> SEAT_BIT, entry & ACTION_BITS) for entry in state.log]
    return Worlds(hidden, deal.hands[1 - seat].bit_count(), trace(1 - seat, deal.decree, actions)).may_be_held


def hidden_at_the_deal(hand: int, turned: int, won: int, drew: tuple[Card, ...]) -> int:
    """The cards that were in the other hand or in the deck, but for those this seat has drawn since."""
    return ALL_CARDS & ~(hand | 1 << turned | won | mask(drew))
