"""What the log of a Fox table tells, step by step, to each viewer."""

from typing import Any

from core.fox import FOX
from core.game import Happening
from core.ids import Seat
from core.wire import pack
from tests.core.fox.table import A, B, hands, play, view
from tests.core.playing import random_moves


def told(state: Any, text: str, viewer: int | None = None) -> list[tuple[Any, ...]]:
    """Code, seat and args of what happens when whoever is to act does that."""
    (seat,) = FOX.to_act(state)
    action = FOX.parse_action(text)
    after = FOX.apply(state, seat, action)
    who = None if viewer is None else Seat(viewer)
    return [(each.code, each.seat, each.args) for each in FOX.happenings(state, seat, action, after, who)]


def deal_told(state: Any, outcome: tuple[int, ...]) -> list[tuple[Any, ...]]:
    """Code, seat and args of what a chance outcome looks like."""
    after = FOX.apply_chance(state, outcome)
    return [(each.code, each.seat, each.args) for each in FOX.happenings(state, None, None, after, None)]


def test_dealing_tells_dealer_round_and_decree() -> None:
    """First who deals, then the deal with the number of the round and the card turned up."""
    state = FOX.new(2)
    assert deal_told(state, (1, 0)) == [("first_dealer", 1, ())]
    state = FOX.apply_chance(state, (1, 0))
    assert deal_told(state, tuple(range(33))) == [("dealt", 1, (1,)), ("decree", None, ("M5",))]


def test_a_trick_tells_cards_winner_and_sevens() -> None:
    """The card played; with the second one the winner, the trick's number in the round and the points of its 7s."""
    state = hands("K7 B2", "K8 B4", "M2")
    assert told(state, "K7") == [("played", 0, ("K7",))]
    assert told(play(state, "K7"), "K8") == [("played", 1, ("K8",)), ("trick_won", 1, (12, 1))]


def test_a_swap_tells_both_cards_to_everybody() -> None:
    """The card given and the card taken; or that the decree was kept."""
    state = play(hands("K3 B2", "K8 B4", "M2"), "K3")
    for viewer in (None, A, B):
        assert told(state, "swap B2", viewer) == [("swapped", 0, ("B2", "M2"))]
        assert told(state, "keep", viewer) == [("kept", 0, ())]


def test_drawing_and_putting_back_show_their_cards_to_their_player_only() -> None:
    """Others learn that it happened; the bytes they get do not depend on the card."""
    state = hands("K5 B2", "K8 B4", "M4", deck="M10")
    assert told(state, "K5", A) == [("played", 0, ("K5",)), ("drew", 0, ("M10",))]
    for viewer in (None, B):
        assert told(state, "K5", viewer) == [("played", 0, ("K5",)), ("drew", 0, ())]
    state = play(state, "K5")
    assert told(state, "bury B2", A) == [("buried", 0, ("B2",))]
    for viewer in (None, B):
        seen = {
            pack(
                (
                    FOX.happenings(state, A, action, FOX.apply(state, A, action), viewer),
                    FOX.view(FOX.apply(state, A, action), viewer),
                )
            )
            for action in FOX.legal_actions(state, A)
        }
        assert len(seen) == 1


def test_the_trick_follows_the_second_step_of_its_last_card() -> None:
    """With a Fox as second card the trick is decided after the swap, not before."""
    state = hands("M10 B4", "K3 K8", "M5", "M10")
    assert told(state, "K3") == [("played", 1, ("K3",))]
    assert told(play(state, "K3"), "swap K8") == [("swapped", 1, ("K8", "M5")), ("trick_won", 1, (12, 0))]


def test_a_lone_witch_is_told() -> None:
    """That a 9 counted as trump, and as which; two of them are not worth a word."""
    state = hands("K10 B2", "B9 B4", "M2", "K10")
    assert told(state, "B9")[1] == ("witch", 1, ("M",))
    state = hands("K9 B2", "B9 B4", "M2", "K9")
    assert [code for code, _, _ in told(state, "B9")] == ["played", "trick_won"]


def test_a_swan_that_leads_is_told() -> None:
    """That the loser leads because of a Swan; not in the last trick, where it has no effect."""
    state = hands("K8 B2", "K1 B4", "M2", "K8")
    assert told(state, "K1")[1:] == [("trick_won", 0, (12, 0)), ("swan_leads", 1, ())]
    state = hands("K8", "K1", "M2", "K8")
    assert "swan_leads" not in [code for code, _, _ in told(state, "K1")]


def test_the_end_of_a_round_tells_both_scores() -> None:
    """Tricks, 7s, points of the round with the 7s, and the new total, seat 0 first."""
    state = hands("K10", "K2", "M2", "K10", tricks=(6, 6), sevens=(1, 2), rounds="7.1.0")
    assert told(state, "K2")[2:] == [("round_scored", 0, (7, 1, 7, 14)), ("round_scored", 1, (6, 2, 5, 8))]


def test_the_end_of_a_game_tells_the_winner_and_how() -> None:
    """By points; or by the last round where the points are equal; or that another round is needed."""
    by_points = hands("K10", "K2", "M2", "K10", tricks=(6, 6), sevens=(1, 2), rounds="7.1.0", target=14)
    assert told(by_points, "K2")[-1] == ("game_won", 0, (14, 8, "points"))
    no_sevens = "B7 K7 M7"
    rounds = "7.0.0,7.0.0,7.0.0,5.0.0"
    by_round = hands("K10", "K2", "M2", "K10", tricks=(3, 9), deck=no_sevens, rounds=rounds)
    assert told(by_round, "K2")[-1] == ("game_won", 1, (21, 21, "last_round"))
    tied = hands("K10", "K2", "M2", "K10", tricks=(6, 6), sevens=(0, 3), rounds="7.0.0,6.0.0,9.0.0,4.0.0")
    assert told(tied, "K2")[-1] == ("another_round", None, (22,))


def faces_shown(state: Any, log: list[Happening]) -> set[str]:
    """The cards whose faces the log still shows."""
    horizon = FOX.horizon(state)
    return {str(each.args[0]) for each in log if each.code == "played" and each.stamp >= horizon}


def test_faces_of_a_won_trick_lapse_with_the_next_card() -> None:
    """At every moment the log shows the faces of the cards on the table and of the trick in view, and no other."""
    log: list[Happening] = []
    for move in random_moves(FOX, 31):
        log += FOX.happenings(move.before, move.seat, move.action, move.after, None)
        seen = view(move.after, None)
        plays = [*seen.table, *(seen.last_trick.plays if seen.last_trick else ())]
        assert faces_shown(move.after, log) == {FOX.action_text(played.card) for played in plays}


def test_faces_never_lapse_where_all_tricks_are_shown() -> None:
    """With `tricks_shown` = all the horizon stays at the beginning."""
    assert {FOX.horizon(move.after) for move in random_moves(FOX, 32, (("tricks_shown", "all"),))} == {0}


def test_only_faces_lapse() -> None:
    """Swaps, puttings back, winners and scores stay in the log; cards played, Witches and Swans show faces."""
    log: list[Happening] = []
    for seed in range(4):
        for move in random_moves(FOX, seed):
            log += FOX.happenings(move.before, move.seat, move.action, move.after, None)
    assert {each.code for each in log if each.faces} == {"played", "witch", "swan_leads"}
    assert {each.code for each in log if not each.faces} >= {
        *("first_dealer", "dealt", "decree", "swapped", "kept", "drew", "buried"),
        *("trick_won", "round_scored", "game_won"),
    }
