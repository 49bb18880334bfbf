"""Palettes and glyph sets: what a role such as "trump" or "dimmed card" looks like on a player's terminal.

Each palette names its colours for the depth it is for, so nothing is downgraded on the way out; and no role is told
from another by colour alone.
"""

from dataclasses import dataclass, fields
from functools import cache

from rich.style import Style


@dataclass(frozen=True, slots=True)
class Glyphs:
    """The characters of a glyph set. `suits` by suit number; box corners in the order ┌ ┐ └ ┘."""

    name: str
    suits: tuple[str, str, str]
    corners: str
    across: str
    down: str
    dashed_across: str
    dashed_down: str
    back: str
    left_right: str
    down_key: str
    up_key: str
    enter: str
    bullet: str
    here: str
    away: str
    turn: str
    pointer: str


UNICODE = Glyphs(
    "unicode", ("♪", "⚷", "☾"), "╭╮╰╯", "─", "│", "╌", "╎", "▒", "←→", "↓", "↑", "⏎", "·", "●", "○", "▶", "▲"
)
ASCII = Glyphs(
    "ascii", ("&", "%", "("), "++++", "-", "|", "-", ":", "#", "<>", "v", "^", "Enter", "-", "*", "o", ">", "^",
)  # fmt: skip


def glyphs(name: str) -> Glyphs:
    """The glyph set of that name; Unicode unless it is ``ascii``."""
    return ASCII if name == "ascii" else UNICODE


@dataclass(frozen=True, slots=True, eq=False)
class Palette:
    """A style for every role; see _COLOURS for what each is for."""

    base: Style
    muted: Style
    strong: Style
    accent: Style
    warn: Style
    good: Style
    title: Style
    bar: Style
    key: Style
    cursor: Style
    line: Style
    card: Style
    card_dim: Style
    card_cursor: Style
    suit_0: Style
    suit_1: Style
    suit_2: Style
    frame_0: Style
    frame_1: Style
    frame_2: Style
    trump: Style
    back: Style
    slot: Style
    scale_on: Style
    scale_off: Style

    def frame(self, suit: int) -> Style:
        """The style of a card's frame: its suit's colour, so that over a line a hand needs few changes of style."""
        return (self.frame_0, self.frame_1, self.frame_2)[suit]

    def suit(self, suit: int) -> Style:
        """The style of a suit's glyph and rank (0-2)."""
        return (self.suit_0, self.suit_1, self.suit_2)[suit]


# role: (truecolor foreground, 256, 16, attributes). Backgrounds follow _GROUNDS; the attributes alone must be
# enough on a terminal without colours.
_DARK: dict[str, tuple[str, str, str, str]] = {
    "base": ("#d8d4c8", "253", "white", ""),
    "muted": ("#8a877c", "245", "bright_black", "dim"),
    "strong": ("#ffffff", "231", "bright_white", "bold"),
    "accent": ("#f0b35a", "215", "bright_yellow", "bold"),
    "warn": ("#f07a62", "209", "bright_red", "bold"),
    "good": ("#9ccf73", "150", "bright_green", "bold"),
    "title": ("#f0b35a", "215", "bright_yellow", "bold"),
    "bar": ("#d8d4c8", "253", "white", ""),
    "key": ("#f0b35a", "215", "bright_yellow", "bold"),
    "cursor": ("#ffffff", "231", "bright_white", "bold reverse"),
    "line": ("#5d5a52", "240", "bright_black", "dim"),
    "card": ("#d8d4c8", "253", "white", ""),
    "card_dim": ("#6e6b62", "242", "bright_black", "dim"),
    "card_cursor": ("#ffffff", "231", "bright_white", "bold"),
    "suit_0": ("#f2cf63", "221", "bright_red", "bold"),  # the accent has the yellow
    "suit_1": ("#7fd0c8", "116", "bright_cyan", "bold"),
    "suit_2": ("#b6a8f2", "147", "bright_magenta", "bold"),
    "trump": ("#f0b35a", "215", "bright_yellow", "bold"),
    "back": ("#7a6f5c", "95", "yellow", ""),
    "slot": ("#5d5a52", "240", "bright_black", "dim"),
    "scale_on": ("#f0b35a", "215", "bright_yellow", "bold reverse"),
    "scale_off": ("#a29e92", "248", "white", ""),
}
_LIGHT: dict[str, tuple[str, str, str, str]] = _DARK | {
    "base": ("#2b2a26", "235", "black", ""),
    "muted": ("#6b685e", "242", "bright_black", "dim"),
    "strong": ("#000000", "16", "black", "bold"),
    "accent": ("#9a5b00", "130", "blue", "bold"),
    "warn": ("#b3261e", "124", "red", "bold"),
    "good": ("#2f6b1f", "22", "green", "bold"),
    "title": ("#9a5b00", "130", "blue", "bold"),
    "bar": ("#2b2a26", "235", "black", ""),
    "key": ("#9a5b00", "130", "blue", "bold"),
    "cursor": ("#000000", "16", "black", "bold reverse"),
    "line": ("#a5a196", "248", "bright_black", "dim"),
    "card": ("#2b2a26", "235", "black", ""),
    "card_dim": ("#9b978b", "247", "bright_black", "dim"),
    "card_cursor": ("#000000", "16", "black", "bold"),
    "suit_0": ("#8a6100", "94", "red", "bold"),
    "suit_1": ("#0b6e66", "23", "blue", "bold"),
    "suit_2": ("#5b45b5", "55", "magenta", "bold"),
    "trump": ("#9a5b00", "130", "blue", "bold"),
    "back": ("#8a7b60", "101", "black", ""),
    "slot": ("#a5a196", "248", "bright_black", "dim"),
    "scale_on": ("#9a5b00", "130", "blue", "bold reverse"),
    "scale_off": ("#55524a", "239", "black", ""),
}
_CONTRAST: dict[str, tuple[str, str, str, str]] = _DARK | {
    "base": ("#ffffff", "231", "bright_white", ""),
    "muted": ("#d0d0d0", "252", "white", ""),
    "line": ("#ffffff", "231", "bright_white", ""),
    "card": ("#ffffff", "231", "bright_white", ""),
    "card_dim": ("#a8a8a8", "248", "white", "dim"),
    "slot": ("#d0d0d0", "252", "white", ""),
    "back": ("#ffffff", "231", "bright_white", ""),
    "scale_on": ("#ffffff", "231", "bright_white", "bold reverse"),
    "scale_off": ("#ffffff", "231", "bright_white", ""),
    "suit_0": ("#ffff00", "226", "bright_yellow", "bold"),
    "suit_1": ("#00ffff", "51", "bright_cyan", "bold"),
    "suit_2": ("#ff9cff", "219", "bright_magenta", "bold"),
}
_THEMES = {"dark": _DARK, "light": _LIGHT, "contrast": _CONTRAST}
_GROUNDS = {
    "dark": ("#16150f", "233", "black"),
    "light": ("#f4efe2", "230", "bright_white"),
    "contrast": ("#000000", "16", "black"),
}
_DEPTHS = {"truecolor": 0, "256": 1, "16": 2}

THEMES = tuple(_THEMES)
DEPTHS = ("truecolor", "256", "16", "none")


@cache
def palette(theme: str, depth: str) -> Palette:
    """The palette for a theme of THEMES and a colour depth of DEPTHS; shared, so compare by identity."""
    roles = _THEMES.get(theme, _DARK)
    column = _DEPTHS.get(depth)
    styles: dict[str, Style] = {}
    for field in fields(Palette):
        entry = roles[field.name.replace("frame", "suit")]
        attributes = "" if field.name.startswith("frame") else entry[3]
        if column is None:
            styles[field.name] = Style.parse(attributes or "none")
            continue
        ground = _GROUNDS.get(theme, _GROUNDS["dark"])[column]
        if "reverse" not in attributes:
            attributes = attributes.replace("dim", "")
        styles[field.name] = Style.parse(
            f"{_colour(entry[column])} on {_colour(ground)} {attributes}".strip()
        )
    return Palette(**styles)


def _colour(name: str) -> str:
    return f"color({name})" if name.isdigit() else name
