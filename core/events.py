"""What has happened in a room: the events of its log, each with all that folding it needs.

The secret seed of a game stands in an event of its own, `GameSeeded`, so that everything else about the start of
a game may be shown to anybody. The dealt order stands in `ChanceDrawn`; folding draws nothing. Neither ever leaves
the house before the game has ended, and neither shows in a `repr`.
"""

from dataclasses import dataclass, field
from typing import TypeAlias

from core.game import Options, Outcome
from core.ids import AccountId, CommandId, Epoch, PromptId, RoomId, Seat, Seq
from core.wire import register


@dataclass(frozen=True, slots=True)
class Opened:
    """The table stands: which game (and which version of its rules), how many seats, options complete.

    `code` is that of a private table. `opener` may put bots in free seats; None: whoever sits may.
    """

    room: RoomId
    game: str
    version: int
    seats: int
    options: Options
    private: bool
    code: str = field(repr=False)
    opener: AccountId | None


@dataclass(frozen=True, slots=True)
class Seated:
    """An account took a seat, under the name it had then."""

    seat: Seat
    account: AccountId
    name: str


@dataclass(frozen=True, slots=True)
class Renamed:
    """Who sits there goes by another name from here on."""

    seat: Seat
    name: str


@dataclass(frozen=True, slots=True)
class Stood:
    """A seat was given up before the game."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class ReadyChanged:
    """A seat is ready to begin, or no longer."""

    seat: Seat
    on: bool


@dataclass(frozen=True, slots=True)
class GameStarted:
    """The game number `match` (from 1) at this table begins; SHA-256 of its seed, in hex."""

    match: int
    commitment: str


@dataclass(frozen=True, slots=True)
class GameSeeded:
    """SECRET until the game has ended: the seed from which the house draws what chance decides."""

    seed: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class ChanceDrawn:
    """SECRET until the game has ended: what chance decided, in the form that the game's ChanceSpec describes."""

    kind: str
    index: int
    outcome: tuple[int, ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Acted:
    """A seat answered its prompt. The text may be SECRET (a card put back): it is shown through happenings only."""

    seat: Seat
    prompt: PromptId
    action: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Resigned:
    """A seat gave the game up."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Claimed:
    """A seat claimed the game against `absent`, who were away for too long."""

    seat: Seat
    absent: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Abandoned:
    """Nobody came back to the game; the house gave it up."""


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The game is over; the seed may be shown from here on."""

    outcome: Outcome
    seed: bytes


@dataclass(frozen=True, slots=True)
class RematchChanged:
    """A seat wants another game, or no longer."""

    seat: Seat
    on: bool


@dataclass(frozen=True, slots=True)
class Left:
    """Who sat there has gone for good."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Closed:
    """The table is gone: ``empty``, ``abandoned`` or another code of the house."""

    reason: str


Event: TypeAlias = (
    Opened
    | Seated
    | Renamed
    | Stood
    | ReadyChanged
    | GameStarted
    | GameSeeded
    | ChanceDrawn
    | Acted
    | Resigned
    | Claimed
    | Abandoned
    | GameEnded
    | RematchChanged
    | Left
    | Closed
)


@dataclass(frozen=True, slots=True)
class Logged:
    """An event in its room's log. `at` is in seconds since 1970 (UTC), by the clock of the house.

    `actor` and `command_id` name the command that all events of a batch come from; None for the house's own doing.
    """

    seq: Seq
    epoch: Epoch
    at: float
    actor: AccountId | None
    command_id: CommandId | None
    event: Event


register(Opened, "ev.opened")
register(Seated, "ev.seated")
register(Renamed, "ev.renamed")
register(Stood, "ev.stood")
register(ReadyChanged, "ev.ready")
register(GameStarted, "ev.game_started")
register(GameSeeded, "ev.game_seeded")
register(ChanceDrawn, "ev.chance")
register(Acted, "ev.acted")
register(Resigned, "ev.resigned")
register(Claimed, "ev.claimed")
register(Abandoned, "ev.abandoned")
register(GameEnded, "ev.game_ended")
register(RematchChanged, "ev.rematch")
register(Left, "ev.left")
register(Closed, "ev.closed")
register(Logged, "logged")
