"""A canvas of cells that painters draw on.

A screen is painted whole, from immutable values, by pure functions in tui/widgets; tui/picture.py compares the new
canvas with the one on the terminal and sends only the cells that differ. So no painter keeps track of what has
changed, and a cursor move costs a few hundred bytes.
"""

from collections.abc import Hashable
from dataclasses import dataclass
from functools import lru_cache

from rich.cells import cell_len, get_character_cell_size
from rich.style import Style
from textual.geometry import Region


@dataclass(frozen=True, slots=True)
class Zone:
    """A part of the picture that answers to the mouse: a click there means `target`."""

    region: Region
    target: Hashable


class Canvas:
    """A grid of `width` × `height` cells, each a character and a style; what falls outside is cut off.

    A character two cells wide stands in its left cell, its right cell holds "". `clipped` collects the texts that
    did not fit where they were put: the tests want it empty, so what may be cut goes through `shorten` first.
    """

    __slots__ = ("base", "chars", "clipped", "height", "styles", "width", "zones")

    def __init__(self, width: int, height: int, base: Style) -> None:
        self.width = width
        self.height = height
        self.base = base
        self.chars: list[list[str]] = [[" "] * width for _ in range(height)]
        self.styles: list[list[Style]] = [[base] * width for _ in range(height)]
        self.zones: list[Zone] = []
        self.clipped: list[str] = []

    def put(self, x: int, y: int, text: str, style: Style, limit: int | None = None) -> int:
        """Write `text` from (x, y), at most `limit` cells; returns the x behind it."""
        if not 0 <= y < self.height:
            self._clip(text)
            return x + cell_len(text)
        right = self.width if limit is None else min(self.width, x + limit)
        if x >= 0 and narrow(text):
            if len(text) > right - x:
                self._clip(text)
                text = text[: max(0, right - x)]
            end = x + len(text)
            if text:
                self.chars[y][x:end] = text
                self.styles[y][x:end] = [style] * len(text)
            return end
        chars, styles = self.chars[y], self.styles[y]
        for character in text:
            size = get_character_cell_size(character)
            if not character.isprintable():
                # Names and talk come in clean; this is the last door to the terminal. French has no-break spaces.
                character, size = " " if character == "\xa0" else "?", 1
            if size == 0:
                continue  # combining marks were composed (NFC) where the text came in
            if x + size > right:
                self._clip(text)
                break
            if x >= 0:
                chars[x] = character
                styles[x] = style
                if size == 2:
                    chars[x + 1] = ""
                    styles[x + 1] = style
            x += size
        return x

    def _clip(self, text: str) -> None:
        if text and not text.isspace():
            self.clipped.append(text)

    def put_right(self, right: int, y: int, text: str, style: Style) -> int:
        """Write `text` so that it ends before column `right`; returns its first x."""
        x = right - cell_len(text)
        self.put(x, y, text, style)
        return x

    def put_centre(self, x: int, width: int, y: int, text: str, style: Style) -> None:
        """Write `text` in the middle of `width` cells from x."""
        self.put(x + max(0, (width - cell_len(text)) // 2), y, text, style, width)

    def fill(self, x: int, y: int, width: int, height: int, style: Style, character: str = " ") -> None:
        """Fill a rectangle with one character."""
        for row in range(y, y + height):
            self.put(x, row, character * width, style)

    def paste(self, x: int, y: int, piece: "Canvas") -> None:
        """Put a piece that was painted before, so that what is on the screen over and over is painted once. Rows of
        it that do not fit as a whole are cut off."""
        right = x + piece.width
        for row, (chars, styles) in enumerate(zip(piece.chars, piece.styles, strict=True), y):
            if x >= 0 and right <= self.width and 0 <= row < self.height:
                self.chars[row][x:right] = chars
                self.styles[row][x:right] = styles
            else:
                self._clip("".join(chars))

    def zone(self, x: int, y: int, width: int, height: int, target: Hashable) -> None:
        """Let a click on this rectangle mean `target`; later zones lie above earlier ones."""
        self.zones.append(Zone(Region(x, y, width, height), target))

    def hit(self, x: int, y: int) -> Hashable | None:
        """What a click at (x, y) means, or None."""
        for zone in reversed(self.zones):
            if zone.region.contains(x, y):
                return zone.target
        return None

    def text(self) -> str:
        """The picture as plain text, one line a row, blanks at line ends removed."""
        return "\n".join("".join(row).rstrip() for row in self.chars)


@lru_cache(8192)
def narrow(text: str) -> bool:
    """Whether each character is printable and one cell wide, so that it can be put as a whole."""
    return text.isprintable() and all(get_character_cell_size(character) == 1 for character in text)


def shorten(text: str, width: int) -> str:
    """The text, or its beginning and an ellipsis, in at most `width` cells: for names and other foreign text."""
    if cell_len(text) <= width:
        return text
    while text and cell_len(text) > width - 1:
        text = text[:-1]
    return text.rstrip() + "…" if width > 0 else ""
