"""What every game in the registry must keep to, checked along random games: legality, ends, texts, secrets."""

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.game import BadActionText, BadPosition, Game, GameError, Options
from core.ids import Seat
from core.registry import GAMES, UnknownGame, game
from core.wire import pack, unpack
from tests import positions
from tests.core.playing import Move, random_moves

LARGEST_ACTION = 200
"""Greater than any action of any game here."""


def _variants() -> Iterator[tuple[str, Options]]:
    """Each game with its defaults, and with each other offered value of each option."""
    for name, rules in GAMES.items():
        yield name, ()
        for option in rules.options:
            for value in option.choices:
                if value != option.default:
                    yield name, ((option.name, value),)


VARIANTS = list(_variants())
each_game = pytest.mark.parametrize("name", list(GAMES))
each_variant = pytest.mark.parametrize(("name", "options"), VARIANTS)


@cache
def moves(name: str, options: Options = (), seed: int = 11) -> tuple[Move, ...]:
    """A random game; played once for all tests."""
    return tuple(random_moves(game(name), seed, options))


def states(name: str, options: Options = ()) -> list[Any]:
    """Its states, the first and the last too."""
    steps = moves(name, options)
    return [steps[0].before, *(step.after for step in steps)]


def viewers(rules: Game[Any]) -> list[Seat | None]:
    """The seats of the smallest table, and a spectator."""
    return [*map(Seat, range(rules.seats[0])), None]


@each_variant
def test_random_games_end(name: str, options: Options) -> None:
    """A game played at random comes to an outcome, and then nobody is to act and nothing is owed."""
    rules = game(name)
    for seed in range(5):
        last = moves(name, options, seed)[-1].after
        outcome = rules.outcome(last)
        assert outcome is not None
        assert outcome.winners
        assert outcome.scores == rules.scores(last)
        assert rules.to_act(last) == ()
        assert rules.chance(last) is None


@each_game
def test_either_chance_or_seats_are_awaited(name: str) -> None:
    """Until the end there is either an outcome that is owed or a seat to act, which has a legal action."""
    rules = game(name)
    for state in states(name)[:-1]:
        acting = rules.to_act(state)
        assert (rules.chance(state) is None) == bool(acting)
        assert list(acting) == sorted(set(acting))
        for seat in range(rules.seats[0]):
            assert bool(rules.legal_actions(state, Seat(seat))) == (seat in acting)


@each_variant
def test_legal_actions_are_exactly_the_accepted_ones(name: str, options: Options) -> None:
    """Listed actions, ascending, are taken; any other is refused with a code, and the state is as it was."""
    rules = game(name)
    for state in states(name, options)[::3]:
        before = pack(state)
        for seat in map(Seat, range(rules.seats[0])):
            legal = rules.legal_actions(state, seat)
            assert list(legal) == sorted(set(legal))
            for action in range(-1, LARGEST_ACTION):
                if action in legal:
                    assert rules.apply(state, seat, action) != state
                else:
                    with pytest.raises(GameError) as refused:
                        rules.apply(state, seat, action)
                    assert refused.value.code not in ("", "game_error", "illegal_action")
        assert pack(state) == before


@each_game
def test_action_texts_round_trip(name: str) -> None:
    """Every action has its own text, which is read back in any case and with spaces around."""
    rules = game(name)
    actions = {
        action
        for state in states(name)
        for seat in (0, 1)
        for action in rules.legal_actions(state, Seat(seat))
    }
    texts = {action: rules.action_text(action) for action in actions}
    assert len(set(texts.values())) == len(actions) > 1
    for action, text in texts.items():
        for written in (text, text.lower(), text.upper(), f"  {text} ", text.replace(" ", "   ")):
            assert rules.parse_action(written) == action


@each_game
@settings(max_examples=60, deadline=None, derandomize=True)
@given(text=st.text(max_size=50) | st.from_regex(r"(swap|bury|keep)? ?[bkmBKM]?[0-9]{0,3}", fullmatch=True))
def test_any_text_is_an_action_or_refused(name: str, text: str) -> None:
    """Whatever is typed gives an action that is written so, or BadActionText."""
    rules = game(name)
    try:
        action = rules.parse_action(text)
    except BadActionText:
        return
    assert rules.parse_action(rules.action_text(action)) == action


@each_variant
def test_position_texts_round_trip(name: str, options: Options) -> None:
    """Each state of a game, the first and the last too, is the same after writing and reading its text."""
    rules = game(name)
    for state in states(name, options):
        text = rules.position_text(state)
        assert "\n" not in text
        assert rules.parse_position(text) == state


@each_game
@settings(max_examples=150, deadline=None, derandomize=True)
@given(data=st.data())
def test_damaged_positions_are_refused_or_whole(name: str, data: st.DataObject) -> None:
    """A position text with something changed in it is refused, or describes a state that can be written again."""
    rules = game(name)
    text = rules.position_text(data.draw(st.sampled_from(states(name)[1:])))
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start, min(len(text), start + 4)))
    put_in = data.draw(
        st.sampled_from(["", "-", "0", "1", "7", "9", ",", "/", " ", "K", "K9", "B10", "é", "٣"])
    )
    try:
        state = rules.parse_position(text[:start] + put_in + text[end:])
    except BadPosition:
        return
    assert rules.parse_position(rules.position_text(state)) == state


@each_variant
def test_everything_packs(name: str, options: Options) -> None:
    """States, views, knowledge, happenings, outcomes and what is owed are the same after packing and unpacking."""
    rules = game(name)
    for move in moves(name, options)[::2]:
        state = move.after
        values = [state, rules.chance(state), rules.outcome(state)]
        values += [rules.view(state, viewer) for viewer in viewers(rules)]
        values += [rules.knowledge(state, viewer) for viewer in viewers(rules) if viewer is not None]
        values += [
            rules.happenings(move.before, move.seat, move.action, state, viewer) for viewer in viewers(rules)
        ]
        for value in values:
            packed = pack(value)
            assert unpack(packed) == value
            assert pack(unpack(packed)) == packed


@each_variant
def test_earlier_states_never_change(name: str, options: Options) -> None:
    """Playing on leaves every earlier state as it was, and states can be kept in sets."""
    rules = game(name)
    state = rules.new(rules.seats[0], options)
    kept = []
    for move in moves(name, options):
        kept.append((state, pack(state), hash(state)))
        rules.view(state, None)
        if move.action is None or move.seat is None:
            state = rules.apply_chance(state, move.outcome)
        else:
            state = rules.apply(state, move.seat, move.action)
    for earlier, packed, hashed in kept:
        assert pack(earlier) == packed
        assert hash(earlier) == hashed


@each_variant
def test_folding_the_log_gives_the_state(name: str, options: Options) -> None:
    """Chance outcomes and the texts of actions, as a log holds them, lead to the very same states."""
    rules = game(name)
    log: list[bytes] = []
    for move in moves(name, options):
        text = "" if move.action is None else rules.action_text(move.action)
        log.append(pack((move.seat, text, move.outcome)))
    state = rules.new(rules.seats[0], options)
    for entry, move in zip(log, moves(name, options), strict=True):
        seat, text, outcome = unpack(entry, tuple)
        if seat is None:
            state = rules.apply_chance(state, outcome)
        else:
            state = rules.apply(state, Seat(seat), rules.parse_action(text))
        assert state == move.after


@each_game
def test_outcomes_owed_are_counted_from_zero(name: str) -> None:
    """The chance outcomes of a game have the indices 0, 1, 2 …, which enter their derivation from the seed."""
    rules = game(name)
    specs = [rules.chance(move.before) for move in moves(name) if move.action is None]
    assert [spec.index for spec in specs if spec is not None] == list(range(len(specs)))


@each_variant
def test_views_and_knowledge_tell_nothing_hidden(name: str, options: Options) -> None:
    """States that a seat cannot tell apart give it the same bytes, as view, as knowledge and as spectator.

    The other state is drawn from the seat's knowledge; what differs in it are exactly hidden cards.
    """
    rules = game(name)
    rng = Random(5)
    different = 0
    for state in states(name, options)[::2]:
        spectator = pack(rules.view(state, None))
        for seat in map(Seat, range(rules.seats[0])):
            knowledge = rules.knowledge(state, seat)
            twin = rules.sample(knowledge, rng)
            different += twin != state
            assert pack(rules.view(twin, seat)) == pack(rules.view(state, seat))
            assert pack(rules.knowledge(twin, seat)) == pack(knowledge)
            assert pack(rules.view(twin, None)) == spectator
            assert rules.horizon(twin) == rules.horizon(state)
    assert different > len(states(name, options)) // 2


@each_game
def test_sampled_worlds_are_possible(name: str) -> None:
    """A world drawn from knowledge is one that play can lead to: its position text is read strictly."""
    rules = game(name)
    rng = Random(6)
    for state in states(name)[1::3]:
        for seat in map(Seat, range(rules.seats[0])):
            twin = rules.sample(rules.knowledge(state, seat), rng)
            assert rules.parse_position(rules.position_text(twin)) == twin


@each_game
def test_happenings_tell_nothing_hidden(name: str) -> None:
    """The same step in two states that a viewer can tell apart neither before nor after it looks the same.

    (A step may bring something new, as one's own drawing of a card does; then the states differ after it.)
    """
    rules = game(name)
    rng = Random(7)
    compared = 0
    for move in moves(name):
        for viewer in map(Seat, range(rules.seats[0])):
            twin = rules.sample(rules.knowledge(move.before, viewer), rng)
            if move.action is None or move.seat is None:
                after = rules.apply_chance(twin, move.outcome)
            elif move.action in rules.legal_actions(twin, move.seat):
                after = rules.apply(twin, move.seat, move.action)
            else:
                continue
            same: list[Seat | None] = []
            if rules.knowledge(after, viewer) == rules.knowledge(move.after, viewer):
                same.append(viewer)
            if rules.view(after, None) == rules.view(move.after, None):
                same.append(None)
            compared += len(same)
            for who in same:
                real = rules.happenings(move.before, move.seat, move.action, move.after, who)
                assert pack(real) == pack(rules.happenings(twin, move.seat, move.action, after, who))
    assert compared > len(moves(name))


@each_game
def test_happenings_are_in_order_and_lapse(name: str) -> None:
    """Stamps never fall, the horizon never falls, and what shows faces is not past it when it happens."""
    rules = game(name)
    stamp = horizon = 0
    told = 0
    for move in moves(name):
        for happening in rules.happenings(move.before, move.seat, move.action, move.after, None):
            told += 1
            assert happening.stamp >= stamp
            stamp = happening.stamp
            assert not happening.faces or happening.stamp >= rules.horizon(move.after)
        assert rules.horizon(move.after) >= horizon
        horizon = rules.horizon(move.after)
    assert told >= len(moves(name))


PERFT = {
    "fox": [
        ("fox/2", (2, 6, 18, 36, 72, 72)),
        ("fox/8", (3, 5, 7, 12, 18, 20)),
        ("fox/four", (4, 10, 18, 59, 148, 297, 610, 1118, 1700, 2253)),
        ("fox/six", (2, 10, 25, 74, 264, 781, 1915, 4850)),
        ("fox/deal", (13, 79, 655, 5133, 34698)),
    ],
}
"""By game: a position, and in how many ways one, two, three … actions can follow (found twice, by two programs)."""


def perft(rules: Game[Any], state: Any, depth: int) -> int:
    """The number of sequences of that many actions; shorter ones where a round or the game ends."""
    acting = rules.to_act(state)
    if depth == 0 or not acting:
        return 1
    return sum(
        perft(rules, rules.apply(state, seat, action), depth - 1)
        for seat in acting
        for action in rules.legal_actions(state, seat)
    )


@each_game
def test_perft(name: str) -> None:
    """The number of ways to play on from known positions is as it was written down."""
    rules = game(name)
    assert PERFT[name]
    for position, counts in PERFT[name]:
        state = positions.load(position)
        assert tuple(perft(rules, state, depth) for depth in range(1, len(counts) + 1)) == counts


@each_game
def test_named_positions_round_trip(name: str) -> None:
    """Every position that tests load by name is written as it is read, up to the order of cards in hands."""
    rules = game(name)
    assert positions.names(name)
    for position in positions.names(name):
        state = positions.load(position)
        assert rules.parse_position(rules.position_text(state)) == state


def test_unknown_games_are_refused() -> None:
    """A game that the house does not have is refused by a code with its name."""
    assert game("fox") is GAMES["fox"]
    for name in ("", "FOX", "chess"):
        with pytest.raises(UnknownGame) as refused:
            game(name)
        assert (refused.value.code, refused.value.params) == ("unknown_game", {"game": name})
