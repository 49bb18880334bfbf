"""What the screens around the tables look like, in full."""

import pytest

from tests.tui.goldens import check
from tests.tui.scenes import painted
from tests.tui.scenes_lobby import SCENES
from tui.look import look

ALIKE = {"lobby_evening", "settings_glyphs", "settings_theme", "settings_bell", "settings_title",
         "settings_animation"}  # fmt: skip
"""Scenes whose picture differs from another one's only in a number or the row the cursor is on."""

TELLING = [name for name in SCENES if name not in ALIKE]


@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("name", TELLING)
def test_golden(name: str, size: tuple[int, int]) -> None:
    """Each screen looks as it was looked at and found good."""
    canvas = painted(name, look("en", "unicode", "dark", "256"), *size)
    check(f"lobby/{name}-{size[0]}x{size[1]}", canvas.text())


@pytest.mark.parametrize(
    "name", ["lobby", "lobby_seeking", "open_table", "settings_language", "help_rules", "join"]
)
def test_golden_small(name: str) -> None:
    """In the smallest window the choices stand in lines and the list loses a column, nothing else."""
    check(f"lobby/{name}-60x20", painted(name, look("en", "unicode", "dark", "256"), 60, 20).text())


@pytest.mark.parametrize("name", ["lobby_first_visit", "settings_language", "help_rules_points"])
def test_golden_ascii(name: str) -> None:
    """With plain glyphs."""
    check(f"lobby/{name}-80x24-ascii", painted(name, look("en", "ascii", "dark", "none"), 80, 24).text())
