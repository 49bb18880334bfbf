"""One line of typing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from tui import lineedit
from tui.lineedit import LineEdit


@given(st.text(max_size=60), st.text(max_size=60), st.integers(0, 20))
def test_what_is_inserted_fits(first: str, second: str, limit: int) -> None:
    """However much is typed or pasted, in whatever script: the line keeps its limit and is printable."""
    line = LineEdit(limit=limit).insert(first).key("home")
    assert line is not None
    line = line.insert(second)
    assert cell_len(line.text) <= limit
    assert len(line.text) <= 2 * limit
    assert line.text.isprintable()
    assert 0 <= line.cursor <= len(line.text)


def test_a_paste_is_cut_at_the_limit_and_line_ends_are_spaces() -> None:
    """What fits is kept from the beginning; a wide letter that would stick out is left out."""
    assert LineEdit(limit=8).insert("one\ntwo three").text == "one two "
    assert LineEdit(limit=5).insert("漢漢漢").text == "漢漢"
    line = LineEdit("ab", 1, limit=4).insert("xyz")
    assert (line.text, line.cursor) == ("axyb", 3)


@pytest.mark.parametrize("character", ["x", "漢", "\u0301"])
def test_a_huge_paste_is_measured_once(monkeypatch: pytest.MonkeyPatch, character: str) -> None:
    """Of sixteen thousand letters only those are looked at that may fit: everybody else waits meanwhile."""
    measured = 0

    def counting(text: str) -> int:
        nonlocal measured
        measured += len(text)
        return cell_len(text)

    monkeypatch.setattr(lineedit, "cell_len", counting)
    line = LineEdit(limit=200).insert(character * 16_384)
    assert len(line.text) <= 400
    assert measured <= 1_000
