"""People as others see them: guests are marked, and deleted accounts have no name."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from kontor.server.schemas.people import PersonView
from kontor.server.store.models import AccountRow

COLUMNS = (AccountRow.id, AccountRow.name, AccountRow.password, AccountRow.is_bot, AccountRow.deleted_at)


async def people_by_id(session: AsyncSession, account_ids: Collection[str]) -> dict[str, PersonView]:
    """Return the people with some ids, in one query."""
    rows = await session.execute(select(*COLUMNS).where(AccountRow.id.in_(set(account_ids))))
    return {row.id: person_view(row.id, row.name, row.password, row.is_bot, row.deleted_at) for row in rows}


def person_view(account_id: str, name: str, password: str | None, is_bot: bool, deleted_at: int | None) -> PersonView:
    """Return an account as others see it."""
    former = deleted_at is not None
    guest = password is None and not former
    return PersonView(id=account_id, name="" if former else name, guest=guest, is_bot=is_bot, former=former)
