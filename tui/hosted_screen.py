"""HostedScreen: a Textual screen that is one picture, without widgets and without Textual's layout and painting.

For a terminal far away a canvas and what differs from the last one (tui/picture.py) is all that is needed. Textual
would find out anew for each screen that opens, by styles, layout and compositor, that one thing fills everything:
a third of the time of an open.
"""

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, cast

from textual import events
from textual.geometry import Region, Size
from textual.screen import Screen
from textual.widget import Widget

from tui import compat
from tui.paint import Canvas
from tui.picture import Picture

if TYPE_CHECKING:
    from tui.hosted import HostedApp


class HostedScreen(compat.QuickDispatch, Screen[None], inherit_bindings=False):
    """Base of every screen of a HostedApp. Subclasses override `painted`; whatever changes what is shown calls
    `repaint`."""

    ALLOW_SELECT = False
    AUTO_FOCUS = ""

    def __init__(self) -> None:
        super().__init__()
        self.picture = Picture()
        self._dirty = False
        self._seen: object = None

    # --- for subclasses

    def painted(self, width: int, height: int) -> Canvas:
        """The picture of this screen at a size in cells."""
        raise NotImplementedError

    def seen(self) -> object | None:
        """All that the picture depends on beside its size, as one value: what would look the same is not painted
        again. None: nobody knows."""
        return None

    def ready(self) -> bool:
        """Whether there is something to show yet; until then the screen below stays in sight."""
        return True

    def repaint(self) -> None:
        """Show the screen anew once the current message has been dealt with; many calls paint once."""
        if not self._dirty:
            self._dirty = True
            self.call_next(self._show)

    def repaint_whole(self) -> None:
        """The same, and the terminal may show anything by now."""
        self.picture.stale()
        self.repaint()

    def after(self, seconds: float, then: Callable[[], None]) -> asyncio.TimerHandle:
        """Call `then` in so many seconds, as a message of this screen; not once it is closed. Each of Textual's own
        timers is a task and an event, and describes its owner in full when it is made."""
        return asyncio.get_running_loop().call_later(seconds, self.call_later, then)

    def _show(self) -> None:
        self._dirty = False
        app = cast("HostedApp", self.app)
        width, height = app.size
        if not (app.started and width and height and self.is_active and self.ready()):
            return
        seen = self.seen()
        if seen is None or self._seen != (width, height, seen) or not self.picture.current:
            self._seen = (width, height, seen)
            self.picture.show(self.painted(width, height), app.terminal.colours, app.send_frame)

    # --- Textual's side

    def on_screen_resume(self) -> None:
        self.repaint_whole()

    def on_resize(self) -> None:
        self.repaint_whole()

    @property
    def size(self) -> Size:
        """All of the terminal."""
        return self.app.size

    def refresh(
        self, *regions: Region, repaint: bool = True, layout: bool = False, recompose: bool = False
    ) -> Any:
        """Textual has nothing to paint here."""
        return self

    def update_node_styles(self, animate: bool = True) -> None:
        """There are no styles."""

    def get_widget_at(self, x: int, y: int) -> tuple[Widget, Region]:
        """This screen, wherever one clicks."""
        return self, self.size.region

    def _refresh_layout(self, size: Size | None = None, scroll: bool = False) -> None:
        self._size = size or self.app.size
        compat.tell_ready(self.app)

    def _forward_event(self, event: events.Event) -> None:
        """Nothing inside could want it: keep what a screen acts on."""
        if not event.is_forwarded:
            compat.mark_forwarded(event)
            if isinstance(event, _TAKEN):
                self.post_message(event)

    def _extend_compose(self, widgets: list[Any]) -> None:
        """No tooltips, no notifications."""


_TAKEN = (events.Key, events.Paste, events.Click, events.MouseScrollDown, events.MouseScrollUp)
