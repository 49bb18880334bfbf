"""What many apps in one process can do to each other and to the process: one test for each known trap."""

import asyncio
import contextlib
import functools
import gc
import json
import logging
import os
import re
import signal
import subprocess
import sys
import threading
import weakref
import webbrowser
from pathlib import Path
from typing import Any

import asyncssh
import pytest

from core.people import Kind
from server.ssh.limits import Limits
from tests.helpers.ssh import Guest, backlog, ssh_server
from tests.helpers.tinyapp import TinyApp


async def test_a01_three_logins_in_a_row(tmp_path: Path) -> None:
    """A third login works like the first, also where Python has eager tasks: nobody changes the loop's factory."""
    factory = asyncio.get_running_loop().get_task_factory()
    async with ssh_server(tmp_path) as server:
        for _ in range(3):
            client = await server.client(key="ana")
            await client.until("tiny key")
            client.send("Q")
            assert await client.ended() == 0
        assert asyncio.get_running_loop().get_task_factory() is factory


async def test_a02_a_probed_key_is_not_a_proved_key(tmp_path: Path) -> None:
    """Who only asks about somebody else's public key and then comes in as a guest is a guest."""
    async with ssh_server(tmp_path) as server:
        victim = asyncssh.read_public_key(str(server.keys.path("victim")) + ".pub")
        offered: list[str] = []

        class Thief(asyncssh.SSHClient):
            def public_key_auth_requested(self) -> Any:
                # A key pair without its private half: the server is asked about it and says "yes, prove it".
                if offered:
                    return None
                offered.append("victim")
                return _Unprovable(victim)

            def kbdint_auth_requested(self) -> str:
                return ""

        conn, _ = await asyncssh.create_connection(
            Thief, "127.0.0.1", server.port, known_hosts=None, username="victim", config=None, agent_path=None
        )
        async with conn:
            await conn.create_process(term_type="xterm", encoding=None)
            await server.until(lambda: server.house.arrivals)
        assert offered == ["victim"]
        (gate,) = server.house.arrivals
        assert (gate.kind, gate.account) == (Kind.GUEST, None)


class _Unprovable(asyncssh.SSHKeyPair):
    """A public key that cannot sign."""

    def __init__(self, key: asyncssh.SSHKey) -> None:
        super().__init__(
            key.algorithm,
            key.algorithm,
            [key.algorithm],
            [key.algorithm],
            key.public_data,
            b"stolen",
            None,
            None,
        )

    @property
    def has_cert(self) -> bool:
        return False

    def sign(self, data: bytes) -> bytes:
        return b"no signature at all"


async def test_a02_a_proved_key_is_the_account(tmp_path: Path) -> None:
    """Who proves a key is known by its fingerprint, whatever name they give."""
    async with ssh_server(tmp_path) as server:
        client = await server.client(key="ana", user="somebody")
        await client.until(f"tiny key {server.keys.account('ana')} somebody")


async def test_a03_stdout_stays_when_apps_end_out_of_order(tmp_path: Path) -> None:
    """The process keeps its own stdout and stderr while apps run and when the first one ends first."""
    out, err = sys.stdout, sys.stderr
    async with ssh_server(tmp_path) as server:
        first, second = await server.client(), await server.client()
        for client in (first, second):
            await client.until("tiny guest")
            assert (sys.stdout, sys.stderr) == (out, err)
        for client in (first, second):
            client.send("Q")
            await client.ended()
            assert (sys.stdout, sys.stderr) == (out, err)


async def test_a04_colours_do_not_leak_between_players(tmp_path: Path) -> None:
    """Players with different terminals each get their own depth of colour, at the same time, in any order."""
    async with ssh_server(tmp_path) as server:
        terms = ["dumb", "xterm-kitty", "vt100", "xterm-256color", "xterm-kitty", "dumb"]
        expected: dict[str, set[str]] = {
            "dumb": set(),
            "vt100": {"16"},
            "xterm-256color": {"256"},
            "xterm-kitty": {"truecolor"},
        }
        clients = [await server.client(term=term) for term in terms]
        for term, client in zip(terms, clients, strict=True):
            await client.until("last line")
            client.send("a")
            await client.until("typed a")
            depths = {_depth(codes) for codes in re.findall(rb"\x1b\[([\d;]*)m", bytes(client.raw))}
            assert depths - {"plain"} == expected[term], term


def _depth(codes: bytes) -> str:
    """The kind of colour that an SGR sequence asks for."""
    if b"38;2;" in codes or b"48;2;" in codes:
        return "truecolor"
    if b"38;5;" in codes or b"48;5;" in codes:
        return "256"
    return "16" if any(30 <= int(code or 0) <= 107 for code in codes.split(b";")) else "plain"


@pytest.mark.parametrize(
    "poison",
    [
        b"\x1b[99999999;1u",
        b"\x1b[1114112;1u",
        b"\x1b[48;0;0;0;0t\x1b[<0;3;3M",
        b"\x1b[<" + b"9" * 40 + b";1;1M",
        b"\x1b[;;;;;;;;;~",
        b"\x1b[?2026;9$y\x1b[?2048;9$y",
        b"\xff\xfe\x80\x1b[\xc3",
        b"\x1b[200~\x1b[201~\x1b[201~",
        b"\x1bP+q544e\x1b\\\x1b]11;rgb:0/0/0\x07",
    ],
)
async def test_a05_the_input_survives_malformed_sequences(tmp_path: Path, poison: bytes) -> None:
    """After a malformed sequence the keys still work."""
    async with ssh_server(tmp_path) as server:
        client = await server.client()
        await client.until("tiny guest")
        client.send(poison)
        # A sequence that is not over would swallow the next key: as at a real keyboard, time ends it.
        for _ in range(20):
            client.send("z")
            with contextlib.suppress(AssertionError):
                await client.until(lambda c: c.lines[2].endswith("zz"), timeout=1)
                break
        assert client.lines[2].endswith("zz")


async def test_a06_one_flooding_client_does_not_stop_the_others(tmp_path: Path) -> None:
    """While one client pours in all it can, another's keys are answered one by one."""
    async with ssh_server(tmp_path) as server:
        flood = await server.client()
        await flood.until("tiny guest")
        pouring = asyncio.create_task(flood.send_all(b"\x1b[M   abcdefgh" * 200_000))
        other = await server.client(key="ana")
        await other.until("tiny key")
        for n in range(1, 21):
            other.send("y")
            await other.until(f"typed {'y' * n}")
        assert not pouring.done()
        pouring.cancel()


async def test_a07_sizes_are_claims(tmp_path: Path) -> None:
    """A claimed size is clamped, zero means 80×24, and a size report among the keys changes nothing."""
    async with ssh_server(tmp_path) as server:
        for claim, size in (((60000, 60000), (400, 150)), ((0, 0), (80, 24)), ((40, 10), (40, 10))):
            conn, _ = await asyncssh.create_connection(
                Guest, "127.0.0.1", server.port, known_hosts=None, username="x", config=None, agent_path=None
            )
            async with conn:
                process = await conn.create_process(term_type="xterm", term_size=claim, encoding=None)
                await server.until(lambda: server.apps and server.apps[0].shown.is_set())
                (app,) = server.apps
                assert tuple(app.size) == size
                process.stdin.write(b"\x1b[48;50;200;1000;2000tk")
                slate = app.slate
                await server.until(functools.partial(_typed, slate, "k"))
                assert tuple(app.size) == size
                process.change_terminal_size(4_000_000_000, 4_000_000_000)
                await server.until(lambda: [tuple(app.size) for app in server.apps] == [(400, 150)])
            await server.until(lambda: not server.listener.sessions)


def _typed(slate: Any, text: str) -> bool:
    return bool(slate.typed == text)


async def test_a08_a_stalled_reader_is_not_painted_for_and_gets_a_whole_frame(tmp_path: Path) -> None:
    """While nobody reads, buffers stay bounded; when reading goes on, the screen is right."""
    async with ssh_server(tmp_path) as server:
        client = await server.client(size=(400, 150))
        await client.until("last line")
        (app,) = server.apps
        (conn,) = server.listener.connections
        client.freeze()
        driver = app.driver
        held = most = 0
        while held < 200:
            app.slate.marks += 1
            app.slate.repaint_whole()
            await asyncio.sleep(0)
            held += driver.held
            most = max(most, backlog(conn))
        assert most < 256 * 1024  # a frame of this size has 60 KiB
        client.thaw()
        await client.until(f"marks {app.slate.marks}")
        await client.until(lambda c: c.lines[149] == "last line")


async def test_a08_a_line_that_stands_still_is_closed(tmp_path: Path) -> None:
    """After the limit of a stall the session ends, the player counts as gone, and others play on."""
    async with ssh_server(tmp_path, limits=Limits(stall=0.2)) as server:
        stalled = await server.client(size=(400, 150))
        await stalled.until("last line")
        other = await server.client(key="ana")
        await other.until("tiny key")
        (app,) = (app for app in server.apps if app.gateway.kind is Kind.GUEST)
        stalled.freeze()
        while app.driver is not None:  # what the system still takes may let go of the line once more
            if not app.driver.held:
                app.slate.marks += 1
                app.slate.repaint_whole()
            await asyncio.sleep(0)
        await server.until(lambda: len(server.listener.connections) == 1)
        await server.until(lambda: [gate.kind for gate in server.house.here] == [Kind.KEY])
        other.send("y")
        await other.until("typed y")
        stalled.thaw()


async def test_a09_each_session_runs_as_itself(tmp_path: Path) -> None:
    """The app that a widget finds is its own, with keys of several sessions coming in between each other."""
    seen: list[tuple[Any, Any]] = []

    class Watchful(TinyApp):
        def on_key(self) -> None:
            seen.append((self, self.slate.app))

    async with ssh_server(tmp_path, app_factory=Watchful) as server:
        clients = [await server.client() for _ in range(3)]
        for client in clients:
            await client.until("tiny guest")
        for letter in "abcde":
            for client in clients:
                client.send(letter)
        for client in clients:
            await client.until("typed abcde")
        await server.until(lambda: len(seen) == 15)
        assert all(app is found for app, found in seen)
        assert len({id(app) for app, _ in seen}) == 3


async def test_a10_the_app_does_nothing_on_the_servers_machine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No browser, no file, no suspend: whatever an app asks for stays away from the host."""
    opened: list[str] = []
    monkeypatch.setattr(webbrowser, "open", lambda url, *rest: opened.append(url))
    work = tmp_path / "work"
    work.mkdir()
    monkeypatch.chdir(work)
    async with ssh_server(tmp_path) as server:
        client = await server.client()
        await client.until("tiny guest")
        (app,) = server.apps
        app.open_url("https://example.org")
        app.driver.open_url("https://example.org")
        app.deliver_text("x", save_directory=work)
        app.deliver_binary("x", save_directory=work)
        app.deliver_screenshot()
        app.save_screenshot(path=str(work))
        app.action_screenshot()
        app.action_suspend_process()
        app.action_command_palette()
        client.send("\x1az")  # Ctrl-Z is a key like others
        await client.until("z")
        assert opened == []
        assert list(work.iterdir()) == []
        assert not app.driver.can_suspend


async def test_a10_a_crash_is_an_apology_and_a_log_line(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    """The player reads an apology with an id; the log has the id and the traceback; stderr has no values."""
    async with ssh_server(tmp_path) as server:
        client = await server.client()
        await client.until("tiny guest")
        with caplog.at_level(logging.ERROR):
            client.send("X")
            assert await client.ended() == 1
        (record,) = [r for r in caplog.records if r.getMessage() == "session_crashed"]
        crash: str = record.__dict__["crash"]
        assert "Sorry" in client.text
        assert crash in client.text
        assert record.exc_info is not None
        assert "key broke" in str(record.exc_info[1])
    assert "locals" not in capfd.readouterr().err


async def test_a11_no_threads_and_no_signal_handlers(tmp_path: Path) -> None:
    """Sessions bring neither threads nor handlers of signals."""
    numbers = [signal.SIGTSTP, signal.SIGCONT, signal.SIGWINCH, signal.SIGINT, signal.SIGTERM]
    handlers = [signal.getsignal(number) for number in numbers]
    threads = set(threading.enumerate())
    async with ssh_server(tmp_path) as server:
        clients = [await server.client() for _ in range(2)]
        for client in clients:
            await client.until("tiny guest")
        assert [signal.getsignal(number) for number in numbers] == handlers
        new = {thread.name for thread in set(threading.enumerate()) - threads}
        assert not {name for name in new if "textual" in name.lower()}


async def test_a11_a_lone_escape_arrives(tmp_path: Path) -> None:
    """Esc alone is a key, told from a sequence by waiting."""
    async with ssh_server(tmp_path) as server:
        client = await server.client()
        await client.until("tiny guest")
        client.send("\x1b")
        await client.until("typed <escape>")


async def test_a11_bell_and_title_come_at_once_and_clean(tmp_path: Path) -> None:
    """The bell rings without a frame behind it; a title's control characters are gone; the old title comes back."""
    async with ssh_server(tmp_path) as server:
        client = await server.client()
        await client.until("tiny guest")
        client.send("B")
        await client.until(lambda c: b"\x07" in c.raw)
        client.send("T")
        await client.until(lambda c: b"\x1b]2;it is your turn]2;no\x07" in c.raw)
        assert b"\x1b[22;2t" in client.raw
        client.send("Q")
        await client.ended()
        assert b"\x1b[23;2t" in client.raw
        assert b"bye then\r\n" in client.raw


async def test_a11_one_write_per_frame(tmp_path: Path) -> None:
    """A frame is one write to the channel."""
    async with ssh_server(tmp_path) as server:
        client = await server.client()
        await client.until("tiny guest")
        (session,) = server.listener.sessions
        writes: list[bytes] = []
        send = session.send

        def noted(data: bytes) -> None:
            writes.append(data)
            send(data)

        assert session.app is not None
        assert session.app.driver is not None
        session.app.driver._link.send = noted  # type: ignore[method-assign]
        client.send("k")
        await client.until("typed k")
        assert len(writes) == 1


def test_a12_settings_come_from_us_not_from_the_environment() -> None:
    """Whatever the server was started with, Textual gets our settings, and nothing of its debugging."""
    code = (
        "import json, tui.hosted; from textual import constants as c; "
        "print(json.dumps([c.DEBUG, c.LOG_FILE, c.COLOR_SYSTEM, c.MAX_FPS, c.SMOOTH_SCROLL, c.DISABLE_KITTY_KEY,"
        " c.DRIVER, c.FILTERS, c.DEFAULT_THEME, c.PRESS]))"
    )
    hostile = {
        "TEXTUAL": "debug,devtools",
        "TEXTUAL_DEBUG": "1",
        "TEXTUAL_LOG": "/tmp/keystrokes.log",
        "TEXTUAL_COLOR_SYSTEM": "standard",
        "TEXTUAL_FPS": "5",
        "TEXTUAL_DRIVER": "os:path",
        "TEXTUAL_FILTERS": "dim",
        "TEXTUAL_THEME": "dracula",
        "TEXTUAL_PRESS": "q",
        "NO_COLOR": "1",
        "COLORTERM": "truecolor",
        "TERM": "dumb",
        "COLUMNS": "7",
    }
    results = []
    for environ in (hostile, {}):
        run = subprocess.run(
            [sys.executable, "-c", code],
            env={**environ, "PYTHONPATH": os.pathsep.join(sys.path)},
            capture_output=True,
            text=True,
            check=True,
        )
        results.append(json.loads(run.stdout))
    assert (
        results[0] == results[1] == [False, None, "truecolor", 60, False, True, None, "", "textual-dark", ""]
    )


async def test_a13_closed_sessions_leave_memory(tmp_path: Path) -> None:
    """After several sessions and a collection at most one dead app can be reached."""
    apps: list[weakref.ref[TinyApp]] = []

    def make(gateway: Any, terminal: Any) -> TinyApp:
        app = TinyApp(gateway, terminal)
        apps.append(weakref.ref(app))
        return app

    async with ssh_server(tmp_path, app_factory=make) as server:
        for n in range(6):
            client = await server.client(key="ana" if n % 2 else None)
            await client.until("tiny")
            if n % 3 == 2:
                client.kill()
            else:
                client.send("xQ")
            await client.ended()
        await server.until(lambda: not server.listener.sessions)
        await server.until(lambda: not server.listener.connections)
        await asyncio.sleep(0)
        gc.collect()
        assert len(apps) == 6
        assert sum(ref() is not None for ref in apps) <= 1
    assert not [task for task in asyncio.all_tasks() if task.get_name() in ("app", "session")]


async def test_a14_few_sessions_start_at_once(tmp_path: Path) -> None:
    """However many log in together, only so many draw their first screen at the same time."""
    starting: set[TinyApp] = set()
    most = 0

    def make(gateway: Any, terminal: Any) -> TinyApp:
        nonlocal most
        app = TinyApp(gateway, terminal)
        starting.difference_update({other for other in starting if other.shown.is_set()})
        starting.add(app)
        most = max(most, len(starting))
        return app

    async with ssh_server(tmp_path, app_factory=make, limits=Limits(starting=2)) as server:
        clients = await asyncio.gather(*(server.client() for _ in range(8)))
        for client in clients:
            await client.until("tiny guest")
        assert 1 <= most <= 2


async def test_a14_apps_of_a_class_share_one_small_stylesheet(tmp_path: Path) -> None:
    """The stylesheet is parsed once, and is small."""
    async with ssh_server(tmp_path) as server:
        clients = [await server.client() for _ in range(2)]
        for client in clients:
            await client.until("tiny guest")
        first, second = server.apps
        assert first.stylesheet is second.stylesheet
        assert len(first.stylesheet.rules) < 80
