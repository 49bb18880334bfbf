"""A player at a screen, for tests: the app on a pilot, its screen as text, waiting for conditions."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass

from textual.pilot import Pilot

from core.people import Settings
from tests.tui.fakes import TABLE, FakeGateway, FakeHouse
from tui.app import InglenookApp
from tui.scene import Scene
from tui.terminal import Terminal

PATIENCE = 200
"""So many turns of the event loop may pass before a condition is given up."""


@dataclass(slots=True)
class Player:
    """Somebody who looks at a screen and presses keys."""

    app: InglenookApp
    pilot: Pilot[None]
    gateway: FakeGateway
    rings: list[str]

    @property
    def scene(self) -> Scene:
        """The screen on top."""
        assert isinstance(self.app.screen, Scene)
        return self.app.screen

    def text(self) -> str:
        """What is on the screen."""
        canvas = self.scene.picture.canvas
        return canvas.text() if canvas is not None else ""

    def row(self, mark: str) -> str:
        """The first row that has `mark` in it, or ""."""
        return next((row for row in self.text().split("\n") if mark in row), "")

    async def press(self, *keys: str) -> None:
        """Press keys one after the other and let everything that follows happen."""
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def type(self, text: str) -> None:
        """Type a text."""
        await self.press(*("space" if character == " " else character for character in text))

    async def click(self, mark: str) -> None:
        """Click on the first place where `mark` stands on the screen."""
        for y, row in enumerate(self.text().split("\n")):
            if mark in row:
                await self.pilot.click(offset=(row.index(mark), y))
                await self.pilot.pause()
                return
        raise AssertionError(f"{mark!r} is not on the screen:\n{self.text()}")

    async def see(self, *marks: str) -> None:
        """Wait until all these are on the screen."""
        await self.until(lambda: all(mark in self.text() for mark in marks), f"{marks} on the screen")

    async def until(self, condition: Callable[[], bool], what: str = "the condition") -> None:
        """Wait for a condition, not for a time."""
        for _ in range(PATIENCE):
            if condition():
                return
            await self.pilot.pause()
        raise AssertionError(f"waited in vain for {what}:\n{self.text()}")


@asynccontextmanager
async def arrived(house: FakeHouse, name: str, size: tuple[int, int] = (80, 24),
                  settings: Settings | None = None) -> AsyncIterator[Player]:  # fmt: skip
    """The player of that name in the lobby of this house."""
    gateway = house.gateway(name, settings)
    app = InglenookApp(gateway, Terminal(size=size))
    rings: list[str] = []
    app.bell = lambda: rings.append("ring")  # type: ignore[method-assign]
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        yield Player(app, pilot, gateway, rings)


@asynccontextmanager
async def seated(house: FakeHouse, name: str, size: tuple[int, int] = (80, 24),
                 settings: Settings | None = None) -> AsyncIterator[Player]:  # fmt: skip
    """The player of that name at the table TABLE of this house."""
    async with arrived(house, name, size, settings) as player:
        player.app.open_table(TABLE)
        await player.see("raven-42")
        await player.pilot.pause()
        yield player
