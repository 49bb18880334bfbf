"""The one widget of a screen: it shows a canvas, and sends what changes."""

from collections.abc import Callable

from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from tui.frame import frame
from tui.paint import Canvas


class Picture(Widget):
    """Shows a canvas. Fills its screen; takes no focus.

    Once a whole picture has gone out, `send` gets only what differs between one canvas and the next (tui/frame.py).
    In tests without a line it is painted by Textual.
    """

    DEFAULT_CSS = ""

    def __init__(self) -> None:
        super().__init__()
        self.canvas: Canvas | None = None
        self._current = False

    def show(self, canvas: Canvas, send: Callable[[str], bool]) -> None:
        """Put this canvas on the screen. `send` writes to the terminal, or says False if it cannot now."""
        old, self.canvas = self.canvas, canvas
        if self._current and old is not None and (old.width, old.height) == (canvas.width, canvas.height):
            changes = frame(old, canvas)
            if not changes or send(changes):
                return
        self.stale()

    def stale(self) -> None:
        """The terminal may show something else by now: paint all anew."""
        self._current = False
        self.refresh()

    def whole(self) -> str | None:
        """All of the picture for a terminal that may show anything; None if that is not wanted, or not possible
        because the picture is of another size."""
        if self._current or self.canvas is None or (self.canvas.width, self.canvas.height) != self.size:
            return None
        self._current = True
        return frame(None, self.canvas)

    def render_line(self, y: int) -> Strip:
        if self.canvas is not None and y < self.canvas.height:
            return self.canvas.strip(y)
        return Strip.blank(self.size.width)

    def render_lines(self, crop: Region) -> list[Strip]:
        """Straight from the canvas: no borders, padding or opacity to work out."""
        return [self.render_line(y).crop_extend(crop.x, crop.right, None) for y in range(crop.y, crop.bottom)]
