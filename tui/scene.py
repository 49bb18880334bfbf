"""The base of every screen: one picture, one way in for keys, clicks and typing, one question at a time.

A scene paints itself whole on a canvas, from values it holds; whatever changes a value calls `repaint`. Keys come
by Textual's names. What all screens share lives here: help, leaving, questions, the line for too small a window.
"""

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, cast

from textual import events

from tui.hosted_screen import HostedScreen
from tui.look import Look
from tui.paint import Canvas, shorten

if TYPE_CHECKING:
    from tui.app import InglenookApp

SMALLEST = (60, 20)
"""The smallest window in which everything can be played, in cells."""


@dataclass(frozen=True, slots=True)
class Choice:
    """An answer to a question: its key, what it means in a few words, and what it does."""

    key: str
    means: str
    does: Callable[[], None]


@dataclass(frozen=True, slots=True)
class Question:
    """A question that waits at the foot of the screen; every key that is no answer drops it."""

    text: str
    choices: tuple[Choice, ...]


class Scene(HostedScreen, inherit_bindings=False):
    """A screen of Inglenook. Subclasses override `paint` and what they need of `press`, `click` and `typed`."""

    topic: ClassVar[str] = "house"
    """Which page of the help explains this screen."""

    def __init__(self) -> None:
        super().__init__()
        self.question: Question | None = None

    @property
    def house(self) -> "InglenookApp":
        """The app with its own type: gateway, profile, look, ways to other screens."""
        return cast("InglenookApp", self.app)

    @property
    def look(self) -> Look:
        """The player's look, as of now."""
        return self.house.look

    # What a screen is: overridden by subclasses.

    def paint(self, canvas: Canvas) -> None:
        """Paint the whole screen; the canvas is blank and at least SMALLEST."""

    def press(self, key: str, character: str | None) -> bool:
        """A key went down; True when it meant something here. `character` is what it would type, or None."""
        return False

    def click(self, target: Hashable) -> None:
        """A zone of the picture was clicked. A text target means the key of that name."""
        if isinstance(target, str):
            self.handle(target, target if len(target) == 1 else None)

    def typed(self, text: str) -> None:
        """Text was pasted."""

    def typing(self) -> bool:
        """Whether a line of typing is open, so that letters are text and not commands."""
        return False

    def tell(self, text: str) -> None:
        """Show a sentence of the house, if this screen has a place for one."""

    def leave(self) -> None:
        """Esc or Ctrl-C that nothing else took: back to where the player came from."""
        self.house.back()

    # What every screen does.

    def ask_which(self, text: str, *choices: Choice) -> None:
        """Put a question; any key that is none of the choices' drops it. A second Ctrl-C takes the first choice."""
        self.question = Question(text, choices)
        self.repaint()

    def ask(self, text: str, yes: Callable[[], None]) -> None:
        """Put a yes-or-no question; `yes` is called when the player agrees."""
        self.ask_which(text, Choice(self.look.p("key for yes", "y"), self.look.t("yes"), yes))

    def handle(self, key: str, character: str | None) -> None:
        """Deal with a key: an open question first, then the screen, then what all screens share."""
        if self.question is not None:
            self._answer(key)
        elif self.small:
            if key in ("escape", "ctrl+c"):
                self.leave()
        elif self.press(key, character):
            pass
        elif key in ("escape", "ctrl+c"):
            self.leave()
        elif character == "?" or key == "f1":
            self.house.show_help(self.topic)
        elif key == "ctrl+l":
            self.picture.stale()
        self.repaint()

    @property
    def small(self) -> bool:
        """Whether the window is too small to play in."""
        return self.size.width < SMALLEST[0] or self.size.height < SMALLEST[1]

    def _answer(self, key: str) -> None:
        question, self.question = self.question, None
        if question is None:
            return
        for choice in question.choices:
            if key == choice.key or key == "ctrl+c":
                choice.does()
                return

    def painted(self, width: int, height: int) -> Canvas:
        """The picture of this screen at a size in cells."""
        canvas = Canvas(width, height, self.look.palette.base)
        if width < SMALLEST[0] or height < SMALLEST[1]:
            paint_too_small(canvas, self.look)
            return canvas
        self.paint(canvas)
        if self.question is not None:
            paint_question(canvas, self.look, self.question)
        return canvas

    # Textual's side.

    def on_key(self, event: events.Key) -> None:
        event.stop()
        event.prevent_default()
        self.handle(event.key, event.character if event.is_printable else None)

    def on_paste(self, event: events.Paste) -> None:
        event.stop()
        if not self.small and self.question is None:
            self.typed(event.text)
            self.repaint()

    def on_click(self, event: events.Click) -> None:
        event.stop()
        canvas = self.picture.canvas
        if event.button != 1 or canvas is None or self.small:
            return
        if self.question is not None:
            target = canvas.hit(event.screen_x, event.screen_y)
            self._answer(target if isinstance(target, str) else "")
            self.repaint()
            return
        target = canvas.hit(event.screen_x, event.screen_y)
        if target is not None:
            self.click(target)
            self.repaint()

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        event.stop()
        self.handle("down", None)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        event.stop()
        self.handle("up", None)


def paint_too_small(canvas: Canvas, look: Look) -> None:
    """One clear line instead of a screen that could not be played."""
    width, height = canvas.width, canvas.height
    times = "x" if look.glyphs.name == "ascii" else "×"
    size, least = f"{width}{times}{height}", f"{SMALLEST[0]}{times}{SMALLEST[1]}"
    line = look.t("Too small: {size}, please make it {least}.", size=size, least=least)
    if len(line) > width:
        line = f"{size} < {least}"
    canvas.put_centre(0, width, max(0, (height - 1) // 2), shorten(line, width), look.palette.accent)


def paint_question(canvas: Canvas, look: Look, question: Question) -> None:
    """A question on the last two rows, with the keys that answer it."""
    palette = look.palette
    y = canvas.height - 2
    canvas.fill(0, y, canvas.width, 2, palette.base)
    canvas.zone(0, 0, canvas.width, canvas.height, "escape")  # a click elsewhere is no answer either
    x = canvas.put(1, y, look.glyphs.turn, palette.warn) + 1
    canvas.put(x, y, shorten(question.text, canvas.width - x - 1), palette.warn)
    x = 1
    answers = [(choice.key, choice.means) for choice in question.choices]
    for key, means in (*answers, (look.p("key", "Esc"), look.t("stay"))):
        start = x
        x = canvas.put(x, y + 1, key, palette.key)
        x = canvas.put(x + 1, y + 1, means, palette.base)
        canvas.zone(start, y + 1, x - start, 1, key)
        x += 3
