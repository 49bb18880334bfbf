"""The command: help for a host, and one sentence for everything that can be wrong at the start."""

import asyncio
import contextlib
import importlib.metadata
import os
import signal
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from server.cli import main
from server.config import Config
from tests.helpers.ssh import ClientMaker
from tests.helpers.terminal import TerminalClient

COMMAND = [sys.executable, "-m", "server"]


def environment() -> dict[str, str]:
    """An environment in which the packages are found, and nothing else."""
    return {"PYTHONPATH": os.pathsep.join(sys.path), "PATH": os.environ.get("PATH", "")}


def run(*args: str) -> subprocess.CompletedProcess[str]:
    """Run the command to its end."""
    return subprocess.run([*COMMAND, *args], capture_output=True, text=True, timeout=60, env=environment())


@pytest.fixture
def taken() -> Iterator[int]:
    """A port on which somebody listens."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        yield listening.getsockname()[1]


def test_help_names_what_a_host_needs() -> None:
    """The help page has every option, without loading the server."""
    result = run("serve", "--help")
    assert result.returncode == 0
    for word in ("--host", "--port", "--home", "--access", "authorized_keys", "Ctrl-C"):
        assert word in result.stdout
    assert run("version").stdout.startswith("inglenook ")


@pytest.mark.parametrize(
    ("args", "status", "says"),
    [
        (("serve", "--host", "0.0.0.0"), 2, "say who may come"),
        (("serve", "--host", "::"), 2, "say who may come"),
        (("serve", "--port", "70000"), 2, "--port"),
        (("serve", "--access", "friends"), 2, "--access"),
        (("serve", "--limit", "players=3"), 2, "per_address"),
        (("serve", "--limit", "per_address=many"), 2, "--limit per_address"),
        (("serve", "--limit", "per_address=0"), 2, "--limit per_address"),
        (("serve", "--proxy", "balancer"), 2, "'balancer' is not a network"),
        (("serve", "--nonsense"), 2, "--nonsense"),
        (("play",), 1, "needs a terminal"),
        (("dance",), 2, "dance"),
    ],
)
def test_mistakes_get_a_sentence(args: tuple[str, ...], status: int, says: str) -> None:
    """A wrong option ends at once with a sentence and no traceback."""
    result = run(*args)
    assert result.returncode == status
    assert says in result.stderr
    assert "Traceback" not in result.stderr
    assert result.stdout == ""


def test_a_taken_port_is_a_sentence(tmp_path: Path, taken: int) -> None:
    """Before anything else is opened the host learns that somebody listens there."""
    result = run("serve", "--port", str(taken), "--home", str(tmp_path))
    assert result.returncode == 1
    assert f"127.0.0.1 port {taken} is taken" in result.stderr
    assert "Traceback" not in result.stderr
    assert not (tmp_path / "data").exists()


def test_a_foreign_address_is_a_sentence(tmp_path: Path) -> None:
    """An address that is not this machine's."""
    result = run("serve", "--host", "192.0.2.1", "--access", "open", "--home", str(tmp_path))
    assert result.returncode == 1
    assert "Cannot listen on 192.0.2.1" in result.stderr
    assert "Traceback" not in result.stderr


def test_an_unwritable_folder_is_a_sentence(tmp_path: Path) -> None:
    """A home that cannot be written."""
    (tmp_path / "file").write_text("in the way")
    result = run("serve", "--port", "0", "--home", str(tmp_path / "file" / "home"))
    assert result.returncode == 1
    assert "Cannot write the host key" in result.stderr
    assert "Traceback" not in result.stderr


def test_a_key_that_others_can_read_is_a_sentence(tmp_path: Path) -> None:
    """A loose mode of the host key."""
    (tmp_path / "keys").mkdir()
    key = tmp_path / "keys" / "ssh_host_ed25519_key"
    key.write_text("secret")
    key.chmod(0o644)
    result = run("serve", "--port", "0", "--home", str(tmp_path))
    assert result.returncode == 1
    assert "chmod 600" in result.stderr
    assert "Traceback" not in result.stderr


def test_old_python_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python 3.10 is told so, before anything that it cannot read."""
    code = "import sys; sys.version_info = (3, 10, 4, 'final', 0); sys.version = '3.10.4 (main)'; import server.cli"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment())
    assert result.returncode == 1
    assert "needs Python 3.11" in result.stderr
    assert "3.10.4" in result.stderr
    assert "Traceback" not in result.stderr


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "::1", "127.0.0.99"])
def test_this_machine_is_open_by_default(host: str, tmp_path: Path) -> None:
    """On loopback nothing needs to be said."""
    config = Config(host=host, home=tmp_path)
    assert config.only_here
    assert config.admits == "open"


def test_the_command_is_importable() -> None:
    """What pyproject names exists."""
    assert set(main.commands) == {"serve", "play", "version"}
    (script,) = importlib.metadata.entry_points(group="console_scripts", name="inglenook")
    assert callable(script.load())


def test_ctrl_c_while_everything_is_loaded_says_nothing() -> None:
    """Whoever thinks better of it right after the start reads no traceback."""
    code = "import sys, server.__main__ as start; sys.meta_path.insert(0, Slow()); start.run()"
    slow = (
        "class Slow:\n"
        "    def find_spec(self, name, path, target=None):\n"
        "        if name == 'pydantic': print('loading', flush=True); import time; time.sleep(60)\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", slow + code, "serve"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    )
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == b"loading\n"
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
    finally:
        process.kill()
    assert process.returncode == -signal.SIGINT
    assert err == b""


@contextlib.asynccontextmanager
async def serving(home: Path) -> AsyncIterator[tuple[asyncio.subprocess.Process, ClientMaker]]:
    """A server as its own process, with a maker of clients."""
    process = await asyncio.create_subprocess_exec(
        *COMMAND,
        *("serve", "--port", "0", "--home", str(home)),
        env=environment(),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    assert process.stdout is not None
    try:
        shown = ""
        while "Ctrl-C" not in shown:
            line = await asyncio.wait_for(process.stdout.readline(), 30)
            assert line
            shown += line.decode()
        port = int(shown.split("ssh -p ", 1)[1].split()[0])
        maker = ClientMaker(home, port)
        try:
            yield process, maker
        finally:
            await maker.close()
    finally:
        if process.returncode is None:
            process.kill()
        await process.communicate()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_a_signal_closes_the_house(tmp_path: Path, number: signal.Signals) -> None:
    """Everybody is told and gets the terminal back; the server ends with status 0."""
    async with serving(tmp_path) as (process, maker):
        clients = [await maker.client(key=name) for name in ("ana", None)]
        for client in clients:
            await client.until(lambda c: any(c.lines) and b"\x1b[?1049h" in c.raw)
        process.send_signal(number)
        for client in clients:
            assert await client.ended() == 0
            assert "closing" in client.text
        assert await asyncio.wait_for(process.wait(), 30) == 0


async def test_a_second_signal_does_not_wait_for_stalled_lines(tmp_path: Path) -> None:
    """A client that hangs cannot keep a server from ending."""
    async with serving(tmp_path) as (process, maker):
        client = await maker.client(key="ana")
        await client.until(lambda c: b"\x1b[?1049h" in c.raw and any(c.lines))
        client.freeze()
        process.send_signal(signal.SIGTERM)
        process.send_signal(signal.SIGTERM)
        assert await asyncio.wait_for(process.wait(), 30) == 0
        client.thaw()


async def test_play_runs_on_the_local_terminal_and_restores_it(tmp_path: Path) -> None:
    """`inglenook play` draws the same house, follows a resize, and gives the terminal back."""
    client = TerminalClient((80, 24))
    try:
        await client.start([*COMMAND, "play"], {**environment(), "TERM": "xterm-256color"}, tmp_path)
        await client.until(lambda c: b"\x1b[?1049h" in c.raw and any(c.lines))
        client.resize(100, 30)
        before = len(client.raw)
        await client.until(lambda c: len(c.raw) > before)
        assert client.process is not None
        client.process.send_signal(signal.SIGTERM)
        assert await client.ended() == 0
        assert client.raw.rfind(b"\x1b[?1049l") > client.raw.rfind(b"\x1b[?1049h")
    finally:
        await client.close()
