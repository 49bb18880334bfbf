"""Opening a table: the form follows the game's schema and sends what it shows."""

import pytest

from core.commands import JoinByCode, Open
from core.registry import GAMES
from tests.tui.arriving import NEW_TABLE, arrive
from tests.tui.scenes_lobby import GUEST, PRINTED
from tui.look import look
from tui.screens.join import JoinScreen, is_way_back
from tui.screens.lobby import LobbyScreen
from tui.words_games import game_line, game_name, option_help, option_name, option_value


async def test_enter_opens_with_what_stands_there() -> None:
    """From any row Enter opens the table; untouched, with the printed options and for anybody."""
    async with arrive() as player:
        await player.press("2", "enter")
        opened = player.gateway.sent[-1]
        assert isinstance(opened, Open)
        assert (opened.game, opened.options, opened.private) == ("fox", PRINTED, False)
        assert player.gateway.watched == [NEW_TABLE]
        await player.press("escape")
        assert isinstance(player.app.screen, LobbyScreen)


async def test_options_and_privacy() -> None:
    """Right changes the row in hand: another target, open tricks, only with the code."""
    async with arrive() as player:
        await player.press("2", "down", "right")
        await player.see("16, a short game")
        await player.press("right", "down", "right", "down", "right")
        await player.see("35, a long game", "all of this round", "who has the code")
        await player.press("enter")
        opened = player.gateway.sent[-1]
        assert isinstance(opened, Open)
        assert (opened.options, opened.private) == ((("target", 35), ("tricks_shown", "all")), True)


async def test_any_number_of_points_can_be_typed() -> None:
    """Digits on the row of points make a number; below the least it is the printed one; arrows go on from there."""
    async with arrive() as player:
        await player.press("2", "down", "5", "0")
        await player.see("50")
        await player.press("backspace")
        await player.see("‹ 5 ›")
        await player.press("backspace")
        await player.see("21, a normal game")
        await player.press("0")
        await player.see("21, a normal game")
        await player.press("7", "enter")
        opened = player.gateway.sent[-1]
        assert isinstance(opened, Open)
        assert opened.options[0] == ("target", 7)


async def test_digits_elsewhere_change_nothing() -> None:
    """A digit on another row is no number of points."""
    async with arrive() as player:
        await player.press("2", "9", "down", "down", "9", "enter")
        opened = player.gateway.sent[-1]
        assert isinstance(opened, Open)
        assert opened.options == PRINTED


async def test_a_refusal_keeps_the_form() -> None:
    """When the house refuses, it says why and the form stays as it was."""
    async with arrive() as player:
        player.gateway.refuse = "house_full"
        await player.press("2", "down", "right", "enter")
        await player.see("All tables of the house are taken.", "16, a short game")


async def test_a_lost_answer() -> None:
    """Opening again after a lost answer repeats the same command; a changed form is a new one."""
    async with arrive() as player:
        player.gateway.lose_answers = 2
        await player.press("2", "enter")
        await player.see("No answer from the house.")
        await player.press("enter", "down", "right", "enter")
        first, second, third = player.gateway.sent
        assert first == second
        assert second != third


async def test_the_mouse() -> None:
    """A click on a button does it; a click on an arrow changes the row."""
    async with arrive() as player:
        await player.press("2")
        await player.click("Who may come")
        await player.click("›")
        await player.see("who has the code")
        await player.click("Open the table")
        opened = player.gateway.sent[-1]
        assert isinstance(opened, Open)
        assert opened.private
        await player.press("escape", "2")
        await player.click("Enter a code instead")
        assert isinstance(player.app.screen, JoinScreen)


async def test_a_code_leads_to_a_table() -> None:
    """A typed or pasted code is sent as it is; with the answer the player sits at that table."""
    async with arrive() as player:
        await player.press("c")
        await player.type("lusab")
        player.scene.typed("-babad\n")
        await player.press("enter")
        sent = player.gateway.sent[-1]
        assert isinstance(sent, JoinByCode)
        assert sent.code.strip() == "lusab-babad"
        assert player.gateway.watched == [NEW_TABLE]
        await player.press("escape")
        assert isinstance(player.app.screen, LobbyScreen)


async def test_a_wrong_code() -> None:
    """It is worded; the next letter takes the sentence away, and nothing typed is lost."""
    async with arrive() as player:
        player.gateway.refuse = "no_such_code"
        await player.press("c")
        await player.press("enter")
        assert player.gateway.sent == []
        await player.type("lusab-babat")
        await player.press("enter")
        await player.see("Nothing here has this code.", "> lusab-babat")
        await player.press("backspace", "d")
        assert "Nothing here has this code." not in player.text()
        await player.see("> lusab-babad")


async def test_a_guest_comes_back() -> None:
    """The long code makes a guest who they were; the lobby follows that account from then on."""
    async with arrive(profile=GUEST) as player:
        player.gateway.returning = type(GUEST)(
            GUEST.account.__class__("guest:old"),
            GUEST.kind,
            "old-badger",
            True,
            guest_code="bamuf-dikol-zurat-nafop",
        )
        await player.press("c")
        await player.type("Bamuf dikol zurat nafop")
        await player.press("enter")
        await player.see("Welcome back, old-badger.", "old-badger, a guest")
        assert player.gateway.codes == ["Bamuf dikol zurat nafop"]
        assert player.gateway.sent == []
        assert player.gateway.followed == 2


async def test_a_guest_with_a_wrong_way_back() -> None:
    """It is refused in words, and the guest stays who they are."""
    async with arrive(profile=GUEST) as player:
        await player.press("c")
        await player.type("bamuf-dikol-zurat-nafop")
        await player.press("enter")
        await player.see("Nothing here has this code.")
        assert player.app.profile == GUEST


async def test_who_has_a_key_is_not_made_a_guest() -> None:
    """For who came with a key a long code is only a code of a table."""
    async with arrive() as player:
        await player.press("c")
        await player.type("bamuf-dikol-zurat-nafop")
        await player.press("enter")
        assert player.gateway.codes == []
        assert isinstance(player.gateway.sent[-1], JoinByCode)


@pytest.mark.parametrize(
    ("text", "long"),
    [
        ("lusab-babad", False),
        ("LUSAB BABAD", False),
        ("bamuf-dikol-zurat-nafop", True),
        ("bamufdikolzuratnafop", True),
    ],
)
def test_telling_the_codes_apart(text: str, long: bool) -> None:
    """Two words are a table's code, four a way back, however they are written."""
    assert is_way_back(text) is long


@pytest.mark.parametrize("language", ["en", "es", "fr", "nl"])
def test_every_game_and_option_has_words(language: str) -> None:
    """Each game of the house, each option and each of its values is named and explained, in each language."""
    chosen = look(language, "unicode", "dark", "256")
    for name, game in GAMES.items():
        assert game_name(chosen, name) != name
        assert game_line(chosen, name)
        for spec in game.options:
            assert option_name(chosen, spec.name) != spec.name
            assert option_help(chosen, spec.name)
            values = [option_value(chosen, spec.name, value) for value in spec.choices]
            assert len(set(values)) == len(spec.choices)
            assert all(value != str(choice) for value, choice in zip(values, spec.choices, strict=True))
