"""What lines and windows do: stall, die, hang, shrink, grow. One test for each story that people have told."""

import asyncio
import random
from pathlib import Path

import pytest

from server.ssh.connection import HouseConnection
from server.ssh.limits import Limits
from server.ssh.session import PlayerSession
from tests.helpers.ssh import backlog, ssh_server


def _app_of(conn: HouseConnection) -> object:
    session = conn.login.session if conn.login is not None else None
    return session.app if isinstance(session, PlayerSession) else None


async def test_h_a_phone_locks_while_the_table_is_lively(tmp_path: Path) -> None:
    """A reader that stalls gets no frames and uses no memory; who plays beside it notices nothing."""
    async with ssh_server(tmp_path) as server:
        phone = await server.client(size=(200, 100))
        await phone.until("last line")
        (app,) = server.apps
        other = await server.client(key="ana")
        await other.until("tiny key")
        phone.freeze()
        typed = 0
        (conn,) = (c for c in server.listener.connections if _app_of(c) is app)
        while typed < 10:
            app.slate.marks += 1
            app.slate.repaint_whole()
            await asyncio.sleep(0)
            if app.driver.held:
                typed += 1
                other.send("y")
                await other.until(f"typed {'y' * typed}")
            assert backlog(conn) < 256 * 1024
        phone.thaw()
        await phone.until(f"marks {app.slate.marks}")


async def test_h_two_hundred_resizes(tmp_path: Path) -> None:
    """After a storm of resizes the screen is right for the last one, and keys work."""
    rng = random.Random(2)
    async with ssh_server(tmp_path) as server:
        client = await server.client()
        await client.until("tiny guest")
        for n in range(200):
            client.resize(rng.randint(5, 300), rng.randint(3, 100))
            if n % 10 == 0:
                client.send("r")
            await asyncio.sleep(0.005)
        client.resize(90, 30)
        await client.until("size 90x30")
        await client.until(lambda c: c.lines[29] == "last line")
        client.send("k")
        await client.until("typed rrrrrrrrrrrrrrrrrrrrk")


async def test_h_a_window_that_shrinks_and_grows_back_is_whole(tmp_path: Path) -> None:
    """A terminal forgets what was outside of a smaller window: it gets everything again, even at the old size."""
    async with ssh_server(tmp_path) as server:
        client = await server.client()
        await client.until("last line")
        client.resize(30, 10)
        client.resize(80, 24)
        client.screen.reset()
        await client.until("last line")
        await client.until("tiny guest - player")


async def test_h_a_small_window_grows_later(tmp_path: Path) -> None:
    """A 40×10 window works, and so does what it grows to."""
    async with ssh_server(tmp_path) as server:
        client = await server.client(size=(40, 10))
        await client.until("size 40x10")
        client.resize(120, 40)
        await client.until("size 120x40")
        await client.until(lambda c: c.lines[39] == "last line")


async def test_h_a_killed_client_frees_its_seat_at_once(tmp_path: Path) -> None:
    """SIGKILL of the client: the house knows at once, and the same key may come back."""
    async with ssh_server(tmp_path) as server:
        client = await server.client(key="ana")
        await client.until("tiny key")
        client.kill()
        await server.until(lambda: not server.house.here)
        again = await server.client(key="ana")
        await again.until(server.keys.account("ana"))


async def test_h_a_dead_line_is_noticed_and_a_thinker_stays(tmp_path: Path) -> None:
    """Without a sign of life for three intervals the seat is free; a client that only thinks answers them."""
    limits = Limits(keepalive=0.4, keepalive_misses=3)
    async with ssh_server(tmp_path, limits=limits) as server:
        dead, thinker = await server.client(key="dead"), await server.client(key="thinker")
        for client in (dead, thinker):
            await client.until("tiny key")
        dead.freeze()
        await server.until(
            lambda: [gate.account for gate in server.house.here] == [server.keys.account("thinker")]
        )
        thinker.send("k")
        await thinker.until("typed k")
        dead.thaw()


async def test_h_a_new_login_while_the_first_terminal_hangs(tmp_path: Path) -> None:
    """The same key gets in a second time though its first terminal hangs."""
    async with ssh_server(tmp_path) as server:
        first = await server.client(key="ana")
        await first.until("tiny key")
        first.freeze()
        second = await server.client(key="ana")
        await second.until(server.keys.account("ana"))
        second.send("k")
        await second.until("typed k")
        first.thaw()


@pytest.mark.parametrize("term", ["xterm-ghostty", "xterm-kitty", "dumb", "vt100", "nonsense", "", "x" * 200])
async def test_h_any_term_gets_a_screen(tmp_path: Path, term: str) -> None:
    """Every TERM gets a screen; only the colours differ."""
    async with ssh_server(tmp_path) as server:
        client = await server.client(term=term)
        await client.until("tiny guest")
        await client.until("last line")
