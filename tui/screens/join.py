"""Entering a code: of a friend's private table, or a guest's way back."""

from dataclasses import replace

from core.commands import JoinByCode, Refusal
from core.people import Kind, Profile
from tui.lineedit import LineEdit
from tui.paint import Canvas
from tui.refusals import refusal_text
from tui.scene import Scene
from tui.widgets.lobby_panel import paint_panel
from tui.widgets.lobby_questions import enter_code

TABLE_WORDS = 2
"""Words of a table's code; a guest's way back has more."""
_CODE_CELLS = 40


class JoinScreen(Scene):
    """One line of typing: a short code leads to a table, a long one makes a guest who they were."""

    topic = "join"

    def __init__(self) -> None:
        super().__init__()
        self.entry = LineEdit(limit=_CODE_CELLS)
        self.error = ""
        self._busy = False

    def typing(self) -> bool:
        return True

    def paint(self, canvas: Canvas) -> None:
        guest = self.house.profile.kind is Kind.GUEST
        paint_panel(canvas, self.look, enter_code(self.look, guest, self.entry, self.error))

    def typed(self, text: str) -> None:
        self.entry, self.error = self.entry.insert(text), ""

    def press(self, key: str, character: str | None) -> bool:
        if key in ("escape", "ctrl+c"):
            return False
        if key == "enter":
            if self.entry.text.strip() and not self._busy:
                self._busy = True
                self.run_worker(self._enter(self.entry.text))
        elif character is not None:
            self.typed(character)
        else:
            self.entry = self.entry.key(key) or self.entry
        return True

    async def _enter(self, text: str) -> None:
        gateway = self.house.gateway
        try:
            if self.house.profile.kind is Kind.GUEST and is_way_back(text):
                back = await gateway.resume(text)
                if isinstance(back, Refusal):
                    self._refuse(back)
                else:
                    self._come_back(back)
                return
            answer = await self.house.answer_to(JoinByCode(gateway.new_command_id(), text))
            if answer is None:
                self.error = self.look.t("No answer from the house. Do it again: it counts once only.")
                self.repaint()
            elif isinstance(answer, Refusal):
                self._refuse(answer)
            elif answer.room is not None:
                self.house.show_lobby()
                self.house.open_table(answer.room)
        finally:
            self._busy = False

    def _refuse(self, refusal: Refusal) -> None:
        self.error = refusal_text(self.look, refusal)
        self.entry = replace(self.entry, cursor=len(self.entry.text))
        self.repaint()

    def _come_back(self, profile: Profile) -> None:
        self.house.apply_settings(profile)  # the lobby sees on its return that the account has changed
        self.house.show_lobby(self.look.t("Welcome back, {name}.", name=profile.name))


def is_way_back(text: str) -> bool:
    """Whether a typed code is as long as a guest's way back; blanks and dashes do not count."""
    return sum(character.isalpha() for character in text) > TABLE_WORDS * 5
