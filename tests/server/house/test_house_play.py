"""Whole games through the house: by quick match, against a bot, watched, resumed, on two terminals."""

import asyncio
import gc
import weakref
from contextvars import ContextVar
from dataclasses import replace
from random import Random

import pytest

from core.commands import Act, JoinByCode, Leave, Open, PlayBot, Ready, Rematch, Resign, Say, Seek, Sit, Stand
from core.game import Termination
from core.ids import AccountId, CommandId, RoomId
from core.people import Kind, Presence
from core.tables import Phase, PresenceChanged, TableChanged, TableClosed
from server.house.botpool import BotPool
from server.house.clock import SystemClock
from server.house.house import House
from tests.server.kit import (
    AT_ONCE,
    Eyes,
    HandClock,
    InlineBots,
    lobby_of,
    new_house,
    ok,
    play,
    player,
    refused,
    running,
    settled,
    steps,
)

SHORT = (("target", 16),)


async def matched(house: House, *names: str) -> RoomId:
    """Two players are brought together by quick match; both have come in under these names before."""
    ana, ben = [next(iter(house.door.gates(AccountId(f"key:{name}")))) for name in names]
    assert ok(await ana.submit(Seek(ana.new_command_id(), "fox", SHORT))).room is None
    found = ok(await ben.submit(Seek(ben.new_command_id(), "fox", SHORT))).room
    assert found is not None
    return found


async def test_two_play_a_whole_game_by_quick_match_while_a_third_watches() -> None:
    """Both reach the same result; the watcher sees every state in order, and no hand."""
    async with running(new_house()) as house:
        ana, ben, cat = [await player(house, name) for name in ("ana", "ben", "cat")]
        room = await matched(house, "ana", "ben")
        assert (await lobby_of(ana, lambda lobby: lobby.matched is not None)).matched == room
        async with Eyes(cat, room) as eyes:
            watching = asyncio.ensure_future(eyes.view(lambda view: view.phase is Phase.OVER))
            ends = await asyncio.gather(play(ana, room, Random(1)), play(ben, room, Random(2)))
            seen = await watching
        assert ends[0].outcome == ends[1].outcome == seen.outcome
        assert seen.outcome is not None
        assert seen.outcome.termination is Termination.FINISHED
        assert [end.you for end in ends] == [0, 1]
        views = [update.view for update in eyes.seen if isinstance(update, TableChanged)]
        assert [view.seq for view in views] == sorted({view.seq for view in views})
        for view in views:
            assert view.you is None
            assert view.prompt is None
            assert getattr(view.table, "hand", ()) == ()
            assert (view.seed == "") == (view.phase is not Phase.OVER)


async def test_a_guest_plays_a_bot_to_the_end() -> None:
    """The bot acts by itself, from what its seat knows."""
    bots = InlineBots()
    async with running(new_house(bots=bots)) as house:
        guest = await house.arrive(Kind.GUEST)
        answer = ok(await guest.submit(PlayBot(guest.new_command_id(), "fox", SHORT)))
        assert answer.room is not None
        end = await play(guest, answer.room, Random(3))
        assert end.outcome is not None
        assert end.outcome.termination is Termination.FINISHED
        assert [seat.kind for seat in end.seats] == [Kind.GUEST, Kind.BOT]
        assert bots.asked > 13


@pytest.mark.parametrize("fault", ["fails", "cheats"])
async def test_a_bot_that_gives_no_good_answer_is_helped(fault: str) -> None:
    """When the bot fails or names an illegal action, a legal one is played and the game goes on to its end."""
    bots = InlineBots()
    bots.fail = fault == "fails"
    bots.choice = "K99" if fault == "cheats" else None
    async with running(new_house(bots=bots)) as house:
        guest = await house.arrive(Kind.GUEST)
        answer = ok(await guest.submit(PlayBot(guest.new_command_id(), "fox", SHORT)))
        assert answer.room is not None
        assert (await play(guest, answer.room, Random(4))).phase is Phase.OVER


async def test_a_bot_takes_a_moment_before_it_acts() -> None:
    """So that people can follow; the pause is the house's setting."""
    clock, bots = HandClock(), InlineBots()
    settings = replace(AT_ONCE, bot_pause=0.75)
    async with running(new_house(clock=clock, bots=bots, settings=settings)) as house:
        ana = await player(house, "ana")
        room = ok(await ana.submit(PlayBot(ana.new_command_id(), "fox"))).room
        assert room is not None
        async with Eyes(ana, room) as eyes:
            view = await eyes.view()
            while 0 in view.turn:  # until it is the bot's turn
                assert view.prompt is not None
                await ana.submit(Act(ana.new_command_id(), room, view.prompt.id, view.prompt.legal[0]))
                view = await eyes.view()
            clock.move(0.5)
            await asyncio.sleep(0)
            assert bots.asked == 0
            clock.move(0.25)
            later = await eyes.view(lambda new: new.seq > view.seq)
            assert bots.asked == 1
            assert later.seq > view.seq


async def test_a_rematch_starts_when_both_want_it() -> None:
    """The same table, the next game; the seats stay."""
    async with running(new_house()) as house:
        ana, ben = [await player(house, name) for name in ("ana", "ben")]
        room = await matched(house, "ana", "ben")
        ok(await ana.submit(Resign(ana.new_command_id(), room)))
        async with Eyes(ana, room) as eyes:
            over = await eyes.view(lambda view: view.phase is Phase.OVER)
            assert over.outcome is not None
            assert over.outcome.winners == (1,)
            ok(await ana.submit(Rematch(ana.new_command_id(), room)))
            ok(await ben.submit(Rematch(ben.new_command_id(), room)))
            again = await eyes.view(lambda view: view.phase is Phase.PLAYING)
        assert again.match == 2
        assert again.commitment != over.commitment


async def test_an_open_table_starts_when_both_are_ready() -> None:
    """Opened with options, listed for the other, who sits down."""
    async with running(new_house()) as house:
        ana, ben = [await player(house, name) for name in ("ana", "ben")]
        room = ok(await ana.submit(Open(ana.new_command_id(), "fox", SHORT))).room
        assert room is not None
        listed = await lobby_of(ben, lambda lobby: bool(lobby.open))
        assert [(row.room, row.names, dict(row.options)["target"]) for row in listed.open] == [
            (room, ("ana", ""), 16)
        ]
        ok(await ben.submit(Sit(ben.new_command_id(), room)))
        for gate in (ana, ben):
            ok(await gate.submit(Ready(gate.new_command_id(), room)))
        async with Eyes(ben, room) as eyes:
            assert (await eyes.view()).phase is Phase.PLAYING


async def test_a_private_table_is_entered_by_its_code() -> None:
    """It is in nobody's list and nobody may watch it; its code is shown at the table and works however typed."""
    async with running(new_house()) as house:
        ana, ben, cat = [await player(house, name) for name in ("ana", "ben", "cat")]
        room = ok(await ana.submit(Open(ana.new_command_id(), "fox", private=True))).room
        assert room is not None
        async with Eyes(ana, room) as eyes:
            code = (await eyes.view()).code
        assert len(code.split("-")) == 2
        assert (await lobby_of(cat)).open == ()
        assert refused(await cat.submit(Sit(cat.new_command_id(), room))) == "no_such_table"
        async with Eyes(cat, room) as eyes:
            assert await eyes.next() == TableClosed(room, "no_such_table")
        join = JoinByCode(ben.new_command_id(), code.upper().replace("-", " "))
        assert ok(await ben.submit(join)).room == room
        assert refused(await cat.submit(JoinByCode(cat.new_command_id(), code))) == "table_full"
        assert ok(await ben.submit(JoinByCode(ben.new_command_id(), code))).room == room
        assert [row.room for row in (await lobby_of(ben)).yours] == [room]
        for gate in (ana, ben):
            ok(await gate.submit(Ready(gate.new_command_id(), room)))
        assert (await lobby_of(cat)).running == ()


async def test_who_gives_up_a_seat_at_a_private_table_sees_no_more_of_it() -> None:
    """Their screen is told; whoever takes the seat plays unseen. So it is for a guest who turns into another."""
    async with running(new_house()) as house:
        ana, ben, guest = [await player(house, name) for name in ("ana", "ben")] + [
            await house.arrive(Kind.GUEST)
        ]
        room = ok(await ana.submit(Open(ana.new_command_id(), "fox", private=True))).room
        assert room is not None
        async with Eyes(ana, room) as eyes:
            code = (await eyes.view()).code
        ok(await ben.submit(JoinByCode(ben.new_command_id(), code)))
        async with Eyes(ben, room) as eyes:
            await eyes.view()
            ok(await ben.submit(Stand(ben.new_command_id(), room)))
            assert await eyes.closed() == "not_seated"
        ok(await guest.submit(JoinByCode(guest.new_command_id(), code)))
        other = await house.arrive(Kind.GUEST)
        async with Eyes(guest, room) as eyes:
            await eyes.view()
            await guest.resume(other.profile().guest_code)
            assert await eyes.closed() == "not_seated"


async def test_what_a_session_begins_does_not_keep_it_alive() -> None:
    """Answers, timers, tables and bots outlive it; nothing of them holds on to its context, which holds its app."""

    class App:
        """Something big that belongs to one session."""

    active: ContextVar[App] = ContextVar("active")
    bots = BotPool(SystemClock(), timeout=60.0)
    house = new_house(clock=SystemClock(), bots=bots)  # type: ignore[arg-type]

    async def session(name: str) -> weakref.ref[App]:
        app = App()
        active.set(app)
        gate = await player(house, name)
        room = ok(await gate.submit(PlayBot(gate.new_command_id(), "fox"))).room
        assert room is not None
        ok(await gate.submit(Say(gate.new_command_id(), room, "hello")))
        await play(gate, room, Random(1), acts=3)
        gate.close()
        return weakref.ref(app)

    async with running(house):
        apps = [await asyncio.create_task(session(name)) for name in ("ana", "ben")]
        while asyncio.all_tasks() != {asyncio.current_task()}:
            await asyncio.sleep(0)
        await settled()
        gc.collect()
        assert [app() for app in apps] == [None, None]


async def test_codes_do_not_show_in_what_a_log_might_hold() -> None:
    """No code of a guest or of a private table stands in the text of any object that carries it."""
    async with running(new_house()) as house:
        guest = await house.arrive(Kind.GUEST)
        room = ok(await guest.submit(Open(guest.new_command_id(), "fox", private=True))).room
        assert room is not None
        async with Eyes(guest, room) as eyes:
            view = await eyes.view()
        row, live = house.lobby.row(room), house.rooms.live(room)
        assert row is not None
        assert live is not None
        join = JoinByCode(guest.new_command_id(), view.code)
        for holder in (guest.profile(), view, row, live.state, join):
            assert view.code
            assert view.code not in repr(holder)
            assert guest.profile().guest_code not in repr(holder)


async def test_who_comes_back_has_the_same_seat_and_hand() -> None:
    """The opponent sees "away" and "back"; the view is the one that was left."""
    async with running(new_house(clock=HandClock())) as house:
        ana, ben = [await player(house, name) for name in ("ana", "ben")]
        room = await matched(house, "ana", "ben")
        await steps((ana, ben), room, Random(1), 7)
        async with Eyes(ben, room) as eyes, Eyes(ana, room) as hers:
            before = await hers.view()
            ana.close()
            gone = await eyes.presence(lambda there: there.seats[0] is Presence.AWAY)
            assert gone.away_since == (house.clock.now(), 0.0)
            again = await player(house, "ana")
            back = await eyes.presence(lambda there: there.seats[0] is Presence.HERE)
            assert back.away_since == (0.0, 0.0)
        async with Eyes(again, room) as hers:
            assert await hers.view() == before


async def test_two_terminals_of_one_account_play_the_same_seat() -> None:
    """Both see the same; either may act; the older one is told; one that closes does not make the seat away."""
    async with running(new_house()) as house:
        first, ben = [await player(house, name) for name in ("ana", "ben")]
        room = await matched(house, "ana", "ben")
        second = await player(house, "ana")
        assert (await lobby_of(first)).notice == "second_terminal"
        assert (await lobby_of(second)).notice == ""
        async with Eyes(first, room) as old, Eyes(second, room) as new, Eyes(ben, room) as his:
            for _ in range(6):
                left, right, bens = await old.view(), await new.view(), await his.view()
                assert left is right  # one view per kind of viewer
                acting, view = (second, right) if right.prompt is not None else (ben, bens)
                assert view.prompt is not None
                action = view.prompt.legal[0]
                ok(await acting.submit(Act(acting.new_command_id(), room, view.prompt.id, action)))
            second.close()
            await his.view()
            assert (await lobby_of(first)).notice == ""
            there = [update for update in his.seen if isinstance(update, PresenceChanged)]
            assert all(update.seats == (Presence.HERE, Presence.HERE) for update in there)


async def test_a_guest_comes_back_by_the_code_to_the_same_seat() -> None:
    """From another connection, in the middle of a game; the gate speaks for that account from then on."""
    async with running(new_house()) as house:
        guest = await house.arrive(Kind.GUEST)
        code = guest.profile().guest_code
        room = ok(await guest.submit(PlayBot(guest.new_command_id(), "fox"))).room
        assert room is not None
        before = await play(guest, room, Random(5), acts=3)
        guest.close()
        other = await house.arrive(Kind.GUEST)
        async with Eyes(other, room) as eyes:
            assert (await eyes.view()).you is None
            profile = await other.resume(code)
            assert profile == other.profile()
            # A table that is being watched is seen from the seat at once.
            assert await eyes.view(lambda view: view.you is not None) == before
        assert [row.room for row in (await lobby_of(other)).yours] == [room]
        assert house.attendance.online == 1


async def test_wrong_guest_codes_are_refused_and_limited() -> None:
    """Also right ones then; and who has a key is no guest."""
    async with running(new_house()) as house:
        ana, guest, other = (
            await player(house, "ana"),
            await house.arrive(Kind.GUEST),
            await house.arrive(Kind.GUEST),
        )
        code = guest.profile().guest_code
        assert refused(await ana.resume(code)) == "not_a_guest"
        for _ in range(house.settings.tries_per_account):
            assert refused(await other.resume("lusab-babad-lusab-babad")) == "no_such_code"
        assert refused(await other.resume(code)) == "too_many_tries"
        assert other.profile().account != guest.profile().account


async def test_a_new_name_stands_at_the_table_at_once() -> None:
    """Everybody there sees it without anything else happening."""
    async with running(new_house()) as house:
        ana, ben = [await player(house, name) for name in ("ana", "ben")]
        room = await matched(house, "ana", "ben")
        async with Eyes(ben, room) as eyes:
            before = await eyes.view()
            saved = await ana.save(replace(ana.profile(), name="Anna"))
            assert saved == ana.profile()
            view = await eyes.view(lambda view: view.seats[0].name == "Anna")
            assert view.prompt == before.prompt
        assert refused(await ben.save(replace(ben.profile(), name="ANNA"))) == "name_taken"


async def test_who_leaves_during_a_game_gives_it_up_and_the_last_one_closes_the_table() -> None:
    """Those who still watch are told and nothing follows."""
    async with running(new_house()) as house:
        ana, ben, cat = [await player(house, name) for name in ("ana", "ben", "cat")]
        room = await matched(house, "ana", "ben")
        async with Eyes(cat, room) as eyes:
            ok(await ana.submit(Leave(ana.new_command_id(), room)))
            view = await eyes.view(lambda view: view.phase is Phase.OVER)
            assert view.outcome is not None
            assert view.outcome.termination is Termination.RESIGNED
            ok(await ben.submit(Leave(ben.new_command_id(), room)))
            assert await eyes.closed() == "empty"
        assert house.rooms.live(room) is None
        assert refused(await ben.submit(Ready(ben.new_command_id(), room))) == "no_such_table"


async def test_a_table_without_a_word_costs_no_task_and_no_timer() -> None:
    """While two think, nothing of the house is running."""
    clock = HandClock()
    async with running(new_house(clock=clock)) as house:
        [await player(house, name) for name in ("ana", "ben")]
        await matched(house, "ana", "ben")
        await asyncio.sleep(0)
        assert clock.timers == 0
        assert len(house._tasks) == 0
        assert asyncio.all_tasks() == {asyncio.current_task()}


def test_command_ids_differ_between_gates() -> None:
    """Also between two of the same account."""

    async def ids() -> set[CommandId]:
        async with running(new_house()) as house:
            gates = [await player(house, "ana") for _ in range(2)]
            return {gate.new_command_id() for gate in gates for _ in range(3)}

    assert len(asyncio.run(ids())) == 6
