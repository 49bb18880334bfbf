"""Many players who do anything at any time, disks that fail, servers that restart: the house stays in order."""

import asyncio
import logging
from random import Random

import pytest

from core import wire
from core.commands import (
    Ack,
    Act,
    Claim,
    Command,
    JoinByCode,
    Leave,
    Open,
    PlayBot,
    Ready,
    Refusal,
    Rematch,
    Resign,
    Say,
    SeatBot,
    Seek,
    Sit,
    Stand,
    Unseek,
)
from core.events import Logged
from core.ids import PromptId, RoomId, Seat, Seq
from core.room import replay
from core.tables import Phase, TableChanged
from server.house.gate import Gate
from server.house.house import House
from server.people.register import MemoryPeople
from server.store.log import StoreError
from tests.server.house.test_house_rooms import HandLog
from tests.server.house.test_house_sweep import WAITS
from tests.server.kit import HandClock, new_house, player, running, settled

NAMES = ("ana", "ben", "cat", "dan", "eve")


class Crowd:
    """Players who act at random, and what must hold whatever they do."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)
        self.clock = HandClock()
        self.log = HandLog()
        self.people = MemoryPeople()
        self.gates: list[Gate] = []
        self.tasks: list[asyncio.Task[None]] = []
        self.done = 0

    async def evening(self, house: House, steps: int) -> None:
        """So many things happen; then everybody goes home."""
        for _ in range(steps):
            chance = self.rng.random()
            if chance < 0.06 or not self.gates:
                gate = await player(house, self.rng.choice(NAMES))
                self.gates.append(gate)
            elif chance < 0.09:
                self.gates.pop(self.rng.randrange(len(self.gates))).close()
            elif chance < 0.13:
                rooms = [room for room, _ in house.lobby.rows()]
                if rooms:
                    gate = self.rng.choice(self.gates)
                    self.tasks.append(asyncio.ensure_future(self._watch(gate, self.rng.choice(rooms))))
            elif chance < 0.15 and self.tasks:
                self.rng.choice(self.tasks).cancel()
            elif chance < 0.17:
                self.clock.move(self.rng.choice((1.0, 60.0, 200.0)))
            elif chance < 0.19:
                self.log.error = StoreError("told to")
                self.log.written_though = self.rng.random() < 0.5
            else:
                self.log.error = None
                await self._something(house, self.rng.choice(self.gates))
            if self.rng.random() < 0.3:
                await asyncio.sleep(0)
        self.log.error = None
        for gate in self.gates:
            gate.close()
        self.gates.clear()
        await settled()
        for task in self.tasks:
            task.cancel()
        for end in await asyncio.gather(*self.tasks, return_exceptions=True):
            assert end is None or isinstance(end, asyncio.CancelledError), end
        self.tasks.clear()

    async def _watch(self, gate: Gate, room: RoomId) -> None:
        """What a watcher sees only ever grows."""
        seen = 0
        async for update in gate.watch(room):
            if isinstance(update, TableChanged):
                assert update.view.seq > seen
                seen = update.view.seq

    async def _something(self, house: House, gate: Gate) -> None:
        command = self._command(house, gate)
        if self.rng.random() < 0.1:  # the session ends before the answer comes
            task = asyncio.ensure_future(gate.submit(command))
            await asyncio.sleep(0)
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
            return
        answer = await gate.submit(command)
        if isinstance(answer, Ack):
            self.done += 1
            again = await gate.submit(command)
            gone = isinstance(again, Refusal) and again.code in ("no_such_table", "try_again", "no_such_code")
            logged = not isinstance(command, Ready | Rematch | Unseek)  # these may have had nothing to do
            assert not logged or gone or again == answer

    def _command(self, house: House, gate: Gate) -> Command:
        rng, new = self.rng, gate.new_command_id()
        own = house.lobby.rooms_of(gate.account)
        rooms = sorted(own) if own and rng.random() < 0.8 else [room for room, _ in house.lobby.rows()]
        if not rooms or rng.random() < 0.1:
            return rng.choice(
                (
                    Open(new, "fox", (("target", 16),), private=rng.random() < 0.2),
                    PlayBot(new, "fox"),
                    Seek(new, "fox", (("target", 16),)),
                    Unseek(new),
                    JoinByCode(new, "babab-babab"),
                )
            )
        room = rng.choice(rooms)
        host = house.rooms.live(room)
        if host is not None and host.state.phase is Phase.PLAYING and rng.random() < 0.9:
            for seat, asked in enumerate(host.state.prompts):
                held = host.state.seats[seat]
                if asked is not None and held is not None and held.account == gate.account:
                    prompt = host.view(Seat(seat)).prompt
                    assert prompt is not None
                    return Act(new, room, prompt.id, rng.choice(prompt.legal))
        return rng.choice(
            (
                Sit(new, room),
                SeatBot(new, room),
                Ready(new, room),
                Ready(new, room, on=False),
                Ready(new, room),
                Stand(new, room),
                Act(new, room, PromptId("1.1.0"), "K10"),
                Say(new, room, "hm"),
                Claim(new, room),
                Rematch(new, room),
                Resign(new, room),
                Leave(new, room),
            )
        )

    async def check(self, house: House) -> None:
        """The house is in order: nobody is left in it, and it knows what the log knows."""
        open_rooms = await self.log.rooms()
        assert {room for room, _ in house.lobby.rows()} == set(open_rooms)
        for host in house.rooms.hosts():
            state = replay(wire.unpack(record, Logged) for record in await self.log.read(host.room))
            assert state == host.state
            assert len(await self.log.read(host.room, Seq(0))) == host.state.seq
            assert host.state.phase is not Phase.CLOSED
        assert house.attendance.online == 0
        assert len(house.register) == 0
        assert len(house.door) == 0
        assert house.gallery._at == {}
        assert house.lobby._readers == {}
        assert len(house.match.queue) == 0
        assert house.match._matched == {}


@pytest.mark.parametrize("seed", range(12))
async def test_whatever_people_do_the_house_stays_in_order(
    seed: int,
) -> None:
    """Three lives of a server on one log; in the end every table can be given up and nothing is left to do."""
    unexpected: list[logging.LogRecord] = []

    class Ear(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            if record.exc_info is not None:
                unexpected.append(record)

    ear = Ear()
    logging.getLogger("server").addHandler(ear)
    crowd = Crowd(seed)
    try:
        for life in range(3):
            house = new_house(
                crowd.log, crowd.people, clock=crowd.clock, settings=WAITS, seed=seed * 10 + life
            )
            async with running(house):
                await crowd.evening(house, 150)
                await crowd.check(house)
                if life == 2:
                    for _ in range(6):
                        crowd.clock.move(500.0)
                        await settled()
                    assert await crowd.log.rooms() == []
                    assert len(house.lobby) == 0
                    assert crowd.clock.timers == 0
                    assert house.attendance._away == {}
    finally:
        logging.getLogger("server").removeHandler(ear)
    assert [record.getMessage() for record in unexpected] == []
    assert crowd.done > 50
