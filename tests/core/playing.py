"""Playing by hand and at random, for the tests of rules."""

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

from core.game import Action, ChanceSpec, Game, Options
from core.ids import Seat


class Move(NamedTuple):
    """A step of a game: an action of `seat`, or a chance outcome when `action` is None."""

    before: Any
    seat: Seat | None
    action: Action | None
    outcome: tuple[int, ...]
    after: Any


def draw(spec: ChanceSpec, rng: Random) -> tuple[int, ...]:
    """A random outcome of what is owed."""
    order = list(range(spec.shuffle))
    rng.shuffle(order)
    return (*order, *(rng.randrange(pick) for pick in spec.picks))


def random_moves(game: Game[Any], seed: int, options: Options = ()) -> Iterator[Move]:
    """A whole random game, step by step."""
    rng = Random(seed)
    state = game.new(game.seats[0], options)
    while game.outcome(state) is None:
        spec = game.chance(state)
        if spec is not None:
            outcome = draw(spec, rng)
            after = game.apply_chance(state, outcome)
            yield Move(state, None, None, outcome, after)
        else:
            seat = rng.choice(game.to_act(state))
            action = rng.choice(game.legal_actions(state, seat))
            after = game.apply(state, seat, action)
            yield Move(state, seat, action, (), after)
        state = after


def random_states(game: Game[Any], seed: int, options: Options = ()) -> list[Any]:
    """All states of a random game, the first and the last too."""
    moves = list(random_moves(game, seed, options))
    return [moves[0].before, *(move.after for move in moves)]


def play(game: Game[Any], state: Any, *texts: str) -> Any:
    """The state after these actions, each by whoever is to act first."""
    for text in texts:
        state = game.apply(state, game.to_act(state)[0], game.parse_action(text))
    return state


def legal(game: Game[Any], state: Any) -> tuple[str, ...]:
    """The texts of what whoever is to act first may do."""
    return tuple(game.action_text(action) for action in game.legal_actions(state, game.to_act(state)[0]))
