"""Settings: name, language, glyphs, colours, theme, bell, window title, animation; seen at once, kept at once."""

from collections.abc import Hashable
from dataclasses import replace

from core.commands import Refusal
from core.people import Profile, Settings
from tui.i18n import LANGUAGES
from tui.lineedit import LineEdit
from tui.look import Look
from tui.paint import Canvas
from tui.refusals import refusal_text
from tui.scene import Scene
from tui.theme import DEPTHS, THEMES
from tui.widgets.lobby_form import Form, FormRow, paint_form
from tui.widgets.lobby_keys import KeyHint
from tui.widgets.lobby_preview import paint_preview
from tui.widgets.lobby_questions import NAME_CELLS

_CHOICES: tuple[tuple[str, tuple[str | bool, ...]], ...] = (
    ("language", ("", *(code for code, _name in LANGUAGES))),
    ("glyphs", ("", "unicode", "ascii")),
    ("colours", ("", *DEPTHS)),
    ("theme", THEMES),
    ("bell", (True, False)),
    ("title", (True, False)),
    ("animation", (True, False)),
)
"""The settings in the order of the rows below the name, each with its values in the order they turn."""


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

    def form(self) -> Form:
        """The form as it stands."""
        look, profile = self.look, self.house.profile
        about = look.t("How others see you: up to 20 letters, digits and signs.")
        rows = [FormRow(look.t("Name"), profile.name, about, arrows=False, entry=self.entry)]
        for name, _values in _CHOICES:
            value = getattr(profile.settings, name)
            rows.append(
                FormRow(setting_name(look, name), value_name(look, name, value), setting_help(look, name))
            )
        keys: tuple[KeyHint, ...]
        if self.entry is not None:
            keys = (
                KeyHint(look.glyphs.enter, look.t("take this name"), "enter"),
                KeyHint("Esc", look.t("keep the old one"), "escape"),
            )
        else:
            change = (KeyHint(look.glyphs.left_right, look.t("change"), "right"),)
            if self.cursor == 0:
                change = (KeyHint(look.glyphs.enter, look.t("change the name"), "enter"),)
            keys = (*change, KeyHint("Esc", look.t("back"), "escape"), KeyHint("?", look.t("help"), "?"))
        return Form(look.t("Settings"), tuple(rows), self.cursor, self.message, self.warn, keys)

    def paint(self, canvas: Canvas) -> None:
        paint_form(canvas, self.look, self.form(), paint_preview)

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
        count = len(_CHOICES) + 1
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
        setting, values = _CHOICES[self.cursor - 1]
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
    return replace(settings, **{name: value})  # type: ignore[arg-type]  # _CHOICES pairs names with their values


def setting_name(look: Look, name: str) -> str:
    """What a setting is called."""
    match name:
        case "language":
            return look.t("Language")
        case "glyphs":
            return look.t("Drawing")
        case "colours":
            return look.t("Colours")
        case "theme":
            return look.t("Theme")
        case "bell":
            return look.t("Bell on your turn")
        case "title":
            return look.t("Window title")
    return look.t("Animation")


def value_name(look: Look, name: str, value: str | bool) -> str:
    """What a value of a setting is called."""
    match name, value:
        case _, True:
            return look.t("on")
        case _, False:
            return look.t("off")
        case _, "":
            return look.t("as the terminal says")
        case "language", _:
            return dict(LANGUAGES).get(str(value), str(value))
        case "glyphs", "unicode":
            return look.t("with signs (Unicode)")
        case "glyphs", _:
            return look.t("plain letters (ASCII)")
        case "colours", "truecolor":
            return look.t("16 million")
        case "colours", "none":
            return look.p("colours", "none")
        case "theme", "dark":
            return look.p("theme", "dark")
        case "theme", "light":
            return look.p("theme", "light")
        case "theme", "contrast":
            return look.p("theme", "high contrast")
    return str(value)


def setting_help(look: Look, name: str) -> str:
    """A sentence about a setting."""
    match name:
        case "language":
            return look.t("The language of everything here. Typed cards are understood in English too.")
        case "glyphs":
            return look.t("Choose plain letters if frames or suits look broken.")
        case "colours":
            return look.t("How many colours your terminal shows. If colours look wrong, try fewer.")
        case "theme":
            return look.t("Suits differ by sign and letter too, never by colour alone.")
        case "bell":
            return look.t("Rings the terminal's bell when it has become your turn.")
        case "title":
            return look.t("Lets the title of the window say when it is your turn.")
    return look.t("Shows what the others do step by step. Off: at once.")
