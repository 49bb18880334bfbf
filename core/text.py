"""What players write, made safe to show to others: one line, no controls, nothing invisible."""

import unicodedata

MOST_MARKS = 2
"""On one letter: a tower of accents would paint over the lines above."""

# Letters and marks that show as nothing; they would slip past the categories below.
_INVISIBLE = frozenset(map(chr, (0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x3164, 0xFFA0))) | frozenset(
    map(chr, (*range(0x180B, 0x1810), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)))
)


def clean_line(text: str, longest: int) -> str:
    """The text as one line of at most `longest` characters, composed (NFC), blanks joined, none around.

    Line breaks and tabs count as blanks; control, direction and zero-width characters, half characters and
    unassigned ones are dropped. The result may be empty.
    """
    # A letter may be composed of several characters, but a flood is not worth normalising.
    composed = unicodedata.normalize("NFC", text[: 4 * longest])
    kept: list[str] = []
    marks = 0
    for letter in composed:
        category = unicodedata.category(letter)
        if category[0] == "Z" or letter in "\t\n\r\v\f\x85\u2800":
            letter, marks = " ", MOST_MARKS  # a mark behind a blank has nothing to stand on
        elif category[0] == "C" or letter in _INVISIBLE:
            continue
        elif category[0] == "M":
            if not kept or marks >= MOST_MARKS:
                continue
            marks += 1
        else:
            marks = 0
        kept.append(letter)
    line = " ".join(part for part in "".join(kept).split(" ") if part)
    return line[:longest].rstrip()
