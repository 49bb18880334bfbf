"""Every refusal of the house and of the rules has a sentence, in every language."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from core.commands import Refusal
from core.ids import CommandId
from tui.look import Look, look
from tui.refusals import refusal_text, worded

ROOT = Path(__file__).parent.parent.parent

_CODE_ARGUMENT = {
    "_Refused": 0,
    "Refused": 0,
    "Refusal": 1,
    "TableClosed": 1,
    "Closed": 0,
    "close": None,
}
"""Calls that name a code, and which argument it is (None: any)."""


def _codes(path: Path) -> Iterator[str]:
    """The codes that a source file refuses with or closes a table with."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            named = any(isinstance(target, ast.Name) and target.id == "code" for target in targets)
            value = node.value.value if isinstance(node.value, ast.Constant) else None
            if named and isinstance(value, str) and value:
                yield value
        elif isinstance(node, ast.Call):
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            if name not in _CODE_ARGUMENT:
                continue
            place = _CODE_ARGUMENT[name]
            arguments = node.args if place is None else node.args[place : place + 1]
            for argument in arguments:
                yield from (
                    each.value
                    for each in ast.walk(argument)
                    if isinstance(each, ast.Constant) and isinstance(each.value, str) and each.value
                )


def _all_codes() -> dict[str, str]:
    found: dict[str, str] = {}
    for folder in ("core", "server"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            for code in _codes(path):
                found.setdefault(code, path.relative_to(ROOT).as_posix())
    return found


def _look(language: str) -> Look:
    return look(language, "unicode", "dark", "256")


def _refusal(code: str, **params: str | int) -> Refusal:
    return Refusal(CommandId("c"), code, tuple(params.items()))


def test_every_code_of_the_sources_is_worded() -> None:
    """Whatever code core or server refuses with, a player reads a sentence of its own."""
    codes = _all_codes()
    assert {"must_follow", "stale_prompt", "name_taken", "no_such_table"} <= set(codes)
    unworded = {code: place for code, place in codes.items() if not worded(code)}
    assert unworded == {}


def test_an_unknown_code_is_shown() -> None:
    """A code from a newer house is not hidden from the player."""
    assert "brand_new" in refusal_text(_look("en"), _refusal("brand_new"))


@pytest.mark.parametrize("language", ["en", "es", "fr", "nl"])
def test_sentences_are_whole(language: str) -> None:
    """With or without params a refusal reads as a sentence: no blank is left open."""
    for code in _all_codes():
        bare = refusal_text(_look(language), _refusal(code))
        full = refusal_text(
            _look(language),
            _refusal(code, suit="K", card="K10", longest=20, option="target", value=0, limit=3),
        )
        for sentence in (bare, full):
            assert sentence.endswith(".")
            assert "{" not in sentence


def test_cards_and_suits_are_in_the_players_words() -> None:
    """Params are codes; the sentence has the names of the player's language."""
    assert "llaves" in refusal_text(_look("es"), _refusal("must_follow", suit="K"))
    assert "Ll10" in refusal_text(_look("es"), _refusal("not_in_hand", card="K10"))
    assert "Keys" in refusal_text(_look("en"), _refusal("must_follow", suit="K"))


def test_what_players_wrote_is_kept_short() -> None:
    """A long value in a refusal does not flood the line."""
    text = refusal_text(_look("en"), _refusal("bad_options", option="target", value="9" * 500))
    assert len(text) < 100
