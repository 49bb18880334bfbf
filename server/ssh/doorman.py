"""The first moment of a connection, before any SSH: whose is it, may it come in, and if not, a word at the door."""

import asyncio
import ipaddress
import logging
import os
import struct
from collections.abc import Callable, Sequence
from typing import Protocol, cast

from server.ssh.compat import OneWrite
from server.ssh.limits import Gatekeeper, Refused, Ticket
from server.ssh.proxy import BadHeader, Network, parse

log = logging.getLogger("inglenook.doorman")

VERSION = "Inglenook"
"""All that a stranger learns of the software."""

HEADER_WAIT = 5.0  # seconds
LINGER = 2.0
"""Seconds that somebody who is turned away has to read why."""

LINGERING = 50
"""So many at a time; beyond that the door is just shut."""

_DISCONNECT, _TOO_MANY = 1, 12


class Connection(Protocol):
    """The SSH side of a connection."""

    address: str
    ticket: Ticket | None

    def connection_made(self, transport: asyncio.BaseTransport) -> None: ...
    def data_received(self, data: bytes) -> None: ...
    def reader(self) -> asyncio.BaseProtocol: ...


def last_word(reason: str) -> bytes:
    """An SSH disconnect message before any key exchange: what a client shows instead of "connection closed"."""
    text = reason.encode()
    payload = struct.pack("!BII", _DISCONNECT, _TOO_MANY, len(text)) + text + struct.pack("!I", 0)
    padding = 8 - (len(payload) + 5) % 8
    padding += 8 if padding < 4 else 0
    return struct.pack("!IB", len(payload) + padding + 1, padding) + payload + os.urandom(padding)


def farewell(reason: str) -> bytes:
    """The same for a client that has not even seen our version line."""
    return f"SSH-2.0-{VERSION}\r\n".encode() + last_word(reason)


class Doorman(asyncio.Protocol):
    """Takes a connection, finds out its address, and hands it to SSH or turns it away."""

    lingering = 0

    def __init__(
        self, connection: Callable[[], Connection], gatekeeper: Gatekeeper, proxies: Sequence[Network] = ()
    ) -> None:
        """`connection` makes the SSH side. From `proxies` a PROXY header must come."""
        self._connection = connection
        self._gatekeeper = gatekeeper
        self._proxies = proxies
        self._transport: asyncio.Transport | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._peer = ""
        self._header: bytes | None = None
        self._lingers = False

    def connection_made(self, base: asyncio.BaseTransport) -> None:
        """Straight to SSH, unless it comes from one of our balancers."""
        # Not checked: uvloop's transports are none of asyncio's classes.
        transport = self._transport = cast(asyncio.Transport, base)
        peer = transport.get_extra_info("peername")
        self._peer = str(peer[0]) if peer else ""
        if self._behind_proxy():
            self._header = b""
            self._timer = asyncio.get_running_loop().call_later(HEADER_WAIT, transport.abort)
        else:
            self._admit(transport, self._peer, b"")

    def data_received(self, data: bytes) -> None:
        """The header, and perhaps bytes behind it; whoever was turned away is not listened to."""
        if self._transport is None or self._header is None:
            return
        self._header += data
        try:
            found = parse(self._header)
        except BadHeader as error:
            log.warning("proxy_header_bad", extra={"why": str(error)})
            self._transport.abort()
            return
        if found is not None:
            address, length = found
            rest, self._header = self._header[length:], None
            self._drop_timer()
            self._admit(self._transport, address or self._peer, rest)

    def connection_lost(self, exc: Exception | None) -> None:
        """Gone before it said anything, or after it has read why it may not come in."""
        self._drop_timer()
        if self._lingers:
            Doorman.lingering -= 1

    def _behind_proxy(self) -> bool:
        if not self._proxies:
            return False
        try:
            ip = ipaddress.ip_address(self._peer.split("%", 1)[0])
        except ValueError:
            return False
        return any(ip in network for network in self._proxies)

    def _drop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _admit(self, transport: asyncio.Transport, address: str, rest: bytes) -> None:
        ticket = self._gatekeeper.admit(address, transport.abort)
        if isinstance(ticket, Refused):
            self._turn_away(transport, address, ticket)
            return
        connection = self._connection()
        connection.address, connection.ticket = address, ticket
        transport.set_protocol(connection.reader())
        connection.connection_made(cast(asyncio.Transport, OneWrite(transport)))
        if rest:
            connection.data_received(rest)

    def _turn_away(self, transport: asyncio.Transport, address: str, why: Refused) -> None:
        if self._gatekeeper.worth_a_line(address):
            log.info("connection_refused", extra={"address": address, "why": why.name.lower()})
        if Doorman.lingering >= LINGERING:
            transport.abort()
            return
        # Not closed at once: what the client sends meanwhile would meet a closed socket, and the reset that it gets
        # for that can overtake the message.
        self._lingers = True
        Doorman.lingering += 1
        transport.write(farewell(why.value))
        self._timer = asyncio.get_running_loop().call_later(LINGER, transport.abort)
