"""What a step at the Fox's table looked like, for the log of each viewer.

The codes, who `seat` is, and the `args` (cards as text, numbers as numbers). *Faces* marks what shows a card of a
trick and lapses with it (F7); everything else may stay in the log.

=============== ============== ==============================================================================
code            seat           args
=============== ============== ==============================================================================
first_dealer    the dealer     (): drawn at random (F2)
dealt           the dealer     (round,)
decree          None           (card,): turned up after the deal (F3)
played          who played     (card,) *faces*
swapped         who played 3   (given, taken): `given` is the new decree, `taken` was it
kept            who played 3   (): the decree stays
drew            who played 5   (card,) for that player, () for everybody else
buried          who played 5   (card,) for that player, () for everybody else
witch           who played 9   (trump,): a lone Witch counted as a card of suit `trump` (B, K, M) *faces*
trick_won       the winner     (trick, sevens): the trick's number in the round, the points of its 7s
swan_leads      who leads      (): the loser of the trick played a Swan and leads the next one *faces*
round_scored    each seat      (tricks, sevens, points, total): `points` include `sevens`; seat 0 first
another_round   None           (total,): both reached the target, but nothing tells them apart (F11)
game_won        the winner     (points of the winner, points of the other, "points" or "last_round" by F11)
=============== ============== ==============================================================================

A stamp is the number of the trick since the start of the game; what lies between two tricks (a deal) has the
number of the coming one.
"""

from core.fox.cards import RANKS, SUITS, WITCH, WOODCUTTER, Card, card_text, rank_of
from core.fox.record import last_trick
from core.fox.scoring import TRICKS, follower_leads_next, round_points, sevens_in, totals
from core.fox.state import (
    BURY_FROM,
    DEAL,
    KEEP,
    NOBODY,
    NONE,
    OVER,
    SWAP_FROM,
    LastTrick,
    State,
    finished_rounds,
    tricks_since_start,
)
from core.game import Action, Happening
from core.ids import Seat


def happenings(
    before: State, seat: Seat | None, action: Action | None, after: State, viewer: Seat | None
) -> tuple[Happening, ...]:
    """What the step from `before` to `after` looked like to `viewer` (`action` None: a chance outcome)."""
    stamp = tricks_since_start(before) + 1
    if action is None or seat is None:
        return _chance(before, after)
    told = _action(before, seat, action, viewer, stamp)
    if rank_of(Card(action)) == WOODCUTTER and action < SWAP_FROM:
        card = card_text(Card(before.deal.stock[before.drawn]))
        told.append(Happening("drew", seat, (card,) if viewer == seat else (), stamp))
    last = last_trick(after)
    if last is not None:
        told += _trick(after, last, stamp)
    if after.step >= DEAL:
        told += _round(after, stamp)
    return tuple(told)


def horizon(state: State) -> int:
    """Faces with a stamp below this may no longer be shown: from the next card on, a won trick is closed (F7)."""
    if state.deal.show_all:
        return 0
    return tricks_since_start(state) + (state.lead != NONE)


def _chance(before: State, after: State) -> tuple[Happening, ...]:
    dealer = Seat(after.deal.dealer)
    stamp = tricks_since_start(after) + 1
    if before.deal.dealer == NOBODY:
        return (Happening("first_dealer", dealer, (), stamp),)
    return (
        Happening("dealt", dealer, (len(after.deal.rounds) + 1,), stamp),
        Happening("decree", None, (card_text(Card(after.decree)),), stamp),
    )


def _action(before: State, seat: Seat, action: Action, viewer: Seat | None, stamp: int) -> list[Happening]:
    if action < SWAP_FROM:
        return [Happening("played", seat, (card_text(Card(action)),), stamp, faces=True)]
    if action < BURY_FROM:
        given, taken = card_text(Card(action - SWAP_FROM)), card_text(Card(before.decree))
        return [Happening("swapped", seat, (given, taken), stamp)]
    if action < KEEP:
        card = card_text(Card(action - BURY_FROM))
        return [Happening("buried", seat, (card,) if viewer == seat else (), stamp)]
    return [Happening("kept", seat, (), stamp)]


def _trick(after: State, last: LastTrick, stamp: int) -> list[Happening]:
    """A trick has just been completed."""
    told: list[Happening] = []
    leader, lead, reply, winner = last
    witches = [seat for seat, card in ((leader, lead), (1 - leader, reply)) if rank_of(Card(card)) == WITCH]
    if len(witches) == 1:
        told.append(Happening("witch", Seat(witches[0]), (SUITS[after.decree // RANKS],), stamp, faces=True))
    told.append(
        Happening("trick_won", Seat(winner), (sum(after.tricks), sevens_in(Card(lead), Card(reply))), stamp)
    )
    follower_leads = follower_leads_next(Card(lead), Card(reply), winner != leader)
    leads = 1 - leader if follower_leads else leader
    if leads != winner and after.step < DEAL:  # a Swan in the last trick leads nothing (i)
        told.append(Happening("swan_leads", Seat(leads), (), stamp, faces=True))
    return told


def _round(after: State, stamp: int) -> list[Happening]:
    """A round has just ended."""
    rounds = finished_rounds(after)
    tricks = (rounds[-1][0], TRICKS - rounds[-1][0])
    sevens, points, total = rounds[-1][1:], round_points(rounds[-1]), totals(rounds)
    told = [
        Happening("round_scored", Seat(seat), (tricks[seat], sevens[seat], points[seat], total[seat]), stamp)
        for seat in (0, 1)
    ]
    if after.step == OVER:
        by_points = total[0] != total[1]
        decisive = total if by_points else points
        winner = 0 if decisive[0] > decisive[1] else 1
        how = "points" if by_points else "last_round"
        told.append(Happening("game_won", Seat(winner), (total[winner], total[1 - winner], how), stamp))
    elif max(total) >= after.deal.target:
        told.append(Happening("another_round", None, (total[0],), stamp))
    return told
