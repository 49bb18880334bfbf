"""Cards in words and typed actions, in every language."""

import pytest

from tui.look import Look, look
from tui.words_cards import card_code, card_name, parse_typed, suit_code, suit_name

LANGUAGES = ["en", "es", "fr", "nl"]
SWAPS = ("keep", "swap B2", "swap K10", "swap M11")
BURIES = ("bury B2", "bury K10", "bury M11")
PLAYS = ("B2", "K10", "M11")


def _look(language: str) -> Look:
    return look(language, "unicode", "dark", "256")


@pytest.mark.parametrize("language", LANGUAGES)
def test_abbreviations_are_unique(language: str) -> None:
    """No two suits share an abbreviation, and none begins another."""
    codes = [suit_code(_look(language), suit).casefold() for suit in range(3)]
    assert all(not a.startswith(b) for a in codes for b in codes if a is not b)
    assert all(len(code) <= 2 for code in codes)


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_abbreviation_is_no_other_suit_in_english(language: str) -> None:
    """What a player reads on the cards never means another suit because English uses the same letter."""
    chosen = _look(language)
    legal = tuple(f"{suit}{rank}" for suit in "BKM" for rank in range(1, 12))
    for card in legal:
        assert parse_typed(chosen, card_code(chosen, card), legal).action == card


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_by_english_code_and_by_name(language: str) -> None:
    """English codes and whole local names are understood everywhere, in any case, with or without blanks."""
    chosen = _look(language)
    legal = tuple(f"{suit}{rank}" for suit in "BKM" for rank in range(1, 12))
    for card in legal:
        suit, rank = "BKM".index(card[0]), card[1:]
        for text in (
            card,
            card.lower(),
            f" {card[0]} {rank} ",
            card_name(chosen, card),
            f"{suit_name(chosen, suit).upper()} {rank}",
            f"{rank}{suit_code(chosen, suit)}",
        ):
            assert parse_typed(chosen, text, legal).action == card, text


def test_accents_may_be_left_out() -> None:
    """`ce10` is the same as `cé10`."""
    assert parse_typed(_look("fr"), "ce10", PLAYS).action == "K10"
    assert parse_typed(_look("fr"), "CÉ 10", PLAYS).action == "K10"


def test_an_ambiguous_beginning_is_asked_about() -> None:
    """`l10` may be llaves or lunas: nothing is played, both are named."""
    typed = parse_typed(_look("es"), "l10", PLAYS)
    assert typed.action is None
    assert "Ll10" in typed.error
    assert "Lu10" in typed.error


@pytest.mark.parametrize(
    ("language", "text", "legal", "action"),
    [
        ("en", "swap k10", SWAPS, "swap K10"),
        ("en", "k10", SWAPS, "swap K10"),
        ("en", "keep", SWAPS, "keep"),
        ("en", "bury b2", BURIES, "bury B2"),
        ("en", "b2", BURIES, "bury B2"),
        ("en", "play b2", PLAYS, "B2"),
        ("es", "cambiar ll10", SWAPS, "swap K10"),
        ("es", "conservar", SWAPS, "keep"),
        ("es", "keep", SWAPS, "keep"),
        ("fr", "echanger ce10", SWAPS, "swap K10"),
        ("fr", "remettre cl2", BURIES, "bury B2"),
        ("nl", "ruilen sl10", SWAPS, "swap K10"),
        ("nl", "houden", SWAPS, "keep"),
        ("nl", "11 van manen", PLAYS, "M11"),
    ],
)
def test_verbs(language: str, text: str, legal: tuple[str, ...], action: str) -> None:
    """Verbs may be English or local, and be left out where the card says it all."""
    assert parse_typed(_look(language), text, legal).action == action


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        "hello",
        "12",
        "K",
        "K12",
        "K0",
        "B2 K10",
        "x" * 500,
        "²K",
        "K²",
        "١B",
        "bury",
        "{x}",
        "K10 K10",
    ],
)
def test_nonsense_is_answered(language: str, text: str) -> None:
    """Whatever is no card gives a sentence and no action, and never an error."""
    typed = parse_typed(_look(language), text, PLAYS)
    assert typed.action is None
    assert typed.error
    assert len(typed.error) < 100


def test_a_card_that_may_not_be_played() -> None:
    """It is named, so that who knows the rules can say why."""
    typed = parse_typed(_look("en"), "b3", PLAYS)
    assert typed.action is None
    assert typed.card == "B3"
    assert "B3" in typed.error


def test_not_your_turn() -> None:
    """Without legal actions a card is answered with whose turn it is not."""
    assert parse_typed(_look("en"), "K10", ()).error == "It is not your turn."
