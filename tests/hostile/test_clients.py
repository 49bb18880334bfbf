"""Hostile and unlucky clients, as real people have met them: one test for each story."""

import asyncio
import contextlib
import os
import random
import signal
import socket
import sys
from pathlib import Path
from typing import Any

import asyncssh
import pytest

from core.people import Kind
from server.limits import Limits
from server.login import HouseConnection
from tests.helpers.ssh import ClientMaker, backlog, ssh_server
from tests.helpers.tinyapp import TinyApp


class Guest(asyncssh.SSHClient):
    """Comes in without a key."""

    def kbdint_auth_requested(self) -> str:
        """Any kind will do."""
        return ""


def _app_of(conn: HouseConnection) -> object:
    return conn.login.session.app if conn.login is not None and conn.login.session is not None else None


MANY = Limits(connects_per_minute=10_000, per_address=1000)


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
            app.slate.refresh()
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


async def test_h_no_key_is_a_guest(tmp_path: Path) -> None:
    """Without any key one comes in as a guest, without being asked anything."""
    async with ssh_server(tmp_path) as server:
        client = await server.client(key=None)
        await client.until("tiny guest - player")
        assert "assword" not in client.text


async def test_h_no_key_in_a_house_by_invitation(tmp_path: Path) -> None:
    """Where only listed keys come in, a stranger reads why, and how to make a key."""
    async with ssh_server(tmp_path, access="keys") as server:
        for key in (None, "stranger"):
            client = await server.client(key=key)
            assert await client.ended() == 255
            assert "whose keys its host has listed" in client.text
            assert "ssh-keygen -t ed25519" in client.text
            assert client.text.count("whose keys") == 1
        assert server.house.arrivals == []


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (("--", "uptime"), "runs no commands"),
        (("-t", "--", "uptime"), "runs no commands"),
        (("-T",), "is played on a terminal"),
        (("-s", "--", "sftp"), "has no files"),
        (("--", "scp", "-t", "/tmp"), "has no files"),
    ],
)
async def test_h_other_uses_of_ssh_get_a_sentence(tmp_path: Path, args: tuple[str, ...], says: str) -> None:
    """Commands, no terminal, file transfer: a sentence on stderr, nothing on stdout, a status that is not zero."""
    async with ssh_server(tmp_path) as server:
        status, out, err = await server.run(*args, key="ana")
        assert status == 1
        assert says in err
        assert f"ssh -p {server.port} 127.0.0.1" in err
        assert out == ""
        assert server.house.arrivals == []


@pytest.mark.parametrize("program", ["sftp", "scp"])
async def test_h_sftp_and_scp_end_at_once(tmp_path: Path, program: str) -> None:
    """The real sftp and scp end with an error and the sentence."""
    async with ssh_server(tmp_path) as server:
        options = server.arguments("ana", "player")[1:-1]
        options[options.index("-p")] = "-P"
        target = ["127.0.0.1"] if program == "sftp" else [str(server.known_hosts), "127.0.0.1:x"]
        status, _, err = await server.execute([program, *options, *target])
        assert status != 0
        assert "has no files" in err


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


async def test_h_nothing_is_forwarded(tmp_path: Path) -> None:
    """Through the server nobody reaches other machines, nor do others come back through it; the game goes on."""
    async with ssh_server(tmp_path) as server:
        port = _free_port()
        forwards = ("-L", f"{port}:127.0.0.1:{server.port}", "-R", "0:127.0.0.1:1")
        client = await server.client(key="ana", args=forwards)
        await client.until("tiny key")
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        assert await asyncio.wait_for(reader.read(), 20) == b""
        writer.close()
        (conn,) = server.listener.connections
        assert conn._local_listeners == {}
        client.send("k")
        await client.until("k")


async def test_h_agent_and_x11_are_not_forwarded(tmp_path: Path) -> None:
    """Asking for agent or X11 forwarding changes nothing."""
    async with ssh_server(tmp_path) as server:
        client = await server.client(args=("-A", "-X"), env={"DISPLAY": ":99"})
        await client.until("tiny guest")
        (conn,) = server.listener.connections
        assert conn._agent_listener is None
        assert conn._x11_listener is None


async def test_h_a_second_terminal_on_one_connection_is_refused_clearly(tmp_path: Path) -> None:
    """A second session on a connection is refused with a reason; when the first is over, another may start."""
    async with ssh_server(tmp_path) as server:
        conn, _ = await asyncssh.create_connection(
            Guest, "127.0.0.1", server.port, known_hosts=None, username="x", config=None, agent_path=None
        )
        async with conn:
            first = await conn.create_process(term_type="xterm", encoding=None)
            with pytest.raises(asyncssh.ChannelOpenError, match="one terminal per connection"):
                await conn.create_process(term_type="xterm", encoding=None)
            first.stdin.write(b"Q")
            await asyncio.wait_for(first.wait(), 20)
            await server.until(lambda: not server.listener.sessions)
            second = await conn.create_process(term_type="xterm", encoding=None)
            second.stdin.write(b"Q")
            await asyncio.wait_for(second.wait(), 20)
            assert second.exit_status == 0


async def test_h_connects_killed_at_random_moments(tmp_path: Path) -> None:
    """Clients that die anywhere between knocking and playing leave nothing behind."""
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

        for _ in range(10):
            await asyncio.gather(*(once() for _ in range(5)))
        for _ in range(200):
            await _raw(server.port, rng.randbytes(rng.randint(0, 60)), close_at_once=True)
        await server.until(lambda: not server.listener.connections and not server.listener.sessions)
        await server.until(lambda: not server.house.here)
        await server.until(lambda: len(asyncio.all_tasks()) <= before)
        assert len(server.listener.gatekeeper) == 0
        assert server.listener.gatekeeper.strangers == 0


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


@pytest.mark.parametrize("source", ["127.0.0.1", "127.0.0.2"])
async def test_h_five_hundred_silent_sockets(tmp_path: Path, source: str) -> None:
    """Sockets that say nothing push out each other, not the players; from the same address or from elsewhere."""
    async with ssh_server(tmp_path, limits=Limits(connects_per_minute=10_000)) as server:
        playing = await server.client(key="ana")
        await playing.until("tiny key")
        silent = [await _raw(server.port, b"", source=source) for _ in range(500)]
        client = await server.client(key="bob")
        await client.until("tiny key")
        playing.send("k")
        await playing.until("typed k")
        assert server.listener.gatekeeper.strangers <= Limits().unauthenticated
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


@pytest.mark.parametrize("term", ["xterm-ghostty", "xterm-kitty", "dumb", "vt100", "nonsense", "", "x" * 200])
async def test_h_any_term_gets_a_screen(tmp_path: Path, term: str) -> None:
    """Every TERM gets a screen; only the colours differ."""
    async with ssh_server(tmp_path) as server:
        client = await server.client(term=term)
        await client.until("tiny guest")
        await client.until("last line")


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


@pytest.mark.parametrize("where", ["key", "render", "resize", "start"])
async def test_h_an_exception_ends_one_session_only(tmp_path: Path, where: str) -> None:
    """Whatever breaks in one session: its player gets the terminal back and an apology, the others play on."""
    broken_start = False

    def make(gateway: Any, terminal: Any) -> TinyApp:
        if broken_start:
            raise RuntimeError("start broke")
        return TinyApp(gateway, terminal)

    async with ssh_server(tmp_path, app_factory=make) as server:
        other = await server.client(key="ana")
        await other.until("tiny key")
        broken_start = where == "start"
        client = await server.client()
        if where != "start":
            await client.until("tiny guest")
        if where == "key":
            client.send("X")
        elif where == "render":
            client.send("R")
        elif where == "resize":
            (app,) = (app for app in server.apps if app.gateway.kind is Kind.GUEST)
            app.break_on_resize = True
            client.resize(100, 30)
        assert await client.ended() == 1
        assert "Sorry, something went wrong" in client.text
        if where != "start":
            assert _restored(bytes(client.raw))
        await server.until(lambda: len(server.house.here) == 1)
        other.send("k")
        await other.until("typed k")


def _restored(raw: bytes) -> bool:
    """Whether every mode that was set has been undone after that."""
    pairs = [(b"\x1b[?%dh" % mode, b"\x1b[?%dl" % mode) for mode in (1049, 1000, 1006, 2004)]
    pairs += [(b"\x1b[?25l", b"\x1b[?25h"), (b"\x1b[?7l", b"\x1b[?7h")]
    return all(0 <= raw.rfind(on) < raw.rfind(off) for on, off in pairs)


@pytest.mark.parametrize("way", ["quit", "kick", "stop"])
async def test_h_the_terminal_is_restored_on_every_way_out(tmp_path: Path, way: str) -> None:
    """Quit, kick, shutdown (a crash is tried above): all modes are undone, the farewell is the last line."""
    async with ssh_server(tmp_path) as server:
        client = await server.client()
        await client.until("tiny guest")
        if way == "quit":
            client.send("Q")
        elif way == "kick":
            server.apps[0].leave("you have been asked to leave")
        else:
            await server.listener.stop()
        assert await client.ended() == 0
        assert _restored(bytes(client.raw))
        words = {"quit": "bye then", "kick": "you have been asked to leave", "stop": "The house is closing"}
        assert words[way] in client.text


@pytest.mark.parametrize("way", ["kill", "stop"])
async def test_h_a_widget_that_hangs_keeps_nobody(tmp_path: Path, way: str) -> None:
    """An app in which something waits for ever still ends: the seat is free, the player has the terminal back."""
    async with ssh_server(tmp_path) as server:
        client = await server.client()
        await client.until("tiny guest")
        client.send("H")
        await server.until(lambda: server.apps[0].slate.hangs)
        tasks = [task for task in asyncio.all_tasks() if "Slate" in task.get_name()]
        assert tasks
        if way == "kill":
            client.kill()
        else:
            await server.listener.stop(10)
            assert await client.ended() == 0
            assert "The house is closing" in client.text
        await server.until(lambda: not server.house.here)
        await server.until(lambda: all(task.done() for task in tasks))


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


async def test_h_restart_with_strict_host_key_checking(tmp_path: Path) -> None:
    """After a restart the server has the same key: a client that checks strictly comes in."""
    known: Path
    async with ssh_server(tmp_path) as server:
        client = await server.client()
        await client.until("tiny guest")
        known = server.known_hosts
    text = known.read_text()
    async with ssh_server(tmp_path) as server:
        known.write_text(text.split(" ", 1)[0].rsplit(":", 1)[0] + f":{server.port} " + text.split(" ", 1)[1])
        client = await server.client(args=("-o", "StrictHostKeyChecking=yes"))
        await client.until("tiny guest")


async def test_h_sigterm_and_an_empty_environment(tmp_path: Path) -> None:
    """A server started with an empty environment draws in colour; SIGTERM ends it with farewells and status 0."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        "from server.cli import main; main()",
        *("serve", "--port", str(port), "--home", str(tmp_path)),
        env={"PYTHONPATH": os.pathsep.join(sys.path)},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        cwd=tmp_path,
    )
    maker = ClientMaker(tmp_path, port)
    try:
        assert process.stdout is not None
        shown = b""
        while b"Ctrl-C" not in shown:
            line = await asyncio.wait_for(process.stdout.readline(), 30)
            assert line, (await process.communicate())[1].decode()
            shown += line
        assert f"ssh -p {port} 127.0.0.1".encode() in shown
        assert b"SHA256:" in shown
        client = await maker.client(key="ana")
        await client.until(lambda c: b"\x1b[?1006h" in c.raw and any(c.lines))
        assert b"38;5;" in client.raw
        process.send_signal(signal.SIGTERM)
        assert await client.ended() == 0
        assert _restored(bytes(client.raw))
        assert "closing" in client.text
        assert await asyncio.wait_for(process.wait(), 30) == 0
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
        await maker.close()


async def test_h_a_full_house_says_so(tmp_path: Path) -> None:
    """Beyond the caps a client reads why it is turned away."""
    async with ssh_server(tmp_path, limits=Limits(per_address=1)) as server:
        first = await server.client(key="ana")
        await first.until("tiny key")
        status, _, err = await server.run("-T", key="bob")
        assert status == 255
        assert "too many connections from your address" in err.lower()


async def test_h_too_many_tries_end_the_connection(tmp_path: Path) -> None:
    """An agent with very many keys is told to name one."""
    async with ssh_server(tmp_path, limits=Limits(auth_tries=2), access="keys") as server:
        names = [f"key{n}" for n in range(4)]
        args = [part for name in names for part in ("-i", str(server.keys.path(name)))]
        status, _, err = await server.run("-T", *args, key="first")
        assert status == 255
        assert "Too many keys" in err
