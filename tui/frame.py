"""The fewest bytes that turn one picture on a terminal into the next.

Textual paints whole rows and says every colour anew for each run of cells; over a line that is ten times what has
changed. Here unchanged cells are jumped over, a style is told by what differs from the one before, and blanks are
put in whatever style is on as long as their ground is right.
"""

from functools import lru_cache

from rich.color import Color
from rich.style import Style

from tui.paint import Canvas

JUMP = 4
"""A gap of at most so many unchanged cells is written over where that is shorter than a jump."""

END = "\x1b[0m"

_NOTHING = Style.parse("blink")
"""No painter uses it, so that every cell differs from it."""


def frame(old: Canvas | None, new: Canvas) -> str:
    """What to send to a terminal that shows `old` so that it shows `new`, both of one size; "" if nothing differs.

    `old` None: nobody knows what the terminal shows. Nothing is assumed about the cursor and the style that is
    on; at the end no style is on.
    """
    out: list[str] = []
    style: Style | None = None
    if old is None:
        unknown: list[str] = ["?"] * new.width  # equal to no cell, as no style is
        nothing: list[Style] = [_NOTHING] * new.width
        for y in range(new.height):
            style = _row(out, y, unknown, nothing, new.chars[y], new.styles[y], style)
        return "".join((*out, END))
    for y in range(new.height):
        if old.chars[y] == new.chars[y] and old.styles[y] == new.styles[y]:
            continue
        style = _row(out, y, old.chars[y], old.styles[y], new.chars[y], new.styles[y], style)
    if style is None:
        return ""
    out.append(END)
    return "".join(out)


def _row(out: list[str], y: int, old_chars: list[str], old_styles: list[Style], chars: list[str],
         styles: list[Style], style: Style | None) -> Style | None:  # fmt: skip
    """Append what changes on row `y`; returns the style that is on after it."""
    width = len(chars)
    at = -1  # where the cursor is; -1: somewhere else
    x = 0
    while x < width:
        character, wanted = chars[x], styles[x]
        if character == old_chars[x] and (
            wanted is old_styles[x]
            or wanted == old_styles[x]
            or (character == " " and ground(wanted) == ground(old_styles[x]))
        ):
            x += 1
            continue
        if character == "":
            x -= 1  # the right half of a wide character: it is put from its left one
            character, wanted = chars[x], styles[x]
        if at != x:
            at = _move(out, y, at, x, chars, styles, style)
        if wanted is not style and not (character == " " and _fits(character, wanted, style)):
            out.append(turn(style, wanted))
            style = wanted
        out.append(character)
        x += 2 if x + 1 < width and chars[x + 1] == "" else 1
        at = x
    return style


def _move(out: list[str], y: int, at: int, x: int, chars: list[str], styles: list[Style],
          style: Style | None) -> int:  # fmt: skip
    """Bring the cursor to x on row `y`, the shortest way; returns x."""
    if at < 0 or at > x:
        out.append(f"\x1b[{y + 1};{x + 1}H" if x else f"\x1b[{y + 1}H")
        return x
    near = x - at <= JUMP and style is not None
    if near and all(_fits(chars[n], styles[n], style) for n in range(at, x)):
        out.extend(chars[at:x])
    else:
        out.append(f"\x1b[{x - at}C" if x - at > 1 else "\x1b[C")
    return x


def _fits(character: str, wanted: Style, style: Style | None) -> bool:
    """Whether a cell may be written while `style` is on, at the price of one byte."""
    if wanted is style:
        return character.isascii() and character != ""
    return character == " " and style is not None and ground(wanted) == ground(style)


@lru_cache(256)
def ground(style: Style) -> tuple[Color | None, ...] | Style:
    """What a blank in this style looks like: equal for styles in which blanks are the same."""
    if style.underline or style.strike or style.overline or (style.reverse and style.color is None):
        return style
    return (style.color if style.reverse else style.bgcolor,)


@lru_cache(4096)
def turn(before: Style | None, after: Style) -> str:
    """The escape that turns one style into another: only what differs, or anew if that is shorter."""
    whole = ["0", *_attributes(after), *_colours(after.color, True), *_colours(after.bgcolor, False)]
    if before is None:
        return _sgr(whole)
    codes: list[str] = []
    weight_lost = (before.bold and not after.bold) or (before.dim and not after.dim)
    if weight_lost:
        codes.append("22")
    for name, on, off in _ATTRIBUTES:
        had, has = bool(getattr(before, name)), bool(getattr(after, name))
        if has and (not had or (weight_lost and off == "22")):
            codes.append(on)
        elif had and not has and off != "22":
            codes.append(off)
    if before.color != after.color:
        codes += _colours(after.color, True) or ["39"]
    if before.bgcolor != after.bgcolor:
        codes += _colours(after.bgcolor, False) or ["49"]
    if not codes:
        return ""
    return min(_sgr(codes), _sgr(whole), key=len)


_ATTRIBUTES = (
    ("bold", "1", "22"),
    ("dim", "2", "22"),
    ("italic", "3", "23"),
    ("underline", "4", "24"),
    ("reverse", "7", "27"),
    ("strike", "9", "29"),
)


def _attributes(style: Style) -> list[str]:
    return [on for name, on, _ in _ATTRIBUTES if getattr(style, name)]


def _colours(colour: Color | None, foreground: bool) -> list[str]:
    return list(colour.get_ansi_codes(foreground)) if colour is not None else []


def _sgr(codes: list[str]) -> str:
    return f"\x1b[{';'.join(codes)}m"
