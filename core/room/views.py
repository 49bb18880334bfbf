"""What a viewer receives of a room, built by allow-list from the state and the seat they look from."""

from core import registry
from core.ids import AccountId, Seat
from core.room.state import Games, OpenPrompt, RoomState, SeatState, kind_of, seat_of
from core.tables import Phase, Prompt, RoomView, SeatView, TableSummary

_EMPTY = SeatView(None, None, "")


def view(state: RoomState, viewer: AccountId | None, games: Games = registry.game) -> RoomView:
    """The table as that account may see it: from its seat, or as a spectator does."""
    return view_from(state, seat_of(state, viewer), games)


def view_from(state: RoomState, you: Seat | None, games: Games = registry.game) -> RoomView:
    """The table from that seat (None: a spectator). Everybody who looks from there sees the same."""
    game = games(state.game)
    prompt = None
    if you is not None and (asked := state.prompts[you]) is not None:
        prompt = Prompt(asked.id, you, tuple(map(game.action_text, asked.legal)))
    journal = state.journals[-1 if you is None else you]
    return RoomView(
        room=state.room,
        seq=state.seq,
        game=state.game,
        options=state.options,
        phase=state.phase,
        private=state.private,
        code=state.code if state.private and you is not None else "",
        opener=state.opener,
        seats=tuple(map(_seat_view, state.seats)),
        you=you,
        turn=_turn(state.prompts),
        table=None if state.play is None else game.view(state.play, you),
        prompt=prompt,
        log=journal.entries,
        outcome=state.outcome,
        commitment=state.commitment,
        seed=state.revealed.hex(),
        match=state.match,
    )


def summary(
    state: RoomState, viewer: AccountId | None, watchers: int, games: Games = registry.game
) -> TableSummary:
    """The table's row in that account's lobby."""
    you = seat_of(state, viewer)
    if state.outcome is not None:
        scores = state.outcome.scores
    elif state.play is not None:
        scores = games(state.game).scores(state.play)
    else:
        scores = (0,) * len(state.seats)
    return TableSummary(
        room=state.room,
        game=state.game,
        options=state.options,
        phase=state.phase,
        names=tuple("" if held is None else held.name for held in state.seats),
        scores=scores,
        watchers=watchers,
        your_seat=you,
        your_turn=you is not None and state.phase is Phase.PLAYING and state.prompts[you] is not None,
    )


def _seat_view(held: SeatState | None) -> SeatView:
    if held is None:
        return _EMPTY
    if held.left:
        return SeatView(None, None, held.name)
    return SeatView(
        held.account, kind_of(held.account), held.name, held.ready or held.bot, held.rematch or held.bot
    )


def _turn(prompts: tuple[OpenPrompt | None, ...]) -> tuple[Seat, ...]:
    return tuple(Seat(number) for number, asked in enumerate(prompts) if asked is not None)
