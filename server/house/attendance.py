"""Who is in the house now, and since when those who have a seat somewhere are away."""

from typing import NamedTuple

from core.ids import AccountId
from server.house.clock import Clock


class Away(NamedTuple):
    """Since when: in seconds since 1970 (to show), and on the steady clock (to measure)."""

    since: float
    steady: float


class Attendance:
    """An account is here while it has an open gate, wherever in the house it looks."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._gates: dict[AccountId, int] = {}
        self._away: dict[AccountId, Away] = {}

    @property
    def online(self) -> int:
        """How many players are here."""
        return len(self._gates)

    def here(self, account: AccountId) -> bool:
        """Whether that account has an open gate."""
        return account in self._gates

    def enter(self, account: AccountId) -> bool:
        """One more gate; whether it is the first."""
        self._gates[account] = self._gates.get(account, 0) + 1
        self._away.pop(account, None)
        return self._gates[account] == 1

    def leave(self, account: AccountId) -> bool:
        """One gate less; whether it was the last."""
        self._gates[account] -= 1
        if self._gates[account]:
            return False
        del self._gates[account]
        return True

    def expect(self, account: AccountId) -> None:
        """That account has a seat: from now on it is away if it is not here."""
        if account not in self._gates and account not in self._away:
            self._away[account] = Away(self._clock.now(), self._clock.monotonic())

    def forget(self, account: AccountId) -> None:
        """That account has no seat any more."""
        self._away.pop(account, None)

    def away(self, account: AccountId) -> Away | None:
        """Since when that account is away from its seats; None when it is here."""
        return self._away.get(account)

    def absence(self, account: AccountId) -> float:
        """For how many seconds it has been away; 0 when it is here."""
        away = self._away.get(account)
        return 0.0 if away is None else self._clock.monotonic() - away.steady
