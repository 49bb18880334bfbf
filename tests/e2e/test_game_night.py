"""An evening at the house: real OpenSSH clients play whole games, watch, drop their line and come back."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from server.house.house import House, HouseSettings
from tests.e2e.people import Person, a_card_is_led, quick_match, who_leads
from tests.helpers.ssh import SSHServer, ssh_server
from tui.app import InglenookApp
from tui.gateway import Gateway
from tui.pace import Waits
from tui.terminal import Terminal

QUICK = HouseSettings(lobby_interval=0.0, crowd_interval=0.0, bot_offer_after=0.01, bot_pause=0.0)

SHORT_WAITS = Waits(step=0.02, trick=0.05, watchers_round=0.05)


def app(gateway: Gateway, terminal: Terminal) -> InglenookApp:
    """The app as players get it, but nothing stands on the screen for long."""
    return InglenookApp(gateway, terminal, SHORT_WAITS)


@asynccontextmanager
async def open_house(folder: Path) -> AsyncIterator[SSHServer]:
    """The whole house on a port of its own, with its database in `folder`."""
    house = House.open(folder / "data", settings=QUICK)
    await house.start()
    try:
        async with ssh_server(folder, house=house, app_factory=app) as server:
            yield server
    finally:
        await house.stop()


async def arrive(server: SSHServer, name: str | None, size: tuple[int, int] = (80, 24)) -> Person:
    """Somebody logs in (None: a guest) and has the lobby before them."""
    person = Person(await server.client(key=name, user=name or "player", size=size))
    await person.sees("Play now")
    return person


async def test_two_meet_by_quick_match_and_play_to_the_end_while_a_third_watches(tmp_path: Path) -> None:
    """A whole game between two keys; the watcher follows it and all three see the same result."""
    async with open_house(tmp_path) as server:
        ana, bo, cleo = [await arrive(server, name) for name in ("ana", "bo", "cleo")]
        await quick_match(ana, bo)
        await cleo.sees(lambda text: "running" in text and "ana" in text)
        cleo.press("3")
        await cleo.sees("round 1")
        await asyncio.gather(ana.play_to_the_end(), bo.play_to_the_end(), cleo.play_to_the_end())
        assert ana.totals() == bo.totals() == cleo.totals()
        assert max(ana.totals()) >= 21
        won = ["You win" in person.text for person in (ana, bo)]
        assert won.count(True) == 1
        for person in (ana, bo):
            person.press("r")
        await asyncio.gather(ana.sees("round 1"), bo.sees("round 1"), cleo.sees("round 1"))


async def test_a_guest_without_a_key_plays_a_bot_to_the_end(tmp_path: Path) -> None:
    """No key, no account, no waiting: `ssh`, `b`, and a whole game against the house's bot."""
    async with open_house(tmp_path) as server:
        guest = await arrive(server, None)
        assert "guest" in guest.text
        guest.press("b")
        await guest.sees("round 1")
        await guest.play_to_the_end()
        assert max(guest.totals()) >= 21


async def test_a_killed_client_comes_back_to_the_same_hand_in_the_same_trick(tmp_path: Path) -> None:
    """SIGKILL in mid-trick: the same key finds its game on top, the same cards; the other sees away and back."""
    async with open_house(tmp_path) as server:
        ana, bo = [await arrive(server, name) for name in ("ana", "bo")]
        await quick_match(ana, bo)
        leader, follower = await a_card_is_led(ana, bo)
        await follower.sees(lambda _: follower.my_turn)
        name = "ana" if follower is ana else "bo"
        hand, table = follower.hand, follower.table
        follower.client.kill()
        await leader.sees("away")
        back = Person(await server.client(key=name, user=name))
        await back.sees(lambda _: back.my_turn)
        assert back.hand == hand
        assert back.table == table
        await leader.sees(lambda text: "away" not in text)


async def test_the_same_account_on_a_second_terminal_plays_the_same_seat(tmp_path: Path) -> None:
    """Two terminals of one key show one hand; a card played on one is gone on the other; both are told."""
    async with open_house(tmp_path) as server:
        ana, bo = [await arrive(server, name) for name in ("ana", "bo")]
        await quick_match(ana, bo)
        leader, _ = await who_leads(ana, bo)
        name = "ana" if leader is ana else "bo"
        second = Person(await server.client(key=name, user=name))
        await leader.sees("second terminal")
        await second.sees(lambda _: second.my_turn)
        assert second.hand == leader.hand
        before = leader.hand
        second.press("\r")
        # The Woodcutter draws a card: then there are as many as before, but others.
        await leader.sees(lambda _: leader.hand != before or not leader.my_turn)
        await second.sees(lambda _: second.hand == leader.hand)


async def test_a_guest_comes_back_by_code_on_another_line(tmp_path: Path) -> None:
    """A guest whose line drops types the code from the lobby into a new one and has the seat again."""
    async with open_house(tmp_path) as server:
        guest = await arrive(server, None)
        code = _after(await guest.sees("your way back, note it: "), "your way back, note it: ")
        guest.press("b")
        await guest.sees("round 1")
        await guest.sees(lambda _: guest.my_turn or "go on" in guest.text)
        table = guest.table
        guest.client.kill()
        back = await arrive(server, None)
        back.press("c")
        await back.sees("Enter a code")
        back.press(code + "\r")
        await back.sees("round 1")
        assert back.table == table


async def test_a_private_table_is_found_by_its_code_only(tmp_path: Path) -> None:
    """The opener tells the code; it is in no list; whoever types it sits down."""
    async with open_house(tmp_path) as server:
        ana, bo = [await arrive(server, name) for name in ("ana", "bo")]
        ana.press("2")
        await ana.sees("Who may come")
        await _choose(ana, "Who may come")
        ana.press("\x1b[C")
        await ana.sees("who has the code")
        await _choose(ana, "Open the table")
        ana.press("\r")
        code = _after(await ana.sees("Tell a friend this code:"), "Tell a friend this code:")
        assert ana.table not in bo.text
        bo.press("c")
        await bo.sees("Enter a code")
        bo.press("lusab-babad\r")
        await bo.sees("Nothing here has this code")
        bo.press("\x15" + code + "\r")
        await bo.sees(ana.table)
        await ana.sees("bo")


async def test_ctrl_c_leaves_a_screen_and_then_asks_to_quit(tmp_path: Path) -> None:
    """Ctrl-C closes help first; in the lobby it asks; the answer ends the client with status 0."""
    async with open_house(tmp_path) as server:
        ana = await arrive(server, "ana")
        ana.press("?")
        await ana.sees("1 This screen")
        ana.press("\x03")
        await ana.sees("I N G L E N O O K")
        ana.press("\x03")
        await ana.sees("Leave the house?")
        ana.press("\r")
        assert await ana.client.ended() == 0


async def _choose(person: Person, row: str) -> None:
    """Move the cursor of a form down to the row that starts with this text."""
    for _ in range(12):
        if any(row in line and ("▶" in line or "❯" in line or ">" in line) for line in person.client.lines):
            return
        seen = len(person.client.raw)
        person.press("\x1b[B")
        await person.client.until(lambda client, seen=seen: len(client.raw) > seen)  # type: ignore[misc]
    pytest.fail(f"no row {row!r}:\n{person.text}")


def _after(text: str, label: str) -> str:
    """The word behind a label on the screen."""
    return text[text.index(label) + len(label) :].split()[0]
