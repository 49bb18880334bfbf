"""What the house tells a viewer: the view of a table, its updates, and the lobby."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias

from core.game import Happening, Options, Outcome
from core.ids import AccountId, PromptId, RoomId, Seat, Seq
from core.people import ChatLine, Kind, Presence


class Phase(StrEnum):
    """The life of a table."""

    OPEN = "open"
    PLAYING = "playing"
    OVER = "over"
    CLOSED = "closed"


@dataclass(frozen=True, slots=True)
class Prompt:
    """A question to one seat: the legal actions as short text, in the game's order."""

    id: PromptId
    seat: Seat
    legal: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SeatView:
    """A seat as everybody sees it. An empty one has no account and no name."""

    account: AccountId | None
    kind: Kind | None
    name: str
    ready: bool = False
    rematch: bool = False


@dataclass(frozen=True, slots=True)
class LogEntry:
    """A line of the game log: `n` counts all entries of the game from 1, so a reader sees what is new."""

    n: int
    what: Happening


@dataclass(frozen=True, slots=True)
class RoomView:
    """A table as one viewer may see it at event `seq`; `you` is None for a spectator.

    `table` is the game's own view (None before the first deal), `prompt` the question to `you`, `turn` the seats
    that owe an action. `code` is shown to those seated at a private table only. `commitment` is the SHA-256 of the
    seed in hex once a game has started, `seed` the seed in hex once it has ended. `match` counts the games
    played at this table.
    """

    room: RoomId
    seq: Seq
    game: str
    options: Options
    phase: Phase
    private: bool
    code: str = field(repr=False)
    opener: AccountId | None
    seats: tuple[SeatView, ...]
    you: Seat | None
    turn: tuple[Seat, ...] = ()
    table: object = field(default=None, repr=False)
    prompt: Prompt | None = field(default=None, repr=False)
    log: tuple[LogEntry, ...] = field(default=(), repr=False)
    outcome: Outcome | None = None
    commitment: str = ""
    seed: str = ""
    match: int = 0


@dataclass(frozen=True, slots=True)
class TableChanged:
    """The newest view of the table. Always complete: a reader who missed some needs only the last."""

    view: RoomView


@dataclass(frozen=True, slots=True)
class PresenceChanged:
    """Who is connected, by seat (bots and empty seats count as here), how many watch, and for each seat since when
    its player has been away (seconds since 1970; 0 when here). `claim_after` is the house's wait in seconds before
    an absent player's game may be claimed (0: never)."""

    seats: tuple[Presence, ...]
    watchers: int
    away_since: tuple[float, ...] = ()
    claim_after: float = 0.0


@dataclass(frozen=True, slots=True)
class ChatSaid:
    """One line of talk, each exactly once per reader; a new reader gets the recent ones first."""

    line: ChatLine


@dataclass(frozen=True, slots=True)
class TableClosed:
    """The last update of a table: why it is gone (a code) and nothing follows."""

    room: RoomId
    reason: str


TableUpdate: TypeAlias = TableChanged | PresenceChanged | ChatSaid | TableClosed


@dataclass(frozen=True, slots=True)
class TableSummary:
    """One row of the lobby."""

    room: RoomId
    game: str
    options: Options
    phase: Phase
    names: tuple[str, ...]  # by seat; "" for an empty one
    scores: tuple[int, ...]
    watchers: int
    your_seat: Seat | None = None
    your_turn: bool = False


@dataclass(frozen=True, slots=True)
class SeekStatus:
    """A quick match that is under way: since when (seconds since 1970), and whether to offer a bot by now."""

    game: str
    options: Options
    since: float
    offer_bot: bool = False


@dataclass(frozen=True, slots=True)
class LobbyView:
    """The lobby as one player sees it; always complete. `matched` is the table a quick match has just found.

    `seeking` counts the players who wait for a quick match, by game.
    """

    yours: tuple[TableSummary, ...]
    open: tuple[TableSummary, ...]
    running: tuple[TableSummary, ...]
    online: int
    seeking: tuple[tuple[str, int], ...] = ()
    seek: SeekStatus | None = None
    matched: RoomId | None = None
    notice: str = ""  # a code, e.g. "server_stopping", "second_terminal"
