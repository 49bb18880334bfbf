"""The 33 cards (F1): three suits of eleven ranks, as numbers 0-32 inside, as `K10` at every edge."""

from typing import NewType

Card = NewType("Card", int)
"""``suit * 11 + rank - 1`` with suits Bells 0, Keys 1, Moons 2 and ranks 1-11."""

SUITS = "BKM"
RANKS = 11
CARDS = len(SUITS) * RANKS

SWAN, FOX, WOODCUTTER, TREASURE, WITCH, MONARCH = 1, 3, 5, 7, 9, 11


def suit_of(card: Card) -> int:
    """0 Bells, 1 Keys, 2 Moons."""
    return card // RANKS


def rank_of(card: Card) -> int:
    """1-11, as printed."""
    return card % RANKS + 1


def card_of(suit: int, rank: int) -> Card:
    """The card of that suit (0-2) and rank (1-11)."""
    return Card(suit * RANKS + rank - 1)


def card_text(card: Card) -> str:
    """English code of a card: `B1` … `M11`."""
    return f"{SUITS[card // RANKS]}{card % RANKS + 1}"


def parse_card(text: str) -> Card:
    """The inverse of `card_text`. Raises ValueError."""
    suit = SUITS.find(text[:1])
    rank = text[1:]
    if (
        suit < 0
        or not text
        or not rank.isascii()
        or not rank.isdigit()
        or rank[0] == "0"
        or int(rank) > RANKS
    ):
        raise ValueError(f"not a card: {text!r}")
    return card_of(suit, int(rank))
