"""The rules of the Fox, statement by statement: F1 to F11."""

# ruff: noqa: N802 - the tests bear the numbers of the statements

import itertools
from typing import Any

import pytest

from core.fox import FOX
from core.fox.cards import CARDS, Card, card_text, suit_of
from core.fox.errors import MonarchDemands, MustFollow, NotInHand, UnknownAction, WrongStep
from core.fox.scoring import POINTS_FOR_TRICKS, round_points, winner_of
from core.fox.state import ACTION_BITS, BURY_FROM, KEEP, NONE, SWAP_FROM
from core.game import BadChance, BadOptions, NotYourTurn, Outcome, Termination
from core.tricks import members
from tests.core.fox.table import A, B, deal, decree, hand, hands, legal, play, view, winner
from tests.core.playing import random_moves, random_states


def test_F1_three_suits_of_eleven() -> None:
    """33 different cards: Bells, Keys and Moons, each with the ranks 1 to 11."""
    texts = [card_text(Card(card)) for card in range(CARDS)]
    assert texts == [f"{suit}{rank}" for suit in "BKM" for rank in range(1, 12)]


def test_F2_the_first_dealer_is_a_chance_outcome() -> None:
    """Before anything is dealt, one of the two seats is drawn to deal."""
    state = FOX.new(2)
    spec = FOX.chance(state)
    assert spec is not None
    assert (spec.kind, spec.index, spec.shuffle, spec.picks) == ("first_dealer", 0, 2, ())
    assert [view(FOX.apply_chance(state, order), None).dealer for order in ((0, 1), (1, 0))] == [0, 1]


def test_F2_the_deal_alternates() -> None:
    """Each round is dealt by the other seat than the one before."""
    dealers = [
        view(move.after, None).dealer
        for move in random_moves(FOX, 4, (("target", 60),))
        if move.outcome and len(move.outcome) == CARDS
    ]
    assert len(dealers) > 4
    assert all(first != second for first, second in itertools.pairwise(dealers))


def test_F3_a_deal_is_two_hands_a_decree_and_the_deck() -> None:
    """The first 13 cards of the order go to seat 0, 13 to seat 1, then the decree, then 6 for the deck."""
    state = deal()
    assert hand(state, A) == [card_text(Card(card)) for card in range(13)]
    assert hand(state, B) == [card_text(Card(card)) for card in range(13, 26)]
    assert decree(state) == card_text(Card(26))
    assert view(state, None).trump == suit_of(Card(26))
    assert view(state, None).deck == 6


def test_F3_the_deck_is_drawn_from_the_top() -> None:
    """The cards after the decree in the order of the deal come up one after the other."""
    first, second = ("K5 M2 M4", "B5 B2 B4")
    state = hands(first, second, "M8", deck="K7 M7 B7 K2 K4 K6")
    state = play(state, "K5", "bury K7", "B5")
    assert view(state, B).drawn == 32 - 4  # M7


def test_F3_only_a_permutation_is_a_deal() -> None:
    """An outcome that lacks a card, repeats one, or comes when none is owed is refused."""
    owed = FOX.apply_chance(FOX.new(2), (0, 1))
    for outcome in ((), tuple(range(32)), (*range(32), 31), tuple(range(34)), tuple(range(1, 34))):
        with pytest.raises(BadChance):
            FOX.apply_chance(owed, outcome)
    with pytest.raises(BadChance):
        FOX.apply_chance(deal(), tuple(range(33)))


@pytest.mark.parametrize("dealer", [0, 1])
def test_F4_the_non_dealer_leads_any_card(dealer: int) -> None:
    """The first trick is led by who did not deal, with any of 13 cards."""
    state = deal(dealer=dealer)
    (seat,) = FOX.to_act(state)
    assert seat == 1 - dealer
    assert legal(state) == hand(state, seat)


def test_F4_a_round_is_thirteen_tricks() -> None:
    """Every round of a whole game has 13 tricks, and both hands are empty then."""
    for state in random_states(FOX, 5):
        if FOX.chance(state) is not None and view(state, None).rounds:
            assert sum(seat.tricks for seat in view(state, None).seats) == 13
            assert [seat.hand for seat in view(state, None).seats] == [0, 0]
    assert all(sum(score.tricks) == 13 for score in view(state, None).rounds)


def test_F5_the_lead_suit_is_followed_with_any_rank() -> None:
    """Who holds the lead suit must play it, high or low; another card is refused with the suit."""
    state = hands("K6 B2 B4", "K2 K10 M4", "M2", "K6")
    assert legal(state) == ["K2", "K10"]
    with pytest.raises(MustFollow) as refused:
        play(state, "M4")
    assert refused.value.code == "must_follow"
    assert refused.value.params == {"suit": "K"}


def test_F5_void_plays_anything_and_need_not_trump() -> None:
    """Without the lead suit every card may be played, trump or not."""
    state = hands("K6 B2 B4", "B6 M10 M4", "M2", "K6")
    assert legal(state) == ["B6", "M4", "M10"]


@pytest.mark.parametrize(
    ("led", "followed", "trump", "who"),
    [
        ("K6", "K8", "M2", B),  # the highest card of the lead suit
        ("K8", "K6", "M2", A),
        ("K10", "M4", "M2", B),  # any trump beats the lead suit
        ("M6", "M4", "M2", A),  # the highest trump
        ("M4", "M6", "M2", B),
        ("K2", "B10", "M2", A),  # neither lead suit nor trump
        ("M4", "B10", "M2", A),
    ],
)
def test_F6_highest_trump_else_highest_of_the_lead_suit(
    led: str, followed: str, trump: str, who: int
) -> None:
    """Who wins a trick of two cards without abilities."""
    assert winner(play(hands(led, followed, trump), led, followed)) == who


def test_F7_the_winner_leads() -> None:
    """The winner of a trick leads the next one."""
    assert FOX.to_act(play(hands("K6 B2", "K8 B4", "M2"), "K6", "K8")) == (B,)
    assert FOX.to_act(play(hands("K8 B2", "K6 B4", "M2"), "K8", "K6")) == (A,)


def test_F7_the_last_trick_stays_in_view_until_the_next_card() -> None:
    """A completed trick is shown to everybody, and is gone with the next card."""
    state = play(hands("K6 B2", "K8 B4", "M2"), "K6", "K8")
    for viewer in (None, A, B):
        assert [card_text(played.card) for played in view(state, viewer).last_trick.plays] == ["K6", "K8"]
    state = play(state, "B4")
    for viewer in (None, A, B):
        assert view(state, viewer).last_trick is None
        assert view(state, viewer).won == ()


def test_F7_the_last_trick_of_a_round_stays_in_view_over_the_deal() -> None:
    """The thirteenth trick is still shown after the next deal, until a card is played."""
    states = random_states(FOX, 6)
    ended = next(state for state in states if view(state, None).rounds)
    dealt = states[states.index(ended) + 1]
    assert view(ended, None).last_trick.plays == view(dealt, None).last_trick.plays
    assert view(states[states.index(dealt) + 1], None).last_trick is None


def test_F7_all_tricks_stay_in_view_where_the_table_chose_so() -> None:
    """With the option `tricks_shown` = all the tricks of the round are in the view of everybody."""
    state = play(hands("K6 B2 B6", "K8 B4 B10", "M2", shown="all"), "K6", "K8", "B4", "B2", "B10")
    assert [[card_text(played.card) for played in trick.plays] for trick in view(state, None).won] == [
        ["K6", "K8"],
        ["B4", "B2"],
    ]


def test_F7_the_number_of_tricks_is_public() -> None:
    """Everybody sees how many tricks each seat has."""
    state = play(hands("K6 B2", "K8 B4", "M2", tricks=(7, 4)), "K6", "K8")
    assert [seat.tricks for seat in view(state, None).seats] == [7, 5]


def test_F8_swan_losing_leads_next() -> None:
    """Whoever plays a Swan and loses the trick leads the next one, led or followed."""
    assert FOX.to_act(play(hands("K1 B2", "K8 B4", "M2"), "K1", "K8")) == (A,)
    assert FOX.to_act(play(hands("K8 B2", "K1 B4", "M2"), "K8", "K1")) == (B,)


def test_F8_fox_swaps_the_decree() -> None:
    """Who plays a Fox may swap: the given card is the decree and trump, the old decree is in the hand."""
    state = play(hands("K3 B2 B6", "K8 B4 B10", "M2"), "K3")
    assert FOX.to_act(state) == (A,)
    assert legal(state) == ["swap B2", "swap B6", "keep"]
    swapped = play(state, "swap B6")
    assert (decree(swapped), hand(swapped, A)) == ("B6", ["B2", "M2"])
    kept = play(state, "keep")
    assert (decree(kept), hand(kept, A)) == ("M2", ["B2", "B6"])


def test_F8_woodcutter_draws_and_puts_back() -> None:
    """Who plays a Woodcutter draws the top card and then puts a card of the hand under the deck."""
    state = play(hands("K5 B2 B6", "K8 B4 B10", "M2", deck="M10"), "K5")
    assert hand(state, A) == ["B2", "B6", "M10"]
    assert legal(state) == ["bury B2", "bury B6", "bury M10"]
    assert hand(play(state, "bury B2"), A) == ["B6", "M10"]


def test_F8_treasure_scores_for_the_winner() -> None:
    """Whoever wins the trick has a point per 7 in it."""
    one = play(hands("K7 B2", "K8 B4", "M2", sevens=(1, 1)), "K7", "K8")
    assert [seat.sevens for seat in view(one, None).seats] == [1, 2]


@pytest.mark.parametrize(("led", "followed", "who"), [("K10", "B9", B), ("B9", "K10", A), ("K9", "K10", A)])
def test_F8_a_lone_witch_is_trump(led: str, followed: str, who: int) -> None:
    """A single 9 counts as a trump of rank 9, of whatever suit it is, led or followed."""
    assert winner(play(hands(led, followed, "M2"), led, followed)) == who


def test_F8_monarch_forces_the_one_or_the_highest() -> None:
    """When an 11 is led, its suit must be answered with the 1 or the highest; the refusal names the suit."""
    state = hands("K11 B2 B6 B8", "K1 K4 K8 M4", "M2", "K11")
    assert legal(state) == ["K1", "K8"]
    with pytest.raises(MonarchDemands) as refused:
        play(state, "K4")
    assert refused.value.code == "monarch_demands"
    assert refused.value.params == {"suit": "K"}


def test_F9_points_for_tricks() -> None:
    """0-3 tricks are 6 points, 4 to 6 are 1 to 3, 7-9 are 6, 10-13 are none."""
    assert POINTS_FOR_TRICKS == (6, 6, 6, 6, 1, 2, 3, 6, 6, 6, 0, 0, 0, 0)
    assert round_points((0, 0, 0)) == (6, 0)
    assert round_points((4, 0, 0)) == (1, 6)
    assert round_points((6, 0, 0)) == (3, 6)


def test_F9_sevens_come_on_top_always() -> None:
    """Humble, Defeated, Victorious or Greedy: each 7 is one point more."""
    for tricks in range(14):
        bare, with_sevens = round_points((tricks, 0, 0)), round_points((tricks, 2, 1))
        assert with_sevens == (bare[0] + 2, bare[1] + 1)


@pytest.mark.parametrize(("target", "over"), [(16, True), (20, True), (21, False), (35, False)])
def test_F10_the_target_ends_the_game(target: int, over: bool) -> None:
    """Reaching the target by the scoring of a round ends the game, and the most points win."""
    state = hands("K10", "K2", "M2", tricks=(6, 6), rounds="7.0.0,6.0.0,5.0.0", sevens=(1, 2), target=target)
    state = play(state, "K10", "K2")
    outcome = FOX.outcome(state)
    # 6 + 3 + 2 and now 6 + 1, against 3 + 6 + 6 and now 3 + 2
    assert FOX.scores(state) == (18, 20)
    assert (FOX.chance(state) is None) == over
    if over:
        assert outcome == Outcome((18, 20), (B,), Termination.FINISHED)
    else:
        assert outcome is None


def test_F10_any_target_from_one_up() -> None:
    """16, 21 and 35 are offered, any other number from 1 up is taken, 21 is the default."""
    assert view(FOX.new(2), None).target == 21
    for target in (1, 2, 16, 21, 35, 1000):
        assert view(FOX.new(2, (("target", target),)), None).target == target
    for bad in (0, -1, "21", True):
        with pytest.raises(BadOptions):
            FOX.new(2, (("target", bad),))


def test_F10_two_players_only() -> None:
    """The Fox is for two."""
    assert FOX.seats == (2, 2)
    for players in (0, 1, 3):
        with pytest.raises(BadOptions):
            FOX.new(players)


def test_F11_equal_points_are_decided_by_the_last_round() -> None:
    """With equal totals the better last round wins; with an equal last round too nobody has won."""
    assert winner_of([(7, 0, 0), (6, 0, 0)], 9) == 1  # 9-9, the last round 3 to 6
    assert winner_of([(7, 0, 3)], 6) is None  # 6-6 by 7 tricks against 6 with three 7s
    assert winner_of([(7, 0, 3), (4, 0, 0)], 6) == 1


def test_F11_the_deal_alternates_into_the_extra_round() -> None:
    """After a full tie the next round is dealt by the other seat."""
    state = hands(
        *("K10", "K2", "M2", "K10", "K2"),
        tricks=(6, 6),
        sevens=(0, 3),
        rounds="7.0.0,6.0.0,9.0.0,4.0.0",
        dealer=1,
    )
    dealt = FOX.apply_chance(state, tuple(range(33)))
    assert view(dealt, None).dealer == A
    assert view(dealt, None).round == 6


def test_actions_of_another_step_are_refused() -> None:
    """Each step takes its own kind of action, and the refusal names the step."""
    lead = hands("K3 B5 B6", "K8 B4 B10", "M2")
    swap = play(lead, "K3")
    follow = play(swap, "keep")
    bury = play(follow, "K8", "B4", "B5")
    for state, step, actions in (
        (lead, "lead", ("keep", "swap K3", "bury K3")),
        (swap, "swap", ("B6", "bury B6")),
        (follow, "follow", ("keep", "swap K8", "bury K8")),
        (bury, "bury", ("B6", "keep", "swap B6")),
    ):
        for action in actions:
            with pytest.raises(WrongStep) as refused:
                play(state, action)
            assert refused.value.params == {"step": step}


def test_cards_of_others_are_refused() -> None:
    """A card that is not in the hand cannot be played, swapped or buried; neither can the one on the table."""
    lead = hands("K3 B5 B6", "K8 B4 B10", "M2")
    swap = play(lead, "K3")
    bury = play(swap, "keep", "K8", "B4", "B5")
    for state, action in ((lead, "K8"), (swap, "swap K3"), (swap, "swap M2"), (bury, "bury B5")):
        with pytest.raises(NotInHand):
            play(state, action)


def test_out_of_turn_and_unknown_actions_are_refused() -> None:
    """Who is not to act, and numbers that are no action, are refused; also between rounds and after the end."""
    state = hands("K6 B2", "K8 B4", "M2")
    with pytest.raises(NotYourTurn):
        FOX.apply(state, B, FOX.parse_action("K8"))
    for action in (-1, 100, 10**30):
        with pytest.raises(UnknownAction):
            FOX.apply(state, A, action)
    owed = play(hands("K10", "K2", "M2"), "K10", "K2")
    over: Any = random_states(FOX, 1)[-1]
    for ended in (owed, over, FOX.new(2)):
        for seat in (A, B, -1):
            with pytest.raises(NotYourTurn):
                FOX.apply(ended, seat, 0)  # type: ignore[arg-type]


def test_cards_are_never_lost() -> None:
    """Through a whole game each of the 33 cards is in exactly one place."""
    for state in random_states(FOX, 7):
        if state.decree == NONE:
            continue
        played = [entry & ACTION_BITS for entry in state.log if entry & ACTION_BITS < SWAP_FROM]
        buried = [entry & ACTION_BITS for entry in state.log if BURY_FROM <= entry & ACTION_BITS < KEEP]
        places = [
            *members(state.hand0),
            *members(state.hand1),
            state.decree,
            *state.deal.stock[state.drawn :],
            *played,
            *(card - BURY_FROM for card in buried),
        ]
        assert sorted(places) == list(range(CARDS))
