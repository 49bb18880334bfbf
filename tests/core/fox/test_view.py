"""Views of the Fox: what each viewer sees, and what everybody may conclude (voids, known cards)."""

from dataclasses import fields, is_dataclass, replace
from random import Random
from typing import Any

from core.fox import FOX
from core.fox.cards import CARDS, Card, card_text
from core.fox.view import Step
from core.wire import pack
from tests.core.fox.table import A, B, card, deal, hands, play, view
from tests.core.playing import random_moves, random_states


def voids(state: Any, seat: int) -> tuple[int, ...]:
    """The suits that everybody knows a seat not to hold (0 Bells, 1 Keys, 2 Moons)."""
    shown: tuple[int, ...] = view(state, None).seats[seat].voids
    return shown


def test_a_view_at_the_deal_depends_on_the_own_hand_and_the_decree_only() -> None:
    """However the other 19 cards lie, the bytes of the view and of the knowledge are the same."""
    rng = Random(1)
    own, rest = list(range(13)), list(range(14, CARDS))
    seen = {A: set[bytes](), B: set[bytes](), None: set[bytes]()}
    for _ in range(20):
        rng.shuffle(own)
        rng.shuffle(rest)
        for seat in (A, B):
            first, second = (own, rest[:13]) if seat == A else (rest[:13], own)
            state = deal((*first, *second, 13, *rest[13:]))
            seen[seat].add(pack((view(state, seat), FOX.knowledge(state, seat))))
            seen[None].add(pack(view(state, None)))
    assert {viewer: len(different) for viewer, different in seen.items()} == {A: 1, B: 1, None: 1}


def test_no_hidden_card_stands_anywhere_in_a_view() -> None:
    """Whatever a view of a seat names is in its hand, on the table, in the last trick, the decree, or known."""
    for state in random_states(FOX, 21):
        hidden = set(view(state, B).hand) - set(view(state, None).seats[B].known)
        # The last trick of the round before is of another deal: its cards may be anywhere by now.
        seen, public = (replace(view(state, viewer), last_trick=None) for viewer in (A, None))
        assert not hidden & set(_cards_in(seen))
        assert not set(_cards_in(public)) & (hidden | set(view(state, A).hand)) - set(
            view(state, None).seats[A].known
        )


def _cards_in(value: Any) -> list[Card]:
    """The cards in the fields of a view that hold cards."""
    names = {"decree", "hand", "drawn", "buried", "known", "card"}
    found: list[Card] = []
    if isinstance(value, tuple):
        for item in value:
            found += _cards_in(item)
    elif is_dataclass(value):
        for field in fields(value):
            inner = getattr(value, field.name)
            if field.name in names and not isinstance(inner, bool):
                if isinstance(inner, tuple):
                    found += inner
                elif inner is not None and not (field.name == "hand" and hasattr(value, "known")):
                    found.append(inner)
            else:
                found += _cards_in(inner)
    return found


def test_the_hand_is_sorted_and_only_ones_own() -> None:
    """A seat sees its own hand by suit and rank and the number of the other's cards; a spectator sees numbers."""
    state = hands("M2 B8 B2 K1", "K8 B4 M9 M10", "K2")
    assert [card_text(held) for held in view(state, A).hand] == ["B2", "B8", "K1", "M2"]
    assert view(state, None).hand == ()
    assert [seat.hand for seat in view(state, None).seats] == [4, 4]
    assert (view(state, A).you, view(state, B).you, view(state, None).you) == (0, 1, None)


def test_the_steps_of_a_round() -> None:
    """The view names what the table waits for and who is to do it."""
    state = FOX.new(2)
    assert (view(state, None).step, view(state, None).turn) == (Step.DEAL, None)
    state = hands("K3 B5 B6", "K8 B4 B10", "M2")
    seen = []
    for text in ("K3", "keep", "K8", "B4", "B5", "bury B6"):
        seen.append((view(state, None).step, view(state, None).turn))
        state = play(state, text)
    assert seen == [
        (Step.LEAD, A),
        (Step.SWAP, A),
        (Step.FOLLOW, B),
        (Step.LEAD, B),
        (Step.FOLLOW, A),
        (Step.BURY, A),
    ]
    assert view(random_states(FOX, 1)[-1], None).step == Step.OVER


def test_the_table_shows_the_cards_of_the_running_trick() -> None:
    """Cards lie on the table in playing order, also while the second waits for its swap."""
    state = hands("K8 B6", "K3 B10", "M2")
    assert view(state, None).table == ()
    state = play(state, "K8")
    assert [(played.seat, card_text(played.card)) for played in view(state, None).table] == [(0, "K8")]
    state = play(state, "K3")
    assert [card_text(played.card) for played in view(state, None).table] == ["K8", "K3"]
    assert view(play(state, "keep"), None).table == ()


def test_rounds_tricks_and_totals() -> None:
    """Round and trick count from 1; a finished round stands with its tricks, 7s and points."""
    start = hands("K10", "K2", "M2", tricks=(6, 6), sevens=(1, 2), rounds="7.1.0")
    seen = view(start, None)
    assert (seen.round, seen.trick) == (2, 13)
    assert [seat.total for seat in seen.seats] == [7, 3]
    seen = view(play(start, "K10", "K2"), None)
    assert [(score.tricks, score.sevens, score.points) for score in seen.rounds] == [
        ((7, 6), (1, 0), (7, 3)),
        ((7, 6), (1, 2), (7, 5)),
    ]
    assert [seat.total for seat in seen.seats] == [14, 8]
    assert [seat.sevens for seat in seen.seats] == [1, 2]


def test_a_void_is_shown_by_not_following() -> None:
    """Who does not follow has none of the lead suit; nothing else shows a void."""
    state = hands("K6 B2 M6", "B6 M10 B4", "M2")
    assert (voids(state, A), voids(state, B)) == ((), ())
    state = play(state, "K6", "B6")
    assert (voids(state, A), voids(state, B)) == ((), (1,))


def test_a_void_is_cleared_by_picking_that_suit_up() -> None:
    """A swap that picks up a Key ends the void in Keys, and no other."""
    start = hands("K6 B2 B8 M6 M8", "M10 M3 M4 M1 M2", "K2", deck="K7 M7 B7")
    start = play(start, "K6", "M10")
    assert voids(start, B) == (1,)
    start = play(start, "B2", "M3")
    assert voids(start, B) == (0, 1)
    assert voids(play(start, "swap M4"), B) == (0,)
    assert voids(play(start, "keep"), B) == (0, 1)


def test_voids_are_cleared_by_drawing_an_unknown_card() -> None:
    """After a Woodcutter any suit may have come into the hand, whatever was put back; for everybody alike."""
    start = hands("K6 B2 B8", "M10 M5 M4", "K2", deck="K7")
    start = play(start, "K6", "M10", "B2")
    assert voids(start, B) == (1,)
    drawn = play(start, "M5")
    assert [view(drawn, viewer).seats[B].voids for viewer in (None, A, B)] == [(), (), ()]
    for buried in ("bury K7", "bury M4"):
        assert voids(play(drawn, buried), B) == ()


def test_a_void_in_a_suit_that_has_all_been_shown_survives_a_draw() -> None:
    """When all eleven Keys have been seen, no draw can bring one."""
    state = play(hands("K6 B2 B8", "M10 M5 M4", "B6", deck="B7 M7 B1 B3 B4 B10"), "K6", "M10", "B2", "M5")
    assert voids(state, B) == (1,)


def test_a_card_given_for_the_decree_counts_as_shown() -> None:
    """The last of the Keys was seen in a swap only: no draw can bring a Key."""
    start = hands("M3 K9 K6 B2 B8", "M2 M10 M5 M4 M6", "B6", deck="B7 M7 B1 B3 B4 B10")
    assert voids(play(start, "M3", "swap K9", "M2", "K6", "M10", "B2", "M5"), B) == (1,)


def test_a_known_card_is_forgotten_when_one_goes_under() -> None:
    """After a hidden putting back nobody else can be sure of the card picked up before."""
    state = play(hands("K3 K5 B2 B6", "K8 K4 M9 M10", "M2"), "K3", "swap B2", "K8", "K4")
    assert view(state, B).seats[A].known == (card("M2"),)
    state = play(state, "K5")
    assert view(state, B).seats[A].known == (card("M2"),)
    for buried in ("bury M2", "bury B6"):
        assert view(play(state, buried), B).seats[A].known == ()


def test_a_known_card_that_is_swapped_away_again_is_the_decree() -> None:
    """It leaves the known cards of that hand and comes into those of nobody."""
    state = play(hands("K3 B3 B2 B6", "K8 K4 B10 M10", "M2"), "K3", "swap B2", "K8", "K4", "B3", "swap M2")
    assert view(state, None).decree == card("M2")
    assert [seat.known for seat in view(state, None).seats] == [(card("B2"),), ()]


def test_known_cards_and_voids_are_true() -> None:
    """Along random games: what everybody is said to know about a hand is so."""
    known = shown = 0
    for seed in range(6):
        for state in random_states(FOX, seed):
            for seat in (A, B):
                hand = set(view(state, seat).hand)
                public = view(state, None).seats[seat]
                assert set(public.known) <= hand
                assert not {held // 11 for held in hand} & set(public.voids)
                known += len(public.known)
                shown += len(public.voids)
    assert known > 100
    assert shown > 100


def test_scores_are_totals_of_finished_rounds() -> None:
    """The public score is what the seats of the view have as total, and never falls."""
    before = (0, 0)
    for move in random_moves(FOX, 12):
        scores = FOX.scores(move.after)
        assert scores == tuple(seat.total for seat in view(move.after, None).seats)
        assert all(now >= then for now, then in zip(scores, before, strict=True))
        before = (scores[0], scores[1])
