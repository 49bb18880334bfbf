"""`python -m tests.pictures FOLDER [WORD]`: one SVG for each telling moment, size and look (those whose name has WORD)."""

import io
import sys
from pathlib import Path

from rich.console import Console
from rich.segment import Segment, Segments
from rich.terminal_theme import TerminalTheme

import tui
from tests.tui.states import STATES
from tui.games import paint_table
from tui.look import look
from tui.paint import Canvas
from tui.widgets.showing import Showing

SIZES = ((80, 24), (120, 40), (60, 20))
LOOKS = {
    "dark": ("en", "unicode", "dark", "truecolor"),
    "light": ("en", "unicode", "light", "truecolor"),
    "contrast": ("en", "unicode", "contrast", "truecolor"),
    "dark256": ("en", "unicode", "dark", "256"),
    "dark16": ("en", "unicode", "dark", "16"),
    "ascii": ("en", "ascii", "dark", "none"),
    "nl": ("nl", "unicode", "dark", "truecolor"),
    "fr": ("fr", "unicode", "dark", "truecolor"),
    "es": ("es", "unicode", "dark", "truecolor"),
}
# A plain terminal's sixteen colours (xterm).
_ANSI = [
    (0, 0, 0), (205, 0, 0), (0, 205, 0), (205, 205, 0), (0, 0, 238), (205, 0, 205), (0, 205, 205), (229, 229, 229),
    (127, 127, 127), (255, 0, 0), (0, 255, 0), (255, 255, 0), (92, 92, 255), (255, 0, 255), (0, 255, 255),
    (255, 255, 255),
]  # fmt: skip
_THEME = TerminalTheme((22, 21, 15), (216, 212, 200), _ANSI[:8], _ANSI[8:])


def paint(showing: Showing, name: str, width: int, height: int) -> Canvas:
    """The canvas of a moment in a look."""
    chosen = look(*LOOKS[name])
    canvas = Canvas(width, height, chosen.palette.base)
    paint_table(canvas, chosen, showing)
    return canvas


def svg(canvas: Canvas, title: str) -> str:
    """The canvas as an SVG picture of a terminal window."""
    console = Console(width=canvas.width, record=True, file=io.StringIO(), color_system="truecolor",
                      force_terminal=True, legacy_windows=False)  # fmt: skip
    segments: list[Segment] = []
    for y in range(canvas.height):
        segments += [*canvas.strip(y), Segment.line()]
    console.print(Segments(segments), end="")
    return console.export_svg(title=title, theme=_THEME)


def main(folder: Path, word: str) -> None:
    """Write all pictures whose name has `word`."""
    folder.mkdir(parents=True, exist_ok=True)
    for state, build in STATES.items():
        for width, height in SIZES:
            for name in LOOKS:
                title = f"{state}-{width}x{height}-{name}"
                if word in title:
                    picture = svg(paint(build(), name, width, height), title)
                    (folder / f"{title}.svg").write_text(picture, encoding="utf-8")


if __name__ == "__main__":
    assert tui.environment.inherited  # the package has prepared the environment
    main(Path(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else "")
