"""Insertion of rows that may exist already, in the SQL of both databases."""

from __future__ import annotations

from typing import Any

from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncSession

from kontor.server.store.models import Base

Insert = postgresql.Insert | sqlite.Insert


def insert_of(session: AsyncSession, row: type[Base], values: dict[str, Any]) -> Insert:
    """Return an insertion for the database of a session, which allows to say what happens on a conflict."""
    embedded = session.get_bind().dialect.name == "sqlite"
    return sqlite.insert(row).values(**values) if embedded else postgresql.insert(row).values(**values)


async def insert_or_ignore(session: AsyncSession, row: type[Base], values: dict[str, Any]) -> bool:
    """Insert a row unless one with the same key exists; return whether it was inserted."""
    done = await session.execute(insert_of(session, row, values).on_conflict_do_nothing())
    return bool(done.rowcount)  # type: ignore[attr-defined]
