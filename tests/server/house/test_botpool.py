"""Bots in processes of their own: they answer, crash, hang and end without harm to the house."""

import asyncio
import contextlib
import os
import signal
import socket
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest

from core import deals, registry
from core.bots import BOTS, bots_of
from core.ids import Seat
from server.house.botpool import BotFailed, BotPool
from tests.server.kit import HandClock

FOX: Any = registry.game("fox")


def first_question() -> tuple[Any, Seat]:
    """A game of the Fox after its first deal, and who is to act."""
    state = FOX.new(2)
    while (spec := FOX.chance(state)) is not None:
        state = FOX.apply_chance(state, deals.draw(b"\x01" * 32, FOX.version, FOX.id, spec))
    (seat,) = FOX.to_act(state)
    return state, seat


@asynccontextmanager
async def pool(script: str | None = None, **kwargs: Any) -> AsyncIterator[BotPool]:
    """A pool whose workers run that script (None: the real ones)."""
    command = None if script is None else (sys.executable, "-c", script)
    made = BotPool(kwargs.pop("clock", HandClock()), command=command, **{"timeout": 60.0, **kwargs})
    try:
        yield made
    finally:
        await made.stop()


async def test_every_bot_answers_with_a_legal_action() -> None:
    """From what its seat knows, as text; the same seed gives the same answer, in another process too."""
    state, seat = first_question()
    legal = {FOX.action_text(action) for action in FOX.legal_actions(state, seat)}
    knowledge = FOX.knowledge(state, seat)
    async with pool() as bots:
        for name in bots_of("fox"):
            answers = {await bots.choose("fox", name, knowledge, 7) for _ in range(2)}
            assert answers == {BOTS["fox"][name](knowledge, Random(7))}
            assert answers <= legal


async def test_many_questions_share_few_processes() -> None:
    """They wait for a free one; each gets its own answer."""
    state, seat = first_question()
    knowledge = FOX.knowledge(state, seat)
    async with pool(workers=2) as bots:
        answers = await asyncio.gather(*(bots.choose("fox", "simple", knowledge, seed) for seed in range(12)))
        assert len(bots._all) == 2
    assert answers == [BOTS["fox"]["simple"](knowledge, Random(seed)) for seed in range(12)]


async def test_an_error_of_a_bot_is_told_by_its_type_only() -> None:
    """A bot that does not exist fails alone; its process goes on."""
    state, seat = first_question()
    knowledge = FOX.knowledge(state, seat)
    async with pool() as bots:
        with pytest.raises(BotFailed, match=r"^KeyError$"):
            await bots.choose("fox", "nobody", knowledge, 1)
        with pytest.raises(BotFailed, match=r"^[A-Za-z]+$"):
            await bots.choose("fox", "simple", ("no", "knowledge"), 1)
        before = set(bots._all)
        await bots.choose("fox", "simple", knowledge, 1)
        assert set(bots._all) == before


async def test_a_process_that_dies_is_replaced() -> None:
    """One that had nothing to do is not even missed."""
    state, seat = first_question()
    knowledge = FOX.knowledge(state, seat)
    async with pool() as bots:
        first = await bots.choose("fox", "simple", knowledge, 1)
        (process,) = bots._all
        process.kill()
        await process.wait()
        assert await bots.choose("fox", "simple", knowledge, 1) == first
        assert process not in bots._all


async def test_a_process_that_dies_in_a_thought_fails_that_question_only() -> None:
    """The next one is asked of another process."""
    async with pool("import sys; sys.stdin.buffer.read()") as bots:
        asking = asyncio.ensure_future(bots.choose("fox", "simple", 1, 1))
        while not bots._all:
            await asyncio.sleep(0)
        (process,) = bots._all
        process.kill()
        with pytest.raises(BotFailed):
            await asking
        assert bots._all == set()


async def test_no_answer_in_time_is_a_failure_and_the_end_of_that_process() -> None:
    """A late answer must not be taken for that to the next question."""
    async with pool("import sys; sys.stdin.buffer.read()", timeout=0.05) as bots:
        with pytest.raises(BotFailed):
            await bots.choose("fox", "simple", 1, 1)
        assert bots._all == set()


@pytest.mark.parametrize(
    "script",
    [
        "import sys; sys.exit(1)",
        "import sys; sys.stdout.buffer.write(b'\\xff' * 100); sys.stdout.flush(); sys.stdin.read()",
        "import sys; sys.stdout.buffer.write(b'\\0\\0\\0\\1\\x01'); sys.stdout.flush(); sys.stdin.read()",
    ],
)
async def test_processes_that_fail_again_and_again_get_a_rest(script: str) -> None:
    """After five failures in a row no more are started for a minute."""
    clock = HandClock()
    async with pool(script, clock=clock) as bots:
        started = 0

        async def start() -> Any:
            nonlocal started
            started += 1
            return await BotPool._start(bots)

        bots._start = start  # type: ignore[method-assign]
        for _ in range(8):
            with pytest.raises(BotFailed):
                await bots.choose("fox", "simple", 1, 1)
        assert started == 5
        clock.move(60.0)
        with pytest.raises(BotFailed):
            await bots.choose("fox", "simple", 1, 1)
        assert started == 6


async def test_a_question_that_is_given_up_takes_its_process_with_it() -> None:
    """Its answer would come to the next one."""
    async with pool("import sys; sys.stdin.buffer.read()") as bots:
        asking = asyncio.ensure_future(bots.choose("fox", "simple", 1, 1))
        while not bots._all:
            await asyncio.sleep(0)
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking
        assert bots._all == set()


async def test_after_the_stop_nobody_thinks() -> None:
    """The processes have ended when `stop` returns; more questions fail at once."""
    state, seat = first_question()
    knowledge = FOX.knowledge(state, seat)
    async with pool() as bots:
        await bots.choose("fox", "simple", knowledge, 1)
        (process,) = bots._all
        await bots.stop()
        assert process.returncode is not None
        with pytest.raises(BotFailed):
            await bots.choose("fox", "simple", knowledge, 1)


async def test_a_worker_imports_the_core_only() -> None:
    """No network, no database, no screens in the process that thinks."""
    script = (
        "import sys, core.bots.worker\n"
        "heavy = {'asyncio', 'asyncssh', 'textual', 'rich', 'sqlalchemy', 'server', 'tui'}\n"
        "sys.exit(', '.join(heavy & set(sys.modules)) or 0)"
    )
    ended = await asyncio.to_thread(
        subprocess.run, [sys.executable, "-c", script], check=False, capture_output=True
    )
    assert (ended.returncode, ended.stderr) == (0, b"")


# A worker whose bot tells that it has begun to think, and never ends.
THINKER = """
import sys, pathlib, core.bots.worker as worker
def think(knowledge, rng):
    pathlib.Path(sys.argv[1]).touch()
    while True:
        pass
worker.BOTS = {"fox": {"simple": think}}
worker.main()
"""


async def test_workers_end_with_the_house_in_the_middle_of_a_thought(tmp_path: Path) -> None:
    """However long the thought would have taken: nobody waits for it any more."""
    thinking = tmp_path / "thinking"
    script = (
        "import asyncio, sys\n"
        "from server.house.botpool import BotPool\n"
        "from server.house.clock import SystemClock\n"
        "from tests.server.house.test_botpool import THINKER\n"
        "async def main():\n"
        "    pool = BotPool(SystemClock(), timeout=600, command=(sys.executable, '-c', THINKER, sys.argv[1]))\n"
        "    asking = asyncio.ensure_future(pool.choose('fox', 'simple', (), 1))\n"
        "    while not pool._all:\n"
        "        await asyncio.sleep(0)\n"
        "    (process,) = pool._all\n"
        "    print(process.pid, flush=True)\n"
        "    await asking\n"
        "asyncio.run(main())\n"
    )
    house = await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        script,
        str(thinking),
        stdout=asyncio.subprocess.PIPE,
        cwd=Path(__file__).parents[3],
    )
    assert house.stdout is not None
    worker = int(await house.stdout.readline())
    try:
        while not thinking.exists():
            await asyncio.sleep(0.01)
        house.send_signal(signal.SIGKILL)
        await house.wait()
        while _alive(worker):
            await asyncio.sleep(0.01)
    finally:
        with contextlib.suppress(ProcessLookupError):  # if the test fails, it must not think on for ever
            os.kill(worker, signal.SIGKILL)


async def test_workers_end_with_the_house_and_hold_none_of_its_sockets(tmp_path: Path) -> None:
    """A house that is killed leaves no process behind, and its port can be taken at once."""
    script = (
        "import asyncio, os, socket, sys\n"
        "from server.house.botpool import BotPool\n"
        "from server.house.clock import SystemClock\n"
        "from tests.server.house.test_botpool import FOX, first_question\n"
        "async def main():\n"
        "    listening = socket.create_server(('127.0.0.1', 0))\n"
        "    pool = BotPool(SystemClock(), timeout=60)\n"
        "    state, seat = first_question()\n"
        "    await pool.choose('fox', 'simple', FOX.knowledge(state, seat), 1)\n"
        "    (process,) = pool._all\n"
        "    print(process.pid, listening.getsockname()[1], flush=True)\n"
        "    await asyncio.Event().wait()\n"
        "asyncio.run(main())\n"
    )
    house = await asyncio.create_subprocess_exec(
        sys.executable, "-c", script, stdout=asyncio.subprocess.PIPE, cwd=Path(__file__).parents[3]
    )
    assert house.stdout is not None
    worker, port = map(int, (await house.stdout.readline()).split())
    house.send_signal(signal.SIGKILL)
    await house.wait()
    socket.create_server(("127.0.0.1", port)).close()
    while _alive(worker):
        await asyncio.sleep(0.01)


def _alive(pid: int) -> bool:
    """Whether a process runs (one that has ended and was not yet collected does not)."""
    try:
        os.kill(pid, 0)
        return "Z" not in Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (ProcessLookupError, FileNotFoundError):
        return False
