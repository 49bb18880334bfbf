"""A short queue of what is to be shown at a table, so that what others do stays long enough to be read."""

from collections import deque
from collections.abc import Iterable

from core.tables import RoomView
from tui.widgets.showing import Hold, Stage

LONGEST = 24
"""So many stages may wait; beyond that (a watcher who is far behind) the screen jumps to the newest view."""

SECONDS = {Hold.STEP: 0.9, Hold.TRICK: 2.0, Hold.ROUND: None, Hold.NONE: 0.0}
"""How long a stage is held, in seconds; None: until a key."""

SECONDS_STILL = {Hold.STEP: 0.0, Hold.TRICK: 0.7, Hold.ROUND: None, Hold.NONE: 0.0}
"""The same for players who have animation turned off."""

WATCHERS_ROUND = 6.0
"""How long a watcher is shown a round's points: nobody waits for a watcher's key."""


class Pace:
    """What is shown now, and what comes after it.

    The owner keeps the time: it calls `advance` when a hold is over.
    """

    def __init__(self) -> None:
        self.shown: Stage | None = None
        self._waiting: deque[Stage] = deque()

    @property
    def held(self) -> bool:
        """Whether the shown stage stands until `advance`."""
        return self.shown is not None and self.shown.hold is not Hold.NONE

    @property
    def behind(self) -> bool:
        """Whether something newer waits to be shown."""
        return bool(self._waiting)

    def add(self, stages: Iterable[Stage]) -> bool:
        """Queue the stages of a change; True when another stage is shown now."""
        self._waiting.extend(stages)
        if len(self._waiting) > LONGEST:
            newest = self._waiting.pop()
            self._waiting.clear()
            self.shown = Stage(newest.view)
            return True
        return False if self.held else self._run()

    def advance(self) -> bool:
        """The hold is over; True when another stage is shown now. The last stage stays, no longer held."""
        if self.shown is None or not self.held:
            return False
        if not self._waiting:
            self.shown = Stage(self.shown.view)
            return True
        return self._run()

    def _run(self) -> bool:
        """Show the next stage that is held, or the last one."""
        moved = False
        while self._waiting:
            self.shown = self._waiting.popleft()
            moved = True
            if self.held:
                break
        return moved

    def seconds(self, animation: bool) -> float | None:
        """How long the shown stage is to be held: None until a key, 0 not at all."""
        if self.shown is None:
            return 0.0
        if self.shown.hold is Hold.ROUND and _watching(self.shown.view):
            return WATCHERS_ROUND
        return (SECONDS if animation else SECONDS_STILL)[self.shown.hold]


def _watching(view: RoomView) -> bool:
    return view.you is None
