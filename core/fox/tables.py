"""What the rules look up instead of computing it anew: a look-up takes a fifth of the time of a division.

Everything here is made at import by the rule it follows; the sizes are small enough for a processor's cache.
"""

from typing import Final, TypeAlias

from core.fox.cards import CARDS, FOX, MONARCH, RANKS, SUITS, WOODCUTTER, Card, rank_of
from core.fox.state import ACTIONS, BURY, BURY_FROM, FOLLOW, PLAY_FROM, SEAT_BIT, SWAP, SWAP_FROM
from core.tricks import members

SUIT_BITS: Final = (1 << RANKS) - 1
TWO_SUITS: Final = 2 * RANKS

CARD: Final = tuple(1 << card for card in range(CARDS))
"""By card: the mask of it alone."""

SUIT: Final = tuple(SUIT_BITS << card // RANKS * RANKS for card in range(CARDS))
"""By card: the mask of all cards of its suit."""

ASKS: Final = tuple({FOX: SWAP, WOODCUTTER: BURY}.get(rank_of(Card(card)), FOLLOW) for card in range(CARDS))
"""By card: the step that playing it leads to for its player; FOLLOW stands for none (F8)."""

MONARCHS: Final = frozenset(card for card in range(CARDS) if rank_of(Card(card)) == MONARCH)

ENTRY: Final = tuple(tuple((seat << SEAT_BIT | action,) for action in range(ACTIONS)) for seat in (0, 1))
"""By seat and action: what it adds to the log."""

Listed: TypeAlias = tuple[tuple[int, ...], ...]
"""By the mask of the cards held in one suit: their actions, ascending."""


def monarch_answers(held: int, monarch: int) -> int:
    """Of the cards held in that Monarch's suit (at least one) those that may answer: its 1, the highest (h)."""
    return held & 1 << monarch - RANKS + 1 | 1 << held.bit_length() - 1


def _listed(start: int) -> tuple[Listed, ...]:
    """By suit: the actions counted from `start`."""
    return tuple(
        tuple(tuple(start + suit * RANKS + rank for rank in members(held)) for held in range(1 << RANKS))
        for suit in range(len(SUITS))
    )


PLAYS, SWAPS, BURIES = _listed(PLAY_FROM), _listed(SWAP_FROM), _listed(BURY_FROM)
PLAYS0, PLAYS1, PLAYS2 = PLAYS

SHIFT: Final = tuple(card // RANKS * RANKS for card in range(CARDS))
"""By card: how far its suit lies from the low end of a hand."""


def _answers(lead: int) -> Listed:
    """The plays that answer that lead for who holds its suit (F5, F8)."""
    plays = PLAYS[lead // RANKS]
    if lead not in MONARCHS:
        return plays
    shift = SHIFT[lead]
    return ((), *(plays[monarch_answers(held << shift, lead) >> shift] for held in range(1, 1 << RANKS)))


ANSWERS: Final = tuple(_answers(lead) for lead in range(CARDS))
"""By card led, and by the mask of the cards held in its suit."""
