"""The agenda: everything that is due later behind one timer."""

import pytest

from server.house.clock import Agenda
from server.house.limiters import Buckets, Tries
from tests.server.kit import HandClock


def test_entries_ring_in_time_and_order() -> None:
    """Each once, when its time has come."""
    clock, rung = HandClock(), list[str]()
    agenda = Agenda(clock)
    for name, seconds in (("late", 3.0), ("soon", 1.0), ("then", 2.0)):
        agenda.set(name, seconds, lambda name=name: rung.append(name))  # type: ignore[misc]
    clock.move(1.5)
    assert rung == ["soon"]
    clock.move(10)
    assert rung == ["soon", "then", "late"]


def test_one_timer_while_something_is_due_and_none_else() -> None:
    """An idle house has no timers."""
    clock = HandClock()
    agenda = Agenda(clock)
    assert clock.timers == 0
    for number in range(5):
        agenda.set(number, 5.0 - number, lambda: None)
        assert clock.timers == 1
    agenda.drop(4)
    assert clock.timers == 1
    clock.move(6)
    assert (clock.timers, len(agenda)) == (0, 0)
    agenda.set("again", 1.0, lambda: None)
    agenda.clear()
    assert clock.timers == 0


def test_an_entry_can_be_moved_and_dropped() -> None:
    """Setting it again counts from then; a dropped one never rings; a callback may set it anew."""
    clock, rung = HandClock(), list[float]()
    agenda = Agenda(clock)
    agenda.set("a", 1.0, lambda: rung.append(clock.now()))
    agenda.set("a", 2.0, lambda: rung.append(clock.now()))
    agenda.set("b", 1.0, lambda: rung.append(-1.0))
    agenda.drop("b")
    start = clock.now()
    clock.move(5)
    assert rung == [start + 2]
    agenda.set("c", 1.0, lambda: agenda.set("c", 1.0, lambda: rung.append(0.0)))
    clock.move(5)
    assert rung[-1] == 0.0


def test_moving_an_entry_again_and_again_does_not_pile_up() -> None:
    """What was moved far ahead of its time is forgotten."""
    agenda = Agenda(HandClock())
    for _ in range(10_000):
        agenda.set("a", 1000.0, lambda: None)
    assert len(agenda._heap) < 200


def test_a_bucket_refills() -> None:
    """So many at once, then one each interval, for each key."""
    clock = HandClock()
    bucket = Buckets(clock, burst=3, every=2.0)
    assert [bucket.take("a") for _ in range(4)] == [True, True, True, False]
    assert bucket.take("b")
    clock.move(2.0)
    assert [bucket.take("a") for _ in range(2)] == [True, False]
    clock.move(100.0)
    assert [bucket.take("a") for _ in range(4)] == [True, True, True, False]


@pytest.mark.parametrize("keys", [["a"], ["a", "b", "c", "d"]])
def test_wrong_tries_are_limited_for_each_and_in_all(keys: list[str]) -> None:
    """Until a minute has passed, and then again."""
    clock = HandClock()
    tries = Tries(clock, per_key=3, in_all=8)
    for _ in range(2):
        wrong = 0
        while tries.allowed(keys[wrong % len(keys)]):
            tries.wrong(keys[wrong % len(keys)])
            wrong += 1
        assert wrong == min(3 * len(keys), 8)
        clock.move(60.0)
