"""How a table opens and a game begins, and what a running game draws from its seed."""

from typing import Any

from core import commands as cmd
from core import deals, registry
from core import events as ev
from core.game import Game, GameError, Options, complete_options
from core.ids import AccountId, CommandId, RoomId, Seat
from core.room.state import Events, Games, RoomState
from core.tables import Phase

ENTROPY = 32
"""Bytes of entropy that become the seed of a game."""


def opening(
    command: CommandId,
    *,
    room: RoomId,
    game: str,
    options: Options = (),
    private: bool = False,
    code: str = "",
    opener: AccountId | None = None,
    players: tuple[tuple[AccountId, str], ...] = (),
    seats: int | None = None,
    start: bool = False,
    entropy: bytes = b"",
    games: Games = registry.game,
) -> Events | cmd.Refusal:
    """The first events of a room: opened, `players` (account and name) seated from seat 0 on, perhaps begun.

    `seats`: how many (None: as many as the game takes at most). `start` begins the game at once; it needs every
    seat taken and 32 bytes of `entropy`. Refuses ``unknown_game``, ``bad_options``.
    """
    try:
        rules = games(game)
        complete = complete_options(rules.options, options)
        number = rules.seats[1] if seats is None else seats
        if not rules.seats[0] <= number <= rules.seats[1] or len(players) > number:
            raise ValueError(f"{game} is not played at {number} seats by {len(players)}")
        first: Events = (
            ev.Opened(room, game, rules.version, number, complete, private, code, opener),
            *(ev.Seated(Seat(seat), account, name) for seat, (account, name) in enumerate(players)),
        )
        if not start:
            return first
        if len(players) != number:
            raise ValueError("a game starts when every seat is taken")
        return (*first, *begin(rules, number, complete, 1, entropy))
    except GameError as error:
        return cmd.Refusal(command, error.code, tuple(error.params.items()))


def settle(state: RoomState, games: Games = registry.game) -> Events:
    """What a running game still owes: chance outcomes and its end. Nothing, after a whole batch."""
    if state.phase is not Phase.PLAYING:
        return ()
    return settled(games(state.game), state.play, state.seed)


def settled(game: Game[Any], play: Any, seed: bytes) -> Events:
    """The chance outcomes that are owed in that state of a game, and its end if it has come to it."""
    events: list[ev.Event] = []
    while (spec := game.chance(play)) is not None:
        outcome = deals.draw(seed, game.version, game.id, spec)
        events.append(ev.ChanceDrawn(spec.kind, spec.index, outcome))
        play = game.apply_chance(play, outcome)
    ended = game.outcome(play)
    if ended is not None:
        events.append(ev.GameEnded(ended, seed))
    return tuple(events)


def begin(game: Game[Any], players: int, options: Options, match: int, entropy: bytes) -> Events:
    """The start of the game number `match` at a table. Raises ValueError for entropy of another length."""
    if len(entropy) != ENTROPY:
        raise ValueError(f"a game starts from {ENTROPY} bytes of entropy")
    return (
        ev.GameStarted(match, deals.commitment(entropy)),
        ev.GameSeeded(entropy),
        *settled(game, game.new(players, options), entropy),
    )
