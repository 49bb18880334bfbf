"""What server/ssh/compat.py takes out of asyncssh: that it still has to be, and that nothing is lost with it."""

import asyncio
import importlib.metadata
import inspect
from pathlib import Path
from typing import Any, cast

import asyncssh
import pytest
from asyncssh.connection import SSHConnection, SSHConnectionOptions
from asyncssh.constants import MSG_IGNORE

from server.ssh.compat import LeanConnection, OneWrite
from server.ssh.listener import CIPHERS
from tests.helpers.ssh import ssh_server


class Wire:
    """A transport that notes what is done with it."""

    def __init__(self) -> None:
        self.done: list[bytes | str] = []

    def write(self, data: bytes) -> None:
        """Note the bytes."""
        self.done.append(data)

    def abort(self) -> None:
        """Note the end."""
        self.done.append("aborted")

    def get_write_buffer_size(self) -> int:
        """Something that is only handed on."""
        return 7


def test_asyncssh_still_does_what_is_taken_out() -> None:
    """An IGNORE before each message, one write per packet, options worked out anew in a thread."""
    assert importlib.metadata.version("asyncssh") == "2.24.1"
    assert "self.send_packet(MSG_IGNORE" in inspect.getsource(SSHConnection.send_packet)
    assert "self._send(packet + mac)" in inspect.getsource(SSHConnection.send_packet)
    assert "run_in_executor" in inspect.getsource(SSHConnectionOptions.construct)
    assert "self._loop.call_later(" in inspect.getsource(SSHConnection._set_keepalive_timer)
    assert "_cancel_keepalive_timer()" in inspect.getsource(SSHConnection._reset_keepalive_timer)


def test_no_cipher_needs_the_ignored_messages() -> None:
    """They are a remedy for the chained blocks of CBC."""
    assert not [cipher for cipher in CIPHERS if "cbc" in cipher]


async def test_nothing_is_sent_to_be_ignored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """From the login to the first screen a client gets no message that it has to throw away."""
    received: list[int] = []

    def note(self: object, pkttype: int, *rest: object) -> None:
        received.append(pkttype)

    monkeypatch.setattr(asyncssh.SSHClientConnection, "log_received_packet", note)
    async with ssh_server(tmp_path) as server:
        path = str(server.keys.path("ana"))
        async with asyncssh.connect(
            "127.0.0.1", server.port, username="ana", client_keys=[path], known_hosts=None, config=None,
            agent_path=None,
        ) as client:  # fmt: skip
            await client.create_session(asyncssh.SSHClientSession, term_type="xterm")
            await server.until(lambda: len(server.apps) == 1 and server.apps[0].shown.is_set())
    assert received
    assert MSG_IGNORE not in received


class Loop:
    """A loop whose time is set by hand; notes what is due when."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.due: list[float] = []

    def time(self) -> float:
        """The time."""
        return self.now

    def call_at(self, when: float, callback: object) -> "Loop":
        """Note it; the loop itself stands for the timer."""
        self.due.append(when)
        return self

    def cancel(self) -> None:
        """Forget the timer."""
        self.due.pop()


def test_idle_connections_are_asked_together_and_never_late() -> None:
    """What is heard within a moment moves no timer; timers are due at common moments, at most an interval off."""
    loop: Any = Loop()
    first, second = (object.__new__(LeanConnection) for _ in range(2))
    for connection in (first, second):
        connection._loop, connection._keepalive_timer = loop, None
        connection._keepalive_interval, connection._auth_complete = 30, True
    first._reset_keepalive_timer()
    loop.now += 0.7
    second._reset_keepalive_timer()
    first._reset_keepalive_timer()
    assert loop.due == [1029.0, 1029.0]
    loop.now += 3.0
    second._reset_keepalive_timer()
    assert loop.due == [1029.0, 1032.0]
    assert all(loop.now + 27 <= due <= loop.now + 30 for due in loop.due[1:])


async def test_what_is_written_in_one_turn_goes_out_at_once() -> None:
    """Several packets of one turn of the loop are one write; those of the next are another."""
    wire = Wire()
    one = OneWrite(cast(asyncio.Transport, wire))
    one.write(b"a")
    one.write(b"b")
    assert wire.done == []
    await asyncio.sleep(0)
    assert wire.done == [b"ab"]
    one.write(b"c")
    await asyncio.sleep(0)
    assert wire.done == [b"ab", b"c"]


async def test_last_words_come_before_the_end() -> None:
    """What was written before an abort is sent first, once; all else is the transport's own."""
    wire = Wire()
    one = OneWrite(cast(asyncio.Transport, wire))
    one.write(b"why")
    one.abort()
    await asyncio.sleep(0)
    assert wire.done == [b"why", "aborted"]
    assert one.get_write_buffer_size() == 7


def test_a_connection_of_ours_is_lean() -> None:
    """The listener's connections leave both out."""
    assert LeanConnection.reload_config is not asyncssh.SSHServerConnection.reload_config
    assert LeanConnection.send_packet is not asyncssh.SSHServerConnection.send_packet
