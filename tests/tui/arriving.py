"""A player in a lobby that a test writes by hand: what the house shows, answers and refuses is set by the test."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from core import commands as cmd
from core.ids import CommandId, RoomId, Seq
from core.people import Profile
from core.tables import LobbyView, TableClosed, TableUpdate
from tests.tui.fakes import FakeGateway, FakeHouse
from tests.tui.playing import Player
from tests.tui.scenes_lobby import ANA, QUIET
from tui.app import InglenookApp
from tui.terminal import Terminal

NEW_TABLE = RoomId("new-1")


class LobbyGateway(FakeGateway):
    """Shows the lobbies that are put into `views`; acknowledges every command unless `refuse` names a code."""

    def __init__(self, profile: Profile, view: LobbyView | None) -> None:
        super().__init__(FakeHouse(), profile)
        self.views: asyncio.Queue[LobbyView] = asyncio.Queue()
        if view is not None:
            self.views.put_nowait(view)
        self.refuse = ""
        self.saved: list[Profile] = []
        self.codes: list[str] = []
        self.returning: Profile | None = None
        self.watched: list[RoomId] = []
        self.followed = 0

    async def lobby(self) -> AsyncIterator[LobbyView]:
        self.followed += 1
        while True:
            yield await self.views.get()

    async def submit(self, command: cmd.Command) -> cmd.Ack | cmd.Refusal:
        self.sent.append(command)
        if self.hold is not None:
            await self.hold.wait()
        if self.lose_answers:
            self.lose_answers -= 1
            raise TimeoutError
        if self.refuse:
            return cmd.Refusal(command.id, self.refuse)
        room = getattr(command, "room", NEW_TABLE)
        return cmd.Ack(command.id, None if isinstance(command, cmd.Seek | cmd.Unseek) else room)

    async def save(self, profile: Profile) -> Profile | cmd.Refusal:
        self.saved.append(profile)
        if self.hold is not None:
            await self.hold.wait()
        if self.refuse:
            return cmd.Refusal(CommandId(""), self.refuse)
        self._profile = profile
        return profile

    async def resume(self, code: str) -> Profile | cmd.Refusal:
        self.codes.append(code)
        if self.returning is None:
            return cmd.Refusal(CommandId(""), "no_such_code")
        self._profile = self.returning
        return self.returning

    async def watch(self, room: RoomId, since: Seq = Seq(0)) -> AsyncIterator[TableUpdate]:
        self.watched.append(room)
        await asyncio.Event().wait()
        yield TableClosed(room, "over")


class Arrived(Player):
    """A player in the lobby, with the gateway that the test directs."""

    gateway: LobbyGateway

    async def shown(self, view: LobbyView) -> None:
        """The house tells of a change, and the screen has it."""
        self.gateway.views.put_nowait(view)
        await self.until(self.gateway.views.empty)
        await self.pilot.pause()


@asynccontextmanager
async def arrive(
    view: LobbyView | None = QUIET, profile: Profile = ANA, size: tuple[int, int] = (80, 24)
) -> AsyncIterator[Arrived]:
    """A player who has just come in; `view` None: the house has not told yet."""
    gateway = LobbyGateway(profile, view)
    app = InglenookApp(gateway, Terminal(size=size))
    rings: list[str] = []
    app.bell = lambda: rings.append("ring")  # type: ignore[method-assign]
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        player = Arrived(app, pilot, gateway, rings)
        await player.until(gateway.views.empty)
        await pilot.pause()
        yield player
