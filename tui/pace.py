"""A short queue of what is to be shown at a table, so that what others do stays long enough to be read."""

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass

from tui.widgets.showing import Hold, Stage

LONGEST = 24
"""So many stages may wait; beyond that (a watcher who is far behind) the screen jumps to the newest view."""


@dataclass(frozen=True, slots=True)
class Waits:
    """How long things stand on the screen, in seconds. `trick_still` is for players without animation."""

    step: float = 0.9
    trick: float = 2.0
    trick_still: float = 0.7
    watchers_round: float = 6.0
    """A round's points for a watcher: nobody waits for a watcher's key."""
    slow: float = 0.4
    """An action that has no answer for so long is said to be on its way."""
    patience: float = 10.0
    """And after so long, that there was no answer."""


WAITS = Waits()
"""What people get; tests set their own."""


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

    def seconds(self, waits: Waits, animation: bool) -> float | None:
        """How long the shown stage is to be held: None until a key, 0 not at all."""
        stage = self.shown
        if stage is None:
            return 0.0
        match stage.hold:
            case Hold.STEP:
                return waits.step if animation else 0.0
            case Hold.TRICK:
                return waits.trick if animation else waits.trick_still
            case Hold.ROUND:
                return waits.watchers_round if stage.view.you is None else None
            case Hold.NONE:
                return 0.0
