"""The log and the people of a house that lasts: kept in one SQLite file, by SQL that other databases speak too."""

import logging
from collections.abc import Sequence
from pathlib import Path

from sqlalchemy import Connection, Row, bindparam, insert, select, update

from core import wire
from core.ids import AccountId, Epoch, RoomId, Seq
from core.people import Kind, Profile, Settings
from server.people.names import NameTaken, name_key
from server.store.database import Database
from server.store.log import Conflict, RoomExists, UnknownRoom
from server.store.schema import accounts, events, rooms

log = logging.getLogger(__name__)

# What every move needs stands ready: building a statement costs more than running it.
_ADVANCE = (
    update(rooms)
    .where(
        rooms.c.id == bindparam("this_room"),
        rooms.c.epoch == bindparam("this_epoch"),
        rooms.c.seq == bindparam("this_seq"),
        rooms.c.closed.is_(False),
    )
    .values(seq=bindparam("new_seq"), closed=bindparam("new_closed"))
    .returning(rooms.c.number)
)
_ADD = insert(events)
# So does what every arrival needs.
_BY_ACCOUNT = select(accounts).where(accounts.c.account == bindparam("this_account"))
_OWNER = select(accounts.c.account).where(accounts.c.name_key == bindparam("this_key"))


def _number(connection: Connection, room: RoomId) -> int:
    number = connection.execute(select(rooms.c.number).where(rooms.c.id == room)).scalar_one_or_none()
    if number is None:
        raise UnknownRoom(room)
    return int(number)


class SqliteLog:
    """The log port over a database file (see server/store/log.py)."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def create(self, room: RoomId) -> Epoch:
        """See Log."""

        def work(connection: Connection) -> Epoch:
            if connection.execute(select(rooms.c.number).where(rooms.c.id == room)).first() is not None:
                raise RoomExists(room)
            connection.execute(insert(rooms).values(id=room, epoch=1, seq=0, closed=False))
            return Epoch(1)

        return await self._database.run(work)

    async def take(self, room: RoomId) -> Epoch:
        """See Log."""

        def work(connection: Connection) -> Epoch:
            taken = connection.execute(
                update(rooms)
                .where(rooms.c.id == room)
                .values(epoch=rooms.c.epoch + 1)
                .returning(rooms.c.epoch)
            ).scalar_one_or_none()
            if taken is None:
                raise UnknownRoom(room)
            return Epoch(taken)

        return await self._database.run(work)

    async def append(
        self, room: RoomId, epoch: Epoch, expected_seq: Seq, records: Sequence[bytes], *, close: bool = False
    ) -> None:
        """See Log."""
        rows = [(expected_seq + n, bytes(record)) for n, record in enumerate(records, 1)]
        advance = {
            "this_room": room,
            "this_epoch": epoch,
            "this_seq": expected_seq,
            "new_seq": expected_seq + len(rows),
            "new_closed": close,
        }

        def work(connection: Connection) -> None:
            # The guard is a condition on the row, so a late owner is refused without an error of the database.
            number = connection.execute(_ADVANCE, advance).scalar_one_or_none()
            if number is None:
                raise Conflict(room)
            if rows:
                connection.execute(
                    _ADD, [{"room": number, "seq": seq, "record": record} for seq, record in rows]
                )

        await self._database.run(work)

    async def read(self, room: RoomId, since: Seq = Seq(0)) -> list[bytes]:
        """See Log."""

        def work(connection: Connection) -> list[bytes]:
            number = _number(connection, room)
            found = connection.execute(
                select(events.c.record)
                .where(events.c.room == number, events.c.seq > since)
                .order_by(events.c.seq)
            )
            return list(found.scalars())

        return await self._database.run(work)

    async def rooms(self) -> list[RoomId]:
        """See Log."""

        def work(connection: Connection) -> list[RoomId]:
            found = connection.execute(
                select(rooms.c.id).where(rooms.c.closed.is_(False)).order_by(rooms.c.number)
            )
            return [RoomId(room) for room in found.scalars()]

        return await self._database.run(work)

    async def close(self) -> None:
        """Close the file, for the people in it too."""
        await self._database.close()


class SqlitePeople:
    """The people port over a database file (see server/people/register.py)."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def find(self, account: AccountId) -> Profile | None:
        """See People."""
        return await self._database.run(
            lambda connection: _profile(connection.execute(_BY_ACCOUNT, {"this_account": account}).first())
        )

    async def by_code(self, code_hash: str) -> Profile | None:
        """See People."""
        return await self._database.run(
            lambda connection: _profile(
                connection.execute(select(accounts).where(accounts.c.code_hash == code_hash)).first()
            )
        )

    async def named(self, key: str) -> AccountId | None:
        """See People."""

        def work(connection: Connection) -> AccountId | None:
            found = connection.execute(_OWNER, {"this_key": key}).scalar_one_or_none()
            return None if found is None else AccountId(found)

        return await self._database.run(work)

    async def put(self, profile: Profile, code_hash: str = "") -> None:
        """See People."""
        values: dict[str, object] = {
            "kind": profile.kind.value,
            "name": profile.name,
            "name_key": name_key(profile.name),
            "named": profile.named,
            "settings": wire.pack(profile.settings),
        }
        if code_hash:
            values["code_hash"] = code_hash

        def work(connection: Connection) -> None:
            owner = connection.execute(
                select(accounts.c.account).where(accounts.c.name_key == values["name_key"])
            ).scalar_one_or_none()
            if owner is not None and owner != profile.account:
                raise NameTaken()
            changed = connection.execute(
                update(accounts).where(accounts.c.account == profile.account).values(**values)
            )
            if not changed.rowcount:
                connection.execute(insert(accounts).values(account=profile.account, **values))

        await self._database.run(work)


def _profile(row: Row[tuple[object, ...]] | None) -> Profile | None:
    if row is None:
        return None
    try:
        settings = wire.unpack(row.settings, Settings)
    except wire.WireError as error:
        log.error("the settings of %s cannot be read: %s", row.account, error)
        settings = Settings()  # better a house that looks unfamiliar than none at all
    return Profile(AccountId(row.account), Kind(row.kind), row.name, row.named, settings)


def open_database(path: Path) -> tuple[SqliteLog, SqlitePeople]:
    """The log and the people of that file, made if it is not there. Raises StoreError. Blocks: for the start."""
    database = Database(path)
    return SqliteLog(database), SqlitePeople(database)
