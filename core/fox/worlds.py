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

    `draw` and `bury` number that seat's draws and puttings back; -1 where it came or went otherwise.
    """

    dealt: bool
    draw: int
    bury: int
    held: bool


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
    drawn, the first put back and so on, and that the dealt hand has its size.
    """

    def __init__(self, hidden: int, hand: int, traces: Traces) -> None:
        """`hidden` are the cards that were, at the deal, in the other hand or in places of the deck that this
        seat has not drawn from; `hand` is the number of cards dealt to the other seat."""
        self.items = tuple(_items(hidden, traces))
        self._goal = hand | _slots(len(traces.draws), len(traces.buries))
        self._ahead = self._count()

    @property
    def total(self) -> int:
        """The number of worlds, orders of the undrawn deck not counted."""
        return self._ahead[0].get(0, 0)

    def _count(self) -> list[dict[int, int]]:
        """By item: in how many ways it and those after it can live, by the slots that are filled already."""
        ahead = [{self._goal: 1}]
        for item in reversed(self.items):
            counts: dict[int, int] = {}
            for way in item.ways:
                step = _step(way)
                for filled, count in ahead[-1].items():
                    if _contains(filled, step):
                        counts[filled - step] = counts.get(filled - step, 0) + count
            ahead.append(counts)
        return ahead[::-1]

    def draw(self, rng: Random) -> list[tuple[Card, Way]]:
        """One world, all being equally likely."""
        filled = 0
        lives = []
        for place, item in enumerate(self.items):
            number = rng.randrange(self._ahead[place][filled])
            for way, then in self._next(place, filled):
                number -= self._ahead[place + 1][then]
                if number < 0:
                    lives.append((item.card, way))
                    filled = then
                    break
        return lives

    def may_be_held(self) -> int:
        """The cards that the other hand holds in at least one world."""
        held = 0
        reached = {0}
        for place, item in enumerate(self.items):
            beyond = set()
            for filled in reached:
                for way, then in self._next(place, filled):
                    beyond.add(then)
                    held |= way.held << item.card
            reached = beyond
        return held

    def _next(self, place: int, filled: int) -> Iterator[tuple[Way, int]]:
        """The lives that the item at `place` can have, and the slots that are filled then."""
        for way in self.items[place].ways:
            step = _step(way)
            then = filled + step
            if not filled & step & ~_DEALT and then in self._ahead[place + 1]:
                yield way, then


_DEALT: Final = 15
"""Slots are one number: how many cards were dealt in the lowest bits, then a bit for each draw and each bury."""


def _slots(draws: int, buries: int) -> int:
    return ((1 << draws) - 1) << 4 | ((1 << buries) - 1) << 8


def _step(way: Way) -> int:
    drawn = 1 << 4 + way.draw if way.draw >= 0 else 0
    buried = 1 << 8 + way.bury if way.bury >= 0 else 0
    return way.dealt | drawn | buried


def _contains(filled: int, step: int) -> bool:
    """Whether the slots of `step` are among those filled."""
    special = step & ~_DEALT
    return filled & special == special and filled & _DEALT >= step & _DEALT


def _items(hidden: int, traces: Traces) -> Iterator[Item]:
    for number in members(hidden):
        card = Card(number)
        starts = [(True, -1, _START), *((False, draw, time) for draw, time in enumerate(traces.draws))]
        ends = [time for shown, time in traces.shown if shown == card]
        if ends:
            # Up to its first showing; where it was from then on everybody has seen.
            ways = [
                Way(dealt, draw, -1, False)
                for dealt, draw, start in starts
                if _may(traces, card, start, ends[0])
            ]
        else:
            ways = [Way(False, -1, -1, False)]
            for dealt, draw, start in starts:
                ways += _ends(traces, card, dealt, draw, start)
        yield Item(card, tuple(ways))
    for card, start in traces.taken:
        if not any(shown == card and time > start for shown, time in traces.shown):
            yield Item(card, tuple(_ends(traces, card, False, -1, start)))


def _ends(traces: Traces, card: Card, dealt: bool, draw: int, start: int) -> Iterator[Way]:
    """The ends of a card that has not been shown since it came at `start`: held still, or put back."""
    if _may(traces, card, start, _NOW):
        yield Way(dealt, draw, -1, True)
    for bury, end in enumerate(traces.buries):
        if _may(traces, card, start, end):
            yield Way(dealt, draw, bury, False)


def _may(traces: Traces, card: Card, start: int, end: int) -> bool:
    """Whether the card may have been in the hand from `start` until `end`."""
    return start < end and not any(start < time < end and cards >> card & 1 for time, cards in traces.barred)
