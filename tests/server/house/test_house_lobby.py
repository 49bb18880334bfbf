"""The lobby: lists that are always complete, few updates, quick match and its offers, limits."""

import asyncio
from dataclasses import replace
from pathlib import Path

from core.commands import JoinByCode, Leave, Open, PlayBot, Ready, Resign, Seek, Sit, Unseek
from core.ids import AccountId, CommandId, RoomId
from core.people import Kind
from core.tables import LobbyView, Phase
from server.house.clock import Agenda
from server.house.gate import Gate
from server.house.lobby import SLICE, SLICE_WAIT, Lobby
from server.store.sqlite import open_database
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
)

SHORT = (("target", 16),)


class Reader:
    """Keeps reading somebody's lobby."""

    def __init__(self, gate: Gate) -> None:
        self.views: list[LobbyView] = []
        self._task = asyncio.ensure_future(self._read(gate))

    async def _read(self, gate: Gate) -> None:
        async for view in gate.lobby():
            self.views.append(view)

    async def __aenter__(self) -> "Reader":
        await settled()
        return self

    async def __aexit__(self, *_: object) -> None:
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)


async def opened(gate: Gate, **kwargs: bool) -> RoomId:
    """A new table of that player."""
    room = ok(await gate.submit(Open(gate.new_command_id(), "fox", SHORT, **kwargs))).room
    assert room is not None
    return room


async def test_changes_within_the_interval_come_as_one() -> None:
    """The first at once, the others together when the interval has passed; never a state that is not the newest."""
    clock = HandClock()
    async with running(new_house(clock=clock, settings=replace(AT_ONCE, lobby_interval=0.25))) as house:
        ana, ben = [await player(house, name) for name in ("ana", "ben")]
        clock.move(1.0)
        async with Reader(ben) as reader:
            assert len(reader.views) == 1
            for _ in range(5):
                await opened(ana)
                await settled()
            assert [len(view.open) for view in reader.views] == [0, 1]
            clock.move(0.25)
            await settled()
            assert [len(view.open) for view in reader.views] == [0, 1, 5]
            clock.move(10.0)
            await settled()
            assert len(reader.views) == 3
            assert clock.timers == 0


async def test_who_comes_and_goes_is_news_of_less_haste() -> None:
    """Arrivals alone wake a reader once in the crowd's interval; a table that opens is not held up by it."""
    clock = HandClock()
    slow = replace(AT_ONCE, crowd_interval=2.0)
    async with running(new_house(clock=clock, settings=slow)) as house:
        ana = await player(house, "ana")
        clock.move(10.0)
        async with Reader(ana) as reader:
            house.lobby.wake_all()
            await settled()
            for name in ("ben", "cat", "dan"):
                await player(house, name)
                await settled()
            assert [view.online for view in reader.views] == [1]
            clock.move(2.0)
            await settled()
            assert [view.online for view in reader.views] == [1, 4]
            eve = await player(house, "eve")
            await opened(eve)
            await settled()
            assert (reader.views[-1].online, len(reader.views[-1].open)) == (5, 1)
            assert clock.timers == 0


async def test_what_concerns_oneself_comes_at_once() -> None:
    """A table of one's own, a match, do not wait for the interval."""
    clock = HandClock()
    async with running(new_house(clock=clock, settings=replace(AT_ONCE, lobby_interval=0.25))) as house:
        ana, ben = [await player(house, name) for name in ("ana", "ben")]
        clock.move(1.0)
        async with Reader(ana) as reader:
            await opened(ben)
            ok(await ana.submit(Seek(ana.new_command_id(), "fox")))
            await settled()
            assert reader.views[-1].seek is not None
            ok(await ben.submit(Seek(ben.new_command_id(), "fox")))
            await settled()
            assert reader.views[-1].matched is not None
            assert len(reader.views[-1].yours) == 1


async def test_a_reader_is_not_told_what_has_not_changed() -> None:
    """Talk and moves that change no row make no update."""
    async with running(new_house()) as house:
        ana, ben, cat = [await player(house, name) for name in ("ana", "ben", "cat")]
        await ana.submit(Seek(ana.new_command_id(), "fox"))
        await ben.submit(Seek(ben.new_command_id(), "fox"))
        async with Reader(cat) as reader:
            before = len(reader.views)
            house.lobby.touch()
            await settled()
            assert len(reader.views) == before


async def test_own_tables_come_first_and_are_not_listed_twice() -> None:
    """Those that wait for a move before the others; a game that is over is not unfinished."""
    async with running(new_house()) as house:
        ana, ben = [await player(house, name) for name in ("ana", "ben")]
        mine = await opened(ana)
        rooms = [ok(await ana.submit(PlayBot(ana.new_command_id(), "fox"))).room for _ in range(2)]
        await opened(ben)
        await settled()
        lobby = await lobby_of(ana)
        assert {row.room for row in lobby.yours} == {mine, *rooms}
        turns = [row.your_turn for row in lobby.yours]
        assert turns == sorted(turns, reverse=True)
        assert lobby.yours[-1].room == mine
        assert all(row.your_seat == 0 for row in lobby.yours)
        assert [row.names for row in lobby.open] == [("ben", "")]
        assert lobby.running == ()
        assert {row.room for row in (await lobby_of(ben)).running} == set(rooms)
        for room in rooms:
            assert room is not None
            ok(await ana.submit(Resign(ana.new_command_id(), room)))
        assert [row.room for row in (await lobby_of(ana)).yours] == [mine]


async def test_lists_have_a_bounded_length() -> None:
    """The newest tables are shown."""
    settings = replace(AT_ONCE, lobby_rows=3, tables_per_account=10)
    async with running(new_house(settings=settings)) as house:
        ana, ben = [await player(house, name) for name in ("ana", "ben")]
        rooms = [await opened(ana) for _ in range(5)]
        assert [row.room for row in (await lobby_of(ben)).open] == rooms[:1:-1]
        assert len((await lobby_of(ana)).yours) == 3


async def test_who_is_here_and_who_waits_is_counted() -> None:
    """Players, not terminals; seekers by game."""
    async with running(new_house()) as house:
        ana, again, ben = [await player(house, name) for name in ("ana", "ana", "ben")]
        assert (await lobby_of(ben)).online == 2
        ok(await ana.submit(Seek(ana.new_command_id(), "fox")))
        assert (await lobby_of(ben)).seeking == (("fox", 1),)
        again.close()
        assert (await lobby_of(ben, lambda lobby: lobby.seeking != ())).online == 2
        ana.close()
        assert (await lobby_of(ben)).seeking == ()
        assert (await lobby_of(ben)).online == 1


async def test_a_bot_is_offered_after_a_while_and_never_forced() -> None:
    """The offer stands in the lobby; who waits on is still matched."""
    clock = HandClock()
    async with running(new_house(clock=clock, settings=replace(AT_ONCE, bot_offer_after=5.0))) as house:
        ana, ben = [await player(house, name) for name in ("ana", "ben")]
        ok(await ana.submit(Seek(ana.new_command_id(), "fox")))
        async with Reader(ana) as reader:
            clock.move(4.0)
            await settled()
            seek = reader.views[-1].seek
            assert seek is not None
            assert not seek.offer_bot
            clock.move(1.0)
            await settled()
            assert reader.views[-1].seek == replace(seek, offer_bot=True)
            assert reader.views[-1].matched is None
            assert clock.timers == 0
        assert ok(await ben.submit(Seek(ben.new_command_id(), "fox"))).room is not None


async def test_whoever_takes_the_bot_waits_no_longer() -> None:
    """Nor does who opens, joins, or says so: nobody is pulled into a second game."""
    async with running(new_house()) as house:
        ana, ben = [await player(house, name) for name in ("ana", "ben")]
        for stop in (
            PlayBot(ana.new_command_id(), "fox"),
            Open(ana.new_command_id(), "fox"),
            Unseek(ana.new_command_id()),
            Sit(ana.new_command_id(), await opened(ben)),
        ):
            ok(await ana.submit(Seek(ana.new_command_id(), "fox")))
            assert (await lobby_of(ana)).seek is not None
            ok(await ana.submit(stop))
            assert (await lobby_of(ana)).seek is None


async def test_nobody_is_matched_with_themselves_or_with_another_wish() -> None:
    """Two terminals of one account, and two who want different options."""
    async with running(new_house()) as house:
        ana, again, ben = [await player(house, name) for name in ("ana", "ana", "ben")]
        for gate in (ana, again):
            assert ok(await gate.submit(Seek(gate.new_command_id(), "fox"))).room is None
        assert ok(await ben.submit(Seek(ben.new_command_id(), "fox", SHORT))).room is None


async def test_quick_match_takes_a_seat_where_somebody_waits_for_just_that() -> None:
    """At the oldest public table with the same options whose opener is here; it starts when both are ready."""
    async with running(new_house()) as house:
        ana, ben, cat, gone = [await player(house, name) for name in ("ana", "ben", "cat", "gone")]
        await opened(gone)
        gone.close()
        await opened(cat, private=True)
        room = await opened(ana)
        await opened(cat)
        ok(await ana.submit(Ready(ana.new_command_id(), room)))
        assert ok(await ben.submit(Seek(ben.new_command_id(), "fox", SHORT))).room == room
        assert (await lobby_of(ben)).matched == room
        async with Eyes(ben, room) as eyes:
            assert (await eyes.view()).phase is Phase.PLAYING


async def test_a_match_is_announced_once() -> None:
    """Until that player looks at the table; a new search starts without it."""
    async with running(new_house()) as house:
        ana, ben = [await player(house, name) for name in ("ana", "ben")]
        ok(await ana.submit(Seek(ana.new_command_id(), "fox")))
        room = ok(await ben.submit(Seek(ben.new_command_id(), "fox"))).room
        assert room is not None
        assert (await lobby_of(ana)).matched == room
        async with Eyes(ana, room) as eyes:
            await eyes.view()
            assert (await lobby_of(ana)).matched is None
        assert (await lobby_of(ana)).matched is None


async def test_unknown_games_and_options_are_refused() -> None:
    """By their codes, and nothing is opened."""
    async with running(new_house()) as house:
        ana = await player(house, "ana")
        for kind in (Open, PlayBot, Seek):
            assert refused(await ana.submit(kind(ana.new_command_id(), "chess"))) == "unknown_game"
            assert refused(await ana.submit(kind(ana.new_command_id(), "fox", (("x", 1),)))) == "bad_options"
            assert refused(await ana.submit(kind(CommandId(""), "fox"))) == "bad_command_id"
        assert refused(await ana.submit(PlayBot(ana.new_command_id(), "fox", bot="hal"))) == "no_such_bot"
        assert refused(await ana.submit(Sit(ana.new_command_id(), RoomId("nowhere-1")))) == "no_such_table"
        assert len(house.lobby) == 0


async def test_numbers_beyond_the_limit_of_the_house_are_refused() -> None:
    """The rules take any target, the house has to keep and show it. Each is refused in few words, however long."""
    settings = replace(AT_ONCE, largest_number=40)
    async with running(new_house(settings=settings)) as house:
        ana = await player(house, "ana")
        for kind in (Open, PlayBot, Seek):
            ok(await ana.submit(kind(ana.new_command_id(), "fox", (("target", 40),))))
            for number, shown in ((41, "41"), (10**30, str(10**30)), (10**5000, "…"), (-(10**5000), "…")):
                answer = await ana.submit(kind(ana.new_command_id(), "fox", (("target", number),)))
                assert refused(answer) == "bad_options"
                assert getattr(answer, "params", ()) == (("option", "target"), ("value", shown))
            for game, option in (("x" * 10_000, "target"), ("fox", "x" * 10_000)):
                answer = await ana.submit(kind(ana.new_command_id(), game, ((option, 1),)))
                assert len(str(answer)) < 200


async def test_an_account_sits_at_so_many_tables() -> None:
    """Opening, joining, searching: all count; who leaves one may take another."""
    settings = replace(AT_ONCE, tables_per_account=2)
    async with running(new_house(settings=settings)) as house:
        ana, ben = [await player(house, name) for name in ("ana", "ben")]
        rooms = [await opened(ana) for _ in range(2)]
        other = await opened(ben)
        for command in (
            Open(ana.new_command_id(), "fox"),
            PlayBot(ana.new_command_id(), "fox"),
            Seek(ana.new_command_id(), "fox"),
            Sit(ana.new_command_id(), other),
        ):
            assert refused(await ana.submit(command)) == "too_many_tables"
        ok(await ana.submit(Leave(ana.new_command_id(), rooms[0])))
        ok(await ana.submit(Sit(ana.new_command_id(), other)))


async def test_many_commands_at_once_are_no_way_round_the_limits(tmp_path: Path) -> None:
    """While the disk is busy with the first ones, the others are counted already: for each account and in all."""
    log, people = open_database(tmp_path / "house.db")
    settings = replace(AT_ONCE, tables_per_account=3, rooms=7)
    async with running(new_house(log, people, settings=settings)) as house:
        gates = [await player(house, name) for name in ("ana", "ben", "cat", "dan")]
        ana, _, _, dan = gates
        orders = (Open, PlayBot, Open)
        answers = await asyncio.gather(
            *(gate.submit(order(gate.new_command_id(), "fox")) for gate in gates[:3] for order in orders * 3)
        )
        codes = [getattr(answer, "code", "ok") for answer in answers]
        assert codes.count("ok") == 7 == len(house.lobby)
        assert codes.count("house_full") == 2
        assert len(house.lobby.rooms_of(ana.account)) == 3
        free = [row.room for row in (await lobby_of(dan)).open]
        await asyncio.gather(*(dan.submit(Sit(dan.new_command_id(), room)) for room in free * 3))
        assert len(house.lobby.rooms_of(dan.account)) == min(3, len(free))
        for room in house.lobby.rooms_of(dan.account):
            ok(await dan.submit(Leave(dan.new_command_id(), room)))
        ok(await dan.submit(Sit(dan.new_command_id(), free[0])))
    await log.close()


async def test_a_house_has_so_many_tables() -> None:
    """One more is refused, until one has closed."""
    async with running(new_house(settings=replace(AT_ONCE, rooms=2))) as house:
        ana, ben = [await player(house, name) for name in ("ana", "ben")]
        room = await opened(ana)
        await opened(ben)
        order = Open(ana.new_command_id(), "fox")
        assert refused(await ana.submit(order)) == "house_full"
        ok(await ana.submit(Leave(ana.new_command_id(), room)))
        assert refused(await ana.submit(order)) == "house_full"  # repeated, it gets the first answer again
        ok(await ana.submit(Open(ana.new_command_id(), "fox")))


async def test_guessing_codes_is_limited_for_each_and_in_all() -> None:
    """After some wrong ones even the right one is refused, for a minute; and a crowd of guests has a limit too."""
    clock = HandClock()
    settings = replace(AT_ONCE, tries_per_account=3, tries_in_all=7)
    async with running(new_house(clock=clock, settings=settings)) as house:
        ana = await player(house, "ana")
        room = await opened(ana, private=True)
        async with Eyes(ana, room) as eyes:
            code = (await eyes.view()).code
        guests = [await house.arrive(Kind.GUEST) for _ in range(4)]
        answers = []
        for guest in guests:
            for _ in range(4):
                answers.append(refused(await guest.submit(JoinByCode(guest.new_command_id(), "babab-babab"))))
        assert answers.count("no_such_code") == 7
        assert answers[:4] == ["no_such_code"] * 3 + ["too_many_tries"]
        assert (
            refused(await guests[3].submit(JoinByCode(guests[3].new_command_id(), code))) == "too_many_tries"
        )
        clock.move(60.0)
        assert ok(await guests[3].submit(JoinByCode(guests[3].new_command_id(), code))).room == room


async def test_a_guest_who_only_looks_is_not_written_down() -> None:
    """The database knows those who have sat down, searched or taken a name."""
    async with running(new_house()) as house:
        guests = [await house.arrive(Kind.GUEST) for _ in range(5)]
        for guest in guests:
            await lobby_of(guest)
        people = house.register._people
        assert [await people.find(guest.account) for guest in guests] == [None] * 5
        await opened(guests[0])
        ok(await guests[1].submit(Seek(guests[1].new_command_id(), "fox")))
        await guests[2].save(replace(guests[2].profile(), name="Zoë"))
        found = [await people.find(guest.account) for guest in guests]
        assert [profile is not None for profile in found] == [True, True, True, False, False]


async def test_the_house_says_good_bye() -> None:
    """Every lobby and every table is told, then they end; nothing more is taken."""
    house = new_house()
    await house.start()
    ana = await player(house, "ana")
    room = await opened(ana)
    async with Eyes(ana, room) as eyes, Reader(ana) as reader:
        await eyes.view()
        await house.stop()
        assert await eyes.closed() == "server_stopping"
        await reader._task
        assert reader.views[-1].notice == "server_stopping"
    assert refused(await ana.submit(Open(ana.new_command_id(), "fox"))) == "server_stopping"
    ana.close()
    await house.stop()


async def test_a_full_house_looks_up_in_turn() -> None:
    """News wakes some readers at a time, all of them soon; what is urgent wakes all at once."""
    clock = HandClock()
    lobby = Lobby(clock, Agenda(clock), interval=0.25, crowd_interval=2.0, length=10)
    readers = [lobby.listen(lambda: AccountId("key:ana")) for _ in range(2 * SLICE + 1)]

    def awake() -> int:
        return sum(reader.is_set() for reader in readers)

    lobby.touch()
    assert awake() == SLICE
    clock.move(SLICE_WAIT)
    assert awake() == 2 * SLICE
    clock.move(SLICE_WAIT)
    assert awake() == len(readers)
    for reader in readers:
        reader.clear()
    lobby.wake_all()
    assert awake() == len(readers)
    for reader in readers:
        lobby.unlisten(reader)
    assert clock.timers == 0
