"""The fewest bytes that turn one picture on a terminal into the next.

Textual paints whole rows and says every colour anew for each run of cells; over a line that is ten times what has
changed. Here unchanged cells are jumped over, a style is told by what differs from the one before, and blanks are
put in whatever style is on as long as their ground is right.
"""

from collections.abc import Callable
from functools import partial
from itertools import groupby
from typing import Any, Generic, TypeVar

from rich.color import Color
from rich.style import Style

from tui.depth import lower
from tui.paint import Canvas
from tui.terminal import Colours

JUMP = 4
"""A gap of at most so many unchanged cells is written over where that is shorter than a jump."""

BLOCK = 16
"""Cells of a row that are compared at once."""

PAIRS = 8192
"""Pairs of styles that are remembered; the palettes have some thousands."""

END = "\x1b[0m"

T = TypeVar("T")


def frame(old: Canvas | None, new: Canvas, colours: Colours = Colours.TRUECOLOR) -> str:
    """What to send to a terminal that shows `old` so that it shows `new`, both of one size; "" if nothing differs.

    `old` None: nobody knows what the terminal shows. Nothing is assumed about the cursor and the style that is
    on; at the end no style is on. No more is asked for than the terminal's `colours`.
    """
    pen = _Pen(colours)
    for y in range(new.height):
        chars, styles = new.chars[y], new.styles[y]
        if old is None:
            pen.whole_row(y, chars, styles)
        elif old.chars[y] != chars or old.styles[y] != styles:
            pen.row(y, old.chars[y], old.styles[y], chars, styles)
    if pen.style is not None:
        pen.out.append(END)
    return "".join(pen.out)


class _Pen:
    """Writes cells. `style` is the one that is on, None at the start: any."""

    def __init__(self, colours: Colours) -> None:
        self.out: list[str] = []
        self.style: Style | None = None
        self._turn = _TURNS[colours]

    def whole_row(self, y: int, chars: list[str], styles: list[Style]) -> None:
        """Every cell, by runs of one style."""
        self.out.append(f"\x1b[{y + 1}H" if y else "\x1b[H")
        x = 0
        for _, same in groupby(styles, id):
            end = x + len(list(same))
            self._put("".join(chars[x:end]), styles[x])
            x = end

    def row(
        self, y: int, old_chars: list[str], old_styles: list[Style], chars: list[str], styles: list[Style]
    ) -> None:
        """The cells that differ, by runs of one style."""
        at = -1  # where the cursor is on this row; -1: on another one
        changed = _changed(old_chars, chars, old_styles, styles)
        count, n = len(changed), 0
        while n < count:
            x = changed[n]
            start = x if chars[x] else x - 1  # a wide character is put from its left half
            style, end = styles[start], x
            while n < count and changed[n] == end and (styles[end] is style or not chars[end]):
                end += 1
                n += 1
            if end < len(chars) and not chars[end]:
                end += 1
                n += n < count and changed[n] < end
            if at != start:
                self._move(y, at, start, chars, styles)
            self._put("".join(chars[start:end]), style)
            at = end

    def _put(self, text: str, wanted: Style) -> None:
        style = self.style
        if wanted is not style and not (style is not None and text.isspace() and _same_ground(wanted, style)):
            self.out.append(self._turn(style, wanted))
            self.style = wanted
        self.out.append(text)

    def _move(self, y: int, at: int, x: int, chars: list[str], styles: list[Style]) -> None:
        """Bring the cursor to x on row `y`, the shortest way."""
        if at < 0 or at > x:
            self.out.append(f"\x1b[{y + 1};{x + 1}H" if x else f"\x1b[{y + 1}H")
        elif x - at <= JUMP and self._fit(chars[at:x], styles[at:x]):
            self.out.extend(chars[at:x])
        else:
            self.out.append(f"\x1b[{x - at}C" if x - at > 1 else "\x1b[C")

    def _fit(self, chars: list[str], styles: list[Style]) -> bool:
        """Whether these cells may be written while the style is on, at the price of a byte each."""
        style = self.style
        for character, wanted in zip(chars, styles, strict=True):
            if wanted is style:
                if not character.isascii() or character == "":
                    return False
            elif character != " " or style is None or not _same_ground(wanted, style):
                return False
        return True


def _changed(
    old_chars: list[str], chars: list[str], old_styles: list[Style], styles: list[Style]
) -> list[int]:
    """Where a row looks different now; most of it mostly does not, so that it is looked at block by block first."""
    found: list[int] = []
    for start in range(0, len(chars), BLOCK):
        end = start + BLOCK
        had, has = old_chars[start:end], chars[start:end]
        before, after = old_styles[start:end], styles[start:end]
        if had != has or before != after:
            cells = enumerate(zip(had, has, before, after, strict=True), start)
            found += [
                x
                for x, (one, other, old, new) in cells
                if one != other or (old is not new and not _alike(other, new, old))
            ]
    return found


def _alike(character: str, style: Style, other: Style) -> bool:
    """Whether the character looks the same in both styles."""
    return style == other or (character == " " and _same_ground(style, other))


class _Pairs(Generic[T]):
    """Remembers what was worked out for two styles. By identity: to hash and to compare styles costs more than
    all else here. The styles themselves are kept, so that no other one gets their identity."""

    def __init__(self, work_out: Callable[[Any, Style], T]) -> None:
        self._work_out = work_out
        self._known: dict[tuple[int, int], tuple[T, Style | None, Style]] = {}

    def __call__(self, first: Style | None, second: Style) -> T:
        key = (id(first), id(second))
        known = self._known.get(key)
        if known is None:
            if len(self._known) >= PAIRS:
                self._known.clear()
            known = self._known[key] = (self._work_out(first, second), first, second)
        return known[0]


def ground(style: Style) -> tuple[Color | None, ...] | Style:
    """What a blank in this style looks like: equal for styles in which blanks are the same."""
    if style.underline or style.strike or style.overline or (style.reverse and style.color is None):
        return style
    return (style.color if style.reverse else style.bgcolor,)


def turn(before: Style | None, after: Style, colours: Colours = Colours.TRUECOLOR) -> str:
    """The escape that turns one style into another: only what differs, or anew if that is shorter."""
    after = lower(after, colours)
    whole = ["0", *_attributes(after), *_codes(after.color, True), *_codes(after.bgcolor, False)]
    if before is None:
        return _sgr(whole)
    before = lower(before, colours)
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
        codes += _codes(after.color, True) or ["39"]
    if before.bgcolor != after.bgcolor:
        codes += _codes(after.bgcolor, False) or ["49"]
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


def _codes(colour: Color | None, foreground: bool) -> list[str]:
    return list(colour.get_ansi_codes(foreground)) if colour is not None else []


def _sgr(codes: list[str]) -> str:
    return f"\x1b[{';'.join(codes)}m"


_same_ground: _Pairs[bool] = _Pairs(lambda style, other: ground(style) == ground(other))
_TURNS: dict[Colours, _Pairs[str]] = {colours: _Pairs(partial(turn, colours=colours)) for colours in Colours}
