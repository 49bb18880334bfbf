"""The simple bot of the Fox: legal, repeatable, and clearly better than chance."""

from random import Random

import pytest

from core.bots.fox_simple import choose
from core.fox import FOX
from core.fox.knowledge import FoxKnowledge
from core.fox.state import State
from core.ids import Seat
from tests.core.fox.table import A, B, hands, play
from tests.core.playing import draw


def won(seed: int, seat: int) -> bool:
    """Whether the bot wins a short game against a random player from that seat."""
    rng = Random(seed)
    state = FOX.new(2, (("target", 16),))
    while (outcome := FOX.outcome(state)) is None:
        spec = FOX.chance(state)
        if spec is not None:
            state = FOX.apply_chance(state, draw(spec, rng))
            continue
        (turn,) = FOX.to_act(state)
        if turn == seat:
            action = FOX.parse_action(choose(known(state, turn), rng))
        else:
            action = rng.choice(FOX.legal_actions(state, turn))
        state = FOX.apply(state, turn, action)
    return outcome.winners == (seat,)


def test_it_beats_a_random_player() -> None:
    """It wins more than three games of four, from either seat."""
    for seat in (0, 1):
        assert sum(won(seed, seat) for seed in range(20)) > 15


def known(state: State, seat: int) -> FoxKnowledge:
    """What that seat knows."""
    knowledge = FOX.knowledge(state, Seat(seat))
    assert isinstance(knowledge, FoxKnowledge)
    return knowledge


def choice(state: State, seat: int) -> str:
    """What the bot does there."""
    return choose(known(state, seat), Random(1))


def test_it_is_repeatable() -> None:
    """The same knowledge and the same source of chance give the same action."""
    state = hands("K3 B2 B6 M8 M9", "K8 B4 B10 K9 K2", "M2")
    assert len({choice(state, A) for _ in range(5)}) == 1


def test_it_takes_the_trick_that_makes_it_victorious() -> None:
    """With six tricks and one to go, 7 tricks score 6 instead of 3."""
    assert choice(hands("K6 B2", "K8 K2", "M2", "K6", tricks=(5, 6)), B) == "K8"


def test_it_stays_humble() -> None:
    """With three tricks near the end it ducks rather than win a fourth."""
    assert choice(hands("K6 B2", "K8 K2", "M2", "K6", tricks=(8, 3), deck="M7 B7 K7"), B) == "K2"


def test_it_does_not_become_greedy() -> None:
    """With nine tricks it ducks; with nine against it, it lets the other seat take the tenth."""
    assert choice(hands("K6 B2", "K8 K2", "M2", "K6", tricks=(2, 9), deck="M7 B7 K7"), B) == "K2"
    assert choice(hands("K6", "K8", "M2", "K6", tricks=(9, 3), deck="M7 B7 K7"), B) == "K8"


def test_it_swaps_to_win_the_trick_it_needs() -> None:
    """With six tricks, void and holding a Fox, it makes its suit trump when that wins the seventh."""
    state = play(hands("M10 B4", "K3 K2", "M5", "M10", tricks=(5, 6), deck="M7 B7 K7"), "K3")
    assert choice(state, B) == "swap K2"


def test_it_buries_what_fits_its_aim() -> None:
    """Aiming for seven tricks it keeps the trump and puts the low card back."""
    state = play(hands("K6 B2", "K5 B4", "M2", "K6", deck="M11", tricks=(5, 6)), "K5")
    assert choice(state, B) == "bury B4"


def test_it_needs_a_choice() -> None:
    """A seat that is not to act has nothing to choose."""
    with pytest.raises(ValueError, match="not to act"):
        choice(hands("K6 B2", "K8 K2", "M2"), B)
