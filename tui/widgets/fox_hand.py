"""The hand at the Fox's table: the card under the cursor stands higher, what may not be played is faint."""

from core.fox.cards import Card, card_text
from core.fox.view import FoxView, Step
from tui.look import Look
from tui.paint import Canvas
from tui.widgets.cards import paint_backs, paint_card
from tui.widgets.showing import Showing
from tui.words_fox import card_in

FULL = 13


def choices(showing: Showing) -> tuple[str, ...]:
    """What the cursor may stand on, from left to right: actions as the game writes them.

    A card that may not be played stands there as the action that would play it: trying it gets the reason.
    """
    table = showing.view.table
    if not isinstance(table, FoxView):
        return ()
    prompt = showing.view.prompt
    legal = prompt.legal if prompt is not None else ()
    by_card = {card_in(action): action for action in legal}
    cards = tuple(by_card.get(card, card_text(card)) for card in table.hand)
    return tuple(action for action in legal if card_in(action) is None) + cards


def paint_hand(canvas: Canvas, look: Look, showing: Showing, table: FoxView, x: int, y: int, width: int,
               size: tuple[int, int]) -> None:  # fmt: skip
    """The hand in `width` cells from x; its row y is kept free for the card that is raised."""
    card_width, card_height = size
    prompt = showing.view.prompt
    allowed = {card_in(action) for action in prompt.legal} if prompt is not None else set(table.hand)
    under_cursor = card_in(showing.cursor)
    pitch = pitch_for(len(table.hand), width, card_width)
    raised: tuple[int, Card] | None = None
    for n, card in enumerate(table.hand):
        left = x + n * pitch
        if card == under_cursor:
            raised = (left, card)
        else:
            faint = card not in allowed
            mark = "+" if card == table.drawn and table.step is Step.BURY else ""
            paint_card(canvas, look, left, y + 1, card_width, card_height, card, faint=faint, mark=mark)
        shown = card_width if n == len(table.hand) - 1 else pitch
        canvas.zone(left, y, shown, card_height + 1, ("choose", card_text(card)))
    if raised is not None:
        left, card = raised
        frame = look.palette.card_cursor
        faint = card not in allowed
        mark = "+" if card == table.drawn and table.step is Step.BURY else ""
        paint_card(canvas, look, left, y, card_width, card_height, card, frame=frame, faint=faint, mark=mark)
        canvas.put(left, y + card_height, " " * card_width, look.palette.base)
        canvas.put_centre(left, card_width, y + card_height, look.glyphs.pointer, look.palette.accent)


def paint_hidden_hand(canvas: Canvas, look: Look, count: int, x: int, y: int, width: int,
                      size: tuple[int, int]) -> None:  # fmt: skip
    """A hand that the viewer may not see."""
    pitch = min(size[0] - 1, pitch_for(count, width, size[0]))
    paint_backs(canvas, look, x, y, count, pitch, *size)


def pitch_for(count: int, width: int, card_width: int) -> int:
    """How far apart the cards of a hand lie: with a gap if there is room, else one over the other."""
    if count <= 1:
        return card_width + 1
    return min(card_width + 1, (width - card_width) // (count - 1))
