"""The PROXY header, versions 1 and 2: how a load balancer says whose connection it passes on."""

import ipaddress
import struct

Network = ipaddress.IPv4Network | ipaddress.IPv6Network

V2_SIGNATURE = b"\r\n\r\n\x00\r\nQUIT\n"
V1_LIMIT = 107  # bytes, the longest line that version 1 allows
V2_LIMIT = 16 + 536


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
