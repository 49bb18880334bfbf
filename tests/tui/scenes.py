"""Every screen in its telling states, painted without an app: for golden texts, catalogues and pictures."""

from collections.abc import Callable

from tests.tui import scenes_lobby
from tests.tui.states import STATES
from tui.games import paint_table
from tui.look import Look
from tui.paint import Canvas
from tui.scene import paint_too_small

Painter = Callable[[Canvas, Look], None]


def _table(name: str) -> Painter:
    def paint(canvas: Canvas, look: Look) -> None:
        paint_table(canvas, look, STATES[name]())

    return paint


SCENES: dict[str, Painter] = {
    **scenes_lobby.SCENES,
    **{f"table_{name}": _table(name) for name in STATES},
    "too_small": paint_too_small,
}
"""Name → what paints it on a blank canvas of any size from 60×20 (the last one: of any smaller size too)."""


def painted(name: str, look: Look, width: int, height: int) -> Canvas:
    """The scene of that name in a look and a size in cells."""
    canvas = Canvas(width, height, look.palette.base)
    SCENES[name](canvas, look)
    return canvas
