"""What lines do to moves: answers that get lost, two terminals that race, readers who come in the middle."""

import asyncio

from core.commands import Ack, Act, Open, PlayBot, Seek
from core.tables import TableChanged
from tests.server.house.test_house_rooms import HandLog, asked, begun
from tests.server.house.test_house_watch import heard, said
from tests.server.kit import Eyes, new_house, ok, player, refused, running, settled, steps


async def test_h_a_move_that_is_sent_three_times_is_done_once() -> None:
    """At once or later, it gets the first answer: moves, new tables, quick match, talk."""
    async with running(new_house()) as house:
        room, ana, ben = await begun(house)
        gate, prompt, _ = await asked(room, ana, ben)
        act = Act(gate.new_command_id(), room, prompt.id, prompt.legal[0])
        answers = await asyncio.gather(*(gate.submit(act) for _ in range(3)))
        await steps((ana, ben), room, house._rng, 3)
        answers.append(await gate.submit(act))
        assert answers == [ok(answers[0])] * 4
        for order in (
            Open(gate.new_command_id(), "fox"),
            PlayBot(gate.new_command_id(), "fox"),
            Seek(gate.new_command_id(), "fox", (("target", 35),)),
        ):
            before = len(house.lobby)
            answers = list(await asyncio.gather(*(gate.submit(order) for _ in range(3))))
            assert answers == [ok(answers[0])] * 3
            assert len(house.lobby) == before + (0 if isinstance(order, Seek) else 1)


async def test_h_of_two_commands_that_race_for_one_prompt_exactly_one_wins() -> None:
    """Two terminals of one player answer at once, differently: one is played, the other comes too late."""
    log = HandLog()
    async with running(new_house(log)) as house:
        room, ana, ben = await begun(house)
        gate, prompt, before = await asked(room, ana, ben)
        second = await player(house, gate.profile().name)
        log.go.clear()
        acts = [
            asyncio.ensure_future(one.submit(Act(one.new_command_id(), room, prompt.id, action)))
            for one, action in zip((gate, second), prompt.legal, strict=False)
        ]
        await settled()
        log.go.set()
        left, right = await asyncio.gather(*acts)
        assert isinstance(left, Ack)
        assert refused(right) == "stale_prompt"
        assert len(await log.read(room)) == left.seq == before.seq + 1


async def test_h_who_starts_watching_in_the_middle_of_a_move_sees_everything_once() -> None:
    """The reader comes while the move is on its way to the disk: the state before it, then the one after it."""
    log = HandLog()
    async with running(new_house(log)) as house:
        room, ana, ben = await begun(house)
        cat = await player(house, "cat")
        gate, prompt, before = await asked(room, ana, ben)
        log.go.clear()
        acting = asyncio.ensure_future(
            gate.submit(Act(gate.new_command_id(), room, prompt.id, prompt.legal[0]))
        )
        await settled()
        async with Eyes(cat, room) as eyes:
            assert (await eyes.view()).seq == before.seq
            log.go.set()
            seq = ok(await acting).seq
            assert (await eyes.view()).seq == seq
            await said(ana, room, "to the players only")
            await said(cat, room, "end")
            assert await heard(eyes, "end") == ["end"]
        assert [update.view.seq for update in eyes.seen if isinstance(update, TableChanged)] == [
            before.seq,
            seq,
        ]
