"""A form: rows of a name and a value that arrows change, buttons below, a sentence about the row in hand."""

from collections.abc import Callable
from dataclasses import dataclass

from rich.cells import cell_len

from tui.lineedit import LineEdit
from tui.look import Look
from tui.paint import Canvas, shorten
from tui.widgets.lobby_keys import KeyHint, paint_footer
from tui.widgets.lobby_panel import paint_entry
from tui.widgets.lobby_text import wrap

WIDEST = 96
SIDE = 26
"""Cells of what stands to the right of the rows, where a form has such a thing and the window has the room."""


@dataclass(frozen=True, slots=True)
class FormRow:
    """A row: its `name` and `value` (a button has no value), and a sentence `about` it.

    `arrows` tells that left and right change it; `entry` is the line of typing that is open in it.
    """

    name: str
    value: str = ""
    about: str = ""
    arrows: bool = True
    entry: LineEdit | None = None


@dataclass(frozen=True, slots=True)
class Form:
    """A whole form; `message` answers the last key (`warn`: it went wrong)."""

    title: str
    rows: tuple[FormRow, ...]
    cursor: int = 0
    message: str = ""
    warn: bool = False
    keys: tuple[KeyHint, ...] = ()


def paint_form(
    canvas: Canvas, look: Look, form: Form, side: Callable[[Canvas, Look, int, int], None] | None = None
) -> None:
    """The form on the whole canvas; `side` paints beside the rows from the (x, y) it is given, SIDE cells wide.

    A click on a row means ("row", index), on its arrows ("turn", index, -1 or 1).
    """
    colours = look.palette
    width = min(canvas.width, WIDEST) - 2
    x = (canvas.width - width) // 2
    top = 0 if canvas.height < 24 else (canvas.height - 22) // 4
    canvas.put(x + 1, top, form.title, colours.title)
    canvas.put(x, top + 1, look.glyphs.across * width, colours.line)
    beside = side is not None and width >= 76
    across = width - (SIDE + 2 if beside else 0)
    names = max(cell_len(row.name) for row in form.rows if row.value or row.entry) + 2
    y = top + 3
    for index, row in enumerate(form.rows):
        if not row.value and row.entry is None and index and form.rows[index - 1].value:
            y += 1
        _row(canvas, look, x, y, across, names, row, index, index == form.cursor)
        y += 1
    if beside and side is not None:
        side(canvas, look, x + width - SIDE, top + 3)
    y += 1
    about = form.rows[form.cursor].about
    for text, style in ((about, colours.muted), (form.message, colours.warn if form.warn else colours.good)):
        for line in wrap(text, across - 4):
            if y < canvas.height - 1:
                canvas.put(x + 2, y, line, style)
            else:
                canvas.clipped.append(line)
            y += 1
        y += 1 if text else 0
    paint_footer(canvas, look, x + 1, x + width - 1, canvas.height - 1, form.keys, ())


def _row(
    canvas: Canvas,
    look: Look,
    x: int,
    y: int,
    width: int,
    names: int,
    row: FormRow,
    index: int,
    chosen: bool,
) -> None:
    colours, glyphs = look.palette, look.glyphs
    mark = glyphs.turn if chosen else " "
    canvas.put(x, y, mark, colours.accent)
    canvas.zone(x, y, width, 1, ("row", index))
    left = x + 2
    if not row.value and row.entry is None:
        style = colours.cursor if chosen else colours.strong
        canvas.put(left, y, f" {row.name} ", style, width - 2)
        return
    canvas.put(left, y, row.name, colours.strong if chosen else colours.base, names)
    left += names
    room = width - 2 - names
    if row.entry is not None:
        paint_entry(canvas, look, left, y, min(room, row.entry.limit + 3), row.entry)
        return
    if not row.arrows or not chosen:
        canvas.put(left + 2, y, shorten(row.value, room - 4), colours.strong if chosen else colours.base)
        return
    back, forth = ("<", ">") if glyphs.name == "ascii" else ("‹", "›")
    canvas.put(left, y, back, colours.key)
    end = canvas.put(left + 2, y, row.value, colours.strong, room - 4)
    canvas.put(end + 1, y, forth, colours.key)
    canvas.zone(left - 1, y, 3, 1, ("turn", index, -1))
    canvas.zone(end, y, 3, 1, ("turn", index, 1))
