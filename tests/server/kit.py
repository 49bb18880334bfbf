"""What the tests of the house share: a clock that is told to move, bots without processes, players with habits."""

import asyncio
import heapq
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count
from random import Random
from typing import Any

from core.bots import BOTS
from core.commands import Ack, Act, Refusal
from core.ids import AccountId, RoomId, Seq
from core.people import Kind
from core.tables import LobbyView, Phase, PresenceChanged, RoomView, TableChanged, TableClosed, TableUpdate
from server.house.botpool import BotFailed
from server.house.gate import Gate
from server.house.house import House
from server.house.settings import HouseSettings
from server.people.register import MemoryPeople, People
from server.store.log import Log, MemoryLog
from tui.gateway import Gateway

AT_ONCE = HouseSettings(lobby_interval=0.0, crowd_interval=0.0, bot_pause=0.0)
"""No waits that a test would have to sit through."""


@dataclass(order=True)
class Due:
    """A timer of the clock."""

    when: float
    number: int
    callback: Callable[[], None] = field(compare=False)
    cancelled: bool = field(default=False, compare=False)

    def cancel(self) -> None:
        """It will not ring."""
        self.cancelled = True


class HandClock:
    """A clock that stands still until it is moved. What is due at once is called by the event loop."""

    def __init__(self, now: float = 1_000_000.0) -> None:
        self._now = now
        self._heap: list[Due] = []
        self._numbers = count()

    def now(self) -> float:
        """Seconds since 1970."""
        return self._now

    def monotonic(self) -> float:
        """The same, from another beginning."""
        return self._now - 5000.0

    def call_later(self, seconds: float, callback: Callable[[], None]) -> Any:
        """A timer that rings when the clock is moved past it."""
        if seconds <= 0:
            return asyncio.get_running_loop().call_soon(callback)
        due = Due(self._now + seconds, next(self._numbers), callback)
        heapq.heappush(self._heap, due)
        return due

    @property
    def timers(self) -> int:
        """How many are armed."""
        return sum(not due.cancelled for due in self._heap)

    def move(self, seconds: float) -> None:
        """Let so much time pass, and ring what is due, in order."""
        end = self._now + seconds
        while self._heap and self._heap[0].when <= end:
            due = heapq.heappop(self._heap)
            self._now = max(self._now, due.when)
            if not due.cancelled:
                due.callback()
        self._now = end


class InlineBots:
    """Bots that think on the event loop; `fail` makes them give no answer."""

    def __init__(self) -> None:
        self.asked = 0
        self.fail = False
        self.choice: str | None = None

    async def choose(self, game: str, bot: str, knowledge: object, seed: int) -> str:
        """See Bots."""
        self.asked += 1
        if self.fail:
            raise BotFailed("told to")
        return self.choice or BOTS[game][bot](knowledge, Random(seed))

    async def stop(self) -> None:
        """See Bots."""


def entropy_from(seed: int) -> Callable[[int], bytes]:
    """Bytes that are the same in every run."""
    return Random(seed).randbytes


def new_house(
    log: Log | None = None,
    people: People | None = None,
    *,
    clock: HandClock | None = None,
    bots: Any = None,
    settings: HouseSettings = AT_ONCE,
    seed: int = 1,
) -> House:
    """A house in memory unless told otherwise, not started."""
    return House(
        log or MemoryLog(),
        people or MemoryPeople(),
        bots or InlineBots(),
        clock=clock or HandClock(),
        entropy=entropy_from(seed),
        rng=Random(seed),
        settings=settings,
    )


@asynccontextmanager
async def running(house: House) -> AsyncIterator[House]:
    """A house from its start to its stop."""
    await house.start()
    try:
        yield house
    finally:
        await house.stop()


async def player(house: House, name: str) -> Gate:
    """Somebody with a key comes in."""
    gate = await house.arrive(Kind.KEY, AccountId(f"key:{name}"), name)
    door: Gateway = gate  # the house's gate is a gateway
    assert door.profile().name == name
    return gate


class Eyes:
    """Reads a table's updates for a test, one condition at a time."""

    def __init__(self, gate: Gate, room: RoomId, since: Seq = Seq(0)) -> None:
        self.gate = gate
        self.room = room
        self.seen: list[TableUpdate] = []
        self._updates = gate.watch(room, since)

    async def __aenter__(self) -> "Eyes":
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._updates.aclose()  # type: ignore[attr-defined]

    async def next(self) -> TableUpdate:
        """The next update."""
        update = await anext(self._updates)
        self.seen.append(update)
        return update

    async def view(self, wanted: Callable[[RoomView], bool] = lambda _: True) -> RoomView:
        """The next view that is as wanted."""
        while True:
            update = await self.next()
            if isinstance(update, TableChanged) and wanted(update.view):
                return update.view

    async def presence(self, wanted: Callable[[PresenceChanged], bool]) -> PresenceChanged:
        """The next presence that is as wanted."""
        while True:
            update = await self.next()
            if isinstance(update, PresenceChanged) and wanted(update):
                return update

    async def closed(self) -> str:
        """The reason of the end, behind which nothing follows."""
        while True:
            update = await self.next()
            if isinstance(update, TableClosed):
                async for more in self._updates:
                    raise AssertionError(f"{more} after the end")
                return update.reason


async def play(gate: Gate, room: RoomId, rng: Random, acts: int = 10_000) -> RoomView:
    """Answer every prompt with a random legal action, until the game is over or so many acts are done."""
    async with Eyes(gate, room) as eyes:
        while True:
            view = await eyes.view()
            if view.phase is not Phase.PLAYING:
                return view
            if view.prompt is not None:
                if not acts:
                    return view
                acts -= 1
                action = rng.choice(view.prompt.legal)
                ok(await gate.submit(Act(gate.new_command_id(), room, view.prompt.id, action)))


async def steps(gates: Sequence[Gate], room: RoomId, rng: Random, number: int) -> None:
    """So many actions at that table, each by whoever of these is asked, at random."""
    for _ in range(number):
        for gate in gates:
            async with Eyes(gate, room) as eyes:
                view = await eyes.view()
            if view.prompt is not None:
                action = rng.choice(view.prompt.legal)
                ok(await gate.submit(Act(gate.new_command_id(), room, view.prompt.id, action)))
                break


def ok(answer: Ack | Refusal) -> Ack:
    """The answer, which must not be a refusal."""
    assert isinstance(answer, Ack), answer
    return answer


def refused(answer: object) -> str:
    """The code of a refusal."""
    assert isinstance(answer, Refusal), answer
    return answer.code


async def lobby_of(gate: Gate, wanted: Callable[[LobbyView], bool] = lambda _: True) -> LobbyView:
    """That player's lobby as soon as it is as wanted."""
    lobby = gate.lobby()
    try:
        async for view in lobby:
            if wanted(view):
                return view
    finally:
        await lobby.aclose()  # type: ignore[attr-defined]
    raise AssertionError("the lobby has ended")


async def settled() -> None:
    """Let everything happen that needs no time and no disk."""
    for _ in range(50):
        await asyncio.sleep(0)
