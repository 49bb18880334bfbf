"""A room's state as bytes: a cache of the fold, never the truth. SECRET: it holds the seed and every hand."""

from core.room.state import RoomState
from core.wire import pack, unpack


def snapshot(state: RoomState) -> bytes:
    """The packed state. Raises WireError when the game's own state is not registered."""
    return pack(state)


def restore(data: bytes) -> RoomState:
    """The state of a snapshot. Raises WireError for damaged data or those of another version: fold the log then."""
    return unpack(data, RoomState)
