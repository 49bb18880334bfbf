"""Noise and floods: on the port, in the stream, in a paste."""

import asyncio
import contextlib
import gc
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from server.ssh.connection import HouseChannel, HouseConnection
from server.ssh.limits import Limits, Ticket
from server.ssh.login import Login
from server.ssh.session import PlayerSession
from tests.helpers.ssh import ssh_server
from tests.helpers.tinyapp import TinyApp
from tui.driver import HostedDriver
from tui.intake import Intake

MANY = Limits(connects_per_minute=10_000, per_address=1000)


async def test_h_connects_killed_at_random_moments(tmp_path: Path) -> None:
    """Five hundred clients that die anywhere between knocking and playing leave nothing behind: no task, no place,
    no timer's victim, no object. The second half costs no memory beyond the first."""
    rng = random.Random(7)
    async with ssh_server(tmp_path, limits=MANY) as server:
        before = len(asyncio.all_tasks())

        async def once() -> None:
            client = await server.client(key="ana")
            await asyncio.sleep(rng.random() * 0.25)
            if rng.random() < 0.3:
                client.send("abc")
            client.kill()
            await client.close()
            server.clients.remove(client)

        async def half() -> int:
            for _ in range(5):
                await asyncio.gather(*(once() for _ in range(5)))
            for _ in range(225):
                start = rng.choice([b"", b"SSH-2.0-x\r\n", _KEXINIT])
                await _raw(server.port, start + rng.randbytes(rng.randint(0, 60)), close_at_once=True)
            await server.until(lambda: not server.listener.connections and not server.listener.sessions)
            await server.until(lambda: not server.house.here)
            await server.until(lambda: len(asyncio.all_tasks()) <= before)
            server.house.arrivals.clear()
            gc.collect()
            return len(gc.get_objects())

        first = await half()
        second = await half()
        assert len(server.listener.gatekeeper) == 0
        assert server.listener.gatekeeper.strangers == 0
        left = Counter(type(thing).__name__ for thing in gc.get_objects() if isinstance(thing, _OF_A_LINE))
        # The last of each may still be held by something that keeps the newest.
        assert all(number <= 1 for number in left.values()), left
        assert second - first < 1_000  # a connection that stays has hundreds, and there were 250


_KEXINIT = b"SSH-2.0-x\r\n" + bytes.fromhex("0000000c0a14") + bytes(10)
_OF_A_LINE = (HouseConnection, HouseChannel, Login, PlayerSession, TinyApp, HostedDriver, Intake, Ticket)


async def _raw(port: int, data: bytes, close_at_once: bool = False, source: str = "127.0.0.1") -> Any:
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(source, 0))
    writer.write(data)
    if close_at_once:
        writer.close()
        with contextlib.suppress(OSError):
            await writer.wait_closed()
        return None
    return reader, writer


@pytest.mark.parametrize(
    "noise",
    [
        b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\x55" * 200,
        b"SSH-2.0-x\r\n" + b"\xff" * 5000,
        b"SSH-1.5-old\r\n",
        b"\x00" * 100_000,
    ],
)
async def test_h_noise_on_the_port(tmp_path: Path, noise: bytes) -> None:
    """What is not SSH is dropped; a real client still gets in."""
    async with ssh_server(tmp_path, limits=Limits(login_timeout=1.0)) as server:
        reader, writer = await _raw(server.port, noise)
        client = await server.client()
        await client.until("tiny guest")
        with contextlib.suppress(OSError):
            await asyncio.wait_for(reader.read(), 20)
        writer.close()
        await server.until(lambda: len(server.listener.connections) == 1)


@pytest.mark.parametrize("sources", [1, 2, 50])
async def test_h_five_hundred_silent_sockets(tmp_path: Path, sources: int) -> None:
    """Sockets that say nothing push out each other, not the players, and use up nobody's connects: from the
    player's own address (the first), from one other, from fifty; and while more of them come."""
    async with ssh_server(tmp_path) as server:
        playing = await server.client(key="ana")
        await playing.until("tiny key")
        addresses = [f"127.0.0.{n}" for n in range(1, sources + 1)][-50:]
        silent = [await _raw(server.port, b"", source=addresses[n % len(addresses)]) for n in range(500)]
        gatekeeper = server.listener.gatekeeper
        assert gatekeeper.strangers <= Limits().unauthenticated

        async def more() -> None:
            for n in range(500):
                silent.append(await _raw(server.port, b"", source=addresses[n % len(addresses)]))

        flood = asyncio.create_task(more())
        client = await server.client(key="bob")
        await client.until("tiny key")
        await flood
        playing.send("k")
        await playing.until("typed k")
        client.send("k")
        await client.until("typed k")
        for _, writer in silent:
            writer.close()


async def test_h_ten_megabytes_into_stdin(tmp_path: Path) -> None:
    """Ten megabytes piped in: only so much is taken at a time, others play on, memory is bounded."""
    async with ssh_server(tmp_path) as server:
        process = await asyncio.create_subprocess_exec(
            *server.arguments(None, "player", ["-tt"]),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.DEVNULL,
            env=server.environment(),
        )
        try:
            assert process.stdin is not None
            process.stdin.write(b"0123456789" * 1_000_000)
            await server.until(lambda: server.apps and server.apps[0].shown.is_set())
            (app,) = server.apps
            await server.until(lambda: app.slate.typed.count("0") > 20)
            other = await server.client(key="ana")
            await other.until("tiny key")
            for n in range(1, 11):
                other.send("y")
                await other.until(f"typed {'y' * n}")
            assert len(app.driver.intake._waiting) <= 64 * 1024
        finally:
            process.kill()
            await process.wait()
        await server.until(lambda: len(server.listener.sessions) == 1)


async def test_h_an_honest_paste_arrives_whole_and_a_huge_one_is_cut(tmp_path: Path) -> None:
    """Five kilobytes are pasted whole, without their control characters; of more 16 KiB arrive, and one is told."""
    async with ssh_server(tmp_path) as server:
        client = await server.client()
        await client.until("tiny guest")
        client.send(b"\x1b[200~" + b"five kilobytes\r\n\x1b\x07" * 320 + b"\x1b[201~")
        await client.until(f"paste {16 * 320} five kilobytes")
        assert "cut" not in client.text
        await client.send_all(b"\x1b[200~" + b"x" * 60_000 + b"\x1b[201~k")
        await client.until("paste 16384")
        await client.until(lambda c: c.lines[4] == "notes cut")
        await client.until("typed k")


async def test_h_bytes_that_are_not_utf8_and_a_letter_in_two_packets(tmp_path: Path) -> None:
    """Bytes that are no text do no harm; a letter split over two packets is one letter."""
    async with ssh_server(tmp_path) as server:
        client = await server.client()
        await client.until("tiny guest")
        client.send("é".encode()[:1])
        await server.until(lambda: server.apps[0].driver.intake._decoder.getstate()[0] != b"")
        client.send("é".encode()[1:])
        await client.until("typed é")
        client.send(b"\xff\xc0\x80k")
        await client.until(lambda c: c.lines[2].endswith("k"))


async def test_h_control_keys_are_keys(tmp_path: Path) -> None:
    """Ctrl-C, Ctrl-Z, Ctrl-\\, Ctrl-S, Ctrl-Q and Ctrl-D reach the app and stop nothing."""
    async with ssh_server(tmp_path) as server:
        client = await server.client()
        await client.until("tiny guest")
        client.send("\x1a\x1c\x13\x11\x04")
        await client.until("<ctrl+d>")
        assert server.apps[0].slate.typed == "<ctrl+z><ctrl+backslash><ctrl+s><ctrl+q><ctrl+d>"
        client.send("\x03")
        await client.until("notes interrupt")
