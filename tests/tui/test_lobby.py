"""The lobby: what its keys and clicks do, and that the list lives without losing the player's place."""

import asyncio
from dataclasses import replace

import pytest

from core import commands as cmd
from core.ids import RoomId
from core.tables import LobbyView, Phase, SeekStatus
from tests.tui.arriving import NEW_TABLE, arrive
from tests.tui.playing import seated
from tests.tui.scenes import painted
from tests.tui.scenes_lobby import (
    GUEST,
    LIVELY,
    NEW,
    ONE_O_CLOCK,
    OPEN,
    PRINTED,
    QUIET,
    RUNNING,
    table,
)
from tests.tui.states import ME, at, position
from tui.look import look
from tui.screens.help import HelpScreen
from tui.screens.join import JoinScreen
from tui.screens.lobby import LobbyScreen
from tui.screens.open_table import OpenTableScreen
from tui.screens.settings import SettingsScreen
from tui.screens.table import TableScreen

SEEKING = LobbyView((), (), (), 3, (("fox", 1),), SeekStatus("fox", PRINTED, ONE_O_CLOCK))


def cursor(screen: object) -> int | RoomId:
    """Where the lobby's cursor is."""
    assert isinstance(screen, LobbyScreen)
    return screen.cursor


async def test_the_first_frame_needs_no_news_from_the_house() -> None:
    """Before the house has told anything the choices, the name and the help are on the screen."""
    async with arrive(None) as player:
        await player.see("I N G L E N O O K", "ana", "1 Play now", "2 Open or join", "3 Watch", "? help")


async def test_play_now_seeks_and_stops() -> None:
    """Enter on the first choice looks for a match with the game's defaults; while it runs, Esc stops it."""
    async with arrive() as player:
        await player.press("enter")
        seek = player.gateway.sent[-1]
        assert isinstance(seek, cmd.Seek)
        assert (seek.game, seek.options) == ("fox", PRINTED)
        await player.shown(SEEKING)
        await player.see("Looking ...", "press 1 to stop", "Esc stop")
        assert "bot meanwhile" not in player.text()
        await player.press("escape")
        assert isinstance(player.gateway.sent[-1], cmd.Unseek)
        await player.press("1")
        assert [type(command) for command in player.gateway.sent] == [cmd.Seek, cmd.Unseek, cmd.Unseek]


async def test_a_bot_is_offered_and_never_forced() -> None:
    """After a while the house offers a bot; nothing happens until b is pressed."""
    async with arrive(SEEKING) as player:
        assert SEEKING.seek is not None
        await player.shown(replace(SEEKING, seek=replace(SEEKING.seek, offer_bot=True)))
        await player.see("play a bot meanwhile?")
        assert player.gateway.sent == []
        await player.press("b")
        assert isinstance(player.gateway.sent[-1], cmd.PlayBot)
        assert player.gateway.watched == [NEW_TABLE]


async def test_a_match_leads_to_its_table_once() -> None:
    """When a match is found the table opens by itself, once, however often the house tells of it."""
    async with arrive(SEEKING) as player:
        found = replace(QUIET, matched=RoomId("oak-1"))
        await player.shown(found)
        assert player.gateway.watched == ["oak-1"]
        await player.press("escape")
        await player.shown(found)
        assert player.gateway.watched == ["oak-1"]
        assert isinstance(player.app.screen, LobbyScreen)


async def test_nobody_is_pulled_away_by_a_match() -> None:
    """Who is on another screen when the match is found is asked, and stays where they are if they like."""
    async with arrive(SEEKING) as player:
        await player.press("?")
        await player.shown(replace(QUIET, matched=RoomId("oak-1")))
        await player.see("A player has come for your match.")
        assert player.gateway.watched == []
        await player.press("y")
        assert player.gateway.watched == ["oak-1"]
        assert isinstance(player.app.screen, TableScreen)


async def test_the_list_keeps_its_place() -> None:
    """Rows come and go around the cursor, and it stays on its table; if that one goes, on the one in its place."""
    async with arrive(LIVELY) as player:
        await player.press("end", "up")
        assert cursor(player.app.screen) == "star-1"
        more = replace(LIVELY, yours=(), open=(table("a-1", ("x", ""), phase=Phase.OPEN), *OPEN))
        await player.shown(more)
        assert cursor(player.app.screen) == "star-1"
        assert "greta" in player.row("▶")
        await player.shown(replace(more, running=RUNNING[1:]))
        assert cursor(player.app.screen) == "kettle-31"
        await player.shown(QUIET)
        assert cursor(player.app.screen) == 0


async def test_your_turn_comes_first_and_under_the_cursor() -> None:
    """Your games stand on top, the one that waits for you first; arriving, Enter leads straight back to it."""
    async with arrive(LIVELY) as player:
        rows = player.text().split("\n")
        first = next(number for number, row in enumerate(rows) if "players" in row and "points" in row) + 1
        assert "your turn" in rows[first]
        assert "ana, ben" in rows[first]
        assert "Your game with ben waits for you." in player.text()
        await player.press("enter")
        assert player.gateway.watched == ["raven-42"]
        assert player.gateway.sent == []


async def test_whoever_has_one_running_game_is_back_at_its_table() -> None:
    """After a dropped line one lands at the table at once; with two running games in the lobby, to choose."""
    mine = next(row for row in LIVELY.yours if row.phase is Phase.PLAYING)
    async with arrive(replace(LIVELY, yours=(mine,))) as player:
        assert player.gateway.watched == [mine.room]
        await player.shown(replace(LIVELY, yours=(mine,), online=9))
        assert player.gateway.watched == [mine.room]
    async with arrive(replace(LIVELY, yours=(mine, replace(mine, room=RoomId("oak-7"))))) as player:
        assert player.gateway.watched == []
        assert cursor(player.app.screen) == mine.room


async def test_sitting_down_and_watching() -> None:
    """Enter at an open table takes a seat there, at a running one it only watches."""
    async with arrive(replace(LIVELY, yours=())) as player:
        await player.press("down", "enter")
        sit = player.gateway.sent[-1]
        assert isinstance(sit, cmd.Sit)
        assert sit.room == "elm-10"
        assert player.gateway.watched == ["elm-10"]
        await player.press("escape", "end", "enter")
        assert len(player.gateway.sent) == 1
        assert player.gateway.watched[-1] == "kettle-31"


async def test_a_refusal_is_worded_and_goes_with_the_next_key() -> None:
    """A seat that was just taken: a sentence says so, nothing else changes."""
    async with arrive(replace(LIVELY, yours=())) as player:
        player.gateway.refuse = "seat_taken"
        await player.press("down", "enter")
        await player.see("Somebody has just taken that seat.")
        assert isinstance(player.app.screen, LobbyScreen)
        await player.press("down")
        assert "Somebody has just taken" not in player.text()


async def test_watch_goes_through_the_running_games() -> None:
    """3 goes from game to game; the only one is opened at once; without any, a sentence says so."""
    async with arrive(LIVELY) as player:
        await player.press("3")
        assert cursor(player.app.screen) == "star-1"
        await player.press("w")
        assert cursor(player.app.screen) == "kettle-31"
        await player.press("3")
        assert cursor(player.app.screen) == "star-1"
        await player.shown(replace(QUIET, running=RUNNING[:1]))
        await player.press("3")
        assert player.gateway.watched == ["star-1"]
        await player.press("escape")
        await player.shown(QUIET)
        await player.press("3")
        await player.see("There is no game to watch just now.")


async def test_one_command_at_a_time() -> None:
    """Keys pressed while an answer is on its way send nothing more."""
    async with arrive() as player:
        player.gateway.hold = asyncio.Event()
        await player.press("b", "b", "1", "enter")
        assert len(player.gateway.sent) == 1
        player.gateway.hold.set()
        await player.until(lambda: player.gateway.watched == [NEW_TABLE])


async def test_a_lost_answer() -> None:
    """Without an answer the player is told; doing the same again repeats the same command, so it counts once."""
    async with arrive() as player:
        player.gateway.lose_answers = 1
        await player.press("b")
        await player.see("No answer from the house.")
        await player.press("b")
        await player.until(lambda: player.gateway.watched == [NEW_TABLE])
        first, second = player.gateway.sent
        assert first == second


@pytest.mark.parametrize(
    ("key", "screen"),
    [
        ("2", OpenTableScreen),
        ("t", OpenTableScreen),
        ("c", JoinScreen),
        ("o", SettingsScreen),
        ("question_mark", HelpScreen),
        ("f1", HelpScreen),
    ],
)
async def test_ways_to_other_screens(key: str, screen: type[object]) -> None:
    """A key leads there, Esc leads back."""
    async with arrive() as player:
        await player.press(key)
        assert isinstance(player.app.screen, screen)
        await player.press("escape")
        assert isinstance(player.app.screen, LobbyScreen)


async def test_arrows_between_choices_and_list() -> None:
    """Left and right go between the choices; down leads into the list and up out of it."""
    async with arrive(replace(LIVELY, yours=())) as player:
        await player.press("right")
        assert cursor(player.app.screen) == 1
        await player.press("down")
        assert cursor(player.app.screen) == "elm-10"
        await player.press("up")
        assert cursor(player.app.screen) == 0
        await player.press("left")
        assert cursor(player.app.screen) == 2
        await player.press("j", "j", "k", "k", "k")
        assert cursor(player.app.screen) == 0


async def test_the_way_into_the_list_is_shown() -> None:
    """While the cursor is on a choice and there are tables, the key to them is named, and can be clicked."""
    async with arrive(replace(LIVELY, yours=())) as player:
        await player.click("↓ tables")
        assert cursor(player.app.screen) == "elm-10"
        assert "↓ tables" not in player.text()
    async with arrive(QUIET) as player:
        assert "↓ tables" not in player.text()


@pytest.mark.parametrize("language", ["en", "es", "fr", "nl"])
@pytest.mark.parametrize("width", [80, 98, 120])
def test_the_list_gives_names_its_room(width: int, language: str) -> None:
    """At 80 columns and more the names of two usual players are listed whole, whatever the language."""
    canvas = painted("lobby", look(language, "unicode", "dark", "256"), width, 24)
    text = canvas.text()
    assert "quick-kite, plucky-woodpecker-31" in text
    assert "…" not in text
    assert canvas.clipped == []


async def test_the_mouse() -> None:
    """A click on a row puts the cursor there, another takes it; a click on a choice or a key does what it says."""
    async with arrive(replace(LIVELY, yours=())) as player:
        await player.click("greta, hilde")
        assert cursor(player.app.screen) == "star-1"
        assert player.gateway.watched == []
        await player.click("greta, hilde")
        assert player.gateway.watched == ["star-1"]
        await player.press("escape")
        await player.click("Open or join")
        assert isinstance(player.app.screen, OpenTableScreen)
        await player.press("escape")
        await player.click("settings")
        assert isinstance(player.app.screen, SettingsScreen)


async def test_a_crowd_scrolls() -> None:
    """With more tables than rows the cursor's row is always in view, and the rule says which part is shown."""
    many = tuple(table(f"river-{n}", (f"north-{n}", f"south-{n}")) for n in range(40))
    async with arrive(replace(QUIET, running=many)) as player:
        for key in ("end", "home", "pagedown", "pagedown", "pageup", *["down"] * 12):
            await player.press(key)
            place = cursor(player.app.screen)
            if not isinstance(place, int):
                assert f"north-{place.split('-')[1]}, " in player.row("▶")
        assert "/ 40" in player.text()


async def test_quitting_is_asked() -> None:
    """q asks; Esc stays; Ctrl-C twice leaves, as does q and Enter."""
    async with arrive() as player:
        await player.press("q")
        await player.see("Leave the house?")
        await player.press("escape")
        assert "Leave the house?" not in player.text()
        assert player.app.is_running
        await player.press("ctrl+c")
        await player.see("Leave the house?")
        await player.press("ctrl+c")
        await player.until(lambda: not player.app.is_running)


async def test_a_guest_reads_the_way_back() -> None:
    """It stands in the lobby, and again where a guest is about to leave."""
    async with arrive(LIVELY, GUEST) as player:
        assert "your way back, note it: lusab-babad-dukol-fitim" in player.text()
        await player.press("q")
        await player.see("To come back as quiet-otter")
        assert player.text().count("lusab-babad-dukol-fitim") == 2


async def test_a_first_visit_offers_a_name_and_asks_nothing() -> None:
    """The invented name stands there with one key to change it; every other key works at once."""
    async with arrive(QUIET, NEW) as player:
        await player.see("The house calls you plucky-woodpecker-31.", "n choose your own name")
        await player.press("n")
        await player.type("Ana B")
        await player.press("enter")
        assert [(profile.name, profile.named) for profile in player.gateway.saved] == [("Ana B", True)]
        await player.see("Welcome, Ana B.")
        await player.press("down")
        assert "The house calls you" not in player.text()


async def test_a_name_that_is_taken() -> None:
    """The refusal is worded beside what was typed, which stays to be changed; Esc keeps the old name."""
    async with arrive(QUIET, NEW) as player:
        player.gateway.refuse = "name_taken"
        await player.press("n")
        await player.type("ben")
        await player.press("enter")
        await player.see("Somebody has that name", "> ben")
        await player.press("q")
        await player.see("> benq")
        await player.press("escape")
        await player.see("The house calls you plucky-woodpecker-31.")


async def test_the_bell_rings_for_a_game_that_waits() -> None:
    """It rings when it becomes the player's turn somewhere, once, and not for what waited when they came."""
    mine = table("oak-77", ("ana", "Reynard"), seat=0)
    other = table("elm-3", ("ana", "ben"), seat=0)  # with two games they come to the lobby
    calm = replace(QUIET, yours=(mine, other))
    calling = replace(QUIET, yours=(replace(mine, your_turn=True), other))
    async with arrive(calling) as player:
        assert player.rings == []
        await player.shown(calm)
        await player.shown(calling)
        await player.shown(calling)
        assert player.rings == ["ring"]
        await player.press("o", *["down"] * 5, "right")
        await player.shown(calm)
        await player.shown(calling)
        assert player.rings == ["ring"]


async def test_the_bell_rings_for_a_match() -> None:
    """Who waits for a match may look elsewhere meanwhile."""
    async with arrive(SEEKING) as player:
        await player.shown(replace(QUIET, matched=RoomId("oak-1")))
        assert player.rings == ["ring"]


async def test_word_from_the_house() -> None:
    """Notices are worded."""
    async with arrive() as player:
        await player.shown(replace(QUIET, notice="server_stopping"))
        await player.see("The house closes in a moment.")
        await player.shown(replace(QUIET, notice="second_terminal"))
        await player.see("second terminal")


async def test_word_from_the_house_reaches_a_table() -> None:
    """Who sits at a table when a second terminal comes reads it there; once, and it goes with the next key."""
    house = at(position(1))
    async with seated(house, ME) as player:
        lobby = player.app.screen_stack[0]
        assert isinstance(lobby, LobbyScreen)
        assert lobby.view is not None
        second = replace(lobby.view, notice="second_terminal")
        lobby.receive(second)
        await player.see("You are here on a second terminal too")
        await player.press("right")
        lobby.receive(second)
        await player.pilot.pause()
        assert "second terminal" not in player.text()


@pytest.mark.parametrize("way", ["", "2", "c", "o", "question_mark", "n"])
async def test_no_key_breaks_a_screen(way: str) -> None:
    """Whatever is pressed, a screen paints itself and the player can go on."""
    letters = "abefghijklmoprsuvxz0456789/:;<>[]éß"
    names = (
        *(
            "up",
            "down",
            "left",
            "right",
            "home",
            "end",
            "pageup",
            "pagedown",
            "tab",
            "shift+tab",
            "backspace",
        ),
        *("delete", "ctrl+a", "ctrl+e", "ctrl+k", "ctrl+u", "ctrl+w", "ctrl+l", "ctrl+z", "f5", "insert"),
    )
    async with arrive(LIVELY, GUEST) as player:
        if way:
            await player.press(way)
        keys: list[tuple[str, str | None]] = [(letter, letter) for letter in letters]
        for key, character in (*keys, *((name, None) for name in names)):
            scene = player.scene
            scene.handle(key, character)
            for size in ((80, 24), (60, 20), (200, 60)):
                assert scene.painted(*size).text().strip()
        await player.pilot.pause()
        assert player.app.is_running
