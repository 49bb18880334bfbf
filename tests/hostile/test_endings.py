"""Every way out: the player gets the terminal back, the others play on, the house knows."""

import asyncio
import os
import signal
import socket
import sys
from pathlib import Path
from typing import Any

import pytest

from core.people import Kind
from tests.helpers.ssh import ClientMaker, ssh_server
from tests.helpers.tinyapp import TinyApp, TinyGate


def _restored(raw: bytes) -> bool:
    """Whether every mode that was set has been undone after that."""
    pairs = [(b"\x1b[?%dh" % mode, b"\x1b[?%dl" % mode) for mode in (1049, 1000, 1006, 2004)]
    pairs += [(b"\x1b[?25l", b"\x1b[?25h"), (b"\x1b[?7l", b"\x1b[?7h")]
    return all(0 <= raw.rfind(on) < raw.rfind(off) for on, off in pairs)


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


@pytest.mark.parametrize("way", ["quit", "kill"])
async def test_h_an_exception_at_the_end_of_a_session_ends_it_all_the_same(
    tmp_path: Path, way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The house fails while somebody leaves or is cut off: their place is free, the others play on."""
    close = TinyGate.close

    def broken(gate: TinyGate) -> None:
        close(gate)
        if gate.kind is Kind.GUEST:
            raise RuntimeError("disconnect broke")

    monkeypatch.setattr(TinyGate, "close", broken)
    async with ssh_server(tmp_path) as server:
        other = await server.client(key="ana")
        await other.until("tiny key")
        client = await server.client()
        await client.until("tiny guest")
        if way == "quit":
            client.send("Q")
            await client.ended()
            assert _restored(bytes(client.raw))
        else:
            client.kill()
        await server.until(lambda: len(server.listener.sessions) == 1)
        await server.until(lambda: len(server.listener.connections) == 1)
        other.send("k")
        await other.until("typed k")


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
