"""The game log in words: the newest lines, wrapped to a column, the last one standing out."""

from collections.abc import Iterable
from functools import lru_cache

from rich.cells import cell_len

from tui.look import Look
from tui.paint import Canvas, shorten


def paint_log(
    canvas: Canvas, look: Look, lines: Iterable[str], x: int, y: int, width: int, height: int
) -> None:
    """As many of `lines` (newest first) as fit `height` rows of `width` cells, the newest at the bottom."""
    rows: list[tuple[str, bool]] = []
    for n, line in enumerate(lines):
        wrapped = wrap(line, width)
        if len(rows) + len(wrapped) > height:
            break
        rows = [(row, n == 0) for row in wrapped] + rows
    for n, (row, newest) in enumerate(rows):
        canvas.put(x, y + n, row, look.palette.base if newest else look.palette.muted, width)


@lru_cache(16384)  # a full house has some thousand lines on its screens
def wrap(text: str, width: int) -> tuple[str, ...]:
    """The text in rows of at most `width` cells, broken at blanks where possible; later rows are set in by two."""
    rows: list[str] = []
    row = ""
    for word in filter(
        None, text.split(" ")
    ):  # and only there: French keeps its colons with a no-break space
        longer = f"{row} {word}" if row.strip() else row + word
        if cell_len(longer) <= width:
            row = longer
            continue
        if row.strip():
            rows.append(row)
        row = shorten("  " + word, width)
    if row.strip():
        rows.append(row)
    return tuple(rows)
