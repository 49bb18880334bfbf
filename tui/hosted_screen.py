"""HostedScreen: a Textual screen whose one or two widgets fill it, without the work that others need.

Paints nothing behind its widgets, looks at no styles when it comes back, lays out again only for another size, and
renders no frame that would not be shown.
"""

from typing import TYPE_CHECKING, Any, cast

from textual.geometry import Region, Size
from textual.screen import Screen
from textual.strip import Strip

from tui import compat

if TYPE_CHECKING:
    from tui.hosted import HostedApp


class HostedScreen(Screen[None], inherit_bindings=False):
    """Base of every screen of a HostedApp."""

    ALLOW_SELECT = False
    AUTO_FOCUS = ""

    def render_lines(self, crop: Region) -> list[Strip]:
        """What is behind the widgets: nothing that anybody will see."""
        return [Strip.blank(crop.width)] * crop.height

    def update_node_styles(self, animate: bool = True) -> None:
        """No rule of ours depends on what a screen goes through; Textual asks each time one comes to the front."""

    def _compositor_refresh(self) -> None:
        app = cast("HostedApp", self.app)
        if app.may_paint():
            super()._compositor_refresh()

    def _on_timer_update(self) -> None:
        if self._layout_required and self.is_current:
            # Textual would paint after the layout and then once more for what the layout has changed.
            with compat.without_painting(self.app):
                self._refresh_layout()
            self._layout_required = False
            self._repaint_required = True
        super()._on_timer_update()

    def _screen_resized(self, size: Size) -> None:
        if compat.laid_out_for(self) != size:
            super()._screen_resized(size)

    def _extend_compose(self, widgets: list[Any]) -> None:
        """No tooltips, no notifications."""
