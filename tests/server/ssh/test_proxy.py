"""The PROXY header and the moment before SSH."""

import asyncio
import ipaddress
import struct
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.ssh.doorman import farewell
from server.ssh.proxy import V2_SIGNATURE, BadHeader, parse
from tests.helpers.ssh import ssh_server


def v2(source: str, tail: bytes = b"") -> bytes:
    """A header of version 2."""
    ip = ipaddress.ip_address(source)
    family = 0x11 if ip.version == 4 else 0x21
    body = ip.packed + ip.packed + struct.pack("!HH", 1, 2) + tail
    return V2_SIGNATURE + struct.pack("!BBH", 0x21, family, len(body)) + body


@pytest.mark.parametrize(
    ("header", "address"),
    [
        (b"PROXY TCP4 192.0.2.7 10.0.0.1 5000 22\r\n", "192.0.2.7"),
        (b"PROXY TCP6 2001:db8::7 ::1 5000 22\r\n", "2001:db8::7"),
        (b"PROXY UNKNOWN\r\n", None),
        (v2("192.0.2.7"), "192.0.2.7"),
        (v2("2001:db8::7", b"extra"), "2001:db8::7"),
        (V2_SIGNATURE + b"\x20\x00\x00\x00", None),
    ],
)
def test_both_versions_are_read(header: bytes, address: str | None) -> None:
    """The address and the length of a header, however it is cut; what follows is left alone."""
    assert parse(header + b"SSH-2.0-x") == (address, len(header))
    for cut in range(1, len(header)):
        assert parse(header[:cut]) is None


@pytest.mark.parametrize(
    "header",
    [
        b"SSH-2.0-x\r\n",
        b"PROXY TCP4 nobody 10.0.0.1 1 2\r\n",
        b"PROXY TCP4 192.0.2.7\r\n",
        b"PROXY " + b"x" * 200,
        V2_SIGNATURE + b"\x31\x11\x00\x0c" + b"x" * 12,
        V2_SIGNATURE + b"\x21\x31\x00\x0c" + b"x" * 12,
        V2_SIGNATURE + b"\x21\x11\xff\xff",
    ],
)
def test_anything_else_is_refused(header: bytes) -> None:
    """No header, a malformed one, one that is too long."""
    with pytest.raises(BadHeader):
        parse(header)


@given(st.binary(max_size=300))
def test_noise_never_breaks_the_parser(data: bytes) -> None:
    """Any bytes are a header, an incomplete one or a BadHeader."""
    try:
        found = parse(data)
    except BadHeader:
        return
    assert found is None or 0 < found[1] <= len(data)


async def test_a_balancer_tells_whose_connection_it_is(tmp_path: Path) -> None:
    """From a named network the header is required and believed; from elsewhere it is noise."""
    async with ssh_server(tmp_path, proxies=("127.0.0.2/32",)) as server:
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port, local_addr=("127.0.0.2", 0))
        writer.write(b"PROXY TCP4 192.0.2.7 10.0.0.1 5000 22\r\nSSH-2.0-test\r\n")
        assert (await reader.readline()).startswith(b"SSH-2.0-Inglenook")
        (conn,) = server.listener.connections
        assert conn.address == "192.0.2.7"
        writer.close()
        direct = await server.client(key="ana")
        await direct.until("tiny key")


def test_the_farewell_is_an_ssh_message() -> None:
    """Its packet is a multiple of eight long and says disconnect, too many connections, and the reason."""
    line, packet = farewell("no room").split(b"\r\n", 1)
    assert line == b"SSH-2.0-Inglenook"
    length, padding = struct.unpack("!IB", packet[:5])
    assert len(packet) == length + 4
    assert len(packet) % 8 == 0
    assert padding >= 4
    assert packet[5] == 1
    assert struct.unpack("!I", packet[6:10]) == (12,)
    assert b"no room" in packet
