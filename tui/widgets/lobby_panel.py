"""A panel over a screen: a question or a short list to pick from, in a frame in the middle."""

from dataclasses import dataclass

from rich.cells import cell_len

from tui.lineedit import LineEdit
from tui.look import Look
from tui.paint import Canvas, shorten
from tui.widgets.lobby_keys import KeyHint, paint_keys
from tui.widgets.lobby_keys import width as keys_width
from tui.widgets.lobby_text import wrap

WIDEST = 64


@dataclass(frozen=True, slots=True)
class Panel:
    """What a panel shows, from above: title, sentences, a code to note, a list with a cursor, a line of typing, an
    error, keys.

    `entry` is the line being typed (None: nothing to type). `target` of a picked line is ("pick", index).
    """

    title: str
    sentences: tuple[str, ...] = ()
    code: str = ""
    lines: tuple[str, ...] = ()
    cursor: int = 0
    entry: LineEdit | None = None
    error: str = ""
    keys: tuple[KeyHint, ...] = ()


def paint_panel(canvas: Canvas, look: Look, panel: Panel) -> None:
    """The panel over whatever is painted already; clicks beside it mean nothing."""
    inner = min(WIDEST, canvas.width - 8)
    texts = [line for sentence in panel.sentences for line in wrap(sentence, inner)]
    errors = wrap(panel.error, inner)
    key_rows = _key_rows(panel.keys, inner)
    height = 2 + 2 + len(texts) + len(key_rows)
    height += 1 if panel.code else 0
    height += 1 + len(panel.lines) if panel.lines else 0
    height += 2 if panel.entry is not None else 0
    height += 1 + len(errors) if errors else 0
    width = inner + 6
    x = (canvas.width - width) // 2
    y = max(0, (canvas.height - height) // 2)
    canvas.zone(0, 0, canvas.width, canvas.height, None)
    paint_frame(canvas, look, x, y, width, height, panel.title)
    row, left = y + 2, x + 3
    for text in texts:
        canvas.put(left, row, text, look.palette.base)
        row += 1
    if panel.code:
        canvas.put(left + 2, row, panel.code, look.palette.accent)
        row += 1
    if panel.lines:
        row += 1
        for index, line in enumerate(panel.lines):
            chosen = index == panel.cursor
            mark = look.glyphs.turn if chosen else " "
            style = look.palette.cursor if chosen else look.palette.base
            canvas.put(left, row, f"{mark} {shorten(line, inner - 2)}".ljust(inner), style, inner)
            canvas.zone(left, row, inner, 1, ("pick", index))
            row += 1
    if panel.entry is not None:
        row += 1
        paint_entry(canvas, look, left, row, min(inner, panel.entry.limit + 3), panel.entry)
        row += 1
    if errors:
        row += 1
        for text in errors:
            canvas.put(left, row, text, look.palette.warn)
            row += 1
    row += 1
    for keys in key_rows:
        paint_keys(canvas, look, left, row, keys)
        row += 1


def _key_rows(keys: tuple[KeyHint, ...], inner: int) -> list[tuple[KeyHint, ...]]:
    rows: list[tuple[KeyHint, ...]] = [()]
    for key in keys:
        if rows[-1] and keys_width((*rows[-1], key)) > inner:
            rows.append(())
        rows[-1] = (*rows[-1], key)
    return rows


def paint_frame(canvas: Canvas, look: Look, x: int, y: int, width: int, height: int, title: str) -> None:
    """An empty box with its title in the upper edge."""
    colours, glyphs = look.palette, look.glyphs
    upper_left, upper_right, lower_left, lower_right = tuple(glyphs.corners)
    canvas.fill(x, y, width, height, colours.base)
    canvas.put(x, y, upper_left + glyphs.across * (width - 2) + upper_right, colours.accent)
    for row in range(y + 1, y + height - 1):
        canvas.put(x, row, glyphs.down, colours.accent)
        canvas.put(x + width - 1, row, glyphs.down, colours.accent)
    canvas.put(x, y + height - 1, lower_left + glyphs.across * (width - 2) + lower_right, colours.accent)
    if title:
        canvas.put(x + 2, y, f" {shorten(title, width - 6)} ", colours.title)


def paint_entry(canvas: Canvas, look: Look, x: int, y: int, width: int, entry: LineEdit) -> None:
    """A line of typing in `width` cells: a prompt sign, the text, the cursor as a reversed cell."""
    canvas.put(x, y, ">", look.palette.key)
    text, cursor = entry.window(width - 3)
    canvas.put(x + 2, y, text + " " * (width - 2 - cell_len(text)), look.palette.strong)
    under = canvas.chars[y][x + 2 + cursor] or " "
    canvas.put(x + 2 + cursor, y, under, look.palette.cursor)
