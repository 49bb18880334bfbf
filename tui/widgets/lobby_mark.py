"""The mark of the house: a fire under its mantel, with a seat on either side."""

from itertools import groupby

from tui.look import Look
from tui.paint import Canvas

WIDTH = 17
HEIGHT = 5

# Beside each row, the colour of each cell: s stone, w wood of the seats, f flame, h heart of the fire.
_UNICODE = (
    (" ╭─────────────╮ ", "sssssssssssssssss"),
    (" │  ╭───────╮  │ ", "sssssssssssssssss"),
    (" │  │  ▗▙   │  │ ", "sssssssffssssssss"),
    (" ├──┤ ▗██▙▖ ├──┤ ", "swwwwsfhhffswwwws"),
    ("─┴──┴▁▟███▙▁┴──┴─", "sssssffhhhffsssss"),
)
_ASCII = (
    (" .-------------. ", "sssssssssssssssss"),
    (" |  .-------.  | ", "sssssssssssssssss"),
    (" |  |   )   |  | ", "ssssssssfssssssss"),
    (" |==|  ( (  |==| ", "swwwwssfsfsswwwws"),
    ("_|__|_((^))_|__|_", "ssssssffhffssssss"),
)


def paint_mark(canvas: Canvas, look: Look, x: int, y: int) -> None:
    """The mark with its upper left corner at (x, y): WIDTH × HEIGHT cells."""
    colours = look.palette
    styles = {"s": colours.line, "w": colours.back, "f": colours.warn, "h": colours.accent}
    for row, (text, kinds) in enumerate(_ASCII if look.glyphs.name == "ascii" else _UNICODE):
        at = 0
        for kind, run in groupby(kinds):
            end = at + len(tuple(run))
            canvas.put(x + at, y + row, text[at:end], styles[kind])
            at = end
