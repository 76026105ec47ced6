"""Migrations that bring the tables of a database to the present schema."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text

LOCK = 5_027_001  # any number, the same on every node


def upgrade(connection: Connection) -> None:
    """Run the missing migrations; of several nodes one runs them while the others wait."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
    command.upgrade(config(connection), "head")


def revisions() -> list[str]:
    """Return the schema revisions this version knows, the oldest first."""
    return [script.revision for script in ScriptDirectory.from_config(config()).walk_revisions()][::-1]


def config(connection: Connection | None = None) -> Config:
    """Return the configuration of Alembic for an open connection."""
    made = Config()
    made.set_main_option("script_location", str(Path(__file__).parent))
    made.attributes["connection"] = connection
    return made
