"""The table's screen: what keys, clicks and typed lines do, and what is shown of what happens."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace

import pytest

from core.commands import Act, Claim, Rematch, Resign, Say
from core.people import Settings
from core.tables import Phase
from tests.tui.fakes import TABLE, FakeHouse
from tests.tui.playing import arrived, seated
from tests.tui.states import ME, OTHER, at, position
from tui.pace import Waits
from tui.paint import Canvas
from tui.screens.lobby import LobbyScreen
from tui.screens.table import TableScreen

STILL = Settings(title=False, animation=False)
FACES_OF_THE_TRICK = ("│10  K│", "╎10  K╎")


def acts(sent: Sequence[object]) -> list[str]:
    """The actions among the commands that were sent."""
    return [command.action for command in sent if isinstance(command, Act)]


async def test_what_would_look_the_same_is_not_painted_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """A key that changes nothing costs no picture; one that moves the cursor costs one, so does another look."""
    painted: list[str] = []
    paint = TableScreen.paint

    def noted(screen: TableScreen, canvas: Canvas) -> None:
        painted.append(screen.cursor)
        paint(screen, canvas)

    async with seated(at(position(0, "K10")), ME) as player:
        await player.see("▶ Your turn: follow Keys.")
        await player.press("home")
        monkeypatch.setattr(TableScreen, "paint", noted)
        await player.press("home", "f5")
        assert painted == []
        await player.press("right")
        assert len(painted) == 1
        player.app.apply_settings(replace(player.app.profile, settings=replace(STILL, theme="light")))
        await player.pilot.pause()
        assert len(painted) == 2
        player.scene.repaint_whole()
        await player.pilot.pause()
        assert len(painted) == 3


async def test_enter_plays_the_card_under_the_cursor() -> None:
    """The cursor starts on a card that may be played; arrows go to the next one; Enter plays it."""
    house = at(position(0, "K10"))
    async with seated(house, ME) as player:
        await player.see("▶ Your turn: follow Keys.")
        screen = player.scene
        assert isinstance(screen, TableScreen)
        prompt = house.view(ME).prompt
        assert prompt is not None
        assert screen.cursor in prompt.legal
        await player.press("end", "home", "right", "right")
        assert screen.cursor == "K2"
        await player.press("enter")
        assert acts(player.gateway.sent) == ["K2"]
        await player.see("ana wins the trick.")


async def test_a_card_shows_as_played_only_when_it_is() -> None:
    """Until the house has answered the card stays in the hand; if that takes long, the screen says it was sent."""
    house = at(position(1))
    async with seated(house, ME) as player:
        player.app.waits = Waits(slow=0.001)
        player.gateway.hold = asyncio.Event()
        await player.press("home", "enter")
        await player.see("Sent to the table.")
        assert player.row("8 cards")
        assert "│3   B│" not in player.text()
        await player.press("enter")
        assert acts(player.gateway.sent) == ["B3"]  # a second Enter sends nothing more
        player.gateway.hold.set()
        await player.see("7 cards", "│3   B│")


async def test_an_illegal_card_says_why_and_costs_nothing() -> None:
    """Trying a card that does not follow suit gets the house's reason in words; then another may be played."""
    house = at(position(0, "K10"))
    async with seated(house, ME) as player:
        before = house.view(ME)
        await player.press("home", "enter")
        await player.see("You hold Keys: that suit has to be followed.")
        assert house.view(ME) == before
        await player.press("right")
        assert "has to be followed" not in player.text()
        await player.press("right", "enter")
        await player.see("ana wins the trick.")


@pytest.mark.parametrize(
    ("language", "text", "sent"),
    [
        ("en", "k2", "K2"),
        ("en", "11 of keys", "K11"),
        ("es", "ll 4", "K4"),
        ("es", "K4", "K4"),
        ("nl", "sl11", "K11"),
    ],
)
async def test_actions_can_be_typed(language: str, text: str, sent: str) -> None:
    """After a colon an action may be typed, in English or in the player's own abbreviations."""
    async with seated(
        at(position(0, "K10")), ME, settings=Settings(language=language, title=False)
    ) as player:
        await player.press(":")
        await player.type(text)
        await player.press("enter")
        assert acts(player.gateway.sent) == [sent]


async def test_a_typed_card_against_the_rules_says_why() -> None:
    """A typed card that may not be played gets the same reason; nonsense is explained without asking the house."""
    async with seated(at(position(0, "K10")), ME) as player:
        await player.press(":")
        await player.type("m9")
        await player.press("enter")
        await player.see("You hold Keys: that suit has to be followed.")
        await player.press(":")
        await player.type("hello")
        await player.press("enter")
        await player.see("'hello' is no card.")
        assert acts(player.gateway.sent) == ["M9"]


async def test_the_mouse_chooses_and_plays() -> None:
    """A click on a card puts the cursor on it, a second click plays it; the keys at the foot can be clicked."""
    house = at(position(0, "K10"))
    async with seated(house, ME) as player:
        await player.click("│4  │")
        screen = player.scene
        assert isinstance(screen, TableScreen)
        assert screen.cursor == "K4"
        await player.click("Esc leave")
        await player.see("The game is not over.")
        await player.click("Esc stay")
        await player.click("│4  │")
        await player.see("ana wins the trick.")


async def test_a_trick_stays_until_a_key() -> None:
    """A complete trick stands with its winner marked; the opponent's next card waits until a key was pressed."""
    house = at(position(0, "B7"))
    async with seated(house, ME) as player:
        await player.press("right", "left")
        house.act(ME, "B3", "keep")
        await player.see("ana wins the trick: +1.", "wins +1")
        house.act(OTHER, "K10")
        await player.pilot.pause()
        assert "│10  K│" not in player.text()
        await player.press("enter")
        await player.see("▶ Your turn: follow Keys.", "│10  K│")
        assert acts(player.gateway.sent) == []  # that key was for reading on, it plays nothing


async def test_old_tricks_are_shown_nowhere() -> None:
    """Once the next card is on the table no face of an older trick is left on the screen, the log included (F7)."""
    house = at(position(1))
    async with seated(house, ME) as player:
        house.act(ME, "K4")
        house.act(OTHER, "K9")
        await player.see("ana wins the trick.", "ana: K9 (Witch)")
        await player.press("enter")
        assert "K9" in player.text()  # the last trick may be looked at until the next card
        house.act(OTHER, "B10")
        await player.see("▶ Your turn: follow Bells.")
        assert "K9" not in player.text()
        assert "K4" not in player.text()


async def test_a_trick_goes_by_itself() -> None:
    """Nobody has to press a key: after its moment a trick gives way to what came next."""
    house = at(position(1))
    async with seated(house, ME, settings=STILL) as player:
        house.act(ME, "K4")
        house.act(OTHER, "K9")
        await player.see("ana wins the trick.")
        screen = player.scene
        assert isinstance(screen, TableScreen)
        screen.hold_over()  # what the one-shot timer does
        await player.see("Waiting for ana to lead.")


async def test_the_fox_swaps_or_keeps() -> None:
    """After a Fox the cursor stands on keeping; a card of the hand swaps instead; both are steps on this screen."""
    house = at(position(1, "B3"))
    async with seated(house, ME) as player:
        await player.see("Your turn: swap a card with the decree, or keep it.", "Keep: M10 stays the decree")
        await player.press("right")
        await player.see("Swap: B8 becomes the decree, trump Bells; M10 is yours.", "↑ keep")
        await player.press("up", "enter")
        assert acts(player.gateway.sent) == ["keep"]
        await player.see("Waiting for ana to follow.")


async def test_the_woodcutter_puts_back() -> None:
    """After a Woodcutter the drawn card is named, and any card of the hand may go under the deck."""
    house = at(position(1))
    async with seated(house, ME) as player:
        await player.press(":")
        await player.type("m5")
        await player.press("enter")
        await player.see("Your turn: you drew B2. Put a card under the deck.")
        await player.press("home", "enter")
        assert acts(player.gateway.sent) == ["M5", "bury B2"]
        await player.see("you: B2 under the deck")


async def test_a_lost_answer_loses_no_move() -> None:
    """When only the answer got lost, the player is told, and the table shows that the move counts."""
    house = at(position(1))
    async with seated(house, ME) as player:
        player.gateway.lose_answers = 1
        await player.press("home", "enter")
        await player.see("No answer from the house.", "Your turn: swap a card with the decree, or keep it.")


async def test_a_lost_command_is_sent_again_under_its_id() -> None:
    """When the command itself got lost, doing it again sends the very same command, so it can count only once."""
    house = at(position(1))
    async with seated(house, ME) as player:
        player.gateway.drop_commands = 1
        await player.press("home", "enter")
        await player.see("No answer from the house.")
        await player.press("enter")
        await player.see("Your turn: swap a card with the decree, or keep it.")
        first, second = player.gateway.sent
        assert first is second


async def test_talk() -> None:
    """t opens the line, Enter says it, Esc closes it; letters are text meanwhile; new lines are marked unread."""
    house = at(position(0, "K10"))
    async with seated(house, ME) as player:
        await player.press("t")
        await player.type("that? is: it")
        await player.see("talk: that? is: it")
        await player.press("enter")
        assert [command.text for command in player.gateway.sent if isinstance(command, Say)] == [
            "that? is: it"
        ]
        await player.see("mia: that? is: it")
        house.say(OTHER, "[bold]no markup[/bold]")
        await player.see("1 new ana: [bold]no markup[/bold]")
        await player.press("t", "escape")
        await player.see(" ana: [bold]no markup[/bold]")
        assert "1 new" not in player.text()


async def test_a_paste_goes_to_the_talk() -> None:
    """A paste opens the line of talk; line breaks become blanks, and nothing of it is taken for keys."""
    from textual import events

    async with seated(at(position(0, "K10")), ME) as player:
        player.app.post_message(events.Paste("two\nlines\x1b[A"))
        await player.see("talk: two lines[A")
        assert acts(player.gateway.sent) == []


async def test_leaving_a_running_game_asks() -> None:
    """Esc and Ctrl-C ask while a game runs: to the lobby while it waits, or give it up; other keys stay."""
    house = at(position(0, "K10"))
    async with seated(house, ME) as player:
        for key in ("escape", "ctrl+c"):
            await player.press(key)
            await player.see("The game is not over. Leave the table?")
            await player.press("x")
            await player.see("▶ Your turn: follow Keys.")
        await player.press("escape", "l")
        await player.until(lambda: isinstance(player.app.screen, LobbyScreen), "the lobby")
        assert house.view(ME).phase is Phase.PLAYING
        assert player.gateway.sent == []


async def test_giving_up_shows_the_result() -> None:
    """Who gives the game up sees the result, may ask for a rematch, and the rematch starts when both want it."""
    house = at(position(0, "K10"))
    async with seated(house, ME) as player:
        await player.press("escape", "g")
        await player.see("ana wins.", "You gave the game up.", "the seed fits its seal")
        await player.press("r")
        await player.see("You want a rematch; waiting for ana.")
        house.rematch(OTHER)
        await player.see("round 1", "13 cards")
        assert [type(command) for command in player.gateway.sent] == [Resign, Rematch]


async def test_leaving_after_a_game_asks_nothing() -> None:
    """After a game Esc goes to the lobby at once."""
    house = FakeHouse()
    house.table(OTHER, ME)
    house.play_on()
    async with seated(house, ME) as player:
        await player.press("escape")
        await player.until(lambda: isinstance(player.app.screen, LobbyScreen), "the lobby")


async def test_a_watcher_sees_backs_and_leaves_freely() -> None:
    """A watcher sees no hand, cannot play, and leaves without a question or a command."""
    house = at(position(0, "K10"))
    async with seated(house, "wim") as player:
        await player.see("watching", "Waiting for mia to follow.")
        await player.press("enter", "right", ":", "space")
        await player.see("Waiting for mia to follow.")
        await player.press("escape")
        await player.until(lambda: isinstance(player.app.screen, LobbyScreen), "the lobby")
        assert player.gateway.sent == []


async def test_a_watcher_leaves_in_the_middle_of_a_step() -> None:
    """What is held to be read does not hold a watcher: the first Esc leaves, as the last line says."""
    house = at(position(0, "B7"))
    async with seated(house, "wim") as player:
        house.act(ME, "B3", "keep")
        await player.see("ana wins the trick: +1.", "Esc leave")
        await player.press("escape")
        await player.until(lambda: isinstance(player.app.screen, LobbyScreen), "the lobby")


async def test_the_absent_can_be_claimed_from() -> None:
    """An absent opponent is marked; once the house's wait is over the game may be claimed."""
    house = at(position(1, "K4"))
    async with seated(house, ME) as player:
        player.app.clock = lambda: 1030.0
        house.goes_away(0, since=1000.0, claim_after=60.0)
        await player.see("○ away", "ana is away; the game waits.")
        assert "claim" not in player.text()
        player.app.clock = lambda: 1061.0
        await player.press("right")
        await player.see("c claim the game")
        house.absent = frozenset({0})  # type: ignore[arg-type]
        await player.press("c")
        await player.see("You win!", "ana was away, and the game was claimed.")
        assert isinstance(player.gateway.sent[-1], Claim)


async def test_a_closed_table_leads_to_the_lobby() -> None:
    """When the table closes, the player is told and lands in the lobby; an unknown table does the same."""
    house = at(position(0, "K10"))
    async with seated(house, ME) as player:
        house.close("table_closed")
        await player.until(lambda: isinstance(player.app.screen, LobbyScreen), "the lobby")
        await player.see("This table is closed.")


async def test_your_turn_rings_once() -> None:
    """The bell rings when the turn comes to the player, not on arrival, nor at each step of their own."""
    house = at(position(0))
    async with seated(house, ME) as player:
        house.act(OTHER, "M4")
        await player.see("▶ Your turn: follow Moons.")
        assert player.rings == ["ring"]
        await player.press(":")
        await player.type("m5")
        await player.press("enter")
        await player.see("Put a card under the deck.")
        assert player.rings == ["ring"]


async def test_no_bell_for_who_wants_none() -> None:
    """The bell is a setting."""
    house = at(position(0))
    async with seated(house, ME, settings=Settings(bell=False, title=False)) as player:
        house.act(OTHER, "M4")
        await player.see("▶ Your turn: follow Moons.")
        assert player.rings == []


async def test_help_and_back() -> None:
    """? shows the help over the table, and leads back to the same card."""
    async with seated(at(position(0, "K10")), ME) as player:
        table = player.scene
        await player.press("right", "?")
        assert player.app.screen is not table
        await player.press("escape")
        await player.see("▶ Your turn: follow Keys.")
        assert player.app.screen is table


async def test_resizing_in_the_middle_of_a_trick() -> None:
    """A window that is too small says so, plays nothing, and shows the table again when it has grown."""
    house = at(position(0, "K10"))
    async with seated(house, ME) as player:
        await player.pilot.resize_terminal(40, 10)
        await player.see("Too small: 40×10")
        await player.press("enter")
        assert player.gateway.sent == []
        await player.pilot.resize_terminal(120, 40)
        await player.see("▶ Your turn: follow Keys.", "Rounds")


async def test_an_open_table_gets_ready() -> None:
    """At an open table r makes ready, b brings a bot, and the game begins."""
    house = FakeHouse()
    house.table(ME, start=False)
    async with seated(house, ME) as player:
        await player.see("a free seat", "not ready yet")
        await player.press("r")
        await player.see("● ready")
        await player.press("b")
        await player.see("round 1", "Reynard")


async def test_a_second_terminal_plays_the_same_seat() -> None:
    """What is played on one terminal of an account is seen on the other, and the turn is over on both."""
    house = at(position(1))
    async with seated(house, ME) as player:
        house.act(ME, "K4")
        await player.see("Waiting for ana to follow.", "│4   K│")
        await player.press("enter")
        await player.see("It is not your turn.")


async def test_round_points_stay_until_a_key() -> None:
    """After the last trick of a round its points stand until a key; then the next round is there."""
    house = FakeHouse()
    house.table(OTHER, ME)
    async with seated(house, ME) as player:
        screen = player.scene
        assert isinstance(screen, TableScreen)
        house.play_on(until=lambda view: getattr(view.table, "round", 1) == 2)
        await player.until(lambda: not screen.behind(), "all views taken in")
        for _ in range(60):
            if "Round 1 is scored" in player.text():
                break
            await player.press("enter")
        await player.see("Round 1 is scored", "any key goes on")
        await player.press("enter")
        await player.see("round 2", "13 cards")
        assert player.gateway.sent == []


async def test_nothing_ticks_while_idle() -> None:
    """A table at which nothing happens holds no timer that runs (Textual keeps a paused one for its frames)."""
    async with arrived(at(position(0, "K10")), ME) as player:
        player.app.open_table(TABLE)
        await player.see("▶ Your turn: follow Keys.")
        await player.pilot.pause()
        timers = [*player.app.screen._timers, *player.app._timers]
        await player.until(lambda: not any(timer._active.is_set() for timer in timers), "still timers")
