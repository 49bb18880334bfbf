"""The first row of a table: which game, how it stands, which table, and the way to help."""

from rich.cells import cell_len

from tui.look import Look
from tui.paint import Canvas, shorten


def paint_header(canvas: Canvas, look: Look, title: str, facts: list[str], table: str) -> None:
    """The title, a few facts as far as there is room, and at the right the table's name and the key for help."""
    palette = look.palette
    help_word = look.t("help")
    right = canvas.width - 1
    start = canvas.put_right(right, 0, f"? {help_word}", palette.muted)
    canvas.put(start, 0, "?", palette.key)
    canvas.zone(start, 0, right - start, 1, "?")
    start = canvas.put_right(start - 3, 0, table, palette.base)
    x = canvas.put(1, 0, shorten(title, start - 3), palette.title)
    for fact in facts:
        if x + 3 + cell_len(fact) >= start - 1:
            break
        x = canvas.put(x, 0, f" {look.glyphs.bullet} ", palette.line)
        x = canvas.put(x, 0, fact, palette.base)
