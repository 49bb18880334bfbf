"""The catalogues as they should be: extracts the messages of the sources, merges them into tui/locale.

    python -m tests.catalogues update     after changing a text of the interface
    python -m tests.catalogues missing    lists what still wants a translation

The files hold no dates and no places and are sorted, so that they change only when the messages do.
"""

import ast
import io
import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).parent.parent
LOCALE = ROOT / "tui" / "locale"
TEMPLATE = LOCALE / "inglenook.pot"
PLURALS = {"es": "(n != 1)", "fr": "(n > 1)", "nl": "(n != 1)"}
"""Which of the two forms a number takes, by language."""
TRANSLATED = tuple(PLURALS)

KEYWORDS: dict[str, tuple[int | tuple[int, str], ...] | None] = {
    "t": None,
    "N_": None,
    "n": (1, 2),
    "p": ((1, "c"), 2),
}
"""The functions of tui/look.py and tui/i18n.py whose first arguments are messages."""

_CHURN = re.compile(
    r'^"(Report-Msgid-Bugs-To|POT-Creation-Date|PO-Revision-Date|Generated-By|Last-Translator|Language-Team):'
    r'.*"\n',
    re.M,
)


def calls(source: Any, keywords: Mapping[str, object], tags: object, options: object) -> Iterator[Any]:
    """An extraction method for Babel: the calls of the keywords in a Python file, those inside f-strings too.

    Babel's own reads tokens, and those of an f-string differ between versions of Python.
    """
    for node in ast.walk(ast.parse(source.read())):
        if not isinstance(node, ast.Call):
            continue
        name = getattr(node.func, "id", getattr(node.func, "attr", ""))
        if name in keywords and node.args:
            texts = tuple(
                each.value if isinstance(each, ast.Constant) and isinstance(each.value, str) else None
                for each in node.args
            )
            yield node.lineno, name, texts if len(texts) > 1 else texts[0], []


def extracted() -> Catalog:
    """All messages of the sources in tui."""
    catalogue = Catalog(
        project="inglenook",
        version="1",
        header_comment="# Inglenook: words of the interface.",
        charset="utf-8",
    )
    for path in sorted((ROOT / "tui").rglob("*.py")):
        name = path.relative_to(ROOT).as_posix()
        with path.open("rb") as source:
            found = list(extract(calls, source, keywords=KEYWORDS))
        for line, message, comments, context in found:
            catalogue.add(message, None, [(name, line)], auto_comments=comments, context=context)
    return catalogue


def read(language: str) -> Catalog:
    """The catalogue of a language as it stands in the file."""
    path = LOCALE / f"{language}.po"
    content = path.read_bytes() if path.is_file() else _fresh(language)
    return read_po(io.BytesIO(content), locale=language)


def _fresh(language: str) -> bytes:
    """The beginning of a new catalogue: Babel's own plural forms would tell millions from other numbers."""
    headers = (
        "Project-Id-Version: inglenook 1",
        f"Language: {language}",
        f"Plural-Forms: nplurals=2; plural={PLURALS[language]};",
        "MIME-Version: 1.0",
        "Content-Type: text/plain; charset=utf-8",
        "Content-Transfer-Encoding: 8bit",
    )
    return ('msgid ""\nmsgstr ""\n' + "".join(f'"{header}\\n"\n' for header in headers)).encode()


def text(catalogue: Catalog) -> str:
    """The file of a catalogue, without anything that changes by itself."""
    out = io.BytesIO()
    write_po(out, catalogue, width=100, no_location=True, sort_output=True, ignore_obsolete=True)
    return _CHURN.sub("", out.getvalue().decode())


def merged(language: str, template: Catalog) -> Catalog:
    """The catalogue of a language with exactly the messages of the template; nothing is guessed."""
    catalogue = read(language)
    catalogue.header_comment = f"# Inglenook: words of the interface ({language})."
    catalogue.update(template, no_fuzzy_matching=True, update_header_comment=False)
    catalogue.fuzzy = False
    return catalogue


def strings(message: Message) -> tuple[str, ...]:
    """The translations of a message: one, or one for each plural form."""
    forms = message.string or ""
    return (forms,) if isinstance(forms, str) else tuple(str(form or "") for form in forms)


def main(arguments: list[str]) -> int:
    """Update the files, or list what is missing. Returns the exit status."""
    template = extracted()
    if arguments == ["update"]:
        TEMPLATE.write_text(text(template), encoding="utf-8")
        for language in TRANSLATED:
            (LOCALE / f"{language}.po").write_text(text(merged(language, template)), encoding="utf-8")
        return 0
    if arguments == ["missing"]:
        for language in TRANSLATED:
            for message in merged(language, template):
                if message.id and not all(strings(message)):
                    sys.stdout.write(f"{language}: {message.id!r}\n")
        return 0
    sys.stderr.write("Usage: python -m tests.catalogues update | missing\n")
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
