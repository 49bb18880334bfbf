"""Highest Secret: a tiny game with a deal, secret simultaneous choices and a second step; no room code knows it.

Two or three players hold three numbers each. All choose one in secret; the highest takes the trick, and its
winner then says `keep` or `give` (the point to everybody else). After three tricks another round is dealt.
"""

from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from core.game import (
    Action,
    BadActionText,
    BadChance,
    BadPosition,
    ChanceSpec,
    Game,
    GameError,
    Happening,
    IllegalAction,
    NotYourTurn,
    Options,
    OptionSpec,
    Outcome,
    Termination,
    complete_options,
)
from core.ids import Seat
from core.wire import register

CARDS = 12
HAND = 3
KEEP, GIVE = 100, 101


class Toy(NamedTuple):
    """The state: what each seat holds and has chosen (-1: nothing yet), and the order of the undealt rest."""

    rounds: int
    round: int
    trick: int
    hands: tuple[tuple[int, ...], ...]
    rest: tuple[int, ...]
    chosen: tuple[int, ...]
    winner: int
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ToyView:
    """What a seat sees: its own hand and choice, who has chosen, the scores."""

    you: Seat | None
    hand: tuple[int, ...]
    choice: int
    waiting: tuple[Seat, ...]
    scores: tuple[int, ...]


class NoSuchNumber(IllegalAction):
    """The number is not in the hand."""

    code = "no_such_number"


register(Toy, "test.toy")
register(ToyView, "test.toy.view")


class ToyGame:
    """See the module."""

    id = "toy"
    version = 1
    seats = (2, 3)
    options = (OptionSpec("rounds", 2, (1, 2), minimum=1),)

    def new(self, players: int, options: Options = ()) -> Toy:
        """Nothing dealt yet."""
        rounds = dict(complete_options(self.options, options))["rounds"]
        return Toy(int(rounds), 0, 0, ((),) * players, (), (-1,) * players, -1, (0,) * players)

    def chance(self, state: Toy) -> ChanceSpec | None:
        """A deal, while nobody holds anything and rounds are left."""
        if any(state.hands) or state.winner >= 0 or state.round == state.rounds:
            return None
        return ChanceSpec("deal", state.round, CARDS)

    def apply_chance(self, state: Toy, outcome: tuple[int, ...]) -> Toy:
        """The first three to seat 0, and so on."""
        if self.chance(state) is None or sorted(outcome) != list(range(CARDS)):
            raise BadChance(reason="not_owed")
        players = len(state.hands)
        hands = tuple(tuple(sorted(outcome[n * HAND : (n + 1) * HAND])) for n in range(players))
        return state._replace(round=state.round + 1, hands=hands, rest=outcome[players * HAND :])

    def to_act(self, state: Toy) -> tuple[Seat, ...]:
        """All who have not chosen, or the winner of the trick."""
        if state.winner >= 0:
            return (Seat(state.winner),)
        return tuple(Seat(n) for n, hand in enumerate(state.hands) if hand and state.chosen[n] < 0)

    def legal_actions(self, state: Toy, seat: Seat) -> tuple[Action, ...]:
        """Any number of the hand; keep or give."""
        if seat not in self.to_act(state):
            return ()
        return (KEEP, GIVE) if state.winner >= 0 else state.hands[seat]

    def apply(self, state: Toy, seat: Seat, action: Action) -> Toy:
        """Choose, and when all have chosen decide the trick; or keep or give."""
        legal = self.legal_actions(state, seat)
        if not legal:
            raise NotYourTurn()
        if action not in legal:
            raise NoSuchNumber(number=action)
        if action in (KEEP, GIVE):
            gains = [int((n == seat) == (action == KEEP)) for n in range(len(state.hands))]
            scores = tuple(score + gain for score, gain in zip(state.scores, gains, strict=True))
            return state._replace(winner=-1, chosen=(-1,) * len(state.hands), scores=scores)
        chosen = tuple(action if n == seat else other for n, other in enumerate(state.chosen))
        if min(chosen) < 0:
            return state._replace(chosen=chosen)
        hands = tuple(
            tuple(card for card in hand if card != choice)
            for hand, choice in zip(state.hands, chosen, strict=True)
        )
        return state._replace(
            chosen=chosen, hands=hands, winner=chosen.index(max(chosen)), trick=state.trick + 1
        )

    def outcome(self, state: Toy) -> Outcome | None:
        """After the last trick of the last round."""
        if state.round < state.rounds or any(state.hands) or state.winner >= 0:
            return None
        best = max(state.scores)
        winners = tuple(Seat(n) for n, score in enumerate(state.scores) if score == best)
        return Outcome(state.scores, winners, Termination.FINISHED)

    def scores(self, state: Toy) -> tuple[int, ...]:
        """Tricks kept or given."""
        return state.scores

    def view(self, state: Toy, seat: Seat | None) -> ToyView:
        """By allow-list."""
        waiting = self.to_act(state)
        if seat is None:
            return ToyView(None, (), -1, waiting, state.scores)
        return ToyView(seat, state.hands[seat], state.chosen[seat], waiting, state.scores)

    def knowledge(self, state: Toy, seat: Seat) -> ToyView:
        """No more than the view."""
        return self.view(state, seat)

    def sample(self, knowledge: object, rng: Random) -> Toy:
        """No bot plays this."""
        raise NotImplementedError

    def happenings(
        self, before: Toy, seat: Seat | None, action: Action | None, after: Toy, viewer: Seat | None
    ) -> tuple[Happening, ...]:
        """A choice names its number to its chooser only; a trick that is decided shows all of them."""
        if action is None:
            own = after.hands[viewer] if viewer is not None else ()
            return (Happening("dealt", None, own, after.trick, faces=True),)
        if action in (KEEP, GIVE):
            return (Happening("kept" if action == KEEP else "gave", seat, (), after.trick),)
        told = [Happening("chose", seat, (action,) if viewer == seat else (), before.trick, faces=True)]
        if after.winner >= 0:
            told.append(Happening("shown", Seat(after.winner), after.chosen, before.trick, faces=True))
        return tuple(told)

    def horizon(self, state: Toy) -> int:
        """Faces of the trick before last are gone as soon as somebody chooses again."""
        fresh = state.winner >= 0 or max(state.chosen) < 0
        return max(0, state.trick - 1) if fresh else state.trick

    def action_text(self, action: Action) -> str:
        """`n7`, `keep`, `give`."""
        return {KEEP: "keep", GIVE: "give"}.get(action, f"n{action}")

    def parse_action(self, text: str) -> Action:
        """The inverse."""
        text = text.strip().lower()
        if text in ("keep", "give"):
            return KEEP if text == "keep" else GIVE
        if not text.startswith("n") or not text[1:].isdecimal() or int(text[1:]) >= CARDS:
            raise BadActionText(text=text)
        return int(text[1:])

    def position_text(self, state: Toy) -> str:
        """No text form."""
        raise NotImplementedError

    def parse_position(self, text: str) -> Toy:
        """No text form."""
        raise BadPosition(reason="none")


TOY: Game[Toy] = ToyGame()


class NoSuchGame(GameError):
    """No game of that id."""

    code = "no_such_game"


def games(game: str) -> Game[Toy]:
    """A registry of one."""
    if game != TOY.id:
        raise NoSuchGame(game=game)
    return TOY
