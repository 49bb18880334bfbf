"""The rooms that this house owns: new ones, those of the last run, those that left memory for a while."""

import asyncio
import logging
from collections.abc import Callable
from itertools import count
from random import Random
from typing import Final

from core import wire
from core.commands import Refusal
from core.ids import AccountId, CommandId, Epoch, RoomId, Seq
from core.room import BrokenLog, Events, RoomState
from server.house.bus import Bus
from server.house.clock import Clock
from server.house.roomhost import RoomHost, begin_log, read_log
from server.house.settings import HouseSettings
from server.people.codes import table_name
from server.store.log import Log, RoomExists, StoreError, UnknownRoom

log = logging.getLogger(__name__)

_AT_ONCE: Final = 64
"""Rooms that are recovered together, so that they share commits."""


class Rooms:
    """Hosts by room. A room leaves memory when nobody is there and comes back when somebody asks for it."""

    def __init__(
        self,
        store: Log,
        bus: Bus,
        clock: Clock,
        rng: Random,
        settings: HouseSettings,
        changed: Callable[[RoomHost, RoomState], None],
        entered: Callable[[RoomHost], None],
    ) -> None:
        """`changed` is called after each change of a room, `entered` when one has come into memory."""
        self._store = store
        self._bus = bus
        self._clock = clock
        self._rng = rng
        self._settings = settings
        self._changed = changed
        self._entered = entered
        self._hosts: dict[RoomId, RoomHost] = {}
        self._asleep: dict[RoomId, Epoch] = {}
        self._loading: dict[RoomId, asyncio.Task[RoomHost | None]] = {}

    def live(self, room: RoomId) -> RoomHost | None:
        """The host of a room that is in memory."""
        return self._hosts.get(room)

    def hosts(self) -> tuple[RoomHost, ...]:
        """All rooms in memory."""
        return tuple(self._hosts.values())

    async def recover(self) -> list[RoomHost]:
        """Take over every room that the log says is not closed. One that cannot be read is left alone."""
        names = await self._store.rooms()
        found: list[RoomHost] = []
        for start in range(0, len(names), _AT_ONCE):
            batch = names[start : start + _AT_ONCE]
            found += [host for host in await asyncio.gather(*map(self._recover, batch)) if host is not None]
        return found

    async def _recover(self, room: RoomId) -> RoomHost | None:
        epoch = await self._store.take(room)
        try:
            state = await read_log(self._store, room)
        except (BrokenLog, wire.WireError) as error:
            log.error("room %s cannot be continued: %s", room, error)
            return None
        if state is None:
            # The server ended between a room's name and its first event.
            await self._store.append(room, epoch, Seq(0), (), close=True)
            return None
        return self._host(state, epoch)

    async def open(
        self, actor: AccountId, command: CommandId, events: Callable[[RoomId], Events | Refusal]
    ) -> RoomHost | Refusal:
        """A new room with these first events, under a name that was never used. Raises StoreError."""
        for tried in count():
            room = table_name(self._rng, tried)
            first = events(room)
            if isinstance(first, Refusal):
                return first
            try:
                state, epoch = await begin_log(self._store, room, first, self._clock.now(), actor, command)
            except RoomExists:
                continue
            host = self._host(state, epoch)
            self._bus.publish(room, state.seq)
            return host
        raise AssertionError("there is always another name")

    async def get(self, room: RoomId) -> RoomHost | None:
        """The host of a room, read from the log if need be; None for one that is not ours. Raises StoreError."""
        host = self._hosts.get(room)
        if host is not None:
            return host
        loading = self._loading.get(room)
        if loading is None:
            epoch = self._asleep.get(room)
            if epoch is None:
                return None
            loading = self._loading[room] = asyncio.create_task(self._wake(room, epoch))
            loading.add_done_callback(lambda _: self._loading.pop(room, None) and None)
        return await asyncio.shield(loading)

    async def _wake(self, room: RoomId, epoch: Epoch) -> RoomHost | None:
        try:
            state = await read_log(self._store, room)
        except (BrokenLog, wire.WireError, UnknownRoom) as error:
            raise StoreError(f"The log of room {room} cannot be read ({error}).") from error
        if state is None or self._asleep.pop(room, None) is None:
            return None
        return self._host(state, epoch)

    def sleep(self, room: RoomId) -> bool:
        """Let a room leave memory, unless something is under way there; whether it has."""
        host = self._hosts.get(room)
        if host is None or host.busy:
            return False
        del self._hosts[room]
        host.lost = True  # whoever still holds it must ask for the room again
        self._asleep[room] = host.epoch
        return True

    def drop(self, room: RoomId) -> None:
        """A room is closed, or belongs to somebody else by now."""
        self._hosts.pop(room, None)
        self._asleep.pop(room, None)

    def _host(self, state: RoomState, epoch: Epoch) -> RoomHost:
        host = self._hosts[state.room] = RoomHost(
            state,
            epoch,
            store=self._store,
            bus=self._bus,
            clock=self._clock,
            queue=self._settings.queue,
            chat_kept=self._settings.chat_kept,
            changed=self._changed,
        )
        self._entered(host)
        return host
