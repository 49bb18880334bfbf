"""The local terminal as a line for an app: raw mode, keys in, frames out, sizes by SIGWINCH."""

import asyncio
import contextlib
import os
import signal
import sys
import termios
import tty
from types import TracebackType

from tui.hosted import HostedApp
from tui.terminal import clamp


class LocalLink:
    """A link (tui/driver.py) to the terminal of this process. A context manager: raw inside, as before after."""

    def __init__(self) -> None:
        self._in = sys.stdin.fileno()
        self._out = sys.stdout.fileno()
        self._loop = asyncio.get_running_loop()
        self._before: list[int | list[bytes | int]] | None = None
        self._app: HostedApp | None = None

    def attach(self, app: HostedApp) -> None:
        """Give keys and sizes to this app."""
        self._app = app
        self.resume_reading()

    def size(self) -> tuple[int, int]:
        """Columns and rows now."""
        with contextlib.suppress(OSError):
            return clamp(*os.get_terminal_size(self._out))
        return clamp(0, 0)

    def __enter__(self) -> "LocalLink":
        self._before = termios.tcgetattr(self._in)
        tty.setraw(self._in)
        self._loop.add_signal_handler(signal.SIGWINCH, self._resized)
        for ending in (signal.SIGTERM, signal.SIGHUP):
            self._loop.add_signal_handler(ending, self._end)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.pause_reading()
        for number in (signal.SIGWINCH, signal.SIGTERM, signal.SIGHUP):
            self._loop.remove_signal_handler(number)
        if self._before is not None:
            termios.tcsetattr(self._in, termios.TCSADRAIN, self._before)

    # --- the link

    def send(self, data: bytes) -> None:
        """Write it all; the only session of the process may wait for its own terminal."""
        with contextlib.suppress(OSError):
            while data:
                data = data[os.write(self._out, data) :]

    def pause_reading(self) -> None:
        """Leave keys where they are."""
        self._loop.remove_reader(self._in)

    def resume_reading(self) -> None:
        """Take keys."""
        self._loop.add_reader(self._in, self._readable)

    # --- inside

    def _readable(self) -> None:
        try:
            data = os.read(self._in, 4096)
        except OSError:
            data = b""
        if not data:
            self._end()
        elif self._app is not None and self._app.driver is not None:
            self._app.driver.intake.feed(data)

    def _resized(self) -> None:
        if self._app is not None and self._app.driver is not None:
            self._app.driver.resize(*self.size())

    def _end(self) -> None:
        self.pause_reading()
        if self._app is not None:
            self._app.leave()
