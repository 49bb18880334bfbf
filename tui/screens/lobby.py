"""The lobby: where a player arrives, sees who plays what, and goes to a table."""

from collections.abc import Callable, Hashable
from dataclasses import replace

from core.commands import Ack, Command, PlayBot, Refusal, Seek, Sit, Unseek
from core.ids import RoomId
from core.registry import GAMES
from tui.lineedit import LineEdit
from tui.paint import Canvas
from tui.refusals import refusal_text
from tui.screens.join import JoinScreen
from tui.screens.lobby_follow import FollowedLobby, place_of
from tui.screens.open_table import OpenTableScreen
from tui.screens.settings import SettingsScreen
from tui.widgets.lobby_list import rows, visible_top
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


class LobbyScreen(FollowedLobby):
    """The first screen: three choices, the live list, the ways to all other screens."""

    topic = "lobby"

    def __init__(self) -> None:
        super().__init__()
        self.top = 0
        self.panel: Panel | None = None
        self._picked: Callable[[int], None] | None = None
        self._busy = False
        self._unanswered: Command | None = None

    # --- the picture

    def paint(self, canvas: Canvas) -> None:
        listed = rows(self.view) if self.view is not None else ()
        index = None if isinstance(self.cursor, int) else place_of(listed, self.cursor)
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
        index = -1 if isinstance(self.cursor, int) else place_of(listed, self.cursor) or 0
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
        index = place_of(listed, self.cursor)
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
            self.message, self.warn = self.look.t("There is no game to watch just now."), False
        elif len(running) == 1:
            self.house.open_table(running[0])
        elif isinstance(self.cursor, int) or self.cursor not in running:
            self.cursor = running[0]
        else:
            self.cursor = running[(running.index(self.cursor) + 1) % len(running)]

    # --- what the house is asked

    def submit(self, command: Command, then: Callable[[Ack], None] | None = None) -> None:
        """Send a command; `then` runs with its Ack, a refusal is shown. While one is on its way no other goes.

        What got no answer is sent again under its own id when the player does the same once more.
        """
        if self._busy:
            return
        again, self._unanswered = self._unanswered, None
        if again is not None and replace(command, id=again.id) == again:
            command = again
        self._busy = True
        self.run_worker(self._submit(command, then))

    async def _submit(self, command: Command, then: Callable[[Ack], None] | None) -> None:
        try:
            answer = await self.house.answer_to(command)
        finally:
            self._busy = False
        if answer is None:
            self._unanswered = command
            self.message = self.look.t("No answer from the house. Do it again: it counts once only.")
            self.warn = True
        elif isinstance(answer, Refusal):
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
