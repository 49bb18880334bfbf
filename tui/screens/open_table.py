"""Opening a table: which game, with which options, for anybody or for those with the code."""

from collections.abc import Hashable
from dataclasses import replace

from core.commands import Open, Refusal
from core.game import OptionSpec, Scalar
from core.registry import GAMES
from tui.paint import Canvas
from tui.refusals import refusal_text
from tui.scene import Scene
from tui.screens.join import JoinScreen
from tui.widgets.lobby_form import paint_form
from tui.widgets.lobby_open_table import TableChoice, open_table_form

_MOST_DIGITS = 4


class OpenTableScreen(Scene):
    """A form made from the schema of the chosen game; opening leads to the new table."""

    topic = "open_table"

    def __init__(self) -> None:
        super().__init__()
        self.games = tuple(GAMES)
        self.game = self.games[0]
        self.chosen: dict[str, Scalar] = {spec.name: spec.default for spec in GAMES[self.game].options}
        self.private = False
        self.cursor = 0
        self.digits = ""
        self.message = ""
        self._busy = False
        self._unanswered: Open | None = None

    @property
    def schema(self) -> tuple[OptionSpec, ...]:
        """The options of the game that is chosen now."""
        return GAMES[self.game].options

    # Rows: the game, its options, who may come, then two buttons.

    @property
    def _who(self) -> int:
        return 1 + len(self.schema)

    def choice(self) -> TableChoice:
        """What is chosen so far."""
        return TableChoice(self.games, self.game, self.schema, tuple(self.chosen.items()), self.private)

    def paint(self, canvas: Canvas) -> None:
        paint_form(canvas, self.look, open_table_form(self.look, self.choice(), self.cursor, self.message))

    def press(self, key: str, character: str | None) -> bool:
        self.message = ""
        count = self._who + 3
        match key:
            case "up" | "k" | "shift+tab":
                self._go((self.cursor - 1) % count)
            case "down" | "j" | "tab":
                self._go((self.cursor + 1) % count)
            case "left" | "h":
                self._turn(-1)
            case "right" | "l" | "space":
                self._turn(1)
            case "backspace" if self.digits:
                self._number(self.digits[:-1])
            case "enter":
                self._enter()
            case "c":
                self.house.push_screen(JoinScreen())
            case _ if character is not None and character.isascii() and character.isdigit():
                self._number((self.digits + character)[-_MOST_DIGITS:])
            case _:
                return False
        return True

    def click(self, target: Hashable) -> None:
        match target:
            case ("row", int() as index):
                again = self.cursor == index
                self._go(index)
                if index > self._who:
                    self._enter()
                elif again:
                    self._turn(1)
            case ("turn", int() as index, int() as step):
                self._go(index)
                self._turn(step)
            case _:
                super().click(target)

    def _go(self, index: int) -> None:
        self.cursor, self.digits = index, ""

    def _option(self) -> OptionSpec | None:
        return self.schema[self.cursor - 1] if 0 < self.cursor < self._who else None

    def _turn(self, step: int) -> None:
        """The next or previous value of the row the cursor is on."""
        self.digits = ""
        spec = self._option()
        if self.cursor == 0:
            self.game = self.games[(self.games.index(self.game) + step) % len(self.games)]
            self.chosen = {other.name: other.default for other in self.schema}
        elif spec is not None:
            value = self.chosen[spec.name]
            place = spec.choices.index(value) if value in spec.choices else -1 if step > 0 else 0
            self.chosen[spec.name] = spec.choices[(place + step) % len(spec.choices)]
        elif self.cursor == self._who:
            self.private = not self.private

    def _number(self, digits: str) -> None:
        """Type a number where the option takes any from its least up."""
        spec = self._option()
        if spec is None or spec.minimum is None:
            return
        self.digits = digits
        value = int(digits or "0")
        self.chosen[spec.name] = value if value >= spec.minimum else spec.default

    def _enter(self) -> None:
        if self.cursor == self._who + 2:
            self.house.push_screen(JoinScreen())
        elif not self._busy:
            self._busy = True
            self.run_worker(self._open())

    async def _open(self) -> None:
        options = tuple((spec.name, self.chosen[spec.name]) for spec in self.schema)
        command = Open(self.house.gateway.new_command_id(), self.game, options, self.private)
        again, self._unanswered = self._unanswered, None
        if again is not None and replace(command, id=again.id) == again:
            command = again  # its answer got lost: under its own id no second table can come of it
        try:
            answer = await self.house.answer_to(command)
        finally:
            self._busy = False
        if answer is None:
            self._unanswered = command
            self.message = self.look.t("No answer from the house. Do it again: it counts once only.")
            self.repaint()
        elif isinstance(answer, Refusal):
            self.message = refusal_text(self.look, answer)
            self.repaint()
        elif answer.room is not None:
            self.house.show_lobby()
            self.house.open_table(answer.room)
