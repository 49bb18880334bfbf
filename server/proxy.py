"""The first bytes of a connection: a PROXY header where a load balancer must send one, else straight to SSH."""

import asyncio
import ipaddress
import logging
import struct
from collections.abc import Callable, Sequence
from typing import Any, cast

log = logging.getLogger("inglenook.proxy")

Network = ipaddress.IPv4Network | ipaddress.IPv6Network

V2_SIGNATURE = b"\r\n\r\n\x00\r\nQUIT\n"
V1_LIMIT = 107  # bytes, the longest line that version 1 allows
V2_LIMIT = 16 + 536
HEADER_WAIT = 5.0  # seconds


class BadHeader(ValueError):
    """Not a PROXY header, or one that says nothing usable."""


def parse(data: bytes) -> tuple[str | None, int] | None:
    """The client's address and the length of the header; None while it is incomplete.

    The address is None when the balancer speaks for itself (its health check). Raises BadHeader.
    """
    if data.startswith(V2_SIGNATURE[: len(data)]) and data:
        return _parse_v2(data)
    if b"PROXY "[: len(data)] == data[:6]:
        return _parse_v1(data)
    raise BadHeader("no PROXY header")


def _parse_v1(data: bytes) -> tuple[str | None, int] | None:
    end = data.find(b"\r\n", 0, V1_LIMIT)
    if end < 0:
        if len(data) >= V1_LIMIT:
            raise BadHeader("line too long")
        return None
    words = data[:end].decode("ascii", errors="replace").split(" ")
    if words[1:2] == ["UNKNOWN"]:
        return None, end + 2
    if len(words) != 6 or words[1] not in ("TCP4", "TCP6"):
        raise BadHeader("malformed line")
    try:
        return str(ipaddress.ip_address(words[2])), end + 2
    except ValueError as error:
        raise BadHeader("malformed address") from error


def _parse_v2(data: bytes) -> tuple[str | None, int] | None:
    if len(data) < 16:
        return None
    kind, family, length = struct.unpack("!BBH", data[12:16])
    if kind >> 4 != 2 or 16 + length > V2_LIMIT:
        raise BadHeader("unknown version or too long")
    if len(data) < 16 + length:
        return None
    if kind & 0x0F == 0:
        return None, 16 + length
    size = {1: 4, 2: 16}.get(family >> 4)
    if size is None or length < 2 * size:
        raise BadHeader("unknown family")
    return str(ipaddress.ip_address(data[16 : 16 + size])), 16 + length


class Doorman(asyncio.Protocol):
    """Takes a connection, finds out its address, and hands it to SSH."""

    def __init__(self, connection: Callable[[], Any], proxies: Sequence[Network]) -> None:
        """`connection` makes the SSH side, a protocol with an attribute `address`."""
        self._connection = connection
        self._proxies = proxies
        self._transport: asyncio.Transport | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._data = b""
        self._peer = ""

    def connection_made(self, base: asyncio.BaseTransport) -> None:
        """Straight to SSH, unless it comes from one of our balancers."""
        # Not checked: uvloop's transports are none of asyncio's classes.
        transport = self._transport = cast(asyncio.Transport, base)
        peer = transport.get_extra_info("peername")
        self._peer = str(peer[0]) if peer else ""
        if self._behind_proxy(self._peer):
            self._timer = asyncio.get_running_loop().call_later(HEADER_WAIT, transport.abort)
        else:
            self._hand_over(transport, self._peer, b"")

    def data_received(self, data: bytes) -> None:
        """The header, and perhaps the first bytes behind it."""
        if self._transport is None:
            return
        self._data += data
        try:
            found = parse(self._data)
        except BadHeader as error:
            log.warning("proxy_header_bad", extra={"why": str(error)})
            self._transport.abort()
            return
        if found is not None:
            address, length = found
            self._hand_over(self._transport, address or self._peer, self._data[length:])

    def connection_lost(self, exc: Exception | None) -> None:
        """Gone before it said anything."""
        if self._timer is not None:
            self._timer.cancel()

    def _behind_proxy(self, address: str) -> bool:
        if not self._proxies:
            return False
        try:
            ip = ipaddress.ip_address(address.split("%", 1)[0])
        except ValueError:
            return False
        return any(ip in network for network in self._proxies)

    def _hand_over(self, transport: asyncio.Transport, address: str, rest: bytes) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        connection = self._connection()
        connection.address = address
        transport.set_protocol(connection)
        connection.connection_made(transport)
        if rest:
            connection.data_received(rest)
