"""The bytes that turn one picture into the next: a terminal that gets them shows the new one, and they are few."""

from itertools import pairwise

import pyte
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.style import Style

from tests.tui.fakes import FakeHouse
from tests.tui.states import ME, OTHER, STATES, shown
from tui.frame import frame, turn
from tui.games import paint_table
from tui.look import look
from tui.paint import Canvas
from tui.widgets.showing import Showing

STYLES = [
    Style.parse(text)
    for text in (
        "white on black", "bold white on black", "dim white on black", "#f0b35a on #16150f",
        "bold reverse #f0b35a on #16150f", "color(116) on color(233)", "underline red", "none", "reverse",
    )
]  # fmt: skip
TEXTS = ["a", " ", "─", "狐", "Keys", "   ", "▶ you"]


def terminal(width: int, height: int) -> tuple[pyte.Screen, pyte.Stream]:
    """An emulated terminal of that size."""
    screen = pyte.Screen(width, height)
    return screen, pyte.Stream(screen)


def cells(screen: pyte.Screen) -> list[list[tuple[object, ...]]]:
    """What the terminal shows: of blanks the ground, of anything else all that can be seen."""
    rows: list[list[tuple[object, ...]]] = []
    for y in range(screen.lines):
        row = []
        for x in range(screen.columns):
            cell = screen.buffer[y][x]
            ground = cell.fg if cell.reverse else cell.bg
            bare = cell.underscore or (cell.reverse and cell.fg == "default")
            seen = (cell.fg, cell.bold, cell.reverse) if cell.data != " " or bare else ()
            row.append((cell.data, ground, cell.underscore, *seen))
        rows.append(row)
    return rows


def as_shown(canvas: Canvas) -> list[list[tuple[object, ...]]]:
    """What a terminal shows that was blank before and got the whole picture, cell by cell."""
    screen, stream = terminal(canvas.width, canvas.height)
    for y in range(canvas.height):
        for x in range(canvas.width):
            if canvas.chars[y][x]:
                stream.feed(f"\x1b[{y + 1};{x + 1}H{turn(None, canvas.styles[y][x])}{canvas.chars[y][x]}")
    return cells(screen)


@st.composite
def canvases(draw: st.DrawFn) -> Canvas:
    canvas = Canvas(12, 3, STYLES[0])
    for _ in range(draw(st.integers(0, 8))):
        x, y = draw(st.integers(0, 11)), draw(st.integers(0, 2))
        text, style = draw(st.sampled_from(TEXTS)), draw(st.sampled_from(STYLES))
        if canvas.chars[y][x] != "" and "" not in canvas.chars[y][x + len(text) : x + len(text) + 2]:
            canvas.put(x, y, text, style)
    return canvas


@settings(max_examples=300, deadline=None)
@given(old=canvases(), new=canvases())
def test_a_terminal_shows_the_new_picture(old: Canvas, new: Canvas) -> None:
    """Whatever was shown before: after the frame the terminal shows the new picture, and no style is left on."""
    screen, stream = terminal(12, 3)
    stream.feed("\x1b[7;31mrubbish")
    stream.feed(frame(None, old))
    assert cells(screen) == as_shown(old)
    stream.feed(frame(old, new))
    assert cells(screen) == as_shown(new)
    if frame(old, new):
        assert screen.cursor.attrs == pyte.screens.Char(" ")


@pytest.mark.parametrize("before", STYLES)
@pytest.mark.parametrize("after", STYLES)
def test_turning_one_style_into_another(before: Style, after: Style) -> None:
    """The short escape from one style to another has the same effect as setting it anew."""
    screen, stream = terminal(4, 1)
    stream.feed(turn(None, before) + turn(before, after) + "a")
    again, anew = terminal(4, 1)
    anew.feed(turn(None, after) + "a")
    assert screen.buffer[0][0] == again.buffer[0][0]


def test_every_moment_after_every_other() -> None:
    """From one telling moment of a table to the next, at full size."""
    base = look("en", "unicode", "dark", "256")
    pictures = [painted(build()) for build in STATES.values()]
    screen, stream = terminal(80, 24)
    stream.feed(frame(None, pictures[0]))
    for old, new in pairwise(pictures):
        stream.feed(frame(old, new))
        assert cells(screen) == as_shown(new)
    assert frame(pictures[0], pictures[0]) == ""
    assert base.palette.base is pictures[0].base


def painted(showing: Showing, depth: str = "256") -> Canvas:
    """The moment at 80×24."""
    chosen = look("en", "unicode", "dark", depth)
    canvas = Canvas(80, 24, chosen.palette.base)
    paint_table(canvas, chosen, showing)
    return canvas


@pytest.mark.parametrize("depth", ["256", "16", "truecolor"])
def test_a_cursor_move_is_small(depth: str) -> None:
    """Moving the cursor by one card takes at most 1,200 bytes at 80×24, whatever the colours, in a full hand."""
    house = FakeHouse()
    house.table(OTHER, ME)
    prompt = house.view(ME).prompt
    assert prompt is not None
    assert len(prompt.legal) == 13
    pictures = [painted(shown(house, cursor=action), depth) for action in prompt.legal]
    for old, new in pairwise(pictures):
        assert len(frame(old, new).encode()) <= 1200
