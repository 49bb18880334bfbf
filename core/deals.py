"""Deals that players can check: chance outcomes from one secret seed by a documented, version-stable shuffle.

A game has one secret seed of 32 bytes. Its SHA-256 (the *commitment*) is shown when the game starts, the seed
when it has ended. That proves that all deals were fixed in advance, not that the host chose them fairly.

Outcome number `index` of a game, to be checked in any language:

1. The label is the ASCII text ``inglenook:<version>:<game>:<index>:<block>``, numbers in decimal, as in
   ``inglenook:1:fox:0:0``. `version` is that of the game's rules.
2. Block j (j = 0, 1, 2 …) is HMAC-SHA256(key = seed, message = label with block j): 32 bytes. The stream is
   all blocks one after the other, read as 32-bit unsigned numbers, big-endian, so eight to a block.
3. ``below(n)`` takes the next number x of the stream; while x >= 2^32 - (2^32 mod n) it is thrown away and the
   next one taken, so that no remainder is favoured; the answer is x mod n.
4. A permutation of n things starts as 0, 1 … n - 1; for i from n - 1 down to 1: j = below(i + 1), and the things
   at i and j change places (Fisher-Yates).
5. Then, from the same stream, one ``below(p)`` for each p of the picks. The outcome is the permutation
   followed by them.

>>> seed = bytes(range(32))
>>> commitment(seed)
'630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd'
>>> draw(seed, 1, "fox", ChanceSpec("first_dealer", index=0, shuffle=2))
(0, 1)
"""

import hashlib
import hmac
from collections.abc import Iterator

from core.game import ChanceSpec

SEED_BYTES = 32
_WORD = 1 << 32


def commitment(seed: bytes) -> str:
    """SHA-256 of the seed in hex: tells nothing about the deals, and fixes all of them."""
    return hashlib.sha256(seed).hexdigest()


def draw(seed: bytes, version: int, game: str, spec: ChanceSpec) -> tuple[int, ...]:
    """The outcome that this seed has for `spec`. Raises ValueError unless the seed has 32 bytes."""
    if len(seed) != SEED_BYTES:
        raise ValueError("a seed has 32 bytes")
    words = _words(seed, f"inglenook:{version}:{game}:{spec.index}")
    order = list(range(spec.shuffle))
    for i in range(spec.shuffle - 1, 0, -1):
        j = _below(words, i + 1)
        order[i], order[j] = order[j], order[i]
    return (*order, *(_below(words, pick) for pick in spec.picks))


def _words(seed: bytes, label: str) -> Iterator[int]:
    """The stream of 32-bit numbers."""
    block = 0
    while True:
        digest = hmac.digest(seed, f"{label}:{block}".encode("ascii"), "sha256")
        for start in range(0, len(digest), 4):
            yield int.from_bytes(digest[start : start + 4], "big")
        block += 1


def _below(words: Iterator[int], n: int) -> int:
    """A number from 0 to n - 1, each as likely as the next."""
    limit = _WORD - _WORD % n
    return next(word for word in words if word < limit) % n
