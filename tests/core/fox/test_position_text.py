"""The position text of the Fox: what it says, and that impossible positions are refused."""

import pytest

from core.fox import FOX
from core.fox.position import parse_position, position_text
from core.game import BadPosition
from core.wire import WireError, pack, unpack
from tests import positions
from tests.core.fox.table import A, card, view

GOOD = (
    "fox target=21 shown=last rounds=7.1.0 dealer=1 leader=0 hands=K10,B2/K2,B4 decree=M2"
    " deck=M4,K4,M6,K6,M8,K8 tricks=5.6 sevens=2.1 last=- moves=K10, K2"
)


def test_the_text_says_where_everything_is() -> None:
    """Options, rounds, seats, cards and moves are read as they are written."""
    state = parse_position(GOOD)
    seen = view(state, A)
    assert (seen.target, seen.round, seen.trick, seen.dealer, seen.leader) == (21, 2, 13, 1, 0)
    assert (seen.hand, seen.decree, seen.deck) == ((card("B2"),), card("M2"), 6)
    assert [(seat.tricks, seat.sevens, seat.total) for seat in seen.seats] == [(6, 2, 7), (6, 1, 3)]


def test_before_the_first_deal() -> None:
    """A game that has not begun has a text too, and so has one whose dealer is drawn."""
    state = FOX.new(2, (("target", 16), ("tricks_shown", "all")))
    nothing = "rounds=- dealer=- leader=- hands=- decree=- deck=- tricks=- sevens=- last=- moves=-"
    assert position_text(state) == f"fox target=16 shown=all {nothing}"
    drawn = FOX.apply_chance(state, (1, 0))
    assert parse_position(position_text(drawn)) == drawn


def test_hands_may_stand_in_any_order() -> None:
    """The order of a hand's cards means nothing."""
    assert parse_position(GOOD.replace("K10,B2", "B2,K10")) == parse_position(GOOD)


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("fox ", "rage ", "malformed"),
        ("moves=K10, K2", "", "malformed"),
        ("last=- ", "", "malformed"),
        ("target=21", "target=0", "target"),
        ("target=21", "target=021", "target"),
        ("target=21", "target=x", "target"),
        ("shown=last", "shown=some", "shown"),
        ("rounds=7.1.0", "rounds=14.0.0", "rounds"),
        ("rounds=7.1.0", "rounds=7.1", "rounds"),
        ("rounds=7.1.0", "rounds=7.2.2", "rounds"),
        ("rounds=7.1.0", "rounds=0.1.0", "rounds"),  # a 7 without a trick
        ("target=21", "target=7", "rounds"),  # the game was over
        ("dealer=1", "dealer=2", "dealer"),
        ("dealer=1", "dealer=-", "dealer"),
        ("leader=0", "leader=2", "leader"),
        ("hands=K10,B2/K2,B4", "hands=K10,B2", "hands"),
        ("hands=K10,B2/K2,B4", "hands=K10,B2/K2", "hands"),
        ("hands=K10,B2/K2,B4", "hands=K10,B12/K2,B4", "hands"),
        ("hands=K10,B2/K2,B4", "hands=K10,K10/K2,B4", "cards"),
        ("hands=K10,B2/K2,B4", "hands=K10,M2/K2,B4", "cards"),
        ("decree=M2", "decree=M0", "decree"),
        ("decree=M2", "decree=-", "decree"),
        ("decree=M2", "decree=M2,M3", "decree"),
        ("deck=M4,", "deck=", "deck"),
        ("deck=M4,", "deck=B2,", "cards"),
        ("tricks=5.6", "tricks=6.6", "tricks"),
        ("tricks=5.6", "tricks=11", "tricks"),
        ("sevens=2.1", "sevens=1.1", "sevens"),
        ("tricks=5.6 sevens=2.1", "tricks=0.11 sevens=1.2", "sevens"),
        ("last=-", "last=K10,K2:0>0", "last"),  # in mid-round the trick before is among the won ones
        ("moves=K10, K2", "moves=K10, B4", "moves"),
        ("moves=K10, K2", "moves=K10, K2, K10", "moves"),
        ("moves=K10, K2", "moves=K10,K2,", "moves"),
        ("hands=K10,B2/K2,B4", "hands=-", "rounds"),
    ],
)
def test_impossible_positions_are_refused(old: str, new: str, reason: str) -> None:
    """Each is refused with the name of what is impossible in it."""
    assert old in GOOD
    with pytest.raises(BadPosition) as refused:
        parse_position(GOOD.replace(old, new))
    assert refused.value.params == {"reason": reason}


def test_the_last_trick_of_the_round_before() -> None:
    """At the beginning of a round it is in the text, if it could have been won so."""
    deal = positions.text("fox/deal").replace("rounds=-", "rounds=7.0.0")
    state = parse_position(deal.replace("last=-", "last=K10,K9:0>1"))
    assert [played.card for played in view(state, None).last_trick.plays] == [card("K10"), card("K9")]
    assert parse_position(position_text(state)) == state
    for bad in ("K10,K8:0>1", "K10:0>0", "K10,K10:0>0", "K10,K8:0>2", "K10,K8"):
        with pytest.raises(BadPosition):
            parse_position(deal.replace("last=-", f"last={bad}"))
    with pytest.raises(BadPosition):  # there was no round before
        parse_position(positions.text("fox/deal").replace("last=-", "last=K10,K9:0>1"))


def test_the_leader_of_a_full_round_is_the_non_dealer() -> None:
    """With 13 cards in each hand nothing has been played, so F4 says who leads."""
    deal = positions.text("fox/deal")
    with pytest.raises(BadPosition) as refused:
        parse_position(deal.replace("leader=0", "leader=1"))
    assert refused.value.params == {"reason": "leader"}


def test_very_long_texts_are_refused_at_once() -> None:
    """A reader of texts from outside is not kept busy."""
    with pytest.raises(BadPosition):
        parse_position(GOOD + ", K2" * 10_000)


def test_stored_states_that_no_play_leads_to_are_refused() -> None:
    """Unpacking checks a state as strictly as its text: a snapshot that was tampered with is no state."""
    state = parse_position(GOOD)
    assert unpack(pack(state)) == state
    for wrong in (
        state._replace(hand0=state.hand0 | 1),
        state._replace(tricks=(7, 5)),
        state._replace(step=99),
        state._replace(log=(5,)),
        state._replace(deal=state.deal._replace(stock=(1, 2))),
    ):
        with pytest.raises(WireError):
            unpack(pack(wrong))
