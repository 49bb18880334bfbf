"""The SQLite file: one thread that owns it and groups what the house asks for into few commits."""

import asyncio
import logging
import os
import queue
import sqlite3
import threading
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from server.store.log import StoreError

log = logging.getLogger(__name__)

T = TypeVar("T")

_LARGEST_BATCH: Final = 256


class _Job(NamedTuple):
    work: Callable[[Connection], Any]
    answer: asyncio.Future[Any]
    loop: asyncio.AbstractEventLoop


class _Settled(NamedTuple):
    job: _Job
    result: Any
    error: BaseException | None


class Database:
    """An open database file. All work runs on its own thread, so that no disk ever stops the event loop.

    What is asked for while a commit is under way shares the next one, and a piece of it that fails takes no other
    with it. Answers are given after the commit. A piece of work may be done twice, the first time in vain: it must
    have no effect but through its connection.
    """

    def __init__(self, path: Path) -> None:
        """Open or create the file and bring its schema up to date (this blocks: do it at start).

        Raises StoreError when the file is damaged, not writable, written by a newer version or in use.
        """
        self.path = path
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._closed = False
        self._lock = _hold(path)
        opened: Future[None] = Future()
        self._thread = threading.Thread(target=self._run, args=(opened,), name="database", daemon=True)
        self._thread.start()
        try:
            opened.result()
        except BaseException:
            self._lock.close()
            raise

    async def run(self, work: Callable[[Connection], T]) -> T:
        """Do this work in the next transaction; returns when that is durable.

        Raises what `work` raised, or StoreError when the database failed.
        """
        if self._closed:
            raise StoreError("The database is closed: the server is stopping.")
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[T] = loop.create_future()
        self._jobs.put(_Job(work, answer, loop))
        return await answer

    async def close(self) -> None:
        """Finish what was asked for, close the file and let others have it. A second call does nothing."""
        if not self._closed:
            self._closed = True
            self._jobs.put(None)
            await asyncio.to_thread(self._thread.join)
            self._lock.close()

    def _run(self, opened: "Future[None]") -> None:
        """The thread's life."""
        try:
            engine = _engine(self.path)
            connection = _connect(engine, self.path)
        except BaseException as error:
            opened.set_exception(error)
            return
        opened.set_result(None)
        going = True
        while going:
            batch = [job for job in (self._jobs.get(),) if job is not None]
            going = bool(batch)
            while going and len(batch) < _LARGEST_BATCH:
                try:
                    job = self._jobs.get_nowait()
                except queue.Empty:
                    break
                if job is None:
                    going = False
                else:
                    batch.append(job)
            _answer(_commit(connection, batch, self.path))
        connection.close()
        engine.dispose()


def _hold(path: Path) -> sqlite3.Connection:
    """Keep other servers away from the file for as long as this process lives.

    The lock is an open exclusive transaction on an empty database beside the file: it ends with the process however
    that dies, and whoever makes a backup may still read the file itself.
    """
    beside = path.with_name(path.name + ".lock")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        for file in (path, beside):
            # It holds the seeds of running games: for the host's eyes only, from the first byte on.
            os.close(os.open(file, os.O_RDWR | os.O_CREAT, 0o600))
    except OSError as error:
        raise StoreError(
            f"The database {path} cannot be written ({error.strerror}). Give the server a folder of its own "
            "that it may write to."
        ) from error
    lock = sqlite3.connect(beside, isolation_level=None, timeout=0, check_same_thread=False)
    try:
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.Error as error:
        lock.close()
        if "locked" in str(error):
            raise StoreError(
                f"Another server is using the database {path}. Stop it, or give this one another folder."
            ) from error
        raise StoreError(f"The lock {beside} of the database cannot be taken ({error}).") from error
    return lock


def _engine(path: Path) -> Engine:
    # Errors end up in logs, and parameters hold seeds and hands.
    engine = create_engine(URL.create("sqlite", database=str(path)), hide_parameters=True)

    @event.listens_for(engine, "connect")
    def settle(connection: sqlite3.Connection, _record: object) -> None:
        # The driver's own idea of when a transaction begins knows no savepoints: we begin them ourselves.
        connection.isolation_level = None
        connection.execute("PRAGMA busy_timeout = 5000")
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA journal_mode = WAL")
        # An acknowledged move survives a power cut, too.
        connection.execute("PRAGMA synchronous = FULL")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    return engine


def _connect(engine: Engine, path: Path) -> Connection:
    """The one connection, checked and with the newest schema. Raises StoreError."""
    from alembic.util import CommandError

    from server.store import migrations

    try:
        connection = engine.connect()
        damage = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar_one()
        connection.commit()
        if damage != "ok":
            raise StoreError(_damaged(path, str(damage)))
        with connection.begin():
            migrations.upgrade(connection)
    except CommandError as error:
        raise StoreError(
            f"The database {path} was written by a newer version of the program. Start that one, or "
            "move the file away."
        ) from error
    except SQLAlchemyError as error:
        reason = _reason(error)
        if "readonly" in reason or "unable to open" in reason:
            raise StoreError(
                f"The database {path} cannot be written ({reason}). Give the server a folder of its own that it "
                "may write to."
            ) from error
        if "locked" in reason:
            raise StoreError(
                f"Another program holds the database {path}. Close it and start again."
            ) from error
        raise StoreError(_damaged(path, reason)) from error
    return connection


def _reason(error: Exception) -> str:
    """What the database itself said, without the statement and the advice for programmers around it."""
    return str(error.orig) if isinstance(error, DBAPIError) else str(error)


def _damaged(path: Path, reason: str) -> str:
    return (
        f"The database {path} is damaged ({reason}). Restore it from a backup, or move it away to start with "
        "an empty one."
    )


def _commit(connection: Connection, batch: list[_Job], path: Path) -> list[_Settled]:
    """Do a batch of work in one transaction. If that fails as a whole, nothing of it has happened.

    Almost always all of it goes well. If a piece of it does not, everything is rolled back and done again, each
    piece in a savepoint of its own: so those that are fine pay nothing for the others, and are kept all the same.
    """
    settled: list[_Settled] = []
    try:
        transaction = connection.begin()
        try:
            settled = [_Settled(job, job.work(connection), None) for job in batch]
        except Exception:
            transaction.rollback()
            transaction = connection.begin()
            settled = [_try(connection, job) for job in batch]
        # Not tried twice: nobody knows what became of a commit that failed.
        transaction.commit()
    except Exception as error:
        reason = _reason(error)
        log.error("the database %s failed: %s", path, reason)
        failure = StoreError(
            f"The database {path} failed ({reason}). Is its disk full, or does another program hold it?"
        )
        failure.__cause__ = error
        _start_afresh(connection)
        settled = [_Settled(job, None, failure) for job in batch]
    return settled


def _start_afresh(connection: Connection) -> None:
    """Leave a failed transaction behind, so that the next one may begin: the disk may have room again by then."""
    try:
        # After a commit that failed neither takes the other's word: for SQLAlchemy the transaction is over, though
        # still in the way of the next one; for SQLite it may go on.
        connection.rollback()
        _driver(connection).rollback()
    except Exception as error:
        log.error("the database could not be rolled back: %s", type(error).__name__)
        connection.invalidate(error)  # it connects anew
        connection.rollback()


def _driver(connection: Connection) -> sqlite3.Connection:
    driver = connection.connection.driver_connection
    if not isinstance(driver, sqlite3.Connection):
        raise TypeError("not a connection to SQLite")
    return driver


def _try(connection: Connection, job: _Job) -> _Settled:
    """Do one piece of work in a savepoint of its own. Raises when the whole transaction is gone."""
    savepoint = connection.begin_nested()
    try:
        result = job.work(connection)
        savepoint.commit()
    except Exception as error:
        if not _driver(connection).in_transaction:
            raise  # a full disk and its like: SQLite has rolled everything back by itself
        savepoint.rollback()
        if isinstance(error, SQLAlchemyError):
            log.error("the database refused a row: %s", type(error).__name__)
            refused = StoreError("The database refused to keep this.")
            refused.__cause__ = error
            return _Settled(job, None, refused)
        return _Settled(job, None, error)
    return _Settled(job, result, None)


def _answer(settled: list[_Settled]) -> None:
    """Wake each loop once for all its answers."""
    loops: dict[asyncio.AbstractEventLoop, list[_Settled]] = {}
    for item in settled:
        loops.setdefault(item.job.loop, []).append(item)
    for loop, items in loops.items():
        try:
            loop.call_soon_threadsafe(_deliver, items)
        except RuntimeError:
            log.warning("%d answers of the database came after the end of their event loop", len(items))


def _deliver(items: list[_Settled]) -> None:
    for item in items:
        if not item.job.answer.done():
            if item.error is not None:
                item.job.answer.set_exception(item.error)
            else:
                item.job.answer.set_result(item.result)
