"""The gallery: everybody who looks at a table, from a seat or not, and who is there to be seen."""

from collections.abc import Callable, Set

from core.ids import AccountId, RoomId, Seat, Seq
from core.people import Presence
from core.room import RoomState
from core.tables import PresenceChanged
from server.house.attendance import Attendance
from server.house.lobby import Lobby
from server.house.refused import Refused
from server.house.rooms import Rooms
from server.house.settings import HouseSettings
from server.house.watching import Watcher


class Gallery:
    """All watchers of a house, by table, and the presence that they are told of."""

    def __init__(
        self,
        lobby: Lobby,
        rooms: Rooms,
        attendance: Attendance,
        settings: HouseSettings,
        moved: Callable[[RoomId], None],
    ) -> None:
        """`moved` is called when somebody has come to a table or looked away."""
        self._lobby = lobby
        self._rooms = rooms
        self._attendance = attendance
        self._settings = settings
        self._moved = moved
        self._at: dict[RoomId, set[Watcher]] = {}
        self._there: dict[RoomId, PresenceChanged] = {}

    async def watch(self, account: Callable[[], AccountId], room: RoomId, since: Seq) -> Watcher:
        """Somebody looks at a table; `account` tells who that is by then. Raises Refused, StoreError."""
        row = self._lobby.row(room)
        if row is None or (row.private and account() not in row.people):
            raise Refused("no_such_table")
        host = await self._rooms.get(room)
        if host is None:
            raise Refused("no_such_table")
        watcher = Watcher(host, account, self.presence, since)
        if watcher.spectator and len(self.at(room)) >= self._settings.watchers_per_table:
            raise Refused("too_many_watchers")
        self._at.setdefault(room, set()).add(watcher)
        self._moved(room)
        return watcher

    def unwatch(self, watcher: Watcher) -> None:
        """They look away."""
        room = watcher.host.room
        here = self._at.get(room, set())
        here.discard(watcher)
        if not here:
            self._at.pop(room, None)
        self._moved(room)

    def at(self, room: RoomId) -> Set[Watcher]:
        """Those who look at that table."""
        return self._at.get(room, frozenset())

    def accounts(self, room: RoomId) -> set[AccountId]:
        """Which accounts look at that table."""
        return {watcher.account() for watcher in self.at(room)}

    def spectators(self, room: RoomId) -> int:
        """How many of them have no seat there."""
        return len({watcher.account() for watcher in self.at(room) if watcher.spectator})

    def show_out(self, room: RoomId) -> None:
        """That table is private: whoever has no seat there any more has seen enough."""
        for watcher in self.at(room):
            if watcher.spectator:
                watcher.close("not_seated")

    def wake(self, room: RoomId) -> None:
        """Something has changed at that table: the game, the talk, or who is there."""
        self._there.pop(room, None)
        for watcher in self.at(room):
            watcher.wake()

    def close(self, room: RoomId, reason: str) -> None:
        """That table is gone."""
        self._there.pop(room, None)
        for watcher in self.at(room):
            watcher.close(reason)

    def close_all(self, reason: str) -> None:
        """The house closes."""
        for room in self._at:
            self.close(room, reason)

    def presence(self, room: RoomId) -> PresenceChanged:
        """Who is at that table, made once for all who look."""
        known = self._there.get(room)
        if known is None:
            row = self._lobby.row(room)
            people = () if row is None else row.people
            away = tuple(None if account is None else self._attendance.away(account) for account in people)
            known = self._there[room] = PresenceChanged(
                tuple(Presence.HERE if gone is None else Presence.AWAY for gone in away),
                self.spectators(room),
                tuple(0.0 if gone is None else gone.since for gone in away),
                self._settings.claim_after,
            )
        return known

    def absent(self, state: RoomState) -> frozenset[Seat]:
        """The seats that owe an action and whose players have been away for long enough for a claim."""
        wait = self._settings.claim_after
        if wait <= 0:
            return frozenset()
        return frozenset(
            Seat(number)
            for number, (held, asked) in enumerate(zip(state.seats, state.prompts, strict=True))
            if held is not None and asked is not None and self._attendance.absence(held.account) >= wait
        )
