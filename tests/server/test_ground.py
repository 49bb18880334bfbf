"""What a server's process stands on."""

import json
import os
import resource
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

CODE = """
import json, os, resource, sys
{before}
from server import ground
ground.open_streams()
left = ground.allow_files({connections})
print("to stdout"); print("to stderr", file=sys.stderr)
with open({path!r}, "w") as file:
    json.dump([left, resource.getrlimit(resource.RLIMIT_NOFILE)[0], [os.fstat(n).st_rdev for n in range(3)]], file)
"""


def ground(tmp_path: Path, before: str, connections: int = 10) -> list[object]:
    """What is found after `before` in a process of its own."""
    path = tmp_path / "found"
    code = CODE.format(before=before, connections=connections, path=str(path))
    environ = {"PYTHONPATH": os.pathsep.join(sys.path)}
    subprocess.run([sys.executable, "-c", code], check=True, env=environ, stdout=-3, stderr=-3, timeout=60)
    found: list[object] = json.loads(path.read_text())
    return found


def test_closed_streams_get_somewhere_to_go(tmp_path: Path) -> None:
    """A server that is started without streams may print."""
    null = Path(os.devnull).stat().st_rdev
    before = "sys.stdin = sys.stdout = sys.stderr = None\nfor n in range(3): os.close(n)"
    assert ground(tmp_path, before)[2] == [null] * 3


@pytest.mark.parametrize(("soft", "hard", "left", "then"), [(100, 4096, None, 1200), (100, 512, 512, 512)])
def test_a_house_has_handles_for_all_its_guests(
    tmp_path: Path, soft: int, hard: int, left: int | None, then: int
) -> None:
    """The soft limit of open files is raised as far as it must and may be."""
    assert resource.getrlimit(resource.RLIMIT_NOFILE)[1] >= hard
    before = f"resource.setrlimit(resource.RLIMIT_NOFILE, ({soft}, {hard}))"
    assert ground(tmp_path, before, 1000)[:2] == [left, then]


@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGTERM])
def test_a_server_whose_output_nobody_takes_runs_all_the_same(tmp_path: Path, number: signal.Signals) -> None:
    """Full, closed or broken pipes for its greeting and log: it listens, and ends in order."""
    code = "from server.cli import main; main()"
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-c", code, "serve", "--port", str(port), "--home", str(tmp_path)]
    streams = "</dev/full >/dev/full 2>/dev/full" if number == signal.SIGTERM else "<&- >&- 2>&-"
    process = subprocess.Popen(
        ["/bin/sh", "-c", f'exec "$@" {streams}', "sh", *command],
        env={"PYTHONPATH": os.pathsep.join(sys.path)},
    )
    try:
        assert _greeting(process, port).startswith(b"SSH-2.0-Inglenook")
        process.send_signal(number)
        assert process.wait(30) == 0
    finally:
        process.kill()
        process.wait()


def _greeting(process: subprocess.Popen[bytes], port: int) -> bytes:
    while process.poll() is None:
        try:
            with socket.create_connection(("127.0.0.1", port)) as line:
                return line.recv(100)
        except ConnectionRefusedError:
            continue
    return b""
