"""The lobby: where a player arrives, sees who plays what, and goes to a table."""

from collections.abc import Callable, Hashable
from dataclasses import replace

from textual.worker import Worker

from core.commands import Ack, Command, PlayBot, Refusal, Seek, Sit, Unseek
from core.ids import AccountId, RoomId
from core.registry import GAMES
from core.tables import LobbyView
from tui.lineedit import LineEdit
from tui.paint import Canvas
from tui.refusals import refusal_text
from tui.scene import Scene
from tui.screens.join import JoinScreen
from tui.screens.open_table import OpenTableScreen
from tui.screens.settings import SettingsScreen
from tui.widgets.lobby_list import Row, rows, visible_top
from tui.widgets.lobby_page import LobbyPage, list_height, paint_lobby
from tui.widgets.lobby_panel import Panel
from tui.widgets.lobby_questions import goodbye, which_game, your_name
from tui.words_games import default_options

_CHOICES = 3

# What a key of the lobby stands for; arrows and Enter are dealt with by themselves.
_KEYS = {
    "1": "play", "p": "play", "2": "open", "t": "open", "3": "watch", "w": "watch",
    "b": "bot", "c": "code", "o": "settings", "s": "settings", "n": "name",
    "q": "quit", "Q": "quit",
}  # fmt: skip


class LobbyScreen(Scene):
    """The first screen. It follows the house's lobby while the session lasts, also behind other screens."""

    topic = "lobby"

    def __init__(self) -> None:
        super().__init__()
        self.view: LobbyView | None = None
        self.cursor: int | RoomId = 0
        self.top = 0
        self.message = ""
        self.warn = False
        self.panel: Panel | None = None
        self._picked: Callable[[int], None] | None = None
        self._busy = False
        self._matched: RoomId | None = None
        self._follower: Worker[None] | None = None
        self._account: AccountId | None = None

    # --- following the house

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

        Whoever arrives while a game of theirs waits for them finds the cursor there.
        """
        old = rows(self.view) if self.view is not None else ()
        arriving, self.view = self.view is None, view
        listed = rows(view)
        if arriving and self.cursor == 0 and listed and listed[0].table.your_turn:
            self.cursor = listed[0].table.room
        elif not isinstance(self.cursor, int):
            here = _index(listed, self.cursor)
            if here is None:
                was = _index(old, self.cursor) or 0
                self.cursor = listed[min(was, len(listed) - 1)].table.room if listed else 0
        self.repaint()
        if view.matched is not None and view.matched != self._matched:
            self._matched = view.matched
            self._go_to_match(view.matched)

    def _go_to_match(self, room: RoomId) -> None:
        top = self.house.screen
        if top is self or not isinstance(top, Scene):
            self.house.open_table(room)
        else:  # the player is busy elsewhere: nobody is pulled away from a game
            top.ask(
                self.look.t("A player has come for your match. Go to that table?"),
                lambda: self.house.open_table(room),
            )

    def notify_player(self, text: str) -> None:
        """Show a sentence in the line of news until the next key."""
        self.message, self.warn = text, False
        self.repaint()

    # --- the picture

    def paint(self, canvas: Canvas) -> None:
        listed = rows(self.view) if self.view is not None else ()
        index = None if isinstance(self.cursor, int) else _index(listed, self.cursor)
        self.top = visible_top(self.top, index, list_height(canvas.height, canvas.width), len(listed))
        page = LobbyPage(
            self.house.profile, self.view, self.cursor, self.top, self.message, self.warn, self.panel
        )
        paint_lobby(canvas, self.look, page)

    # --- keys and clicks

    def typing(self) -> bool:
        return self.panel is not None and self.panel.entry is not None

    def typed(self, text: str) -> None:
        if self.panel is not None and self.panel.entry is not None:
            self.panel = replace(self.panel, entry=self.panel.entry.insert(text), error="")

    def press(self, key: str, character: str | None) -> bool:
        if self.panel is not None:
            self._press_panel(self.panel, key, character)
            return True
        self.message = ""
        match key:
            case "up" | "k" | "down" | "j" | "pageup" | "pagedown" | "home" | "end":
                self._move(key)
            case "left" | "h" | "right" | "l" | "tab" | "shift+tab":
                step = -1 if key in ("left", "h", "shift+tab") else 1
                self.cursor = (self.cursor + step) % _CHOICES if isinstance(self.cursor, int) else 0
            case "enter" | "space":
                self._enter()
            case "escape":
                if self.view is not None and self.view.seek is not None:
                    self._do("unseek")
                else:
                    self.cursor = 0
            case "ctrl+c":
                self._do("quit")
            case _:
                meaning = _KEYS.get(character or "")
                if meaning is None:
                    return False
                self._do(meaning)
        return True

    def click(self, target: Hashable) -> None:
        match target:
            case ("table", str() as room):
                if self.cursor == room:
                    self._enter()
                self.cursor = RoomId(room)
            case ("pick", int() as index) if self.panel is not None:
                self.panel = replace(self.panel, cursor=index)
                self._press_panel(self.panel, "enter", None)
            case _:
                super().click(target)

    def _move(self, key: str) -> None:
        listed = rows(self.view) if self.view is not None else ()
        page = list_height(self.size.height, self.size.width)
        step = {"up": -1, "k": -1, "down": 1, "j": 1, "pageup": -page, "pagedown": page}.get(key)
        index = -1 if isinstance(self.cursor, int) else _index(listed, self.cursor) or 0
        if step is None:
            index = len(listed) - 1 if key == "end" else -1
        else:
            index = max(-1, min(index + step, len(listed) - 1))
        if index >= 0:
            self.cursor = listed[index].table.room
        elif not isinstance(self.cursor, int):
            self.cursor = 0

    def _enter(self) -> None:
        if isinstance(self.cursor, int):
            self._do(("play", "open", "watch")[self.cursor])
            return
        listed = rows(self.view) if self.view is not None else ()
        index = _index(listed, self.cursor)
        if index is None:
            return
        row = listed[index]
        if row.kind == "open":
            self.submit(Sit(self.house.gateway.new_command_id(), row.table.room), self._enter_table)
        else:
            self.house.open_table(row.table.room)

    def _do(self, what: str) -> None:
        gateway = self.house.gateway
        match what:
            case "play":
                self.cursor = 0
                if self.view is not None and self.view.seek is not None:
                    self.submit(Unseek(gateway.new_command_id()))
                else:
                    self._with_game(self.look.t("Play now"), self._seek)
            case "unseek":
                self.submit(Unseek(gateway.new_command_id()))
            case "open":
                self.house.push_screen(OpenTableScreen())
            case "watch":
                self._watch()
            case "bot":
                self._with_game(self.look.t("Play a bot"), self._play_bot)
            case "code":
                self.house.push_screen(JoinScreen())
            case "settings":
                self.house.push_screen(SettingsScreen())
            case "name":
                self.panel = your_name(self.look)
            case "quit":
                self.panel = goodbye(self.look, self.house.profile, self.view)

    def _watch(self) -> None:
        """Watch the game the cursor is on or the only one there is, else go to the next of the running ones."""
        listed = rows(self.view) if self.view is not None else ()
        running = [row.table.room for row in listed if row.kind == "running"]
        if not running:
            self.message, self.warn = self.look.t("No game is running just now."), False
        elif len(running) == 1:
            self.house.open_table(running[0])
        elif isinstance(self.cursor, int) or self.cursor not in running:
            self.cursor = running[0]
        else:
            self.cursor = running[(running.index(self.cursor) + 1) % len(running)]

    # --- what the house is asked

    def submit(self, command: Command, then: Callable[[Ack], None] | None = None) -> None:
        """Send a command; `then` runs with its Ack, a refusal is shown. While one is on its way no other goes."""
        if not self._busy:
            self._busy = True
            self.run_worker(self._submit(command, then))

    async def _submit(self, command: Command, then: Callable[[Ack], None] | None) -> None:
        try:
            answer = await self.house.gateway.submit(command)
        finally:
            self._busy = False
        if isinstance(answer, Refusal):
            self.message, self.warn = refusal_text(self.look, answer), True
        elif then is not None:
            then(answer)
        self.repaint()

    def _enter_table(self, ack: Ack) -> None:
        if ack.room is not None:
            self.house.open_table(ack.room)

    def _seek(self, game: str) -> None:
        options = default_options(GAMES[game].options)
        self.submit(Seek(self.house.gateway.new_command_id(), game, options))

    def _play_bot(self, game: str) -> None:
        options = default_options(GAMES[game].options)
        self.submit(PlayBot(self.house.gateway.new_command_id(), game, options), self._enter_table)

    def _with_game(self, title: str, then: Callable[[str], None]) -> None:
        games = tuple(GAMES)
        if len(games) == 1:
            then(games[0])
            return
        self._picked = lambda index: then(games[index])
        self.panel = which_game(self.look, title, games)

    # --- panels

    def _press_panel(self, panel: Panel, key: str, character: str | None) -> None:
        if panel.entry is not None:
            self._press_entry(panel, panel.entry, key, character)
        elif panel.lines:
            self._press_lines(panel, key, character)
        elif key in ("enter", "ctrl+c", "y", "q", self.look.p("key for yes", "y")):
            self.house.quit_house()
        else:
            self.panel = None

    def _press_entry(self, panel: Panel, entry: LineEdit, key: str, character: str | None) -> None:
        if key in ("escape", "ctrl+c") or (key == "enter" and not entry.text.strip()):
            self.panel = None
        elif key == "enter":
            if not self._busy:
                self._busy = True
                self.run_worker(self._save_name(entry.text))
        elif character is not None:
            self.panel = replace(panel, entry=entry.insert(character), error="")
        else:
            self.panel = replace(panel, entry=entry.key(key) or entry)

    def _press_lines(self, panel: Panel, key: str, character: str | None) -> None:
        count = len(panel.lines)
        if key in ("up", "k", "down", "j"):
            step = -1 if key in ("up", "k") else 1
            self.panel = replace(panel, cursor=(panel.cursor + step) % count)
        elif key == "enter" or (
            character is not None and character.isdigit() and 0 < int(character) <= count
        ):
            index = panel.cursor if key == "enter" else int(character or "1") - 1
            self.panel = None
            if self._picked is not None:
                self._picked(index)
        elif key in ("escape", "ctrl+c", "q"):
            self.panel = None

    async def _save_name(self, name: str) -> None:
        try:
            answer = await self.house.gateway.save(replace(self.house.profile, name=name, named=True))
        finally:
            self._busy = False
        if isinstance(answer, Refusal):
            if self.panel is not None:
                self.panel = replace(self.panel, error=refusal_text(self.look, answer))
        else:
            self.house.apply_settings(answer)
            self.panel = None
            self.message, self.warn = self.look.t("Welcome, {name}.", name=answer.name), False
        self.repaint()


def _index(listed: tuple[Row, ...], room: RoomId) -> int | None:
    return next((index for index, row in enumerate(listed) if row.table.room == room), None)
