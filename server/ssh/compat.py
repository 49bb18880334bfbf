"""What asyncssh does for every connection and we do not need, taken out; tests/server/test_compat.py notices when
an upgrade makes that needless.
"""

import asyncio
from typing import Any

import asyncssh
from asyncssh.constants import MSG_IGNORE


class LeanConnection(asyncssh.SSHServerConnection):
    """A server's connection that sends no padding messages and reads no configuration files again."""

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
