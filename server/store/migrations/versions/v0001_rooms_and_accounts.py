"""The first schema: logs of rooms, and accounts."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the first tables."""
    op.create_table(
        "rooms",
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("id", sa.String(64), nullable=False, unique=True),
        sa.Column("epoch", sa.Integer, nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("closed", sa.Boolean, nullable=False),
    )
    op.create_index(
        "rooms_not_closed",
        "rooms",
        ["number"],
        sqlite_where=sa.text("closed IS 0"),
        postgresql_where=sa.text("closed IS false"),
    )
    op.create_table(
        "events",
        sa.Column("room", sa.Integer, sa.ForeignKey("rooms.number"), primary_key=True, autoincrement=False),
        sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("record", sa.LargeBinary, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "accounts",
        sa.Column("account", sa.String(100), primary_key=True),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("name", sa.String(100), nullable=False),
        sa.Column("name_key", sa.String(200), nullable=False, unique=True),
        sa.Column("named", sa.Boolean, nullable=False),
        sa.Column("settings", sa.LargeBinary, nullable=False),
        sa.Column("code_hash", sa.String(64), unique=True),
    )


def downgrade() -> None:
    """Drop them."""
    op.drop_table("accounts")
    op.drop_table("events")
    op.drop_table("rooms")
