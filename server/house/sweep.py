"""What the house does about tables at which nobody is: closes, gives up, or lets them leave memory."""

import logging
from collections.abc import Callable, Coroutine
from typing import Any, Final

from core.commands import Refusal
from core.ids import AccountId, CommandId, RoomId
from core.room import Decision, RoomState, abandon, close
from core.tables import Phase
from server.house.attendance import Attendance
from server.house.clock import Agenda, Clock
from server.house.lobby import Lobby, Row
from server.house.rooms import Rooms
from server.house.settings import HouseSettings
from server.store.log import StoreError

log = logging.getLogger(__name__)

_RETRY: Final = 60.0
"""Seconds."""
_HALF_A_DAY: Final = 12 * 3600.0


class Sweeper:
    """Sees to it that every game ends. It looks again at a table whenever something has changed there."""

    def __init__(
        self,
        clock: Clock,
        agenda: Agenda,
        attendance: Attendance,
        lobby: Lobby,
        rooms: Rooms,
        settings: HouseSettings,
        watched_by: Callable[[RoomId], set[AccountId]],
        spawn: Callable[[Coroutine[Any, Any, None]], object],
    ) -> None:
        self._clock = clock
        self._agenda = agenda
        self._attendance = attendance
        self._lobby = lobby
        self._rooms = rooms
        self._settings = settings
        self._watched_by = watched_by
        self._spawn = spawn
        self._sweeping: set[RoomId] = set()

    def look(self, room: RoomId) -> None:
        """Plan what is due at that table if it stays as it is now."""
        row = self._lobby.row(room)
        if row is None:
            self.forget(room)
            return
        key = ("sweep", room, row.phase)
        for phase in Phase:
            if phase is not row.phase:
                self._agenda.drop(("sweep", room, phase))
        wait = self._wait(room, row)
        if wait is None:
            self._agenda.drop(key)
        elif key not in self._agenda and room not in self._sweeping:
            self._plan(room, row, wait)
        here = any(map(self._attendance.here, row.accounts())) or self._watched_by(room)
        if here or self._rooms.live(room) is None:
            self._agenda.drop(("unload", room))
        elif ("unload", room) not in self._agenda:
            self._agenda.set(("unload", room), self._settings.unload_after, lambda: self._unload(room))

    def forget(self, room: RoomId) -> None:
        """The table is gone."""
        for phase in Phase:
            self._agenda.drop(("sweep", room, phase))
        self._agenda.drop(("unload", room))

    def _wait(self, room: RoomId, row: Row) -> float | None:
        """In how many seconds the table is swept; None while somebody is there for it."""
        people = set(row.accounts())
        if row.phase is Phase.OVER:
            # The result has been seen when its players look at something else.
            return None if people & self._watched_by(room) else self._settings.open_grace
        if any(map(self._attendance.here, people)):
            return None
        grace = self._settings.open_grace if row.phase is Phase.OPEN else self._settings.abandon_after
        alone = min(map(self._attendance.absence, people), default=0.0)
        wait = grace - alone
        if row.phase is Phase.PLAYING:
            # Absence begins with the last start of the server; one that starts anew each night would keep games for
            # ever. The log remembers longer, but clocks are set: so half a day is waited for in any case.
            quiet = self._clock.now() - row.changed
            wait = min(wait, max(grace - quiet, _HALF_A_DAY - alone))
        return max(0.0, wait)

    async def _sweep(self, room: RoomId) -> None:
        self._sweeping.add(room)  # what the sweep itself does to the room is no reason to plan another
        try:
            swept = await self._try(room)
        finally:
            self._sweeping.discard(room)
        row = self._lobby.row(room)
        if swept or row is None:
            self.look(room)
        else:
            self._plan(room, row, _RETRY)

    async def _try(self, room: RoomId) -> bool:
        """Whether the table has what it needs; not, when the store is in trouble."""
        row = self._lobby.row(room)
        if row is None or self._wait(room, row) is None:
            return True
        phase = row.phase
        try:
            host = await self._rooms.get(room)
        except StoreError as error:
            log.error("room %s cannot be swept: %s", room, error)
            return False
        if host is None:
            return True
        reason = "over" if phase is Phase.OVER else "abandoned"

        def end(state: RoomState) -> Decision:
            # Decided when its turn comes: by then somebody may be back, or have begun another game.
            if state.phase is not phase or self._wait(room, row) is None:
                return ()
            return abandon(state) if phase is Phase.PLAYING else close(state, reason)

        return not isinstance(await host.submit(end, None, CommandId("")), Refusal)

    def _plan(self, room: RoomId, row: Row, wait: float) -> None:
        self._agenda.set(("sweep", room, row.phase), wait, lambda: self._spawn(self._sweep(room)))

    def _unload(self, room: RoomId) -> None:
        if not self._rooms.sleep(room):
            self.look(room)
