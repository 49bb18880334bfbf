"""The rules of the Fox: what is owed, what is legal, and what an action leads to (F1-F11, rulings a-k)."""

from functools import lru_cache
from typing import Final

from core.fox.cards import CARDS, RANKS, SUITS, Card, card_text
from core.fox.errors import MonarchDemands, MustFollow, NotInHand, UnknownAction, WrongStep
from core.fox.options import ALL, OPTIONS
from core.fox.record import last_trick
from core.fox.scoring import DECIDED, totals, winner_of
from core.fox.state import (
    ACTIONS,
    BURY,
    BURY_FROM,
    DEAL,
    FOLLOW,
    KEEP,
    LEAD,
    NOBODY,
    NONE,
    OVER,
    PLAY_FROM,
    STEPS,
    SWAP,
    SWAP_FROM,
    Deal,
    State,
    finished_rounds,
)
from core.fox.tables import (
    ANSWERS,
    ASKS,
    BURIES,
    CARD,
    ENTRY,
    MONARCHS,
    PLAYS0,
    PLAYS1,
    PLAYS2,
    SHIFT,
    SUIT,
    SUIT_BITS,
    SWAPS,
    TWO_SUITS,
    monarch_answers,
)
from core.game import (
    Action,
    BadChance,
    BadOptions,
    ChanceSpec,
    IllegalAction,
    NotYourTurn,
    Options,
    Outcome,
    Termination,
    complete_options,
)
from core.ids import Seat
from core.tricks import mask

HAND = 13
DECK = CARDS - 2 * HAND - 1

_ACTORS: tuple[tuple[Seat, ...], ...] = ((Seat(0),), (Seat(1),), ())  # NOBODY is -1, the last

# Playouts ask for these most of all, and a field by its number is found in half the time.
_STEP: Final = 1
_TURN: Final = 2
_HAND0: Final = 4
_HAND1: Final = 5
_LEAD: Final = 8

_make_state = tuple.__new__  # the constructor of a NamedTuple goes the long way round to the same


def new(players: int, options: Options = ()) -> State:
    """The table before the first dealer is drawn. Raises BadOptions, for a number of players other than 2 too."""
    if players != 2:
        raise BadOptions(option="players", value=str(players))
    chosen = dict(complete_options(OPTIONS, options))
    deal = Deal(
        target=int(chosen["target"]),
        show_all=chosen["tricks_shown"] == ALL,
        rounds=(),
        dealer=NOBODY,
        leader=NOBODY,
        hands=(0, 0),
        decree=NONE,
        stock=(),
        tricks=(0, 0),
        sevens=(0, 0),
        last=None,
    )
    return opening(deal)


def opening(deal: Deal) -> State:
    """The first moment of a deal; without cards the moment before it."""
    leader, hands, decree = deal.leader, deal.hands, deal.decree
    step, turn = (DEAL, NOBODY) if decree == NONE else (LEAD, leader)
    return State(deal, step, turn, leader, *hands, decree, 0, NONE, NONE, deal.tricks, deal.sevens, ())


def chance(state: State) -> ChanceSpec | None:
    """`first_dealer` is a permutation of the two seats whose first one deals (F2). `deal` is a permutation of the
    33 cards: 13 for seat 0, 13 for seat 1, the decree, and the deck of 6 from the top (F3)."""
    if state.step != DEAL:
        return None
    if state.deal.dealer == NOBODY:
        return _FIRST_DEALER
    return _deal_owed(len(finished_rounds(state)))


_FIRST_DEALER = ChanceSpec("first_dealer", index=0, shuffle=2)
_PERMUTED = {count: list(range(count)) for count in (2, CARDS)}


@lru_cache(maxsize=64)
def _deal_owed(rounds: int) -> ChanceSpec:
    return ChanceSpec("deal", index=1 + rounds, shuffle=CARDS)


def apply_chance(state: State, outcome: tuple[int, ...]) -> State:
    """Raises BadChance when nothing is owed or `outcome` is no permutation of what is."""
    spec = chance(state)
    if spec is None:
        raise BadChance(reason="nothing_owed")
    if sorted(outcome) != _PERMUTED[spec.shuffle]:
        raise BadChance(reason="not_a_permutation")
    deal = state.deal
    if deal.dealer == NOBODY:
        return opening(deal._replace(dealer=outcome[0], leader=1 - outcome[0]))
    rounds = finished_rounds(state)
    # The dealer stands from the drawing of the first one; from then on the deal alternates (F2).
    dealer = 1 - deal.dealer if rounds else deal.dealer
    hands = (mask(outcome[:HAND]), mask(outcome[HAND : 2 * HAND]))
    decree, stock = outcome[2 * HAND], outcome[2 * HAND + 1 :]
    # By position: keywords would cost playouts more than the rest of the deal. The non-dealer leads (F4).
    return opening(
        Deal(
            deal.target,
            deal.show_all,
            rounds,
            dealer,
            1 - dealer,
            hands,
            decree,
            stock,
            _ZEROS,
            _ZEROS,
            last_trick(state),
        )
    )


_ZEROS: Final = (0, 0)


def to_act(state: State) -> tuple[Seat, ...]:
    """The seat that owes an action; none while a deal is owed and when the game is over."""
    return _ACTORS[state[_TURN]]


def legal_actions(state: State, seat: Seat) -> tuple[Action, ...]:
    """All legal actions of that seat, ascending; empty when it is not to act."""
    if seat != state[_TURN]:
        return ()
    step = state[_STEP]
    hand = state[_HAND1] if seat else state[_HAND0]
    if step == FOLLOW:
        lead = state[_LEAD]
        held = hand & SUIT[lead]
        if held:
            return ANSWERS[lead][held >> SHIFT[lead]]
    if step <= FOLLOW:
        return PLAYS0[hand & SUIT_BITS] + PLAYS1[hand >> RANKS & SUIT_BITS] + PLAYS2[hand >> TWO_SUITS]
    if step == SWAP:
        return (*_by_suit(SWAPS, hand), KEEP)
    if step == BURY:
        return _by_suit(BURIES, hand)
    return ()


def _by_suit(actions: tuple[tuple[tuple[int, ...], ...], ...], hand: int) -> tuple[int, ...]:
    bells, keys, moons = actions
    return bells[hand & SUIT_BITS] + keys[hand >> RANKS & SUIT_BITS] + moons[hand >> TWO_SUITS]


def apply(state: State, seat: Seat, action: Action) -> State:
    """Checks and plays one action.

    Raises NotYourTurn, or UnknownAction, WrongStep, NotInHand, MustFollow or MonarchDemands.
    """
    deal, step, turn, leader, hand0, hand1, decree, drawn, lead, reply, tricks, sevens, log = state
    if seat != turn or step > BURY:
        raise NotYourTurn(seat=seat)
    hand = hand1 if turn else hand0
    if step <= FOLLOW:
        if not PLAY_FROM <= action < SWAP_FROM:
            raise _refusal(step, action)
        card = CARD[action]
        if not hand & card:
            raise NotInHand(card=card_text(Card(action)))
        if step == FOLLOW:
            held = hand & SUIT[lead]
            if held:
                if not held & card:
                    raise MustFollow(suit=SUITS[lead // RANKS])
                if lead in MONARCHS and not monarch_answers(held, lead) & card:
                    raise MonarchDemands(suit=SUITS[lead // RANKS])
            reply = action
        else:
            lead = action
        hand ^= card
        step = ASKS[action]
        if step == BURY:
            hand |= CARD[deal.stock[drawn]]
            drawn += 1
        elif step == SWAP and not hand:
            step = FOLLOW  # the Fox was the last card (b)
    elif step == SWAP:
        if action != KEEP:
            if not SWAP_FROM <= action < BURY_FROM:
                raise _refusal(step, action)
            card = CARD[action - SWAP_FROM]
            if not hand & card:
                raise NotInHand(card=card_text(Card(action - SWAP_FROM)))
            hand ^= card | CARD[decree]
            decree = action - SWAP_FROM
        step = FOLLOW
    else:
        if not BURY_FROM <= action < KEEP:
            raise _refusal(step, action)
        card = CARD[action - BURY_FROM]
        if not hand & card:
            raise NotInHand(card=card_text(Card(action - BURY_FROM)))
        hand ^= card
        step = FOLLOW
    log += ENTRY[turn][action]
    if turn:
        hand1 = hand
    else:
        hand0 = hand
    if step == FOLLOW:
        if reply == NONE:
            turn = 1 - leader
        else:
            reply_won, follower_leads, points = DECIDED[decree][lead][reply]
            if reply_won != leader:  # seat 1 wins: it followed and won, or it led and held
                tricks = (tricks[0], tricks[1] + 1)
                if points:
                    sevens = (sevens[0], sevens[1] + points)
            else:
                tricks = (tricks[0] + 1, tricks[1])
                if points:
                    sevens = (sevens[0] + points, sevens[1])
            lead = reply = NONE
            if hand0 or hand1:
                step = LEAD
                if follower_leads:
                    leader = 1 - leader
                turn = leader
            else:
                turn = NOBODY
                rounds = (*deal.rounds, (tricks[0], *sevens))
                step = DEAL if winner_of(rounds, deal.target) is None else OVER
    return _make_state(
        State, (deal, step, turn, leader, hand0, hand1, decree, drawn, lead, reply, tricks, sevens, log)
    )


def _refusal(step: int, action: Action) -> IllegalAction:
    """Why an action of another kind than the step asks for is refused."""
    if 0 <= action < ACTIONS:
        return WrongStep(step=STEPS[step].value)
    return UnknownAction(action=action)


def outcome(state: State) -> Outcome | None:
    """Points and winner once the game is over (F10, F11); there is always exactly one winner."""
    rounds = finished_rounds(state)
    winner = winner_of(rounds, state.deal.target)
    if winner is None:
        return None
    return Outcome(totals(rounds), (Seat(winner),), Termination.FINISHED)


def scores(state: State) -> tuple[int, int]:
    """Points of the finished rounds by seat (d: a running round's 7s are not among them)."""
    return totals(finished_rounds(state))
