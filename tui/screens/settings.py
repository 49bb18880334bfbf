"""Settings: name, language, glyphs, colours, theme, bell, window title, animation; seen at once, kept at once."""

from collections.abc import Hashable
from dataclasses import replace

from core.commands import Refusal
from core.people import Profile, Settings
from tui.lineedit import LineEdit
from tui.paint import Canvas
from tui.refusals import refusal_text
from tui.scene import Scene
from tui.widgets.lobby_form import paint_form
from tui.widgets.lobby_preview import paint_preview
from tui.widgets.lobby_questions import NAME_CELLS
from tui.widgets.lobby_settings import CHOICES, settings_form


class SettingsScreen(Scene):
    """A form whose every change is applied and saved at once; what the house refuses is undone and said."""

    topic = "settings"

    def __init__(self) -> None:
        super().__init__()
        self.cursor = 0
        self.entry: LineEdit | None = None
        self.message = ""
        self.warn = False
        self._wanted: Profile | None = None
        self._saving = False

    def paint(self, canvas: Canvas) -> None:
        form = settings_form(self.look, self.house.profile, self.cursor, self.entry, self.message, self.warn)
        paint_form(canvas, self.look, form, paint_preview)

    def typing(self) -> bool:
        return self.entry is not None

    def typed(self, text: str) -> None:
        if self.entry is not None:
            self.entry = self.entry.insert(text)

    def press(self, key: str, character: str | None) -> bool:
        self.message = ""
        if self.entry is not None:
            self._press_entry(self.entry, key, character)
            return True
        count = len(CHOICES) + 1
        match key:
            case "up" | "k" | "shift+tab":
                self.cursor = (self.cursor - 1) % count
            case "down" | "j" | "tab":
                self.cursor = (self.cursor + 1) % count
            case "left" | "h":
                self._turn(-1)
            case "right" | "l" | "space" | "enter":
                self._turn(1)
            case "n":
                self.cursor = 0
                self._turn(1)
            case "q" | "o":
                self.leave()
            case _:
                return False
        return True

    def click(self, target: Hashable) -> None:
        match target:
            case ("row", int() as index):
                again = self.cursor == index
                self.cursor = index
                if again or index == 0:
                    self._turn(1)
            case ("turn", int() as index, int() as step):
                self.cursor = index
                self._turn(step)
            case _:
                super().click(target)

    def _press_entry(self, entry: LineEdit, key: str, character: str | None) -> None:
        if key in ("escape", "ctrl+c") or (key == "enter" and not entry.text.strip()):
            self.entry = None
        elif key == "enter":
            self._save(replace(self.house.profile, name=entry.text, named=True))
        elif character is not None:
            self.entry = entry.insert(character)
        else:
            self.entry = entry.key(key) or entry

    def _turn(self, step: int) -> None:
        """Open the name for typing, or go to the next or previous value of the setting in hand."""
        profile = self.house.profile
        if self.cursor == 0:
            name = profile.name if profile.named else ""
            self.entry = LineEdit(name, len(name), NAME_CELLS)
            return
        setting, values = CHOICES[self.cursor - 1]
        now = getattr(profile.settings, setting)
        place = values.index(now) if now in values else 0
        changed = _with(profile.settings, setting, values[(place + step) % len(values)])
        profile = replace(profile, settings=changed)
        self.house.apply_settings(profile)
        self._save(profile)

    def _save(self, profile: Profile) -> None:
        """Keep this profile. While one is being kept only the newest of the next ones waits."""
        self._wanted = profile
        if not self._saving:
            self._saving = True
            self.run_worker(self._save_wanted())

    async def _save_wanted(self) -> None:
        gateway = self.house.gateway
        try:
            while self._wanted is not None:
                wanted, self._wanted = self._wanted, None
                answer = await gateway.save(wanted)
                if isinstance(answer, Refusal):
                    self.message, self.warn = refusal_text(self.look, answer), True
                    if self._wanted is None:
                        self.house.apply_settings(gateway.profile())
                elif self._wanted is None:
                    self.message, self.warn = self.look.t("Kept."), False
                    self.entry = None
                    self.house.apply_settings(answer)
        finally:
            self._saving = False
        self.repaint()


def _with(settings: Settings, name: str, value: str | bool) -> Settings:
    return replace(settings, **{name: value})  # type: ignore[arg-type]  # CHOICES pairs names with their values
