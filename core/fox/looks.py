"""Builds the views of the Fox, by allow-list: each field is put in because that viewer may see it."""

from core.fox.cards import RANKS, Card
from core.fox.record import Record, last_trick, read
from core.fox.scoring import TRICKS, Result, round_points, sevens_in, totals
from core.fox.state import BURY, NOBODY, NONE, STEPS, State, finished_rounds
from core.fox.view import FoxSeat, FoxView, Play, RoundScore, Trick
from core.ids import Seat
from core.tricks import members


def view(state: State, seat: Seat | None) -> FoxView:
    """The table as `seat` sees it now; None is a spectator, who sees no hand at all.

    After a round its cards, tricks and 7s stand until the next deal, and `rounds` and totals count it already.
    Before the first dealer is drawn, `dealer` and `leader` are -1.
    """
    return view_of(state, seat, read(state))


def view_of(state: State, seat: Seat | None, record: Record) -> FoxView:
    """The same from a record of the round that the caller has read already."""
    deal = state.deal
    rounds = finished_rounds(state)
    dealt = state.decree != NONE
    burying = state.step == BURY
    yours = seat is not None and burying and state.turn == seat
    return FoxView(
        you=seat,
        target=deal.target,
        round=len(deal.rounds) + 1,
        trick=min(sum(state.tricks) + 1, TRICKS),
        dealer=Seat(deal.dealer),
        leader=Seat(state.leader),
        step=STEPS[state.step],
        turn=None if state.turn == NOBODY else Seat(state.turn),
        decree=Card(state.decree) if dealt else None,
        trump=state.decree // RANKS if dealt else None,
        # A card goes under for each that was drawn, but for one while that choice is open (c).
        deck=len(deal.stock) - burying,
        table=_table(state),
        last_trick=_last_trick(state, record),
        hand=() if seat is None else cards(state.hand1 if seat else state.hand0),
        drawn=Card(deal.stock[state.drawn - 1]) if yours else None,
        buried=() if seat is None else tuple(record.buried[seat]),
        seats=(_seat(state, record, rounds, 0), _seat(state, record, rounds, 1)),
        rounds=tuple(_score(result) for result in rounds),
        won=tuple(record.tricks) if deal.show_all else (),
    )


def cards(held: int) -> tuple[Card, ...]:
    """The cards of a mask, by suit and rank."""
    return tuple(Card(card) for card in members(held))


def _table(state: State) -> tuple[Play, ...]:
    if state.lead == NONE:
        return ()
    led = Play(Seat(state.leader), Card(state.lead))
    if state.reply == NONE:
        return (led,)
    return led, Play(Seat(1 - state.leader), Card(state.reply))


def _last_trick(state: State, record: Record) -> Trick | None:
    if state.lead != NONE:
        return None
    if record.tricks:
        return record.tricks[-1]
    last = last_trick(state)
    if last is None:
        return None
    leader, lead, reply, winner = last
    return Trick(
        (Play(Seat(leader), Card(lead)), Play(Seat(1 - leader), Card(reply))),
        winner=Seat(winner),
        sevens=sevens_in(Card(lead), Card(reply)),
        next_leader=Seat(state.deal.leader),
    )


def _seat(state: State, record: Record, rounds: tuple[Result, ...], seat: int) -> FoxSeat:
    return FoxSeat(
        hand=(state.hand1 if seat else state.hand0).bit_count(),
        tricks=state.tricks[seat],
        sevens=state.sevens[seat],
        total=totals(rounds)[seat],
        known=cards(record.known[seat]),
        voids=tuple(sorted(record.voids[seat])),
    )


def _score(result: Result) -> RoundScore:
    tricks, *sevens = result
    return RoundScore((tricks, TRICKS - tricks), (sevens[0], sevens[1]), round_points(result))
