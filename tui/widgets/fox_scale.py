"""The scale of tricks, the heart of the Fox: where a player stands between Humble and Greedy (F9)."""

from functools import lru_cache

from rich.cells import cell_len

from tui.look import Look
from tui.paint import Canvas

TRICKS = 13


def zones(look: Look) -> tuple[tuple[str, int, int], ...]:
    """The four zones: name, first and last number of tricks."""
    return (
        (look.t("Humble"), 0, 3),
        (look.t("Defeated"), 4, 6),
        (look.t("Victorious"), 7, 9),
        (look.t("Greedy"), 10, 13),
    )


def zone_name(look: Look, tricks: int) -> str:
    """The name of the zone in which `tricks` lie."""
    return next(name for name, first, last in zones(look) if first <= tricks <= last)


def paint_scale(canvas: Canvas, look: Look, x: int, y: int, width: int, tricks: int, left: int) -> None:
    """The scale on one row: the number reached stands in brackets, what can no longer be reached is muted.

    `left` counts the tricks still to be played this round. A narrow row names only the zone that is reached.
    """
    canvas.paste(x, y, _scale(look, width, tricks, left))


@lru_cache(1024)
def _scale(look: Look, width: int, tricks: int, left: int) -> Canvas:
    palette = look.palette
    canvas = Canvas(width, 1, palette.base)
    x = y = 0
    parts = zones(look)
    needed = sum(cell_len(name) for name, _, _ in parts) + 40
    full = needed <= width
    end = x + width
    if not full or needed + 2 <= width:
        x += 2
    for name, first, last in parts:
        inside = first <= tricks <= last
        if full:
            x = canvas.put(x, y, name, palette.strong if inside else palette.muted) + 1
        for number in range(first, last + 1):
            if number == tricks:
                x = canvas.put(x, y, f"[{number}]", palette.scale_on)
            else:
                reachable = tricks < number <= tricks + left
                x = canvas.put(x, y, str(number), palette.scale_off if reachable else palette.line)
            if number < last:
                x = canvas.put(x, y, look.glyphs.across, palette.line)
        x += 2
    if not full:
        canvas.put(x, y, zone_name(look, tricks), palette.strong, max(0, end - x))
    return canvas
