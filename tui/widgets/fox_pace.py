"""In which steps a change at the Fox's table is shown, so that nothing passes by unread."""

from dataclasses import replace

from core.fox.view import FoxView, Step
from core.tables import LogEntry, RoomView
from tui.widgets.showing import Hold, Stage


def stages(before: RoomView | None, after: RoomView) -> tuple[Stage, ...]:
    """The views to show for a change, one after the other, each with how it is held.

    A complete trick is held, then a round's points; the last stage is always `after` itself.
    """
    old = before.table if before is not None else None
    new = after.table
    if (
        before is None
        or not isinstance(old, FoxView)
        or not isinstance(new, FoxView)
        or before.match != after.match
    ):
        return (Stage(after),)
    shown: list[Stage] = []
    if len(new.rounds) > len(old.rounds):
        if len(new.rounds) == len(old.rounds) + 1 and new.last_trick is not None and not new.table:
            log = _until_scored(after.log)
            ended = replace(after, table=_ended(old, new), prompt=None, turn=(), log=log)
            shown.append(Stage(ended, Hold.TRICK))
        if after.outcome is None:
            shown.append(Stage(after, Hold.ROUND))
    elif new.last_trick is not None and new.last_trick != old.last_trick:
        shown.append(Stage(after, Hold.TRICK))
    elif old.turn is not None and old.turn != after.you and new != old:
        return (Stage(after, Hold.STEP),)
    return (*shown, Stage(after))


def _until_scored(log: tuple[LogEntry, ...]) -> tuple[LogEntry, ...]:
    """The log without the points of the newest round and all that came after them."""
    end = len(log)
    for n, entry in enumerate(log):
        if entry.what.code == "round_scored" and (n == 0 or log[n - 1].what.code != "round_scored"):
            end = n
    return log[:end]


def _ended(old: FoxView, new: FoxView) -> FoxView:
    """The moment between the last trick of a round and the next deal: all is played, no points are told yet.

    A house that deals at once sends no view of it; everything here is in `new` or was in `old`.
    """
    score = new.rounds[-1]
    seats = tuple(
        replace(seat, hand=0, tricks=score.tricks[n], sevens=score.sevens[n])
        for n, seat in enumerate(old.seats)
    )
    return replace(
        old,
        step=Step.DEAL,
        turn=None,
        table=(),
        hand=(),
        drawn=None,
        last_trick=new.last_trick,
        seats=(seats[0], seats[1]),
    )
