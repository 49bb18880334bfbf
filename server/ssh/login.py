"""One connection: who is it, and may they have a session?"""

import asyncio
import logging
import secrets
import socket
from collections.abc import Callable
from typing import Protocol

import asyncssh

from server.config import Config
from server.ssh import identity
from server.ssh.connection import HouseConnection
from server.ssh.guard import guarded
from server.ssh.identity import Access, AuthorizedKeys, Claim, Identity
from server.ssh.limits import Ticket
from server.ssh.session import PlayerSession

log = logging.getLogger("inglenook.login")

SEND_BUFFER = RECEIVE_BUFFER = 64 * 1024
"""Bytes of a connection that the system may hold for a slow line, and for a client that sends too much."""

NOT_ON_THE_LIST = (
    "This house lets in the players whose keys its host has listed.\n"
    "Send your host your public key, the line in ~/.ssh/id_ed25519.pub (ssh-keygen -t ed25519 makes one).\n"
)
WEAK_KEY = "Your key is too weak to be trusted. Make a new one with: ssh-keygen -t ed25519\n"


_NO_SESSION: PlayerSession | bool = False


class Door(Protocol):
    """What a connection needs of the listener that let it in."""

    config: Config
    authorized: AuthorizedKeys
    stopping: bool

    def connection_opened(self, conn: HouseConnection) -> None: ...
    def connection_gone(self, conn: HouseConnection) -> None: ...
    def session_for(
        self,
        who: Identity,
        conn: HouseConnection,
        label: dict[str, str],
        ended: Callable[[PlayerSession], None],
    ) -> PlayerSession: ...
    def session_over(self, session: PlayerSession) -> None: ...


class Login(asyncssh.SSHServer):
    """One connection: who is it, and may they have a session?"""

    def __init__(self, door: Door) -> None:
        self._door = door
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
        self._ticket = conn.ticket
        self._door.connection_opened(conn)
        # Else the system takes megabytes of frames for a line that stands still, all old when it moves again.
        there = conn.get_extra_info("socket")
        there.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
        # A flood that waits there hides the client's end.
        there.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, RECEIVE_BUFFER)

    @guarded(None)
    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is gone."""
        self._stop_idle()
        if self._ticket is not None:
            self._ticket.close()
        if self._conn is not None:
            self._door.connection_gone(self._conn)
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
        if self._door.config.admits is Access.KEYS and account not in self._door.authorized:
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
        if self._door.config.admits is Access.KEYS:
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
        if self._tries > self._door.config.limits.auth_tries:
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

    @guarded(_NO_SESSION)
    def session_requested(self) -> PlayerSession | bool:
        """One terminal per connection."""
        who = self._claim.identity
        if self._conn is None or who is None or self._door.stopping:
            return False
        if self.session is not None:
            raise asyncssh.ChannelOpenError(
                asyncssh.OPEN_ADMINISTRATIVELY_PROHIBITED,
                "one terminal per connection: open another connection (ssh -S none) for another terminal",
            )
        self._await_session()  # a channel on which nobody plays keeps a place for nothing, too
        self.session = self._door.session_for(who, self._conn, self._label, self._session_ended)
        if self._conn.line_is_full:
            self.session.line_full(True)
        return self.session

    def _session_ended(self, session: PlayerSession) -> None:
        self.session = None
        self._door.session_over(session)
        if self._conn is not None:
            self._await_session()

    def _await_session(self) -> None:
        """A connection without a session keeps a place for nothing."""
        self._stop_idle()
        if self._conn is not None:
            self._idle = self._loop.call_later(self._door.config.limits.login_timeout, self._idle_too_long)

    def _idle_too_long(self) -> None:
        self._idle = None
        if self._conn is not None and (self.session is None or not self.session.playing):
            self._conn.abort()

    def _stop_idle(self) -> None:
        if self._idle is not None:
            self._idle.cancel()
            self._idle = None
