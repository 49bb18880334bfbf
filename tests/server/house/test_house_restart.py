"""A server that ends and comes back: every unfinished game goes on where it was. In memory and in SQLite."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

import pytest

from core.commands import Act, JoinByCode, Leave, Open, PlayBot, Resign, Seek
from core.ids import RoomId, Seq
from core.people import Kind, Presence
from core.tables import Phase
from server.people.register import MemoryPeople, People
from server.store.log import Log, MemoryLog
from server.store.sqlite import open_database
from tests.server.kit import (
    AT_ONCE,
    Eyes,
    InlineBots,
    lobby_of,
    new_house,
    ok,
    play,
    player,
    refused,
    running,
    steps,
)


@dataclass
class Store:
    """What outlives the server: opened anew for each of its lives."""

    path: Path | None
    log: Log
    people: People

    async def again(self) -> None:
        """As after a restart."""
        if self.path is not None:
            await self.log.close()
            self.log, self.people = open_database(self.path)


@pytest.fixture(params=["memory", "sqlite"])
async def store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Store]:
    """Each store in turn, empty."""
    if request.param == "memory":
        yield Store(None, MemoryLog(), MemoryPeople())
        return
    path = tmp_path / "house.db"
    kept = Store(path, *open_database(path))
    yield kept
    await kept.log.close()


async def test_a_game_goes_on_in_the_middle_of_a_trick(store: Store) -> None:
    """Both players and a watcher have the same views as before, and play to the end."""
    async with running(new_house(store.log, store.people)) as house:
        ana, ben, cat = [await player(house, name) for name in ("ana", "ben", "cat")]
        await ana.submit(Seek(ana.new_command_id(), "fox", (("target", 16),)))
        room = ok(await ben.submit(Seek(ben.new_command_id(), "fox", (("target", 16),)))).room
        assert room is not None
        rng = Random(8)
        while True:
            await steps((ana, ben), room, rng, 1)
            live = house.rooms.live(room)
            assert live is not None
            if live.state.seq > 12 and getattr(live.view(None).table, "table", None):
                break
        before = []
        for gate in (ana, ben, cat):
            async with Eyes(gate, room) as eyes:
                before.append(await eyes.view())
    await store.again()
    async with running(new_house(store.log, store.people, seed=2)) as house:
        gates = [await player(house, name) for name in ("ana", "ben", "cat")]
        for gate, left in zip(gates, before, strict=True):
            async with Eyes(gate, room) as eyes:
                assert await eyes.view() == left
        assert [row.room for row in (await lobby_of(gates[0])).yours] == [room]
        await asyncio.gather(play(gates[0], room, Random(1)), play(gates[1], room, Random(2)))
        live = house.rooms.live(room)
        assert live is not None
        assert live.state.phase is Phase.OVER


async def test_a_repeated_command_is_answered_after_a_restart_too(store: Store) -> None:
    """Moves and new tables: the first answer again, and nothing is done twice."""
    async with running(new_house(store.log, store.people)) as house:
        ana = await player(house, "ana")
        order = PlayBot(ana.new_command_id(), "fox")
        opened = ok(await ana.submit(order))
        assert opened.room is not None
        async with Eyes(ana, opened.room) as eyes:
            view = await eyes.view(lambda view: view.prompt is not None)
        assert view.prompt is not None
        act = Act(ana.new_command_id(), opened.room, view.prompt.id, view.prompt.legal[0])
        acted = ok(await ana.submit(act))
    await store.again()
    async with running(new_house(store.log, store.people, seed=2)) as house:
        ana = await player(house, "ana")
        assert await ana.submit(act) == acted
        assert await ana.submit(order) == opened
        assert len(house.lobby) == 1


async def test_players_are_away_until_they_come_back(store: Store) -> None:
    """Whoever is back first sees it; the wait for a claim begins with the restart."""
    async with running(new_house(store.log, store.people)) as house:
        ana, ben = [await player(house, name) for name in ("ana", "ben")]
        await ana.submit(Seek(ana.new_command_id(), "fox"))
        room = ok(await ben.submit(Seek(ben.new_command_id(), "fox"))).room
        assert room is not None
    await store.again()
    async with running(new_house(store.log, store.people, seed=2)) as house:
        ben = await player(house, "ben")
        async with Eyes(ben, room) as eyes:
            there = await eyes.presence(lambda _: True)
            assert there.seats == (Presence.AWAY, Presence.HERE)
            assert there.away_since == (house.clock.now(), 0.0)


async def test_a_bot_goes_on_thinking_after_a_restart(store: Store) -> None:
    """It was its turn when the server ended; nobody has to wake it."""
    waiting, slowly = InlineBots(), replace(AT_ONCE, bot_pause=100.0)
    async with running(new_house(store.log, store.people, bots=waiting, settings=slowly)) as house:
        ana = await player(house, "ana")
        room = ok(await ana.submit(PlayBot(ana.new_command_id(), "fox"))).room
        assert room is not None
        while True:
            async with Eyes(ana, room) as eyes:
                view = await eyes.view()
            if view.prompt is None:
                break
            await ana.submit(Act(ana.new_command_id(), room, view.prompt.id, view.prompt.legal[0]))
        assert waiting.asked == 0
    await store.again()
    async with running(new_house(store.log, store.people, seed=2)) as house:
        ana = await player(house, "ana")
        async with Eyes(ana, room) as eyes:
            assert (await eyes.view(lambda new: new.seq > view.seq)).seq > view.seq


async def test_a_guest_and_a_private_table_survive(store: Store) -> None:
    """The guest's code and the table's code lead back in."""
    async with running(new_house(store.log, store.people)) as house:
        guest = await house.arrive(Kind.GUEST)
        name, way_back = guest.profile().name, guest.profile().guest_code
        room = ok(await guest.submit(Open(guest.new_command_id(), "fox", private=True))).room
        assert room is not None
        async with Eyes(guest, room) as eyes:
            code = (await eyes.view()).code
    await store.again()
    async with running(new_house(store.log, store.people, seed=2)) as house:
        back, ana = await house.arrive(Kind.GUEST), await player(house, "ana")
        profile = await back.resume(way_back)
        assert profile == back.profile()
        assert back.profile().name == name
        assert ok(await ana.submit(JoinByCode(ana.new_command_id(), code))).room == room
        assert [row.names for row in (await lobby_of(back)).yours] == [(name, "ana")]


async def test_closed_tables_do_not_come_back(store: Store) -> None:
    """Only what is not closed is taken over, and a table's name is never used again."""
    async with running(new_house(store.log, store.people)) as house:
        ana = await player(house, "ana")
        room = ok(await ana.submit(PlayBot(ana.new_command_id(), "fox"))).room
        assert room is not None
        ok(await ana.submit(Resign(ana.new_command_id(), room)))
        ok(await ana.submit(Leave(ana.new_command_id(), room)))
    await store.again()
    async with running(new_house(store.log, store.people)) as house:  # with the same names to invent
        assert len(house.lobby) == 0
        ana = await player(house, "ana")
        fresh = ok(await ana.submit(PlayBot(ana.new_command_id(), "fox"))).room
        assert fresh != room


async def test_a_log_that_cannot_be_read_spoils_no_other(store: Store) -> None:
    """A damaged room is left alone, and the others go on."""
    async with running(new_house(store.log, store.people)) as house:
        ana = await player(house, "ana")
        room = ok(await ana.submit(Open(ana.new_command_id(), "fox"))).room
    broken = RoomId("broken-1")
    epoch = await store.log.create(broken)
    await store.log.append(broken, epoch, Seq(0), [b"\xc1 this is no event"])
    await store.log.create(RoomId("empty-1"))
    await store.again()
    async with running(new_house(store.log, store.people, seed=2)) as house:
        assert [name for name, _ in house.lobby.rows()] == [room]
        # What has no event yet never was a table; a damaged one is left for the host to look at.
        assert await store.log.rooms() == [room, broken]
        ana = await player(house, "ana")
        assert refused(await ana.submit(Resign(ana.new_command_id(), broken))) == "no_such_table"
