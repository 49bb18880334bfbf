"""The help: what the screen is that the player came from, the rules of the game, keys and guests."""

from collections.abc import Hashable

from core.people import Kind
from tui.paint import Canvas
from tui.scene import Scene
from tui.widgets.help_lines import Page
from tui.widgets.help_page import body, body_height, paint_help
from tui.widgets.help_text import pages


class HelpScreen(Scene):
    """Pages to scroll through; `came_from` is the topic of the screen below."""

    topic = "help"

    def __init__(self, came_from: str) -> None:
        super().__init__()
        self.came_from = came_from
        self.shown = 0
        self.top = 0

    def pages(self) -> tuple[Page, ...]:
        """The pages in the player's language."""
        return pages(self.look, self.came_from, self.house.profile.kind is Kind.GUEST)

    def paint(self, canvas: Canvas) -> None:
        paint_help(canvas, self.look, self.pages(), self.shown, self._clamped(canvas.width, canvas.height))

    def _clamped(self, width: int, height: int) -> int:
        rows = len(body(self.pages()[self.shown], width))
        self.top = max(0, min(self.top, rows - body_height(height)))
        return self.top

    def press(self, key: str, character: str | None) -> bool:
        page = body_height(self.size.height) - 1
        match key:
            case "up" | "k":
                self.top -= 1
            case "down" | "j":
                self.top += 1
            case "pageup" | "b":
                self.top -= page
            case "pagedown" | "space" | "enter":
                self.top += page
            case "home" | "g":
                self.top = 0
            case "end" | "G":
                self.top = len(body(self.pages()[self.shown], self.size.width))
            case "tab" | "right" | "l":
                self._turn_to(self.shown + 1)
            case "shift+tab" | "left" | "h":
                self._turn_to(self.shown - 1)
            case "q" | "question_mark" | "f1":
                self.leave()
            case _ if character is not None and character in "123":
                self._turn_to(int(character) - 1)
            case _:
                return False
        self._clamped(*self.size)
        return True

    def click(self, target: Hashable) -> None:
        match target:
            case ("tab", int() as index):
                self._turn_to(index)
            case _:
                super().click(target)

    def _turn_to(self, index: int) -> None:
        self.shown = index % len(self.pages())
        self.top = 0


def help_for(topic: str) -> HelpScreen:
    """The help for who comes from a screen of that topic."""
    return HelpScreen(topic)
