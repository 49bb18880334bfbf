"""Every touch of Textual's private names, each with its reason; tests/tui/test_compat.py notices when one is not
needed any more.
"""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from functools import cache
from types import FunctionType, MethodType
from typing import Any

import textual._callback
import textual.app
from rich.console import Console
from textual import events
from textual.app import App
from textual.css.stylesheet import Stylesheet
from textual.message import Message


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


class _NoStyles(Stylesheet):
    """Styles nobody: a hosted screen is one picture, and what is not styled is not laid out either. Textual parses
    the rules of each app anew and matches them against every node.
    """

    def add_source(self, *args: Any, **kwargs: Any) -> None:
        """Take no rules."""

    def apply(self, *args: Any, **kwargs: Any) -> None:
        """Give none to a node."""

    def update_nodes(self, *args: Any, **kwargs: Any) -> None:
        """Give none to several."""


_NO_STYLES = _NoStyles()


def share(app: App[Any], console: Console) -> None:
    """Let all apps share what each would make for itself: a stylesheet and consoles, which have nothing to do."""
    app.stylesheet = _NO_STYLES
    app.console = console
    app.error_console = console


class QuickDispatch:
    """For apps and screens: which methods a message is for is looked up once per class. Textual searches all base
    classes for each message, a tenth of the time from a key to its frame.
    """

    def _get_dispatch_methods(
        self, method_name: str, message: Message
    ) -> Iterator[tuple[type, Callable[[Message], Any]]]:
        node: Any = type(self)
        kind: Any = type(message)
        for cls, function in handlers(node, method_name, kind):
            if message._no_default_action:
                break
            yield cls, function.__get__(self, cls)


@cache
def handlers(node: type, method_name: str, message: type) -> tuple[tuple[type, Any], ...]:
    """The functions that a message is for, with their classes. Raises TypeError for a selector in `@on`."""
    found: list[tuple[type, Any]] = []
    for cls in node.__mro__:
        decorated: dict[type, list[tuple[Any, dict[str, Any]]]] = (
            cls.__dict__.get("_decorated_handlers") or {}
        )
        for kind in message.__mro__:
            for function, selectors in decorated.get(kind, ()):
                if selectors:
                    raise TypeError(f"{cls.__name__} chooses messages by a selector")
                if all(function is not other for _, other in found):
                    found.append((cls, function))
        function = cls.__dict__.get(f"_{method_name}") or cls.__dict__.get(method_name)
        if function is not None and not getattr(function, "_textual_on", None):
            found.append((cls, function))
    return tuple(found)


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
