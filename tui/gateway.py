"""The one door through which screens reach the house. Everything that passes can be packed by core/wire.py."""

from collections.abc import AsyncIterator
from typing import Protocol

from core.commands import Ack, Command, Refusal
from core.ids import CommandId, RoomId, Seq
from core.people import Profile
from core.tables import LobbyView, TableUpdate


class Gateway(Protocol):
    """One player's way into the house. Made for one session, closed with it."""

    def profile(self) -> Profile:
        """Who I am, as of now."""
        ...

    def new_command_id(self) -> CommandId:
        """A fresh id for the next command."""
        ...

    async def save(self, profile: Profile) -> Profile | Refusal:
        """Store my name and settings. Refused (``name_taken``, ``name_bad`` …) without any change."""
        ...

    async def resume(self, code: str) -> Profile | Refusal:
        """A guest comes back as who they were: from here on this gateway speaks for that account."""
        ...

    def lobby(self) -> AsyncIterator[LobbyView]:
        """The lobby now, then again whenever it has changed; a slow reader misses states, never the last."""
        ...

    async def submit(self, command: Command) -> Ack | Refusal:
        """Ask for something. Once an Ack is here it will not be lost."""
        ...

    def watch(self, room: RoomId, since: Seq = Seq(0)) -> AsyncIterator[TableUpdate]:
        """A table's updates: its view now (unless it is not newer than `since`), presence, recent chat, then all
        that comes. Ends after TableClosed. From one's own seat, else as a spectator. An unknown or forbidden room
        gives one TableClosed(``no_such_table``)."""
        ...
