"""A room as data: a command in, events out; its state is the fold of its events, its views are built from that."""

from core.room.decide import Decidable, Decision, answered, decide
from core.room.fold import fold, replay
from core.room.snapshot import restore, snapshot
from core.room.start import ENTROPY, opening, settle
from core.room.state import (
    BrokenLog,
    Events,
    Games,
    RoomState,
    SeatState,
    bot_account,
    bot_of,
    humans,
    kind_of,
    seat_of,
)
from core.room.upkeep import abandon, close, rename
from core.room.views import summary, view, view_from

__all__ = [
    "ENTROPY",
    "BrokenLog",
    "Decidable",
    "Decision",
    "Events",
    "Games",
    "RoomState",
    "SeatState",
    "abandon",
    "answered",
    "bot_account",
    "bot_of",
    "close",
    "decide",
    "fold",
    "humans",
    "kind_of",
    "opening",
    "rename",
    "replay",
    "restore",
    "seat_of",
    "settle",
    "snapshot",
    "summary",
    "view",
    "view_from",
]
