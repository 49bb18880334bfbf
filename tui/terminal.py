"""A player's terminal as far as it can be known: size, TERM, colours, language, Unicode."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

MAX_COLUMNS, MAX_ROWS = 400, 150
DEFAULT_SIZE = (80, 24)

LANGUAGES = ("en", "es", "fr", "nl")


class Colours(StrEnum):
    """How many colours a terminal shows."""

    TRUECOLOR = "truecolor"
    C256 = "256"
    C16 = "16"
    NONE = "none"


_TRUECOLOR_TERMS = ("kitty", "ghostty", "alacritty", "foot", "wezterm", "contour", "iterm")
_FEW_COLOUR_TERMS = ("xterm", "linux", "screen", "ansi", "cygwin", "rxvt")


@dataclass(frozen=True, slots=True)
class Terminal:
    """What a session starts with. `size` is (columns, rows), already clamped; the app's own size follows resizes.

    `language` is one of en, es, fr, nl or empty when nothing was said. `unicode` guesses which glyphs to use.
    """

    size: tuple[int, int] = DEFAULT_SIZE
    term: str = "xterm-256color"
    colours: Colours = Colours.C256
    language: str = ""
    unicode: bool = True

    @classmethod
    def of(cls, term: str, size: tuple[int, int], environ: Mapping[str, str]) -> "Terminal":
        """Judge a terminal by what its client claims; nothing here is trusted beyond a choice of looks."""
        term = "".join(c for c in term[:64] if c.isascii() and c.isprintable())
        locale = environ.get("LC_ALL") or environ.get("LC_CTYPE") or environ.get("LANG") or ""
        spoken = environ.get("LC_ALL") or environ.get("LC_MESSAGES") or environ.get("LANG") or ""
        language = spoken[:2].lower()
        return cls(
            size=clamp(*size),
            term=term,
            colours=colours_of(term, environ),
            language=language if language in LANGUAGES else "",
            unicode=_unicode(term, locale),
        )


def clamp(columns: int, rows: int) -> tuple[int, int]:
    """A claimed size made safe: 0 means unknown, and nobody has more than 400×150."""
    if columns <= 0 or rows <= 0:
        return DEFAULT_SIZE
    return min(columns, MAX_COLUMNS), min(rows, MAX_ROWS)


def colours_of(term: str, environ: Mapping[str, str]) -> Colours:
    """Infer the colour depth from TERM and, where the client sent them, COLORTERM and NO_COLOR."""
    name = term.lower()
    if name == "dumb" or environ.get("NO_COLOR"):
        return Colours.NONE
    if environ.get("COLORTERM", "").lower() in ("truecolor", "24bit"):
        return Colours.TRUECOLOR
    if name.endswith("-direct") or any(known in name for known in _TRUECOLOR_TERMS):
        return Colours.TRUECOLOR
    if name.startswith("vt") or name in _FEW_COLOUR_TERMS:
        return Colours.C16
    return Colours.C256


def _unicode(term: str, locale: str) -> bool:
    if locale:
        return "utf" in locale.lower()
    # Most clients send no locale, and most terminals of today speak UTF-8.
    return not (term.startswith("vt") or term in ("dumb", "ansi", "cygwin"))
