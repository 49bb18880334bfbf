"""The last resort against colours that a terminal cannot show: a style is brought down to its depth.

The theme chooses colours per depth already, so that nearly every style comes back as it is.
"""

from rich.color import Color, ColorSystem
from rich.style import Style

from tui.terminal import Colours

_SYSTEMS = {Colours.C256: ColorSystem.EIGHT_BIT, Colours.C16: ColorSystem.STANDARD}


def lower(style: Style, colours: Colours) -> Style:
    """The style with no more than those colours; bold, reverse and the like stay."""
    if colours is Colours.NONE:
        return style.without_color if style.color or style.bgcolor else style
    system = _SYSTEMS.get(colours)
    return style if system is None else _fit(style, system)


def _fit(style: Style, system: ColorSystem) -> Style:
    def fit(colour: Color | None) -> Color | None:
        return None if colour is None else colour.downgrade(system)

    colour, background = fit(style.color), fit(style.bgcolor)
    if colour == style.color and background == style.bgcolor:
        return style
    return style + Style.from_color(colour, background)
