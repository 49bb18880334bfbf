"""The driver between one app and one line (an SSH channel or the local terminal): no threads, signals or termios.

The modes that are set at the start are undone by `restore`, which whoever owns the line calls on every way out.
"""

import asyncio
import logging
from collections.abc import Callable
from typing import Any, Protocol

from textual import events
from textual.app import App
from textual.driver import Driver
from textual.geometry import Size
from textual.message import Message

from tui.intake import Intake
from tui.terminal import clamp

log = logging.getLogger("inglenook.driver")

RESIZE_WAIT = 1 / 30
"""Seconds in which resizes are taken together, at least."""

RESIZE_CELLS = 240_000
"""Cells a second that one session's resizes may have painted anew: after a large size the next one waits longer."""

# Alternate screen, no cursor, no wrapping, mouse buttons (1000) in SGR form (1006), bracketed paste; then: does the
# terminal know synchronised output (2026)? The question comes before the first frame, so that a terminal that
# prints part of it gets painted over. Hover (1003), focus (1004), pixel mouse (1016), in-band sizes (2048) and
# kitty keys stay off.
START = "\x1b[?1049h\x1b[?25l\x1b[?7l\x1b[?1000h\x1b[?1006h\x1b[?2004h\x1b[?2026$p\x1b[0m\x1b[2J"
# Cleared too: not every terminal has another screen to go back from, and a hand need not stay on this one.
RESTORE = "\x1b[?2026l\x1b[?2004l\x1b[?1006l\x1b[?1000l\x1b[?7h\x1b[0m\x1b[2J\x1b[H\x1b[?1049l\x1b[?25h"
SYNC_START, SYNC_END = "\x1b[?2026h", "\x1b[?2026l"
PUSH_TITLE, POP_TITLE = "\x1b[22;2t", "\x1b[23;2t"


class Link(Protocol):
    """The line to a terminal. None of these may block or raise."""

    def send(self, data: bytes) -> None: ...
    def pause_reading(self) -> None: ...
    def resume_reading(self) -> None: ...


class HostedDriver(Driver):
    """Collects what is written, sends it in one piece per flush, and reads through an `Intake`."""

    def __init__(
        self, app: App[Any], link: Link, size: tuple[int, int], paste_cut: Callable[[], None]
    ) -> None:
        super().__init__(app, size=size)
        self._link = link
        self._out: list[str] = []
        self._flush_soon: asyncio.Handle | None = None
        self._resize: asyncio.TimerHandle | None = None
        self._resize_rest = 0.0
        self._asked_size = size
        self._started = False
        self._titled = False
        self.held = False
        """Whether the line is stalled: nothing is painted until it drains."""
        self.intake = Intake(self.process_message, self._queued, link, paste_cut)

    def _queued(self) -> int:
        return self._app.message_queue_size

    # --- out

    def write(self, data: str) -> None:
        """Collect; what nobody flushes (the bell, a title) goes out at the end of this turn of the loop."""
        self._out.append(data)
        if self._flush_soon is None:
            self._flush_soon = self._loop.call_soon(self.flush)

    def flush(self) -> None:
        """Send all that was collected with one write to the line."""
        if self._flush_soon is not None:
            self._flush_soon.cancel()
            self._flush_soon = None
        if self._out:
            data = "".join(self._out).encode("utf-8", errors="replace")
            self._out.clear()
            self._link.send(data)

    def bell(self) -> None:
        """Ring, unless nobody would hear it before much else."""
        if not self.held:
            self.write("\a")

    def set_title(self, title: str) -> None:
        """Set the window title; the old one is put back by `restore` where the terminal can."""
        if not self._titled:
            self._titled = True
            self.write(PUSH_TITLE)
        self.write(f"\x1b]2;{''.join(c for c in title if c.isprintable())[:120]}\x07")

    def start_application_mode(self) -> None:
        """Set the modes. Called by Textual before the first frame."""
        self._started = True
        self.write(START)

    def stop_application_mode(self) -> None:
        """Called by Textual at the end of the app."""
        self.restore()

    def restore(self) -> None:
        """Undo every mode that was set; safe to call twice, before the start and on a dead line."""
        self.intake.close()
        if self._resize is not None:
            self._resize.cancel()
            self._resize = None
        if self._started:
            self._started = False
            self._out.clear()  # an unfinished frame has no place on the screen that was there before
            self.write(RESTORE + (POP_TITLE if self._titled else ""))
            self.flush()

    def say(self, line: str) -> None:
        """Write a line outside of the app: the terminal is raw, so it needs a carriage return too."""
        text = "".join(c for c in line if c.isprintable() or c == "\n").replace("\n", "\r\n")
        self.write(text + "\r\n")
        self.flush()

    # --- in

    def send_message(self, message: Message) -> None:
        """Post to the app; everything runs in the one loop, so there is no need for another task per key."""
        self._app.post_message(message)

    def resize(self, columns: int, rows: int) -> None:
        """The terminal says it has another size now. The last of several within a moment counts."""
        self._asked_size = clamp(columns, rows)
        if self._resize is None:
            at = max(self._loop.time() + RESIZE_WAIT, self._resize_rest)
            self._resize = self._loop.call_at(at, self._resized)

    def _resized(self) -> None:
        self._resize = None
        self._size = self._asked_size
        size = Size(*self._asked_size)
        self._resize_rest = self._loop.time() + size.area / RESIZE_CELLS
        self.send_message(events.Resize(size, size))

    def disable_input(self) -> None:
        """Called by Textual while it shuts down."""
        self.intake.close()

    def close(self) -> None:
        """Called by Textual last."""
        self.intake.close()

    # --- what must not happen on the server's machine

    def open_url(self, url: str, new_tab: bool = True) -> None:
        """Never open a browser here."""
        log.warning("open_url_refused")

    def deliver_binary(self, *args: Any, **kwargs: Any) -> None:
        """Never write a file here."""
        log.warning("deliver_refused")
