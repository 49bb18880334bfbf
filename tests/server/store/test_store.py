"""The log port: one suite for the log in memory and the one in SQLite."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from core.ids import Epoch, RoomId, Seq
from server.store.log import Conflict, Log, MemoryLog, RoomExists, UnknownRoom
from server.store.sqlite import open_database

RAVEN = RoomId("raven-42")
OTTER = RoomId("otter-17")


@pytest.fixture(params=["memory", "sqlite"])
async def log(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Log]:
    """Each log in turn, empty."""
    made: Log = MemoryLog() if request.param == "memory" else open_database(tmp_path / "house.db")[0]
    yield made
    await made.close()


async def test_records_are_read_back_in_order(log: Log) -> None:
    """What was appended is there, from any number on."""
    epoch = await log.create(RAVEN)
    await log.append(RAVEN, epoch, Seq(0), [b"a", b"b"])
    await log.append(RAVEN, epoch, Seq(2), [b"c\x00\xff"])
    assert await log.read(RAVEN) == [b"a", b"b", b"c\x00\xff"]
    assert await log.read(RAVEN, Seq(2)) == [b"c\x00\xff"]
    assert await log.read(RAVEN, Seq(3)) == []


async def test_rooms_do_not_mix(log: Log) -> None:
    """Each room has numbers and records of its own."""
    for room, record in ((RAVEN, b"r"), (OTTER, b"o")):
        await log.append(room, await log.create(room), Seq(0), [record])
    assert await log.read(RAVEN) == [b"r"]
    assert await log.read(OTTER) == [b"o"]
    assert await log.rooms() == [RAVEN, OTTER]


async def test_a_name_is_given_once(log: Log) -> None:
    """A room is created once, also when it has been closed since."""
    epoch = await log.create(RAVEN)
    with pytest.raises(RoomExists):
        await log.create(RAVEN)
    await log.append(RAVEN, epoch, Seq(0), [b"a"], close=True)
    with pytest.raises(RoomExists):
        await log.create(RAVEN)


async def test_an_append_that_does_not_continue_the_log_is_refused(log: Log) -> None:
    """Whoever expects another last number gets a conflict, and nothing of it is written."""
    epoch = await log.create(RAVEN)
    await log.append(RAVEN, epoch, Seq(0), [b"a"])
    for expected in (0, 2):
        with pytest.raises(Conflict):
            await log.append(RAVEN, epoch, Seq(expected), [b"x"])
    assert await log.read(RAVEN) == [b"a"]


async def test_of_two_appends_with_the_same_expected_number_one_wins(log: Log) -> None:
    """Two at once: one is written, the other is refused."""
    epoch = await log.create(RAVEN)
    ends = await asyncio.gather(
        log.append(RAVEN, epoch, Seq(0), [b"left"]),
        log.append(RAVEN, epoch, Seq(0), [b"right"]),
        return_exceptions=True,
    )
    assert [type(end) for end in ends] == [type(None), Conflict]
    assert await log.read(RAVEN) == [b"left"]


async def test_the_epoch_rises_with_each_taking_and_shuts_out_the_former_owner(log: Log) -> None:
    """After a taking, the older epoch may not append any more, the newer may."""
    first = await log.create(RAVEN)
    second = await log.take(RAVEN)
    assert second > first
    with pytest.raises(Conflict):
        await log.append(RAVEN, first, Seq(0), [b"late"])
    await log.append(RAVEN, second, Seq(0), [b"a"])
    assert await log.take(RAVEN) > second
    assert await log.read(RAVEN) == [b"a"]


async def test_a_closed_room_is_no_longer_listed_and_takes_no_more(log: Log) -> None:
    """Its records stay readable."""
    epoch = await log.create(RAVEN)
    await log.create(OTTER)
    await log.append(RAVEN, epoch, Seq(0), [b"a"], close=True)
    assert await log.rooms() == [OTTER]
    with pytest.raises(Conflict):
        await log.append(RAVEN, epoch, Seq(1), [b"b"])
    assert await log.read(RAVEN) == [b"a"]


async def test_unknown_rooms_are_told_apart_from_empty_ones(log: Log) -> None:
    """Reading and taking a room that nobody created fails; appending to it is a conflict."""
    with pytest.raises(UnknownRoom):
        await log.read(RAVEN)
    with pytest.raises(UnknownRoom):
        await log.take(RAVEN)
    with pytest.raises(Conflict):
        await log.append(RAVEN, Epoch(1), Seq(0), [b"a"])
    await log.create(RAVEN)
    assert await log.read(RAVEN) == []
