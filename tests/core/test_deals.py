"""Verifiable deals: the shuffle is frozen, fair, and follows from the seed alone."""

import doctest
import hashlib
import hmac
from collections import Counter
from math import factorial

import pytest

from core import deals
from core.deals import commitment, draw
from core.game import ChanceSpec

SEED = bytes(range(32))


def _order(numbers: str) -> tuple[int, ...]:
    return tuple(map(int, numbers.split()))


def test_the_documented_example_holds() -> None:
    """The example in the module's description is what the functions give."""
    assert doctest.testmod(deals) == doctest.TestResults(failed=0, attempted=3)


@pytest.mark.parametrize(
    ("game", "version", "spec", "outcome"),
    [
        ("fox", 1, ChanceSpec("first_dealer", 0, 2), (0, 1)),
        (
            "fox",
            1,
            ChanceSpec("deal", 1, 33),
            _order(
                "4 7 1 19 29 12 28 2 10 15 20 16 27 30 0 11 32 21 5 23 17 31 25 8 22 3 9 18 13 24 26 6 14"
            ),
        ),
        (
            "fox",
            1,
            ChanceSpec("deal", 2, 33),
            _order(
                "10 16 14 8 18 9 4 22 13 1 21 30 24 3 11 32 26 5 28 17 19 27 29 2 15 20 31 25 6 0 23 12 7"
            ),
        ),
        (
            "fox",
            2,
            ChanceSpec("deal", 1, 33),
            _order(
                "11 23 3 15 20 5 6 21 25 18 13 22 4 28 27 1 12 30 31 24 10 26 0 19 14 17 9 29 32 2 7 16 8"
            ),
        ),
        ("other", 1, ChanceSpec("deal", 1, 5, (6, 1, 1000)), (0, 1, 4, 3, 2, 3, 0, 396)),
    ],
)
def test_frozen_vectors(game: str, version: int, spec: ChanceSpec, outcome: tuple[int, ...]) -> None:
    """These outcomes never change: old games must be verifiable for ever."""
    assert draw(SEED, version, game, spec) == outcome


def test_the_description_suffices_to_write_it_again() -> None:
    """A second program, written from the description, agrees about a deal."""
    stream = b"".join(
        hmac.new(SEED, b"inglenook:1:fox:7:%d" % block, hashlib.sha256).digest() for block in range(8)
    )
    words = [int.from_bytes(stream[at : at + 4], "big") for at in range(0, len(stream), 4)]
    order = list(range(33))
    for i in range(32, 0, -1):
        word = words.pop(0)
        while word >= 2**32 - 2**32 % (i + 1):
            word = words.pop(0)
        j = word % (i + 1)
        order[i], order[j] = order[j], order[i]
    assert draw(SEED, 1, "fox", ChanceSpec("deal", 7, 33)) == tuple(order)


def test_words_that_would_favour_a_remainder_are_thrown_away() -> None:
    """Of 2^32 words, those beyond the last whole multiple of n are skipped."""
    n = 3 << 30  # a multiple fits once: a quarter of all words is beyond it
    words = iter([n, 2**32 - 1, 5])
    assert deals._below(words, n) == 5


def test_every_order_is_as_likely() -> None:
    """Over many deals each of the 24 orders of four cards comes about equally often."""
    counts = Counter(draw(SEED, 1, "fox", ChanceSpec("deal", index, 4)) for index in range(4800))
    assert len(counts) == factorial(4)
    # 200 expected; six standard deviations to either side
    assert min(counts.values()) > 115
    assert max(counts.values()) < 285


def test_any_other_name_gives_another_deal() -> None:
    """Seed, version, game and index each change the outcome; the kind is a name only."""
    spec = ChanceSpec("deal", 1, 33)
    one = draw(SEED, 1, "fox", spec)
    others = [
        draw(bytes(32), 1, "fox", spec),
        draw(SEED, 2, "fox", spec),
        draw(SEED, 1, "rage", spec),
        draw(SEED, 1, "fox", ChanceSpec("deal", 2, 33)),
    ]
    assert len({one, *others}) == 5
    assert draw(SEED, 1, "fox", ChanceSpec("layout", 1, 33)) == one


def test_picks_follow_the_permutation() -> None:
    """Each pick is a number below its bound."""
    for index in range(50):
        outcome = draw(SEED, 1, "fox", ChanceSpec("deal", index, 3, (1, 2, 7)))
        assert sorted(outcome[:3]) == [0, 1, 2]
        assert outcome[3] == 0
        assert outcome[4] in (0, 1)
        assert outcome[5] in range(7)


def test_the_commitment_is_sha256_of_the_seed() -> None:
    """Anybody can check it with the usual tools."""
    assert commitment(SEED) == hashlib.sha256(SEED).hexdigest()


def test_a_seed_has_32_bytes() -> None:
    """A shorter or longer one is a mistake, not a weaker secret."""
    for seed in (b"", bytes(31), bytes(33)):
        with pytest.raises(ValueError, match="32 bytes"):
            draw(seed, 1, "fox", ChanceSpec("deal", 0, 2))
