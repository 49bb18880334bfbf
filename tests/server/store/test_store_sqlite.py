"""The database file: what lasts, what shares a commit, and what a host is told when it cannot be used."""

import asyncio
import sqlite3
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, create_engine, event, insert, text

from core.ids import RoomId, Seq
from server.store.database import Database
from server.store.log import StoreError
from server.store.schema import events, metadata
from server.store.sqlite import SqliteLog, open_database

RAVEN = RoomId("raven-42")


async def test_what_was_appended_is_there_after_a_restart(tmp_path: Path) -> None:
    """A second opening of the file reads the records, and its epoch is higher."""
    log, _ = open_database(tmp_path / "house.db")
    epoch = await log.create(RAVEN)
    await log.append(RAVEN, epoch, Seq(0), [b"a"])
    await log.close()
    again, _ = open_database(tmp_path / "house.db")
    assert await again.rooms() == [RAVEN]
    assert await again.read(RAVEN) == [b"a"]
    assert await again.take(RAVEN) > epoch
    await again.close()


async def test_what_was_appended_survives_a_kill(tmp_path: Path) -> None:
    """A process that appends, says so and is killed at once leaves the record and no lock behind."""
    script = (
        "import asyncio, os, signal\n"
        "from pathlib import Path\n"
        "from server.store.sqlite import open_database\n"
        "async def main():\n"
        f"    log, _ = open_database(Path({str(tmp_path / 'house.db')!r}))\n"
        "    await log.append('raven-42', await log.create('raven-42'), 0, [b'a'])\n"
        "    os.kill(os.getpid(), signal.SIGKILL)\n"
        "asyncio.run(main())\n"
    )
    ended = await asyncio.to_thread(subprocess.run, [sys.executable, "-c", script], check=False)
    assert ended.returncode == -9
    log, _ = open_database(tmp_path / "house.db")
    assert await log.read(RAVEN) == [b"a"]
    await log.close()


class Busy:
    """Holds the thread of a database in a transaction of its own, so that what comes meanwhile queues up."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._begun = threading.Event()
        self._go = threading.Event()
        self.commits = 0

    async def __aenter__(self) -> "Busy":
        def work(connection: Connection) -> None:
            def count(_connection: Connection) -> None:
                self.commits += 1

            event.listen(connection, "commit", count)
            self._begun.set()
            assert self._go.wait(60)

        self._work = asyncio.ensure_future(self._database.run(work))
        assert await asyncio.to_thread(self._begun.wait, 60)
        return self

    async def __aexit__(self, *_: object) -> None:
        await asyncio.sleep(0)  # each task of the block has now put its work into the queue
        self._go.set()
        await self._work


async def test_appends_that_wait_share_one_commit(tmp_path: Path) -> None:
    """While the disk is busy, the appends of many rooms queue up and are committed together."""
    database = Database(tmp_path / "house.db")
    log = SqliteLog(database)
    rooms = [RoomId(f"room-{n}") for n in range(20)]
    epochs = await asyncio.gather(*(log.create(room) for room in rooms))
    async with Busy(database) as busy:
        appends = [
            asyncio.ensure_future(log.append(room, epoch, Seq(0), [b"a"]))
            for room, epoch in zip(rooms, epochs, strict=True)
        ]
    await asyncio.gather(*appends)
    assert busy.commits == 2  # its own, and one for the twenty
    await log.close()


async def test_a_refused_row_does_not_fail_the_rows_it_is_grouped_with(tmp_path: Path) -> None:
    """One piece of work breaks a constraint in the middle of a batch; those before and behind it are kept."""
    database = Database(tmp_path / "house.db")
    log = SqliteLog(database)
    others = [RoomId("left-1"), RoomId("right-1")]
    left, right = [await log.create(room) for room in others]

    def broken(connection: Connection) -> None:
        connection.execute(text("INSERT INTO rooms (id, epoch, seq, closed) VALUES ('half', 1, 0, 0)"))
        connection.execute(text("INSERT INTO rooms (id, epoch, seq, closed) VALUES ('left-1', 1, 0, 0)"))

    async with Busy(database) as busy:
        ends = [
            asyncio.ensure_future(log.append(others[0], left, Seq(0), [b"l"])),
            asyncio.ensure_future(database.run(broken)),
            asyncio.ensure_future(log.append(others[1], right, Seq(0), [b"r"])),
        ]
    results = await asyncio.gather(*ends, return_exceptions=True)
    assert [type(result) for result in results] == [type(None), StoreError, type(None)]
    assert busy.commits == 2
    await log.close()
    again, _ = open_database(tmp_path / "house.db")
    assert await again.rooms() == others  # and nothing of the refused work
    assert [await again.read(room) for room in others] == [[b"l"], [b"r"]]
    await again.close()


async def test_errors_tell_nothing_of_what_was_to_be_kept(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Rows hold seeds and hands; neither the log nor any error in the chain shows one."""
    database = Database(tmp_path / "house.db")

    def broken(connection: Connection) -> None:
        connection.execute(
            insert(events), [{"room": 1, "seq": number, "record": b"the seed"} for number in (1, 1)]
        )

    with pytest.raises(StoreError) as caught:
        await database.run(broken)
    said = caplog.text
    error: BaseException | None = caught.value
    while error is not None:
        said += str(error)
        error = error.__cause__ or error.__context__
    assert "IntegrityError" in said
    assert "the seed" not in said
    await database.close()


async def test_a_batch_that_is_lost_is_not_acknowledged(tmp_path: Path) -> None:
    """A transaction that is gone as a whole fails all who wait for it, and the next one works again."""
    database = Database(tmp_path / "house.db")
    log = SqliteLog(database)
    epoch = await log.create(RAVEN)

    def lost(connection: Connection) -> None:
        connection.exec_driver_sql("ROLLBACK")  # what SQLite does by itself when the disk is full
        raise OSError("the disk is full")

    async with Busy(database):
        waiting = [
            asyncio.ensure_future(log.append(RAVEN, epoch, Seq(0), [b"a"])),
            asyncio.ensure_future(database.run(lost)),
        ]
    ends = await asyncio.gather(*waiting, return_exceptions=True)
    assert [type(end) for end in ends] == [StoreError, StoreError]
    assert await log.read(RAVEN) == []
    await log.append(RAVEN, epoch, Seq(0), [b"b"])
    assert await log.read(RAVEN) == [b"b"]
    await log.close()


async def test_commits_are_durable_and_in_wal_mode(tmp_path: Path) -> None:
    """The connection waits for the disk at each commit (synchronous=FULL, 2) and logs ahead."""
    database = Database(tmp_path / "house.db")

    def settings(connection: Connection) -> tuple[object, object]:
        return tuple(
            connection.exec_driver_sql(f"PRAGMA {name}").scalar_one()
            for name in ("synchronous", "journal_mode")
        )

    assert await database.run(settings) == (2, "wal")
    await database.close()


async def test_a_second_server_is_told_who_has_the_file(tmp_path: Path) -> None:
    """Opening the file of a running server fails with a sentence, and works when that one has closed it."""
    log, _ = open_database(tmp_path / "house.db")
    with pytest.raises(StoreError, match="Another server is using the database"):
        open_database(tmp_path / "house.db")
    await log.close()
    again, _ = open_database(tmp_path / "house.db")
    await again.close()


async def test_any_folder_will_do(tmp_path: Path) -> None:
    """Also one whose name means something in an address, and one that is not there yet."""
    path = tmp_path / "a?b#c %41" / "deep" / "house.db"
    log, _ = open_database(path)
    await log.create(RAVEN)
    await log.close()
    assert path.stat().st_size > 0


async def test_a_running_server_lets_others_read(tmp_path: Path) -> None:
    """A host may look at the file or copy it while the server runs."""
    log, _ = open_database(tmp_path / "house.db")
    await log.create(RAVEN)
    with sqlite3.connect(tmp_path / "house.db") as reader:
        assert reader.execute("SELECT id FROM rooms").fetchall() == [(RAVEN,)]
    reader.close()
    await log.close()


@pytest.mark.parametrize("bytes_of_it", [b"this is no database" * 200, b"SQLite format 3\0junk"])
def test_a_damaged_file_is_said_to_be_damaged(tmp_path: Path, bytes_of_it: bytes) -> None:
    """And it is left as it was."""
    (tmp_path / "house.db").write_bytes(bytes_of_it)
    with pytest.raises(StoreError, match="is damaged"):
        open_database(tmp_path / "house.db")
    assert (tmp_path / "house.db").read_bytes() == bytes_of_it


async def test_a_file_of_a_newer_version_is_not_touched(tmp_path: Path) -> None:
    """A schema that this program does not know is refused with a sentence."""
    log, _ = open_database(tmp_path / "house.db")
    await log.close()
    with sqlite3.connect(tmp_path / "house.db") as other:
        other.execute("UPDATE alembic_version SET version_num = '9999'")
    other.close()
    with pytest.raises(StoreError, match="newer version"):
        open_database(tmp_path / "house.db")


def test_a_folder_that_cannot_be_written_is_said_to_be_so(tmp_path: Path) -> None:
    """Here something that is no folder stands in the way (a superuser could write anywhere else)."""
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(StoreError, match="cannot be written"):
        open_database(tmp_path / "file" / "house.db")


async def test_only_the_host_may_read_the_file(tmp_path: Path) -> None:
    """It holds the seeds of running games: no rights for group and others, on any of its files."""
    log, _ = open_database(tmp_path / "house.db")
    await log.create(RAVEN)
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) & 0o077 for path in tmp_path.iterdir()}
    assert modes == dict.fromkeys(modes, 0)
    assert "house.db-wal" in modes
    await log.close()


def test_the_migrations_lead_to_the_schema(tmp_path: Path) -> None:
    """A database made by all migrations is what server/store/schema.py describes."""
    log, _ = open_database(tmp_path / "house.db")
    asyncio.run(log.close())
    engine = create_engine(f"sqlite:///{tmp_path / 'house.db'}")
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    engine.dispose()


async def test_a_closed_database_refuses_work(tmp_path: Path) -> None:
    """After the close there is an error, never a wait without end; closing twice is fine."""
    log, _ = open_database(tmp_path / "house.db")
    await log.close()
    await log.close()
    with pytest.raises(StoreError):
        await log.create(RAVEN)


async def test_a_commit_that_fails_harms_only_what_it_held(tmp_path: Path) -> None:
    """As on a full disk: nothing of it is kept or acknowledged, and what comes later is kept again."""
    database = Database(tmp_path / "house.db")
    log = SqliteLog(database)
    epoch = await log.create(RAVEN)

    def spoil(connection: Connection) -> None:
        # A row without its room is noticed at the commit only.
        connection.exec_driver_sql("PRAGMA defer_foreign_keys = ON")
        connection.exec_driver_sql("INSERT INTO events (room, seq, record) VALUES (4711, 1, x'00')")

    answers = await asyncio.gather(
        database.run(spoil), log.append(RAVEN, epoch, Seq(0), [b"lost"]), return_exceptions=True
    )
    assert [type(answer) for answer in answers] == [StoreError, StoreError]
    assert await log.read(RAVEN) == []
    await log.append(RAVEN, epoch, Seq(0), [b"kept"])
    assert await log.read(RAVEN) == [b"kept"]
    await log.close()


async def test_a_connection_that_is_broken_is_made_anew(tmp_path: Path) -> None:
    """Also when not even the rollback works."""
    database = Database(tmp_path / "house.db")
    log = SqliteLog(database)
    epoch = await log.create(RAVEN)

    def break_it(connection: Connection) -> None:
        driver = connection.connection.driver_connection
        assert driver is not None
        driver.close()

    with pytest.raises(StoreError):
        await database.run(break_it)
    await log.append(RAVEN, epoch, Seq(0), [b"kept"])
    assert await log.read(RAVEN) == [b"kept"]
    await log.close()
