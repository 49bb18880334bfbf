"""Settings: every change is seen and kept at once, what is refused is undone and said."""

import asyncio

import pytest

from core.people import Settings
from tests.tui.arriving import arrive
from tests.tui.scenes_lobby import GUEST
from tui.look import look
from tui.screens.settings import SettingsScreen
from tui.widgets.lobby_settings import CHOICES, setting_help, setting_name, value_name

ROWS = {name: row for row, (name, _values) in enumerate(CHOICES, 1)}


@pytest.mark.parametrize(("name", "values"), CHOICES)
async def test_every_setting_goes_round(name: str, values: tuple[str | bool, ...]) -> None:
    """Right goes through all values and back to the first, left the other way; each is saved."""
    async with arrive() as player:
        await player.press("o", *["down"] * ROWS[name])
        await player.press(*["right"] * len(values))
        saved = [getattr(profile.settings, name) for profile in player.gateway.saved]
        assert saved[-1] == getattr(Settings(), name)
        assert set(saved) <= set(values)
        await player.press("left")
        here = values.index(getattr(Settings(), name))
        assert getattr(player.app.profile.settings, name) == values[here - 1]


async def test_a_change_is_seen_at_once() -> None:
    """The language changes on this screen and on the one below, before and after the house has answered."""
    async with arrive() as player:
        player.gateway.hold = asyncio.Event()
        await player.press("o", "down", "right", "right")
        await player.see("Ajustes", "Español")
        player.gateway.hold.set()
        await player.see("Guardado.")
        await player.press("escape")
        await player.see("Jugar ya")


async def test_looks_follow_the_settings() -> None:
    """Glyphs, colours and theme are those of the look on the screen."""
    async with arrive() as player:
        await player.press("o", "down", "down", "right", "right")
        assert player.app.look.glyphs.name == "ascii"
        assert player.text().isascii()
        await player.press("down", "right")
        assert player.app.look is look("en", "ascii", "dark", "truecolor")
        await player.press("down", "right")
        assert player.app.look is look("en", "ascii", "light", "truecolor")


async def test_a_refused_change_is_undone_and_said() -> None:
    """When the house does not keep a change, the screen goes back to what it keeps and says why."""
    async with arrive() as player:
        player.gateway.refuse = "settings_bad"
        await player.press("o", "down", "right", "right")
        await player.see("The house does not know that setting.")
        assert player.app.profile.settings == Settings()
        assert player.app.look.words.language == "en"


async def test_only_the_newest_change_waits() -> None:
    """Many changes while one is being kept: the last one is kept too, those between need not be."""
    async with arrive() as player:
        player.gateway.hold = asyncio.Event()
        await player.press("o", "down", *["right"] * 4)
        assert len(player.gateway.saved) == 1
        player.gateway.hold.set()
        await player.until(lambda: len(player.gateway.saved) == 2)
        await player.until(lambda: player.gateway.profile().settings.language == "nl")
        await player.pilot.pause()
        assert player.app.profile.settings.language == "nl"


async def test_the_name() -> None:
    """Enter opens the name for typing; Enter keeps it, Esc does not; a refusal leaves it open."""
    async with arrive() as player:
        await player.press("o", "enter")
        await player.see("> ana")
        await player.type(" o? q")
        await player.see("> ana o? q")
        await player.press("escape")
        assert player.gateway.saved == []
        player.gateway.refuse = "name_bad"
        await player.press("n", "ctrl+u")
        await player.type("bot")
        await player.press("enter")
        await player.see("Try another.", "> bot")
        player.gateway.refuse = ""
        await player.type("ini")
        await player.press("enter")
        await player.see("Kept.")
        assert player.app.profile.name == "botini"
        assert "> botini" not in player.text()


async def test_a_name_is_not_wider_than_the_house_takes() -> None:
    """Twenty cells, as the terminal counts them: ten wide letters."""
    async with arrive() as player:
        await player.press("o", "enter", "ctrl+u")
        screen = player.scene
        assert isinstance(screen, SettingsScreen)
        screen.typed("狐" * 30)
        await player.press("enter")
        assert player.app.profile.name == "狐" * 10


async def test_the_mouse() -> None:
    """A click on a row puts the cursor there; a click on its arrows turns it."""
    async with arrive() as player:
        await player.press("o")
        await player.click("Theme")
        await player.click("›")
        assert player.app.profile.settings.theme == "light"
        await player.click("‹")
        assert player.app.profile.settings.theme == "dark"


async def test_a_guest_may_set_things_too() -> None:
    """Settings are the same for guests; their way back is untouched."""
    async with arrive(profile=GUEST) as player:
        await player.press("o", "down", "down", "right")
        assert player.gateway.saved[-1].guest_code == GUEST.guest_code
        assert player.gateway.saved[-1].named is False


@pytest.mark.parametrize("language", ["en", "es", "fr", "nl"])
def test_every_setting_has_its_words(language: str) -> None:
    """Names, values and sentences of all settings are told apart in each language."""
    chosen = look(language, "unicode", "dark", "256")
    names = [setting_name(chosen, name) for name in ROWS]
    assert len(set(names)) == len(names)
    assert len({setting_help(chosen, name) for name in ROWS}) == len(names)
    for name, values in CHOICES:
        assert len({value_name(chosen, name, value) for value in values}) == len(values)
