"""Which pictures are taken: every scene in both usual sizes, the telling ones in every look."""

from collections.abc import Iterator
from typing import NamedTuple

from tests.tui.scenes import SCENES, painted
from tui.look import look
from tui.paint import Canvas

SIZES = ((80, 24), (120, 40))
SMALLEST = (60, 20)
LOOKS = {
    "dark": ("en", "unicode", "dark", "truecolor"),
    "light": ("en", "unicode", "light", "truecolor"),
    "contrast": ("en", "unicode", "contrast", "truecolor"),
    "dark16": ("en", "unicode", "dark", "16"),
    "light16": ("en", "unicode", "light", "16"),
    "none": ("en", "unicode", "dark", "none"),
    "ascii": ("en", "ascii", "dark", "none"),
    "es": ("es", "unicode", "dark", "truecolor"),
    "fr": ("fr", "unicode", "dark", "truecolor"),
    "nl": ("nl", "unicode", "dark", "truecolor"),
}
"""Name → language, glyphs, theme, colours."""

TELLING = (
    "lobby", "lobby_first_visit", "lobby_seeking", "lobby_name", "open_table_private", "join_guest",
    "settings_language", "help_table", "help_rules_cards", "table_open_table", "table_mid_game", "table_monarch",
    "table_swap_chosen", "table_put_back", "table_trick_won", "table_round_scored", "table_game_won",
    "table_talk_open", "too_small",
)  # fmt: skip
"""The scenes that are shown in every look and in the smallest window too."""


class Shot(NamedTuple):
    """One picture: a scene of SCENES, a look of LOOKS, cells."""

    scene: str
    look: str
    width: int
    height: int

    @property
    def name(self) -> str:
        """What its file is called, without the ending."""
        return f"{self.scene}-{self.width}x{self.height}-{self.look}"

    def canvas(self) -> Canvas:
        """The picture itself."""
        return painted(self.scene, look(*LOOKS[self.look]), self.width, self.height)


def shots() -> Iterator[Shot]:
    """All pictures, those of a scene one after the other."""
    for scene in SCENES:
        if scene == "too_small":
            yield from (Shot(scene, name, 59, 19) for name in LOOKS)
            continue
        for width, height in SIZES:
            yield Shot(scene, "dark", width, height)
        if scene in TELLING:
            yield Shot(scene, "dark", *SMALLEST)
            yield from (Shot(scene, name, *SIZES[0]) for name in LOOKS if name != "dark")
