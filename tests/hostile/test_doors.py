"""Who comes in, who does not, and what everybody else is told."""

import asyncio
import socket
from pathlib import Path
from typing import Any

import asyncssh
import pytest
from asyncssh.packet import Boolean, String, UInt32

from server.ssh.limits import Limits
from tests.helpers.ssh import Guest, ssh_server


async def test_h_no_key_is_a_guest(tmp_path: Path) -> None:
    """Without any key one comes in as a guest, without being asked anything."""
    async with ssh_server(tmp_path) as server:
        client = await server.client(key=None)
        await client.until("tiny guest - player")
        assert "assword" not in client.text


async def test_h_no_key_in_a_house_by_invitation(tmp_path: Path) -> None:
    """Where only listed keys come in, a stranger reads why, and how to make a key."""
    async with ssh_server(tmp_path, access="keys") as server:
        for key in (None, "stranger"):
            client = await server.client(key=key)
            assert await client.ended() == 255
            assert "whose keys its host has listed" in client.text
            assert "ssh-keygen -t ed25519" in client.text
            assert client.text.count("whose keys") == 1
        assert server.house.arrivals == []


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (("--", "uptime"), "runs no commands"),
        (("-tt", "--", "uptime"), "runs no commands"),
        (("-T",), "is played on a terminal"),
        (("-s", "--", "sftp"), "has no files"),
        (("--", "scp", "-t", "/tmp"), "has no files"),
    ],
)
async def test_h_other_uses_of_ssh_get_a_sentence(tmp_path: Path, args: tuple[str, ...], says: str) -> None:
    """Commands, no terminal, file transfer: a sentence on stderr, nothing on stdout, a status that is not zero."""
    async with ssh_server(tmp_path) as server:
        status, out, err = await server.run(*args, key="ana")
        assert status == 1
        assert says in err
        assert f"ssh -p {server.port} 127.0.0.1" in err
        assert ("\r\nTry: " in err) == (args[0] == "-tt")  # the client's terminal is raw, if there is one
        assert out == ""
        assert server.house.arrivals == []


@pytest.mark.parametrize("program", ["sftp", "scp"])
async def test_h_sftp_and_scp_end_at_once(tmp_path: Path, program: str) -> None:
    """The real sftp and scp end with an error and the sentence."""
    async with ssh_server(tmp_path) as server:
        options = server.arguments("ana", "player")[1:-1]
        options[options.index("-p")] = "-P"
        target = ["127.0.0.1"] if program == "sftp" else [str(server.known_hosts), "127.0.0.1:x"]
        status, _, err = await server.execute([program, *options, *target])
        assert status != 0
        assert "has no files" in err


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


async def test_h_nothing_is_forwarded(tmp_path: Path) -> None:
    """Through the server nobody reaches other machines, nor do others come back through it; the game goes on."""
    async with ssh_server(tmp_path) as server:
        port = _free_port()
        forwards = ("-L", f"{port}:127.0.0.1:{server.port}", "-R", "0:127.0.0.1:1")
        client = await server.client(key="ana", args=forwards)
        await client.until("tiny key")
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        assert await asyncio.wait_for(reader.read(), 20) == b""
        writer.close()
        (conn,) = server.listener.connections
        assert conn._local_listeners == {}
        client.send("k")
        await client.until("k")


async def test_h_agent_and_x11_are_not_forwarded(tmp_path: Path) -> None:
    """Asking for agent or X11 forwarding gets a no, and the game goes on."""
    async with ssh_server(tmp_path) as server:
        client = await server.client(args=("-A", "-X"), env={"DISPLAY": ":99"})
        await client.until("tiny guest")
        (there,) = server.listener.connections
        assert there._x11_listener is None
        conn, _ = await asyncssh.create_connection(
            Guest, "127.0.0.1", server.port, known_hosts=None, username="x", config=None, agent_path=None
        )
        async with conn:
            process: Any = await conn.create_process(term_type="xterm", encoding=None)
            channel = process.channel
            assert not await channel._make_request(b"auth-agent-req@openssh.com")
            cookie = String(b"00" * 16)
            assert not await channel._make_request(
                b"x11-req", Boolean(False), String(b"MIT-MAGIC-COOKIE-1"), cookie, UInt32(0)
            )
            assert not await channel._make_request(b"break", UInt32(100))


async def test_h_no_way_through_the_server(tmp_path: Path) -> None:
    """Connections, sockets, tunnels and listeners of every kind that SSH knows are refused."""
    async with ssh_server(tmp_path) as server:
        conn, _ = await asyncssh.create_connection(
            Guest, "127.0.0.1", server.port, known_hosts=None, username="x", config=None, agent_path=None
        )
        path = str(tmp_path / "socket")
        async with conn:
            for opening in (
                conn.open_connection("127.0.0.1", server.port),
                conn.open_unix_connection(path),
                conn.open_tun(),
                conn.open_tap(),
            ):
                with pytest.raises(asyncssh.ChannelOpenError):
                    await opening
            for listening in (
                conn.start_server(lambda *_: None, "127.0.0.1", 0),
                conn.start_unix_server(lambda: None, path),
            ):
                with pytest.raises(asyncssh.ChannelListenError):
                    await listening
            assert not Path(path).exists()
            (there,) = server.listener.connections
            assert there._local_listeners == {}


async def test_h_a_second_terminal_on_one_connection_is_refused_clearly(tmp_path: Path) -> None:
    """A second session on a connection is refused with a reason; when the first is over, another may start."""
    async with ssh_server(tmp_path) as server:
        conn, _ = await asyncssh.create_connection(
            Guest, "127.0.0.1", server.port, known_hosts=None, username="x", config=None, agent_path=None
        )
        async with conn:
            first = await conn.create_process(term_type="xterm", encoding=None)
            with pytest.raises(asyncssh.ChannelOpenError, match="one terminal per connection"):
                await conn.create_process(term_type="xterm", encoding=None)
            first.stdin.write(b"Q")
            await asyncio.wait_for(first.wait(), 20)
            await server.until(lambda: not server.listener.sessions)
            second = await conn.create_process(term_type="xterm", encoding=None)
            second.stdin.write(b"Q")
            await asyncio.wait_for(second.wait(), 20)
            assert second.exit_status == 0


async def test_h_a_full_house_says_so(tmp_path: Path) -> None:
    """Beyond the caps a client reads why it is turned away."""
    async with ssh_server(tmp_path, limits=Limits(per_address=1)) as server:
        first = await server.client(key="ana")
        await first.until("tiny key")
        status, _, err = await server.run("-T", key="bob")
        assert status == 255
        assert "too many connections from your address" in err.lower()


async def test_h_too_many_tries_end_the_connection(tmp_path: Path) -> None:
    """An agent with very many keys is told to name one."""
    async with ssh_server(tmp_path, limits=Limits(auth_tries=2), access="keys") as server:
        names = [f"key{n}" for n in range(4)]
        args = [part for name in names for part in ("-i", str(server.keys.path(name)))]
        status, _, err = await server.run("-T", *args, key="first")
        assert status == 255
        assert "Too many keys" in err


async def test_h_restart_with_strict_host_key_checking(tmp_path: Path) -> None:
    """After a restart the server has the same key: a client that checks strictly comes in."""
    known: Path
    async with ssh_server(tmp_path) as server:
        client = await server.client()
        await client.until("tiny guest")
        known = server.known_hosts
    text = known.read_text()
    async with ssh_server(tmp_path) as server:
        known.write_text(text.split(" ", 1)[0].rsplit(":", 1)[0] + f":{server.port} " + text.split(" ", 1)[1])
        client = await server.client(args=("-o", "StrictHostKeyChecking=yes"))
        await client.until("tiny guest")
