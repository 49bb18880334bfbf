"""Actions of the Fox as text."""

import pytest

from core.fox.state import ACTIONS
from core.fox.text import action_text, parse_action
from core.game import BadActionText


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (0, "B1"),
        (20, "K10"),
        (32, "M11"),
        (33, "swap B1"),
        (53, "swap K10"),
        (66, "bury B1"),
        (86, "bury K10"),
        (99, "keep"),
    ],
)
def test_actions_have_short_texts(action: int, text: str) -> None:
    """Playing a card is its code, the others say what is done with it."""
    assert action_text(action) == text
    assert parse_action(text) == action


def test_all_hundred_actions_round_trip() -> None:
    """Every action has its own text."""
    assert {parse_action(action_text(action)) for action in range(ACTIONS)} == set(range(100))


@pytest.mark.parametrize("text", ["swap k10", "SWAP K10", "  swap   K 10 ", "swapk10", "Swap\tK10"])
def test_case_and_spaces_do_not_matter(text: str) -> None:
    """However it is typed, it is the same action."""
    assert action_text(parse_action(text)) == "swap K10"


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "K",
        "10",
        "K0",
        "K12",
        "K010",
        "X3",
        "swap",
        "bury",
        "keep K1",
        "play K1",
        "K1 K2",
        "K١",
        "\u212a10",
        "K-1",
    ],
)
def test_other_texts_are_refused(text: str) -> None:
    """What is no action is refused with the text as it was typed."""
    with pytest.raises(BadActionText) as refused:
        parse_action(text)
    assert refused.value.code == "bad_action_text"
    assert refused.value.params == {"text": text}


def test_long_texts_are_cut_in_the_refusal() -> None:
    """A refusal does not repeat pages of what somebody has pasted."""
    with pytest.raises(BadActionText) as refused:
        parse_action("K" * 10_000)
    assert len(str(refused.value.params["text"])) == 40


@pytest.mark.parametrize("action", [-1, 100])
def test_numbers_that_are_no_actions_have_no_text(action: int) -> None:
    """Asking for it is a programming error."""
    with pytest.raises(ValueError, match="not an action"):
        action_text(action)
