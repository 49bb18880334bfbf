"""Bots think in processes of their own, so that no thought ever stops the event loop."""

import asyncio
import contextlib
import logging
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final, Protocol

import core
from core import wire
from core.bots.worker import LARGEST_FRAME, frame
from server.house.clock import Clock

log = logging.getLogger(__name__)

_CRASHES: Final = 5
"""So many crashes in a row, and the pool rests."""
_REST: Final = 60.0
"""Seconds."""


class BotFailed(Exception):
    """A bot gave no answer: it took too long, crashed, or does not exist."""


class Bots(Protocol):
    """Who thinks for the bots of a house."""

    async def choose(self, game: str, bot: str, knowledge: object, seed: int) -> str:
        """The action (short text) of that bot, who knows `knowledge`. Raises BotFailed."""
        ...

    async def stop(self) -> None:
        """No more questions; whoever still thinks is stopped."""
        ...


class BotPool:
    """Worker processes, started when they are needed first and kept.

    They import the core only, inherit no socket, and end when this process does, however that happens.
    """

    def __init__(
        self, clock: Clock, *, workers: int = 1, timeout: float = 5.0, command: Sequence[str] | None = None
    ) -> None:
        """`timeout`: seconds for an answer, the start of a process included. `command` starts another worker."""
        self._clock = clock
        self._timeout = timeout
        self._command = tuple(command or (sys.executable, "-P", "-m", "core.bots.worker"))
        self._workers = workers
        self._free = asyncio.Semaphore(workers)
        self._idle: list[asyncio.subprocess.Process] = []
        self._all: set[asyncio.subprocess.Process] = set()
        self._ending: set[asyncio.Future[tuple[bytes, bytes]]] = set()
        self._number = 0
        self._crashes = 0
        self._rests_until = float("-inf")
        self._stopped = False

    async def choose(self, game: str, bot: str, knowledge: object, seed: int) -> str:
        """See Bots."""
        async with self._free:
            if self._stopped or self._clock.monotonic() < self._rests_until:
                raise BotFailed("the bots rest")
            self._number += 1
            asked = self._number
            question = frame((asked, game, bot, seed, knowledge))
            process: asyncio.subprocess.Process | None = None
            try:
                async with asyncio.timeout(self._timeout):
                    process = await self._worker()
                    number, action, error = await self._ask(process, question)
                    if number != asked:
                        raise BotFailed("an answer to another question")
            except (TimeoutError, OSError, EOFError, ValueError, wire.WireError, BotFailed) as failure:
                self._crashed(process, failure)
                raise BotFailed(type(failure).__name__) from failure
            except BaseException:
                self._end(process)  # the question was given up; its answer would come to the next one
                raise
            self._crashes = 0
            self._idle.append(process)
        if error:
            raise BotFailed(error)
        return action

    async def stop(self) -> None:
        """See Bots."""
        self._stopped = True
        for process in self._all:
            _kill(process)
        async with contextlib.AsyncExitStack() as stack:
            for _ in range(
                self._workers
            ):  # whoever still waits for an answer sees the end of the process first
                await stack.enter_async_context(self._free)
            while self._idle:
                self._end(self._idle.pop())
        while self._ending:
            await asyncio.wait(self._ending)

    async def _worker(self) -> asyncio.subprocess.Process:
        """One that has nothing to do, else a new one."""
        while self._idle:
            process = self._idle.pop()
            if process.returncode is None:
                return process
            self._end(process)  # it died while nobody asked it: that costs no answer
        return await self._start()

    async def _start(self) -> asyncio.subprocess.Process:
        keep = ("PATH", "SYSTEMROOT", "LD_LIBRARY_PATH")
        environ = {name: os.environ[name] for name in keep if name in os.environ}
        environ["PYTHONPATH"] = str(Path(core.__file__).parent.parent)
        process = await asyncio.create_subprocess_exec(
            *self._command,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            # What a thought leaves there could tell a hand, and a local game has its screen on this terminal.
            stderr=asyncio.subprocess.DEVNULL,
            env=environ,
            start_new_session=True,  # Ctrl-C in the host's terminal is for the server
        )
        self._all.add(process)
        return process

    async def _ask(self, process: asyncio.subprocess.Process, question: bytes) -> tuple[int, str, str]:
        if process.stdin is None or process.stdout is None:
            raise BotFailed("no pipes")
        process.stdin.write(question)
        await process.stdin.drain()
        size = int.from_bytes(await process.stdout.readexactly(4), "big")
        if size > LARGEST_FRAME:
            raise BotFailed("no frame")
        value = wire.unpack(await process.stdout.readexactly(size), tuple)
        match value:
            case (int(number), str(action), str(error)):
                return number, action, error
        raise BotFailed("no answer")

    def _crashed(self, process: asyncio.subprocess.Process | None, failure: BaseException) -> None:
        log.warning("a bot's process failed: %s", type(failure).__name__)
        self._end(process)
        self._crashes += 1
        if self._crashes >= _CRASHES:
            self._crashes = 0
            self._rests_until = self._clock.monotonic() + _REST
            log.error("the bots' processes fail again and again; simple moves are played for %d s", _REST)

    def _end(self, process: asyncio.subprocess.Process | None) -> None:
        if process is not None:
            self._all.discard(process)
            _kill(process)
            ending = asyncio.ensure_future(process.communicate())  # closes its pipes, too
            self._ending.add(ending)
            ending.add_done_callback(self._ending.discard)


def _kill(process: asyncio.subprocess.Process) -> None:
    with contextlib.suppress(ProcessLookupError):
        process.kill()
