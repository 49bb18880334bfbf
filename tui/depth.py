"""The last resort against colours that a terminal cannot show: a line filter that brings a strip down to its depth.

The theme chooses colours per depth already, so that for nearly every segment this only looks a style up. It
exists because the consoles stay truecolor for all sessions: Rich caches escape codes on `Style` objects that
sessions share, whatever the console's colour system, so varying that system would leak one player's colours into
another's screen.
"""

from collections.abc import Callable
from functools import lru_cache

from rich.color import Color as RichColor
from rich.color import ColorSystem
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter

from tui.terminal import Colours


def _lower(style: Style, system: ColorSystem) -> Style:
    def fit(color: RichColor | None) -> RichColor | None:
        return None if color is None else color.downgrade(system)

    colour, background = fit(style.color), fit(style.bgcolor)
    if colour == style.color and background == style.bgcolor:
        return style
    return style + Style.from_color(colour, background)


@lru_cache(4096)
def to_256(style: Style) -> Style:
    """The style with at most the 256 colours of the xterm palette."""
    return _lower(style, ColorSystem.EIGHT_BIT)


@lru_cache(4096)
def to_16(style: Style) -> Style:
    """The style with at most the 16 colours of a plain terminal."""
    return _lower(style, ColorSystem.STANDARD)


@lru_cache(4096)
def to_none(style: Style) -> Style:
    """The style without colours; bold, reverse and the like stay."""
    return style.without_color if style.color or style.bgcolor else style


class DepthFilter(LineFilter):
    """Brings every segment down to one depth."""

    def __init__(self, lower: Callable[[Style], Style]) -> None:
        super().__init__()
        self._lower = lower

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The segments with lowered styles; a line that fits already comes back as it is."""
        lower = self._lower
        return [
            Segment(text, lower(style), control) if style is not None else Segment(text, style, control)
            for text, style, control in segments
        ]


_FILTERS: dict[Colours, tuple[DepthFilter, ...]] = {
    Colours.TRUECOLOR: (),
    Colours.C256: (DepthFilter(to_256),),
    Colours.C16: (DepthFilter(to_16),),
    Colours.NONE: (DepthFilter(to_none),),
}


def filters_for(colours: Colours) -> tuple[DepthFilter, ...]:
    """The line filters of a session; the filters themselves are shared by all sessions of a depth."""
    return _FILTERS[colours]
