"""What the table looks like in its telling moments, in full, and that nothing is cut off in any look."""

from dataclasses import replace

import pytest

from core.people import Kind
from tests.tui.fakes import FakeHouse
from tests.tui.goldens import check
from tests.tui.states import ME, STATES, position, shown
from tui.games import paint_table
from tui.look import look
from tui.paint import Canvas
from tui.scene import paint_too_small
from tui.widgets.showing import Showing

LANGUAGES = ("en", "es", "fr", "nl")


def painted(
    showing: Showing, width: int, height: int, language: str = "en", glyphs: str = "unicode"
) -> Canvas:
    """The moment on a canvas of that size."""
    chosen = look(language, glyphs, "dark", "256")
    canvas = Canvas(width, height, chosen.palette.base)
    paint_table(canvas, chosen, showing)
    return canvas


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (60, 20)], ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("state", STATES)
def test_golden(state: str, size: tuple[int, int]) -> None:
    """Each telling moment looks as it was looked at and found good."""
    check(f"table/{state}-{size[0]}x{size[1]}", painted(STATES[state](), *size).text())


def test_golden_ascii() -> None:
    """With the plain glyphs the table is drawn in ASCII alone."""
    canvas = painted(STATES["mid_game"](), 80, 24, glyphs="ascii")
    assert canvas.text().isascii()
    check("table/mid_game-80x24-ascii", canvas.text())


@pytest.mark.parametrize("size", [(59, 20), (60, 19), (40, 10), (5, 3), (1, 1)])
def test_too_small(size: tuple[int, int]) -> None:
    """Below 60×20 there is one line, which fits."""
    canvas = Canvas(*size, look("en", "unicode", "dark", "256").palette.base)
    paint_too_small(canvas, look("en", "unicode", "dark", "256"))
    check(f"too_small-{size[0]}x{size[1]}", canvas.text())
    assert not canvas.clipped


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("state", STATES)
def test_fits_in_every_language(state: str, language: str) -> None:
    """Nothing is cut off, and no word of ours is shortened at 80×24, in any language and glyph set."""
    showing = STATES[state]()
    for glyphs in ("unicode", "ascii"):
        for size in ((80, 24), (60, 20), (100, 30), (120, 40), (200, 60)):
            canvas = painted(showing, *size, language, glyphs)
            assert canvas.clipped == []
            if size[0] >= 80 and state != "long_names":
                assert "…" not in canvas.text()


@pytest.mark.parametrize("size", [(80, 24), (60, 20), (120, 40)])
def test_long_names_break_nothing(size: tuple[int, int]) -> None:
    """With names of twenty cells, wide ones too, every row keeps its width and the scales their places."""
    wide = painted(STATES["long_names"](), *size)
    plain = painted(STATES["follow"](), *size)
    for y in range(size[1]):
        assert len(wide.chars[y]) == size[0]
    rows = [y for y in range(size[1]) if "[2]" in "".join(plain.chars[y])]
    assert rows
    assert all(wide.chars[y][:58] == plain.chars[y][:58] for y in rows)


def test_no_colour_alone() -> None:
    """What may not be played, the cursor, the place on the scale and the turn can be told without any colour."""
    text = painted(STATES["monarch"](), 80, 24).text()
    assert "╎4  ╎" in text  # illegal: a broken frame
    assert "▲" in text  # the cursor
    assert "[3]" in text  # the scale
    assert "▶ you" in text  # the turn
    assert "▶ Your turn: the Monarch calls for K1 or K10." in text


def test_a_bot_keeps_its_name_where_room_is_short() -> None:
    """Above its card a bot is called by its name alone; a person's long name is cut as it is."""
    house = FakeHouse()
    house.table("Reynard (bot)", ME, position=position(0, "K10"))
    showing = shown(house)
    seats = (replace(showing.view.seats[0], kind=Kind.BOT), showing.view.seats[1])
    bot = replace(showing, view=replace(showing.view, seats=seats))
    assert "deck       Reynard       you" in painted(bot, 80, 24).text()
    assert "Reynard (b…" in painted(showing, 80, 24).text()


def test_french_colons_stay_with_their_words() -> None:
    """A line of the log is never broken before a colon or semicolon."""
    rows = painted(STATES["an_evening"](), 80, 24, "fr").text().split("\n")
    assert any("décret Cl6" in row for row in rows)
    assert not any(row[49:].strip().startswith((";", ":")) for row in rows)
