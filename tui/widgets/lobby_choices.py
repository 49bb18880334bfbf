"""The three big choices of the lobby: play now, open or join a table, watch."""

from dataclasses import dataclass

from rich.cells import cell_len

from tui.look import Look
from tui.paint import Canvas
from tui.widgets.lobby_text import wrap

HEIGHT = 4
"""Rows of the choices side by side; stacked they take three, one each."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A choice: the digit that takes it, its name, a few words about how things stand now."""

    key: str
    name: str
    about: str


def paint_choices(
    canvas: Canvas, look: Look, x: int, y: int, width: int, choices: tuple[Choice, ...], cursor: int | None
) -> int:
    """The choices from (x, y) in `width` cells, the one at `cursor` marked; returns the first free row below.

    A click on a choice means its key.
    """
    if width < 72:
        return _stacked(canvas, look, x, y, width, choices, cursor)
    gap = 1
    each, over = divmod(width - gap * (len(choices) - 1), len(choices))
    for index, choice in enumerate(choices):
        wide = each + (1 if index < over else 0)
        _box(canvas, look, x, y, wide, choice, index == cursor)
        x += wide + gap
    return y + HEIGHT


def _box(canvas: Canvas, look: Look, x: int, y: int, width: int, choice: Choice, chosen: bool) -> None:
    colours, glyphs = look.palette, look.glyphs
    edge = colours.accent if chosen else colours.line
    upper_left, upper_right, lower_left, lower_right = tuple(glyphs.corners)
    canvas.put(x, y, upper_left + glyphs.across * (width - 2) + upper_right, edge)
    for row in (y + 1, y + 2):
        canvas.put(x, row, glyphs.down, edge)
        canvas.put(x + width - 1, row, glyphs.down, edge)
    canvas.put(x, y + 3, lower_left + glyphs.across * (width - 2) + lower_right, edge)
    inner = width - 6
    if chosen:
        canvas.put(x + 1, y + 1, f" {choice.key} {choice.name} ".ljust(width - 2), colours.cursor)
    else:
        canvas.put(x + 2, y + 1, choice.key, colours.key)
        canvas.put(x + 4, y + 1, choice.name, colours.strong, inner + 1)
    canvas.put(x + 4, y + 2, choice.about, colours.muted, inner + 1)
    canvas.zone(x, y, width, HEIGHT, choice.key)


def _stacked(
    canvas: Canvas, look: Look, x: int, y: int, width: int, choices: tuple[Choice, ...], cursor: int | None
) -> int:
    colours = look.palette
    for index, choice in enumerate(choices):
        row = y + index
        chosen = index == cursor
        mark = look.glyphs.turn if chosen else " "
        text = f"{mark} {choice.key} {choice.name}"
        canvas.put(x, row, text, colours.cursor if chosen else colours.strong)
        room = width - cell_len(text) - 2
        about = wrap(choice.about, max(1, room))
        if len(about) == 1:
            canvas.put(x + width - room, row, about[0], colours.muted)
        canvas.zone(x, row, width, 1, choice.key)
    return y + len(choices)
