"""A measured child process: started, read from /proc, ended by its own handle. Linux only, like the figures."""

import asyncio
import os
import re
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

TICK = os.sysconf("SC_CLK_TCK")
READY = re.compile(rb"ssh -p (\d+) ")


@dataclass(frozen=True, slots=True)
class Measured:
    """A running server process and the port it listens on."""

    pid: int
    port: int

    def cpu(self) -> float:
        """Seconds of CPU used by the process so far (user and system)."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICK

    def fine_cpu(self) -> float:
        """Seconds of CPU used so far by all threads, at the scheduler's own resolution."""
        total = 0
        for task in Path(f"/proc/{self.pid}/task").iterdir():
            total += int((task / "schedstat").read_text().split()[0])
        return total / 1e9

    def memory(self) -> float:
        """MiB that the process alone occupies (private pages)."""
        text = Path(f"/proc/{self.pid}/smaps_rollup").read_text()
        return sum(int(kib) for kib in re.findall(r"^Private_\w+:\s+(\d+) kB", text, re.MULTILINE)) / 1024

    def wakeups(self) -> int:
        """How often the main thread has gone to sleep of its own accord: one per event or timer it woke for."""
        text = Path(f"/proc/{self.pid}/status").read_text()
        found = re.search(r"^voluntary_ctxt_switches:\s+(\d+)", text, re.MULTILINE)
        return int(found.group(1)) if found else 0


@asynccontextmanager
async def started(*arguments: str, environment: dict[str, str] | None = None) -> AsyncIterator[Measured]:
    """Run ``python -m …`` until it prints the line ``ssh -p PORT …``; terminate it in the end."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *arguments,
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        env={**os.environ, **(environment or {})},
    )
    assert process.stdout is not None
    drain: asyncio.Task[bytes] | None = None
    try:
        async with asyncio.timeout(60):
            while True:
                line = await process.stdout.readline()
                if not line:
                    raise RuntimeError(f"the server ended before it listened: {' '.join(arguments)}")
                if found := READY.search(line):
                    break
        drain = asyncio.create_task(process.stdout.read())
        yield Measured(process.pid, int(found.group(1)))
    finally:
        if process.returncode is None:
            process.send_signal(signal.SIGTERM)
            try:
                await asyncio.wait_for(process.wait(), 20)
            except TimeoutError:
                process.kill()
                await process.wait()
        if drain is not None:
            await drain
