"""One SSH session: from a granted channel to an app on the player's terminal, and back to their shell."""

import asyncio
import contextlib
import inspect
import logging
from collections.abc import Callable

import asyncssh
import structlog

from server.ssh import refusals
from server.ssh.guard import guarded
from server.ssh.identity import Identity
from server.ssh.limits import Limits
from server.ssh.ports import AppFactory, Gate, House
from tui.hosted import HostedApp
from tui.terminal import Terminal, clamp

log = logging.getLogger("inglenook.session")

LEAVE_WAIT = 5.0
"""Seconds that an app may take to end before its task is cancelled."""

WRITE_LIMIT = 32 * 1024
"""Unsent bytes of a channel beyond which nothing more is painted."""

EARLY_LIMIT = 1024
"""Bytes typed before the first screen that are kept for it."""


class PlayerSession(asyncssh.SSHServerSession[bytes]):
    """Callbacks of the channel, and the link (tui/driver.py) of the app that runs on it."""

    def __init__(
        self,
        identity: Identity,
        house: House,
        app_factory: AppFactory,
        limits: Limits,
        starting: asyncio.Semaphore,
        command: str,
        label: dict[str, str],
        hang_up: Callable[[], None],
        opened: Callable[[], None],
        ended: Callable[["PlayerSession"], None],
    ) -> None:
        """`command` is the line that brings a player here, `label` stands in every line of the session's log,
        `hang_up` cuts the connection at once, `opened` is told when the first frame has been painted, `ended` when
        nothing is left of the session."""
        self.identity = identity
        self.app: HostedApp | None = None
        self._house = house
        self._app_factory = app_factory
        self._limits = limits
        self._starting = starting
        self._command = command
        self._label = label
        self._hang_up = hang_up
        self._opened = opened
        self._ended = ended
        self._loop = asyncio.get_running_loop()
        self._chan: asyncssh.SSHServerChannel[bytes] | None = None
        self._pty: tuple[str, int, int] | None = None
        self._refusal = ""
        self._task: asyncio.Task[None] | None = None
        self._run: asyncio.Task[int] | None = None
        self._early = b""
        self._ready = False
        self._channel_full = False
        self._line_full = False
        self._stall: asyncio.TimerHandle | None = None
        self._leaving = ""
        self._gone = False

    @property
    def playing(self) -> bool:
        """Whether an app runs here or is about to: not so for a channel on which nothing was asked for, or
        something that we do not have."""
        return self._task is not None

    # --- the channel's callbacks

    @guarded(None)
    def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        """The channel is there."""
        self._chan = chan
        chan.set_write_buffer_limits(high=WRITE_LIMIT)

    @guarded(False)
    def pty_requested(self, term_type: str, term_size: tuple[int, int, int, int], term_modes: object) -> bool:
        """A terminal, with a TERM and a size that are claims."""
        self._pty = (term_type, term_size[0], term_size[1])
        return True

    @guarded(False)
    def shell_requested(self) -> bool:
        """What a player asks for, knowingly or not."""
        if self._pty is None:
            self._refusal = refusals.NO_TERMINAL
        return True

    @guarded(False)
    def exec_requested(self, command: str) -> bool:
        """Granted only in order to say on stderr that there is nothing to run."""
        self._refusal = refusals.for_command(command)
        return True

    @guarded(False)
    def subsystem_requested(self, subsystem: str) -> bool:
        """Granted only in order to say on stderr that there are no files."""
        self._refusal = refusals.NO_FILES
        return True

    @guarded(None)
    def session_started(self) -> None:
        """Everything is agreed on: say no, or start the app."""
        chan = self._channel()
        if self._refusal:
            text = self._refusal.format(command=self._command)
            chan.write_stderr((text.replace("\n", "\r\n") if self._pty else text).encode())
            chan.exit(1)
            return
        self._task = self._loop.create_task(self._play(), name="session")

    @guarded(None)
    def data_received(self, data: bytes, datatype: int | None) -> None:
        """Bytes from the player's keyboard, or whatever is connected there."""
        if self._ready and self.app is not None and self.app.driver is not None:
            self.app.driver.intake.feed(data)
        elif not self._ready and len(self._early) < EARLY_LIMIT:
            self._early += data  # typed ahead: before the first screen stands nobody knows what a key means

    @guarded(False)
    def eof_received(self) -> bool:
        """No more keys will come."""
        self.leave("")
        return True

    @guarded(None)
    def signal_received(self, signal: str) -> None:
        """A client may ask for an end this way."""
        if signal in ("HUP", "INT", "TERM", "QUIT"):
            self.leave("")

    @guarded(None)
    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:
        """The window has another size."""
        if self._pty is not None:
            self._pty = (self._pty[0], width, height)
        if self.app is not None and self.app.driver is not None:
            self.app.driver.resize(width, height)

    @guarded(None)
    def pause_writing(self) -> None:
        """The channel's buffer is full: the client's window is."""
        self._channel_full = True
        self._judge_line()

    @guarded(None)
    def resume_writing(self) -> None:
        """The channel's buffer has drained."""
        self._channel_full = False
        self._judge_line()

    @guarded(None)
    def connection_lost(self, exc: Exception | None) -> None:
        """The channel is gone, cleanly or not."""
        self._gone = True
        self._drop_stall()
        self.leave("")
        if self._task is None:
            self._ended(self)

    # --- for the connection

    @guarded(None)
    def line_full(self, full: bool) -> None:
        """The connection's own buffer is full, or has drained: the network is slower than we are."""
        self._line_full = full
        self._judge_line()

    def leave(self, code: str) -> None:
        """End the session; `code` names the farewell (see HostedApp.words), empty for none."""
        self._leaving = self._leaving or code or "-"
        if self.app is not None:
            self.app.leave(self.app.words(code) if code else "")
            if self._run is not None and not self._run.done():
                run = self._run
                timer = self._loop.call_later(LEAVE_WAIT, run.cancel)
                run.add_done_callback(lambda _: timer.cancel())

    # --- the link

    def send(self, data: bytes) -> None:
        """Send to the terminal; a line that is gone swallows it."""
        if self._chan is not None and not self._gone:
            with contextlib.suppress(OSError):
                self._chan.write(data)

    def pause_reading(self) -> None:
        """Let the client wait: no more of its window is given back."""
        if not self._gone:
            self._channel().pause_reading()

    def resume_reading(self) -> None:
        """Take bytes again."""
        if not self._gone:
            self._channel().resume_reading()

    # --- inside

    def _channel(self) -> asyncssh.SSHServerChannel[bytes]:
        if self._chan is None:
            raise RuntimeError("the channel is not open yet")
        return self._chan

    async def _play(self) -> None:
        structlog.contextvars.bind_contextvars(**self._label)
        log.info("session_opened")
        status = 1
        try:
            status = await self._play_inside()
        except Exception:
            log.exception("session_failed")
            self.send(b"Sorry, something went wrong on our side. Please try again.\r\n")
        finally:
            self.app = None
            self._drop_stall()
            if not self._gone:
                with contextlib.suppress(OSError):
                    self._channel().exit(status)
            log.info("session_closed")
            self._ended(self)

    async def _play_inside(self) -> int:
        async with self._starting:
            if self._must_leave():
                return 0
            who = self.identity
            arrival = self._house.arrive(who.kind, who.account, who.wish)
            gate = await arrival if inspect.isawaitable(arrival) else arrival
            try:
                run, size = await self._start(gate)
            except BaseException:
                gate.close()
                raise
        try:
            self._catch_up(size)
            return await run
        except asyncio.CancelledError:
            log.warning("session_cancelled")
            return 1
        finally:
            gate.close()

    async def _start(self, gate: Gate) -> tuple[asyncio.Task[int], tuple[int, int]]:
        """Start the app and wait for its first frame; returns its task and the size that it started with."""
        terminal = self._terminal()
        app = self.app = self._app_factory(gate, terminal)
        run = self._run = self._loop.create_task(app.run_hosted(self), name="app")
        shown = self._loop.create_task(app.shown.wait())
        await asyncio.wait({run, shown}, return_when=asyncio.FIRST_COMPLETED)
        shown.cancel()
        self._opened()
        return run, terminal.size

    def _catch_up(self, size: tuple[int, int]) -> None:
        """What happened while the app was starting: keys, another size, an end."""
        self._ready = True
        driver = self.app.driver if self.app is not None else None
        if driver is not None:
            if self._early:
                driver.intake.feed(self._early)
                self._early = b""
            now = clamp(*self._pty[1:]) if self._pty is not None else size
            if now != size:
                driver.resize(*now)
        if self._must_leave():
            self.leave(self._leaving.strip("-"))
        if self._stall is not None and self.app is not None:
            self.app.hold()

    def _must_leave(self) -> bool:
        return bool(self._leaving)

    def _terminal(self) -> Terminal:
        term, columns, rows = self._pty or ("", 0, 0)
        environ: dict[str, str] = {}
        with contextlib.suppress(UnicodeDecodeError):
            environ = dict(self._channel().get_environment())
        return Terminal.of(term, (columns, rows), environ)

    def _judge_line(self) -> None:
        full = self._channel_full or self._line_full
        if full and self._stall is None:
            self._stall = self._loop.call_later(self._limits.stall, self._stalled)
            if self.app is not None:
                self.app.hold()
        elif not full and self._stall is not None:
            self._drop_stall()
            if self.app is not None:
                self.app.release()

    def _drop_stall(self) -> None:
        if self._stall is not None:
            self._stall.cancel()
            self._stall = None

    def _stalled(self) -> None:
        """Nobody reads: what would be painted now nobody would see, and what waits here costs memory."""
        self._stall = None
        log.info("session_stalled")
        self.leave("stalled")
        self._hang_up()
