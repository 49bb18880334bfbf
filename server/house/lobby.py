"""The lobby: a row for each table that is not closed, and the lists that each player sees of them."""

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

from core.ids import AccountId, RoomId, Seat
from core.room import RoomState, humans, summary
from core.tables import Phase, TableSummary
from server.house.clock import Agenda, Clock


@dataclass(frozen=True, slots=True)
class Row:
    """What the house knows of a table also while it is not in memory.

    `people` are the accounts of its human players by seat (None: empty, a bot, or gone), `owing` the seats that owe
    an action. `shown` is the row as a stranger sees it. `changed`: when something happened there last, in seconds
    since 1970; that alone is no news.
    """

    shown: TableSummary
    private: bool
    code: str = field(repr=False)
    people: tuple[AccountId | None, ...]
    owing: tuple[Seat, ...]
    changed: float = field(compare=False)

    @property
    def phase(self) -> Phase:
        """Where the table is in its life."""
        return self.shown.phase

    def accounts(self) -> Iterator[AccountId]:
        """The human players."""
        return (account for account in self.people if account is not None)


def row_of(state: RoomState, watchers: int) -> Row:
    """The row of a room."""
    seated = humans(state)
    people = tuple(
        held.account if held is not None and seat in seated else None for seat, held in enumerate(state.seats)
    )
    owing = tuple(Seat(seat) for seat, asked in enumerate(state.prompts) if asked is not None)
    shown = summary(state, None, watchers)
    return Row(shown, state.private, state.code, people, owing, state.changed)


CROWD_SHARE = 0.01
"""Seconds for each reader that news of comers and goers may wait: they may never keep the house busy."""

SLICE = 25
"""So many readers are woken at a time."""

SLICE_WAIT = 0.005
"""Seconds to the next ones: a thousand are through within the interval in which there is news."""


class Lobby:
    """All rows, and who wants to know when they change.

    Changes wake all readers together, at most once within the interval; a change that concerns somebody personally
    wakes them at once, and only them where nobody else sees it. Who merely comes or goes is news of less haste: in
    a full house somebody always does, and every reader would be painted for each of them.
    """

    def __init__(
        self, clock: Clock, agenda: Agenda, *, interval: float, crowd_interval: float, length: int
    ) -> None:
        self._clock = clock
        self._agenda = agenda
        self._interval = interval
        self._crowd_interval = crowd_interval
        self._length = length
        self._rows: dict[RoomId, Row] = {}
        self._mine: dict[AccountId, set[RoomId]] = {}
        self._codes: dict[str, RoomId] = {}
        self._readers: dict[asyncio.Event, Callable[[], AccountId]] = {}
        self._woken = float("-inf")
        self._due = float("inf")
        self._lists: tuple[tuple[TableSummary, ...], tuple[TableSummary, ...]] | None = None

    def __len__(self) -> int:
        return len(self._rows)

    def __contains__(self, room: RoomId) -> bool:
        return room in self._rows

    def row(self, room: RoomId) -> Row | None:
        """The row of that table, unless it is closed."""
        return self._rows.get(room)

    def rows(self) -> Iterator[tuple[RoomId, Row]]:
        """All tables, oldest first."""
        return iter(self._rows.items())

    def rooms_of(self, account: AccountId) -> tuple[RoomId, ...]:
        """The tables at which that account sits."""
        return tuple(self._mine.get(account, ()))

    def by_code(self, code: str) -> RoomId | None:
        """The private table with that code."""
        return self._codes.get(code)

    def put(self, room: RoomId, row: Row) -> None:
        """A table is there, or has changed."""
        before = self._rows.get(room)
        self._rows[room] = row
        if before == row:
            return
        if row.code:
            self._codes[row.code] = room
        old = set(before.accounts()) if before is not None else set[AccountId]()
        new = set(row.accounts())
        for account in old - new:
            self._not_mine(account, room)
        for account in new - old:
            self._mine.setdefault(account, set()).add(room)
        if before is None or before.shown != row.shown or before.private != row.private:
            self.touch(*(old | new))
        else:
            self.wake(*(old | new))

    def drop(self, room: RoomId) -> None:
        """A table is closed."""
        row = self._rows.pop(room, None)
        if row is not None:
            self._codes.pop(row.code, None)
            for account in row.accounts():
                self._not_mine(account, room)
            self.touch(*row.accounts())

    def _not_mine(self, account: AccountId, room: RoomId) -> None:
        rooms = self._mine.get(account, set())
        rooms.discard(room)
        if not rooms:
            self._mine.pop(account, None)

    def lists(
        self, account: AccountId
    ) -> tuple[tuple[TableSummary, ...], tuple[TableSummary, ...], tuple[TableSummary, ...]]:
        """That account's own tables (those that wait for them first), open ones, and running ones, newest first."""
        rooms = self._mine.get(account, set())
        yours = [self._own(room, account) for room in rooms]
        yours = [own for own in yours if own.phase is not Phase.OVER]
        yours.sort(key=lambda own: (not own.your_turn, own.phase is not Phase.PLAYING, own.room))
        opened, running = self._strangers_lists()
        return (
            tuple(yours[: self._length]),
            tuple(row for row in opened if row.room not in rooms)[: self._length],
            tuple(row for row in running if row.room not in rooms)[: self._length],
        )

    def _own(self, room: RoomId, account: AccountId) -> TableSummary:
        row = self._rows[room]
        seat = Seat(row.people.index(account))
        return replace(row.shown, your_seat=seat, your_turn=seat in row.owing)

    def _strangers_lists(self) -> tuple[tuple[TableSummary, ...], tuple[TableSummary, ...]]:
        """Open and running tables that anybody may see: made once for all readers."""
        if self._lists is None:
            opened: list[TableSummary] = []
            running: list[TableSummary] = []
            for row in reversed(self._rows.values()):
                if not row.private:
                    if row.phase is Phase.OPEN and "" in row.shown.names:
                        opened.append(row.shown)
                    elif row.phase is Phase.PLAYING:
                        running.append(row.shown)
            # A reader leaves out their own, so there are some more than any reader shows.
            most = 2 * self._length
            self._lists = (tuple(opened[:most]), tuple(running[:most]))
        return self._lists

    def listen(self, account: Callable[[], AccountId]) -> asyncio.Event:
        """An event that is set whenever the lobby of that account, as it is by then, may have changed."""
        event = asyncio.Event()
        self._readers[event] = account
        return event

    def unlisten(self, event: asyncio.Event) -> None:
        """The reader has gone."""
        self._readers.pop(event, None)
        if not self._readers:
            self._agenda.drop("lobby")
            self._agenda.drop("lobby_rest")

    def touch(self, *accounts: AccountId) -> None:
        """Something has changed, for these accounts personally."""
        self._lists = None
        self.wake(*accounts)
        self._wake_within(self._interval)

    def passing(self, account: AccountId) -> None:
        """Somebody has come or gone."""
        self.wake(account)
        self._wake_within(max(self._crowd_interval, CROWD_SHARE * len(self._readers)))

    def _wake_within(self, interval: float) -> None:
        """Wake all readers, but not before they have slept so long."""
        if not self._readers:
            return
        due = self._woken + interval
        wait = due - self._clock.monotonic()
        if wait <= 0:
            self._wake_in_turn()
        elif due < self._due or "lobby" not in self._agenda:
            self._due = due
            self._agenda.set("lobby", wait, self._wake_in_turn)

    def wake(self, *accounts: AccountId) -> None:
        """Something has changed that only these accounts see."""
        if not accounts:
            return
        for event, account in self._readers.items():
            if account() in accounts:
                event.set()

    def wake_all(self) -> None:
        """Something has changed for everybody, and it is urgent."""
        self._woken = self._clock.monotonic()
        self._due = float("inf")
        self._agenda.drop("lobby")
        self._wake_some(list(self._readers), len(self._readers))

    def _wake_in_turn(self) -> None:
        """Something has changed for everybody. A full house does not look up all at once: meanwhile nobody's move
        would be answered."""
        self._woken = self._clock.monotonic()
        self._due = float("inf")
        self._agenda.drop("lobby")
        self._wake_some(list(self._readers), SLICE)

    def _wake_some(self, readers: list[asyncio.Event], count: int) -> None:
        for event in readers[:count]:
            event.set()
        rest = readers[count:]
        if rest:
            self._agenda.set("lobby_rest", SLICE_WAIT, lambda: self._wake_some(rest, count))
        else:
            self._agenda.drop("lobby_rest")
