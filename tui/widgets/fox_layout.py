"""Where things lie on the Fox's table: rows and columns for a window of any size from 60×20."""

from dataclasses import dataclass
from functools import lru_cache

HEADER = 0
BEYOND = 78
"""The cells that the table itself takes in a large window; the panel beside it has the rest."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Rows and sizes in cells. `card` are the cards on the table, `hand_card` those in the hand.

    `their_hand` is the row of the opponent's face-down cards, or None where there is no room for them. `panel` is
    (x, y, width, height) of the log beside the cards; in a `large` window it also holds the rounds and the talk.
    `slots` are the left edges of the four places (decree, deck, lead, answer), each `slot` cells wide.
    """

    width: int
    height: int
    large: bool
    roomy: bool
    theirs: int
    their_scale: int
    their_hand: int | None
    cards: int
    card: tuple[int, int]
    under: int
    slots: tuple[int, int, int, int]
    slot: int
    my_scale: int
    mine: int
    hand: int
    hand_card: tuple[int, int]
    notice: int
    talk: int
    status: int
    keys: int
    panel: tuple[int, int, int, int]


@lru_cache(64)
def layout(width: int, height: int) -> Layout:
    """The layout for a window of `width` × `height` cells."""
    large = width >= 110 and height >= 36
    roomy = width >= 80 and height >= 24
    card = (9, 7) if large else (7, 5) if roomy else (5, 4)
    hand_card = (7, 6) if large else (5, 4)
    keys, status, talk = height - 1, height - 2, height - 3
    notice = talk - (2 if roomy else 1)
    hand = notice - hand_card[1] - (2 if large else 1)
    mine = hand - (2 if large else 1)
    my_scale = mine - 1
    theirs = 2 if large else 1
    their_scale = theirs + 1
    their_hand = their_scale + 2 if large else None
    first = their_scale + 6 if large else their_scale + 1
    space = my_scale - first
    under = 2 if roomy else 1
    cards = first + 1 + max(0, (space - card[1] - under - 1) // 2)
    if large:
        slots, slot = (1, 16, 34, 52), 13
        panel = (BEYOND + 2, theirs, width - BEYOND - 4, my_scale - theirs - 1)
    elif roomy:
        slots, slot = (1, 12, 24, 36), 11
        panel = (49, first, width - 50, space - (1 if space > 8 else 0))
    else:
        slots, slot = (0, 8, 17, 27), 9
        panel = (38, first, width - 39, space)
    return Layout(
        width, height, large, roomy, theirs, their_scale, their_hand, cards, card, under, slots, slot, my_scale,
        mine, hand, hand_card, notice, talk, status, keys, panel,
    )  # fmt: skip
