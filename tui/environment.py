"""What Textual reads from the environment at import: cleared and set before anything imports it.

A server started from a service manager, from a colour terminal or under a test runner must give every player the
same screens; the server's own TERM, colours and sizes say nothing about theirs.
"""

import os
import sys
from collections.abc import Mapping

_TAINTED = (
    "COLORTERM",
    "NO_COLOR",
    "FORCE_COLOR",
    "LINES",
    "COLUMNS",
    "ESCDELAY",
    "TERM_PROGRAM",
    "LC_TERMINAL",
)

_SETTINGS = {
    "TEXTUAL_COLOR_SYSTEM": "truecolor",  # Rich caches codes on shared styles: one system for all, see tui/depth.py
    "TEXTUAL_FPS": "60",  # idle costs nothing: frames are made only when something changed
    "TEXTUAL_SMOOTH_SCROLL": "0",
    "TEXTUAL_ANIMATIONS": "none",
    "TEXTUAL_DISABLE_KITTY_KEY": "1",  # also closes its parser, which raises on claimed code points
}

inherited: Mapping[str, str] = {}
"""The environment as the process got it; `inglenook play` judges the local terminal by it."""


def prepare() -> None:
    """Clear and set the variables; once, before textual is imported (raises RuntimeError when too late)."""
    global inherited
    if inherited:
        return
    if "textual.constants" in sys.modules:
        raise RuntimeError("textual was imported before tui: its settings come from the wrong environment")
    inherited = dict(os.environ)
    for name in [*os.environ]:
        if name == "TEXTUAL" or name.startswith("TEXTUAL_") or name in _TAINTED:
            del os.environ[name]
    os.environ.update(_SETTINGS)
