"""The tables of the database. Changes come as migrations (server/store/migrations); a test holds the two equal."""

from sqlalchemy import Boolean, Column, ForeignKey, Index, Integer, LargeBinary, MetaData, String, Table

metadata = MetaData()

rooms = Table(
    "rooms",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=True),  # the order in which they were opened
    Column("id", String(64), nullable=False, unique=True),
    Column("epoch", Integer, nullable=False),
    Column("seq", Integer, nullable=False),
    Column("closed", Boolean, nullable=False),
)
Index(
    "rooms_not_closed",
    rooms.c.number,
    sqlite_where=rooms.c.closed.is_(False),
    postgresql_where=rooms.c.closed.is_(False),
)

events = Table(
    "events",
    metadata,
    Column("room", Integer, ForeignKey("rooms.number"), primary_key=True, autoincrement=False),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("record", LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)

accounts = Table(
    "accounts",
    metadata,
    Column("account", String(100), primary_key=True),
    Column("kind", String(10), nullable=False),
    Column("name", String(100), nullable=False),
    Column("name_key", String(200), nullable=False, unique=True),  # what two names share that read the same
    Column("named", Boolean, nullable=False),
    Column("settings", LargeBinary, nullable=False),  # packed by core/wire.py
    Column("code_hash", String(64), unique=True),  # of a guest's code; the code itself is not stored
)
