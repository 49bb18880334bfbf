"""The log port: what the house keeps of its rooms, one list of records each; and the log that lives in memory."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from core.ids import Epoch, RoomId, Seq


class StoreError(Exception):
    """The store cannot do its work: the message is a sentence for the host that says what to do."""


class Conflict(Exception):
    """The append came from a former owner of the room or does not continue its log. Nothing was written."""


class RoomExists(Exception):
    """A room of that name is in the log already."""


class UnknownRoom(Exception):
    """The log knows no room of that name."""


class Log(Protocol):
    """Records of rooms, numbered from 1 in each. Whoever takes a room owns it until somebody else takes it.

    Every function raises StoreError when the store fails; nothing was written then.
    """

    async def create(self, room: RoomId) -> Epoch:
        """Begin the log of a new room and own it. Raises RoomExists."""
        ...

    async def take(self, room: RoomId) -> Epoch:
        """Own a room from now on: appends of every lower epoch are refused. Raises UnknownRoom."""
        ...

    async def append(
        self, room: RoomId, epoch: Epoch, expected_seq: Seq, records: Sequence[bytes], *, close: bool = False
    ) -> None:
        """Add records behind number `expected_seq`, all or none; when this returns they are durable.

        `close` says that no more will come: the room is no longer listed by `rooms`. Raises Conflict.
        """
        ...

    async def read(self, room: RoomId, since: Seq = Seq(0)) -> list[bytes]:
        """The records with a number greater than `since`, in order. Raises UnknownRoom."""
        ...

    async def rooms(self) -> list[RoomId]:
        """The rooms that are not closed, oldest first."""
        ...

    async def close(self) -> None:
        """Finish what was asked for and let go of everything."""
        ...


@dataclass(slots=True)
class _Kept:
    epoch: int = 1
    closed: bool = False
    records: list[bytes] = field(default_factory=list)


class MemoryLog:
    """A log that lasts as long as its process: for play on the local terminal, and for tests."""

    def __init__(self) -> None:
        self._rooms: dict[RoomId, _Kept] = {}

    async def create(self, room: RoomId) -> Epoch:
        """See Log."""
        if room in self._rooms:
            raise RoomExists(room)
        self._rooms[room] = _Kept()
        return Epoch(1)

    async def take(self, room: RoomId) -> Epoch:
        """See Log."""
        kept = self._kept(room)
        kept.epoch += 1
        return Epoch(kept.epoch)

    async def append(
        self, room: RoomId, epoch: Epoch, expected_seq: Seq, records: Sequence[bytes], *, close: bool = False
    ) -> None:
        """See Log."""
        kept = self._rooms.get(room)
        if kept is None or kept.closed or kept.epoch != epoch or len(kept.records) != expected_seq:
            raise Conflict(room)
        kept.records += [bytes(record) for record in records]
        kept.closed = close

    async def read(self, room: RoomId, since: Seq = Seq(0)) -> list[bytes]:
        """See Log."""
        return self._kept(room).records[since:]

    async def rooms(self) -> list[RoomId]:
        """See Log."""
        return [room for room, kept in self._rooms.items() if not kept.closed]

    async def close(self) -> None:
        """See Log."""

    def _kept(self, room: RoomId) -> _Kept:
        kept = self._rooms.get(room)
        if kept is None:
            raise UnknownRoom(room)
        return kept
