"""A real server in this process on a port of its own, and real OpenSSH clients to it.

    async with ssh_server(tmp_path) as server:
        ana = await server.client(key="ana", size=(80, 24))
        await ana.until("tiny")
        ana.send("Q")
        assert await ana.ended() == 0

A key is named; the same name is the same key. `key=None` is a guest.
"""

import asyncio
import contextlib
import os
import shutil
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path
from typing import Any

import asyncssh

from server.config import Config
from server.ssh import hostkeys
from server.ssh.limits import Limits
from server.ssh.listener import Listener
from server.ssh.ports import AppFactory, House
from tests.helpers.terminal import TerminalClient
from tests.helpers.tinyapp import TinyApp, TinyHouse

SSH = shutil.which("ssh") or "ssh"


class Keyring:
    """Key files of players, made when first asked for."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)

    def path(self, name: str, algorithm: str = "ssh-ed25519", **kwargs: Any) -> Path:
        """The private key file of that name; beside it stands the public one."""
        path = self.folder / name
        if not path.exists():
            key = asyncssh.generate_private_key(algorithm, comment=name, **kwargs)
            key.write_private_key(str(path))
            path.chmod(0o600)
            key.write_public_key(str(path) + ".pub")
        return path

    def account(self, name: str) -> str:
        """The account that this key stands for."""
        key = asyncssh.read_public_key(str(self.path(name)) + ".pub")
        return "key:" + key.get_fingerprint("sha256")


class ClientMaker:
    """Starts OpenSSH clients against one port, each with nothing of this machine's own SSH settings."""

    def __init__(self, folder: Path, port: int, host: str = "127.0.0.1") -> None:
        self.folder, self.port, self.host = folder, port, host
        self.keys = Keyring(folder / "client-keys")
        self.known_hosts = folder / "known_hosts"
        self.clients: list[TerminalClient] = []

    def arguments(self, key: str | None, user: str, args: Sequence[str] = ()) -> list[str]:
        """The command line of an `ssh`, without what follows the host."""
        command = [SSH, "-F", "/dev/null", "-p", str(self.port)]
        for option in (
            f"UserKnownHostsFile={self.known_hosts}",
            "GlobalKnownHostsFile=/dev/null",
            "StrictHostKeyChecking=accept-new",
            "IdentitiesOnly=yes",
            f"IdentityFile={self.keys.path(key) if key else 'none'}",
            "IdentityAgent=none",
            "EscapeChar=none",
            "LogLevel=INFO",
            f"User={user}",
        ):
            command += ["-o", option]
        return [*command, *args, self.host]

    def environment(self, term: str = "xterm-256color", **more: str) -> dict[str, str]:
        """A client's environment: a home of its own."""
        return {"PATH": os.environ.get("PATH", ""), "HOME": str(self.folder), "TERM": term, **more}

    async def client(
        self,
        key: str | None = None,
        size: tuple[int, int] = (80, 24),
        term: str = "xterm-256color",
        user: str = "player",
        args: Sequence[str] = (),
        command: Sequence[str] = (),
        env: dict[str, str] | None = None,
    ) -> TerminalClient:
        """A client in a terminal of this size. `args` are options of ssh, `command` stands behind the host."""
        client = TerminalClient(size)
        self.clients.append(client)
        await client.start(
            [*self.arguments(key, user, args), *command], self.environment(term, **(env or {})), self.folder
        )
        return client

    async def run(
        self, *args: str, key: str | None = None, user: str = "player", stdin: bytes = b""
    ) -> tuple[int, str, str]:
        """Run ssh without a terminal, to the end: exit status, stdout, stderr. `args` may hold options and, after
        ``--``, the command."""
        options, command = list(args), []
        if "--" in options:
            at = options.index("--")
            options, command = options[:at], options[at + 1 :]
        return await self.execute([*self.arguments(key, user, options), *command], stdin)

    async def execute(self, command: Sequence[str], stdin: bytes = b"") -> tuple[int, str, str]:
        """Run any program to its end, with the clients' environment."""
        process = await asyncio.create_subprocess_exec(
            *command,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            env=self.environment(),
            cwd=self.folder,
        )
        try:
            out, err = await asyncio.wait_for(process.communicate(stdin), 30)
        except BaseException:
            process.kill()
            await process.wait()
            raise
        assert process.returncode is not None
        return process.returncode, out.decode(errors="replace"), err.decode(errors="replace")

    async def close(self) -> None:
        """End every client."""
        for client in self.clients:
            await client.close()


class SSHServer(ClientMaker):
    """A server in this process, with the clients that were made for it."""

    def __init__(self, folder: Path, listener: Listener, house: Any) -> None:
        super().__init__(folder, listener.port)
        self.listener = listener
        self.house = house

    @property
    def apps(self) -> list[Any]:
        """The apps that run now."""
        return [session.app for session in self.listener.sessions if session.app is not None]

    async def until(self, condition: Callable[[], object], timeout: float = 20.0) -> None:
        """Wait until something holds in the server."""
        async with asyncio.timeout(timeout):
            while not condition():
                await asyncio.sleep(0.005)


class Guest(asyncssh.SSHClient):
    """For clients that must do what OpenSSH's cannot: comes in without a key."""

    def kbdint_auth_requested(self) -> str:
        """Any kind will do."""
        return ""


def backlog(conn: asyncssh.SSHServerConnection) -> int:
    """Bytes that a connection has not given to the system yet."""
    transport: Any = conn._transport
    return int(transport.get_write_buffer_size())


@contextlib.asynccontextmanager
async def ssh_server(
    folder: Path,
    *,
    house: House | None = None,
    app_factory: AppFactory = TinyApp,
    limits: Limits | None = None,
    **config: Any,
) -> AsyncIterator[SSHServer]:
    """A server on a port of its own. `house` and `app_factory` default to the tiny ones; `config` as in Config."""
    settings = Config(home=folder, port=0, limits=limits or Limits(), **config)
    key = hostkeys.load_or_create(settings.keys)
    used: Any = house if house is not None else TinyHouse()
    async with Listener(settings, used, app_factory, key) as listener:
        server = SSHServer(folder, listener, used)
        try:
            yield server
        finally:
            await server.close()
