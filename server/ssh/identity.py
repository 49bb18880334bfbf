"""Who somebody is: the fingerprint of the key they proved, or a guest."""

import logging
import re
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

import asyncssh

from core.ids import AccountId
from core.people import Kind

log = logging.getLogger("inglenook.identity")

MIN_RSA_BITS = 2048

LONGEST_LIST = 4 * 1024 * 1024
"""Bytes of an authorized_keys; it is read while everybody waits."""

NARROWING = re.compile(
    r"(?i)(^|,)\s*(from|expiry-time|principals|verify-required|touch-required|cert-authority)\b"
)
"""Options of authorized_keys that let a key in under a condition only, or make it no player's key. A line with one
is left out: to let its key in without the condition would be more than the host said. What else options say
(command, restrict, no-pty, environment ...) is about things that this house does not have."""


class Access(StrEnum):
    """Who may come in."""

    OPEN = "open"
    KEYS = "keys"


@dataclass(frozen=True, slots=True)
class Identity:
    """Somebody who has logged in. `account` is None for a guest; `wish` is the SSH user name: a wish, no claim."""

    kind: Kind
    account: AccountId | None
    wish: str


def account_of(key: asyncssh.SSHKey) -> AccountId:
    """The account that a key stands for: its SHA-256 fingerprint as OpenSSH writes it."""
    return AccountId("key:" + key.get_fingerprint("sha256"))


def acceptable(key: asyncssh.SSHKey) -> bool:
    """Whether a key is strong enough to be somebody's only proof (RSA from 2048 bits; no DSA)."""
    algorithm = key.get_algorithm()
    if algorithm == "ssh-dss":
        return False
    if algorithm == "ssh-rsa":
        size: int = getattr(key.pyca_key, "key_size", 0)
        return size >= MIN_RSA_BITS
    return True


class Claim:
    """What a connection has claimed so far.

    A client may ask "would you take this key?" for any public key without holding its private half. A key that was
    asked about is a candidate only; it counts when the login succeeded by it, and is forgotten when another way of
    logging in begins.
    """

    def __init__(self) -> None:
        self._candidate: AccountId | None = None
        self.identity: Identity | None = None
        self.wish = ""

    def begin(self, wish: str) -> None:
        """A login begins anew, perhaps under another name."""
        self.wish = wish
        self._candidate = None

    def offer(self, account: AccountId) -> None:
        """A key was offered or asked about."""
        self._candidate = account

    def other_way(self) -> None:
        """Another way of logging in was tried."""
        self._candidate = None

    def completed(self) -> Identity:
        """The login has succeeded: by the key that was offered last, else as a guest."""
        if self._candidate is not None:
            self.identity = Identity(Kind.KEY, self._candidate, self.wish)
        else:
            self.identity = Identity(Kind.GUEST, None, self.wish)
        return self.identity


class AuthorizedKeys:
    """The accounts of keys/authorized_keys, read again when the file has changed."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._seen: tuple[int, int, int] | None = None
        self._accounts: frozenset[AccountId] = frozenset()

    def __contains__(self, account: AccountId) -> bool:
        self._refresh()
        return account in self._accounts

    def _refresh(self) -> None:
        try:
            status = self.path.stat()
            stamp = (status.st_mtime_ns, status.st_size, status.st_ino)
            if stamp == self._seen:
                return
            # No list, or one that cannot be read, lets nobody in; one that vanished keeps nobody.
            self._seen, self._accounts = stamp, frozenset()
            if status.st_size > LONGEST_LIST:
                log.error("authorized_keys_too_long", extra={"bytes": status.st_size, "limit": LONGEST_LIST})
                return
            text = self.path.read_text(encoding="utf-8", errors="replace")
        except FileNotFoundError:
            self._seen, self._accounts = None, frozenset()
        except OSError as error:
            log.error("authorized_keys_unreadable", extra={"why": error.strerror})
            self._accounts = frozenset()
        else:
            self._accounts = frozenset(_accounts(text))


def _accounts(text: str) -> list[AccountId]:
    """The accounts of a file in OpenSSH's format; a line that does not simply let a key in is told and left out."""
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        options, key = _read_line(line)
        if key is None:
            log.warning("authorized_keys_line_skipped", extra={"line": number, "why": "no key"})
        elif NARROWING.search(options):
            log.warning(
                "authorized_keys_line_skipped", extra={"line": number, "why": "an option is not supported"}
            )
        else:
            found.append(account_of(key))
    return found


def _read_line(line: str) -> tuple[str, asyncssh.SSHKey | None]:
    """The options in front, and the key if there is one."""
    words = line.split()
    for index, word in enumerate(words[:-1]):
        # Options may hold blanks and names of programs: command="exec ssh-agent x" ssh-ed25519 AAAA…
        if word.startswith(("ssh-", "ecdsa-", "sk-")):
            try:
                key = asyncssh.import_public_key(" ".join(words[index : index + 2]))
            except asyncssh.KeyImportError:
                continue
            return " ".join(words[:index]), key
    return "", None
