"""What a command does to a room: the events it leads to, or why not. Pure; one command is one atomic batch.

Codes of refusals, with their params:

- ``not_seated`` (only who sits here may), ``already_seated``, ``no_such_seat``, ``seat_taken``, ``table_full``
- ``table_closed``, ``game_running``, ``game_over``, ``no_game`` (none is running, or none has been played yet)
- ``stale_prompt`` (the question was answered or has gone), ``not_your_turn`` (there is none, and none was named)
- ``not_opener`` (who opened the table decides about bots), ``no_such_bot`` (bot)
- ``bad_command_id`` (empty, or longer than 64 characters)
- ``claim_too_early`` (nobody has been away for long enough), ``opponent_left`` (no rematch without them)
- ``unknown_game`` (game), ``bad_options`` (option, value), and every code that a game's own errors have.
"""

from collections.abc import Mapping
from typing import TypeAlias

from core import commands as cmd
from core import events as ev
from core import registry
from core.game import BadActionText, GameError, Scalar, Termination
from core.ids import AccountId, CommandId, PromptId, Seat
from core.room.start import ENTROPY as ENTROPY
from core.room.start import begin, settled
from core.room.state import Events, Games, RoomState, bot_account, humans, seat_of
from core.room.upkeep import early
from core.tables import Phase

Decision: TypeAlias = Events | cmd.Refusal | cmd.Ack
"""What follows: events to append (none: nothing to do, all is as asked), a refusal, or the answer given before."""

Decidable: TypeAlias = (
    cmd.Sit | cmd.SeatBot | cmd.Stand | cmd.Ready | cmd.Act | cmd.Resign | cmd.Claim | cmd.Rematch | cmd.Leave
)
"""Every command to a room but talk, which is no part of its log."""

LONGEST_TEXT = 64
"""Of an action and of a command's id, in characters."""


class _Refused(Exception):
    """Leads out of a decision to its refusal."""

    def __init__(self, code: str, **params: Scalar) -> None:
        super().__init__(code)
        self.code = code
        self.params = params


def decide(
    state: RoomState,
    actor: AccountId,
    command: Decidable,
    *,
    name: str = "",
    entropy: bytes = b"",
    absent: frozenset[Seat] = frozenset(),
    bots: Mapping[str, str] | None = None,
    games: Games = registry.game,
) -> Decision:
    """What that command of that account leads to.

    `name` is the actor's, kept with a seat they take. `entropy`: 32 fresh unpredictable bytes, the seed of a game
    should this command start one. `absent`: the seats whose players have been away for long enough for a
    claim. `bots`: the bots of this game, id → name to show; the first is the one for whoever names none.
    Raises ValueError for entropy that is needed and too short.
    """
    if not 0 < len(command.id) <= LONGEST_TEXT:
        return cmd.Refusal(CommandId(command.id[:LONGEST_TEXT]), "bad_command_id")
    known = answered(state, actor, command.id)
    if known is not None:
        return known
    try:
        if state.phase is Phase.CLOSED:
            raise _Refused("table_closed")
        match command:
            case cmd.Act():
                return _act(state, _seat(state, actor), command, games)
            case cmd.Sit():
                return _sit(state, actor, command.seat, name)
            case cmd.SeatBot():
                return _seat_bot(state, actor, command, bots or {}, entropy, games)
            case cmd.Stand():
                return _stand(state, _seat(state, actor))
            case cmd.Ready():
                return _ready(state, _seat(state, actor), command.on, entropy, games)
            case cmd.Resign():
                return _resign(state, _seat(state, actor), games)
            case cmd.Claim():
                return _claim(state, _seat(state, actor), absent, games)
            case cmd.Rematch():
                return _rematch(state, _seat(state, actor), command.on, entropy, games)
            case cmd.Leave():
                return _leave(state, _seat(state, actor), games)
    except _Refused as refused:
        return cmd.Refusal(command.id, refused.code, tuple(refused.params.items()))
    except GameError as error:
        return cmd.Refusal(command.id, error.code, tuple(error.params.items()))


def answered(state: RoomState, actor: AccountId, command: CommandId) -> cmd.Ack | None:
    """The answer that this command got when it was done, if it was."""
    for known in state.answers:
        if known.account == actor:
            for done, seq in reversed(known.done):
                if done == command:
                    return cmd.Ack(command, state.room, seq)
    return None


def _seat(state: RoomState, actor: AccountId) -> Seat:
    seat = seat_of(state, actor)
    if seat is None:
        raise _Refused("not_seated")
    return seat


def _phase(state: RoomState, wanted: Phase) -> None:
    """The refusal of whoever comes at another time."""
    if state.phase is wanted:
        return
    if state.phase is Phase.PLAYING:
        raise _Refused("game_running")
    if state.phase is Phase.OVER:
        raise _Refused("game_over")
    raise _Refused("no_game")


def _act(state: RoomState, seat: Seat, command: cmd.Act, games: Games) -> Events:
    asked = state.prompts[seat]
    if asked is None or command.prompt != asked.id:
        # Who names a question had one: it was answered, or the game is over. Only typing ahead names none.
        if command.prompt != PromptId(""):
            raise _Refused("stale_prompt")
        _phase(state, Phase.PLAYING)
        raise _Refused("not_your_turn" if asked is None else "stale_prompt")
    game = games(state.game)
    if len(command.action) > LONGEST_TEXT:
        raise BadActionText(text=command.action[:LONGEST_TEXT])
    action = game.parse_action(command.action)
    after = game.apply(state.play, seat, action)
    acted = ev.Acted(seat, asked.id, game.action_text(action))
    return (acted, *settled(game, after, state.seed))


def _sit(state: RoomState, actor: AccountId, seat: Seat | None, name: str) -> Events:
    _phase(state, Phase.OPEN)
    if seat_of(state, actor) is not None:
        raise _Refused("already_seated")
    return (ev.Seated(_free(state, seat), actor, name),)


def _free(state: RoomState, seat: Seat | None) -> Seat:
    """The seat that was asked for, or the first free one."""
    if seat is None:
        for number, held in enumerate(state.seats):
            if held is None:
                return Seat(number)
        raise _Refused("table_full")
    if not 0 <= seat < len(state.seats):
        raise _Refused("no_such_seat")
    if state.seats[seat] is not None:
        raise _Refused("table_full" if all(state.seats) else "seat_taken")
    return seat


def _seat_bot(
    state: RoomState,
    actor: AccountId,
    command: cmd.SeatBot,
    bots: Mapping[str, str],
    entropy: bytes,
    games: Games,
) -> Events:
    _phase(state, Phase.OPEN)
    if actor != state.opener and (state.opener is not None or seat_of(state, actor) is None):
        raise _Refused("not_opener")
    bot = command.bot or next(iter(bots), "")
    if bot not in bots:
        raise _Refused("no_such_bot", bot=command.bot)
    seat = _free(state, command.seat)
    seated = ev.Seated(seat, bot_account(bot, seat), bots[bot])
    return (seated, *_begun_if_ready(state, frozenset((seat,)), entropy, games))


def _stand(state: RoomState, seat: Seat) -> Events:
    _phase(state, Phase.OPEN)
    return (ev.Stood(seat), *_closed_if_empty(state, seat))


def _closed_if_empty(state: RoomState, going: Seat) -> Events:
    return () if set(humans(state)) - {going} else (ev.Closed("empty"),)


def _ready(state: RoomState, seat: Seat, on: bool, entropy: bytes, games: Games) -> Events:
    _phase(state, Phase.OPEN)
    held = state.seats[seat]
    if held is None or held.ready == on:
        return ()
    changed = ev.ReadyChanged(seat, on)
    return (changed, *_begun_if_ready(state, frozenset((seat,)), entropy, games)) if on else (changed,)


def _begun_if_ready(state: RoomState, fresh: frozenset[Seat], entropy: bytes, games: Games) -> Events:
    """The start of the game if every seat is ready, those in `fresh` included."""
    for number, held in enumerate(state.seats):
        if number not in fresh and (held is None or not (held.ready or held.bot)):
            return ()
    return begin(games(state.game), len(state.seats), state.options, state.match + 1, entropy)


def _resign(state: RoomState, seat: Seat, games: Games) -> Events:
    _phase(state, Phase.PLAYING)
    others = tuple(Seat(n) for n in range(len(state.seats)) if n != seat)
    return (ev.Resigned(seat), early(state, games, others, Termination.RESIGNED))


def _claim(state: RoomState, seat: Seat, absent: frozenset[Seat], games: Games) -> Events:
    _phase(state, Phase.PLAYING)
    away = tuple(sorted(absent - {seat}))
    if not away:
        raise _Refused("claim_too_early")
    present = tuple(Seat(n) for n in range(len(state.seats)) if n not in away)
    return (ev.Claimed(seat, away), early(state, games, present, Termination.CLAIMED))


def _rematch(state: RoomState, seat: Seat, on: bool, entropy: bytes, games: Games) -> Events:
    if state.phase is not Phase.OVER:
        raise _Refused("game_running" if state.phase is Phase.PLAYING else "no_game")
    held = state.seats[seat]
    if held is None or held.rematch == on:
        return ()
    changed = ev.RematchChanged(seat, on)
    if not on:
        return (changed,)
    if any(other is None or other.left for other in state.seats):
        raise _Refused("opponent_left")
    waiting = [n for n in humans(state) if n != seat and not getattr(state.seats[n], "rematch", False)]
    if waiting:
        return (changed,)
    begun = begin(games(state.game), len(state.seats), state.options, state.match + 1, entropy)
    return (changed, *begun)


def _leave(state: RoomState, seat: Seat, games: Games) -> Events:
    left = ev.Left(seat)
    if state.phase is Phase.PLAYING:
        return (*_resign(state, seat, games), left, *_closed_if_empty(state, seat))
    return (left, *_closed_if_empty(state, seat))
