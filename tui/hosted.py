"""HostedApp: a Textual app that is safe and cheap to run many times in one process.

How to use it
-------------
    class InglenookApp(HostedApp):
        def first_screen(self) -> HostedScreen:         # pushed directly, painted once
            return ArrivalScreen()
        def words(self, code: str, **params: str) -> str:   # the house's own sentences in the player's language
            ...
    app = InglenookApp(gateway, terminal)
    status = await app.run_hosted(link)      # server/ssh/session.py does this; at its end the terminal is restored

    async with InglenookApp(gateway, terminal).run_test(size=(80, 24)) as pilot: ...   # in tests, as with any app

Screens are HostedScreens (tui/hosted_screen.py): one picture each, no widgets, styles or layout. Messages, keys,
mouse, timers and workers of Textual work; there are no command palette, tooltips, notifications, text selection,
browser, files, suspend. Inside an app use:

- `app.gateway` (tui/gateway.py) and `app.terminal` (tui/terminal.py: `size` at the start, `colours`, `language`,
  `unicode`). Choose colours per `app.terminal.colours`: rich "standard" colours for 16, 8-bit for 256, any for
  truecolor. To follow a setting: `app.terminal = dataclasses.replace(app.terminal, colours=…)`, then repaint.
- `app.bell()`, `app.set_title(text)` (cleaned, set only when it changes; the old title comes back at the end).
- `app.leave(message="")`: ends the session; the message is the last line the player reads.
- `app.run_worker(coroutine)` for what follows the gateway's iterators: it ends with the app. Rooms never touch
  widgets; code of one session runs in that session's tasks only (`widget.app` follows the running task).
- override `on_link_resized(size)`, `on_paste_cut()`, `on_notice(code)`, `action_interrupt()` (Ctrl-C that no
  screen has bound).
- No timers while idle: no blinking, no clocks, no `set_interval`; `HostedScreen.after` for what passes is fine.
- No `print` and no `self.log`: use `logging.getLogger("inglenook.…")`, with codes and ids, never hands or talk.

An exception anywhere in the app ends this session alone: the player reads an apology with an id, the log has the
rest.
"""

import asyncio
import contextlib
import io
import logging
import secrets
from typing import Any, ClassVar

from rich.console import Console
from textual import events
from textual.app import App
from textual.binding import Binding, BindingType
from textual.driver import Driver
from textual.geometry import Size
from textual.screen import Screen

from tui import compat
from tui.driver import SYNC_END, SYNC_START, HostedDriver, Link
from tui.gateway import Gateway
from tui.hosted_screen import HostedScreen
from tui.terminal import Terminal

log = logging.getLogger("inglenook.app")

CLOSE_WAIT = 2.0
"""Seconds that the widgets of an app get to end by themselves."""

compat.leave_stdout_alone()
compat.count_parameters_quickly()

# One console for all sessions: nothing is rendered on it.
_CONSOLE = Console(
    color_system="truecolor",
    file=io.StringIO(),
    force_terminal=True,
    legacy_windows=False,
    highlight=False,
    safe_box=False,
    _environ={},
)

_WORDS = {
    "crashed": "Sorry, something went wrong on our side. Your seat is kept: just come back. (error {id})",
    "server_stopping": "The house is closing for now. Your games are kept; come back soon.",
    "stalled": "Your line stood still for too long. Your seat is kept: just come back.",
}


class HostedApp(compat.QuickDispatch, App[None], inherit_bindings=False):
    """See the module's text."""

    ENABLE_COMMAND_PALETTE = False
    ALLOW_SELECT = False
    COMMANDS: ClassVar[set[Any]] = set()
    CLOSE_TIMEOUT = CLOSE_WAIT
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+c", "interrupt", show=False)]

    def __init__(self, gateway: Gateway, terminal: Terminal) -> None:
        super().__init__(ansi_color=True)
        compat.share(self, _CONSOLE)
        self.gateway = gateway
        self.terminal = terminal
        self._disable_tooltips = True
        self._disable_notifications = True
        self._hosted: HostedDriver | None = None
        self._farewell = ""
        self._status = 0
        self._window_title = ""
        self.started = True
        """Whether the first screen has been told all that it starts with; nothing is painted before."""
        self.shown = asyncio.Event()
        """Set when the first frame has been sent."""

    # --- for subclasses

    def first_screen(self) -> HostedScreen:
        """The screen that a session starts with."""
        return HostedScreen()

    def words(self, code: str, **params: str) -> str:
        """A sentence of the house itself (``crashed``, ``server_stopping``, ``stalled``) for this player."""
        return _WORDS.get(code, code).format(**params)

    def on_link_resized(self, size: Size) -> None:
        """Called when the terminal has another size now; layout follows by itself."""

    def on_paste_cut(self) -> None:
        """Called when a paste was too long and has been cut at 16 KiB."""

    def on_notice(self, code: str) -> None:
        """Called when the house has something to say to everybody (``server_stopping``)."""

    def action_interrupt(self) -> None:
        """Ctrl-C, unless a screen has bound it."""
        self.leave()

    # --- for everybody

    def get_default_screen(self) -> Screen[Any]:
        """Textual's name for the first screen."""
        return self.first_screen()

    def bell(self) -> None:
        """Ring the terminal's bell."""
        if self._hosted is not None:
            self._hosted.bell()

    def set_title(self, text: str) -> None:
        """Set the title of the terminal's window."""
        if text != self._window_title and self._hosted is not None:
            self._window_title = text
            self._hosted.set_title(text)

    def leave(self, message: str = "", status: int = 0) -> None:
        """End the session: the terminal is restored, then the message is the last line on it."""
        if not self._exit:
            self._farewell, self._status = message, status
        self.exit()

    # --- for server/ssh/session.py

    @property
    def driver(self) -> HostedDriver | None:
        """The driver while the app runs on a line; None in tests that use a pilot."""
        return self._hosted

    async def run_hosted(self, link: Link) -> int:
        """Run on a line until the player leaves. Returns the exit status for the client; the terminal is restored
        and the farewell is written, also when the app crashed or this task was cancelled."""
        driver = self._hosted = HostedDriver(self, link, self.terminal.size, self._on_paste_cut)
        compat.prepare_to_run(self)
        self.started = False
        try:
            with self._context():
                try:
                    await self._process_messages(terminal_size=self.terminal.size)
                finally:
                    driver.restore()
                    await self._close_down()
        finally:
            driver.restore()
            if self._farewell:
                driver.say(self._farewell)
            self._hosted = None
            self._loop = None
        return self._status

    async def _close_down(self) -> None:
        """End every widget's task. One that waits for something that never comes must keep neither the player from
        the farewell nor the app in memory."""
        tasks = compat.pump_tasks(self)
        closing = asyncio.ensure_future(self._shutdown())
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.wait({closing}, timeout=CLOSE_WAIT)
        stuck = [task for task in tasks if not task.done()]
        if stuck or not closing.done():
            log.warning("session_close_forced", extra={"stuck": len(stuck)})
            for task in [*stuck, closing]:
                task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.gather(closing, *stuck, return_exceptions=True)

    def hold(self) -> None:
        """The line is stalled: paint nothing until `release`."""
        if self._hosted is not None:
            self._hosted.held = True

    def release(self) -> None:
        """The line has drained: paint what was missed, once."""
        if self._hosted is not None and self._hosted.held:
            self._hosted.held = False
            self.call_later(self._repaint)

    # --- for screens

    def send_frame(self, changes: str) -> bool:
        """Write what changes on the terminal; False when it cannot go out now. What a test without a line paints
        goes nowhere."""
        driver = self._hosted
        if driver is None:
            return True
        if driver.held:
            return False
        if compat.knows_synchronised_output(self):
            changes = f"{SYNC_START}{changes}{SYNC_END}"
        driver.write(changes)
        driver.flush()
        self.shown.set()
        return True

    def _repaint(self, whole: bool = False) -> None:
        screen = self.screen
        if isinstance(screen, HostedScreen):
            if whole:
                screen.picture.stale()
            screen.repaint()

    # --- inside

    def get_css_variables(self) -> dict[str, str]:
        """There are no styles: the colours of the screens come from tui/theme.py."""
        return {}

    def _watch_theme(self, theme_name: str) -> None:
        """Textual's theme never changes; its first "change" parses every stylesheet and lays out all again."""

    def _on_ready(self) -> None:
        """The first screen is there. What it is about to be told comes before the first paint."""
        if self._hosted is not None:
            self.screen.call_later(self._start_painting)

    def _start_painting(self) -> None:
        self.started = True
        self._repaint()

    def _on_paste_cut(self) -> None:
        self.call_later(self.on_paste_cut)

    def _build_driver(
        self, headless: bool, inline: bool, mouse: bool, size: tuple[int, int] | None
    ) -> Driver:
        if self._hosted is None:
            return super()._build_driver(headless, inline, mouse, size)
        self._driver = self._hosted
        return self._hosted

    def _set_pointer_shape(self, shape: str) -> None:
        """Textual sends this at the start already; few terminals know it, and nothing would set it back."""

    async def _on_resize(self, event: events.Resize) -> None:
        known = self._size
        await super()._on_resize(event)
        if known == event.size:
            self._repaint(
                whole=True
            )  # there and back again: the terminal has lost what was outside meanwhile
        elif known is not None:
            self.on_link_resized(event.size)

    def _handle_exception(self, error: Exception) -> None:
        """An exception of this session: an apology with an id for the player, the rest for the log."""
        if self._hosted is None:
            super()._handle_exception(error)  # in a test: the pilot raises it
            return
        if self._status == 0:
            crash = secrets.token_hex(4)
            self._farewell, self._status = self.words("crashed", id=crash), 1
            log.error("session_crashed", exc_info=error, extra={"crash": crash})
        self._exit = True
        self._close_messages_no_wait()

    def _print_error_renderables(self) -> None:
        if self._hosted is None:
            super()._print_error_renderables()
        else:
            self._exit_renderables.clear()

    # --- what must not happen on the server's machine

    def open_url(self, url: str, *, new_tab: bool = True) -> None:
        """Never open a browser here."""
        log.warning("open_url_refused")

    def deliver_text(self, *args: Any, **kwargs: Any) -> str | None:
        """Never write a file here."""
        log.warning("deliver_refused")
        return None

    def deliver_binary(self, *args: Any, **kwargs: Any) -> str | None:
        """Never write a file here."""
        log.warning("deliver_refused")
        return None

    def deliver_screenshot(self, *args: Any, **kwargs: Any) -> str | None:
        """Never write a file here."""
        log.warning("deliver_refused")
        return None

    def save_screenshot(self, *args: Any, **kwargs: Any) -> str:
        """Never write a file here."""
        log.warning("deliver_refused")
        return ""

    def action_suspend_process(self) -> None:
        """Never stop the server."""

    def action_command_palette(self) -> None:
        """There is none."""

    def action_screenshot(self, filename: str | None = None, path: str | None = None) -> None:
        """Never write a file here."""
