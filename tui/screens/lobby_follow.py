"""Following the house's lobby: the newest state of it, the player's place in it, a match that is found."""

from typing import Any

from textual.screen import Screen
from textual.worker import Worker

from core.ids import AccountId, RoomId
from core.tables import LobbyView, Phase
from tui.scene import Scene
from tui.widgets.lobby_list import Row, rows
from tui.widgets.lobby_page import notice_text


class FollowedLobby(Scene):
    """The part of the lobby's screen that listens. It goes on behind other screens, while the session lasts."""

    def __init__(self) -> None:
        super().__init__()
        self.view: LobbyView | None = None
        self.cursor: int | RoomId = 0
        """A choice (0-2) or the table it stands on."""
        self.message = ""
        self.warn = False
        self._matched: RoomId | None = None
        self._follower: Worker[None] | None = None
        self._account: AccountId | None = None

    def on_screen_resume(self) -> None:
        """Follow the lobby from the first showing on, and anew when a guest has come back as who they were."""
        account = self.house.profile.account
        if account == self._account:
            return
        self._account = account
        if self._follower is not None:
            self._follower.cancel()
            self.view, self.cursor = None, 0
        self._follower = self.run_worker(self._follow())

    async def _follow(self) -> None:
        async for view in self.house.gateway.lobby():
            self.receive(view)

    def receive(self, view: LobbyView) -> None:
        """Show this state of the lobby; the cursor stays on its table, or goes to the one that took its place.

        Whoever arrives while a game of theirs is running (after a dropped line, say) is back at that table; with
        several the cursor stands on the first.
        """
        before, self.view = self.view, view
        arriving = before is None
        waited = _waiting(before)
        news = view.notice if before is None or view.notice != before.notice else ""
        running: list[RoomId] = []
        if arriving and self.cursor == 0:
            running = [row.table.room for row in rows(view) if _runs(row)]
            self.cursor = running[0] if running else 0
        elif not isinstance(self.cursor, int):
            self._keep_cursor(self.cursor, before, view)
        self.repaint()
        top = self.house.screen
        if news and top is not self and isinstance(top, Scene):
            top.tell(notice_text(self.look, news))
        if len(running) == 1 and top is self:
            self.house.open_table(running[0])
        if not arriving:
            self._call(waited, _waiting(view), top)
        if view.matched is not None and view.matched != self._matched:
            self._matched = view.matched
            self._go_to_match(view.matched)

    def _keep_cursor(self, table: RoomId, before: LobbyView | None, now: LobbyView) -> None:
        listed = rows(now)
        if place_of(listed, table) is None:
            was = (place_of(rows(before), table) if before is not None else None) or 0
            self.cursor = listed[min(was, len(listed) - 1)].table.room if listed else 0

    def _call(self, before: tuple[RoomId, ...], now: tuple[RoomId, ...], top: Screen[Any]) -> None:
        """Ring when a game that is not on the screen has begun to wait for the player; name it in the title."""
        here = getattr(top, "room", None)  # a table rings by itself
        called = [room for room in now if room not in before and room != here]
        if called:
            self.house.your_turn(called[0], True)
        elif before and not now and top is self:
            self.house.name_window("Inglenook")

    def _go_to_match(self, room: RoomId) -> None:
        top = self.house.screen
        if self.house.profile.settings.bell:
            self.house.bell()
        if top is self or not isinstance(top, Scene):
            self.house.open_table(room)
        else:  # the player is busy elsewhere: nobody is pulled away from a game
            top.ask(
                self.look.t("A player has come for your match. Go to that table?"),
                lambda: self.house.open_table(room),
            )

    def tell(self, text: str) -> None:
        """Show a sentence in the line of news until the next key."""
        self.message, self.warn = text, False
        self.repaint()


def _waiting(view: LobbyView | None) -> tuple[RoomId, ...]:
    """The games of the player in which it is their turn."""
    return tuple(table.room for table in view.yours if table.your_turn) if view is not None else ()


def _runs(row: Row) -> bool:
    """Whether it is a running game of the player's own."""
    return row.kind == "yours" and row.table.phase is Phase.PLAYING


def place_of(listed: tuple[Row, ...], room: RoomId) -> int | None:
    """The row of that table in the list, or None."""
    return next((index for index, row in enumerate(listed) if row.table.room == room), None)
