"""How the chosen settings look: three cards, a cursor, the colours of the house, painted beside the form."""

from core.fox.cards import card_of
from tui.look import Look
from tui.paint import Canvas
from tui.widgets.cards import paint_card
from tui.widgets.lobby_form import SIDE
from tui.words_cards import suit_name


def paint_preview(canvas: Canvas, look: Look, x: int, y: int) -> None:
    """SIDE cells wide, twelve rows high, from (x, y)."""
    colours, glyphs = look.palette, look.glyphs
    canvas.put(x, y, look.t("It looks like this"), colours.muted, SIDE)
    for suit, rank in ((0, 7), (1, 3), (2, 11)):
        left = x + suit * 8
        paint_card(canvas, look, left, y + 2, 7, 5, card_of(suit, rank), faint=suit == 2)
    for suit in range(3):
        canvas.put(x + 1, y + 8 + suit, glyphs.suits[suit], colours.suit(suit))
        canvas.put(x + 4, y + 8 + suit, suit_name(look, suit), colours.suit(suit))
    canvas.put(x + 15, y + 8, f" {glyphs.turn} {look.t('chosen')} ", colours.cursor, SIDE - 15)
    canvas.put(x + 16, y + 9, f"{glyphs.here} {look.t('here')}", colours.good, SIDE - 16)
    canvas.put(x + 16, y + 10, f"{glyphs.away} {look.t('away')}", colours.warn, SIDE - 16)
