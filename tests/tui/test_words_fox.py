"""The Fox in words: all that can happen has a sentence in every language, and tells no more than it may."""

import re
from random import Random

import pytest
from rich.cells import cell_len

from core.fox.cards import CARDS, Card
from core.game import Happening
from core.ids import Seat
from core.tables import LogEntry, Phase
from tests.tui.fakes import TABLE, FakeHouse
from tests.tui.states import ME, OTHER, at, position
from tui.look import look
from tui.words_fox import ability, happening_line
from tui.words_room import room_line

LANGUAGES = ("en", "es", "fr", "nl")


def played_logs(seed: int) -> list[tuple[LogEntry, ...]]:
    """The logs of both players and a watcher at every step of a game that is played at random."""
    rng = Random(seed)
    house = FakeHouse()
    house.table(OTHER, ME)
    logs = []
    while house.view("").phase is Phase.PLAYING:
        name = OTHER if house.view(OTHER).prompt else ME
        prompt = house.view(name).prompt
        assert prompt is not None
        house.act(name, rng.choice(prompt.legal))
        logs += [house.view(who).log for who in (OTHER, ME, "")]
    return logs


def test_whatever_happens_has_words() -> None:
    """Along random games every entry of every log becomes a sentence in every language."""
    view = at(position(0)).view(ME)
    entries = {entry.what for seed in range(3) for log in played_logs(seed) for entry in log}
    codes = {what.code for what in entries}
    assert codes >= {
        "played",
        "swapped",
        "kept",
        "drew",
        "buried",
        "witch",
        "trick_won",
        "round_scored",
        "game_won",
    }
    for language in LANGUAGES:
        words = look(language, "unicode", "dark", "256")
        for what in entries:
            line = room_line(words, view, what, "mia")
            if line is None:
                line = happening_line(words, what, "mia")
            assert line != what.code
            assert "{" not in line


def test_what_is_rare_has_words_too() -> None:
    """Also what random games hardly meet: a tie at the target, a resignation, a claim, somebody who leaves."""
    words = look("en", "unicode", "dark", "256")
    view = at(position(0)).view(ME)
    assert happening_line(words, Happening("another_round", None, (22,)), "") == "22 all: another round"
    assert happening_line(words, Happening("swan_leads", Seat(0)), "you") == "Swan, next lead: you"
    assert room_line(words, view, Happening("resigned", Seat(0)), "ana") == "ana: the game given up"
    assert room_line(words, view, Happening("claimed", Seat(0), (1,)), "ana") == "ana: the game claimed"
    assert room_line(words, view, Happening("left", Seat(0), ("ana",)), "ana") == "ana has left the table"
    assert room_line(words, view, Happening("abandoned", None), "") == "the game was given up"


def test_a_buried_card_is_told_to_its_owner_only() -> None:
    """The log names a drawn and a buried card to who took it, and to nobody else (c)."""
    house = at(position(1))
    house.act(ME, "M5", "bury K4")
    words = look("en", "unicode", "dark", "256")
    lines = {
        who: [happening_line(words, entry.what, "mia") for entry in house.view(who).log]
        for who in (ME, OTHER, "")
    }
    assert lines[ME][-2:] == ["mia: B2 from the deck", "mia: K4 under the deck"]
    assert lines[OTHER][-2:] == lines[""][-2:] == ["mia: a card from the deck", "mia: a card under the deck"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_abilities_fit_a_row(language: str) -> None:
    """What a card can do is said in one row of 76 cells, for all 33 cards."""
    words = look(language, "unicode", "dark", "256")
    for card in range(CARDS):
        assert 0 < cell_len(ability(words, Card(card), trump=0)) <= 76


def test_the_seal_is_shown_whole_when_the_game_starts() -> None:
    """The log begins with the SHA-256 of the seed in full, so that a player can check it afterwards."""
    house = FakeHouse()
    house.table(OTHER, ME)
    view = house.view(ME)
    words = look("en", "unicode", "dark", "256")
    first = next(entry for entry in view.log if entry.what.code == "game_started")
    line = room_line(words, view, first.what, "")
    assert line is not None
    assert re.sub("[^0-9a-f]", "", line.partition(":")[2]) == view.commitment
    assert house.rooms[TABLE].revealed == b""
