"""A sensible player of the Fox by simple means: it counts on how many tricks its hand is good for.

Every choice is judged by one estimate. A hand is worth so many tricks; tricks are worth points, its own less
the other seat's (F9); and it takes the choice after which that is best. So it aims for Victorious with a strong
hand and for Humble with a weak one, lets the other seat run into Greedy, and swaps or buries to suit.
"""

from functools import lru_cache
from math import comb
from random import Random

from core.fox.cards import MONARCH, RANKS, TREASURE, WITCH, Card, rank_of, suit_of
from core.fox.knowledge import FoxKnowledge
from core.fox.scoring import DECIDED, POINTS_FOR_TRICKS, TRICKS
from core.fox.state import BURY_FROM, KEEP, SWAP_FROM
from core.fox.text import parse_action
from core.fox.view import Play

_MARGIN = tuple(
    POINTS_FOR_TRICKS[tricks] - POINTS_FOR_TRICKS[TRICKS - tricks] for tricks in range(TRICKS + 1)
)
"""Points for tricks, less the other seat's, by tricks at the end of the round."""


def choose(knowledge: FoxKnowledge, rng: Random) -> str:
    """The text of one of `knowledge.legal`. Chance only decides between choices that look equally good.

    Raises ValueError when the seat has nothing to choose.
    """
    if not knowledge.legal:
        raise ValueError("the seat is not to act")
    table = _Table(knowledge)
    worth = {text: table.worth_of(parse_action(text)) for text in knowledge.legal}
    best = max(worth.values())
    return rng.choice([text for text in knowledge.legal if worth[text] > best - 1e-9])


class _Table:
    """What the seat looks at while it thinks about one choice."""

    def __init__(self, knowledge: FoxKnowledge) -> None:
        view = knowledge.view
        if view.you is None or view.decree is None:
            raise ValueError("no seat at a table with cards")
        self.you = view.you
        self.decree = view.decree
        self.hand = view.hand
        self.plays = view.table
        self.tricks = view.seats[self.you].tricks
        self.theirs = knowledge.may_hold
        held = view.seats[1 - self.you].hand
        # How likely one of the cards that the other seat may hold is really there.
        self.likely = held / len(self.theirs) if self.theirs else 0.0

    def worth_of(self, action: int) -> float:
        """The expected margin of points for this round after that action."""
        if action < SWAP_FROM:
            card = Card(action)
            plays = (*self.plays, Play(self.you, card))
            return self._worth(plays, self._without(card), suit_of(self.decree))
        if action < BURY_FROM:
            given = Card(action - SWAP_FROM)
            return self._worth(self.plays, (*self._without(given), self.decree), suit_of(given))
        if action < KEEP:
            return self._worth(self.plays, self._without(Card(action - BURY_FROM)), suit_of(self.decree))
        return self._worth(self.plays, self.hand, suit_of(self.decree))

    def _without(self, card: Card) -> tuple[Card, ...]:
        return tuple(other for other in self.hand if other != card)

    def _worth(self, plays: tuple[Play, ...], hand: tuple[Card, ...], trump: int) -> float:
        """With those cards on the table, that hand left and that trump."""
        strength = round(sum(_strength(card, trump) for card in hand), 2)
        won = _margin(self.tricks + 1, len(hand), strength)
        lost = _margin(self.tricks, len(hand), strength)
        if len(plays) == 2:
            led, followed = plays
            reply_won, _, sevens = DECIDED[trump * RANKS][led.card][followed.card]
            winner = followed.seat if reply_won else led.seat
            return won + sevens if winner == self.you else lost - sevens
        card = plays[0].card
        seven = rank_of(card) == TREASURE
        won, lost = won + seven, lost - seven
        # The other seat answers as it is worse for this one, if it can.
        beaten = self._can(card, trump, beat=True)
        held = self._can(card, trump, beat=False)
        takes = 1 - beaten if won > lost else held
        return takes * won + (1 - takes) * lost

    def _can(self, led: Card, trump: int, *, beat: bool) -> float:
        """How likely the other seat has an answer that beats the card led (or one that does not)."""
        suit = [card for card in self.theirs if suit_of(card) == suit_of(led)]
        others = [card for card in self.theirs if suit_of(card) != suit_of(led)]
        if rank_of(led) == MONARCH:
            suit = suit[:1] + suit[-1:] if beat else suit
        void = (1 - self.likely) ** len(suit)
        decided = DECIDED[trump * RANKS][led]
        follows = sum(decided[card][0] == beat for card in suit)
        throws = sum(decided[card][0] == beat for card in others)
        absent = 1 - self.likely
        # Holding such an answer in the lead suit rules out being void in it.
        return 1 - absent**follows + void * (1 - absent**throws)


def _strength(card: Card, trump: int) -> float:
    """How likely the card is to take a trick later on."""
    rank = rank_of(card)
    if suit_of(card) == trump:
        return 0.45 + 0.05 * rank
    if rank == WITCH:
        return 0.75
    return 0.05 + 0.055 * rank


@lru_cache(maxsize=4096)
def _margin(tricks: int, left: int, strength: float) -> float:
    """The expected margin with `tricks` won and `left` to play, of which the hand is good for `strength`."""
    if not left:
        return float(_MARGIN[tricks])
    chance = min(max(strength / left, 0.02), 0.98)
    return sum(
        comb(left, more) * chance**more * (1 - chance) ** (left - more) * _MARGIN[tricks + more]
        for more in range(left + 1)
    )
