"""Nobody waits for ever: claims, abandoned tables, rooms that leave memory and come back."""

from dataclasses import replace
from random import Random

from core.commands import Act, Claim, Open, PlayBot, Rematch, Resign
from core.game import Termination
from server.store.log import StoreError
from tests.server.house.test_house_rooms import HandLog, asked, begun
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

WAITS = replace(AT_ONCE, open_grace=120.0, abandon_after=1000.0, claim_after=180.0, unload_after=600.0)


async def test_a_game_is_claimed_when_the_one_to_act_has_been_away_for_long_enough() -> None:
    """Not before, and not by coming back in between."""
    clock = HandClock()
    async with running(new_house(clock=clock, settings=WAITS)) as house:
        room, ana, ben = await begun(house)
        absent, _, _ = await asked(room, ana, ben)
        here = ben if absent is ana else ana
        name = absent.profile().name
        assert refused(await here.submit(Claim(here.new_command_id(), room))) == "claim_too_early"
        absent.close()
        clock.move(179.0)
        assert refused(await here.submit(Claim(here.new_command_id(), room))) == "claim_too_early"
        again = await player(house, name)
        clock.move(10.0)
        assert refused(await here.submit(Claim(here.new_command_id(), room))) == "claim_too_early"
        again.close()
        clock.move(180.0)
        ok(await here.submit(Claim(here.new_command_id(), room)))
        async with Eyes(here, room) as eyes:
            view = await eyes.view()
        assert view.outcome is not None
        assert view.outcome.termination is Termination.CLAIMED
        assert view.outcome.winners == (view.you,)


async def test_who_is_to_act_cannot_claim() -> None:
    """The other one is away but owes nothing: play on first."""
    clock = HandClock()
    async with running(new_house(clock=clock, settings=WAITS)) as house:
        room, ana, ben = await begun(house)
        acting, prompt, _ = await asked(room, ana, ben)
        (ben if acting is ana else ana).close()
        clock.move(500.0)
        assert refused(await acting.submit(Claim(acting.new_command_id(), room))) == "claim_too_early"
        ok(await acting.submit(Act(acting.new_command_id(), room, prompt.id, prompt.legal[0])))


async def test_a_house_may_know_no_claims() -> None:
    """With a wait of 0."""
    clock = HandClock()
    async with running(new_house(clock=clock, settings=replace(WAITS, claim_after=0.0))) as house:
        room, ana, ben = await begun(house)
        absent, _, _ = await asked(room, ana, ben)
        absent.close()
        clock.move(900.0)
        here = ben if absent is ana else ana
        assert refused(await here.submit(Claim(here.new_command_id(), room))) == "claim_too_early"


async def test_an_open_table_closes_when_its_people_stay_away() -> None:
    """A short absence does no harm; those who watch are told."""
    clock = HandClock()
    async with running(new_house(clock=clock, settings=WAITS)) as house:
        ana, cat = [await player(house, name) for name in ("ana", "cat")]
        room = ok(await ana.submit(Open(ana.new_command_id(), "fox"))).room
        assert room is not None
        ana.close()
        clock.move(119.0)
        ana = await player(house, "ana")
        clock.move(119.0)
        assert [row.room for row in (await lobby_of(cat)).open] == [room]
        async with Eyes(cat, room) as eyes:
            await eyes.view()
            ana.close()
            clock.move(120.0)
            assert await eyes.closed() == "abandoned"
        assert (await lobby_of(cat)).open == ()
        assert clock.timers == 0


async def test_a_game_to_which_nobody_comes_back_is_given_up() -> None:
    """It ends without a winner; its log is closed; a bot does not count as somebody."""
    clock, log = HandClock(), HandLog()
    async with running(new_house(log, clock=clock, settings=WAITS)) as house:
        room, ana, ben = await begun(house)
        alone = ok(await ana.submit(PlayBot(ana.new_command_id(), "fox"))).room
        assert alone is not None
        ana.close()
        clock.move(500.0)
        await settled()
        ben.close()
        clock.move(500.0)
        await settled()
        assert [name for name, _ in house.lobby.rows()] == [room]
        clock.move(500.0)
        await settled()
        assert len(house.lobby) == 0
        assert await log.rooms() == []
        assert clock.timers == 0


async def test_a_server_that_starts_anew_each_night_gives_games_up_too() -> None:
    """After a week without anybody, by the times in the log; not at the start, when players are coming back."""
    clock, log = HandClock(), HandLog()
    hour = 3600.0
    async with running(new_house(log, clock=clock)) as house:
        room, _, _ = await begun(house)
    for night in range(7):
        async with running(new_house(log, clock=clock, seed=night)) as house:
            assert room in house.lobby
            clock.move(24 * hour)
            await settled()
    async with running(new_house(log, clock=clock, seed=8)) as house:
        assert room not in house.lobby
        assert await log.rooms() == []


async def test_a_week_without_a_restart_is_no_reason_to_be_given_up_at_once() -> None:
    """A game that players keep on looking at without a move has half a day when they have gone."""
    clock, hour = HandClock(), 3600.0
    async with running(new_house(clock=clock)) as house:
        room, ana, ben = await begun(house)
        clock.move(8 * 24 * hour)
        ana.close()
        ben.close()
        clock.move(11 * hour)
        await settled()
        assert room in house.lobby
        clock.move(2 * hour)
        await settled()
        assert room not in house.lobby


async def test_one_who_comes_back_saves_the_game() -> None:
    """The wait begins anew with the next absence of everybody."""
    clock = HandClock()
    async with running(new_house(clock=clock, settings=WAITS)) as house:
        room, ana, ben = await begun(house)
        ana.close()
        ben.close()
        clock.move(999.0)
        again = await player(house, "ben")
        clock.move(5000.0)
        await settled()
        assert [row.room for row in (await lobby_of(again)).yours] == [room]
        again.close()
        clock.move(999.0)
        await settled()
        assert room in house.lobby


async def test_a_table_after_its_game_closes_when_nobody_looks_any_more() -> None:
    """Players who went on to something else do not keep it; one who looks does."""
    clock = HandClock()
    async with running(new_house(clock=clock, settings=WAITS)) as house:
        room, ana, _ = await begun(house)
        ok(await ana.submit(Resign(ana.new_command_id(), room)))
        async with Eyes(ana, room) as eyes:
            await eyes.view()
            clock.move(1000.0)
            await settled()
            assert room in house.lobby
        clock.move(120.0)
        await settled()
        assert room not in house.lobby
        assert clock.timers == 0


async def test_a_table_that_cannot_be_closed_now_is_closed_later() -> None:
    """The disk is full when the time has come: the sweep comes again."""
    clock, log = HandClock(), HandLog()
    async with running(new_house(log, clock=clock, settings=WAITS)) as house:
        room, ana, ben = await begun(house)
        ana.close()
        ben.close()
        log.error = StoreError("the disk is full")
        written = log.appends
        clock.move(1000.0)
        await settled()
        assert log.appends == written + 1  # and not again and again
        assert room in house.lobby
        log.error = None
        clock.move(60.0)
        await settled()
        assert room not in house.lobby


async def test_a_room_where_nobody_is_leaves_memory_and_comes_back() -> None:
    """Listed all the while, with the same view afterwards, for a player as for a watcher."""
    clock = HandClock()
    async with running(new_house(clock=clock, settings=WAITS)) as house:
        room, ana, ben = await begun(house)
        await steps((ana, ben), room, Random(3), 9)
        async with Eyes(ana, room) as eyes:
            before = await eyes.view()
        ana.close()
        ben.close()
        clock.move(600.0)
        assert house.rooms.live(room) is None
        cat = await player(house, "cat")
        assert [row.room for row in (await lobby_of(cat)).running] == [room]
        async with Eyes(cat, room) as eyes:
            assert (await eyes.view()).seq == before.seq
            assert house.rooms.live(room) is not None
        ana, ben = [await player(house, name) for name in ("ana", "ben")]
        assert [row.room for row in (await lobby_of(ana)).yours] == [room]
        async with Eyes(ana, room) as eyes:
            assert await eyes.view() == before
        await steps((ana, ben), room, Random(4), 9)


async def test_a_room_that_has_left_memory_is_given_up_in_its_time_too() -> None:
    """Nobody came back, and nobody was asked."""
    clock, log = HandClock(), HandLog()
    async with running(new_house(log, clock=clock, settings=WAITS)) as house:
        _, ana, ben = await begun(house)
        ana.close()
        ben.close()
        clock.move(600.0)
        assert house.rooms.hosts() == ()
        clock.move(400.0)
        await settled()
        assert await log.rooms() == []


async def test_a_rematch_is_an_unfinished_game_again() -> None:
    """A table whose game is over is in nobody's list; the next game at it is."""
    async with running(new_house()) as house:
        room, ana, ben = await begun(house)
        ok(await ana.submit(Resign(ana.new_command_id(), room)))
        assert (await lobby_of(ben)).yours == ()
        for gate in (ana, ben):
            ok(await gate.submit(Rematch(gate.new_command_id(), room)))
        assert [row.room for row in (await lobby_of(ben)).yours] == [room]
