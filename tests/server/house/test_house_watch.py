"""Watching a table: nothing twice, nothing missing, however slow the reader; talk; limits."""

import asyncio
from dataclasses import replace
from random import Random

from core.commands import Act, Resign, Say, Seek
from core.ids import RoomId, Seq
from core.tables import ChatSaid, Phase, PresenceChanged, TableChanged, TableClosed
from server.house.gate import Gate
from server.house.house import House
from tests.server.house.test_house_rooms import asked, begun
from tests.server.kit import (
    AT_ONCE,
    Eyes,
    HandClock,
    lobby_of,
    new_house,
    ok,
    player,
    refused,
    running,
    settled,
    steps,
)


async def said(gate: Gate, room: RoomId, text: str) -> None:
    """That player says something there."""
    ok(await gate.submit(Say(gate.new_command_id(), room, text)))


async def heard(eyes: Eyes, last: str) -> list[str]:
    """All lines up to that one that this reader has got."""
    while not (eyes.seen and isinstance(eyes.seen[-1], ChatSaid) and eyes.seen[-1].line.text == last):
        await eyes.next()
    return [update.line.text for update in eyes.seen if isinstance(update, ChatSaid)]


async def test_a_slow_reader_gets_the_newest_state_only() -> None:
    """However much has happened, one view waits for them, and memory does not grow."""
    async with running(new_house()) as house:
        room, ana, ben = await begun(house)
        cat = await player(house, "cat")
        async with Eyes(cat, room) as eyes:
            await eyes.view()
            await steps((ana, ben), room, Random(1), 30)
            live = house.rooms.live(room)
            assert live is not None
            assert (await eyes.view()).seq == live.state.seq
            assert sum(isinstance(update, TableChanged) for update in eyes.seen) == 2


async def test_who_has_seen_the_newest_state_is_not_sent_it_again() -> None:
    """`since` spares a reader who comes back what they have; presence comes all the same."""
    async with running(new_house()) as house:
        room, ana, ben = await begun(house)
        _, _, view = await asked(room, ana, ben)
        async with Eyes(ana, room, view.seq) as eyes:
            assert isinstance(await eyes.next(), PresenceChanged)
        async with Eyes(ana, room, Seq(view.seq - 1)) as eyes:
            assert isinstance(await eyes.next(), TableChanged)


async def test_all_who_look_from_one_place_share_one_view() -> None:
    """One for each seat and one for all spectators, whatever their number."""
    async with running(new_house()) as house:
        room, ana, ben = await begun(house)
        views = []
        for gate in (ana, ben, *[await player(house, name) for name in ("cat", "dan")]):
            async with Eyes(gate, room) as eyes:
                views.append(await eyes.view())
        assert len({id(view) for view in views}) == 3
        assert views[2] is views[3]


async def test_spectators_are_counted_and_limited() -> None:
    """Once for each account, players not at all; one too many is told so; the lobby shows the number."""
    async with running(new_house(settings=replace(AT_ONCE, watchers_per_table=3))) as house:
        room, ana, _ = await begun(house)
        cat, again, dan, eve = [await player(house, name) for name in ("cat", "cat", "dan", "eve")]
        async with Eyes(ana, room) as eyes, Eyes(cat, room) as first:
            await first.view()
            await eyes.presence(lambda there: there.watchers == 1)
            async with Eyes(again, room) as second:
                await second.view()
                assert (await lobby_of(eve)).running[0].watchers == 1
                async with Eyes(dan, room) as third:
                    assert await third.closed() == "too_many_watchers"
            async with Eyes(dan, room) as third:
                await third.view()
                await eyes.presence(lambda there: there.watchers == 2)
                assert (await lobby_of(eve)).running[0].watchers == 2
        assert (await lobby_of(eve)).running[0].watchers == 0


async def test_an_unknown_table_ends_at_once() -> None:
    """One update that says so, and nothing else."""
    async with running(new_house()) as house:
        cat = await player(house, "cat")
        async with Eyes(cat, RoomId("nowhere-1")) as eyes:
            assert await eyes.closed() == "no_such_table"
        assert eyes.seen == [TableClosed(RoomId("nowhere-1"), "no_such_table")]


async def test_a_closed_gate_ends_its_readers() -> None:
    """Its lobby and its tables end by themselves, and the house forgets them."""
    async with running(new_house()) as house:
        room, ana, _ = await begun(house)
        async with Eyes(ana, room) as eyes:
            await eyes.view()
            lobby = ana.lobby()
            await anext(lobby)
            ana.close()
            ana.close()
            assert await eyes.closed() == "gone"
        assert [view async for view in lobby] == []
        assert house.gallery.at(room) == frozenset()
        assert refused(await ana.submit(Resign(ana.new_command_id(), room))) == "try_again"


async def test_players_and_spectators_do_not_hear_each_other_while_a_game_runs() -> None:
    """Afterwards they do; what was said among players stays among them."""
    async with running(new_house()) as house:
        room, ana, ben = await begun(house)
        cat, dan = [await player(house, name) for name in ("cat", "dan")]
        async with Eyes(ben, room) as player_hears, Eyes(cat, room) as spectator_hears:
            await player_hears.view()
            await spectator_hears.view()
            await said(ana, room, "my hand is bad")
            await said(cat, room, "her hand is bad")
            ok(await ana.submit(Resign(ana.new_command_id(), room)))
            await said(ana, room, "well played")
            await said(cat, room, "indeed")
            assert await heard(player_hears, "indeed") == ["my hand is bad", "well played", "indeed"]
            assert await heard(spectator_hears, "indeed") == ["her hand is bad", "well played", "indeed"]
        async with Eyes(dan, room) as eyes:  # who comes later gets the recent lines first
            assert await heard(eyes, "indeed") == ["her hand is bad", "well played", "indeed"]
        lines = [update.line for update in spectator_hears.seen if isinstance(update, ChatSaid)]
        assert [(line.seat, line.name) for line in lines] == [(None, "cat"), (0, "ana"), (None, "cat")]
        assert all(line.at == house.clock.now() for line in lines)


async def test_lines_are_cleaned_and_limited() -> None:
    """Controls go, long ones are cut, empty ones refused; many in a row are too fast."""
    clock = HandClock()
    async with running(
        new_house(clock=clock, settings=replace(AT_ONCE, chat_burst=3, chat_every=2.0))
    ) as house:
        room, ana, _ = await begun(house)
        cat = await player(house, "cat")

        async def say(gate: Gate, text: str) -> object:
            return await gate.submit(Say(gate.new_command_id(), room, text))

        assert refused(await say(ana, " \x00 \u200b ")) == "nothing_said"
        assert refused(await say(cat, "I do not even watch")) == "no_such_table"
        await said(ana, room, "a\x1b[31mb\n\u202ec" + "x" * 9999)
        await said(ana, room, "two")
        await said(ana, room, "three")
        assert refused(await say(ana, "four")) == "too_fast"
        clock.move(2.0)
        await said(ana, room, "five")
        async with Eyes(ana, room) as eyes:
            lines = await heard(eyes, "five")
        assert len(lines[0]) == 300
        assert lines[0].startswith("a[31mb c")
        assert lines[1:] == ["two", "three", "five"]


async def test_only_recent_lines_are_kept() -> None:
    """A reader who sleeps through a long talk gets its end."""
    settings = replace(AT_ONCE, chat_kept=5, chat_burst=100)
    async with running(new_house(settings=settings)) as house:
        room, ana, ben = await begun(house)
        async with Eyes(ben, room) as eyes:
            await eyes.view()
            for number in range(20):
                await said(ana, room, str(number))
            assert await heard(eyes, "19") == ["15", "16", "17", "18", "19"]


async def test_a_line_that_is_sent_twice_is_said_once() -> None:
    """Its answer got lost: the second is answered the same."""
    async with running(new_house()) as house:
        room, ana, _ = await begun(house)
        line = Say(ana.new_command_id(), room, "hello")
        assert await ana.submit(line) == await ana.submit(line)
        await said(ana, room, "end")
        async with Eyes(ana, room) as eyes:
            assert await heard(eyes, "end") == ["hello", "end"]


async def test_talk_changes_no_prompt_and_no_seq() -> None:
    """A move that was thought out during a talk is still an answer to the same question."""
    async with running(new_house()) as house:
        room, ana, ben = await begun(house)
        gate, prompt, before = await asked(room, ana, ben)
        await said(ana, room, "hm")
        ok(await gate.submit(Act(gate.new_command_id(), room, prompt.id, prompt.legal[0])))
        live = house.rooms.live(room)
        assert live is not None
        assert live.state.seq == before.seq + 1


async def test_a_hundred_readers_come_and_go_without_a_trace() -> None:
    """Cancelled in the middle of anything, they leave nothing in the house."""
    house: House = new_house()
    async with running(house):
        room, ana, ben = await begun(house)
        rng = Random(2)
        for number in range(20):
            gates = [await player(house, f"p{number}x{n}") for n in range(5)]
            readers = [asyncio.ensure_future(Eyes(gate, room).closed()) for gate in gates]
            lobbies = [asyncio.ensure_future(lobby_of(gate, lambda _: False)) for gate in gates]
            for _ in range(rng.randrange(4)):
                await asyncio.sleep(0)
            await steps((ana, ben), room, rng, 1)
            for task in (*readers, *lobbies):
                task.cancel()
            for gate in gates:
                gate.close()
            await asyncio.gather(*readers, *lobbies, return_exceptions=True)
        await settled()
        assert house.gallery.at(room) == frozenset()
        assert house.lobby._readers == {}
        assert len(house.door) == 2
        assert len(house.register) == 2


async def test_quick_match_drops_who_has_gone() -> None:
    """A player who closed the terminal while waiting is nobody's opponent."""
    async with running(new_house()) as house:
        ana, ben = [await player(house, name) for name in ("ana", "ben")]
        ok(await ana.submit(Seek(ana.new_command_id(), "fox")))
        ana.close()
        assert ok(await ben.submit(Seek(ben.new_command_id(), "fox"))).room is None
        live = [row for _, row in house.lobby.rows() if row.phase is Phase.PLAYING]
        assert live == []
