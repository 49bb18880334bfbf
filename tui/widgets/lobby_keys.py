"""The bottom line of a screen: which key does what, each of them also to click."""

from collections.abc import Hashable
from dataclasses import dataclass

from rich.cells import cell_len

from tui.look import Look
from tui.paint import Canvas

GAP = 2


@dataclass(frozen=True, slots=True)
class KeyHint:
    """A key as it is shown, what it does in a word or two, and what a click on it means."""

    key: str
    does: str
    target: Hashable


def width(hints: tuple[KeyHint, ...]) -> int:
    """The cells these hints take side by side."""
    return sum(cell_len(hint.key) + 1 + cell_len(hint.does) + GAP for hint in hints) - GAP


def paint_keys(canvas: Canvas, look: Look, x: int, y: int, hints: tuple[KeyHint, ...]) -> int:
    """The hints from (x, y) to the right; returns the x behind them."""
    for hint in hints:
        start = x
        x = canvas.put(x, y, hint.key, look.palette.key)
        x = canvas.put(x + 1, y, hint.does, look.palette.base)
        canvas.zone(start, y, x - start, 1, hint.target)
        x += GAP
    return x - GAP


def paint_footer(
    canvas: Canvas,
    look: Look,
    left: int,
    right: int,
    y: int,
    first: tuple[KeyHint, ...],
    rest: tuple[KeyHint, ...],
) -> None:
    """What can be done here (`first`, left) and what can always be done (`rest`, right), in one line.

    Where both do not fit, those of `rest` give way from the left: each of them stands on the help page too.
    """
    while rest and width(first) + 3 + width(rest) > right - left:
        rest = rest[1:]
    paint_keys(canvas, look, left, y, first)
    if rest:
        paint_keys(canvas, look, right - width(rest), y, rest)
