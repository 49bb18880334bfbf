"""The game log of each kind of viewer: every step as they may know it, without what may no longer be looked at."""

from typing import Any

from core.game import Action, Game, Happening, Scalar
from core.ids import Seat
from core.room.state import Journal
from core.tables import LogEntry

LONGEST = 400
"""Entries are dropped from the oldest on, in quarters, beyond this."""

Journals = tuple[Journal, ...]
"""By seat; the last one is the spectators'."""


def told(journals: Journals, code: str, seat: Seat | None, *args: Scalar) -> Journals:
    """Something about the table itself, which everybody may know."""
    what = (Happening(code, seat, args),)
    *seats, spectators = journals
    common = _appended(spectators, what)
    return (*(_appended(journal, what, 0, common.entries) for journal in seats), common)


def extended(
    journals: Journals,
    game: Game[Any],
    before: object,
    seat: Seat | None,
    action: Action | None,
    after: object,
    horizon: int,
) -> Journals:
    """A step of the game, told to each kind of viewer as the game tells it."""
    *seats, spectators = journals
    common = _appended(spectators, game.happenings(before, seat, action, after, None), horizon)
    grown = []
    for viewer, journal in enumerate(seats):
        what = game.happenings(before, seat, action, after, Seat(viewer))
        grown.append(_appended(journal, what, horizon, common.entries))
    return (*grown, common)


def pruned(journals: Journals, horizon: int) -> Journals:
    """Without the faces of cards that the horizon has passed (it only ever moves forward)."""
    return tuple(
        Journal(
            journal.count,
            tuple(entry for entry in journal.entries if not entry.what.faces or entry.what.stamp >= horizon),
        )
        for journal in journals
    )


def _appended(
    journal: Journal, what: tuple[Happening, ...], horizon: int = 0, common: tuple[LogEntry, ...] = ()
) -> Journal:
    """The journal with those entries. Entries that stand equal in `common` are shared with it: most of them do,
    and a table has a journal for every kind of viewer."""
    if not what:
        return journal
    count = journal.count
    fresh = []
    for happening in what:
        count += 1
        # A step can tell of something that has lapsed by its own end.
        if not happening.faces or happening.stamp >= horizon:
            entry = LogEntry(count, happening)
            fresh.append(next((other for other in common[-len(what) :] if other == entry), entry))
    entries = journal.entries
    if len(entries) > LONGEST:
        entries = entries[LONGEST // 4 :]
    return Journal(count, (*entries, *fresh))
