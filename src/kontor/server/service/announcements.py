"""Announcements: texts of the operators that are shown on every page until a moment."""

from __future__ import annotations

from typing import Final

from sqlalchemy import delete, func, select
from sqlalchemy.ext.asyncio import AsyncSession

from kontor.server.clock import now
from kontor.server.errors import Conflict
from kontor.server.store.models import AnnouncementRow

MAX_SHOWN: Final = 3


async def current_announcements(session: AsyncSession) -> list[AnnouncementRow]:
    """Return the announcements that are shown now, the newest first."""
    query = select(AnnouncementRow).where(AnnouncementRow.until > now())
    return list(await session.scalars(query.order_by(AnnouncementRow.created_at.desc(), AnnouncementRow.id)))


async def check_room(session: AsyncSession) -> None:
    """Reject an announcement if as many are shown as a page has room for, and delete those that are over."""
    await session.execute(delete(AnnouncementRow).where(AnnouncementRow.until <= now()))
    if (await session.scalar(select(func.count()).select_from(AnnouncementRow)) or 0) >= MAX_SHOWN:
        raise Conflict(f"{MAX_SHOWN} announcements are shown already; withdraw one first.")
