"""The rows of the bench: each a budget of the house, measured on a server of its own beside a bare echo session."""

import asyncio
import statistics
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from time import perf_counter, process_time

import asyncssh

from tests.bench import idle, playouts
from tests.bench.client import Player
from tests.bench.load import Load
from tests.bench.process import Measured, started

SETTLED = 0.7
"""Seconds without a byte after which all that a move leads to by itself is on the screen."""

RIGHT, LEFT, ENTER = b"\x1b[C", b"\x1b[D", b"\r"


@dataclass(frozen=True, slots=True)
class Row:
    """One measured figure; `bound` is what it may be at most (at least, where `least`), None for a yardstick.

    `bare` is what the same took a bare session in the same run: `times` compares slow machines with fast ones.
    """

    name: str
    value: float
    unit: str
    bound: float | None = None
    least: bool = False
    note: str = ""
    bare: float | None = None

    @property
    def ratio(self) -> float | None:
        """The share of the budget that is used; above 1 it is broken."""
        if self.bound is None:
            return None
        if not self.bound:
            return 0.0 if not self.value else float("inf")
        return self.bound / self.value if self.least else self.value / self.bound

    @property
    def times(self) -> float | None:
        """How many times what it takes a bare session."""
        return None if self.bare is None else self.value / self.bare


@dataclass(frozen=True, slots=True)
class Size:
    """How much is measured: the full bench, or a short one that only shows that it works."""

    opens: int = 60
    seated: int = 100
    keys: int = 200
    held: int = 240
    idle_seconds: float = 40.0
    load_sessions: int = 500
    load_moves: float = 100.0
    load_seconds: float = 20.0
    playout_seconds: float = 5.0


SHORT = Size(8, 8, 20, 30, 3.0, 20, 8.0, 4.0, 0.5)


def server_arguments(home: Path) -> tuple[str, ...]:
    """A house on a free port that lets one address do what a whole town would."""
    limits = ("connections", "per_address", "unauthenticated", "unauthenticated_per_address")
    generous = [part for name in limits for part in ("--limit", f"{name}=5000")]
    return (
        *("-m", "server", "serve", "--port", "0", "--home", str(home), "--log-level", "error"),
        *generous,
        *("--limit", "connects_per_minute=1000000"),
    )


async def run(size: Size) -> list[Row]:
    """Measure everything, one thing at a time."""
    keys = [asyncssh.generate_private_key("ssh-ed25519") for _ in range(max(size.load_sessions, size.seated))]
    rows: list[Row] = []
    async with started("-m", "tests.bench.echo") as echo:
        bare_open = await opens("open a bare asyncssh echo session: CPU", None, echo, keys, size.opens)
        bare_key = await echo_latency(echo, keys[0], size.keys)
        rows += [bare_open, bare_key]
        rows += await memory("a bare asyncssh echo session: memory", None, echo, keys[: size.seated])
    with tempfile.TemporaryDirectory() as home:
        async with started(*server_arguments(Path(home))) as house:
            row = await opens("open a session and show the lobby: CPU", 10.0, house, keys, size.opens)
            rows.append(replace(row, bare=bare_open.value))
            rows += await at_a_table(
                house, asyncssh.generate_private_key("ssh-ed25519"), size, bare_key.value
            )
            rows += await seated(house, keys[: size.seated], size)
            rows.append(
                Row("an idle session at a table: timers", await asyncio.to_thread(idle.timers), "timers", 0)
            )
    with tempfile.TemporaryDirectory() as home:
        async with started(*server_arguments(Path(home))) as house:
            rows += await busy(house, keys[: size.load_sessions], size)
    rows.append(
        Row(
            "random playouts, Fox, every action checked",
            playouts.measure(size.playout_seconds),
            "plies/s",
            400_000,
            least=True,
        )
    )
    return rows


async def opens(
    name: str, bound: float | None, server: Measured, keys: Sequence[asyncssh.SSHKey], count: int
) -> Row:
    """CPU of the server to take one player in, from the connect to the first frame, one after the other."""
    for key in keys[:3]:
        player = await Player.enter(server.port, key)
        await player.quiet()
        await player.close()
    players: list[Player] = []
    before = server.fine_cpu()
    for n in range(count):
        players.append(await Player.enter(server.port, keys[n % len(keys)]))
        await players[-1].quiet(0.05)
    used = server.fine_cpu() - before
    for player in players:
        await player.close()
    return Row(name, 1000 * used / count, "ms", bound)


async def echo_latency(server: Measured, key: asyncssh.SSHKey, count: int) -> Row:
    """From a key to its echo: what the connection itself and this client take."""
    player = await Player.enter(server.port, key)
    await player.quiet()
    times = []
    for _ in range(count):
        times.append(await player.answered(b"x"))
        await asyncio.sleep(0.06)
    await player.close()
    return Row("from a key to its echo, bare session, p50", 1000 * statistics.median(times), "ms")


async def memory(
    name: str, bound: float | None, server: Measured, keys: Sequence[asyncssh.SSHKey]
) -> list[Row]:
    """Private memory over idle, per session."""
    before = server.memory()
    players = [await Player.enter(server.port, key) for key in keys]
    await players[-1].quiet()
    used = server.memory() - before
    for player in players:
        await player.close()
    return [Row(name, used / len(keys), "MiB", bound)]


async def at_a_table(server: Measured, key: asyncssh.SSHKey, size: Size, bare: float) -> list[Row]:
    """One player against a bot: keys and turns, in time and bytes; `bare` is a bare session's answer in ms."""
    player = await Player.enter(server.port, key)
    await player.quiet()
    player.send(b"b")
    await player.until_turn()
    await player.quiet()
    times: list[float] = []
    sizes: list[int] = []
    for n in range(size.keys):
        before = player.received
        times.append(await player.answered(RIGHT if n // 6 % 2 == 0 else LEFT))
        await asyncio.sleep(0.06)
        sizes.append(player.received - before)
    held: list[float] = []
    for n in range(size.held):
        sent = player.send(RIGHT if n // 6 % 2 == 0 else LEFT)
        await asyncio.sleep(1 / 30)
        held.append((player.at if player.at > sent else perf_counter()) - sent)
    turns: list[int] = []
    rounds: list[int] = []
    refused = 0
    while len(turns) < 13:
        before, titles = player.received, player.titles
        player.send(ENTER)
        await player.quiet(SETTLED)
        if player.titles == titles:  # a card that may not be played now: go to the next one
            refused += 1
            player.send(RIGHT if refused // 13 % 2 else LEFT)
            await player.quiet()
            continue
        turns.append(player.received - before)
        await player.until_turn(press=ENTER)
        await player.quiet(SETTLED)
        rounds.append(player.received - before)
    await player.close()
    return [
        Row("from a cursor key to its frame, p50", 1000 * statistics.median(times), "ms", 2.0, bare=bare),
        Row("the same, a key held at 30/s, p95", 1000 * quantile(held, 0.95), "ms", 25.0),
        Row("bytes of a cursor move, p95", quantile(sizes, 0.95), "bytes", 1200),
        Row(
            "bytes of a whole turn (a card, its answer, the trick), p95", quantile(turns, 0.95), "bytes", 3000
        ),
        # The wider reading of the same budget. The median: some turns end a round, with its points and a new deal.
        Row(
            "the same up to one's next turn, the other's lead read too, p50",
            quantile(rounds, 0.5),
            "bytes",
            3000,
        ),
    ]


async def seated(server: Measured, keys: Sequence[asyncssh.SSHKey], size: Size) -> list[Row]:
    """Players at tables who think: memory and CPU of each."""
    before = server.memory()
    load = Load(server.port, keys)
    await load.seat_all()
    await asyncio.sleep(3)
    used = server.memory() - before
    cpu, wakeups = server.fine_cpu(), server.wakeups()
    await asyncio.sleep(size.idle_seconds)
    share = (server.fine_cpu() - cpu) / size.idle_seconds / len(keys)
    woken = (server.wakeups() - wakeups) / size.idle_seconds / len(keys)
    await load.close()
    return [
        Row("a session at a table: memory over idle", used / len(keys), "MiB", 0.7),
        Row("an idle session at a table: CPU", 1000 * share, "millicores", 0.01),
        Row("an idle session at a table: wake-ups of the server", woken, "/s"),
    ]


async def busy(server: Measured, keys: Sequence[asyncssh.SSHKey], size: Size) -> list[Row]:
    """A full house that plays, with people coming and going."""
    load = Load(server.port, keys)
    await load.seat_all()
    cpu, own, start = server.fine_cpu(), process_time(), perf_counter()
    await load.play(size.load_moves, size.load_seconds)
    seconds = perf_counter() - start
    share, own_share = (server.fine_cpu() - cpu) / seconds, (process_time() - own) / seconds
    await load.close()
    told = f"{len(keys)} sessions, {len(keys) // 2} tables, {load.rate:.0f} moves/s, {load.churned} came and went"
    return [
        Row("from a move to the opponent's frame, p50", 1000 * quantile(load.times, 0.5), "ms", note=told),
        Row("the same, p99", 1000 * quantile(load.times, 0.99), "ms", 100.0, note=told),
        Row("the same, moves without a frame within 2 s", load.lost, "moves", note=told),
        Row("CPU of the server meanwhile", 100 * share, "% of a core", note=told),
        Row("CPU of the load itself meanwhile", 100 * own_share, "% of a core", note=told),
    ]


def quantile(values: Sequence[float], share: float) -> float:
    """The value below which that share of the values lies."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]
