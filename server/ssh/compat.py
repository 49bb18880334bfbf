"""What asyncssh does for every connection and we do not need, taken out; tests/server/test_compat.py notices when
an upgrade makes that needless.
"""

import asyncio
from typing import Any

import asyncssh
from asyncssh.constants import MSG_IGNORE

TOGETHER = 0.1
"""The share of the keepalive interval within which idle connections are asked for a sign of life together."""


class LeanConnection(asyncssh.SSHServerConnection):
    """A server's connection that sends no padding messages, reads no configuration files again, and is asked for a
    sign of life together with others."""

    _keepalive_due = 0.0

    def send_packet(self, pkttype: int, *args: bytes, handler: Any = None) -> None:
        """asyncssh sends an empty IGNORE message before each message, a remedy for CBC ciphers (RFC 4251, 9.3.1).
        We offer none (server/ssh/listener.py), and it doubles the packets of every frame.
        """
        if pkttype != MSG_IGNORE:
            super().send_packet(pkttype, *args, handler=handler)

    async def reload_config(self) -> None:
        """asyncssh works out all its options anew in a thread once it knows the user, for files with rules by user.
        We read no such file.
        """

    def _set_keepalive_timer(self) -> None:
        """asyncssh has a timer per connection, due at a moment of its own. Many due at once cost less: what
        the first has fetched into the processor's caches is there for the others. A little too early, so that a
        dead line is noticed in time.
        """
        interval: float = self._keepalive_interval
        if interval:
            self._keepalive_due = self._next_keepalive(interval)
            self._keepalive_timer = self._loop.call_at(self._keepalive_due, self._keepalive_timer_callback)

    def _reset_keepalive_timer(self) -> None:
        """asyncssh makes a new timer for every packet; mostly that would be due when this one is."""
        if not self._keepalive_timer or self._keepalive_due != self._next_keepalive(self._keepalive_interval):
            super()._reset_keepalive_timer()

    def _next_keepalive(self, interval: float) -> float:
        step = interval * TOGETHER
        return (self._loop.time() + interval) // step * step


class OneWrite:
    """A transport that hands on what is written in one turn of the loop with one write.

    asyncssh writes each packet by itself, and each write is a call of the system and wakes the client.
    """

    def __init__(self, transport: asyncio.Transport) -> None:
        self._transport = transport
        self._loop = asyncio.get_running_loop()
        self._waiting: list[bytes] = []

    def write(self, data: bytes) -> None:
        """Write at the end of this turn."""
        if not self._waiting:
            self._loop.call_soon(self._flush)
        self._waiting.append(data)

    def abort(self) -> None:
        """Close at once, but not before what was written: it may say why."""
        self._flush()
        self._transport.abort()

    def _flush(self) -> None:
        if self._waiting:
            data = b"".join(self._waiting)
            self._waiting.clear()
            self._transport.write(data)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)
