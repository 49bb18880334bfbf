"""What a seat of the Fox remembers, and the worlds that fit it."""

import itertools
from collections import Counter
from functools import cache
from random import Random
from typing import Any

import pytest

from core.fox import FOX
from core.fox.cards import CARDS, Card, card_text
from core.fox.knowledge import HIDDEN_BURY, FoxKnowledge, hidden_at_the_deal
from core.fox.record import won_before
from core.fox.rules import opening
from core.fox.state import ACTION_BITS, SEAT_BIT, State
from core.fox.worlds import Worlds, trace
from core.game import GameError
from core.ids import Seat
from core.tricks import mask
from tests.core.fox.table import A, B, card, hands, play, view
from tests.core.playing import random_states


def known(state: State, seat: int) -> FoxKnowledge:
    """What that seat knows."""
    knowledge = FOX.knowledge(state, Seat(seat))
    assert isinstance(knowledge, FoxKnowledge)
    return knowledge


def texts(cards: tuple[Card, ...]) -> list[str]:
    """Cards as texts."""
    return [card_text(held) for held in cards]


def test_knowledge_remembers_what_the_view_no_longer_shows() -> None:
    """Older tricks, the dealt hand, the first decree and every action stay in the knowledge."""
    state = play(hands("K3 B2 B6", "K8 B4 B10", "M2"), "K3", "swap B2", "K8", "B4", "B6")
    assert view(state, A).last_trick is not None
    state = play(state, "M2")
    assert view(state, A).last_trick is None
    knowledge = known(state, A)
    assert knowledge.view == view(state, A)
    assert [texts(tuple(played.card for played in trick.plays)) for trick in knowledge.tricks] == [
        ["K3", "K8"],
        ["B4", "B6"],
    ]
    assert texts(knowledge.start) == ["B2", "B6", "K3"]
    assert knowledge.turned == card("M2")
    assert [(done.seat, done.action) for done in knowledge.done] == [
        (0, "K3"),
        (0, "swap B2"),
        (1, "K8"),
        (1, "B4"),
        (0, "B6"),
        (0, "M2"),
    ]


def test_knowledge_lists_what_may_be_done() -> None:
    """The legal actions of the seat that is to act, as text; none for the other."""
    state = play(hands("K3 B2 B6", "K8 B4 B10", "M2"), "K3")
    assert known(state, A).legal == ("swap B2", "swap B6", "keep")
    assert known(state, B).legal == ()


def test_the_other_seats_putting_back_is_remembered_without_its_card() -> None:
    """One's own buried and drawn cards are known, the other's are not."""
    state = play(hands("K5 B2", "K6 B8", "M4", deck="M10"), "K5", "bury B2")
    own, others = known(state, A), known(state, B)
    assert (own.done[1].action, texts(own.drew)) == ("bury B2", ["M10"])
    assert (others.done[1].action, others.drew) == (HIDDEN_BURY, ())


def test_a_void_rules_cards_out() -> None:
    """After not following, the other seat may hold no card of that suit; its known cards it does hold."""
    state = play(hands("K6 B2 M6", "B6 M10 B4", "M2"), "K6", "B6")
    assert not [held for held in texts(known(state, A).may_hold) if held.startswith("K")]
    assert known(state, B).may_hold


def test_an_answer_to_a_monarch_rules_higher_cards_out() -> None:
    """After K4 on K11 no higher Key is there, K1 may be; after the Swan anything may be."""
    deck = "K2 K7 K8 K10 B2 B4"
    state = play(hands("K11 M6 M8", "K4 M10 B10", "M2", deck=deck), "K11", "K4")
    assert [held for held in texts(known(state, A).may_hold) if held.startswith("K")] == ["K2"]
    state = play(hands("K11 M6 M8", "K1 M10 B10", "M2", deck=deck), "K11", "K1")
    keys = [held for held in texts(known(state, A).may_hold) if held.startswith("K")]
    assert keys == ["K2", "K7", "K8", "K10"]


def test_what_may_be_held_contains_what_is_held() -> None:
    """Along random games the true hand is always among the cards that the other seat thinks possible."""
    for seed in range(3):
        for state in random_states(FOX, seed):
            for seat in (A, B):
                possible = set(known(state, 1 - seat).may_hold)
                assert set(view(state, seat).hand) <= possible
                assert not possible & set(view(state, 1 - seat).hand)


SCENES = {
    "void": (("K6 B2 M6 M8", "B6 M10 B4 B8", "M2"), "", ("K6", "B6")),
    "monarch": (("K11 M6 M8 B3", "K4 M10 B10 K1", "M2"), "K2 K7", ("K11", "K4")),
    "their woodcutter": (("K6 B2 M6", "K5 M10 B4", "M2"), "K7", ("K6", "K5", "bury M10")),
    "void, then a draw": (("K6 B2 M6 M8", "M5 M10 B4 B8", "M2"), "K7", ("K6", "M5", "bury B8", "M10", "M6")),
    "choosing what to put back": (("K6 B2 M6", "K5 M10 B4", "M2"), "K7", ("K6", "K5")),
    "drawn card played": (("K6 B2 M6", "K5 M10 B4", "M2"), "K7", ("K6", "K5", "bury M10", "B2", "B4", "K7")),
    "both draw": (
        ("K5 B2 M6", "K6 B5 B4", "M2"),
        "B1 M7",
        ("K5", "bury M6", "K6", "B4", "B2", "B5", "bury M7"),
    ),
    "their swap": (("K6 B2 M6 M8", "K3 M10 B4 B8", "M2"), "", ("K6", "K3", "swap M10")),
    "a card picked up may be buried": (
        ("K6 B2 M6 M8", "K3 B5 B4 B8", "M2"),
        "K7",
        ("K6", "K3", "swap B4", "B2", "B5", "bury M2"),
    ),
    "their two draws": (
        ("K6 B2 M6", "K5 B5 B4", "M2"),
        "K7 M7",
        ("K6", "K5", "bury B4", "B2", "B5", "bury K7"),
    ),
}


def scene(name: str) -> State:
    """The state of a scene; seat 0 looks at it."""
    (first, second, decree), deck, moves = SCENES[name]
    return play(hands(first, second, decree, deck=deck), *moves)


@cache
def worlds(name: str) -> Counter[Any]:
    """All worlds that seat 0 cannot tell from the scene, found by trying everything: dealt hands, cards drawn
    and put back, and the hand that the other seat holds now; counted, as each should be found once."""
    state, seat = scene(name), A
    knowledge = known(state, seat)
    deal = state.deal
    hidden = [held for held in range(CARDS) if (deal.hands[1 - seat] | mask(deal.stock)) >> held & 1]
    count = deal.hands[1 - seat].bit_count()
    found: Counter[Any] = Counter()
    for dealt in itertools.combinations(hidden, count):
        rest = [held for held in hidden if held not in dealt]
        for top in itertools.permutations(rest, state.drawn):
            stock = (*top, *(held for held in rest if held not in top))
            hand = (deal.hands[0], mask(dealt))
            for twin in _replays(opening(deal._replace(hands=hand, stock=stock)), knowledge):
                if FOX.view(twin, seat) == knowledge.view:
                    found[world(twin)] += 1
    return found


def world(state: State) -> tuple[Any, ...]:
    """What tells worlds apart, but for the order of the undrawn deck."""
    return state.deal.hands, state.deal.stock[: state.drawn], state.log, state.hand1


def _replays(state: State, knowledge: FoxKnowledge) -> list[State]:
    """The states after the known actions, with every card for a hidden putting back; none if one is illegal."""
    reached = [state]
    for done in knowledge.done:
        after = []
        for before in reached:
            if done.action == HIDDEN_BURY:
                actions = FOX.legal_actions(before, done.seat)
            else:
                actions = (FOX.parse_action(done.action),)
            for action in actions:
                try:
                    after.append(FOX.apply(before, done.seat, action))
                except GameError:
                    continue
        reached = after
    return reached


@pytest.mark.parametrize("name", SCENES)
def test_every_consistent_world_is_sampled_and_no_other(name: str) -> None:
    """The samples are exactly the worlds that a search through all deals finds, about equally often."""
    expected = worlds(name)
    assert set(expected.values()) == {1}
    knowledge = known(scene(name), A)
    rng = Random(8)
    each = 15
    seen: Counter[Any] = Counter()
    if each * len(expected) <= 2000:
        seen.update(world(FOX.sample(knowledge, rng)) for _ in range(each * len(expected)))
        assert set(seen) == set(expected)
        # Each count scatters by about 4 around 15.
        assert max(seen.values()) < 3 * each
    else:
        seen.update(world(FOX.sample(knowledge, rng)) for _ in range(500))
        assert set(seen) <= set(expected)
        assert max(seen.values()) < 500 / len(expected) + 8


@pytest.mark.parametrize("name", SCENES)
def test_the_number_of_worlds_is_exact(name: str) -> None:
    """The counting of worlds agrees with the search through all deals."""
    state = scene(name)
    deal, log = state.deal, [(entry >> SEAT_BIT, entry & ACTION_BITS) for entry in state.log]
    drew = known(state, A).drew
    hidden = hidden_at_the_deal(deal.hands[A], deal.decree, won_before(deal), drew)
    counted = Worlds(hidden, deal.hands[B].bit_count(), trace(B, deal.decree, log)).total
    assert counted == len(worlds(name))


@pytest.mark.parametrize("name", SCENES)
def test_what_may_be_held_is_exact(name: str) -> None:
    """A card is named as possible exactly if some consistent world has it in the other hand now."""
    held = 0
    for _, _, _, hand in worlds(name):
        held |= hand
    assert mask(known(scene(name), A).may_hold) == held


def test_sampling_needs_the_knowledge_of_a_seat() -> None:
    """Anything else is a programming error."""
    for wrong in (None, "fox", FOX.view(FOX.new(2), None)):
        with pytest.raises(TypeError):
            FOX.sample(wrong, Random(1))


def test_sampling_does_not_know_the_order_of_the_deck() -> None:
    """The undrawn cards of the deck come in every order."""
    state = hands("K6", "B6", "M2")
    rng = Random(3)
    tops = {FOX.sample(known(state, A), rng).deal.stock[0] for _ in range(200)}
    assert len(tops) == 7
