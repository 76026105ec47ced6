"""Migrations: bring the tables of a database to the shape this program needs."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text

LOCK = 5_027_001  # any number, the same on every node


def upgrade(connection: Connection) -> None:
    """Run the migrations that are missing; of several nodes one runs them while the others wait."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
    command.upgrade(config(connection), "head")


def revisions() -> list[str]:
    """The schemas this program knows, the oldest first."""
    return [script.revision for script in ScriptDirectory.from_config(config()).walk_revisions()][::-1]


def config(connection: Connection | None = None) -> Config:
    """The configuration of Alembic, for a connection that is open."""
    made = Config()
    made.set_main_option("script_location", str(Path(__file__).parent))
    made.attributes["connection"] = connection
    return made
