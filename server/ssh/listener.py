"""The door: accepts connections, lets players log in, and gives each one session."""

import asyncio
import contextlib
import functools
import logging
import socket
import time
from collections.abc import Callable
from typing import Any

import asyncssh

from server.config import Config
from server.ssh.connection import HouseConnection
from server.ssh.doorman import VERSION, Doorman
from server.ssh.identity import AuthorizedKeys, Identity
from server.ssh.limits import Gatekeeper
from server.ssh.login import Login
from server.ssh.ports import AppFactory, House
from server.ssh.session import PlayerSession

log = logging.getLogger("inglenook.listener")

WINDOW = 32 * 1024
"""Bytes that a client may send ahead; asyncssh's own default of 2 MiB is seconds of parsing."""

STOP_WAIT = 3.0
"""Seconds that sessions get to say goodbye when the server stops."""

# Everything here passes ssh-audit without a `fail`: no NIST curves for key exchange, no SHA-1, no CBC, and MACs
# that cover the encrypted text. Strict key exchange is offered by asyncssh itself.
KEX = [
    "mlkem768x25519-sha256",
    "curve25519-sha256",
    "curve25519-sha256@libssh.org",
    "diffie-hellman-group16-sha512",
]
# No chacha20-poly1305: asyncssh composes it in Python, seven times the CPU of a packet under AES-GCM.
CIPHERS = ["aes256-gcm@openssh.com", "aes128-gcm@openssh.com", "aes256-ctr", "aes192-ctr", "aes128-ctr"]
MACS = ["hmac-sha2-256-etm@openssh.com", "hmac-sha2-512-etm@openssh.com"]
# Of a client's key: whatever people have, but no SHA-1 and no certificates.
SIGNATURES = [
    "ssh-ed25519",
    "sk-ssh-ed25519@openssh.com",
    "ecdsa-sha2-nistp256",
    "ecdsa-sha2-nistp384",
    "ecdsa-sha2-nistp521",
    "sk-ecdsa-sha2-nistp256@openssh.com",
    "rsa-sha2-512",
    "rsa-sha2-256",
]


def _nothing() -> None:
    """Nobody wants to know."""


class Listener:
    """A running server. Use as ``async with Listener(...) as listener``, or `start` and `stop`."""

    def __init__(
        self,
        config: Config,
        house: House | None,
        app_factory: AppFactory,
        host_key: asyncssh.SSHKey,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """`house` may be set later, before `start`: a port that is taken should be found out before a house that
        somebody else runs is opened a second time."""
        self.config = config
        self.host_key = host_key
        self.gatekeeper = Gatekeeper(config.limits, now)
        self.authorized = AuthorizedKeys(config.keys / "authorized_keys")
        self.sessions: set[PlayerSession] = set()
        self.connections: set[HouseConnection] = set()
        self.stopping = False
        self.house = house
        self._empty = asyncio.Event()
        self._empty.set()
        self._nobody = asyncio.Event()
        self._nobody.set()
        self.on_session_open: Callable[[], None] = _nothing
        self.on_session_end: Callable[[], None] = _nothing
        self._app_factory = app_factory
        self._starting = asyncio.Semaphore(config.limits.starting)
        self._server: asyncio.Server | None = None

    @property
    def port(self) -> int:
        """The port that is listened on (useful when 0 was asked for)."""
        if self._server is None:
            raise RuntimeError("the listener has not been started")
        port: int = self._server.sockets[0].getsockname()[1]
        return port

    @property
    def fingerprint(self) -> str:
        """The host key's fingerprint as OpenSSH shows it."""
        return self.host_key.get_fingerprint("sha256")

    @property
    def command(self) -> str:
        """The line that a player types."""
        host = self.config.host
        if host in ("0.0.0.0", "::", ""):  # noqa: S104 (compared, not bound)
            host = socket.gethostname()
        return f"ssh {host}" if self.port == 22 else f"ssh -p {self.port} {host}"

    async def bind(self) -> None:
        """Take the port. Raises OSError when it is taken or the address is not ours."""
        loop = asyncio.get_running_loop()
        options = self._ssh_options()

        def connection() -> HouseConnection:
            return HouseConnection(loop, options)

        def door() -> asyncio.Protocol:
            return Doorman(connection, self.gatekeeper, self.config.proxies)

        self._server = await loop.create_server(
            door, self.config.host, self.config.port, backlog=512, start_serving=False
        )

    async def start(self) -> None:
        """Let people in. Raises OSError like `bind`."""
        if self._server is None:
            await self.bind()
        if self._server is not None:
            await self._server.start_serving()

    def close(self) -> None:
        """Give the port back; who is in stays."""
        if self._server is not None:
            self._server.close()

    async def stop(self, wait: float = STOP_WAIT) -> None:
        """Tell everybody, restore their terminals, and close; takes at most about `wait` seconds."""
        self.stopping = True
        self.close()
        for conn in [*self.connections]:
            if conn.login is None or conn.login.session is None:
                conn.close()
        for session in [*self.sessions]:
            session.leave("server_stopping")
        # A client that has read its exit status closes by itself; one that is hung up on before that takes it for
        # an error.
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(wait):
                await self._nobody.wait()
        for conn in [*self.connections]:
            conn.abort()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(1.0):
                await self._empty.wait()

    async def __aenter__(self) -> "Listener":
        await self.start()
        return self

    async def __aexit__(self, *exc: object) -> None:
        await self.stop()

    def connection_opened(self, conn: HouseConnection) -> None:
        """Somebody has been let in, unknown as yet."""
        self.connections.add(conn)
        self._nobody.clear()

    def connection_gone(self, conn: HouseConnection) -> None:
        """A connection is no more."""
        self.connections.discard(conn)
        if not self.connections:
            self._nobody.set()

    def session_for(
        self,
        who: Identity,
        conn: HouseConnection,
        label: dict[str, str],
        ended: Callable[[PlayerSession], None],
    ) -> PlayerSession:
        """A new session of a connection that has logged in."""
        if self.house is None:
            raise RuntimeError("there is no house to let anybody into")
        session = PlayerSession(
            who,
            self.house,
            self._app_factory,
            self.config.limits,
            self._starting,
            self.command,
            label,
            conn.abort,
            self._opened,
            ended,
        )
        self.sessions.add(session)
        self._empty.clear()
        return session

    def _opened(self) -> None:
        self.on_session_open()

    def session_over(self, session: PlayerSession) -> None:
        """Nothing is left of this session."""
        if session in self.sessions:
            self.sessions.discard(session)
            if not self.sessions:
                self._empty.set()
            self.on_session_end()

    def _ssh_options(self) -> asyncssh.SSHServerConnectionOptions:
        limits = self.config.limits
        settings: dict[str, Any] = {
            "server_factory": functools.partial(Login, self),
            "server_host_keys": [self.host_key],
            "server_version": VERSION,
            "config": [],
            "kex_algs": KEX,
            "encryption_algs": CIPHERS,
            "mac_algs": MACS,
            "compression_algs": ["none"],  # nothing bounds what a compressed packet inflates to
            "signature_algs": SIGNATURES,
            "host_based_auth": False,
            "password_auth": False,
            "gss_host": None,
            "x509_trusted_certs": None,
            "login_timeout": limits.login_timeout,
            "keepalive_interval": limits.keepalive,
            # asyncssh hangs up one interval after so many misses.
            "keepalive_count_max": limits.keepalive_misses - 1,
            "agent_forwarding": False,
            "x11_forwarding": False,
            "allow_scp": False,
            "line_editor": False,
            "encoding": None,
            "window": WINDOW,
        }
        return asyncssh.SSHServerConnectionOptions(**settings)
