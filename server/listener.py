"""The door: accepts connections, lets players log in, and gives each one session."""

import asyncio
import functools
import logging
import secrets
import socket
import time
from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

import asyncssh

from server import identity, proxy
from server.config import Config
from server.identity import Access, AuthorizedKeys, Claim
from server.limits import Gatekeeper, Refused, Ticket
from server.session import AppFactory, House, PlayerSession

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
CIPHERS = [
    "chacha20-poly1305@openssh.com",
    "aes256-gcm@openssh.com",
    "aes128-gcm@openssh.com",
    "aes256-ctr",
    "aes128-ctr",
]
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

NOT_ON_THE_LIST = (
    "This house lets in the players whose keys its host has listed.\n"
    "Send your host your public key, the line in ~/.ssh/id_ed25519.pub (ssh-keygen -t ed25519 makes one).\n"
)
WEAK_KEY = "Your key is too weak to be trusted. Make a new one with: ssh-keygen -t ed25519\n"

P = ParamSpec("P")
T = TypeVar("T")


def guarded(default: T) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """asyncssh swallows what its callbacks raise at debug level: log it, and answer with something harmless."""

    def wrap(function: Callable[P, T]) -> Callable[P, T]:
        @functools.wraps(function)
        def inner(*args: P.args, **kwargs: P.kwargs) -> T:
            try:
                return function(*args, **kwargs)
            except asyncssh.ChannelOpenError:
                raise
            except Exception:
                log.exception("callback_failed", extra={"callback": function.__name__})
                return default

        return inner

    return wrap


class HouseConnection(asyncssh.SSHServerConnection):
    """An SSH connection that knows its real address and says when its transport is full (asyncssh ignores that)."""

    address = ""
    login: "Login | None" = None

    def pause_writing(self) -> None:
        """The transport holds more than it should."""
        if self.login is not None and self.login.session is not None:
            self.login.session.line_full(True)

    def resume_writing(self) -> None:
        """The transport has drained."""
        if self.login is not None and self.login.session is not None:
            self.login.session.line_full(False)


class Login(asyncssh.SSHServer):
    """One connection: who is it, and may they have a session?"""

    def __init__(self, listener: "Listener") -> None:
        self._listener = listener
        self._loop = asyncio.get_running_loop()
        self._conn: HouseConnection | None = None
        self._ticket: Ticket | None = None
        self._claim = Claim()
        self._tries = 0
        self._told: set[str] = set()
        self._label: dict[str, str] = {}
        self._idle: asyncio.TimerHandle | None = None
        self.session: PlayerSession | None = None

    @guarded(None)
    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        """Somebody has connected; nothing is known but the address."""
        if not isinstance(conn, HouseConnection):
            raise TypeError(conn)
        self._conn = conn
        conn.login = self
        self._label = {"connection": secrets.token_hex(4), "address": conn.address}
        ticket = self._listener.gatekeeper.admit(conn.address, conn.abort)
        if isinstance(ticket, Refused):
            log.info("connection_refused", extra={**self._label, "why": ticket.name.lower()})
            # After the version line, which asyncssh sends next: so that the client prints the sentence.
            self._loop.call_soon(conn.disconnect, asyncssh.DISC_TOO_MANY_CONNECTIONS, ticket.value)
            return
        self._ticket = ticket
        self._listener.connections.add(conn)

    @guarded(None)
    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is gone."""
        self._stop_idle()
        if self._ticket is not None:
            self._ticket.close()
        if self._conn is not None:
            self._listener.connections.discard(self._conn)
            self._conn.login = None
        self._conn = None

    # --- logging in. A proved key wins over the guest's door: clients try publickey before keyboard-interactive.

    @guarded(True)
    def begin_auth(self, username: str) -> bool:
        """Always ask for proof: False would let everybody in before a key is offered."""
        self._claim.begin(username)
        return True

    def public_key_auth_supported(self) -> bool:
        """Keys are how one is known."""
        return True

    @guarded(False)
    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        """Would this key do? Also called by clients that only ask, without proving anything."""
        if not self._may_try():
            return False
        if not identity.acceptable(key):
            self._tell(WEAK_KEY)
            return False
        account = identity.account_of(key)
        if self._listener.config.admits is Access.KEYS and account not in self._listener.authorized:
            self._tell(NOT_ON_THE_LIST)
            return False
        self._claim.offer(account)
        return True

    @guarded(False)
    def kbdint_auth_supported(self) -> bool:
        """The guest's door; in a house by invitation it is only there to say why nobody comes in by it."""
        return True

    @guarded(False)
    def get_kbdint_challenge(self, username: str, lang: str, submethods: str) -> bool:
        """A guest: no questions asked."""
        self._claim.other_way()
        if not self._may_try():
            return False
        if self._listener.config.admits is Access.KEYS:
            self._tell(NOT_ON_THE_LIST)
            return False
        return True

    def password_auth_supported(self) -> bool:
        """No passwords: there is none to check, and a typed one could be somebody's real one."""
        return False

    @guarded(False)
    def validate_password(self, username: str, password: str) -> bool:
        """Never."""
        self._claim.other_way()
        return False

    @guarded(None)
    def auth_completed(self) -> None:
        """The login has succeeded; only now a key is somebody."""
        who = self._claim.completed()
        if self._ticket is not None:
            self._ticket.logged_in()
        self._label["account"] = who.account or "guest"
        log.info("logged_in", extra=self._label)
        self._await_session()

    def _may_try(self) -> bool:
        self._tries += 1
        if self._tries > self._listener.config.limits.auth_tries:
            if self._conn is not None:
                self._loop.call_soon(
                    self._conn.disconnect,
                    asyncssh.DISC_NO_MORE_AUTH_METHODS_AVAILABLE,
                    "Too many keys were tried. Name one with: ssh -o IdentitiesOnly=yes -i YOUR_KEY",
                )
            return False
        return True

    def _tell(self, sentence: str) -> None:
        if self._conn is not None and sentence not in self._told:
            self._told.add(sentence)
            self._conn.send_auth_banner(sentence)

    # --- the session

    def session_requested(self) -> PlayerSession | bool:
        """One terminal per connection."""
        who = self._claim.identity
        if self._conn is None or who is None or self._listener.stopping:
            return False
        if self.session is not None:
            raise asyncssh.ChannelOpenError(
                asyncssh.OPEN_ADMINISTRATIVELY_PROHIBITED,
                "one terminal per connection: open another connection (ssh -S none) for another terminal",
            )
        self._stop_idle()
        self.session = self._listener.session_for(who, self._conn, self._label, self._session_ended)
        return self.session

    def _session_ended(self, session: PlayerSession) -> None:
        self.session = None
        self._listener.sessions.discard(session)
        self._listener.collector_tick()
        if self._conn is not None:
            self._await_session()

    def _await_session(self) -> None:
        """A connection without a session keeps a place for nothing."""
        self._stop_idle()
        if self._conn is not None:
            self._idle = self._loop.call_later(self._listener.config.limits.login_timeout, self._conn.abort)

    def _stop_idle(self) -> None:
        if self._idle is not None:
            self._idle.cancel()
            self._idle = None


class Listener:
    """A running server. Use as ``async with Listener(...) as listener``, or `start` and `stop`."""

    def __init__(
        self,
        config: Config,
        house: House,
        app_factory: AppFactory,
        host_key: asyncssh.SSHKey,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.config = config
        self.host_key = host_key
        self.gatekeeper = Gatekeeper(config.limits, now)
        self.authorized = AuthorizedKeys(config.keys / "authorized_keys")
        self.sessions: set[PlayerSession] = set()
        self.connections: set[HouseConnection] = set()
        self.stopping = False
        self.on_session_end: Callable[[], None] | None = None
        self._house = house
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

    async def start(self) -> None:
        """Listen. Raises OSError when the port is taken or the address is not ours."""
        loop = asyncio.get_running_loop()
        options = self._options()

        def connection() -> HouseConnection:
            return HouseConnection(loop, options)

        def door() -> asyncio.Protocol:
            return proxy.Doorman(connection, self.config.proxies)

        self._server = await loop.create_server(door, self.config.host, self.config.port, backlog=512)

    async def stop(self, wait: float = STOP_WAIT) -> None:
        """Tell everybody, restore their terminals, and close; takes at most about `wait` seconds."""
        self.stopping = True
        if self._server is not None:
            self._server.close()
        for session in [*self.sessions]:
            session.leave("server_stopping")
        deadline = asyncio.get_running_loop().time() + wait
        while self.connections and asyncio.get_running_loop().time() < deadline:
            if not self.sessions:
                # The farewells are written; a client that has read its exit status closes by itself.
                for conn in [*self.connections]:
                    conn.close()
            await asyncio.sleep(0.02)
        for conn in [*self.connections]:
            conn.abort()
        await asyncio.sleep(0)

    async def __aenter__(self) -> "Listener":
        await self.start()
        return self

    async def __aexit__(self, *exc: object) -> None:
        await self.stop()

    def session_for(
        self,
        who: identity.Identity,
        conn: HouseConnection,
        label: dict[str, str],
        ended: Callable[[PlayerSession], None],
    ) -> PlayerSession:
        """A new session of a connection that has logged in."""
        session = PlayerSession(
            who,
            self._house,
            self._app_factory,
            self.config.limits,
            self._starting,
            self.command,
            label,
            conn.abort,
            ended,
        )
        self.sessions.add(session)
        return session

    def collector_tick(self) -> None:
        """A session has ended: whoever looks after the memory may want to know."""
        if self.on_session_end is not None:
            self.on_session_end()

    def _options(self) -> asyncssh.SSHServerConnectionOptions:
        limits = self.config.limits
        settings: dict[str, Any] = {
            "server_factory": functools.partial(Login, self),
            "server_host_keys": [self.host_key],
            "server_version": "Inglenook",
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
