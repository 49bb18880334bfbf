"""What every game is: one protocol of pure functions over immutable states, and the errors a rule can raise.

Actions are small integers inside a game and short English text (``K10``, ``swap B2``) everywhere else:
in commands, events and logs. A turn of several steps is several actions, each leading to its own state.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from random import Random
from typing import ClassVar, Protocol, TypeAlias, TypeVar

from core.ids import Seat

Scalar: TypeAlias = str | int | bool
Action: TypeAlias = int


class GameError(Exception):
    """A rule or a text said no.

    `code` is stable and is what an interface translates; `params` fills the blanks of its sentence.
    """

    code: ClassVar[str] = "game_error"

    def __init__(self, **params: Scalar) -> None:
        super().__init__(self.code)
        self.params: Mapping[str, Scalar] = params

    def __str__(self) -> str:
        details = ", ".join(f"{name}={value}" for name, value in self.params.items())
        return f"{self.code}({details})" if details else self.code


class NotYourTurn(GameError):
    """The seat owes no action now."""

    code = "not_your_turn"


class IllegalAction(GameError):
    """The action exists but the rules do not allow it now; subclasses say which rule."""

    code = "illegal_action"


class BadActionText(GameError):
    """No action of this game is written so (`text`)."""

    code = "bad_action_text"


class BadPosition(GameError):
    """The position text is malformed or describes an impossible state (`reason`)."""

    code = "bad_position"


class BadOptions(GameError):
    """An option is unknown (`option`) or its value is not allowed (`option`, `value`: cut if it is long)."""

    code = "bad_options"

    def __init__(self, option: str, value: Scalar | None = None) -> None:
        if isinstance(value, int) and value.bit_length() > 128:
            value = "…"  # Python refuses to write the longest numbers out
        shown = {} if value is None else {"value": str(value)[:40]}
        super().__init__(option=option[:40], **shown)


class BadChance(GameError):
    """A chance outcome that does not fit what is owed (`reason`)."""

    code = "bad_chance"


class Termination(StrEnum):
    """How a game came to its end."""

    FINISHED = "finished"
    RESIGNED = "resigned"
    CLAIMED = "claimed"
    ABANDONED = "abandoned"


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game: total points by seat, the seats that win (several when shared), and how it ended."""

    scores: tuple[int, ...]
    winners: tuple[Seat, ...]
    termination: Termination


@dataclass(frozen=True, slots=True)
class ChanceSpec:
    """A chance outcome that is owed: a permutation of ``range(shuffle)``, then one number below each of `picks`.

    `index` counts the chance outcomes of a game from 0 and enters the derivation of the outcome (core/deals.py).
    """

    kind: str
    index: int
    shuffle: int
    picks: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class OptionSpec:
    """One option of a game: its default, what it accepts, and the rule that names it.

    `choices` lists the offered values; `minimum` (numbers only) also allows any integer from there up.
    """

    name: str
    default: Scalar
    choices: tuple[Scalar, ...]
    minimum: int | None = None
    rule: str = ""


Options: TypeAlias = tuple[tuple[str, Scalar], ...]
"""Chosen options as pairs, in the order of the game's schema; complete (defaults filled in)."""


@dataclass(frozen=True, slots=True)
class Happening:
    """Something that happened at the table, as one viewer may know it; an interface words it.

    `code` is stable per game (``played``, ``swapped``, ``trick_won`` …), `seat` is who did it, `args` are
    English codes and numbers. `stamp` orders happenings in game time (for a trick-taking game: the number of the
    trick since the start); `faces` marks those that show faces of cards and lapse when `Game.horizon` has passed
    their stamp.
    """

    code: str
    seat: Seat | None
    args: tuple[Scalar, ...] = ()
    stamp: int = 0
    faces: bool = False


S = TypeVar("S")


class Game(Protocol[S]):
    """A game. All functions are pure; states are immutable, hashable and packable by core/wire.py."""

    @property
    def id(self) -> str: ...
    @property
    def version(self) -> int:
        """Rises when the meaning of logged actions or chance outcomes changes."""
        ...

    @property
    def seats(self) -> tuple[int, int]:
        """The least and the greatest number of players."""
        ...

    @property
    def options(self) -> tuple[OptionSpec, ...]: ...

    def new(self, players: int, options: Options = ()) -> S:
        """The state before anything has been drawn. Missing options take their default. Raises BadOptions."""
        ...

    def chance(self, state: S) -> ChanceSpec | None:
        """The chance outcome that is owed, or None. While one is owed nobody is to act."""
        ...

    def apply_chance(self, state: S, outcome: tuple[int, ...]) -> S:
        """Raises BadChance when nothing is owed or the outcome does not fit the spec."""
        ...

    def to_act(self, state: S) -> tuple[Seat, ...]:
        """The seats that owe an action, ascending."""
        ...

    def legal_actions(self, state: S, seat: Seat) -> tuple[Action, ...]:
        """All legal actions of that seat, ascending; empty when it is not to act."""
        ...

    def apply(self, state: S, seat: Seat, action: Action) -> S:
        """Checks and plays. Raises NotYourTurn or a subclass of IllegalAction; the state given is unchanged."""
        ...

    def outcome(self, state: S) -> Outcome | None: ...

    def scores(self, state: S) -> tuple[int, ...]:
        """Total points by seat so far (public), for lobby lists and for games that end early."""
        ...

    def view(self, state: S, seat: Seat | None) -> object:
        """What that seat (None: a spectator) may look at now: a frozen dataclass, built by allow-list."""
        ...

    def knowledge(self, state: S, seat: Seat) -> object:
        """What that seat has seen so far and may remember: a frozen dataclass for its bot; superset of the view."""
        ...

    def sample(self, knowledge: object, rng: Random) -> S:
        """A state consistent with that knowledge, drawn at random (uniformly where the game says so)."""
        ...

    def happenings(
        self, before: S, seat: Seat | None, action: Action | None, after: S, viewer: Seat | None
    ) -> tuple[Happening, ...]:
        """What a step from `before` to `after` looked like to `viewer` (action None: a chance outcome)."""
        ...

    def horizon(self, state: S) -> int:
        """Happenings with `faces` and a stamp below this number may no longer be shown (Fox: F7)."""
        ...

    def action_text(self, action: Action) -> str: ...
    def parse_action(self, text: str) -> Action:
        """The inverse of `action_text`, forgiving case and spaces. Raises BadActionText."""
        ...

    def position_text(self, state: S) -> str: ...
    def parse_position(self, text: str) -> S:
        """The inverse of `position_text`. Raises BadPosition for impossible states too."""
        ...


def complete_options(schema: tuple[OptionSpec, ...], given: Options) -> Options:
    """The given options checked against the schema, defaults filled in, in schema order. Raises BadOptions."""
    chosen = dict(given)
    known = {spec.name for spec in schema}
    for name in chosen:
        if name not in known:
            raise BadOptions(name)
    complete: list[tuple[str, Scalar]] = []
    for spec in schema:
        value = chosen.get(spec.name, spec.default)
        if type(value) is not type(spec.default):
            raise BadOptions(spec.name, value)
        above_minimum = spec.minimum is not None and isinstance(value, int) and value >= spec.minimum
        if value not in spec.choices and not above_minimum:
            raise BadOptions(spec.name, value)
        complete.append((spec.name, value))
    return tuple(complete)
