"""Every touch of Textual's private names: is it still needed? Each test fails when an upgrade makes one needless.

What is asserted is that plain Textual still behaves in the way that made us touch it.
"""

import asyncio
import importlib.metadata
import inspect
import sys
from contextlib import redirect_stdout
from typing import Any

import pytest
import textual._callback
import textual.app
from rich.color import ColorSystem
from rich.style import Style
from textual import constants, events, messages, on
from textual._xterm_parser import XTermParser
from textual.app import App
from textual.css.stylesheet import Stylesheet
from textual.driver import Driver
from textual.drivers.linux_driver import LinuxDriver
from textual.message_pump import MessagePump
from textual.screen import Screen
from textual.widgets import Button

from core.people import Kind
from tests.helpers.tinyapp import Slate, TinyApp, TinyHouse
from tui import compat
from tui.terminal import Terminal


def tiny() -> TinyApp:
    """An app that does not run."""
    return TinyApp(TinyHouse().arrive(Kind.GUEST, None, "x"), Terminal())


def test_the_versions_are_those_that_were_looked_at() -> None:
    """The private names were read in these versions; another one needs another look at tui/compat.py."""
    assert importlib.metadata.version("textual") == "8.2.8"
    assert importlib.metadata.version("rich") == "15.0.0"


def test_textual_still_sets_an_eager_task_factory() -> None:
    """`App.run_async` changes the whole loop's task factory, which is why `run_hosted` does not use it."""
    assert "set_task_factory(asyncio.eager_task_factory)" in inspect.getsource(App.run_async)


async def test_plain_textual_still_redirects_stdout(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the standard library's redirection back in place an app takes sys.stdout away."""
    module: Any = textual.app
    assert module.redirect_stdout is compat._no_redirect
    before = sys.stdout
    monkeypatch.setattr(textual.app, "redirect_stdout", redirect_stdout)
    async with App[None]().run_test():
        assert sys.stdout is not before
    monkeypatch.undo()
    async with App[None]().run_test():
        assert sys.stdout is before


def test_rich_still_caches_codes_whatever_the_colour_system() -> None:
    """A style rendered for one colour system gives the same codes for another: why all consoles are truecolor."""
    style = Style(color="#ff8800")
    first = style.render("x", color_system=ColorSystem.TRUECOLOR)
    assert style.render("x", color_system=ColorSystem.STANDARD) == first


@pytest.mark.parametrize("poison", ["\x1b[99999999;1u"])
def test_the_parser_still_dies(monkeypatch: pytest.MonkeyPatch, poison: str) -> None:
    """A malformed sequence raises in the parser, and then the parser is finished."""
    monkeypatch.setattr(constants, "DISABLE_KITTY_KEY", False)
    parser = XTermParser()
    with pytest.raises(ValueError, match="chr"):
        list(parser.feed(poison))
    with pytest.raises(RuntimeError, match="StopIteration"):
        next(iter(parser.feed("k")))


def test_apps_still_parse_their_own_stylesheets() -> None:
    """Two plain apps have two stylesheets with rules; hosted ones share one that has none, and the console."""
    assert App[None]().stylesheet is not App[None]().stylesheet
    first, second = tiny(), tiny()
    assert first.stylesheet is second.stylesheet
    assert first.console is second.console
    assert "_parse_cache" in inspect.getsource(Stylesheet.__init__)  # per instance, not shared


async def test_plain_screens_are_still_styled_and_hosted_ones_are_not() -> None:
    """An app that runs has rules; a hosted one gets along without any, whatever is added."""
    async with App[None]().run_test() as pilot:
        assert pilot.app.stylesheet.rules
    app = tiny()
    async with app.run_test() as pilot:
        app.stylesheet.add_source("Screen { background: red; }")
        await pilot.press("k")
        assert app.slate.typed == "k"
        assert not app.stylesheet.rules


SENT: list[Any] = [
    events.Compose, events.Mount, events.Ready, events.Resize, events.Key, events.Click, events.Paste,
    events.ScreenResume, events.ScreenSuspend, events.Idle, events.Callback, messages.Prompt, messages.ExitApp,
    Driver.SignalResume,
]  # fmt: skip


@pytest.mark.parametrize("message", SENT)
@pytest.mark.parametrize("node", [TinyApp, Slate])
def test_messages_are_still_dispatched_by_a_search_that_ours_agrees_with(node: Any, message: Any) -> None:
    """Looked up once per class or searched each time: the same functions in the same order."""
    name = message.handler_name
    plain, sent = object.__new__(node), object.__new__(message)
    sent._no_default_action = False
    methods: Any = MessagePump._get_dispatch_methods(plain, name, sent)
    searched = [(cls, method.__func__) for cls, method in methods]
    assert list(compat.handlers(node, name, message)) == searched
    assert "self.__class__.__mro__" in inspect.getsource(MessagePump._get_dispatch_methods)


def test_prevented_defaults_stay_prevented() -> None:
    """Once a handler has prevented the default, the handlers of the base classes are left out."""
    event = events.Key("k", "k")
    slate = Slate()
    found = slate._get_dispatch_methods("on_key", event)
    assert next(found)[0] is Slate
    event.prevent_default()
    assert list(found) == []


def test_a_selector_is_refused_rather_than_forgotten() -> None:
    """A handler that chooses by a selector is an error in a hosted screen, which has nothing to choose between."""

    class Choosy(Slate):
        @on(Button.Pressed, "#no")
        def chosen(self) -> None: ...

    node: Any = Choosy
    pressed: Any = Button.Pressed
    with pytest.raises(TypeError, match="Choosy"):
        compat.handlers(node, "on_button_pressed", pressed)


async def test_plain_apps_still_paint_more_than_once_while_they_start() -> None:
    """Without holding back, the first screen is displayed several times before the player has done anything."""
    painted: list[object] = []

    class Plain(App[None]):
        def _display(self, screen: Screen[Any], renderable: Any) -> None:
            if renderable is not None and not self._batch_count:
                painted.append(renderable)
            super()._display(screen, renderable)

    async with Plain().run_test() as pilot:
        await pilot.pause()
    assert len(painted) > 1


def test_textual_still_counts_parameters_by_signature(monkeypatch: pytest.MonkeyPatch) -> None:
    """Our count agrees with theirs, and theirs still takes the long way."""

    def plain(a: int, b: int = 0) -> None: ...
    def starred(a: int, *rest: int, key: int = 0, **more: int) -> None: ...

    def no_parameters() -> None: ...

    assert textual._callback._count_parameters is compat._count_parameters
    for function in (
        plain,
        starred,
        no_parameters,
        test_textual_still_sets_an_eager_task_factory,
        App.exit,
        tiny().exit,
    ):
        assert compat._count_parameters(function) == compat._signature_parameters(function)
    assert "signature(func)" in inspect.getsource(compat._signature_parameters)


def test_the_linux_driver_still_takes_signals_and_threads() -> None:
    """Why we have a driver of our own."""
    source = inspect.getsource(LinuxDriver)
    assert "signal.signal(" in source
    assert "Thread(" in source


async def test_textual_still_lays_out_and_composes_for_one_picture() -> None:
    """A plain screen works out its layout several times while it starts; a hosted one has no compositor at work."""
    layouts: list[object] = []

    class Counting(Screen[None]):
        def _refresh_layout(self, *args: Any, **kwargs: Any) -> None:
            layouts.append(args)
            super()._refresh_layout(*args, **kwargs)

    class Plain(App[None]):
        def get_default_screen(self) -> Screen[Any]:
            return Counting()

    async with Plain().run_test() as pilot:
        await pilot.pause()
        assert len(layouts) > 1
        assert pilot.app.screen._compositor.size == pilot.app.size
    app = tiny()
    async with app.run_test() as pilot:
        await pilot.pause()
        assert tuple(app.screen._compositor.size) == (0, 0)
        assert app.screen.size == app.size
        assert app._dom_ready


async def test_plain_events_are_still_handed_on_once() -> None:
    """An event that bubbles back to the app is told by its mark; without it the app would hand it on for ever."""
    event, other = events.Key("k", "k"), events.Key("k", "k")
    compat.mark_forwarded(event)
    assert [event.is_forwarded, other.is_forwarded] == [True, False]
    assert "is_forwarded" in inspect.getsource(App.on_event)


async def test_the_answer_about_synchronised_output_is_still_kept_by_the_app() -> None:
    """Textual's own frames would be bracketed after it; ours are too."""
    app = tiny()
    assert not compat.knows_synchronised_output(app)
    async with app.run_test() as pilot:
        app.post_message(messages.TerminalSupportsSynchronizedOutput())
        await pilot.pause()
        assert compat.knows_synchronised_output(app)


async def test_prepare_to_run_keeps_the_task_factory() -> None:
    """An app that is prepared by us leaves the loop's factory alone."""
    loop = asyncio.get_running_loop()
    before = loop.get_task_factory()
    app = tiny()
    compat.prepare_to_run(app)
    assert app._loop is loop
    assert loop.get_task_factory() is before
