"""The catalogues are complete, exact and fit: no message missing or unused, no blank lost, no text cut."""

import ast
import re
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

from tests.catalogues import LOCALE, PLURALS, TEMPLATE, TRANSLATED, extracted, merged, read, strings, text
from tests.tui.scenes import SCENES, painted
from tui.i18n import LANGUAGES, guess_language, words
from tui.look import look

TUI = Path(__file__).parent.parent.parent / "tui"

SAME_IN_BOTH = 14
"""A text of so many characters beside its blanks that reads the same in two languages has been forgotten."""

CUT_NAMES = {"table_long_names"}
"""Scenes with names of players that are too long for their place: an ellipsis is right there."""

FOREIGN_NAMES = {"table_long_names", "settings_name", "lobby", "lobby_evening", "lobby_your_turn",
                 "lobby_open_table", "lobby_running", "lobby_guest", "lobby_refused", "lobby_goodbye",
                 "lobby_goodbye_guest", "lobby_name", "lobby_games"}  # fmt: skip
"""Scenes with a player whose name is not ASCII."""


def _keys(catalogue: Catalog) -> set[tuple[str | None, object]]:
    return {(message.context, message.id) for message in catalogue if message.id}


def _blanks(message: str) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", message))


@pytest.fixture(scope="module")
def template() -> Catalog:
    """The messages of the sources."""
    return extracted()


def test_languages() -> None:
    """The languages on offer are English and those that have a catalogue."""
    assert [code for code, _name in LANGUAGES] == ["en", *TRANSLATED]


def test_the_template_is_up_to_date(template: Catalog) -> None:
    """The template is what `python -m tests.catalogues update` would write."""
    assert TEMPLATE.read_text(encoding="utf-8") == text(template)


@pytest.mark.parametrize("language", TRANSLATED)
def test_nothing_is_missing_or_unused(language: str, template: Catalog) -> None:
    """Each catalogue has exactly the messages of the sources, each with all its forms, none of them a guess."""
    catalogue = read(language)
    assert _keys(catalogue) == _keys(template)
    assert [message.id for message in catalogue if message.id and not all(strings(message))] == []
    assert [message.id for message in catalogue if message.fuzzy and message.id] == []
    assert not catalogue.obsolete


@pytest.mark.parametrize("language", TRANSLATED)
def test_the_file_changes_only_with_its_messages(language: str, template: Catalog) -> None:
    """An update leaves a catalogue that is complete as it is, to the byte: no dates, no places."""
    content = (LOCALE / f"{language}.po").read_text(encoding="utf-8")
    assert content == text(merged(language, template))
    assert "Date" not in content


@pytest.mark.parametrize("language", TRANSLATED)
def test_blanks_are_the_same(language: str) -> None:
    """Every translation has the blanks of its message, no more and no less."""
    for message in read(language):
        if not message.id:
            continue
        messages = [message.id] if isinstance(message.id, str) else list(message.id)
        wanted = {blank for each in messages for blank in _blanks(each)}
        for translated in strings(message):
            assert _blanks(translated) == wanted, message.id


@pytest.mark.parametrize("language", TRANSLATED)
def test_no_sentence_is_left_in_english(language: str) -> None:
    """A longer text that is the same in both languages was forgotten."""
    for message in read(language):
        if isinstance(message.id, str) and len(re.sub(r"{\w+}", "", message.id)) >= SAME_IN_BOTH:
            assert message.string != message.id


@pytest.mark.parametrize("language", TRANSLATED)
def test_sentences_end_alike(language: str) -> None:
    """A translation is a sentence where its message is one, and a label where it is a label."""
    for message in read(language):
        if isinstance(message.id, str) and message.id:
            for mark in ".?!:":
                if message.id.endswith(mark):
                    assert str(message.string).endswith(mark), message.id


@pytest.mark.parametrize("language", TRANSLATED)
def test_plural_forms(language: str) -> None:
    """Numbers take the right one of two forms: nought is singular in French only."""
    assert read(language).plural_expr == PLURALS[language]
    plural = words(language).plural
    forms = [plural("{n} free seat below", "{n} free seats below", n) for n in (0, 1, 2, 100)]
    singular, many = forms[1], forms[2]
    assert singular != many
    assert forms == [singular if language == "fr" else many, singular, many, many]


def test_french_signs_stay_with_their_words() -> None:
    """Before the tall signs French has a space that never breaks a line."""
    for message in read("fr"):
        for translated in strings(message):
            assert not re.search(r" [:;!?]", translated), translated


def test_messages_are_written_out() -> None:
    """Only what is written out in the call can be extracted; codes of refusals come from marked tables."""
    for path in sorted(TUI.rglob("*.py")):
        if path.name in ("look.py", "refusals.py"):
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute | ast.Name):
                name = getattr(node.func, "attr", getattr(node.func, "id", ""))
                count = {"t": 1, "n": 2, "p": 2}.get(name, 0)
                for argument in node.args[:count]:
                    assert isinstance(argument, ast.Constant), f"{path.name}:{node.lineno}"


@pytest.mark.parametrize(
    ("name", "language"),
    [
        ("es_AR.UTF-8", "es"),
        ("fr", "fr"),
        ("nl-BE", "nl"),
        ("en_GB.UTF-8", "en"),
        ("C", "en"),
        ("", "en"),
        ("de_DE", "en"),
        ("../../etc", "en"),
    ],
)
def test_guessing_a_language(name: str, language: str) -> None:
    """The language of a POSIX locale name is taken if it is one of ours, else English."""
    assert guess_language(name) == language


@pytest.mark.parametrize("language", ["en", *TRANSLATED])
@pytest.mark.parametrize("name", SCENES)
def test_every_screen_fits(name: str, language: str) -> None:
    """No text is cut at 80×24 or in the smallest window, in any language and glyph set."""
    for glyphs in ("unicode", "ascii"):
        chosen = look(language, glyphs, "dark", "256")
        for size in ((80, 24), (60, 20), (120, 40)):
            canvas = painted(name, chosen, *size)
            assert canvas.clipped == []
            if size[0] >= 80 and name not in CUT_NAMES:
                assert "…" not in canvas.text()


@pytest.mark.parametrize("name", SCENES)
def test_plain_glyphs_are_ascii(name: str) -> None:
    """In English with the plain glyphs a screen is ASCII alone, but for what players are called."""
    canvas = painted(name, look("en", "ascii", "dark", "none"), 80, 24)
    if name not in FOREIGN_NAMES:
        assert canvas.text().isascii()
