"""A page of the help on the screen: tabs above, the text wrapped and scrolled, the keys below."""

from dataclasses import dataclass
from functools import lru_cache

from rich.cells import cell_len
from rich.style import Style

from tui.look import Look
from tui.paint import Canvas
from tui.widgets.help_lines import Line, Page
from tui.widgets.lobby_keys import KeyHint, paint_footer
from tui.widgets.lobby_text import wrap

WIDEST = 84
"""Cells of a line of text at most: longer ones are hard to read."""

_TOP = 3
_BOTTOM = 2


@dataclass(frozen=True, slots=True)
class _Row:
    label: str
    text: str
    head: bool


def body_height(height: int) -> int:
    """How many rows of text a window of that height shows."""
    return height - _TOP - _BOTTOM


@lru_cache(maxsize=64)
def body(page: Page, width: int) -> tuple[_Row, ...]:
    """The page broken into rows for a window of that width."""
    inner = min(width, WIDEST) - 4
    labels = [cell_len(line.label) for line in page.lines if line.label]
    indent = min(16, max(labels, default=0)) + 2
    rows: list[_Row] = []
    for line in page.lines:
        if (line.head or _starts_group(page, line)) and rows:
            rows.append(_Row("", "", False))
        if line.label:
            for number, text in enumerate(wrap(line.text, inner - indent)):
                label = line.label if number == 0 else ""
                rows.append(_Row(label + " " * (indent - cell_len(label)), text, False))
        else:
            rows.extend(_Row("", text, line.head) for text in wrap(line.text, inner))
    return tuple(rows)


def _starts_group(page: Page, line: Line) -> bool:
    """Whether a plain paragraph follows something else than its heading, so that a blank row parts them."""
    index = page.lines.index(line)
    if not index or line.head:
        return False
    before = page.lines[index - 1]
    return not before.head and (not line.label or not before.label)


def paint_help(canvas: Canvas, look: Look, pages: tuple[Page, ...], shown: int, top: int) -> None:
    """The page `shown` from its row `top` on. A click on a tab means ("tab", index)."""
    colours, glyphs = look.palette, look.glyphs
    width = min(canvas.width, WIDEST) - 2
    x = (canvas.width - width) // 2
    at = x + 1
    for index, page in enumerate(pages):
        start = at
        at = canvas.put(at, 0, f" {index + 1} ", colours.cursor if index == shown else colours.key)
        at = canvas.put(at, 0, f"{page.tab} ", colours.cursor if index == shown else colours.base)
        canvas.zone(start, 0, at - start, 1, ("tab", index))
        at += 1
    canvas.put(x, 1, glyphs.across * width, colours.line)
    rows = body(pages[shown], canvas.width)
    height = body_height(canvas.height)
    for offset, row in enumerate(rows[top : top + height]):
        style: Style = colours.title if row.head else colours.base
        end = canvas.put(x + 1, _TOP - 1 + offset, row.label, colours.key)
        canvas.put(end, _TOP - 1 + offset, row.text, style)
    last = min(len(rows), top + height)
    first_keys = [KeyHint(look.p("key", "Esc"), look.t("back"), "escape")]
    if len(rows) > height:
        first_keys.append(KeyHint(look.p("keys", "up, down"), f"{top + 1}-{last} / {len(rows)}", "pagedown"))
    next_page = (KeyHint("Tab", look.t("next page"), "tab"),)
    paint_footer(canvas, look, x + 1, x + width - 1, canvas.height - 1, tuple(first_keys), next_page)
