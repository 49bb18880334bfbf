"""Bad luck in the middle of a real game: a terminal that hangs, storms of sizes and pastes, a table that closes."""

import asyncio
import random
from pathlib import Path

import pytest

from tests.e2e.people import CTRL_C, ENTER, ESCAPE, Person, a_card_is_led, quick_match
from tests.e2e.test_game_night import arrive, open_house


async def test_a_terminal_that_hangs_is_taken_over_by_the_next_login(tmp_path: Path) -> None:
    """In mid-trick one's terminal hangs: the same key on another one has the same hand at once, and plays it; when
    the first wakes up it has been told, and shows the same hand."""
    async with open_house(tmp_path) as server:
        ana, bo = [await arrive(server, name) for name in ("ana", "bo")]
        await quick_match(ana, bo)
        leader, hanging = await a_card_is_led(ana, bo)
        await hanging.sees(lambda _: hanging.my_turn)
        hand, table = hanging.hand, hanging.table
        hanging.client.freeze()
        name = "ana" if hanging is ana else "bo"
        second = Person(await server.client(key=name, user=name))
        await second.sees(lambda _: second.my_turn)
        assert (second.hand, second.table) == (hand, table)
        second.press(ENTER)
        await leader.sees(
            lambda _: leader.my_turn or "go on" in leader.client.lines[-1] or second.hand != hand
        )
        hanging.client.thaw()
        await hanging.sees("second terminal")
        await hanging.sees(lambda _: hanging.hand == second.hand)


async def test_a_storm_of_sizes_in_the_middle_of_a_trick(tmp_path: Path) -> None:
    """Two hundred sizes between 5×3 and 300×100: afterwards the same hand, the same trick, and the keys play."""
    rng = random.Random(3)
    async with open_house(tmp_path) as server:
        ana, bo = [await arrive(server, name) for name in ("ana", "bo")]
        await quick_match(ana, bo)
        _, follower = await a_card_is_led(ana, bo)
        await follower.sees(lambda _: follower.my_turn)
        hand = follower.hand
        for _ in range(200):
            follower.client.resize(rng.randint(5, 300), rng.randint(3, 100))
            await asyncio.sleep(0.005)  # the pace of a hand at the corner of a window
        follower.client.resize(80, 24)
        await follower.sees(lambda _: follower.my_turn and _whole(follower) and follower.hand == hand)
        follower.press(ENTER)
        await follower.sees(lambda _: not _whole(follower) or follower.hand != hand or not follower.my_turn)


def _whole(person: Person) -> bool:
    try:
        return len(person.hand) > 0
    except (AssertionError, ValueError):
        return False  # half a frame


async def test_five_kilobytes_into_the_chat(tmp_path: Path) -> None:
    """A long paste into the chat becomes one line of a sensible length, for both; the game goes on."""
    async with open_house(tmp_path) as server:
        ana, bo = [await arrive(server, name) for name in ("ana", "bo")]
        await quick_match(ana, bo)
        ana.press("t")
        ana.client.send(b"\x1b[200~" + b"hello there, " * 400 + b"\x1b[201~")
        await ana.sees("hello there")
        ana.press(ENTER)
        await bo.sees("hello there")
        await a_card_is_led(ana, bo)


async def test_the_table_closes_while_people_watch(tmp_path: Path) -> None:
    """One gives the game up, the other leaves: who watches is told, and stands in the lobby."""
    async with open_house(tmp_path) as server:
        ana, bo, cleo, guest = [await arrive(server, name) for name in ("ana", "bo", "cleo", None)]
        await quick_match(ana, bo)
        for watcher in (cleo, guest):
            await watcher.sees(lambda text: "ana" in text and "bo" in text)
            watcher.press("3")
            await watcher.sees("round 1")
        ana.press(ESCAPE)
        await ana.sees("Leave the table?")
        ana.press("g")
        await bo.sees("the seed fits its seal")
        for player in (ana, bo):
            await player.sees("the seed fits its seal")
            player.press(CTRL_C)
            await player.sees("Play now")
        for watcher in (cleo, guest):
            await watcher.sees("Everybody has left that table.")
            await watcher.sees("Play now")


@pytest.mark.parametrize("term", ["xterm-ghostty", "dumb", "vt100", "linux", "nonsense-1.0", ""])
async def test_any_terminal_gets_the_house(tmp_path: Path, term: str) -> None:
    """Whatever TERM says, the lobby can be read and a game begun, in a window that was too small at first."""
    async with open_house(tmp_path) as server:
        person = Person(await server.client(key=None, term=term, size=(40, 10)))
        await person.sees("60")
        person.client.resize(80, 24)
        await person.sees("Play now")
        person.press("b")
        await person.sees("round 1")
