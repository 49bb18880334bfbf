"""What trick-taking games share: sets of cards as bit masks, and who takes a trick."""

from collections.abc import Sequence


def members(cards: int) -> tuple[int, ...]:
    """The numbers of the bits that are set, ascending.

    >>> members(0b1011)
    (0, 1, 3)
    """
    found = []
    while cards:
        lowest = cards & -cards
        found.append(lowest.bit_length() - 1)
        cards ^= lowest
    return tuple(found)


def mask(cards: Sequence[int]) -> int:
    """The set of these cards as a bit mask; the inverse of `members`."""
    together = 0
    for card in cards:
        together |= 1 << card
    return together


def best(cards: Sequence[tuple[int, int]], trump: int | None) -> int:
    """The index of the winning card: the highest trump if there is any, else the highest of the lead suit.

    `cards` are pairs of suit and rank in playing order; the first one names the lead suit.
    """
    wanted = cards[0][0]
    if trump is not None and any(suit == trump for suit, _ in cards):
        wanted = trump
    return max(
        (index for index, (suit, _) in enumerate(cards) if suit == wanted), key=lambda index: cards[index][1]
    )
