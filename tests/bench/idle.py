"""How many timers a session has while its player thinks: counted in this process, on asyncio's own loop."""

import asyncio
from typing import Any

from core.people import Settings
from tests.tui.fakes import TABLE, FakeHouse
from tests.tui.states import ME, OTHER
from tui.app import InglenookApp
from tui.scene import Scene
from tui.terminal import Terminal


class Wire:
    """A line that ends nowhere."""

    def send(self, data: bytes) -> None:
        """Nobody looks."""

    def pause_reading(self) -> None:
        """Nothing comes."""

    def resume_reading(self) -> None:
        """Nothing comes."""


def timers() -> int:
    """Timers that are due at some time, at a table where it is the player's turn."""
    return asyncio.run(_timers())


async def _timers() -> int:
    house = FakeHouse()
    house.table(OTHER, ME)
    loop: Any = asyncio.get_running_loop()
    app = InglenookApp(house.gateway(ME, Settings()), Terminal(size=(80, 24)))
    task = asyncio.create_task(app.run_hosted(Wire()))
    async with asyncio.timeout(20):
        await app.shown.wait()
        app.open_table(TABLE)
        while not (isinstance(app.screen, Scene) and "Your turn" in _text(app.screen)):
            await asyncio.sleep(0)
    await asyncio.sleep(0.5)  # what the last key or frame may have set is over
    due = [handle for handle in loop._scheduled if not handle.cancelled()]
    app.leave()
    await task
    return len(due)


def _text(scene: Scene) -> str:
    return scene.picture.canvas.text() if scene.picture.canvas is not None else ""
