"""The yardstick: a bare asyncssh session that echoes, with the same key exchange and no application."""

import asyncio
import signal

import asyncssh


class EchoSession(asyncssh.SSHServerSession[bytes]):
    """Sends back what it receives."""

    def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        self._channel = chan

    def pty_requested(self, *_: object) -> bool:
        return True

    def shell_requested(self) -> bool:
        return True

    def session_started(self) -> None:
        self._channel.write(b"ready\r\n")

    def data_received(self, data: bytes, datatype: int | None) -> None:
        self._channel.write(data)


class EchoServer(asyncssh.SSHServer):
    """Lets every key in."""

    def begin_auth(self, username: str) -> bool:
        return True

    def public_key_auth_supported(self) -> bool:
        return True

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        return True

    def session_requested(self) -> EchoSession:
        return EchoSession()


async def main() -> None:
    """Listen on a free port of 127.0.0.1 until terminated."""
    stop = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
    key = asyncssh.generate_private_key("ssh-ed25519")
    async with await asyncssh.listen(
        "127.0.0.1", 0, server_factory=EchoServer, server_host_keys=[key], encoding=None, line_editor=False
    ) as server:
        print(f"ssh -p {server.get_port()} 127.0.0.1", flush=True)
        await stop.wait()


if __name__ == "__main__":
    asyncio.run(main())
