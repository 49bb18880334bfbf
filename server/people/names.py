"""Names that players show: cleaned, unique however they are written, and invented for whoever has none yet."""

import re
import unicodedata
from collections.abc import Callable
from random import Random
from typing import Final

from rich.cells import cell_len

from core.bots import SHOWN
from core.game import GameError
from server.people.words import ADJECTIVES, ANIMALS, LOOK_ALIKES, RESERVED

LONGEST: Final = 20
"""Cells, as a terminal counts them."""

_SHOWN: Final = frozenset("LMNPS")
"""Letters, marks, numbers, punctuation and symbols (the first letter of a Unicode category)."""
# Letters, marks and symbols that show as nothing or as a blank, and would make two names look the same.
_BLANK_LOOKING: Final = frozenset(
    map(chr, (0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0))
) | frozenset(map(chr, (*range(0x180B, 0x1810), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))
_WORD: Final = re.compile(r"[^\W_]+")
_MOST_MARKS: Final = 2  # on one letter; a tower of them would paint over the lines above

_LOOK_ALIKE: Final = str.maketrans({pair[0]: pair[1] for pair in LOOK_ALIKES})


class NameBad(GameError):
    """Empty, reserved, or with characters that have no place in a name."""

    code = "name_bad"


class NameTooLong(GameError):
    """Wider than `longest` cells."""

    code = "name_too_long"


class NameTaken(GameError):
    """Somebody has this name, or one that reads the same."""

    code = "name_taken"


def clean_name(text: str) -> str:
    """The name as it will be shown: NFC, one blank between words, none around. Raises NameBad, NameTooLong."""
    if len(text) > 8 * LONGEST:  # an absurd length is not worth normalising
        raise NameTooLong(longest=LONGEST)
    name = " ".join(part for part in unicodedata.normalize("NFC", text).split(" ") if part)
    marks = 0
    for letter in name:
        category = unicodedata.category(letter)
        if letter != " " and (category[0] not in _SHOWN or letter in _BLANK_LOOKING):
            raise NameBad()
        marks = marks + 1 if category.startswith("M") else 0
        if marks > _MOST_MARKS:
            raise NameBad()
    if not any(letter.isalnum() for letter in name) or unicodedata.category(name[0]).startswith("M"):
        raise NameBad()
    if cell_len(name) > LONGEST:
        raise NameTooLong(longest=LONGEST)
    # "Ana (bot)" would pass for one of the house's own players.
    if name_key(name) in _RESERVED_KEYS or _says_bot(name):
        raise NameBad()
    return name


def name_key(name: str) -> str:
    """What two names share when a reader could take one for the other: case, width, blanks, look-alikes."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    plain = "".join(letter for letter in folded if letter.isalnum() or unicodedata.category(letter)[0] == "M")
    return (plain or folded).translate(_LOOK_ALIKE)


_RESERVED_KEYS: Final = frozenset(name_key(word) for word in (*RESERVED, *SHOWN.values()))


def _says_bot(name: str) -> bool:
    """Whether "bot" stands in it as a word, accents aside, or as the letters of it do in "b.o.t"."""
    plain = (letter for letter in unicodedata.normalize("NFKD", name) if not unicodedata.combining(letter))
    words = [name_key(word) for word in _WORD.findall("".join(plain).replace("ø", "o"))]
    starts = range(len(words))
    return any("".join(words[start:end]) == "bot" for start in starts for end in range(start + 1, start + 4))


def invented_names(rng: Random) -> Callable[[], str]:
    """A source of friendly names such as ``quiet-otter``; from the tenth on with a number behind."""
    told = 0

    def invent() -> str:
        nonlocal told
        told += 1
        name = f"{rng.choice(ADJECTIVES)}-{rng.choice(ANIMALS)}"
        if told > 9 or len(name) > LONGEST:
            name = f"{rng.choice(ANIMALS)}-{rng.randrange(10, 10 ** min(9, 2 + told // 9))}"
        return name

    return invent
