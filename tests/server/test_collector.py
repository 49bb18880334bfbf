"""When the garbage collector may run."""

import gc
from collections.abc import Iterator

import pytest

from server import collector
from server.collector import Collector


class World:
    """A collector in a house of so many sessions."""

    def __init__(self) -> None:
        self.sessions = 0
        self.time = 0.0
        self.collector = Collector(lambda: self.sessions, self._now)

    def _now(self) -> float:
        self.time += 0.25
        return self.time


@pytest.fixture
def world() -> Iterator[World]:
    """A started collector that is stopped again."""
    world = World()
    world.collector.start()
    yield world
    world.collector.stop()


def test_what_stands_is_frozen_and_settings_come_back() -> None:
    """After the start the collector skips what was there, with our thresholds; after the end all is as before."""
    before = gc.get_threshold()
    world = World()
    world.collector.start()
    assert gc.get_freeze_count() > 1000
    assert gc.get_threshold() == collector.THRESHOLDS
    world.collector.stop()
    assert gc.get_freeze_count() == 0
    assert gc.get_threshold() == before


def test_opened_sessions_are_frozen_in_batches(world: World) -> None:
    """After a number of openings what they made is frozen too."""
    keep = [[n] for n in range(5000)]
    before = gc.get_freeze_count()
    for _ in range(collector.OPENED - 1):
        world.collector.session_opened()
    assert gc.get_freeze_count() == before
    world.collector.session_opened()
    assert gc.get_freeze_count() >= before + len(keep)


class Knot:
    """Something in a cycle that only the collector can free."""

    alive = 0

    def __init__(self) -> None:
        self.me = self
        Knot.alive += 1

    def __del__(self) -> None:
        Knot.alive -= 1


@pytest.mark.parametrize(
    ("sessions", "closes"), [(0, collector.QUIET_CLOSED), (50, collector.CLOSED), (500, 500)]
)
def test_what_closed_sessions_left_is_collected(world: World, sessions: int, closes: int) -> None:
    """In a quiet house after a few closes, in a busy one after many, in a full one after as many as are there:
    frozen garbage is freed."""
    world.sessions = sessions
    Knot()
    gc.freeze()
    for _ in range(closes - 1):
        world.collector.session_closed()
    assert Knot.alive == 1
    world.collector.session_closed()
    assert Knot.alive == 0


def test_pauses_are_counted(world: World) -> None:
    """How often and how long collections stopped everybody."""
    before = world.collector.pauses.count
    gc.collect()
    assert world.collector.pauses.count == before + 1
    assert world.collector.pauses.longest == 0.25
