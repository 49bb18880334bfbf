"""A live room: the one writer of its log. A command is decided, made durable, published, and only then answered."""

import asyncio
import logging
from collections import OrderedDict, deque
from collections.abc import Callable, Sequence
from contextvars import Context
from dataclasses import dataclass
from typing import Final

from core import wire
from core.commands import Ack, Refusal
from core.events import Event, Logged
from core.ids import AccountId, CommandId, Epoch, RoomId, Seat, Seq
from core.room import BrokenLog, Decision, RoomState, fold, replay, view_from
from core.tables import Phase, RoomView
from server.house.bus import Bus
from server.house.clock import Clock
from server.house.talk import Talk
from server.store.log import Conflict, Log, StoreError

log = logging.getLogger(__name__)

UNDECIDED: Final = ("busy", "try_again")
"""Refusals that answer nothing: the same command may be sent again, and is decided then."""
_REFUSALS: Final = 64
"""So many are remembered at a table. What was done is remembered by its log."""


@dataclass(frozen=True, slots=True)
class _Job:
    decide: Callable[[RoomState], Decision]
    actor: AccountId | None
    command: CommandId
    answer: asyncio.Future[Ack | Refusal]


class RoomHost:
    """One room in memory: its state, what its viewers see, its talk.

    Commands wait in a bounded queue and are done one by one, each by: decide, append (durable), take over the new
    state, publish, answer. Nobody sees a state that is not durable. `changed` is called after each publication
    with the state before. A task runs only while there is something to do.
    """

    def __init__(
        self,
        state: RoomState,
        epoch: Epoch,
        *,
        store: Log,
        bus: Bus,
        clock: Clock,
        queue: int,
        chat_kept: int,
        changed: Callable[["RoomHost", RoomState], None],
    ) -> None:
        self.state = state
        self.epoch = epoch
        self.talk = Talk(chat_kept)
        self.lost = False
        """Somebody else has the room by now (another house, or a newer host); this one can do nothing more."""
        self._store = store
        self._bus = bus
        self._clock = clock
        self._limit = queue
        self._changed = changed
        self._queue: deque[_Job] = deque()
        self._task: asyncio.Task[None] | None = None
        self._doubtful = False  # an append failed: what the log holds has to be read first
        self._views: dict[Seat | None, RoomView] = {}
        self._refused: OrderedDict[tuple[AccountId | None, CommandId], Refusal] = OrderedDict()

    @property
    def room(self) -> RoomId:
        """The room's name."""
        return self.state.room

    @property
    def busy(self) -> bool:
        """Whether something is under way."""
        return self._task is not None

    def view(self, seat: Seat | None) -> RoomView:
        """The newest view from that seat (None: a spectator's): one object for everybody who looks from there."""
        seen = self._views.get(seat)
        if seen is None or seen.seq != self.state.seq:
            seen = self._views[seat] = view_from(self.state, seat)
        return seen

    async def submit(
        self, decide: Callable[[RoomState], Decision], actor: AccountId | None, command: CommandId
    ) -> Ack | Refusal:
        """Have it decided on the state as it is when its turn comes, and do it. The answer is durable.

        Refused with ``busy`` when too much waits already, and with ``try_again`` when the log fails. Goes on when
        the caller is cancelled.
        """
        if len(self._queue) >= self._limit:
            return Refusal(command, "busy")
        answer: asyncio.Future[Ack | Refusal] = asyncio.get_running_loop().create_future()
        self._queue.append(_Job(decide, actor, command, answer))
        if self._task is None:
            self._task = asyncio.create_task(self._work(), name=f"room {self.room}", context=Context())
        return await answer

    async def idle(self) -> None:
        """Wait until nothing is under way."""
        while self._task is not None:
            await asyncio.wait((self._task,))

    async def _work(self) -> None:
        try:
            while self._queue:
                job = self._queue.popleft()
                try:
                    answer = await self._do(job)
                except Exception:
                    log.exception("a command failed in room %s", self.room)
                    answer = Refusal(job.command, "try_again")
                if not job.answer.done():
                    job.answer.set_result(answer)
        finally:
            self._task = None

    async def _do(self, job: _Job) -> Ack | Refusal:
        if self.lost or (self._doubtful and not await self._refold()):
            return Refusal(job.command, "try_again")
        by = (job.actor, job.command)
        decision = self._refused.get(by) or job.decide(self.state)
        if isinstance(decision, Refusal) and job.actor is not None:
            self._refused[by] = decision
            if len(self._refused) > _REFUSALS:
                self._refused.popitem(last=False)
        if isinstance(decision, Ack | Refusal):
            return decision
        if decision:
            failed = await self._append(decision, job)
            if failed:
                return Refusal(job.command, "try_again")
        return Ack(job.command, self.room, self.state.seq)

    async def _append(self, events: Sequence[Event], job: _Job) -> bool:
        """Whether it failed. The state changes when the events are durable, not before."""
        before = self.state
        after = before
        records: list[bytes] = []
        for logged in _numbered(events, before.seq, self.epoch, self._clock.now(), job.actor, job.command):
            after = fold(after, logged)
            records.append(wire.pack(logged))
        try:
            await self._store.append(
                self.room, self.epoch, before.seq, records, close=after.phase is Phase.CLOSED
            )
        except Conflict:
            log.warning("room %s has another owner", self.room)
            self.lost = True
            self._changed(self, before)
            return True
        except StoreError as error:
            log.error("the log of room %s failed: %s", self.room, error)
            self._doubtful = True
            await self._refold()
            return True
        self._take_over(after)
        return False

    def _take_over(self, after: RoomState) -> None:
        before, self.state = self.state, after
        self._views.clear()
        self._bus.publish(self.room, after.seq)
        self._changed(self, before)

    async def _refold(self) -> bool:
        """Read what the log holds, and go on from there; whether that was possible."""
        try:
            state = replay(wire.unpack(record, Logged) for record in await self._store.read(self.room))
        except (StoreError, BrokenLog, wire.WireError) as error:
            log.error("room %s cannot be read: %s", self.room, error)
            return False
        self._doubtful = False
        if state is not None and state.seq != self.state.seq:
            self._take_over(state)
        return True


def _numbered(
    events: Sequence[Event], seq: Seq, epoch: Epoch, at: float, actor: AccountId | None, command: CommandId
) -> list[Logged]:
    by = command if actor is not None else None
    return [Logged(Seq(seq + n), epoch, at, actor, by, event) for n, event in enumerate(events, 1)]


async def begin_log(
    store: Log, room: RoomId, events: Sequence[Event], at: float, actor: AccountId, command: CommandId
) -> tuple[RoomState, Epoch]:
    """Write the first events of a new room and return its state. Raises RoomExists, StoreError, Conflict."""
    epoch = await store.create(room)
    logged = _numbered(events, Seq(0), epoch, at, actor, command)
    state = replay(logged)
    if state is None:
        raise ValueError("a room begins with an event")
    await store.append(room, epoch, Seq(0), [wire.pack(record) for record in logged])
    return state, epoch


async def read_log(store: Log, room: RoomId) -> RoomState | None:
    """The state of a room as its log tells it. Raises UnknownRoom, StoreError, BrokenLog, WireError."""
    return replay(wire.unpack(record, Logged) for record in await store.read(room))
