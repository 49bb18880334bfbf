"""The history of the database's schema, applied at start (Alembic)."""

from pathlib import Path

from sqlalchemy import Connection


def upgrade(connection: Connection) -> None:
    """Bring the database to the newest schema, within the transaction of that connection.

    Raises alembic.util.CommandError when a newer program has changed it further.
    """
    # Alembic takes a while to import, and only a database needs it.
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
