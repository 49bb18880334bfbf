"""Who somebody is: the fingerprint of the key they proved, or a guest."""

import logging
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

import asyncssh

from core.ids import AccountId
from core.people import Kind

log = logging.getLogger("inglenook.identity")

MIN_RSA_BITS = 2048


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
            text = self.path.read_text(encoding="utf-8", errors="replace")
        except OSError:
            # No list lets nobody in, and one that vanished keeps nobody.
            self._seen, self._accounts = None, frozenset()
            return
        self._seen, self._accounts = stamp, frozenset(_accounts(text))


def _accounts(text: str) -> list[AccountId]:
    """The accounts of a file in OpenSSH's format; a line that is no key is reported and left out."""
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        key = _key_in(line)
        if key is None:
            log.warning("authorized_keys_line_skipped", extra={"line": number})
        else:
            found.append(account_of(key))
    return found


def _key_in(line: str) -> asyncssh.SSHKey | None:
    # Options may stand before the key ("from=… ssh-ed25519 AAAA…"); none of them applies to a game.
    words = line.split()
    for index, word in enumerate(words[:-1]):
        if word.startswith(("ssh-", "ecdsa-", "sk-")):
            try:
                return asyncssh.import_public_key(" ".join(words[index : index + 2]))
            except asyncssh.KeyImportError:
                return None
    return None
