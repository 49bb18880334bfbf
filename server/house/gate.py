"""One session's way into the house (see tui/gateway.py)."""

from collections.abc import AsyncIterator
from typing import TYPE_CHECKING

from core.commands import Ack, Command, Refusal
from core.game import GameError
from core.ids import AccountId, CommandId, RoomId, Seq
from core.people import Kind, Profile
from core.tables import TableClosed, TableUpdate
from server.house.refused import Refused
from server.store.log import StoreError

if TYPE_CHECKING:
    from core.tables import LobbyView
    from server.house.house import House
    from server.house.watching import Watcher

_NO_COMMAND = CommandId("")


class Gate:
    """Implements the gateway for one session. Made by `House.arrive`; close it when the session ends."""

    def __init__(self, house: "House", account: AccountId, number: int) -> None:
        self.account = account
        self.number = number
        """Rises with each gate of the house: of two gates of one account the higher is the newer."""
        self.closed = False
        self.watchers: set[Watcher] = set()
        self._house = house
        self._prefix = house.entropy(6).hex()
        self._commands = 0

    def profile(self) -> Profile:
        """See Gateway."""
        return self._house.register.profile(self.account)

    def new_command_id(self) -> CommandId:
        """See Gateway."""
        self._commands += 1
        return CommandId(f"{self._prefix}-{self._commands}")

    async def save(self, profile: Profile) -> Profile | Refusal:
        """See Gateway."""
        try:
            return await self._house.save(self.account, profile)
        except GameError as error:
            return Refusal(_NO_COMMAND, error.code, tuple(error.params.items()))
        except StoreError:
            return Refusal(_NO_COMMAND, "try_again")

    async def resume(self, code: str) -> Profile | Refusal:
        """See Gateway."""
        try:
            return await self._house.door.resume(self, code)
        except Refused as refused:
            return Refusal(_NO_COMMAND, refused.code)
        except StoreError:
            return Refusal(_NO_COMMAND, "try_again")

    @property
    def guest(self) -> bool:
        """Whether this session came without a key."""
        return self.profile().kind is Kind.GUEST

    async def submit(self, command: Command) -> Ack | Refusal:
        """See Gateway."""
        if self.closed:
            return Refusal(command.id, "try_again")
        return await self._house.desk.submit(self.account, command)

    async def lobby(self) -> "AsyncIterator[LobbyView]":
        """See Gateway."""
        house = self._house
        changed = house.lobby.listen(lambda: self.account)
        seen: LobbyView | None = None
        try:
            while not self.closed:
                changed.clear()
                view = house.lobby_view(self)
                if view != seen:
                    seen = view
                    yield view
                if house.stopping:
                    return
                await changed.wait()
        finally:
            house.lobby.unlisten(changed)

    async def watch(self, room: RoomId, since: Seq = Seq(0)) -> AsyncIterator[TableUpdate]:
        """See Gateway."""
        try:
            watcher = await self._house.watch(self, room, since)
        except Refused as refused:
            yield TableClosed(room, refused.code)
            return
        except StoreError:
            yield TableClosed(room, "try_again")
            return
        try:
            while True:
                for update in watcher.news():
                    yield update
                if watcher.closed:
                    return
                await watcher.wait()
        finally:
            self._house.unwatch(self, watcher)

    def close(self) -> None:
        """The session has ended: its seats are away now, unless the same account has another gate."""
        if not self.closed:
            self.closed = True
            self._house.door.leave(self)
