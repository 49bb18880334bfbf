"""The canvas: what is put where,  what is cut."""

import pytest
from rich.style import Style

from tui.paint import Canvas, shorten

PLAIN, BOLD = Style.parse("none"), Style.parse("bold")


def test_put_wide_characters() -> None:
    """A wide character takes two cells, and one that would stick out at the right is left out."""
    canvas = Canvas(5, 1, PLAIN)
    assert canvas.put(0, 0, "a狐b", PLAIN) == 4
    assert canvas.chars[0] == ["a", "狐", "", "b", " "]
    assert canvas.put(4, 0, "狐", PLAIN) == 4
    assert canvas.text() == "a狐b"
    assert canvas.clipped == ["狐"]


def test_put_outside_is_cut() -> None:
    """What falls outside is cut off and remembered; blanks are not worth remembering."""
    canvas = Canvas(4, 2, PLAIN)
    canvas.put(2, 0, "abcd", PLAIN)
    canvas.put(-2, 1, "♪♪♪", PLAIN)
    canvas.put(0, 7, "below", PLAIN)
    canvas.put(0, 1, "♪         ", PLAIN, limit=1)
    canvas.put(1, 1, "         ", PLAIN)
    assert canvas.text() == "  ab\n♪"
    assert canvas.clipped == ["abcd", "below", "♪         "]


@pytest.mark.parametrize("bad", ["\x1b", "\x07", "\x00", "\u202e", "\u200b"])
def test_unprintable_becomes_a_question_mark(bad: str) -> None:
    """No control or direction character reaches the terminal, even if one came as far as here."""
    canvas = Canvas(4, 1, PLAIN)
    canvas.put(0, 0, f"a{bad}b", PLAIN)
    assert canvas.text() == "a?b"


def test_a_piece_is_put_as_it_was_painted() -> None:
    """A piece goes over what was there, wide characters and styles included; rows that do not fit are cut off."""
    piece = Canvas(3, 2, PLAIN)
    piece.put(0, 0, "狐x", BOLD)
    canvas = Canvas(6, 2, PLAIN)
    canvas.put(0, 0, "abcdef", PLAIN)
    canvas.paste(2, 0, piece)
    assert canvas.chars[0] == ["a", "b", "狐", "", "x", "f"]
    assert [style is BOLD for style in canvas.styles[0]] == [False, False, True, True, True, False]
    canvas.paste(2, 1, piece)
    canvas.paste(4, 0, piece)
    canvas.paste(-1, 0, piece)
    assert canvas.text() == "ab狐xf\n  狐x"
    assert canvas.clipped == ["狐x", "狐x"]


def test_zones_above_win() -> None:
    """A click means the zone put last, and nothing where there is none."""
    canvas = Canvas(6, 3, PLAIN)
    canvas.zone(0, 0, 4, 3, "below")
    canvas.zone(2, 1, 4, 1, "above")
    assert [canvas.hit(0, 1), canvas.hit(2, 1), canvas.hit(5, 2)] == ["below", "above", None]


def test_shorten_counts_cells() -> None:
    """Foreign text is cut to cells, not characters, with an ellipsis inside the limit."""
    assert shorten("狐狐狐", 6) == "狐狐狐"
    assert shorten("狐狐狐", 5) == "狐狐…"
    assert shorten("abc", 0) == ""
