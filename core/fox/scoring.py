"""Who takes a trick, what tricks and 7s are worth, and when a game is won (F6-F11)."""

from collections.abc import Sequence
from typing import TypeAlias

from core.fox.cards import CARDS, RANKS, SUITS, SWAN, TREASURE, WITCH, Card, rank_of, suit_of
from core.tricks import best

TRICKS = 13
POINTS_FOR_TRICKS = (6, 6, 6, 6, 1, 2, 3, 6, 6, 6, 0, 0, 0, 0)
"""Points by number of tricks: Humble, Defeated, Victorious, Greedy (F9)."""

Result: TypeAlias = tuple[int, int, int]
"""A finished round: tricks of seat 0 (seat 1 has the rest of 13), points of 7s of seat 0, of seat 1."""


def reply_wins(lead: Card, reply: Card, trump: int) -> bool:
    """Whether the card that follows takes the trick (F6), a lone Witch counting as trump (F8, e-g)."""
    one_witch = (rank_of(lead) == WITCH) != (rank_of(reply) == WITCH)
    cards = [
        (trump if one_witch and rank_of(card) == WITCH else suit_of(card), rank_of(card))
        for card in (lead, reply)
    ]
    return best(cards, trump) == 1


def sevens_in(lead: Card, reply: Card) -> int:
    """The points of 7s in a trick (F8)."""
    return (rank_of(lead) == TREASURE) + (rank_of(reply) == TREASURE)


def follower_leads_next(lead: Card, reply: Card, reply_won: bool) -> bool:
    """Whether who followed leads the next trick: the winner does, unless the loser played a Swan (F7, F8, i)."""
    losing = lead if reply_won else reply
    return reply_won != (rank_of(losing) == SWAN)


_outcomes: dict[tuple[bool, bool, int], tuple[bool, bool, int]] = {}


def _decide(trump: int, lead: int, reply: int) -> tuple[bool, bool, int]:
    won = reply_wins(Card(lead), Card(reply), trump)
    decided = (won, follower_leads_next(Card(lead), Card(reply), won), sevens_in(Card(lead), Card(reply)))
    return _outcomes.setdefault(decided, decided)  # a dozen objects in all stay in the processor's cache


_BY_TRUMP = tuple(
    tuple(tuple(_decide(trump, lead, reply) for reply in range(CARDS)) for lead in range(CARDS))
    for trump in range(len(SUITS))
)
DECIDED = tuple(_BY_TRUMP[decree // RANKS] for decree in range(CARDS))
"""By decree card, lead and reply: does the reply win, does its player lead next, points of 7s. A table of the
functions above, because playouts ask for nothing more often."""


def round_points(result: Result) -> tuple[int, int]:
    """Points of a round by seat: for tricks (F9), and the 7s on top, always (d)."""
    tricks, sevens0, sevens1 = result
    return POINTS_FOR_TRICKS[tricks] + sevens0, POINTS_FOR_TRICKS[TRICKS - tricks] + sevens1


def totals(rounds: Sequence[Result]) -> tuple[int, int]:
    """Points of all these rounds together, by seat."""
    total0 = total1 = 0
    for result in rounds:
        points0, points1 = round_points(result)
        total0 += points0
        total1 += points1
    return total0, total1


def winner_of(rounds: Sequence[Result], target: int) -> int | None:
    """The seat that has won after the last of these rounds, or None while the game goes on (F10, F11)."""
    total0, total1 = totals(rounds)
    if max(total0, total1) < target or not rounds:
        return None
    if total0 == total1:
        total0, total1 = round_points(rounds[-1])
    if total0 == total1:
        return None
    return 0 if total0 > total1 else 1
