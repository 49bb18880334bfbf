"""The server as its host runs it: a process of its own, started, killed and stopped."""

import asyncio
import re
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from tests.helpers.ssh import ClientMaker

GUARD = 60.0
"""Seconds for a process to start or to end: a guard against hanging."""


class ServerProcess:
    """`inglenook serve` on a home; `said` is what it printed until it listened."""

    def __init__(self, process: asyncio.subprocess.Process, port: int, said: str) -> None:
        self.process, self.port, self.said = process, port, said

    @classmethod
    async def start(cls, home: Path, port: int = 0, make: Path | None = None) -> "ServerProcess":
        """Start it and wait until it has printed everything up to the last line of its greeting.

        With `make`, a checkout, it is started there by ``make serve``.
        """
        options = ("--home", str(home), "--log-level", "error")
        command: tuple[str, ...] = (sys.executable, "-m", "server", "serve", "--port", str(port), *options)
        if make is not None:
            command = ("make", "-C", str(make), "serve", f"PORT={port}", f"ARGS={' '.join(options)}")
        process = await asyncio.create_subprocess_exec(
            *command,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
        )
        assert process.stdout is not None
        said = ""
        async with asyncio.timeout(GUARD):
            while "Ctrl-C closes the house" not in said:
                line = await process.stdout.readline()
                if not line:
                    raise AssertionError(f"the server did not start: {said}")
                said += line.decode()
        found = re.search(r"ssh -p (\d+) ", said)
        assert found is not None, said
        return cls(process, int(found.group(1)), said)

    async def kill(self) -> None:
        """SIGKILL."""
        self.process.kill()
        await self.process.wait()

    async def stop(self) -> int:
        """SIGTERM; the exit status."""
        if self.process.returncode is None:
            self.process.send_signal(signal.SIGTERM)
        async with asyncio.timeout(GUARD):
            return await self.process.wait()


@asynccontextmanager
async def clients(folder: Path, port: int) -> AsyncIterator[ClientMaker]:
    """A maker of clients to that port; all of them end with the block."""
    maker = ClientMaker(folder, port)
    try:
        yield maker
    finally:
        await maker.close()
