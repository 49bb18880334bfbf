"""Talk at the table: the newest lines in a panel, or the last one on a row."""

from core.people import ChatLine
from tui.look import Look
from tui.paint import Canvas, shorten
from tui.widgets.game_log import wrap


def paint_talk_row(canvas: Canvas, look: Look, line: ChatLine, unread: int, y: int) -> None:
    """The last thing said, with the number of unread lines before it."""
    x = 1
    if unread:
        mark = look.n("{n} new", "{n} new", unread)
        x = canvas.put(x, y, f"{mark} ", look.palette.accent)
    room = max(0, canvas.width - x - 1)
    name = shorten(line.name, room // 2)
    x = canvas.put(x, y, f"{name}: ", look.palette.strong)
    canvas.put(x, y, shorten(line.text, max(0, canvas.width - x - 1)), look.palette.base)


def paint_talk(canvas: Canvas, look: Look, lines: tuple[ChatLine, ...], x: int, y: int, width: int,
               height: int) -> None:  # fmt: skip
    """The newest lines that fit, the last one at the bottom of the rows they need."""
    rows: list[tuple[str, str]] = []
    for line in reversed(lines):
        name = shorten(line.name, width // 2) + ":"
        wrapped = wrap(f"{name} {line.text}", width)
        if len(rows) + len(wrapped) > height:
            break
        rows = [(row, name if n == 0 else "") for n, row in enumerate(wrapped)] + rows
    for n, (row, name) in enumerate(rows):
        canvas.put(x, y + n, row, look.palette.base, width)
        if name and row.startswith(name):
            canvas.put(x, y + n, name, look.palette.strong, width)
