"""The Alembic environment: runs on the connection it is given, inside its transaction."""

from alembic import context

from kontor.server.store.models import Base

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Base.metadata,
    render_as_batch=True,
    transactional_ddl=True,
)
context.run_migrations()
