"""How one player sees things: words of a language, a glyph set, a palette. Every painter is given one."""

from dataclasses import dataclass
from functools import cache

from tui.i18n import Words, words
from tui.theme import Glyphs, Palette, glyphs, palette


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """Compared by identity: looks are shared (tui.look.look), so painted pieces can be cached per look."""

    words: Words
    glyphs: Glyphs
    palette: Palette

    def t(self, message: str, **blanks: object) -> str:
        """The message in the player's language, its ``{blanks}`` filled in."""
        text = self.words.text(message)
        return text.format(**blanks) if blanks else text

    def n(self, one: str, many: str, count: int, **blanks: object) -> str:
        """The message in the form for `count` things; ``{n}`` is the count."""
        return self.words.plural(one, many, count).format(n=count, **blanks)

    def p(self, context: str, message: str) -> str:
        """The message where one English word has several translations."""
        return self.words.context(context, message)


@cache
def look(language: str, glyph_set: str, theme: str, depth: str) -> Look:
    """The look for these choices (codes of i18n.LANGUAGES, ``unicode``/``ascii``, THEMES, DEPTHS); shared."""
    return Look(words(language), glyphs(glyph_set), palette(theme, depth))
