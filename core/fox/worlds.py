"""Where the cards that a seat cannot see may be, and how many worlds there are."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Final, NamedTuple

from core.fox.cards import MONARCH, RANKS, SWAN, WOODCUTTER, Card, rank_of, suit_of
from core.fox.state import BURY_FROM, KEEP, NONE, SWAP_FROM
from core.tricks import members

_START: Final = -1
"""The time at which the hand as dealt is there; later times are positions in the list of actions."""
_NOW: Final = 1 << 30
_SUIT_BITS = (1 << RANKS) - 1


class Way(NamedTuple):
    """One life that a card may have had in the other hand (or not, when it is still in the deck).

    `draw` and `bury` number that seat's draws and puttings back; -1 where it came or went otherwise. `places` are
    those that this life takes.
    """

    dealt: bool
    draw: int
    bury: int
    held: bool
    places: int


class Item(NamedTuple):
    """A card that is not accounted for from some time on, and the lives it may have had."""

    card: Card
    ways: tuple[Way, ...]


@dataclass(slots=True)
class Traces:
    """What a round's public actions tell about one hand, as times in the list of actions.

    `shown`: card and time of leaving the hand face up; `taken`: card and time of a pick-up from the decree;
    `draws` and `buries`: times; `barred`: at a time, cards that were certainly not in the hand (after a card was
    played). `stock` says for each draw from the deck whether this hand made it.
    """

    shown: list[tuple[Card, int]] = field(default_factory=list)
    taken: list[tuple[Card, int]] = field(default_factory=list)
    draws: list[int] = field(default_factory=list)
    buries: list[int] = field(default_factory=list)
    barred: list[tuple[int, int]] = field(default_factory=list)
    stock: list[bool] = field(default_factory=list)


def trace(seat: int, turned: int, actions: Sequence[tuple[int, int]]) -> Traces:
    """Follow one hand through the actions of a round (pairs of seat and action; any bury will do for a hidden one).

    `turned` is the decree of the deal.
    """
    found = Traces()
    decree, lead = turned, NONE
    for time, (actor, action) in enumerate(actions):
        mine = actor == seat
        if action < SWAP_FROM:
            card = Card(action)
            if mine:
                found.shown.append((card, time))
            if lead == NONE:
                lead = card
            else:
                if mine:
                    found.barred.append((time, _barred(Card(lead), card)))
                lead = NONE
            if rank_of(card) == WOODCUTTER:
                found.stock.append(mine)
                if mine:
                    found.draws.append(time)
        elif action < BURY_FROM:
            if mine:
                found.taken.append((Card(decree), time))
                found.shown.append((Card(action - SWAP_FROM), time))
            decree = action - SWAP_FROM
        elif action < KEEP and mine:
            found.buries.append(time)
    return found


def _barred(lead: Card, reply: Card) -> int:
    """The cards that a follower does not hold after that answer (F5, h)."""
    suit = suit_of(lead)
    if suit_of(reply) != suit:
        return _SUIT_BITS << suit * RANKS
    if rank_of(lead) == MONARCH and rank_of(reply) != SWAN:
        return _SUIT_BITS << suit * RANKS & -(2 << reply)
    return 0


class Worlds:
    """All worlds that fit what one seat knows of a round.

    A world is the deal (the other hand, the deck in its order) and which cards the other seat put back. They are
    counted exactly: a card's possible lives do not depend on other cards, except that just one card is the first
    drawn, the first put back and so on, and that the dealt hand has its size. So they are counted card by card,
    by which of these places are taken.
    """

    def __init__(self, hidden: int, hand: int, traces: Traces) -> None:
        """`hidden` are the cards that were, at the deal, in the other hand or in places of the deck that this
        seat has not drawn from; `hand` is the number of cards dealt to the other seat."""
        self.items = tuple(_items(hidden, traces))
        self.may_be_held = 0
        """The cards that the other hand holds in at least one world, as a mask."""
        goal = hand | _places(len(traces.draws), len(traces.buries))
        self._ahead: list[dict[int, int]] = []
        """By item: in how many ways it and those after it can live, by the places taken before."""
        self._count(goal)

    @property
    def total(self) -> int:
        """The number of worlds, orders of the undrawn deck not counted."""
        return self._ahead[0].get(0, 0)

    def _count(self, goal: int) -> None:
        reached: list[set[int]] = [{0}]
        for done, item in enumerate(self.items, 1):
            beyond: set[int] = set()
            for way in item.ways:
                once = way.places & ~_DEALT
                beyond.update([taken + way.places for taken in reached[-1] if not taken & once])
            most = goal & _DEALT
            least = most - len(self.items) + done
            reached.append({taken for taken in beyond if least <= taken & _DEALT <= most})
        later = {goal: 1}
        ahead = [later]
        for item, before in zip(reversed(self.items), reversed(reached[:-1]), strict=True):
            counts: dict[int, int] = {}
            for way in item.ways:
                places = way.places
                once = places & ~_DEALT
                for taken in before:
                    if not taken & once and (count := later.get(taken + places)):
                        counts[taken] = counts.get(taken, 0) + count
                        self.may_be_held |= way.held << item.card
            later = counts
            ahead.append(later)
        self._ahead = ahead[::-1]

    def draw(self, rng: Random) -> list[tuple[Card, Way]]:
        """One world, all being equally likely."""
        taken = 0
        lives = []
        for place, item in enumerate(self.items):
            later = self._ahead[place + 1]
            number = rng.randrange(self._ahead[place][taken])
            for way in item.ways:
                if not taken & way.places & ~_DEALT:
                    number -= later.get(taken + way.places, 0)
                    if number < 0:
                        lives.append((item.card, way))
                        taken += way.places
                        break
        return lives


_DEALT: Final = 15
"""Places are one number: how many cards were dealt in the lowest bits, then a bit for each draw and each bury."""


def _places(draws: int, buries: int) -> int:
    return ((1 << draws) - 1) << 4 | ((1 << buries) - 1) << 8


def _way(dealt: bool, draw: int, bury: int, held: bool) -> Way:
    drawn = 1 << 4 + draw if draw >= 0 else 0
    buried = 1 << 8 + bury if bury >= 0 else 0
    return Way(dealt, draw, bury, held, dealt | drawn | buried)


def _items(hidden: int, traces: Traces) -> Iterator[Item]:
    for number in members(hidden):
        card = Card(number)
        starts = [(True, -1, _START), *((False, draw, time) for draw, time in enumerate(traces.draws))]
        ends = [time for shown, time in traces.shown if shown == card]
        if ends:
            # Up to its first showing; where it was from then on everybody has seen.
            ways = [
                _way(dealt, draw, -1, False)
                for dealt, draw, start in starts
                if _may(traces, card, start, ends[0])
            ]
        else:
            ways = [_way(False, -1, -1, False)]
            for dealt, draw, start in starts:
                ways += _ends(traces, card, dealt, draw, start)
        yield Item(card, tuple(ways))
    for card, start in traces.taken:
        if not any(shown == card and time > start for shown, time in traces.shown):
            yield Item(card, tuple(_ends(traces, card, False, -1, start)))


def _ends(traces: Traces, card: Card, dealt: bool, draw: int, start: int) -> Iterator[Way]:
    """The ends of a card that has not been shown since it came at `start`: held still, or put back."""
    if _may(traces, card, start, _NOW):
        yield _way(dealt, draw, -1, True)
    for bury, end in enumerate(traces.buries):
        if _may(traces, card, start, end):
            yield _way(dealt, draw, bury, False)


def _may(traces: Traces, card: Card, start: int, end: int) -> bool:
    """Whether the card may have been in the hand from `start` until `end`."""
    return start < end and not any(start < time < end and cards >> card & 1 for time, cards in traces.barred)
