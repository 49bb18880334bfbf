"""How each event changes a room: the fold, pure, and the only place where a room's state changes."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from core import events as ev
from core import registry
from core.game import Action, Game, GameError
from core.ids import AccountId, CommandId, PromptId, Seat, Seq
from core.room.journal import extended, pruned, told
from core.room.state import Answers, BrokenLog, Games, Journal, OpenPrompt, RoomState, SeatState, humans
from core.tables import Phase

ANSWERS = 64
"""So many answers are kept for each account."""
ACCOUNTS = 32
"""For so many accounts; one that has long gone from the table makes room."""


def fold(state: RoomState | None, logged: ev.Logged, games: Games = registry.game) -> RoomState:
    """The state after one more event. Raises BrokenLog for one that cannot follow."""
    event = logged.event
    if state is None:
        if not isinstance(event, ev.Opened):
            raise BrokenLog("not_opened")
        if logged.seq != 1:
            raise BrokenLog("gap")
        after = _opened(event, logged, games)
    else:
        if logged.seq != state.seq + 1:
            raise BrokenLog("gap")
        if logged.epoch < state.epoch:
            raise BrokenLog("older_epoch")
        try:
            after = _folded(state, event, games)
        except (GameError, LookupError, AttributeError, TypeError, ValueError) as error:
            raise BrokenLog("nonsense") from error
    return replace(
        after,
        seq=logged.seq,
        epoch=logged.epoch,
        changed=logged.at,
        answers=_answered(after.answers, logged.actor, logged.command_id, logged.seq),
    )


def replay(log: Iterable[ev.Logged], games: Games = registry.game) -> RoomState | None:
    """The fold of a whole log; None if it is empty."""
    state: RoomState | None = None
    for logged in log:
        state = fold(state, logged, games)
    return state


def _opened(event: ev.Opened, logged: ev.Logged, games: Games) -> RoomState:
    try:
        game = games(event.game)
    except GameError as error:
        raise BrokenLog("nonsense") from error
    if game.version != event.version:
        raise BrokenLog("game_version")
    return RoomState(
        room=event.room,
        game=event.game,
        version=event.version,
        options=event.options,
        private=event.private,
        code=event.code,
        opener=event.opener,
        seats=(None,) * event.seats,
        phase=Phase.OPEN,
        seq=logged.seq,
        epoch=logged.epoch,
        since=logged.at,
        changed=logged.at,
        prompts=(None,) * event.seats,
        journals=(Journal(),) * (event.seats + 1),
    )


def _folded(state: RoomState, event: ev.Event, games: Games) -> RoomState:
    # The commonest first: almost every event of a room is a move.
    match event:
        case ev.Acted():
            game = games(state.game)
            action = game.parse_action(event.action)
            return _stepped(state, game, event.seat, action, game.apply(state.play, event.seat, action))
        case ev.ChanceDrawn():
            game = games(state.game)
            return _stepped(state, game, None, None, game.apply_chance(state.play, event.outcome))
        case ev.Seated():
            taken = _with_seat(state, event.seat, SeatState(event.account, event.name))
            return _told(taken, "seated", event.seat, event.name)
        case ev.Renamed():
            return _changed(state, event.seat, name=event.name)
        case ev.Stood():
            return _gone(_told(state, "stood", event.seat, _name(state, event.seat)), event.seat, None)
        case ev.ReadyChanged():
            return _changed(state, event.seat, ready=event.on)
        case ev.GameStarted():
            return _started(state, event, games(state.game))
        case ev.GameSeeded():
            return replace(state, seed=event.seed)
        case ev.Resigned():
            return _told(state, "resigned", event.seat)
        case ev.Claimed():
            return _told(state, "claimed", event.seat, *event.absent)
        case ev.Abandoned():
            return _told(state, "abandoned", None)
        case ev.GameEnded():
            return _ended(state, event)
        case ev.RematchChanged():
            return _changed(state, event.seat, rematch=event.on)
        case ev.Left():
            return _left(state, event.seat)
        case ev.Closed():
            return replace(state, phase=Phase.CLOSED, reason=event.reason, prompts=(None,) * len(state.seats))
        case ev.Opened():
            raise BrokenLog("nonsense")


def _with_seat(state: RoomState, seat: Seat, value: SeatState | None) -> RoomState:
    if not 0 <= seat < len(state.seats):
        raise BrokenLog("nonsense")
    return replace(state, seats=(*state.seats[:seat], value, *state.seats[seat + 1 :]))


def _changed(state: RoomState, seat: Seat, **changes: Any) -> RoomState:
    held = state.seats[seat]
    if held is None:
        raise BrokenLog("nonsense")
    return _with_seat(state, seat, replace(held, **changes))


def _name(state: RoomState, seat: Seat) -> str:
    held = state.seats[seat]
    return held.name if held is not None else ""


def _gone(state: RoomState, seat: Seat, instead: SeatState | None) -> RoomState:
    """A seat's player has gone; an opener passes that right on to who sits there longest by number."""
    held = state.seats[seat]
    after = _with_seat(state, seat, instead)
    if held is None or held.account != state.opener:
        return after
    heirs = [after.seats[number] for number in humans(after)]
    return replace(after, opener=heirs[0].account if heirs and heirs[0] is not None else None)


def _left(state: RoomState, seat: Seat) -> RoomState:
    held = state.seats[seat]
    if held is None:
        raise BrokenLog("nonsense")
    stays = replace(held, left=True, ready=False, rematch=False) if state.phase is Phase.OVER else None
    return _gone(_told(state, "left", seat, held.name), seat, stays)


def _told(state: RoomState, code: str, seat: Seat | None, *args: str | int) -> RoomState:
    return replace(state, journals=told(state.journals, code, seat, *args))


def _started(state: RoomState, event: ev.GameStarted, game: Game[Any]) -> RoomState:
    seats = tuple(replace(held, ready=False, rematch=False) for held in state.seats if held is not None)
    if len(seats) != len(state.seats):
        raise BrokenLog("nonsense")
    play = game.new(len(seats), state.options)
    fresh = replace(
        state,
        seats=seats,
        phase=Phase.PLAYING,
        match=event.match,
        steps=0,
        play=play,
        prompts=(None,) * len(seats),
        horizon=game.horizon(play),
        journals=told((Journal(),) * (len(seats) + 1), "game_started", None, event.match),
        commitment=event.commitment,
        seed=b"",
        revealed=b"",
        outcome=None,
    )
    return replace(fresh, prompts=_prompts(fresh, game, play, None, 0))


def _ended(state: RoomState, event: ev.GameEnded) -> RoomState:
    outcome = event.outcome
    return replace(
        state,
        phase=Phase.OVER,
        outcome=outcome,
        revealed=event.seed,
        prompts=(None,) * len(state.seats),
        journals=told(state.journals, "game_over", None, outcome.termination.value, *outcome.winners),
    )


def _stepped(
    state: RoomState, game: Game[Any], seat: Seat | None, action: Action | None, after: object
) -> RoomState:
    """An action (or, without a seat, a chance outcome) took the game to `after`."""
    steps = state.steps + 1
    horizon = game.horizon(after)
    journals = state.journals if horizon == state.horizon else pruned(state.journals, horizon)
    return replace(
        state,
        steps=steps,
        play=after,
        prompts=_prompts(state, game, after, seat, steps),
        horizon=horizon,
        journals=extended(journals, game, state.play, seat, action, after, horizon),
    )


def _prompts(
    state: RoomState, game: Game[Any], play: object, acted: Seat | None, steps: int
) -> tuple[OpenPrompt | None, ...]:
    """The open questions. One that another seat's action did not touch keeps its id."""
    asked: list[OpenPrompt | None] = [None] * len(state.seats)
    for seat in game.to_act(play):
        legal = game.legal_actions(play, seat)
        before = state.prompts[seat]
        if before is not None and seat != acted and before.legal == legal:
            asked[seat] = before
        else:
            asked[seat] = OpenPrompt(PromptId(f"{state.match}.{steps}.{seat}"), legal)
    return tuple(asked)


def _answered(
    answers: tuple[Answers, ...], actor: AccountId | None, command: CommandId | None, seq: Seq
) -> tuple[Answers, ...]:
    if actor is None or command is None:
        return answers
    done: tuple[tuple[CommandId, Seq], ...] = ()
    others = []
    for known in answers:
        if known.account == actor:
            done = known.done
        else:
            others.append(known)
    if done and done[-1][0] == command:  # the next event of the same batch
        done = done[:-1]
    kept = Answers(actor, (*done[-(ANSWERS - 1) :], (command, seq)))
    return (*others[-(ACCOUNTS - 1) :], kept)
