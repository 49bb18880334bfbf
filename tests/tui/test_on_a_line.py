"""The whole app on a line, with an emulated terminal at its end: what it shows is what the screens painted."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import pyte

from core.ids import RoomId
from core.people import Settings
from tests.tui.fakes import TABLE, FakeHouse
from tests.tui.states import ME, OTHER, at, position
from tui.app import InglenookApp
from tui.driver import HostedDriver
from tui.scene import Scene
from tui.terminal import Terminal

TIMEOUT = 20.0
"""Seconds: a guard against hanging only."""


class Line:
    """A line that ends in an emulated terminal; counts its bytes."""

    def __init__(self, width: int, height: int) -> None:
        self.screen = pyte.Screen(width, height)
        self.stream = pyte.ByteStream(self.screen)
        self.bytes = 0
        self.changed = asyncio.Event()
        self.app: InglenookApp | None = None

    def send(self, data: bytes) -> None:
        self.bytes += len(data)
        self.stream.feed(data)
        self.changed.set()

    def pause_reading(self) -> None:
        """The app reads too slowly; nothing to do in a test."""

    def resume_reading(self) -> None:
        """The app reads again."""

    def text(self) -> str:
        """What the terminal shows."""
        return "\n".join(row.rstrip() for row in self.screen.display)

    async def until(self, condition: Callable[[], bool]) -> None:
        """Wait until something that was sent makes the condition true."""
        async with asyncio.timeout(TIMEOUT):
            while not condition():
                self.changed.clear()
                await self.changed.wait()

    async def see(self, *marks: str) -> None:
        """Wait until all these are on the terminal, and what is there is what the screen painted last."""
        await self.until(lambda: all(mark in self.text() for mark in marks) and self.text() == self.painted())

    async def until_painted(self, mark: str) -> None:
        """Wait until the screen has painted this, whether or not it was sent."""
        async with asyncio.timeout(TIMEOUT):
            while mark not in self.painted():
                await asyncio.sleep(0)

    def painted(self) -> str:
        """What the screen on top has painted."""
        assert self.app is not None
        scene = self.app.screen
        assert isinstance(scene, Scene)
        return scene.picture.canvas.text() if scene.picture.canvas is not None else ""

    @property
    def driver(self) -> HostedDriver:
        """The driver of the app at the other end."""
        assert self.app is not None
        assert self.app.driver is not None
        return self.app.driver

    def type(self, keys: bytes) -> None:
        """Press keys."""
        self.driver.intake.feed(keys)


@asynccontextmanager
async def on_a_line(house: FakeHouse, name: str, size: tuple[int, int] = (80, 24)) -> AsyncIterator[Line]:
    """The player of that name at TABLE, over a line."""
    line = Line(*size)
    line.app = InglenookApp(house.gateway(name, Settings(title=False, bell=False)), Terminal(size=size))
    task = asyncio.create_task(line.app.run_hosted(line))
    try:
        await line.until(lambda: line.app is not None and line.app.shown.is_set())
        line.app.call_later(line.app.open_table, TABLE)
        yield line
    finally:
        line.app.call_later(line.app.leave)
        await task


async def test_a_turn_on_the_terminal() -> None:
    """Through a turn the terminal shows what was painted, for at most 3,000 bytes; a cursor move for 1,200."""
    house = FakeHouse()
    house.table(OTHER, ME)
    async with on_a_line(house, ME) as line:
        await line.see("▶ Your turn: lead any card.")
        before = line.bytes
        line.type(b"\x1b[C")
        await line.see("Swan:")
        assert line.bytes - before <= 1200
        before = line.bytes
        line.type(b"\r")
        await line.see("Waiting for ana to follow.")
        prompt = house.view(OTHER).prompt
        assert prompt is not None
        house.act(OTHER, prompt.legal[0])
        await line.see("wins the trick.")
        line.type(b"\r")
        await line.see("Waiting for ana to lead." if house.view(ME).prompt is None else "lead any card.")
        assert line.bytes - before <= 3000


async def test_screens_come_and_go_whole() -> None:
    """Help over the table and back, the question and its end: nothing of one screen is left on the other."""
    async with on_a_line(at(position(0, "K10")), ME) as line:
        await line.see("follow Keys.")
        line.type(b"?")
        await line.until(lambda: "follow Keys." not in line.text() and line.text() == line.painted())
        line.type(b"q")
        await line.see("follow Keys.")
        line.type(b"\x03")
        await line.see("The game is not over.")
        line.type(b"l")
        await line.until(lambda: "follow Keys." not in line.text() and line.text() == line.painted())


async def test_the_lobby_behind_a_table_paints_nothing() -> None:
    """What changes in the lobby meanwhile does not reach the terminal of somebody at a table."""
    house = at(position(0, "K10"))
    async with on_a_line(house, ME) as line:
        await line.see("follow Keys.")
        before = line.bytes
        for name in ("bo", "cy", "di"):
            house.table(name, room=RoomId(f"owl-{name}"), start=False)
        line.type(b"\x1b[C")
        await line.until(lambda: line.bytes > before)
        await line.see("follow Keys.")
        assert line.bytes - before <= 1200


async def test_resizing_paints_whole() -> None:
    """After a resize the terminal shows the table at its new size, and again at the old one."""
    async with on_a_line(at(position(0, "K10")), ME) as line:
        await line.see("follow Keys.")
        for width, height in ((120, 40), (40, 10), (80, 24)):
            line.screen.resize(height, width)
            line.screen.erase_in_display(2)
            line.driver.resize(width, height)
            await line.see("Too small" if width < 60 else "follow Keys.")


async def test_a_stalled_line_gets_one_frame_when_it_drains() -> None:
    """While the line is stalled nothing is sent; when it drains the newest picture is there."""
    house = at(position(1))
    async with on_a_line(house, ME) as line:
        await line.see("lead any card.")
        assert line.app is not None
        line.app.hold()
        before = line.bytes
        house.act(ME, "K4")
        house.say(OTHER, "Are you there?")
        await line.until_painted("Are you there?")
        assert line.bytes == before
        line.app.release()
        await line.see("Waiting for ana to follow.", "Are you there?")
