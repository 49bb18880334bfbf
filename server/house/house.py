"""The house: everybody who is here, every table, and what joins them. Start it, let people arrive, stop it."""

import asyncio
import logging
import secrets
from collections.abc import Callable, Coroutine
from contextvars import Context
from pathlib import Path
from random import Random
from typing import Any, Self, TypeVar

from core.ids import AccountId, CommandId, RoomId, Seq
from core.people import Kind, Profile
from core.room import RoomState, humans, rename
from core.tables import LobbyView, Phase
from server.house.attendance import Attendance
from server.house.bot_seats import BotSeats
from server.house.botpool import BotPool, Bots
from server.house.bus import Bus, LocalBus
from server.house.clock import Agenda, Clock, SystemClock
from server.house.desk import Desk
from server.house.front_door import FrontDoor
from server.house.gallery import Gallery
from server.house.gate import Gate
from server.house.lobby import Lobby, row_of
from server.house.matchmaking import QuickMatch
from server.house.refused import Refused
from server.house.roomhost import RoomHost
from server.house.rooms import Rooms
from server.house.settings import HouseSettings
from server.house.sweep import Sweeper
from server.house.watching import Watcher
from server.people.codes import Entropy
from server.people.register import MemoryPeople, People, Register
from server.store.log import Log, MemoryLog
from server.store.sqlite import open_database

log = logging.getLogger(__name__)

T = TypeVar("T")

__all__ = ["Gate", "House", "HouseSettings"]


class House:
    """Hosts rooms for whoever arrives. All of it runs on one event loop; nothing here blocks it."""

    def __init__(
        self,
        store: Log,
        people: People,
        bots: Bots,
        *,
        clock: Clock | None = None,
        entropy: Entropy = secrets.token_bytes,
        rng: Random | None = None,
        settings: HouseSettings | None = None,
        bus: Bus | None = None,
    ) -> None:
        """`entropy` must be unpredictable: seeds and codes come from it. `rng` invents names and need not be."""
        self.settings = settings or HouseSettings()
        self.clock = clock or SystemClock()
        self.entropy = entropy
        self.stopping = False
        self._own: Log | None = None
        self._rng = rng or Random()
        self._bots = bots
        self._bus = bus or LocalBus()
        self._unsubscribe: Callable[[], None] = lambda: None
        self._tasks: set[asyncio.Task[Any]] = set()
        self.agenda = Agenda(self.clock)
        self.attendance = Attendance(self.clock)
        self.register = Register(people, entropy, self._rng)
        self.lobby = Lobby(
            self.clock,
            self.agenda,
            interval=self.settings.lobby_interval,
            crowd_interval=self.settings.crowd_interval,
            length=self.settings.lobby_rows,
        )
        self.match = QuickMatch(
            self.attendance.here, self.lobby, self.agenda, self.clock, self.settings.bot_offer_after
        )
        self.rooms = Rooms(
            store, self._bus, self.clock, self._rng, self.settings, self._changed, self._entered
        )
        self.gallery = Gallery(self.lobby, self.rooms, self.attendance, self.settings, self.looked)
        self._bot_seats = BotSeats(
            bots, self.rooms, self.agenda, entropy, self._rng, self.settings, self.spawn
        )
        self._sweeper = Sweeper(
            self.clock,
            self.agenda,
            self.attendance,
            self.lobby,
            self.rooms,
            self.settings,
            self.gallery.accounts,
            self.spawn,
        )
        self.desk = Desk(self)
        self.door = FrontDoor(self)

    # --- its life

    @classmethod
    def open(cls, data: Path | None, *, workers: int = 1, settings: HouseSettings | None = None) -> Self:
        """A house that keeps everything in that folder, or (None) in memory only; `stop` closes what this opens.

        Blocks for a moment: before the doors open. Raises StoreError with a sentence for the host.
        """
        clock = SystemClock()
        bots = BotPool(clock, workers=workers)
        if data is None:
            return cls(MemoryLog(), MemoryPeople(), bots, clock=clock, settings=settings)
        store, people = open_database(data / "house.db")
        house = cls(store, people, bots, clock=clock, settings=settings)
        house._own = store
        return house

    async def start(self) -> None:
        """Take over the rooms of the last run and let their bots go on. Raises StoreError."""
        self._unsubscribe = self._bus.subscribe(lambda room, _: self.gallery.wake(room))
        recovered = await self.rooms.recover()
        if recovered:
            log.info("%d tables go on where they were", len(recovered))

    async def stop(self) -> None:
        """Tell everybody, finish what is under way, stop the bots. A store that was given stays open."""
        if self.stopping:
            return
        self.stopping = True
        self.agenda.clear()
        self.gallery.close_all("server_stopping")
        self.lobby.wake_all()
        await self._bots.stop()
        while self._tasks:
            await asyncio.wait(self._tasks)
        for host in self.rooms.hosts():
            await host.idle()
        self.agenda.clear()
        self._unsubscribe()
        if self._own is not None:
            await self._own.close()

    def spawn(self, doing: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Run something that no session's end takes with it; `stop` waits for it."""
        # Of its own: the context of a session would keep its whole app alive for as long as anything begun here.
        task = asyncio.create_task(doing, context=Context())
        self._tasks.add(task)
        task.add_done_callback(self._finished)
        return task

    def _finished(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("a task of the house failed", exc_info=error)

    # --- people

    async def arrive(self, kind: Kind, account: AccountId | None = None, wish: str = "") -> Gate:
        """Somebody comes in: with the account of a proved key, or as a guest (None). Raises StoreError."""
        return await self.door.arrive(kind, account, wish)

    def look_at_tables_of(self, account: AccountId) -> None:
        """Their presence has changed: tell those at their tables, and plan anew what is due there."""
        for room in self.lobby.rooms_of(account):
            self.gallery.wake(room)
            self._sweeper.look(room)

    def me(self, account: AccountId) -> tuple[AccountId, str]:
        """That account and its name. Raises Refused for one that has gone in the meantime."""
        if not self.attendance.here(account):
            raise Refused("try_again")
        return account, self.register.profile(account).name

    async def save(self, account: AccountId, wanted: Profile) -> Profile:
        """Store a profile; seats show a new name at once. Raises GameError, StoreError."""
        before = self.register.profile(account)
        saved = await self.register.save(account, wanted)
        if saved.name != before.name:
            for room in self.lobby.rooms_of(account):
                host = await self.rooms.get(room)
                if host is not None:
                    await host.submit(lambda state: rename(state, account, saved.name), None, CommandId(""))
        return saved

    def lobby_view(self, gate: Gate) -> LobbyView:
        """The lobby as the owner of that gate sees it now."""
        account = gate.account
        yours, opened, running = self.lobby.lists(account)
        return LobbyView(
            yours,
            opened,
            running,
            self.attendance.online,
            self.match.queue.counts(),
            self.match.status(account),
            self.match.matched(account),
            self._notice(gate),
        )

    def _notice(self, gate: Gate) -> str:
        if self.stopping:
            return "server_stopping"
        return "second_terminal" if self.door.superseded(gate) else ""

    # --- tables

    async def watch(self, gate: Gate, room: RoomId, since: Seq) -> Watcher:
        """Somebody looks at a table, from their seat or as a spectator. Raises Refused, StoreError."""
        if self.stopping:
            raise Refused("server_stopping")
        watcher = await self.gallery.watch(lambda: gate.account, room, since)
        if gate.closed:
            self.gallery.unwatch(watcher)
            raise Refused("gone")
        gate.watchers.add(watcher)
        self.match.seen(gate.account, room)
        return watcher

    def unwatch(self, gate: Gate, watcher: Watcher) -> None:
        """They look away."""
        gate.watchers.discard(watcher)
        self.gallery.unwatch(watcher)

    def looked(self, room: RoomId) -> None:
        """Somebody has come to look at a table or looked away."""
        host = self.rooms.live(room)
        if host is not None and host.state.phase is not Phase.CLOSED:
            self.gallery.wake(room)
            self._show(host)

    def _show(self, host: RoomHost) -> None:
        """Bring the lobby up to date with a table, and plan what is due there."""
        if host.state.private:
            self.gallery.show_out(host.room)
        self.lobby.put(host.room, row_of(host.state, self.gallery.spectators(host.room)))
        if not self.stopping:
            self._sweeper.look(host.room)

    def _entered(self, host: RoomHost) -> None:
        """A room has come into memory: a new one, one of the last run, or one that had left."""
        self._expect(host)
        self._show(host)
        self._bot_seats.look(host)

    def _changed(self, host: RoomHost, before: RoomState) -> None:
        """A room has changed, or was lost to another owner."""
        if host.lost or host.state.phase is Phase.CLOSED:
            self._gone(host)
            return
        if host.state.seats is not before.seats:
            self._expect(host)
        self._show(host)
        if not self.stopping:
            self._bot_seats.look(host)

    def _expect(self, host: RoomHost) -> None:
        """Whoever sits there is away unless they are here."""
        for seat in humans(host.state):
            held = host.state.seats[seat]
            if held is not None:
                self.attendance.expect(held.account)

    def _gone(self, host: RoomHost) -> None:
        room = host.room
        row = self.lobby.row(room)
        self.gallery.close(room, "moved" if host.lost else host.state.reason)
        self.rooms.drop(room)
        self.lobby.drop(room)
        self._sweeper.forget(room)
        for account in () if row is None else row.accounts():
            self.match.seen(account, room)
            if not self.lobby.rooms_of(account):
                self.attendance.forget(account)
