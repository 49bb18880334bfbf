"""Languages: gettext catalogues read from tui/locale/*.po at load, and the choice of one for a player."""

import gettext
import io
from functools import cache
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

LANGUAGES: tuple[tuple[str, str], ...] = (
    ("en", "English"),
    ("es", "Español"),
    ("fr", "Français"),
    ("nl", "Nederlands"),
)
"""The languages of the interface: code and its own name, in the order they are offered."""

LOCALE = Path(__file__).parent / "locale"


class Words:
    """The words of one language. English is the language of the sources and needs no catalogue."""

    def __init__(self, language: str, translations: gettext.NullTranslations) -> None:
        self.language = language
        self.text = translations.gettext
        self.plural = translations.ngettext
        self.context = translations.pgettext


@cache
def words(language: str) -> Words:
    """The words of `language` (a code of LANGUAGES; anything else gives English), read once per process."""
    path = LOCALE / f"{language}.po"
    if language == "en" or language not in dict(LANGUAGES) or not path.is_file():
        return Words("en", gettext.NullTranslations())
    with path.open("rb") as source:
        catalogue = read_po(source, locale=language)
    compiled = io.BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return Words(language, gettext.GNUTranslations(compiled))


def read_all() -> None:
    """Read all catalogues now: when a house starts, so that no game waits for the first French player."""
    for language, _name in LANGUAGES:
        words(language)


def guess_language(locale_name: str) -> str:
    """The language for a POSIX locale name such as ``es_AR.UTF-8``; English when we do not speak it."""
    code = locale_name.replace("-", "_").split("_")[0].split(".")[0].lower()
    return code if code in dict(LANGUAGES) else "en"


def N_(message: str) -> str:  # noqa: N802 - gettext's own name for "to be translated where it is used"
    """Marks a message for the catalogues without translating it here."""
    return message
