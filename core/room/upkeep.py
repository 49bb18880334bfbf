"""What the house does at a table of its own accord: new names, games given up, tables closed."""

from core import events as ev
from core import registry
from core.game import Outcome, Termination
from core.ids import AccountId, Seat
from core.room.state import Events, Games, RoomState, seat_of
from core.tables import Phase


def rename(state: RoomState, account: AccountId, name: str) -> Events:
    """That account goes by another name from here on."""
    seat = seat_of(state, account)
    held = None if seat is None else state.seats[seat]
    if seat is None or held is None or held.name == name or state.phase is Phase.CLOSED:
        return ()
    return (ev.Renamed(seat, name),)


def abandon(state: RoomState, games: Games = registry.game) -> Events:
    """The house gives up a game to which nobody comes back: it ends without a winner, and the table closes."""
    if state.phase is not Phase.PLAYING:
        return close(state, "abandoned")
    over = early(state, games, (), Termination.ABANDONED)
    return (ev.Abandoned(), over, ev.Closed("abandoned"))


def close(state: RoomState, reason: str) -> Events:
    """The house closes a table at which no game is running."""
    if state.phase is Phase.CLOSED:
        return ()
    if state.phase is Phase.PLAYING:
        raise ValueError("a running game is abandoned, not closed")
    return (ev.Closed(reason),)


def early(state: RoomState, games: Games, winners: tuple[Seat, ...], how: Termination) -> ev.GameEnded:
    """The end of a game that is not played out: the points are as they stand."""
    scores = games(state.game).scores(state.play)
    return ev.GameEnded(Outcome(scores, winners, how), state.seed)
