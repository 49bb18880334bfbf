"""A room as data: everything that the fold of its events knows."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from core.events import Event
from core.game import Action, Game, Options, Outcome
from core.ids import AccountId, CommandId, Epoch, PromptId, RoomId, Seat, Seq
from core.people import Kind
from core.tables import LogEntry, Phase
from core.wire import register

Games: TypeAlias = Callable[[str], Game[Any]]
"""Finds a game by its id; raises GameError for one that is unknown (core/registry.py, or a test's own)."""
Events: TypeAlias = tuple[Event, ...]
"""One batch: all of it is appended to the log, or nothing."""

BOT = "bot:"


class BrokenLog(Exception):
    """These events are not the log of a room of this program. `code` is stable: ``gap``, ``not_opened``,
    ``older_epoch``, ``game_version`` (the rules have changed since) or ``nonsense``."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True, slots=True)
class SeatState:
    """Somebody's seat. One who has left for good after a game keeps the name only, for the result."""

    account: AccountId
    name: str
    ready: bool = False
    rematch: bool = False
    left: bool = False

    @property
    def bot(self) -> bool:
        """Whether the house plays here."""
        return self.account.startswith(BOT)


@dataclass(frozen=True, slots=True)
class OpenPrompt:
    """A question that waits for one seat, with the actions that answer it."""

    id: PromptId
    legal: tuple[Action, ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Journal:
    """The game log of one kind of viewer: what may still be shown, and how many entries there have been."""

    count: int = 0
    entries: tuple[LogEntry, ...] = field(default=(), repr=False)


@dataclass(frozen=True, slots=True)
class Answers:
    """The commands of one account that were done last, oldest first, each with the event it ended at."""

    account: AccountId
    done: tuple[tuple[CommandId, Seq], ...]


@dataclass(frozen=True, slots=True)
class RoomState:
    """The fold of a room's events up to `seq`.

    SECRET inside: `play` (the game's own state), `seed`, `prompts`, `journals` and `code`; a `repr` shows none
    of them. `journals` are by seat, the spectators' last. `steps` counts what was done and drawn in this game.
    `commitment` and `seed` belong to the game that runs or has just ended, `revealed` is the seed of one that has
    ended. `since` and `changed` are the times of the first and the newest event.
    """

    room: RoomId
    game: str
    version: int
    options: Options = field(repr=False)
    private: bool
    code: str = field(repr=False)
    opener: AccountId | None
    seats: tuple[SeatState | None, ...]
    phase: Phase
    seq: Seq
    epoch: Epoch
    since: float
    changed: float
    match: int = 0
    steps: int = 0
    play: object = field(default=None, repr=False)
    prompts: tuple[OpenPrompt | None, ...] = field(default=(), repr=False)
    horizon: int = 0
    journals: tuple[Journal, ...] = field(default=(), repr=False)
    seed: bytes = field(default=b"", repr=False)
    commitment: str = ""
    revealed: bytes = field(default=b"", repr=False)
    outcome: Outcome | None = None
    reason: str = ""
    answers: tuple[Answers, ...] = field(default=(), repr=False)


def seat_of(state: RoomState, account: AccountId | None) -> Seat | None:
    """Where that account sits, or None."""
    for number, seat in enumerate(state.seats):
        if seat is not None and seat.account == account and not seat.left:
            return Seat(number)
    return None


def kind_of(account: AccountId) -> Kind:
    """How that account proved who it is: the part of its id before the colon."""
    return Kind(account.partition(":")[0])


def bot_account(bot: str, seat: Seat) -> AccountId:
    """The account of a bot in that seat: one account holds one seat, so each of several bots has its own."""
    return AccountId(f"{BOT}{bot}/{seat}")


def bot_of(account: AccountId) -> str | None:
    """The id of the bot that plays for that account; None for people."""
    if not account.startswith(BOT):
        return None
    return account[len(BOT) :].partition("/")[0]


def humans(state: RoomState) -> tuple[Seat, ...]:
    """The seats at which people sit."""
    return tuple(
        Seat(n) for n, seat in enumerate(state.seats) if seat is not None and not seat.bot and not seat.left
    )


register(SeatState, "room.seat")
register(OpenPrompt, "room.prompt")
register(Journal, "room.journal")
register(Answers, "room.answers")
register(RoomState, "room.state")
