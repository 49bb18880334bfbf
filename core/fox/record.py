"""What a round's log tells: its tricks, what seats drew and buried, and what everybody may conclude from it."""

from dataclasses import dataclass, field
from functools import lru_cache

from core.fox.cards import CARDS, RANKS, SUITS, WOODCUTTER, Card, rank_of, suit_of
from core.fox.scoring import DECIDED
from core.fox.state import (
    ACTION_BITS,
    BURY_FROM,
    DEAL,
    KEEP,
    NONE,
    SEAT_BIT,
    SWAP_FROM,
    Deal,
    LastTrick,
    State,
)
from core.fox.view import Play, Trick
from core.ids import Seat

ALL_CARDS = (1 << CARDS) - 1
_SUIT_BITS = (1 << RANKS) - 1


@dataclass(slots=True)
class Record:
    """A round read from its deal and log; lists of two are by seat.

    `tricks` are the complete ones in order, `drawn` and `buried` cards in order. `seen` are the cards whose faces
    everybody has seen this round, `known` those that everybody knows to be in a hand, `voids` the suits that a
    seat has shown not to hold and cannot have got since.
    """

    seen: int
    tricks: list[Trick] = field(default_factory=list)
    drawn: list[list[Card]] = field(default_factory=lambda: [[], []])
    buried: list[list[Card]] = field(default_factory=lambda: [[], []])
    known: list[int] = field(default_factory=lambda: [0, 0])
    voids: list[set[int]] = field(default_factory=lambda: [set(), set()])


def won_before(deal: Deal) -> int:
    """The cards won before a position that was set up in mid-round begins; none in a round from its deal."""
    if deal.decree == NONE:
        return 0
    stock = sum(1 << card for card in deal.stock)
    return ALL_CARDS & ~(deal.hands[0] | deal.hands[1] | stock | 1 << deal.decree)


@lru_cache(maxsize=64)
def read(state: State) -> Record:
    """The round so far; not to be changed, for whoever looks at the same state next is given the same record.

    Each viewer of a table, and a bot, asks for the state that the others have just asked for.
    """
    deal = state.deal
    decree, drawn = deal.decree, 0
    record = Record(seen=won_before(deal) | (1 << decree if decree != NONE else 0))
    plays: list[Play] = []
    for entry in state.log:
        seat, action = entry >> SEAT_BIT, entry & ACTION_BITS
        if action < SWAP_FROM:
            if len(plays) == 2:
                record.tricks.append(_trick(plays, decree))
                plays = []
            card = Card(action)
            plays.append(Play(Seat(seat), card))
            record.seen |= 1 << card
            record.known[seat] &= ~(1 << card)
            if len(plays) == 2 and suit_of(card) != suit_of(plays[0].card):
                record.voids[seat].add(suit_of(plays[0].card))
            if rank_of(card) == WOODCUTTER:
                record.drawn[seat].append(Card(deal.stock[drawn]))
                drawn += 1
                # The drawn card may be of any suit that still has a card nobody has shown.
                record.voids[seat] &= _all_shown(record.seen)
        elif action < BURY_FROM:
            given = action - SWAP_FROM
            record.known[seat] = record.known[seat] & ~(1 << given) | 1 << decree
            record.voids[seat].discard(decree // RANKS)
            record.seen |= 1 << given
            decree = given
        elif action < KEEP:
            record.buried[seat].append(Card(action - BURY_FROM))
            record.known[seat] = 0  # any of them may be the card that went under
    if len(plays) == 2 and state.lead == NONE:
        record.tricks.append(_trick(plays, decree))
        if state.step >= DEAL:
            # A Swan has no effect on the next round (i): the non-dealer of then, the dealer of now, leads it.
            end = record.tricks[-1]
            record.tricks[-1] = Trick(end.plays, end.winner, end.sevens, Seat(deal.dealer))
    return record


def _all_shown(seen: int) -> set[int]:
    return {suit for suit in range(len(SUITS)) if seen >> suit * RANKS & _SUIT_BITS == _SUIT_BITS}


def _trick(plays: list[Play], decree: int) -> Trick:
    lead, reply = plays
    reply_won, follower_leads, sevens = DECIDED[decree][lead.card][reply.card]
    return Trick(
        (lead, reply),
        winner=reply.seat if reply_won else lead.seat,
        sevens=sevens,
        next_leader=reply.seat if follower_leads else lead.seat,
    )


def last_trick(state: State) -> LastTrick | None:
    """The trick that was completed last, until the next card is played (F7), across a deal too."""
    if state.lead != NONE:
        return None
    if not state.log:
        return state.deal.last
    # A trick takes four actions at most: two cards, and what a Fox or a Woodcutter asks for after each.
    lead, reply = [entry for entry in state.log[-4:] if entry & ACTION_BITS < SWAP_FROM][-2:]
    leader, cards = lead >> SEAT_BIT, (lead & ACTION_BITS, reply & ACTION_BITS)
    reply_won = DECIDED[state.decree][cards[0]][cards[1]][0]
    return leader, *cards, 1 - leader if reply_won else leader
