"""The fourteen positions that everybody who reads the rules agrees on."""

from core.fox import FOX
from tests import positions
from tests.core.fox.table import A, B, decree, hand, legal, play, view, winner


def test_position_01_follow_with_any_rank() -> None:
    """Trump M, K10 led: of K2, K9 and M1 the Keys may be played, the trump may not."""
    assert legal(positions.load("fox/1")) == ["K2", "K9"]


def test_position_02_monarch_takes_the_one_or_the_highest() -> None:
    """K11 led: of K1, K4, K8 and M9 the 1 and the highest may answer, in whatever order the hand is held."""
    assert "M9,K8,K1,K4" in positions.text("fox/2")
    assert legal(positions.load("fox/2")) == ["K1", "K8"]


def test_position_03_witch_must_answer_the_monarch_and_wins() -> None:
    """Trump M, K11 led: K9 is the highest Key and has to answer, and as the only Witch it wins."""
    state = positions.load("fox/3")
    assert legal(state) == ["K9"]
    assert winner(play(state, "K9")) == B


def test_position_04_witch_of_the_trump_suit_loses_to_the_monarch() -> None:
    """Trump K, K11 led, K9 follows: the leader wins."""
    assert winner(play(positions.load("fox/4"), "K9")) == A


def test_position_05_trump_led_does_not_force_a_witch_of_another_suit() -> None:
    """Trump M, M4 led: of M1 and K9 only M1 may be played."""
    assert legal(positions.load("fox/5")) == ["M1"]


def test_position_06_two_swans() -> None:
    """Trump M, K1 led, a void follower plays B1: the leader wins and the follower leads."""
    state = play(positions.load("fox/6"), "B1")
    assert winner(state) == A
    assert FOX.to_act(state) == (B,)


def test_position_07_a_swap_decides_this_trick() -> None:
    """Decree M5, M10 led; a void follower plays K3 and swaps in K8: trump K, K3 wins, M5 is in that hand."""
    state = play(positions.load("fox/7"), "K3", "swap K8")
    assert decree(state) == "K8"
    assert winner(state) == B
    assert hand(state, B) == ["M5"]


def test_position_08_a_swap_by_the_leader_comes_before_the_answer() -> None:
    """Decree M5, K3 led, swapping in B2: trump is B before the answer, which must still be a Key."""
    state = play(positions.load("fox/8"), "K3", "swap B2")
    assert decree(state) == "B2"
    assert view(state, None).trump == 0
    assert view(state, None).turn == B
    assert legal(state) == ["K6"]


def test_position_09_a_fox_as_last_card_offers_no_swap() -> None:
    """Hand K3 alone: after it the other seat is to follow at once."""
    state = play(positions.load("fox/9"), "K3")
    assert FOX.to_act(state) == (B,)
    assert legal(state) == ["B6"]


def test_position_10_a_drawn_card_of_the_lead_suit_changes_nothing() -> None:
    """Void in K, B5 is played and K7 drawn: the play stays legal, and K7 may be kept or go under."""
    state = play(positions.load("fox/10"), "B5")
    assert legal(state) == ["bury K7", "bury M2"]
    assert hand(play(state, "bury M2"), B) == ["K7"]


def test_position_11_sevens_go_to_the_winner_at_once() -> None:
    """Trump M, K7 led, a void follower plays M7: two points more for the follower in this round."""
    before = positions.load("fox/11")
    after = play(before, "M7")
    gained = [
        now.sevens - then.sevens
        for now, then in zip(view(after, None).seats, view(before, None).seats, strict=True)
    ]
    assert gained == [0, 2]


def test_position_12_greedy_keeps_the_sevens() -> None:
    """10 tricks and two 7s are 2 points; the other seat's 3 tricks and one 7 are 7."""
    state = play(positions.load("fox/12"), "K10", "K2")
    score = view(state, None).rounds[-1]
    assert score.tricks == (10, 3)
    assert score.points == (2, 7)


def test_position_13_equal_points_go_to_the_better_last_round() -> None:
    """20-15, then 4 tricks against 9 without 7s: 21-21, and who made 6 in the round wins."""
    state = play(positions.load("fox/13a"), "K10", "K2")
    outcome = FOX.outcome(state)
    assert outcome is not None
    assert outcome.scores == (21, 21)
    assert outcome.winners == (B,)


def test_position_13_equal_in_the_last_round_too_plays_on() -> None:
    """16-16, then 7 tricks without 7s against 6 tricks with three: 22-22, and another round is dealt."""
    state = play(positions.load("fox/13b"), "K10", "K2")
    assert FOX.scores(state) == (22, 22)
    assert FOX.outcome(state) is None
    spec = FOX.chance(state)
    assert spec is not None
    assert spec.kind == "deal"


def test_position_14_off_suit_never_wins_without_trump() -> None:
    """Neither card is trump, K2 led, B10 follows: the leader wins."""
    assert winner(play(positions.load("fox/14"), "B10")) == A
