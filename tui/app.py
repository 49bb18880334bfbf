"""The app of one session: who plays, how things look to them, and the ways from screen to screen."""

import asyncio
import dataclasses
import time
from collections.abc import Callable

from core.commands import Ack, Command, Refusal
from core.ids import RoomId
from core.people import Profile
from tui.gateway import Gateway
from tui.hosted import HostedApp
from tui.hosted_screen import HostedScreen
from tui.i18n import read_all
from tui.look import Look, look
from tui.pace import WAITS, Waits
from tui.scene import Scene
from tui.screens.help import help_for
from tui.screens.lobby import LobbyScreen
from tui.screens.table import TableScreen
from tui.terminal import Colours, Terminal

read_all()


class InglenookApp(HostedApp, inherit_bindings=False):
    """Starts in the lobby; a table and the pages of the help lie on top of it."""

    def __init__(self, gateway: Gateway, terminal: Terminal, waits: Waits = WAITS) -> None:
        super().__init__(gateway, terminal)
        self.waits = waits
        self.clock: Callable[[], float] = time.time
        self.talk_read: dict[RoomId, int] = {}
        """By table: the number of the last line of talk that the player has read."""
        self._guessed_colours = terminal.colours
        self.profile: Profile = gateway.profile()
        self.look: Look = look("en", "unicode", "dark", "256")
        self.apply_settings(self.profile)

    def first_screen(self) -> HostedScreen:
        return LobbyScreen()

    # --- how things look

    def apply_settings(self, profile: Profile) -> None:
        """Use this profile from now on: name, language, glyphs, colours. What is not chosen is guessed."""
        self.profile = profile
        chosen = profile.settings
        depth = Colours(chosen.colours) if chosen.colours else self._guessed_colours
        self.terminal = dataclasses.replace(self.terminal, colours=depth)
        self.look = look(
            chosen.language or self.terminal.language or "en",
            chosen.glyphs or ("unicode" if self.terminal.unicode else "ascii"),
            chosen.theme,
            depth,
        )
        if self.is_running and isinstance(self.screen, Scene):
            self.screen.repaint()

    # --- from screen to screen

    def open_table(self, room: RoomId) -> None:
        """Go to a table, unless one is there: to one's own seat, else to watch."""
        here = self.screen
        if not isinstance(here, TableScreen) or here.room != room:
            self.push_screen(TableScreen(room))

    def show_lobby(self, notice: str = "") -> None:
        """Back to the lobby from anywhere. `notice` is a sentence that it shows on arrival."""
        while len(self.screen_stack) > 1:
            self.pop_screen()
        self.name_window("Inglenook")
        if notice and isinstance(self.screen, LobbyScreen):
            self.screen.tell(notice)

    def show_help(self, topic: str) -> None:
        """The page that explains a screen (`topic`), with the rules behind it."""
        self.push_screen(help_for(topic))

    def back(self) -> None:
        """Leave the screen on top; the lobby is left by leaving the house."""
        if len(self.screen_stack) > 1:
            self.pop_screen()
            if isinstance(self.screen, LobbyScreen):
                self.name_window("Inglenook")
        else:
            self.quit_house()

    def quit_house(self) -> None:
        """End the session with a friendly line."""
        self.leave(self.look.t("Goodbye, and come back to the fire."))

    # --- asking the house

    async def answer_to(self, command: Command) -> Ack | Refusal | None:
        """The house's answer, or None when there was none in time: then it may have been done, or not."""
        try:
            async with asyncio.timeout(self.waits.patience):
                return await self.gateway.submit(command)
        except (TimeoutError, ConnectionError):
            return None

    def send(self, command: Command) -> None:
        """Submit a command whose answer changes nothing for the player."""
        self.run_worker(self.answer_to(command))

    # --- drawing attention

    def your_turn(self, where: str, ring: bool) -> None:
        """It is the player's turn at the table `where`: say so in the title and `ring`, if they want that."""
        if ring and self.profile.settings.bell:
            self.bell()
        self.name_window(self.look.t("Your turn · {table}", table=where))

    def name_window(self, text: str) -> None:
        """Name the terminal's window, if the player wants that."""
        if self.profile.settings.title:
            self.set_title(text)

    # --- the house's own sentences

    def words(self, code: str, **params: str) -> str:
        match code:
            case "crashed":
                return self.look.t(
                    "Sorry, something went wrong on our side. Your seat is kept: just come back. (error {id})",
                    **params,
                )
            case "server_stopping":
                return self.look.t("The house is closing for now. Your games are kept; come back soon.")
            case "stalled":
                return self.look.t("Your line stood still for too long. Your seat is kept: just come back.")
        return super().words(code, **params)
