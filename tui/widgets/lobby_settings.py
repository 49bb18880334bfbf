"""The form of the settings: their names, values and what is said about them."""

from core.people import Profile
from tui.i18n import LANGUAGES
from tui.lineedit import LineEdit
from tui.look import Look
from tui.theme import DEPTHS, THEMES
from tui.widgets.lobby_form import Form, FormRow
from tui.widgets.lobby_keys import KeyHint

CHOICES: tuple[tuple[str, tuple[str | bool, ...]], ...] = (
    ("language", ("", *(code for code, _name in LANGUAGES))),
    ("glyphs", ("", "unicode", "ascii")),
    ("colours", ("", *DEPTHS)),
    ("theme", THEMES),
    ("bell", (True, False)),
    ("title", (True, False)),
    ("animation", (True, False)),
)
"""The settings in the order of the rows below the name, each with its values in the order they turn."""


def settings_form(
    look: Look, profile: Profile, cursor: int, entry: LineEdit | None, message: str, warn: bool
) -> Form:
    """The form as it stands; row 0 is the name (`entry` while it is typed), the others follow CHOICES."""
    about = look.t("How others see you: up to 20 letters, digits and signs.")
    rows = [FormRow(look.t("Name"), profile.name, about, arrows=False, entry=entry)]
    for name, _values in CHOICES:
        value = getattr(profile.settings, name)
        rows.append(
            FormRow(setting_name(look, name), value_name(look, name, value), setting_help(look, name))
        )
    keys: tuple[KeyHint, ...]
    if entry is not None:
        keys = (
            KeyHint(look.glyphs.enter, look.t("take this name"), "enter"),
            KeyHint(look.p("key", "Esc"), look.t("keep the old one"), "escape"),
        )
    else:
        change = (KeyHint(look.glyphs.left_right, look.t("change"), "right"),)
        if cursor == 0:
            change = (KeyHint(look.glyphs.enter, look.t("change the name"), "enter"),)
        keys = (
            *change,
            KeyHint(look.p("key", "Esc"), look.t("back"), "escape"),
            KeyHint("?", look.t("help"), "?"),
        )
    return Form(look.t("Settings"), tuple(rows), cursor, message, warn, keys)


def setting_name(look: Look, name: str) -> str:
    """What a setting is called."""
    match name:
        case "language":
            return look.t("Language")
        case "glyphs":
            return look.t("Signs")
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
            return "Unicode"
        case "glyphs", _:
            return look.t("plain (ASCII)")
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
            return look.t("Choose plain ones if frames or suits look broken.")
        case "colours":
            return look.t("How many colours your terminal shows. If colours look wrong, try fewer.")
        case "theme":
            return look.t("Suits differ by sign and letter too, never by colour alone.")
        case "bell":
            return look.t("Rings the terminal's bell when it has become your turn.")
        case "title":
            return look.t("Lets the title of the window say when it is your turn.")
    return look.t("Shows what the others do step by step. Off: at once.")
