"""Every touch of Textual's private names, each with its reason; tests/tui/test_compat.py notices when one is not
needed any more.
"""

import asyncio
from contextlib import AbstractContextManager, nullcontext
from typing import Any

import textual.app
from rich.console import Console
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


def messages_waiting(app: App[Any]) -> int:
    """How many messages an app has not taken yet: a pump has no public back-pressure."""
    return app._message_queue.qsize()


def prepare_to_run(app: App[Any]) -> None:
    """What `App.run_async` does before its loop, without setting an eager task factory on the whole process: under
    one asyncssh's authentication starts inside its own constructor, and every login after the first hangs.
    """
    app._thread_init()
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


def hold_painting(app: App[Any]) -> None:
    """Until `let_paint`: an app lays itself out and paints itself in full about four times while it starts."""
    app._begin_batch()


def let_paint(app: App[Any]) -> None:
    """Paint now, and from here on whenever something changes."""
    app._end_batch()
    app.screen.refresh()
