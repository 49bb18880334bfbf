"""The rules of the Fox: what is owed, what is legal, and what an action leads to (F1-F11, rulings a-k)."""

from core.fox.cards import CARDS, FOX, MONARCH, RANKS, SUITS, WOODCUTTER, Card, card_text
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
    SEAT_BIT,
    STEPS,
    SWAP,
    SWAP_FROM,
    Deal,
    State,
    finished_rounds,
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
from core.tricks import mask, members

HAND = 13
DECK = CARDS - 2 * HAND - 1

_SUIT_BITS = (1 << RANKS) - 1
_SUIT_OF = tuple(_SUIT_BITS << card // RANKS * RANKS for card in range(CARDS))
"""By card: the mask of all cards of its suit."""

_FOX_RANK, _WOODCUTTER_RANK, _MONARCH_RANK = FOX - 1, WOODCUTTER - 1, MONARCH - 1  # as `card % RANKS`


def _monarch_answers(held: int) -> int:
    """Of the cards held in the Monarch's suit (mask of 11) those that may answer: its 1 and its highest (h)."""
    return held & 1 | (1 << held.bit_length() - 1 if held else 0)


_MONARCH = tuple(_monarch_answers(held) for held in range(1 << RANKS))


def _numbered(start: int) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """By suit and by the mask of the cards held in it: their actions, counted from `start`."""
    return tuple(
        tuple(tuple(start + suit * RANKS + rank for rank in members(held)) for held in range(1 << RANKS))
        for suit in range(len(SUITS))
    )


_PLAYS, _SWAPS, _BURIES = _numbered(PLAY_FROM), _numbered(SWAP_FROM), _numbered(BURY_FROM)
_PLAYS0, _PLAYS1, _PLAYS2 = _PLAYS
_ACTORS: dict[int, tuple[Seat, ...]] = {0: (Seat(0),), 1: (Seat(1),), NOBODY: ()}

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
    step = DEAL if deal.decree == NONE else LEAD
    return State(
        deal=deal,
        step=step,
        turn=NOBODY if step == DEAL else deal.leader,
        leader=deal.leader,
        hand0=deal.hands[0],
        hand1=deal.hands[1],
        decree=deal.decree,
        drawn=0,
        lead=NONE,
        reply=NONE,
        tricks0=deal.tricks[0],
        tricks1=deal.tricks[1],
        sevens0=deal.sevens[0],
        sevens1=deal.sevens[1],
        log=(),
    )


def chance(state: State) -> ChanceSpec | None:
    """`first_dealer` is a permutation of the two seats whose first one deals (F2). `deal` is a permutation of the
    33 cards: 13 for seat 0, 13 for seat 1, the decree, and the deck of 6 from the top (F3)."""
    if state.step != DEAL:
        return None
    if state.deal.dealer == NOBODY:
        return ChanceSpec("first_dealer", index=0, shuffle=2)
    return ChanceSpec("deal", index=1 + len(finished_rounds(state)), shuffle=CARDS)


def apply_chance(state: State, outcome: tuple[int, ...]) -> State:
    """Raises BadChance when nothing is owed or `outcome` is no permutation of what is."""
    spec = chance(state)
    if spec is None:
        raise BadChance(reason="nothing_owed")
    if sorted(outcome) != list(range(spec.shuffle)):
        raise BadChance(reason="not_a_permutation")
    deal = state.deal
    if deal.dealer == NOBODY:
        return opening(deal._replace(dealer=outcome[0], leader=1 - outcome[0]))
    rounds = finished_rounds(state)
    # The dealer stands from the drawing of the first one; from then on the deal alternates (F2).
    dealer = 1 - deal.dealer if rounds else deal.dealer
    hand0, hand1 = outcome[:HAND], outcome[HAND : 2 * HAND]
    return opening(
        Deal(
            target=deal.target,
            show_all=deal.show_all,
            rounds=rounds,
            dealer=dealer,
            leader=1 - dealer,
            hands=(mask(hand0), mask(hand1)),
            decree=outcome[2 * HAND],
            stock=tuple(outcome[2 * HAND + 1 :]),
            tricks=(0, 0),
            sevens=(0, 0),
            last=last_trick(state),
        )
    )


def to_act(state: State) -> tuple[Seat, ...]:
    """The seat that owes an action; none while a deal is owed and when the game is over."""
    return _ACTORS[state.turn]


def legal_actions(state: State, seat: Seat) -> tuple[Action, ...]:
    """All legal actions of that seat, ascending; empty when it is not to act."""
    if seat != state.turn:
        return ()
    step = state.step
    hand = state.hand1 if seat else state.hand0
    if step == FOLLOW:
        lead = state.lead
        suit = lead // RANKS
        held = hand >> suit * RANKS & _SUIT_BITS
        if held:
            return _PLAYS[suit][_MONARCH[held] if lead % RANKS == _MONARCH_RANK else held]
    if step <= FOLLOW:
        return _PLAYS0[hand & _SUIT_BITS] + _PLAYS1[hand >> RANKS & _SUIT_BITS] + _PLAYS2[hand >> 2 * RANKS]
    if step == SWAP:
        return (*_by_suit(_SWAPS, hand), KEEP)
    if step == BURY:
        return _by_suit(_BURIES, hand)
    return ()


def _by_suit(actions: tuple[tuple[tuple[int, ...], ...], ...], hand: int) -> tuple[int, ...]:
    bells, keys, moons = actions
    return bells[hand & _SUIT_BITS] + keys[hand >> RANKS & _SUIT_BITS] + moons[hand >> 2 * RANKS]


def apply(state: State, seat: Seat, action: Action) -> State:
    """Checks and plays one action.

    Raises NotYourTurn, or UnknownAction, WrongStep, NotInHand, MustFollow or MonarchDemands.
    """
    (
        deal,
        step,
        turn,
        leader,
        hand0,
        hand1,
        decree,
        drawn,
        lead,
        reply,
        tricks0,
        tricks1,
        sevens0,
        sevens1,
        log,
    ) = state
    if seat != turn or step > BURY:
        raise NotYourTurn(seat=seat)
    hand = hand1 if turn else hand0
    if step <= FOLLOW:
        if not PLAY_FROM <= action < SWAP_FROM:
            raise _refusal(step, action)
        card = 1 << action
        if not hand & card:
            raise NotInHand(card=card_text(Card(action)))
        if step == FOLLOW:
            held = hand & _SUIT_OF[lead]
            if held:
                if not held & card:
                    raise MustFollow(suit=SUITS[lead // RANKS])
                # Ruling h binds only who leads no Monarch's answer: of these cards its 1 and the highest.
                if lead % RANKS == _MONARCH_RANK and action % RANKS and card << 1 <= held:
                    raise MonarchDemands(suit=SUITS[lead // RANKS])
            reply = action
        else:
            lead = action
        hand ^= card
        rank = action % RANKS
        if rank == _FOX_RANK and hand:
            step = SWAP
        elif rank == _WOODCUTTER_RANK:
            hand |= 1 << deal.stock[drawn]
            drawn += 1
            step = BURY
        else:
            step = FOLLOW
    elif step == SWAP:
        if action != KEEP:
            if not SWAP_FROM <= action < BURY_FROM:
                raise _refusal(step, action)
            card = 1 << action - SWAP_FROM
            if not hand & card:
                raise NotInHand(card=card_text(Card(action - SWAP_FROM)))
            hand ^= card | 1 << decree
            decree = action - SWAP_FROM
        step = FOLLOW
    else:
        if not BURY_FROM <= action < KEEP:
            raise _refusal(step, action)
        card = 1 << action - BURY_FROM
        if not hand & card:
            raise NotInHand(card=card_text(Card(action - BURY_FROM)))
        hand ^= card
        step = FOLLOW
    log += (turn << SEAT_BIT | action,)
    if turn:
        hand1 = hand
    else:
        hand0 = hand
    if step == FOLLOW:
        if reply == NONE:
            turn = 1 - leader
        else:
            reply_won, follower_leads, sevens = DECIDED[decree][lead][reply]
            if reply_won != leader:  # seat 1 wins: it followed and won, or it led and held
                tricks1 += 1
                sevens1 += sevens
            else:
                tricks0 += 1
                sevens0 += sevens
            lead = reply = NONE
            if hand0 or hand1:
                step = LEAD
                if follower_leads:
                    leader = 1 - leader
                turn = leader
            else:
                turn = NOBODY
                rounds = (*deal.rounds, (tricks0, sevens0, sevens1))
                step = DEAL if winner_of(rounds, deal.target) is None else OVER
    return _make_state(
        State,
        (
            deal,
            step,
            turn,
            leader,
            hand0,
            hand1,
            decree,
            drawn,
            lead,
            reply,
            tricks0,
            tricks1,
            sevens0,
            sevens1,
            log,
        ),
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
