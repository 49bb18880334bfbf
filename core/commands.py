"""What players ask of the house: commands, and the answers they get."""

from dataclasses import dataclass, field
from typing import TypeAlias

from core.game import Options, Scalar
from core.ids import CommandId, PromptId, RoomId, Seat, Seq


@dataclass(frozen=True, slots=True)
class Open:
    """Open a table. A private one is not listed; its code is in the view of those who sit there."""

    id: CommandId
    game: str
    options: Options = ()
    private: bool = False


@dataclass(frozen=True, slots=True)
class PlayBot:
    """Open a table with a bot in every other seat and start at once."""

    id: CommandId
    game: str
    options: Options = ()
    bot: str = ""


@dataclass(frozen=True, slots=True)
class Seek:
    """Quick match: pair me with whoever wants the same game and options. The lobby view tells how it goes."""

    id: CommandId
    game: str
    options: Options = ()


@dataclass(frozen=True, slots=True)
class Unseek:
    """Stop looking for a match."""

    id: CommandId


@dataclass(frozen=True, slots=True)
class JoinByCode:
    """Sit at the private table with this code (tries are limited)."""

    id: CommandId
    code: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Sit:
    """Take a seat (None: the first free one) at a table that is listed."""

    id: CommandId
    room: RoomId
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class SeatBot:
    """The table's opener puts a bot in a free seat (None: the first free one)."""

    id: CommandId
    room: RoomId
    seat: Seat | None = None
    bot: str = ""


@dataclass(frozen=True, slots=True)
class Stand:
    """Give up a seat before the game has started."""

    id: CommandId
    room: RoomId


@dataclass(frozen=True, slots=True)
class Ready:
    """Ready (or not) to begin; the game starts when every seat is taken and ready."""

    id: CommandId
    room: RoomId
    on: bool = True


@dataclass(frozen=True, slots=True)
class Act:
    """Answer a prompt with an action in its short English text."""

    id: CommandId
    room: RoomId
    prompt: PromptId
    action: str


@dataclass(frozen=True, slots=True)
class Say:
    """Say a line at the table: players to players, spectators to spectators while a game runs."""

    id: CommandId
    room: RoomId
    text: str


@dataclass(frozen=True, slots=True)
class Resign:
    """Give the running game up."""

    id: CommandId
    room: RoomId


@dataclass(frozen=True, slots=True)
class Claim:
    """Claim the win against a player who has been away for long enough (the house's setting)."""

    id: CommandId
    room: RoomId


@dataclass(frozen=True, slots=True)
class Rematch:
    """After a game: want another with the same players (or no longer); it starts when all want it."""

    id: CommandId
    room: RoomId
    on: bool = True


@dataclass(frozen=True, slots=True)
class Leave:
    """Leave the table for good: before a game it frees the seat, during one it resigns, after one it declines."""

    id: CommandId
    room: RoomId


RoomCommand: TypeAlias = Sit | SeatBot | Stand | Ready | Act | Say | Resign | Claim | Rematch | Leave
Command: TypeAlias = Open | PlayBot | Seek | Unseek | JoinByCode | RoomCommand


@dataclass(frozen=True, slots=True)
class Ack:
    """Done, and it will not be lost: `seq` is the room's newest event, `room` where it happened (if anywhere)."""

    id: CommandId
    room: RoomId | None = None
    seq: Seq = Seq(0)


@dataclass(frozen=True, slots=True)
class Refusal:
    """Not done, and nothing changed. `code` is stable; an interface words it with `params`."""

    id: CommandId
    code: str
    params: tuple[tuple[str, Scalar], ...] = ()
