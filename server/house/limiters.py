"""Two small counters against haste: a bucket that refills, and a count of tries that is forgotten with time."""

from collections import OrderedDict, deque
from collections.abc import Hashable
from typing import Final

from server.house.clock import Clock

_REMEMBERED: Final = 4096
"""So many keys at most; the one that was used longest ago makes room."""


class Buckets:
    """For each key: `burst` at once, then one every `every` seconds."""

    def __init__(self, clock: Clock, burst: int, every: float) -> None:
        self._clock = clock
        self._burst = burst
        self._every = every
        self._full_at: OrderedDict[Hashable, float] = OrderedDict()

    def take(self, key: Hashable) -> bool:
        """Whether there is one left; it is used then."""
        now = self._clock.monotonic()
        full_at = max(now, self._full_at.get(key, now)) + self._every
        if full_at - now > self._burst * self._every:
            return False
        self._full_at[key] = full_at
        self._full_at.move_to_end(key)
        if len(self._full_at) > _REMEMBERED:
            self._full_at.popitem(last=False)
        return True


class Tries:
    """Counts wrong tries within the last `seconds`: for each key, and in all.

    While either is used up, right answers are refused too: else a refusal would tell that the try was wrong.
    """

    def __init__(self, clock: Clock, per_key: int, in_all: int, seconds: float = 60.0) -> None:
        self._clock = clock
        self._per_key = per_key
        self._in_all = in_all
        self._seconds = seconds
        self._wrong: deque[tuple[float, Hashable]] = deque()

    def allowed(self, key: Hashable) -> bool:
        """Whether that key may try now."""
        oldest = self._clock.monotonic() - self._seconds
        while self._wrong and self._wrong[0][0] <= oldest:
            self._wrong.popleft()
        if len(self._wrong) >= self._in_all:
            return False
        return sum(1 for _, who in self._wrong if who == key) < self._per_key

    def wrong(self, key: Hashable) -> None:
        """That key has tried in vain."""
        self._wrong.append((self._clock.monotonic(), key))
