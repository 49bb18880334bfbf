"""Every touch of Textual's private names, each with its reason; tests/tui/test_compat.py notices when one is not
needed any more.
"""

import asyncio
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from types import FunctionType, MethodType
from typing import Any

import textual._callback
import textual.app
from rich.console import Console
from textual import events
from textual.app import App
from textual.css.stylesheet import Stylesheet


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


def tell_ready(app: App[Any]) -> None:
    """What Textual does after the first layout of an app's first screen."""
    if not app._dom_ready:
        app._dom_ready = True
        app.post_message(events.Ready())


def mark_forwarded(event: events.Event) -> None:
    """An event that has been handed on to a screen is not handed on again when it bubbles up to the app."""
    event._set_forwarded()


def knows_synchronised_output(app: App[Any]) -> bool:
    """Whether the terminal has answered that it does."""
    return app._sync_available


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
