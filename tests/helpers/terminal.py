"""A player at a terminal: the real OpenSSH client in a pty, with pyte as the screen."""

import asyncio
import contextlib
import fcntl
import os
import pty
import signal
import struct
import termios
import tty
from collections.abc import Callable, Sequence
from pathlib import Path

import pyte

TIMEOUT = 20.0
"""Seconds until a condition counts as never coming: a guard against hanging, not a bound that is measured."""


def _take_terminal() -> None:
    # Without a controlling terminal no SIGWINCH would come, and ssh could not ask anything.
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


class ScreenTimeout(AssertionError):
    """The condition did not come true; the text is the screen as it was."""


class TerminalClient:
    """A process on a pty whose output is drawn on a pyte screen."""

    def __init__(self, size: tuple[int, int]) -> None:
        self.screen = pyte.Screen(*size)
        self.raw = bytearray()
        """All bytes that came, in order."""
        self.process: asyncio.subprocess.Process | None = None
        self._stream = pyte.ByteStream(self.screen)
        self._changed = asyncio.Event()
        self._master = -1
        self._eof = False
        self._reading = False

    async def start(self, args: Sequence[str], env: dict[str, str], cwd: Path) -> None:
        """Start the process with the pty as its terminal."""
        self._master, slave = pty.openpty()
        tty.setraw(
            slave
        )  # as if the terminal's own line discipline were out of the way before the client is ready
        self._set_size(self.screen.columns, self.screen.lines)
        try:
            self.process = await asyncio.create_subprocess_exec(
                *args,
                stdin=slave,
                stdout=slave,
                stderr=slave,
                env=env,
                cwd=cwd,
                start_new_session=True,
                preexec_fn=_take_terminal,
            )
        finally:
            os.close(slave)
        os.set_blocking(self._master, False)
        self.resume_reading()

    # --- what a player sees

    @property
    def lines(self) -> list[str]:
        """The screen's lines, right-stripped."""
        return [line.rstrip() for line in self.screen.display]

    @property
    def text(self) -> str:
        """The screen as one text."""
        return "\n".join(self.lines)

    async def until(
        self, condition: Callable[["TerminalClient"], object] | str, timeout: float = TIMEOUT
    ) -> "TerminalClient":
        """Wait until the condition holds (a text: until it stands on the screen). Raises ScreenTimeout."""
        wanted = condition

        def holds() -> bool:
            return wanted in self.text if isinstance(wanted, str) else bool(wanted(self))

        try:
            async with asyncio.timeout(timeout):
                while not holds():
                    self._changed.clear()
                    if self._eof:
                        raise ScreenTimeout(f"the client ended; waited for {wanted!r}; screen:\n{self.text}")
                    await self._changed.wait()
        except TimeoutError:
            raise ScreenTimeout(f"waited for {wanted!r}; screen:\n{self.text}") from None
        return self

    async def ended(self, timeout: float = TIMEOUT) -> int:
        """Wait until the client has ended by itself; its exit status (negative: the signal)."""
        assert self.process is not None
        async with asyncio.timeout(timeout):
            status = await self.process.wait()
            while not self._eof:
                self._changed.clear()
                await self._changed.wait()
        return status

    # --- what a player does

    def send(self, keys: str | bytes) -> None:
        """Type."""
        data = keys.encode() if isinstance(keys, str) else keys
        while data:
            try:
                written = os.write(self._master, data)
            except BlockingIOError:
                raise RuntimeError("the pty is full: use send_all for much input") from None
            data = data[written:]

    async def send_all(self, data: bytes) -> None:
        """Type a lot, as fast as it is taken. Ends early when the client ends."""
        loop = asyncio.get_running_loop()
        while data and not self._eof:
            try:
                data = data[os.write(self._master, data[:4096]) :]
            except BlockingIOError:
                ready = asyncio.Event()
                loop.add_writer(self._master, ready.set)
                try:
                    await asyncio.wait_for(ready.wait(), TIMEOUT)
                finally:
                    loop.remove_writer(self._master)
            except OSError:
                return

    def resize(self, columns: int, rows: int) -> None:
        """Make the window another size."""
        self.screen.resize(rows, columns)
        self._set_size(columns, rows)

    def pause_reading(self) -> None:
        """The terminal shows nothing any more (a locked phone)."""
        if self._reading:
            self._reading = False
            asyncio.get_running_loop().remove_reader(self._master)

    def resume_reading(self) -> None:
        """The terminal shows again."""
        if not self._reading and not self._eof:
            self._reading = True
            asyncio.get_running_loop().add_reader(self._master, self._read)

    def kill(self) -> None:
        """SIGKILL the client."""
        if self.process is not None and self.process.returncode is None:
            self.process.kill()

    def freeze(self) -> None:
        """Stop the client as if its machine slept."""
        assert self.process is not None
        self.process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """Let it go on."""
        assert self.process is not None
        self.process.send_signal(signal.SIGCONT)

    async def close(self) -> None:
        """End the client and everything of it."""
        if self.process is not None:
            if self.process.returncode is None:
                self.process.kill()
            await self.process.wait()
        self.pause_reading()
        if self._master >= 0:
            os.close(self._master)
            self._master = -1
        self._eof = True

    # --- inside

    def _set_size(self, columns: int, rows: int) -> None:
        with contextlib.suppress(OSError):
            fcntl.ioctl(self._master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def _read(self) -> None:
        try:
            data = os.read(self._master, 65536)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if data:
            self.raw += data
            self._stream.feed(data)
        else:
            self.pause_reading()
            self._eof = True
        self._changed.set()
