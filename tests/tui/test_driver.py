"""The driver: bytes in, bytes out."""

import asyncio
import re
from collections.abc import Callable
from typing import Any

import pytest

from core.people import Kind
from tests.helpers.tinyapp import TinyApp, TinyHouse
from tui.driver import RESTORE, START, SYNC_START
from tui.terminal import Colours, Terminal


class Line:
    """A line that keeps what is sent."""

    def __init__(self) -> None:
        self.sent: list[bytes] = []
        self.paused = 0
        self.changed = asyncio.Event()

    def send(self, data: bytes) -> None:
        """Keep it."""
        self.sent.append(data)
        self.changed.set()

    def pause_reading(self) -> None:
        """Count."""
        self.paused += 1

    def resume_reading(self) -> None:
        """Count down."""
        self.paused -= 1

    @property
    def all(self) -> bytes:
        """Everything that was sent."""
        return b"".join(self.sent)

    async def until(self, condition: Callable[[], object]) -> None:
        """Wait until something holds after something was sent."""
        async with asyncio.timeout(20):
            while not condition():
                self.changed.clear()
                await self.changed.wait()


class Hosted:
    """A tiny app on a line."""

    def __init__(self, **terminal: Any) -> None:
        self.line = Line()
        self.app = TinyApp(TinyHouse().arrive(Kind.GUEST, None, "x"), Terminal(**terminal))
        self.task: asyncio.Task[int] | None = None

    async def __aenter__(self) -> "Hosted":
        self.task = asyncio.create_task(self.app.run_hosted(self.line))
        await self.app.shown.wait()
        return self

    async def __aexit__(self, *exc: object) -> None:
        self.app.leave()
        assert self.task is not None
        await asyncio.wait_for(self.task, 20)

    def feed(self, data: bytes) -> None:
        """Bytes from the player."""
        assert self.app.driver is not None
        self.app.driver.intake.feed(data)

    async def typed(self, text: str) -> None:
        """Wait until this has been typed and shown."""
        await self.line.until(lambda: self.app.slate.typed == text)


async def test_one_frame_at_the_start_behind_the_modes() -> None:
    """The modes come first, then exactly one whole frame."""
    async with Hosted() as hosted:
        assert hosted.line.sent[0] == START.encode()
        hosted.feed(b"k")
        await hosted.typed("k")
        await hosted.line.until(lambda: len(hosted.line.sent) >= 3)
        assert len(hosted.line.sent) == 3
        assert b"last line" in hosted.line.sent[1]


async def test_modes_that_stay_off() -> None:
    """Hover, focus, pixel mouse, in-band sizes, urxvt mouse and kitty keys are never switched on."""
    async with Hosted() as hosted:
        pass
    for mode in (1002, 1003, 1004, 1015, 1016, 2048):
        assert f"\x1b[?{mode}h".encode() not in hosted.line.all
    assert b"\x1b[>" not in hosted.line.all


async def test_the_end_restores_then_says_farewell() -> None:
    """All modes are undone, then the message is a line of its own."""
    hosted = Hosted()
    async with hosted:
        hosted.app.leave("see you\x1b[2J soon")
    assert hosted.line.sent[-2] == RESTORE.encode()
    assert hosted.line.sent[-1] == b"see you[2J soon\r\n"


async def test_a_cancelled_app_restores_too() -> None:
    """Whoever cancels the task still gets the terminal back."""
    hosted = Hosted()
    await hosted.__aenter__()
    assert hosted.task is not None
    hosted.task.cancel()
    await asyncio.wait({hosted.task}, timeout=20)
    assert hosted.task.done()
    assert RESTORE.encode() in hosted.line.all


async def test_sync_output_is_used_only_when_the_terminal_says_so() -> None:
    """Frames are bracketed by mode 2026 after the terminal has answered that it knows it."""
    async with Hosted() as hosted:
        assert b"\x1b[?2026$p" in hosted.line.all
        hosted.feed(b"a")
        await hosted.typed("a")
        assert b"\x1b[?2026h" not in hosted.line.all
        hosted.feed(b"\x1b[?2026;2$y")
        await hosted.typed("a")
        hosted.feed(b"b")
        await hosted.line.until(lambda: b"\x1b[?2026h" in hosted.line.all)


async def test_answers_that_nobody_asked_for_change_nothing() -> None:
    """Focus reports, cursor positions and size reports in the stream are dropped."""
    async with Hosted() as hosted:
        hosted.feed(b"\x1b[I\x1b[O\x1b[5;5R\x1b[48;9;9;90;90t\x1b[?2048;1$yk")
        await hosted.typed("k")
        assert hosted.app.app_focus
        assert tuple(hosted.app.size) == (80, 24)


async def test_a_held_line_gets_no_frames_and_one_whole_frame_after() -> None:
    """Nothing is painted while held, not even the bell; then one complete frame."""
    async with Hosted() as hosted:
        before = len(hosted.line.sent)
        hosted.app.hold()
        for _ in range(5):
            hosted.app.slate.marks += 1
            hosted.app.slate.repaint()
            hosted.app.bell()
            await asyncio.sleep(0.02)
        assert len(hosted.line.sent) == before
        hosted.app.release()
        await hosted.line.until(lambda: len(hosted.line.sent) > before)
        frame = b"".join(hosted.line.sent[before:])
        assert b"marks 5" in frame
        assert b"last line" in frame


async def test_resizes_are_taken_together() -> None:
    """Of many sizes in a moment the last counts."""
    async with Hosted() as hosted:
        driver = hosted.app.driver
        assert driver is not None
        before = len(hosted.line.sent)
        for width in range(20, 120):
            driver.resize(width, 30)
        await hosted.line.until(lambda: b"size 119x30" in hosted.line.all)
        assert len(hosted.line.sent) - before <= 2


def test_whatever_is_switched_is_switched_back() -> None:
    """Each mode of a terminal that the driver or a frame sets or clears is put back at the end."""
    switched = re.findall(r"\x1b\[\?(\d+)([hl])", START + SYNC_START)
    back = re.findall(r"\x1b\[\?(\d+)([hl])", RESTORE)
    assert len(switched) >= 7
    for mode, way in switched:
        assert (mode, "l" if way == "h" else "h") in back


async def test_large_sizes_come_at_a_slower_pace() -> None:
    """After 400×150 cells were painted the next size waits a quarter of a second, after 80×24 hardly at all."""
    now = asyncio.get_running_loop().time
    async with Hosted() as hosted:
        driver = hosted.app.driver
        assert driver is not None
        before = now()
        driver.resize(400, 150)
        await hosted.line.until(lambda: b"size 400x150" in hosted.line.all)
        assert driver._resize_rest >= before + 0.25
        driver.resize(81, 24)
        assert driver._resize is not None
        assert driver._resize.when() >= before + 0.25
        await hosted.line.until(lambda: b"size 81x24" in hosted.line.all)
        assert driver._resize_rest <= now() + 0.01


async def test_a_mouse_click_arrives_where_it_was_made() -> None:
    """SGR mouse reports become clicks in cells."""
    async with Hosted() as hosted:
        hosted.feed(b"\x1b[<0;11;4M\x1b[<0;11;4mk")
        await hosted.line.until(lambda: hosted.app.slate.clicks)
        assert hosted.app.slate.clicks == [(10, 3)]


@pytest.mark.parametrize(
    ("colours", "wanted"),
    [
        (Colours.TRUECOLOR, b"38;2;255;64;32"),
        (Colours.C256, b"38;5;"),
        (Colours.C16, b"\x1b[0;91;40m"),
        (Colours.NONE, b""),
    ],
)
async def test_the_last_resort_lowers_colours(colours: Colours, wanted: bytes) -> None:
    """A colour that the terminal cannot show becomes its nearest one."""
    async with Hosted(colours=colours) as hosted:
        assert wanted in hosted.line.all
        if colours is Colours.NONE:
            assert b"38;" not in hosted.line.all
            assert b"48;" not in hosted.line.all


async def test_an_idle_app_sets_no_timers() -> None:
    """When nothing happens nothing is due."""
    async with Hosted() as hosted:
        hosted.feed(b"k")
        await hosted.typed("k")
        await asyncio.sleep(0.3)
        loop: Any = asyncio.get_running_loop()
        due = [handle for handle in loop._scheduled if not handle.cancelled()]
        # What is left is this test's own guard against hanging.
        assert len(due) <= 1


async def test_what_comes_after_a_while_comes_to_an_open_screen_only() -> None:
    """A screen is called back in its own time, as if by a message; a closed one is left in peace."""
    called: list[str] = []
    hosted = Hosted()
    async with hosted:
        screen = hosted.app.slate
        done = asyncio.Event()
        screen.after(0.01, done.set)
        await asyncio.wait_for(done.wait(), 20)
        screen.after(60, lambda: called.append("never")).cancel()
    screen.after(0.0, lambda: called.append("late"))
    await asyncio.sleep(0.05)
    assert called == []
