"""What a terminal shows, and the fewest bytes that bring it up to date."""

from collections.abc import Callable

from tui.frame import frame
from tui.paint import Canvas
from tui.terminal import Colours


class Picture:
    """The canvas that was painted last, and whether the terminal shows it."""

    def __init__(self) -> None:
        self.canvas: Canvas | None = None
        self._shown: Canvas | None = None

    @property
    def current(self) -> bool:
        """Whether the terminal shows the canvas, as far as we know."""
        return self._shown is not None

    def show(self, canvas: Canvas, colours: Colours, send: Callable[[str], bool]) -> None:
        """Put this canvas on a terminal of those colours. `send` writes to it, or says False if it cannot now: what
        is sent next is whole again."""
        self.canvas = canvas
        shown = self._shown
        if shown is not None and (shown.width, shown.height) != (canvas.width, canvas.height):
            shown = None
        changes = frame(shown, canvas, colours)
        self._shown = canvas if not changes or send(changes) else None

    def stale(self) -> None:
        """The terminal may show something else by now: what is sent next is whole."""
        self._shown = None
