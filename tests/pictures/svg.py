"""A canvas as an SVG picture: every cell exactly in its place, whatever font shows it."""

from xml.sax.saxutils import escape

from rich.color import Color
from rich.style import Style
from rich.terminal_theme import TerminalTheme

from tui.paint import Canvas

CELL_WIDTH, CELL_HEIGHT, BASELINE = 9.632, 19.0, 15.0
FONT = "DejaVu Sans Mono, Menlo, Consolas, monospace"

# A plain terminal's sixteen colours (xterm).
_ANSI = [
    (0, 0, 0), (205, 0, 0), (0, 205, 0), (205, 205, 0), (0, 0, 238), (205, 0, 205), (0, 205, 205), (229, 229, 229),
    (127, 127, 127), (255, 0, 0), (0, 255, 0), (255, 255, 0), (92, 92, 255), (255, 0, 255), (0, 255, 255),
    (255, 255, 255),
]  # fmt: skip
THEME = TerminalTheme((0, 0, 0), (229, 229, 229), _ANSI[:8], _ANSI[8:])


def svg(canvas: Canvas, margin: float = 0.0) -> str:
    """The picture of a canvas; with a margin (in pixels) it also has round corners, like a window."""
    width, height = canvas.width * CELL_WIDTH + 2 * margin, canvas.height * CELL_HEIGHT + 2 * margin
    edge = 0.0 - margin
    box = f"{edge:.1f} {edge:.1f} {width:.1f} {height:.1f}"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" width="{width:.1f}" height="{height:.1f}"'
        f' font-family="{FONT}" font-size="16">',
        f'<rect x="{edge:.1f}" y="{edge:.1f}" width="{width:.1f}" height="{height:.1f}"'
        f' rx="{margin / 2:.1f}" fill="{_colours(canvas.base)[1]}"/>',
    ]
    for y in range(canvas.height):
        start = 0
        styles = canvas.styles[y]
        for x in range(1, canvas.width + 1):
            if x == canvas.width or styles[x] is not styles[start]:
                parts += _run(canvas, y, start, x)
                start = x
    return "\n".join([*parts, "</svg>", ""])


def _run(canvas: Canvas, y: int, start: int, end: int) -> list[str]:
    """The cells from `start` to before `end` on a row, all of one style."""
    style = canvas.styles[y][start]
    foreground, background = _colours(style)
    top = y * CELL_HEIGHT
    parts = []
    if background != _colours(canvas.base)[1]:
        parts.append(
            f'<rect x="{start * CELL_WIDTH:.1f}" y="{top:.1f}" width="{(end - start) * CELL_WIDTH:.1f}"'
            f' height="{CELL_HEIGHT:.1f}" fill="{background}"/>'
        )
    weight = ' font-weight="bold"' if style.bold else ""
    faint = ' opacity="0.6"' if style.dim else ""
    for x, word in _words(canvas.chars[y][start:end], start):
        place = f'x="{x * CELL_WIDTH:.2f}" y="{top + BASELINE:.1f}"'
        if len(word) > 1:  # whatever font there is
            place += f' textLength="{len(word) * CELL_WIDTH:.2f}" lengthAdjust="spacingAndGlyphs"'
        parts.append(f'<text {place} fill="{foreground}"{weight}{faint}>{escape(word)}</text>')
    return parts


def _words(cells: list[str], x: int) -> list[tuple[int, str]]:
    """What is put as one piece: letters that belong together; any other sign by itself, as its width may differ."""
    words: list[tuple[int, str]] = []
    joined = False
    for character in cells:
        letter = character.isascii() and character.strip() != ""
        if letter and joined:
            words[-1] = (words[-1][0], words[-1][1] + character)
        elif character.strip():
            words.append((x, character))
        joined = letter
        x += 1
    return words


def _colours(style: Style) -> tuple[str, str]:
    """Foreground and background as they are shown, in hex."""
    foreground = _hex(style.color, True)
    background = _hex(style.bgcolor, False)
    return (background, foreground) if style.reverse else (foreground, background)


def _hex(colour: Color | None, foreground: bool) -> str:
    return (colour or Color.default()).get_truecolor(THEME, foreground).hex
