"""Quick match: who waits for which game with which options, in the order in which they came."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from core.game import Options
from core.ids import AccountId, RoomId
from core.tables import SeekStatus
from server.house.clock import Agenda, Clock
from server.house.lobby import Lobby


class Wish(NamedTuple):
    """A game with its options, complete and in the order of the game's schema: equal wishes can be paired."""

    game: str
    options: Options


@dataclass(frozen=True, slots=True)
class Waiting:
    """Somebody who waits, since when in seconds since 1970 (UTC)."""

    account: AccountId
    wish: Wish
    since: float


class Matchmaking:
    """The queue of a house. An account waits for one thing at a time; nobody is paired with themselves."""

    def __init__(self, present: Callable[[AccountId], bool]) -> None:
        self._present = present
        self._waiting: dict[AccountId, Waiting] = {}  # in the order of coming

    def __len__(self) -> int:
        return len(self._waiting)

    def waiting(self, account: AccountId) -> Waiting | None:
        """What that account waits for."""
        return self._waiting.get(account)

    def counts(self) -> tuple[tuple[str, int], ...]:
        """How many wait, by game."""
        number: dict[str, int] = {}
        for waiting in self._waiting.values():
            number[waiting.wish.game] = number.get(waiting.wish.game, 0) + 1
        return tuple(sorted(number.items()))

    def wait(self, account: AccountId, wish: Wish, since: float) -> None:
        """Wait at the end of the queue; who waits for the same already keeps the place."""
        known = self._waiting.get(account)
        if known is None or known.wish != wish:
            self._waiting.pop(account, None)
            self._waiting[account] = Waiting(account, wish, since)

    def forget(self, account: AccountId) -> bool:
        """That account waits no longer; whether it did."""
        return self._waiting.pop(account, None) is not None

    def partners(self, account: AccountId, wish: Wish, needed: int) -> tuple[Waiting, ...]:
        """Take those who wait longest for the same out of the queue, if there are as many as are needed.

        Those who have gone are dropped on the way.
        """
        found: list[Waiting] = []
        for waiting in tuple(self._waiting.values()):
            if waiting.wish != wish or waiting.account == account:
                continue
            if not self._present(waiting.account):
                del self._waiting[waiting.account]
                continue
            found.append(waiting)
            if len(found) == needed:
                break
        if len(found) < needed:
            return ()
        for waiting in found:
            del self._waiting[waiting.account]
        return tuple(found)

    def put_back(self, partners: tuple[Waiting, ...]) -> None:
        """The match could not be made: they wait again, where they stood."""
        others = self._waiting
        self._waiting = {waiting.account: waiting for waiting in partners if waiting.account not in others}
        self._waiting.update(others)


class QuickMatch:
    """The queue as players meet it: they wait, are offered a bot after a while, and find a table."""

    def __init__(
        self,
        present: Callable[[AccountId], bool],
        lobby: Lobby,
        agenda: Agenda,
        clock: Clock,
        offer_after: float,
    ) -> None:
        """A bot is offered after `offer_after` seconds."""
        self.queue = Matchmaking(present)
        self._lobby = lobby
        self._agenda = agenda
        self._clock = clock
        self._offer_after = offer_after
        self._matched: dict[AccountId, RoomId] = {}

    def seek(self, account: AccountId, wish: Wish) -> None:
        """That account waits for a match."""
        self._matched.pop(account, None)
        self.queue.wait(account, wish, self._clock.now())
        self._agenda.set(("offer", account), self._offer_after, lambda: self._lobby.wake(account))
        self._lobby.touch(account)

    def stop(self, account: AccountId) -> None:
        """That account waits no longer."""
        self._agenda.drop(("offer", account))
        if self.queue.forget(account):
            self._lobby.touch(account)

    def match(self, room: RoomId, accounts: tuple[AccountId, ...]) -> None:
        """These have been brought together at that table."""
        for account in accounts:
            self._agenda.drop(("offer", account))
            self._matched[account] = room
        self._lobby.touch(*accounts)

    def seen(self, account: AccountId, room: RoomId | None = None) -> None:
        """That account needs to be told no longer where it was matched (to that table; None: to any)."""
        if account in self._matched and room in (None, self._matched[account]):
            del self._matched[account]
            self._lobby.wake(account)

    def matched(self, account: AccountId) -> RoomId | None:
        """The table that was found for that account and that it has not looked at yet."""
        return self._matched.get(account)

    def status(self, account: AccountId) -> SeekStatus | None:
        """How the search of that account goes."""
        waiting = self.queue.waiting(account)
        if waiting is None:
            return None
        due = ("offer", account) not in self._agenda
        return SeekStatus(waiting.wish.game, waiting.wish.options, waiting.since, due)
