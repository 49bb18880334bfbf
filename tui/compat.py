"""Every touch of Textual's private names, each with its reason; tests/tui/test_compat.py notices when one is not
needed any more.
"""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from types import FunctionType, MethodType
from typing import Any

import textual._callback
import textual.app
from rich.console import Console
from textual._compositor import CompositorUpdate
from textual.app import App
from textual.css.stylesheet import Stylesheet
from textual.geometry import Size
from textual.screen import Screen


def _no_redirect(target: object) -> AbstractContextManager[object]:
    return nullcontext(target)


def leave_stdout_alone() -> None:
    """`App._process_messages` redirects sys.stdout and sys.stderr, which nests only: of two apps that end out of
    order the first one's streams stay behind, and keep it alive. Hosted apps print nothing, so nothing is caught.
    """
    module: Any = textual.app
    module.redirect_stdout = _no_redirect
    module.redirect_stderr = _no_redirect


def prepare_to_run(app: App[Any]) -> None:
    """What `App.run_async` does before its loop, without setting an eager task factory on the whole process: under
    one asyncssh's authentication starts inside its own constructor, and every login after the first hangs.
    """
    prepare: Callable[[], None] = app._thread_init
    prepare()
    app._loop = asyncio.get_running_loop()


_STYLESHEETS: dict[type, Stylesheet] = {}


def share(app: App[Any], console: Console) -> None:
    """Let apps of one class share what is the same for all of them.

    A stylesheet holds parsed rules and refers to no node, but each app parses its own: about half of the time and a
    third of the memory of a small app. Consoles only render styles into escape codes here.
    """
    app.stylesheet = _STYLESHEETS.setdefault(type(app), app.stylesheet)
    app.console = console
    app.error_console = console


def pump_tasks(app: App[Any]) -> list[asyncio.Task[None]]:
    """The tasks of an app's screens and widgets: Textual waits for them, and gives up on one without ending it."""
    return [node._task for node in app._registry if node._task is not None]


def hold_painting(app: App[Any]) -> None:
    """Until `let_paint`: an app lays itself out and paints itself in full about four times while it starts."""
    app._begin_batch()


def let_paint(app: App[Any]) -> None:
    """Paint now, and from here on whenever something changes."""
    app._end_batch()
    app.screen.refresh()


@contextmanager
def without_painting(app: App[Any]) -> Iterator[None]:
    """What is laid out inside is painted by whoever comes next."""
    app._batch_count += 1
    try:
        yield
    finally:
        app._batch_count -= 1


def laid_out_for(screen: Screen[Any]) -> Size:
    """The size for which a screen was laid out last; Textual lays out again for the same one while it starts."""
    return screen._compositor.size


class _Text(CompositorUpdate):
    """A frame that is ready to be sent."""

    def __init__(self, text: str) -> None:
        self._text = text

    def render_segments(self, console: Console) -> str:
        return self._text


def show_text(screen: Screen[Any], text: str) -> None:
    """Show a frame of our own instead of what the compositor would make of the widgets: it works through layers,
    cuts and Rich's segments, and says every colour anew for each run of cells.
    """
    screen._dirty_widgets.clear()
    screen._compositor._dirty_regions.clear()
    update: Any = _Text(text)
    screen.app._display(screen, update)


_signature_parameters = textual._callback._count_parameters


def _count_parameters(func: Callable[..., Any]) -> int:
    if type(func) is MethodType:
        return _count_parameters(func.__func__) - 1
    if type(func) is not FunctionType or hasattr(func, "__wrapped__"):
        return _signature_parameters(func)
    code = func.__code__
    return code.co_argcount + code.co_kwonlyargcount + bool(code.co_flags & 0x04) + bool(code.co_flags & 0x08)


def count_parameters_quickly() -> None:
    """Textual counts a callback's parameters by `inspect.signature`, anew for each closure and partial: about a
    tenth of the time in which an app starts. A function's code object says the same at once.
    """
    textual._callback._count_parameters = _count_parameters
