"""Codes that can be said on the phone: for private tables, for a guest's way back, and names of tables."""

import hashlib
import re
from collections.abc import Callable
from random import Random
from typing import Final

from core.ids import AccountId, RoomId
from server.people.words import THINGS

Entropy = Callable[[int], bytes]
"""So many unpredictable bytes (`secrets.token_bytes`; tests give a fixed source)."""

_CONSONANTS: Final = "bdfghjklmnprstvz"
_VOWELS: Final = "aiou"
_NOT_A_LETTER: Final = re.compile(r"[^a-z]+")

TABLE_WORDS: Final = 2
"""32 bits: with the house's limits on tries nobody guesses one while a table waits."""
GUEST_WORDS: Final = 4
"""64 bits: a stored hash of it cannot be searched either."""


def spoken(words: int, entropy: Entropy) -> str:
    """Words of five letters, 16 bits each, consonants and vowels by turns: ``lusab-babad``."""
    return "-".join(_word(int.from_bytes(entropy(2), "big")) for _ in range(words))


def _word(bits: int) -> str:
    letters = []
    for shift, alphabet, mask in ((12, _CONSONANTS, 15), (10, _VOWELS, 3), (6, _CONSONANTS, 15)):
        letters.append(alphabet[bits >> shift & mask])
    letters += [_VOWELS[bits >> 4 & 3], _CONSONANTS[bits & 15]]
    return "".join(letters)


def normal_code(text: str) -> str:
    """A code as it was given out, however it is typed: case, blanks and dashes do not matter."""
    letters = _NOT_A_LETTER.sub("", text[:200].casefold())
    return "-".join(letters[start : start + 5] for start in range(0, len(letters), 5))


def code_hash(code: str) -> str:
    """What the house stores instead of a guest's code: SHA-256 in hex, bound to this use."""
    return hashlib.sha256(b"inglenook guest code\0" + normal_code(code).encode()).hexdigest()


def guest_account(entropy: Entropy) -> AccountId:
    """A fresh account for somebody without a key."""
    return AccountId(f"guest:{entropy(12).hex()}")


def table_name(rng: Random, tried: int = 0) -> RoomId:
    """A name for a table that is easy to say: ``raven-42``. The house makes sure that it is unused.

    `tried`: how many were in use already; in a house that has seen very many tables numbers grow longer.
    """
    return RoomId(f"{rng.choice(THINGS)}-{rng.randrange(10, 10 ** (4 + tried // 9))}")
