"""The rulings of the Fox, a to k: what the printed rules leave open."""

import itertools

import pytest

from core.fox import FOX
from core.fox.errors import MonarchDemands, MustFollow, NotInHand
from core.fox.scoring import round_points, winner_of
from tests.core.fox.table import A, B, card, decree, hand, hands, legal, play, view, winner
from tests.core.playing import random_states


def test_ruling_a_a_swap_acts_before_the_other_card() -> None:
    """A trump that the leader's Fox changes already decides this trick."""
    state = hands("K3 B2", "B6 B8", "M5")
    assert winner(play(state, "K3", "swap B2", "B6")) == B
    assert winner(play(state, "K3", "keep", "B6")) == A


def test_ruling_a_a_woodcutter_acts_before_the_other_card() -> None:
    """The leader draws and puts back before the follower may play."""
    state = play(hands("K5 B2", "K6 B8", "M4"), "K5")
    assert FOX.to_act(state) == (A,)
    assert FOX.to_act(play(state, "bury B2")) == (B,)


def test_ruling_a_the_swap_of_the_follower_decides_this_trick() -> None:
    """The follower's Fox changes the trump before the winner is decided."""
    state = hands("M10 B4", "K3 K8", "M5", "M10", "K3")
    assert winner(play(state, "swap K8")) == B
    assert winner(play(state, "keep")) == A


def test_ruling_b_any_card_may_be_swapped() -> None:
    """Any card in hand may go, of any suit, one of the trump suit too; or none."""
    state = play(hands("K3 B2 M7 K11", "K8 B4 B10 B6", "M2"), "K3")
    assert legal(state) == ["swap B2", "swap K11", "swap M7", "keep"]
    assert decree(play(state, "swap M7")) == "M7"


def test_ruling_b_the_lead_suit_never_changes() -> None:
    """After a swap the printed suit of the Fox led is what has to be followed."""
    state = play(hands("K3 B2", "K8 B4", "M2"), "K3", "swap B2")
    with pytest.raises(MustFollow):
        play(state, "B4")


def test_ruling_b_the_fox_itself_is_on_the_table() -> None:
    """The Fox that was played cannot be swapped; with an empty hand there is no swap step."""
    with pytest.raises(NotInHand):
        play(hands("K3 B2", "K8 B4", "M2"), "K3", "swap K3")
    assert view(play(hands("K8", "K3", "M2"), "K8", "K3"), None).step == "deal"


def test_ruling_b_both_cards_of_a_swap_are_known_to_both() -> None:
    """Everybody sees the new decree and knows the card picked up to be in that hand, until it is played."""
    state = play(hands("K3 B2 B6", "K8 M4 M10", "M2"), "K3", "swap B2")
    for viewer in (None, A, B):
        assert view(state, viewer).seats[0].known == (card("M2"),)
        assert view(state, viewer).decree == card("B2")
    state = play(state, "K8", "M4", "M2")
    assert view(state, None).seats[0].known == ()


def test_ruling_b_a_card_swapped_into_the_decree_has_no_ability() -> None:
    """A Woodcutter as decree draws nothing, and a 7 as decree scores nothing."""
    state = play(hands("K3 B5 B7", "K8 M4 M10", "M2"), "K3")
    assert view(play(state, "swap B5"), None).step == "follow"
    scored = play(state, "swap B7", "K8")
    assert [seat.sevens for seat in view(scored, None).seats] == [
        seat.sevens for seat in view(state, None).seats
    ]


def test_ruling_c_putting_back_is_compulsory() -> None:
    """After a Woodcutter there is always a card to put back, and nothing else may be done."""
    state = play(hands("K5 B2", "K6 B8", "M4", deck="M10"), "K5")
    assert legal(state) == ["bury B2", "bury M10"]


def test_ruling_c_the_woodcutter_itself_may_not_go_under() -> None:
    """The Woodcutter is on the table."""
    with pytest.raises(NotInHand):
        play(hands("K5 B2", "K6 B8", "M4"), "K5", "bury K5")


def test_ruling_c_woodcutter_as_last_card() -> None:
    """As a last card it draws a card, and that card goes under."""
    state = play(hands("K5", "K6", "M4", deck="M10"), "K5")
    assert legal(state) == ["bury M10"]
    assert hand(play(state, "bury M10"), A) == []


def test_ruling_c_the_deck_holds_five_while_the_choice_is_open() -> None:
    """The deck counts 6, and 5 between drawing and putting back."""
    before = hands("K5 B2", "K6 B8", "M4")
    open_choice = play(before, "K5")
    after = play(open_choice, "bury B2")
    assert [view(state, None).deck for state in (before, open_choice, after)] == [6, 5, 6]


def test_ruling_c_a_buried_card_never_comes_up_again() -> None:
    """Three Woodcutters draw the three cards that were on top, whatever has gone under."""
    state = hands("K5 B5 K2 K4", "M5 M6 B8 B10", "M4", deck="B1 K8 M8")
    state = play(state, "K5")
    assert view(state, A).drawn == card("B1")
    state = play(state, "bury B1", "M5")
    assert view(state, B).drawn == card("K8")
    state = play(state, "bury K8", "B8", "B5")
    assert view(state, A).drawn == card("M8")


def test_ruling_c_only_who_buried_knows_the_card() -> None:
    """The card put under the deck and the card drawn stand in that seat's view alone."""
    choosing = play(hands("K5 B2", "K6 B8", "M4", deck="M10"), "K5")
    assert [view(choosing, viewer).drawn for viewer in (None, A, B)] == [None, card("M10"), None]
    state = play(choosing, "bury B2")
    assert [view(state, viewer).buried for viewer in (None, A, B)] == [(), (card("B2"),), ()]
    assert [view(state, viewer).drawn for viewer in (None, A, B)] == [None, None, None]


def test_ruling_d_sevens_show_at_once_and_count_at_the_end() -> None:
    """7s are shown as points of the round when they are won; totals change at the end of the round only."""
    start = hands("K10 K8", "K7 K2", "M2", tricks=(5, 6), sevens=(1, 1))
    won = play(start, "K10", "K7")
    assert view(won, None).seats[0].sevens == 2
    assert FOX.scores(won) == (0, 0)
    assert view(won, None).seats[0].total == 0
    ended = play(won, "K8", "K2")
    assert FOX.scores(ended) == (6 + 2, 3 + 1)
    assert view(ended, None).seats[0].total == 8


def test_ruling_d_greedy_keeps_sevens() -> None:
    """10 tricks score nothing, the 7s in them do."""
    assert round_points((10, 3, 0)) == (3, 6)


def test_ruling_e_a_led_witch_is_followed_by_her_printed_suit() -> None:
    """K9 led with trump M asks for Keys."""
    assert legal(hands("K9 B2", "K6 M8", "M4", "K9")) == ["K6"]


def test_ruling_e_a_witch_follows_her_printed_suit_only() -> None:
    """Trump led neither forces nor allows a 9 of another suit; the 9 of trumps follows it like any other card."""
    assert legal(hands("M6 B2", "K9 M8", "M4", "M6")) == ["M8"]
    assert legal(hands("M6 B2", "M9 K8", "M4", "M6")) == ["M9"]


def test_ruling_e_a_witch_answers_the_monarch_of_her_printed_suit() -> None:
    """For the Monarch too a 9 counts in its printed suit: M11 led does not ask for K9, K11 does."""
    assert legal(hands("M11 B2 B4", "K9 M8 M2", "M4", "M11")) == ["M8"]
    assert legal(hands("K11 B2 B4", "K9 K8 M8", "M4", "K11")) == ["K9"]


def test_ruling_f_two_witches_are_ordinary() -> None:
    """With two 9s a 9 of the printed trump suit wins, else the one that was led."""
    assert winner(play(hands("K9 B2", "B9 B4", "M4"), "K9", "B9")) == A
    assert winner(play(hands("K9 B2", "M9 B4", "M4"), "K9", "M9")) == B
    assert winner(play(hands("M9 B2", "K9 B4", "M4"), "M9", "K9")) == A


@pytest.mark.parametrize(("trump", "who"), [("M11", A), ("M10", A), ("M8", B), ("M1", B)])
def test_ruling_g_a_witch_against_a_trump(trump: str, who: int) -> None:
    """Against a single 9 the 10 and 11 of trumps win, 8 and less lose."""
    assert winner(play(hands(f"{trump} B2", "K9 B4", "M4"), trump, "K9")) == who


def test_ruling_h_the_one_or_the_highest_or_both_in_one() -> None:
    """The 1 if it is held and the highest that is held; one card if they are the same; anything if void."""
    for held, answers in (
        ("K1 K4 K8 B4", ["K1", "K8"]),
        ("K4 K8 K10 B4", ["K10"]),
        ("K1 B4 B6 B8", ["K1"]),
        ("B4 B6 B8 M6", ["B4", "B6", "B8", "M6"]),
    ):
        assert legal(hands("K11 M2 M8 M10", held, "M4", "K11")) == answers


def test_ruling_h_no_effect_when_it_follows() -> None:
    """A Monarch that follows forces nothing, in this trick or the next."""
    state = play(hands("K2 K4 K6", "K11 K8 B2", "M4"), "K2", "K11", "K8")
    assert legal(state) == ["K4", "K6"]


def test_ruling_h_every_other_card_of_the_suit_is_refused() -> None:
    """Whatever Keys are held against K11: exactly the others are refused as the Monarch demands."""
    pool = ["K1", "K2", "K5", "K9", "K10"]
    for held in itertools.combinations(pool, 3):
        state = hands("K11 M2 M8", " ".join(held), "M4", "K11")
        allowed = {held[-1], *({"K1"} & set(held))}
        assert set(legal(state)) == allowed
        for other in set(held) - allowed:
            with pytest.raises(MonarchDemands):
                play(state, other)


def test_ruling_i_two_swans() -> None:
    """Of two Swans the one that loses the trick leads."""
    assert FOX.to_act(play(hands("K1 B2", "M1 B4", "M2"), "K1", "M1")) == (A,)
    assert FOX.to_act(play(hands("K1 B2", "B1 B4", "M2"), "K1", "B1")) == (B,)


def test_ruling_i_a_swan_that_wins_leads_as_any_winner() -> None:
    """A Swan that wins changes nothing."""
    assert FOX.to_act(play(hands("K8 B2", "M1 B4", "M2"), "K8", "M1")) == (B,)


def test_ruling_i_a_swan_in_the_last_trick_does_not_lead_the_next_round() -> None:
    """The next round is led by its non-dealer, the dealer of this one."""
    for dealer in (0, 1):
        ended = play(hands("K1", "K8", "M2", dealer=dealer), "K1", "K8")
        assert view(ended, None).last_trick.next_leader == dealer
        dealt = FOX.apply_chance(ended, tuple(range(33)))
        assert FOX.to_act(dealt) == (dealer,)


def test_ruling_j_the_last_round_first_then_another_round() -> None:
    """Equal points: the better last round wins; only where that is equal too another round is played."""
    rounds = [(7, 0, 0), (6, 0, 0)]
    assert winner_of(rounds, 9) == 1
    assert winner_of([(6, 0, 0), (7, 0, 0)], 9) == 0
    assert winner_of([*rounds, (7, 0, 3)], 15) is None


def test_ruling_j_the_only_possible_equal_round() -> None:
    """A round has equal points only by 7 tricks without 7s against 6 tricks with all three."""
    equal = [
        (tricks, sevens0, sevens1)
        for tricks in range(14)
        for sevens0 in range(4)
        for sevens1 in range(4 - sevens0)
        if round_points((tricks, sevens0, sevens1))[0] == round_points((tricks, sevens0, sevens1))[1]
    ]
    assert equal == [(6, 3, 0), (7, 0, 3)]


def test_ruling_k_rounds_are_always_played_out() -> None:
    """Points that would reach the target in mid-round end nothing: games end after complete rounds only."""
    state = play(hands("K7 K8", "K6 K2", "M2", rounds="7.0.0", target=7), "K7", "K6")
    assert view(state, None).seats[0].total + view(state, None).seats[0].sevens >= 7
    assert FOX.outcome(state) is None
    assert FOX.to_act(state) == (A,)
    for seed in range(3):
        last = random_states(FOX, seed, (("target", 7),))[-1]
        assert sum(seat.tricks for seat in view(last, None).seats) == 13
