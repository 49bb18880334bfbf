"""Cards on a canvas: faces, backs and empty places, in any size from 5×4 cells."""

from functools import lru_cache

from rich.style import Style

from core.fox.cards import Card, rank_of, suit_of
from tui.look import Look
from tui.paint import Canvas
from tui.words_cards import suit_code


def paint_box(canvas: Canvas, look: Look, x: int, y: int, width: int, height: int, style: Style,
              dashed: bool = False) -> None:  # fmt: skip
    """The frame of a card, its inside blank."""
    glyphs = look.glyphs
    across, down = (glyphs.dashed_across, glyphs.dashed_down) if dashed else (glyphs.across, glyphs.down)
    top_left, top_right, bottom_left, bottom_right = tuple(glyphs.corners)
    inside = width - 2
    canvas.put(x, y, top_left + across * inside + top_right, style)
    blank = down + " " * inside + down
    for row in range(y + 1, y + height - 1):
        canvas.put(x, row, blank, style)
    canvas.put(x, y + height - 1, bottom_left + across * inside + bottom_right, style)


def paint_card(canvas: Canvas, look: Look, x: int, y: int, width: int, height: int, card: Card,
               frame: Style | None = None, faint: bool = False, mark: str = "") -> None:  # fmt: skip
    """A card face up: rank, and suit by glyph and letter. A `faint` one has a broken frame as well as a dim colour.

    `mark` is one character in the upper frame (a card that was just drawn).
    """
    canvas.paste(x, y, _face(look, width, height, card, frame, faint, mark))


@lru_cache(4096)
def _face(
    look: Look, width: int, height: int, card: Card, frame: Style | None, faint: bool, mark: str
) -> Canvas:
    palette = look.palette
    canvas = Canvas(width, height, palette.base)
    suit = suit_of(card)
    style = palette.card_dim if faint else palette.suit(suit)
    edge = palette.card_dim if faint else frame or palette.frame(suit)
    paint_box(canvas, look, 0, 0, width, height, edge, faint)
    rank, glyph, code = str(rank_of(card)), look.glyphs.suits[suit], suit_code(look, suit)
    if width < 7:
        canvas.put(1, 1, rank, style)
        canvas.put(1, 2, glyph, style)
        canvas.put_right(width - 1, 2, code, style)
    else:
        canvas.put(1, 1, rank, style)
        canvas.put_right(width - 1, 1, code, style)
        canvas.put(width // 2, (height - 1) // 2, glyph, style)
        canvas.put(1, height - 2, code, style)
        canvas.put_right(width - 1, height - 2, rank, style)
    if mark:
        canvas.put(width // 2, 0, mark, palette.accent)
    return canvas


def paint_back(canvas: Canvas, look: Look, x: int, y: int, width: int, height: int, text: str = "") -> None:
    """A card face down; `text` stands in its middle (how many cards a deck holds)."""
    palette = look.palette
    paint_box(canvas, look, x, y, width, height, palette.back)
    for row in range(y + 1, y + height - 1):
        canvas.put(x + 1, row, look.glyphs.back * (width - 2), palette.back)
    if text:
        canvas.put_centre(x + 1, width - 2, y + (height - 1) // 2, f" {text} ", palette.base)


def paint_slot(canvas: Canvas, look: Look, x: int, y: int, width: int, height: int) -> None:
    """A place where a card is going to lie."""
    paint_box(canvas, look, x, y, width, height, look.palette.slot, dashed=True)


def paint_backs(canvas: Canvas, look: Look, x: int, y: int, count: int, pitch: int, width: int,
                height: int) -> None:  # fmt: skip
    """A hand face down, its cards `pitch` cells apart."""
    for n in range(count):
        paint_back(canvas, look, x + n * pitch, y, width, height)
