"""A player for measuring: a real SSH session that notes when bytes come, without drawing them."""

import asyncio
import re
from time import perf_counter

import asyncssh

TITLE = re.compile(rb"\x1b\]2;([^\x07]*)\x07")


class Player(asyncssh.SSHClientSession[bytes]):
    """One SSH session with a terminal of 80×24.

    `received` counts bytes, `at` is when the last ones came, `title` is the window's title, from which `turn` is
    known: a player who may act reads "Your turn" there. `titles` counts them: each move that is made changes it.
    """

    def __init__(self) -> None:
        self.received = 0
        self.at = 0.0
        self.title = b""
        self.titles = 0
        self._tail = b""
        self.arrived = asyncio.Event()
        self._channel: asyncssh.SSHClientChannel[bytes] | None = None
        self._connection: asyncssh.SSHClientConnection | None = None

    @classmethod
    async def enter(cls, port: int, key: asyncssh.SSHKey, user: str = "bench") -> "Player":
        """Connect to 127.0.0.1:`port` with this key and open a session."""
        connection = await asyncssh.connect(
            "127.0.0.1",
            port,
            username=user,
            client_keys=[key],
            known_hosts=None,
            config=None,
            agent_path=None,
            compression_algs=None,
        )
        player = cls()
        player._connection = connection
        await connection.create_session(
            lambda: player,
            term_type="xterm-256color",
            term_size=(80, 24),
            encoding=None,
            env={"LANG": "en_GB.UTF-8"},
        )
        return player

    def connection_made(self, chan: asyncssh.SSHClientChannel[bytes]) -> None:
        self._channel = chan

    def data_received(self, data: bytes, datatype: int | None) -> None:
        self.received += len(data)
        self.at = perf_counter()
        self._tail += data
        end = 0
        for found in TITLE.finditer(self._tail):
            self.title, end = found.group(1), found.end()
            self.titles += 1
        self._tail = self._tail[end:][-256:]
        self.arrived.set()

    @property
    def turn(self) -> bool:
        """Whether the window's title says that it is this player's turn."""
        return self.title.startswith(b"Your turn")

    async def until_turn(self, press: bytes = b"", guard: float = 30.0) -> None:
        """Wait for one's turn; `press` reads away what stands to be read meanwhile."""
        async with asyncio.timeout(guard):
            while not self.turn:
                self.arrived.clear()
                try:
                    await asyncio.wait_for(self.arrived.wait(), 0.3 if press else guard)
                except TimeoutError:
                    self.send(press)

    async def until_table(self, guard: float = 30.0) -> None:
        """Wait until the title names a table: the lobby names none."""
        async with asyncio.timeout(guard):
            while b"-" not in self.title:
                self.arrived.clear()
                await self.arrived.wait()

    def send(self, keys: bytes) -> float:
        """Type; returns when (perf_counter)."""
        assert self._channel is not None
        self.arrived.clear()
        sent = perf_counter()
        self._channel.write(keys)
        return sent

    async def answered(self, keys: bytes, guard: float = 20.0) -> float:
        """Type and return the seconds until the first bytes of the answer."""
        sent = self.send(keys)
        async with asyncio.timeout(guard):
            await self.arrived.wait()
        return self.at - sent

    async def quiet(self, gap: float = 0.25, guard: float = 30.0) -> None:
        """Return once nothing has come for `gap` seconds."""
        async with asyncio.timeout(guard):
            while True:
                self.arrived.clear()
                try:
                    await asyncio.wait_for(self.arrived.wait(), gap)
                except TimeoutError:
                    if self.received:
                        return

    async def close(self) -> None:
        """Hang up."""
        if self._connection is not None:
            self._connection.abort()
            await self._connection.wait_closed()
