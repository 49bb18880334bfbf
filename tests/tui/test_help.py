"""The help: the screen one came from first, then the rules in full, then keys and guests."""

import pytest

from core.fox.scoring import POINTS_FOR_TRICKS as POINTS
from tests.tui.arriving import arrive
from tests.tui.scenes_lobby import GUEST, LIVELY
from tui.look import look
from tui.screens.help import HelpScreen
from tui.widgets.help_page import body, body_height
from tui.widgets.help_rules import fox_rules
from tui.widgets.help_text import pages
from tui.words_cards import rank_name

LANGUAGES = ["en", "es", "fr", "nl"]
TOPICS = ["lobby", "open_table", "join", "settings", "table", "house"]


async def test_the_screen_one_came_from_comes_first() -> None:
    """From the lobby it explains the lobby, from the settings the settings; Esc leads back there."""
    async with arrive(LIVELY) as player:
        await player.press("question_mark")
        await player.see("The lobby")
        await player.press("escape", "o", "question_mark")
        await player.see("Every change shows at once")
        await player.press("question_mark")
        await player.see("It looks like this")


async def test_pages_and_scrolling() -> None:
    """Digits, Tab and arrows go to the pages; the text scrolls to its end and no further."""
    async with arrive() as player:
        await player.press("question_mark", "2")
        await player.see("The Fox in the Forest")
        await player.press("end")
        await player.see("prove that the host")
        screen = player.scene
        assert isinstance(screen, HelpScreen)
        last = screen.top
        await player.press("down", "pagedown", "space")
        assert screen.top == last
        await player.press("up")
        assert screen.top == last - 1
        await player.press("home", "up")
        assert screen.top == 0
        await player.press("tab")
        await player.see("ssh-keygen -t ed25519")
        await player.press("tab")
        await player.see("The lobby")
        await player.click("Rules")
        await player.see("The Fox in the Forest")


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)])
async def test_every_line_can_be_read(size: tuple[int, int]) -> None:
    """Paging down from the top shows each row of each page."""
    async with arrive(size=size) as player:
        await player.press("question_mark")
        screen = player.scene
        assert isinstance(screen, HelpScreen)
        for number, page in enumerate(screen.pages()):
            screen.handle(str(number + 1), str(number + 1))
            rows = [(row.label + row.text).rstrip() for row in body(page, size[0])]
            seen: set[str] = set()
            for _ in range(1 + len(rows) // (body_height(size[1]) - 1)):
                seen.update(line.strip() for line in screen.painted(*size).text().split("\n"))
                screen.handle("pagedown", None)
            assert {row.strip() for row in rows} <= seen


async def test_a_guest_learns_about_keys() -> None:
    """A guest reads how to make a key and how to come back; who has a key reads what it is."""
    async with arrive(profile=GUEST) as player:
        await player.press("question_mark", "3")
        await player.see("You are a guest here.", "ssh-keygen -t ed25519")
    async with arrive() as player:
        await player.press("question_mark", "3")
        await player.see("You came with a key")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_are_complete(language: str) -> None:
    """Every odd card has its ability, every number of tricks its points, in each language."""
    chosen = look(language, "unicode", "dark", "256")
    lines = fox_rules(chosen)
    labels = [line.label for line in lines]
    for rank in (1, 3, 5, 7, 9, 11):
        assert f"{rank} {rank_name(chosen, rank)}" in labels
    said: dict[int, str] = {}
    for line in lines:
        first, _, last = line.label.partition("-")
        if first.isdigit() and (last.isdigit() or not last):
            said.update(dict.fromkeys(range(int(first), int(last or first) + 1), line.text))
    assert sorted(said) == list(range(14))
    for tricks, text in said.items():
        assert (str(POINTS[tricks]) in text) == (POINTS[tricks] != 0)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("topic", TOPICS)
def test_every_screen_is_explained(topic: str, language: str) -> None:
    """Each screen has a page of its own that tells what it is and names keys."""
    chosen = look(language, "unicode", "dark", "256")
    first = pages(chosen, topic, False)[0]
    assert first.lines[0].head
    assert any(line.label == "?" for line in first.lines)
    others = [pages(chosen, other, False)[0].lines[0].text for other in TOPICS if other != topic]
    assert first.lines[0].text not in others
