"""Time for the house: a clock that can be injected, and an agenda with one timer for all that is due later."""

import asyncio
import heapq
import time
from collections.abc import Callable, Hashable
from contextvars import Context
from typing import Protocol


class Timer(Protocol):
    """A call that is due."""

    def cancel(self) -> None: ...


class Clock(Protocol):
    """What the house knows of time. Tests give one that moves when told to."""

    def now(self) -> float:
        """Seconds since 1970 (UTC): what is shown and stored."""
        ...

    def monotonic(self) -> float:
        """Seconds since some moment, never set back: what waits are measured with."""
        ...

    def call_later(self, seconds: float, callback: Callable[[], None]) -> Timer:
        """Call back once, on the running loop, when so much time has passed."""
        ...


class SystemClock:
    """The machine's clock and the running loop's timers."""

    def now(self) -> float:
        """Seconds since 1970 (UTC)."""
        return time.time()

    def monotonic(self) -> float:
        """Seconds on the steady clock."""
        return time.monotonic()

    def call_later(self, seconds: float, callback: Callable[[], None]) -> Timer:
        """A timer of the running loop."""
        # In a context of its own: a timer that a session armed must not keep that session's app alive.
        return asyncio.get_running_loop().call_later(seconds, callback, context=Context())


class Agenda:
    """Everything that is due later, behind one timer that is armed only while something is.

    An entry is named by its key; setting a key again moves it. An idle house has an empty agenda and no timer.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._due: dict[Hashable, tuple[int, Callable[[], object]]] = {}
        self._heap: list[tuple[float, int, Hashable]] = []
        self._count = 0
        self._timer: Timer | None = None
        self._armed_for = 0.0

    def __len__(self) -> int:
        return len(self._due)

    def __contains__(self, key: Hashable) -> bool:
        return key in self._due

    def set(self, key: Hashable, seconds: float, callback: Callable[[], object]) -> None:
        """Call back in so many seconds, unless the key is set again or dropped before."""
        when = self._clock.monotonic() + max(0.0, seconds)
        self._count += 1
        self._due[key] = (self._count, callback)
        heapq.heappush(self._heap, (when, self._count, key))
        self._arm()

    def drop(self, key: Hashable) -> None:
        """Forget an entry; unknown keys are fine."""
        if self._due.pop(key, None) is not None:
            self._arm()

    def clear(self) -> None:
        """Forget everything and disarm the timer."""
        self._due.clear()
        self._heap.clear()
        self._arm()

    def _arm(self) -> None:
        if len(self._heap) > 2 * len(self._due) + 64:
            # Entries that were moved or dropped far ahead of their time must not pile up.
            self._heap = [entry for entry in self._heap if not self._stale(entry)]
            heapq.heapify(self._heap)
        while self._heap and self._stale(self._heap[0]):
            heapq.heappop(self._heap)
        if self._timer is not None and (not self._heap or self._heap[0][0] != self._armed_for):
            self._timer.cancel()
            self._timer = None
        if self._heap and self._timer is None:
            self._armed_for = self._heap[0][0]
            self._timer = self._clock.call_later(
                max(0.0, self._armed_for - self._clock.monotonic()), self._ring
            )

    def _stale(self, entry: tuple[float, int, Hashable]) -> bool:
        due = self._due.get(entry[2])
        return due is None or due[0] != entry[1]

    def _ring(self) -> None:
        self._timer = None
        now = self._clock.monotonic()
        ready: list[Callable[[], object]] = []
        # A timer may ring a hair early: what it was armed for is due all the same.
        limit = max(now, self._armed_for)
        while self._heap and (self._heap[0][0] <= limit or self._stale(self._heap[0])):
            entry = heapq.heappop(self._heap)
            if not self._stale(entry):
                ready.append(self._due.pop(entry[2])[1])
        self._arm()
        for callback in ready:
            callback()
