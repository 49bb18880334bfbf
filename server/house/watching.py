"""Those who watch a table: each gets the newest view, presence and talk, all of it once, at their own pace."""

import asyncio
from collections.abc import Callable, Iterator

from core.ids import AccountId, RoomId, Seat, Seq
from core.room import seat_of
from core.tables import ChatSaid, Phase, PresenceChanged, TableChanged, TableClosed, TableUpdate
from server.house.roomhost import RoomHost


class Watcher:
    """One reader of one table.

    It keeps no queue of its own: what is new is found by comparing the table as it is with what was handed out
    last. So a slow reader costs nothing, misses no last state and sees nothing twice, whenever they came.
    """

    def __init__(
        self,
        host: RoomHost,
        account: Callable[[], AccountId],
        presence: Callable[[RoomId], PresenceChanged],
        since: Seq,
    ) -> None:
        self.host = host
        self.account = account
        self._presence = presence
        self._seen = since
        self._seat: Seat | None = None
        self._there: PresenceChanged | None = None
        self._heard = 0
        self._reason = ""
        self._event = asyncio.Event()

    @property
    def spectator(self) -> bool:
        """Whether they look on without a seat."""
        return seat_of(self.host.state, self.account()) is None

    def wake(self) -> None:
        """Something has changed at the table."""
        self._event.set()

    def close(self, reason: str) -> None:
        """The table is gone, or the house closes; the first reason counts."""
        self._reason = self._reason or reason
        self._event.set()

    async def wait(self) -> None:
        """Until something has changed since the last `news`."""
        await self._event.wait()

    def news(self) -> Iterator[TableUpdate]:
        """What has not been handed out yet; after a TableClosed there is nothing more."""
        self._event.clear()
        seat = seat_of(self.host.state, self.account())
        moved = seat != self._seat  # a guest who came back as who they were looks from another seat
        if self.host.state.seq > self._seen or (moved and self._there is not None):
            view = self.host.view(seat)
            self._seen, self._seat = view.seq, seat
            yield TableChanged(view)
        if self._reason:
            yield TableClosed(self.host.room, self._reason)
            return
        if self.host.state.phase is not Phase.CLOSED:
            there = self._presence(self.host.room)
            if there != self._there:
                self._there = there
                yield there
        for line in self.host.talk.since(self._heard, seat):
            self._heard = line.n
            yield ChatSaid(line)

    @property
    def closed(self) -> bool:
        """Whether the table has closed under this reader."""
        return bool(self._reason)
