"""Run by Alembic: applies migrations on the connection that the house has opened."""

from alembic import context

context.configure(connection=context.config.attributes["connection"], render_as_batch=True)
context.run_migrations()
