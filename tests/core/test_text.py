"""Lines that players write, made safe for the screens of others."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.text import clean_line


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("  hello   there ", "hello there"),
        ("two\nlines\tand\r\nmore", "two lines and more"),
        ("\x1b[31mred\x07", "[31mred"),
        ("abc\u202edef\u2066", "abcdef"),
        ("z\u200bero\u200dwidth\ufeff", "zerowidth"),
        ("e\u0301te\u0301", "\u00e9t\u00e9"),
        ("a" + "\u0316" * 9, "a\u0316\u0316"),
        ("\u0316alone \u0316", "alone"),
        ("\u3164\u2800\ufe0f", ""),
        ("half \ud800 a letter", "half a letter"),
        ("日本語 ♪ ñ", "日本語 ♪ ñ"),
    ],
)
def test_a_line_is_cleaned(written: str, shown: str) -> None:
    """One line, composed, without controls, directions, nothing invisible, no towers of marks."""
    assert clean_line(written, 100) == shown


def test_a_line_is_cut_to_its_longest_without_a_blank_at_its_end() -> None:
    """Also after a flood of what is dropped or composed."""
    assert clean_line("word " * 1000, 10) == "word word"
    assert len(clean_line("x" * 10_000, 200)) == 200


@given(st.text(alphabet=st.characters(), max_size=60))
def test_whatever_is_written_comes_out_safe_and_stays_so(written: str) -> None:
    """No control, format, private or unassigned characters, only simple blanks; cleaning twice changes nothing."""
    line = clean_line(written, 40)
    assert len(line) <= 40
    assert line == line.strip()
    assert all(unicodedata.category(letter)[0] not in "CZ" or letter == " " for letter in line)
    assert clean_line(line, 40) == line
