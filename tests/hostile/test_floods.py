"""Clients that speak SSH perfectly well and ask for far too much: packets, signatures, variables, patience."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import asyncssh
import pytest
from asyncssh.channel import SSHClientChannel
from asyncssh.packet import Boolean, String, UInt32

from server.ssh.connection import BURST, PACKET_COST, RATE, SMALLEST_PACKET, TURN_BYTES, HouseConnection
from server.ssh.limits import Limits
from tests.helpers.ssh import Guest, SSHServer, ssh_server

IGNORE, GLOBAL_REQUEST, REQUEST_FAILURE, CHANNEL_OPEN, CHANNEL_REQUEST = 2, 80, 82, 90, 98


async def _connect(server: SSHServer) -> tuple[Any, HouseConnection]:
    """A client that can do what OpenSSH's cannot, and the server's side of it."""
    before = set(server.listener.connections)
    conn, _ = await asyncssh.create_connection(
        Guest, "127.0.0.1", server.port, known_hosts=None, username="x", config=None, agent_path=None
    )
    (there,) = server.listener.connections - before
    return conn, there


class _Deaf(asyncssh.SSHClientSession[bytes]):
    """Does not care what comes."""


async def _terminal(conn: Any, size: tuple[int, int] = (80, 24), **options: Any) -> Any:
    channel, _ = await conn.create_session(_Deaf, term_type="xterm", term_size=size, encoding=None, **options)
    return channel


def _ignored(conn: Any, channel: Any) -> None:
    conn.send_packet(IGNORE, String(b""))


def _asked(conn: Any, channel: Any) -> None:
    conn.send_packet(GLOBAL_REQUEST, String(b"nonsense@example.org"), Boolean(False))


def _resized(conn: Any, channel: Any) -> None:
    channel.change_terminal_size(400, 150)


def _opened(conn: Any, channel: Any) -> None:
    # The answer to each would be an error for this client, so it must not come before the end of the test.
    conn._transport.pause_reading()
    conn.send_packet(CHANNEL_OPEN, String(b"session"), UInt32(7), UInt32(1), UInt32(32768))


@pytest.mark.parametrize("flood", [_ignored, _asked, _resized, _opened])
async def test_h_a_flood_of_requests_stops_nobody(tmp_path: Path, flood: Callable[[Any, Any], None]) -> None:
    """While one client pours in messages of any kind, they are worked off a few at a time and others play on."""
    async with ssh_server(tmp_path) as server:
        other = await server.client(key="ana")
        await other.until("tiny key")
        conn, there = await _connect(server)
        channel = await _terminal(conn)
        start = asyncio.get_running_loop().time()
        for _ in range(20_000):
            flood(conn, channel)
        for n in range(1, 11):
            other.send("y")
            await other.until(f"typed {'y' * n}")
        assert there._held_back
        passed = asyncio.get_running_loop().time() - start
        assert there._recv_seq < (BURST + RATE * passed) / (16 + PACKET_COST) + TURN_BYTES / 16 + 100
        conn.abort()
        there.abort()
        await server.until(lambda: len(server.listener.connections) == 1)
        assert there._turn is None


async def test_h_a_flood_of_keys_is_typed_slowly(tmp_path: Path) -> None:
    """Of keys that come by the ten thousand some come at once (a paste into an old terminal), the rest in time."""
    async with ssh_server(tmp_path) as server:
        conn, _ = await _connect(server)
        channel = await _terminal(conn)
        await server.until(lambda: server.apps and server.apps[0].shown.is_set())
        (app,) = server.apps
        channel.write(b"k" * 20_000)
        await server.until(lambda: len(app.slate.typed) >= 5_000)
        await server.until(lambda: app.driver.intake._event_allowance < 1)
        assert len(app.slate.typed) < 10_000
        conn.abort()


async def test_h_nobody_is_sent_a_frame_byte_by_byte(tmp_path: Path) -> None:
    """A client that claims to take one byte at a time gets packets of a sensible size all the same."""
    async with ssh_server(tmp_path) as server:
        conn, there = await _connect(server)
        await _terminal(conn, max_pktsize=1)
        await server.until(lambda: server.apps and server.apps[0].shown.is_set())
        (channel,) = there._channels.values()
        assert channel._send_pktsize == SMALLEST_PACKET
        conn.abort()


async def test_h_a_client_may_send_little_ahead(tmp_path: Path) -> None:
    """The window that a channel opens with is small, so that what is typed ahead waits at the client."""
    async with ssh_server(tmp_path) as server:
        conn, _ = await _connect(server)
        channel = await _terminal(conn)
        assert channel._send_window <= 32 * 1024
        conn.abort()


async def test_h_variables_without_end_are_not_kept(tmp_path: Path) -> None:
    """Only what a screen depends on is kept of an environment, if it is short, and only until the game begins."""
    async with ssh_server(tmp_path) as server:
        conn, there = await _connect(server)
        env = {f"JUNK{n}": "x" for n in range(500)}
        channel = await _terminal(conn, env={**env, "LC_CTYPE": "x" * 10_000, "LANG": "nl_NL.UTF-8"})
        await server.until(lambda: server.apps and server.apps[0].shown.is_set())
        assert server.apps[0].terminal.language == "nl"
        channel.send_packet(CHANNEL_REQUEST, String("env"), Boolean(False), String("LANG"), String("fr"))
        channel.write(b"k")
        await server.until(lambda: server.apps[0].slate.typed == "k")
        (there_channel,) = there._channels.values()
        assert there_channel._env == {b"LANG": b"nl_NL.UTF-8"}
        conn.abort()


async def test_h_the_host_key_signs_no_lists(tmp_path: Path) -> None:
    """A message that asks for five hundred signatures of the host key gets none."""
    async with ssh_server(tmp_path) as server:
        conn, _ = await _connect(server)
        keys = String(conn.get_server_host_key().public_data) * 500
        kind, _ = await conn._make_global_request(b"hostkeys-prove-00@openssh.com", keys)
        assert kind == REQUEST_FAILURE
        conn.abort()


async def test_h_a_key_exchange_that_never_ends(tmp_path: Path) -> None:
    """While keys are exchanged everything else has to wait: who begins and does not go on is painted nothing for,
    and is hung up on like any line that stands still."""
    async with ssh_server(tmp_path, limits=Limits(stall=0.3)) as server:
        conn, there = await _connect(server)
        await _terminal(conn)
        await server.until(lambda: server.apps and server.apps[0].shown.is_set())
        (app,) = server.apps
        driver = app.driver
        conn._recv_handler = lambda: False  # hears nothing from here on
        conn._send_kexinit()
        await server.until(lambda: driver.held)
        await server.until(lambda: not server.listener.connections)
        assert sum(len(part) for _, args in there._deferred_packets for part in args) < 64 * 1024


async def test_h_a_key_exchange_that_was_begun_before_the_session(tmp_path: Path) -> None:
    """The same for who begins to exchange keys and asks for a terminal only then."""
    async with ssh_server(tmp_path, limits=Limits(stall=0.3)) as server:
        conn, there = await _connect(server)
        conn._recv_handler = lambda: False
        conn._send_kexinit()
        await server.until(lambda: there.line_is_full)
        conn._kex_complete = True  # it goes on as if nothing were
        conn.send_packet(CHANNEL_OPEN, String(b"session"), UInt32(0), UInt32(1 << 31), UInt32(32768))
        await server.until(lambda: server.listener.sessions)
        await server.until(lambda: not server.listener.connections)
        assert not server.listener.sessions


async def test_h_keys_are_exchanged_again_during_a_game(tmp_path: Path) -> None:
    """OpenSSH with new keys every 16 KiB plays on, and its screen is right."""
    async with ssh_server(tmp_path) as server:
        client = await server.client(args=("-o", "RekeyLimit=16K"), size=(200, 60))
        await client.until("last line")
        exchanges = 0
        (there,) = server.listener.connections
        begin = there._send_kexinit

        def counted() -> None:
            nonlocal exchanges
            exchanges += 1
            begin()

        there._send_kexinit = counted  # type: ignore[method-assign]
        typed = ""
        while exchanges < 3:
            typed += "k"
            client.send("k")
            client.resize(200 + len(typed) % 2, 60)
            await client.until(lambda c, typed=typed: c.lines[2] == f"typed {typed[-40:]}")  # type: ignore[misc]
        await client.until(lambda c: c.lines[59] == "last line")


async def test_h_who_does_not_read_is_not_heard(tmp_path: Path) -> None:
    """While the line takes nothing more, nothing of that client is worked off; afterwards everything is."""
    async with ssh_server(tmp_path) as server:
        conn, there = await _connect(server)
        channel = await _terminal(conn)
        await server.until(lambda: server.apps and server.apps[0].shown.is_set())
        (app,) = server.apps
        there.pause_writing()
        seq = there._recv_seq
        channel.write(b"k")
        await server.until(lambda: there._ahead)
        assert there._recv_seq == seq
        assert app.driver.held
        there.resume_writing()
        await server.until(lambda: app.slate.typed == "k")
        assert not app.driver.held
        conn.abort()


async def test_h_a_channel_without_a_game_keeps_no_place(tmp_path: Path) -> None:
    """Who logs in and asks for nothing, or opens a channel and asks for nothing, is sent home; a player is not."""
    async with ssh_server(tmp_path, limits=Limits(login_timeout=1.0)) as server:
        player = await server.client(key="ana")
        await player.until("tiny key")
        idle, _ = await _connect(server)
        waiting, _ = await _connect(server)
        channel: Any = SSHClientChannel(
            waiting, asyncio.get_running_loop(), "strict", None, "strict", 32768, 32768
        )
        await channel._open(b"session")
        await server.until(lambda: len(server.listener.sessions) == 2)
        await asyncio.wait_for(idle.wait_closed(), 20)
        await asyncio.wait_for(waiting.wait_closed(), 20)
        await server.until(lambda: len(server.listener.sessions) == 1)
        player.send("k")
        await player.until("typed k")
