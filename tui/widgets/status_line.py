"""The foot of a table: whose turn it is, the keys that mean something now, and the line of typing."""

from rich.cells import cell_len

from tui.look import Look
from tui.paint import Canvas, shorten
from tui.widgets.showing import Entry, Showing

Hint = tuple[str, str, str]
"""A key as it is shown, what it does in a word, and the key's name by Textual."""


def paint_status(canvas: Canvas, look: Look, y: int, text: str, yours: bool) -> None:
    """The sentence that says whose turn it is; yours is marked by a sign as well as by colour."""
    palette = look.palette
    if yours:
        x = canvas.put(1, y, look.glyphs.turn, palette.accent) + 1
        canvas.put(x, y, shorten(text, canvas.width - x - 1), palette.accent)
    else:
        canvas.put(3, y, shorten(text, canvas.width - 4), palette.base)


def paint_keys(canvas: Canvas, look: Look, y: int, hints: list[Hint]) -> None:
    """The keys that mean something now, the most important first; what does not fit is left out from the end."""
    x = 1
    for shown, meaning, key in hints:
        size = cell_len(shown) + 1 + cell_len(meaning)
        if x + size > canvas.width:
            break
        start = x
        x = canvas.put(x, y, shown, look.palette.key)
        x = canvas.put(x + 1, y, meaning, look.palette.muted)
        canvas.zone(start, y, x - start, 1, key)
        x += 3 if canvas.width >= 80 else 2


def paint_entry(canvas: Canvas, look: Look, showing: Showing, y: int) -> None:
    """The open line of typing, its cursor a reversed cell."""
    palette = look.palette
    if showing.entry is Entry.TALK:
        label = look.t("talk") if showing.view.you is not None else look.t("talk to the watchers")
    else:
        label = look.t("action")
    canvas.fill(0, y, canvas.width, 1, palette.base)
    x = canvas.put(1, y, f"{label}: ", palette.key)
    room = canvas.width - x - 2
    text, cursor = showing.line.window(room)
    canvas.put(x, y, text, palette.strong)
    under = text_at(text, cursor)
    canvas.put(x + cursor, y, under, palette.cursor)


def text_at(text: str, cell: int) -> str:
    """The character that stands at a cell of the text, or a blank behind its end."""
    at = 0
    for character in text:
        if at == cell:
            return character
        at += cell_len(character)
    return " "
