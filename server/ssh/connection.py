"""One SSH connection that cannot cost more than its share: asyncssh works off all that a client sends at once.

Without this one client that pours in requests (a new window size, a question to be answered, a signature to be
made) stops everybody, and one that never reads, or never ends a key exchange, makes the server's memory grow.
Private names of asyncssh are touched here and in server/ssh/compat.py only.
"""

import asyncio
import logging
from collections.abc import Callable
from typing import Any, Protocol

import asyncssh

from server.ssh.compat import LeanConnection
from server.ssh.doorman import LINGER, LINGERING, last_word
from server.ssh.limits import Ticket

log = logging.getLogger("inglenook.connection")

TURN_BYTES = 2048
"""The most that is worked off for one connection in one turn of the loop."""

RATE = 24 * 1024
"""Bytes a second that a connection may send for long; a player sends a few hundred."""

BURST = 128 * 1024

PACKET_COST = 100
"""What a packet counts beside its bytes: it is packets that cost time, and the smallest have 36 bytes."""

SMALLEST_PACKET = 1024
"""A client that claims to take less at a time (nobody needs to, RFC 4253, 6.1) would have each frame sent as
thousands of packets."""

ENVIRONMENT = frozenset({b"LANG", b"LC_ALL", b"LC_CTYPE", b"LC_MESSAGES", b"COLORTERM", b"NO_COLOR"})
"""What tui/terminal.py looks at; nothing else that a client sends is kept."""

ENVIRONMENT_VALUE = 64  # bytes


class Occupant(Protocol):
    """Whoever sits behind the connection's session, if there is one."""

    def line_full(self, full: bool) -> None: ...


class Owner(Protocol):
    """What a connection knows of its login."""

    @property
    def session(self) -> Occupant | None: ...


class SmallReads(asyncio.BufferedProtocol):
    """Reads little at a time from the transport: of a flood the most stays in the system's buffers, and there the
    client's end is noticed in front of it."""

    # One for all: it is filled and emptied within one callback.
    _buffer = memoryview(bytearray(2 * TURN_BYTES))

    def __init__(self, connection: asyncio.Protocol) -> None:
        self._connection = connection

    def get_buffer(self, sizehint: int) -> memoryview:
        """Where the transport may put what has come."""
        return self._buffer

    def buffer_updated(self, nbytes: int) -> None:
        """So much has come."""
        self._connection.data_received(bytes(self._buffer[:nbytes]))

    def eof_received(self) -> bool | None:
        """The client has shut its side."""
        return self._connection.eof_received()

    def connection_lost(self, exc: Exception | None) -> None:
        """The transport is closed."""
        self._connection.connection_lost(exc)

    def pause_writing(self) -> None:
        """The transport holds more than it should."""
        self._connection.pause_writing()

    def resume_writing(self) -> None:
        """The transport has drained."""
        self._connection.resume_writing()


class HouseChannel(asyncssh.SSHServerChannel[bytes]):
    """A session's channel that believes little."""

    def process_open(self, send_chan: int, send_window: int, send_pktsize: int, session: Any) -> None:
        """A channel is opened; see SMALLEST_PACKET."""
        super().process_open(send_chan, send_window, max(send_pktsize, SMALLEST_PACKET), session)

    def _process_env_request(self, packet: Any) -> bool:
        """asyncssh keeps every variable of any size, without end."""
        name, value = packet.get_string(), packet.get_string()
        packet.check_end()
        if self._session_started or name not in ENVIRONMENT or len(value) > ENVIRONMENT_VALUE:
            return False
        self._env[name] = value
        return True


class HouseConnection(LeanConnection):
    """An SSH connection that knows its real address, is paced, and says when its line is full."""

    lingering = 0

    def __init__(self, loop: asyncio.AbstractEventLoop, options: asyncssh.SSHServerConnectionOptions) -> None:
        super().__init__(loop, options)
        self.address = ""
        self.ticket: Ticket | None = None
        self.login: Owner | None = None
        self._clock: Callable[[], float] = loop.time
        self._soon = loop
        self._ahead = bytearray()
        self._turn: asyncio.Handle | None = None
        self._held_back = False
        self._out_full = False
        self._told_full = False
        self._spoke = False
        self._lingers = False
        self._allowance = float(BURST)
        self._refilled = loop.time()

    # --- in

    def reader(self) -> asyncio.BaseProtocol:
        """What a transport should be given instead of the connection itself."""
        return SmallReads(self)

    def data_received(self, data: bytes, datatype: Any = None) -> None:
        """Bytes of the client. What cannot be worked off at once waits here, and then the client waits too."""
        if self._lingers:
            return
        if not self._spoke:
            self._spoke = True
            refused = self.ticket.spoke() if self.ticket is not None else None
            if refused is not None:
                self._turn_away(refused.value, refused.name.lower())
                return
        self._ahead += data
        if self._turn is None:
            self._work_off()

    def _work_off(self) -> None:
        self._turn = None
        wait = 0.0 if self._out_full else self._take_in()
        transport: Any = self._transport
        if transport is None or transport.is_closing():
            self._ahead.clear()
        elif self._ahead:
            if not self._held_back:
                self._held_back = True
                transport.pause_reading()
            if self._out_full:
                return  # resume_writing goes on
            if wait > 0:
                self._turn = self._soon.call_later(wait, self._work_off)
            else:
                self._turn = self._soon.call_soon(self._work_off)
        elif self._held_back:
            self._held_back = False
            transport.resume_reading()

    def _take_in(self) -> float:
        """Work off the next bytes; returns the seconds to wait when the allowance is used up."""
        now = self._clock()
        self._allowance = min(BURST, self._allowance + (now - self._refilled) * RATE)
        self._refilled = now
        if self._allowance <= 0:
            return -self._allowance / RATE + 0.01
        data = bytes(self._ahead[:TURN_BYTES])
        del self._ahead[:TURN_BYTES]
        before = self._recv_seq
        super().data_received(data)
        # The count begins anew with each key exchange.
        self._allowance -= len(data) + PACKET_COST * max(0, self._recv_seq - before)
        return 0.0

    def connection_lost(self, exc: Exception | None = None) -> None:
        """The connection is gone."""
        if self._turn is not None:
            self._turn.cancel()
            self._turn = None
        self._ahead.clear()
        if self._lingers:
            self._lingers = False
            HouseConnection.lingering -= 1
        super().connection_lost(exc)

    def _turn_away(self, sentence: str, why: str) -> None:
        """Say why and hang up a little later, as at the door (server/ssh/doorman.py)."""
        if self.ticket is not None:
            if self.ticket.worth_a_line():
                log.info("connection_refused", extra={"address": self.address, "why": why})
            self.ticket.close()
        transport: Any = self._transport
        if transport is None or HouseConnection.lingering >= LINGERING:
            self.abort()
            return
        self._lingers = True
        HouseConnection.lingering += 1
        transport.write(last_word(sentence))
        self._soon.call_later(LINGER, self.abort)

    # --- out

    @property
    def line_is_full(self) -> bool:
        """Whether what is sent now would pile up here: the client does not read, or does not end a key exchange,
        during which all else has to wait."""
        return self._out_full or bool(self._auth_complete and not self._kex_complete)

    def pause_writing(self) -> None:
        """The transport holds more than it should; who does not read is not answered either."""
        self._out_full = True
        self._judge()

    def resume_writing(self) -> None:
        """The transport has drained."""
        self._out_full = False
        self._judge()
        if self._turn is None and (self._ahead or self._held_back):
            self._turn = self._soon.call_soon(self._work_off)

    def _send_kexinit(self) -> None:
        super()._send_kexinit()
        self._judge()

    def _send_deferred_packets(self) -> None:
        super()._send_deferred_packets()
        self._judge()

    def _judge(self) -> None:
        full = self.line_is_full
        if full != self._told_full:
            self._told_full = full
            if self.login is not None and self.login.session is not None:
                self.login.session.line_full(full)

    # --- channels and requests

    def create_server_channel(self, *args: Any, **kwargs: Any) -> Any:
        """asyncssh names the class of its channels in its own code."""
        channel: Any = super().create_server_channel(*args, **kwargs)
        channel.__class__ = HouseChannel
        return channel

    def _process_hostkeys_prove_00_at_openssh_dot_com_global_request(self, packet: Any) -> None:
        """Never sign: a client that has just seen our only key proved needs no more, and one message could ask for
        hundreds of signatures."""
        self._report_global_response(False)
