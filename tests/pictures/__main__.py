"""`python -m tests.pictures FOLDER [WORD]`: an SVG per telling moment, size and look whose name has WORD."""

import sys
from pathlib import Path

from tests.pictures.svg import svg
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
    "light16": ("en", "unicode", "light", "16"),
    "ascii": ("en", "ascii", "dark", "none"),
    "nl": ("nl", "unicode", "dark", "truecolor"),
    "fr": ("fr", "unicode", "dark", "truecolor"),
    "es": ("es", "unicode", "dark", "truecolor"),
}


def paint(showing: Showing, name: str, width: int, height: int) -> Canvas:
    """The canvas of a moment in a look of LOOKS."""
    chosen = look(*LOOKS[name])
    canvas = Canvas(width, height, chosen.palette.base)
    paint_table(canvas, chosen, showing)
    return canvas


def main(folder: Path, word: str) -> None:
    """Write all pictures whose name has `word`."""
    folder.mkdir(parents=True, exist_ok=True)
    for state, build in STATES.items():
        for width, height in SIZES:
            for name in LOOKS:
                title = f"{state}-{width}x{height}-{name}"
                if word in title:
                    (folder / f"{title}.svg").write_text(
                        svg(paint(build(), name, width, height)), encoding="utf-8"
                    )


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else "")
