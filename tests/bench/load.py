"""A full house: many players in pairs who play whatever the cursor offers, at a given rate of moves."""

import asyncio
import contextlib
import random
from collections.abc import Sequence
from time import perf_counter

import asyncssh

from tests.bench.client import Player

ENTER = b"\r"
PATIENCE = 2.0
"""Seconds after which a key that made the opponent's screen change not at all counts as no move."""


class Load:
    """Players by their keys, two to a table. `times` are seconds from a move to the opponent's next bytes."""

    def __init__(self, port: int, keys: Sequence[asyncssh.SSHKey]) -> None:
        self.port = port
        self.keys = keys
        self.pairs: list[tuple[Player, Player]] = []
        self.times: list[float] = []
        self.lost = 0
        self.rate = 0.0
        self.churned = 0

    async def seat_all(self) -> None:
        """Everybody comes in and finds an opponent by quick match."""
        for first, second in zip(self.keys[::2], self.keys[1::2], strict=True):
            pair = await Player.enter(self.port, first), await Player.enter(self.port, second)
            for player in pair:
                await player.quiet(0.03)
                player.send(b"1")
            await asyncio.gather(*(player.until_table() for player in pair))
            self.pairs.append(pair)

    async def play(self, moves: float, seconds: float) -> None:
        """Play `moves` a second in all, for so long; every second somebody comes in and goes again."""
        rng = random.Random(7)
        tables = [asyncio.create_task(self._table(pair, moves, rng.random())) for pair in self.pairs]
        churn = asyncio.create_task(self._churn())
        start = perf_counter()
        await asyncio.sleep(seconds)
        for task in (*tables, churn):
            task.cancel()
        for task in (*tables, churn):
            with contextlib.suppress(asyncio.CancelledError):
                await task
        self.rate = len(self.times) / (perf_counter() - start)

    async def _table(self, pair: tuple[Player, Player], moves: float, phase: float) -> None:
        """One table: whoever's turn it is plays; holds are read away by the same key."""
        pause = len(self.pairs) / moves
        await asyncio.sleep(phase * pause)
        due = perf_counter()
        while True:
            mover, other = pair if pair[0].turn else (pair[1], pair[0])
            if not mover.turn:
                for player in pair:
                    player.send(ENTER)
                await asyncio.sleep(0.2)
                continue
            other.arrived.clear()
            sent = mover.send(ENTER)
            try:
                await asyncio.wait_for(self._moved(mover, other), PATIENCE)
            except TimeoutError:
                self.lost += 1
                continue
            if other.at > sent:
                self.times.append(other.at - sent)
            due += pause
            await asyncio.sleep(max(0.0, due - perf_counter()))

    @staticmethod
    async def _moved(mover: Player, other: Player) -> None:
        """Until the opponent's screen has changed, or it is clear that the key only ended one's own pause."""
        while not other.arrived.is_set():
            mine, theirs = (
                asyncio.create_task(mover.arrived.wait()),
                asyncio.create_task(other.arrived.wait()),
            )
            try:
                await asyncio.wait({mine, theirs}, return_when=asyncio.FIRST_COMPLETED)
                if not theirs.done():
                    await asyncio.wait({theirs}, timeout=0.25)
                    if not theirs.done():
                        return
            finally:
                mine.cancel()
                theirs.cancel()

    async def _churn(self) -> None:
        while True:
            player = await Player.enter(self.port, asyncssh.generate_private_key("ssh-ed25519"))
            await player.quiet(0.2)
            await player.close()
            self.churned += 1
            await asyncio.sleep(0.5)

    async def close(self) -> None:
        """Everybody hangs up."""
        await asyncio.gather(*(player.close() for pair in self.pairs for player in pair))
