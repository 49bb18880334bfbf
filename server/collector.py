"""When Python's garbage collector may run: a full collection walks all objects of all sessions and stops everybody.

With 500 sessions that is more than half a second, and even what is young is much: Python counts what is made less
what is freed, so that by the time it looks, all that moves have replaced is young, a tenth of a second's work. But
neither moves nor sessions leave more than a few objects in reference cycles. So everything that stands is frozen
(the collector then skips it): after the imports, and again whenever some sessions have been opened. What closed
sessions left is found when all is thawed, collected and frozen anew, once as many have been closed as there are, or
in a quiet moment: however full the house is, a close costs no more than its share of that pause.
"""

import gc
import logging
import time
from collections.abc import Callable
from dataclasses import dataclass

log = logging.getLogger("inglenook.collector")

THRESHOLDS = (100_000, 10, 1000)
"""So many objects more than before, and Python looks at what is young by itself, come from where they may."""

OPENED = 50
"""So many new sessions are worth a freeze."""

CLOSED = 100
"""After so many closes, and as many as there are sessions, it is time to thaw, however busy the house is."""

QUIET = 10
"""With at most so many sessions a full collection hurts nobody."""

QUIET_CLOSED = 50


@dataclass(slots=True)
class Pauses:
    """How long collections have stopped the loop, in seconds."""

    count: int = 0
    total: float = 0.0
    longest: float = 0.0


class Collector:
    """Decides for the whole process; `start` and `stop` put the collector's own settings aside and back."""

    def __init__(self, sessions: Callable[[], int], now: Callable[[], float] = time.perf_counter) -> None:
        """`sessions` tells how many sessions there are."""
        self.pauses = Pauses()
        self._sessions = sessions
        self._now = now
        self._opened = 0
        self._closed = 0
        self._began = 0.0
        self._before = gc.get_threshold()

    def start(self) -> None:
        """Freeze what has been imported."""
        gc.callbacks.append(self._time)
        gc.set_threshold(*THRESHOLDS)
        gc.collect()
        gc.freeze()

    def stop(self) -> None:
        """Back to what was before."""
        gc.unfreeze()
        gc.set_threshold(*self._before)
        gc.callbacks.remove(self._time)

    def session_opened(self) -> None:
        """A session has shown its first frame."""
        self._opened += 1
        if self._opened >= OPENED:
            self._opened = 0
            gc.freeze()

    def session_closed(self) -> None:
        """A session has ended and is not referred to any more."""
        self._closed += 1
        sessions = self._sessions()
        quiet = sessions <= QUIET and self._closed >= QUIET_CLOSED
        if quiet or self._closed >= max(CLOSED, sessions):
            self._closed = self._opened = 0
            gc.unfreeze()
            gc.collect()
            gc.freeze()

    def _time(self, phase: str, info: dict[str, int]) -> None:
        if phase == "start":
            self._began = self._now()
            return
        pause = self._now() - self._began
        self.pauses.count += 1
        self.pauses.total += pause
        self.pauses.longest = max(self.pauses.longest, pause)
        if pause > 0.1:
            log.info("collection_pause", extra={"seconds": round(pause, 3), "generation": info["generation"]})
