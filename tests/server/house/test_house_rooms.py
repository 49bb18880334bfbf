"""One writer for each room: durable, then published, then acknowledged; and what happens when the log fails."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from core.commands import Act, Leave, Open, Ready, Refusal, Resign, Seek, Sit
from core.ids import CommandId, Epoch, RoomId, Seq
from core.tables import Phase, Prompt, RoomView, TableChanged
from server.house.gate import Gate
from server.house.house import House
from server.store.log import Conflict, MemoryLog, RoomExists, StoreError
from tests.server.kit import AT_ONCE, Eyes, new_house, ok, player, refused, running, settled, steps


class HandLog(MemoryLog):
    """A log that appends when it is told to, and fails when it is told to."""

    def __init__(self) -> None:
        super().__init__()
        self.go = asyncio.Event()
        self.go.set()
        self.error: Exception | None = None
        self.written_though = False
        self.unreadable = False
        self.appends = 0

    async def append(
        self, room: RoomId, epoch: Epoch, expected_seq: Seq, records: Sequence[bytes], *, close: bool = False
    ) -> None:
        """See Log."""
        self.appends += 1
        await self.go.wait()
        if self.error is None or self.written_though:
            await super().append(room, epoch, expected_seq, records, close=close)
        if self.error is not None:
            raise self.error

    async def read(self, room: RoomId, since: Seq = Seq(0)) -> list[bytes]:
        """See Log."""
        if self.unreadable:
            raise StoreError("told to")
        return await super().read(room, since)


async def begun(house: House) -> tuple[RoomId, Gate, Gate]:
    """A game of two, and their gates by seat."""
    ana, ben = [await player(house, name) for name in ("ana", "ben")]
    await ana.submit(Seek(ana.new_command_id(), "fox"))
    room = ok(await ben.submit(Seek(ben.new_command_id(), "fox"))).room
    assert room is not None
    return room, ana, ben


async def asked(room: RoomId, *gates: Gate) -> tuple[Gate, Prompt, RoomView]:
    """Who has to act."""
    for gate in gates:
        async with Eyes(gate, room) as eyes:
            view = await eyes.view()
        if view.prompt is not None:
            return gate, view.prompt, view
    raise AssertionError("nobody is to act")


async def test_nothing_is_shown_or_acknowledged_before_it_is_durable() -> None:
    """While the disk is slow, neither the player has an answer nor the opponent a view; then both have."""
    log = HandLog()
    async with running(new_house(log)) as house:
        room, ana, ben = await begun(house)
        gate, prompt, before = await asked(room, ana, ben)
        other = ben if gate is ana else ana
        async with Eyes(other, room, before.seq) as eyes:
            await eyes.presence(lambda _: True)
            log.go.clear()
            acting = asyncio.ensure_future(
                gate.submit(Act(gate.new_command_id(), room, prompt.id, prompt.legal[0]))
            )
            watching = asyncio.ensure_future(eyes.next())
            await settled()
            assert log.appends == 2  # the table, and the move that waits
            assert not acting.done()
            assert not watching.done()
            live = house.rooms.live(room)
            assert live is not None
            assert live.state.seq == before.seq
            log.go.set()
            update = await watching
            assert isinstance(update, TableChanged)
            assert update.view.seq > before.seq
            assert ok(await acting).seq == update.view.seq


async def test_the_answer_comes_after_the_publication() -> None:
    """Who has an acknowledgement finds the move in every view."""
    order: list[str] = []
    house = new_house()
    async with running(house):
        room, ana, ben = await begun(house)
        gate, prompt, _ = await asked(room, ana, ben)
        house._bus.subscribe(lambda *_: order.append("published"))
        acting = asyncio.ensure_future(
            gate.submit(Act(gate.new_command_id(), room, prompt.id, prompt.legal[0]))
        )
        acting.add_done_callback(lambda _: order.append("answered"))
        await acting
        await settled()
    assert order == ["published", "answered"]


async def test_a_log_that_fails_refuses_the_move_and_the_room_stays_as_it_was() -> None:
    """The player may try again, with the same command; then it is played once."""
    log = HandLog()
    async with running(new_house(log)) as house:
        room, ana, ben = await begun(house)
        gate, prompt, before = await asked(room, ana, ben)
        act = Act(gate.new_command_id(), room, prompt.id, prompt.legal[0])
        log.error = StoreError("the disk is full")
        assert refused(await gate.submit(act)) == "try_again"
        async with Eyes(gate, room) as eyes:
            assert await eyes.view() == before
        log.error = None
        assert ok(await gate.submit(act)).seq > before.seq


async def test_a_move_that_was_kept_though_the_log_said_otherwise_is_found_again() -> None:
    """The room reads what the log holds: the repeated command gets its first answer, and is not played twice."""
    log = HandLog()
    async with running(new_house(log)) as house:
        room, ana, ben = await begun(house)
        gate, prompt, before = await asked(room, ana, ben)
        act = Act(gate.new_command_id(), room, prompt.id, prompt.legal[0])
        log.error, log.written_though = StoreError("the line to the disk broke"), True
        async with Eyes(ben if gate is ana else ana, room, before.seq) as eyes:
            assert refused(await gate.submit(act)) == "try_again"
            log.error = None
            kept = await eyes.view()
        again = ok(await gate.submit(act))
        assert again.seq == kept.seq == before.seq + 1
        assert len(await log.read(room)) == again.seq


async def test_a_log_that_cannot_even_be_read_is_asked_again_with_the_next_command() -> None:
    """Until then every command is refused, because nobody knows what the log holds."""
    log = HandLog()
    async with running(new_house(log)) as house:
        room, ana, ben = await begun(house)
        gate, prompt, _ = await asked(room, ana, ben)
        act = Act(gate.new_command_id(), room, prompt.id, prompt.legal[0])
        log.error, log.written_though, log.unreadable = StoreError("gone"), True, True
        assert refused(await gate.submit(act)) == "try_again"
        log.error = None
        assert refused(await gate.submit(act)) == "try_again"
        log.unreadable = False
        written = len(await log.read(room))
        assert ok(await gate.submit(act)).seq == written


async def test_a_table_that_cannot_be_kept_is_not_opened() -> None:
    """Nothing of it is in any lobby, and the same command works later."""
    log = HandLog()
    async with running(new_house(log)) as house:
        ana = await player(house, "ana")
        log.error = StoreError("the disk is full")
        order = Open(ana.new_command_id(), "fox")
        assert refused(await ana.submit(order)) == "try_again"
        assert len(house.lobby) == 0
        log.error = None
        ok(await ana.submit(order))
        assert len(house.lobby) == 1


async def test_a_match_that_cannot_be_kept_lets_both_wait_on() -> None:
    """The one who waited keeps the place."""
    log = HandLog()
    async with running(new_house(log)) as house:
        ana, ben = [await player(house, name) for name in ("ana", "ben")]
        ok(await ana.submit(Seek(ana.new_command_id(), "fox")))
        log.error = StoreError("the disk is full")
        assert refused(await ben.submit(Seek(ben.new_command_id(), "fox"))) == "try_again"
        log.error = None
        assert ok(await ben.submit(Seek(ben.new_command_id(), "fox"))).room is not None


async def test_a_command_that_was_refused_is_refused_again() -> None:
    """A repeated command gets the first answer, also when it would be granted by now; a new one is decided."""
    async with running(new_house()) as house:
        ana, ben, cat = [await player(house, name) for name in ("ana", "ben", "cat")]
        room = ok(await ana.submit(Open(ana.new_command_id(), "fox"))).room
        assert room is not None
        ok(await ben.submit(Sit(ben.new_command_id(), room)))
        late = Sit(cat.new_command_id(), room)
        assert refused(await cat.submit(late)) == "table_full"
        ok(await ben.submit(Leave(ben.new_command_id(), room)))
        assert refused(await cat.submit(late)) == "table_full"
        ok(await ben.submit(replace(late)))  # ids are each account's own
        ok(await ben.submit(Leave(ben.new_command_id(), room)))
        ok(await cat.submit(Sit(cat.new_command_id(), room)))


async def test_what_could_not_be_kept_may_be_sent_again() -> None:
    """A log that failed has answered nothing: the same command is done when it works again."""
    log = HandLog()
    async with running(new_house(log)) as house:
        ana = await player(house, "ana")
        log.error = StoreError("told to")
        order = Open(ana.new_command_id(), "fox")
        assert refused(await ana.submit(order)) == "try_again"
        log.error = None
        room = ok(await ana.submit(order)).room
        assert room is not None
        log.error = StoreError("told to")
        leave = Leave(ana.new_command_id(), room)
        assert refused(await ana.submit(leave)) == "try_again"
        log.error = None
        ok(await ana.submit(leave))


async def test_an_error_at_the_desk_is_an_answer_too() -> None:
    """Whatever goes wrong inside, the session gets a refusal and goes on."""
    async with running(new_house()) as house:
        ana = await player(house, "ana")

        async def broken(*_: object) -> None:
            raise RuntimeError("a bug")

        house.rooms.open = broken  # type: ignore[method-assign, assignment]
        order = Open(ana.new_command_id(), "fox")
        assert refused(await ana.submit(order)) == "try_again"
        del house.rooms.open
        ok(await ana.submit(order))


async def test_there_is_always_another_name_for_a_table() -> None:
    """In a house that has seen very many, a new name is found after few tries."""

    class Full(HandLog):
        """A log that has had every table with a number of four digits or less."""

        async def create(self, room: RoomId) -> Epoch:
            """See Log."""
            if len(room.rpartition("-")[2]) <= 4:
                raise RoomExists(room)
            return await super().create(room)

    async with running(new_house(Full())) as house:
        ana = await player(house, "ana")
        room = ok(await ana.submit(Open(ana.new_command_id(), "fox"))).room
        assert room is not None
        assert len(room) < 20


async def test_a_second_owner_shuts_out_the_first() -> None:
    """Another house takes the rooms over: the first may not append, its watchers are told, the log is whole."""
    log = MemoryLog()
    async with running(new_house(log)) as first:
        room, ana, ben = await begun(first)
        gate, prompt, before = await asked(room, ana, ben)
        async with running(new_house(log, seed=2)) as second:
            async with Eyes(ben, room) as eyes:
                await eyes.view()
                act = Act(gate.new_command_id(), room, prompt.id, prompt.legal[0])
                assert refused(await gate.submit(act)) == "try_again"
                assert await eyes.closed() == "moved"
            assert refused(await gate.submit(act)) == "no_such_table"
            assert len(await log.read(room)) == before.seq
            there = [await player(second, name) for name in ("ana", "ben")]
            await steps(there, room, second._rng, 5)
            assert len(await log.read(room)) > before.seq


async def test_a_flood_of_commands_at_one_table_is_cut_off() -> None:
    """So many wait, the rest is told that the table is busy; the others' tables go on."""
    log = HandLog()
    async with running(new_house(log)) as house:
        room, ana, _ = await begun(house)
        log.go.clear()
        many = [
            asyncio.ensure_future(ana.submit(Ready(ana.new_command_id(), room)))
            for _ in range(AT_ONCE.queue + 10)
        ]
        first = asyncio.ensure_future(ana.submit(Resign(ana.new_command_id(), room)))
        await settled()
        log.go.set()
        codes = [answer.code for answer in await asyncio.gather(*many) if isinstance(answer, Refusal)]
        assert codes.count("busy") == 10
        assert codes.count("game_running") == AT_ONCE.queue
        assert refused(await first) == "busy"


async def test_a_session_that_ends_does_not_take_its_command_with_it() -> None:
    """The task that asked is cancelled while the disk is slow: the move and the new table come all the same."""
    log = HandLog()
    async with running(new_house(log)) as house:
        room, ana, ben = await begun(house)
        gate, prompt, before = await asked(room, ana, ben)
        log.go.clear()
        going = [
            asyncio.ensure_future(gate.submit(Act(gate.new_command_id(), room, prompt.id, prompt.legal[0]))),
            asyncio.ensure_future(gate.submit(Open(gate.new_command_id(), "fox"))),
        ]
        await settled()
        for task in going:
            task.cancel()
        gate.close()
        log.go.set()
        await settled()
        live = house.rooms.live(room)
        assert live is not None
        assert live.state.seq == before.seq + 1
        assert len(house.lobby) == 2


async def test_an_error_in_a_command_leaves_the_room_in_order() -> None:
    """Whatever goes wrong while one command is decided, the next one is served."""
    async with running(new_house()) as house:
        room, ana, _ = await begun(house)
        live = house.rooms.live(room)
        assert live is not None

        def broken(_: object) -> tuple[()]:
            raise RuntimeError("a bug")

        assert refused(await live.submit(broken, None, CommandId("x"))) == "try_again"
        ok(await ana.submit(Resign(ana.new_command_id(), room)))
        assert live.state.phase is Phase.OVER


async def test_conflict_is_no_store_error() -> None:
    """A former owner must not take a conflict for a failure that passes."""
    assert not issubclass(Conflict, StoreError)
