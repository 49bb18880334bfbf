"""A player for measuring: a real SSH session that notes when bytes come, without drawing them."""

import asyncio
from time import perf_counter

import asyncssh

YOUR_TURN = b"\x07"


class Player(asyncssh.SSHClientSession[bytes]):
    """One SSH session with a terminal of 80×24. `received` counts bytes, `at` is when the last ones came."""

    def __init__(self) -> None:
        self.received = 0
        self.at = 0.0
        self.recent = bytearray()
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
        self.recent += data
        if len(self.recent) > 65536:
            del self.recent[:-32768]
        self.arrived.set()

    def send(self, keys: bytes) -> float:
        """Type; returns when (perf_counter)."""
        assert self._channel is not None
        self.arrived.clear()
        self.recent.clear()
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
