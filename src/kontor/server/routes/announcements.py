"""Announcements of the operators, which everybody may read."""

from __future__ import annotations

from kontor.server.routes.api_router import api_router
from kontor.server.routes.dependencies import CurrentNode
from kontor.server.schemas.announcements import Announcement, Announcements
from kontor.server.service.announcements import current_announcements

router = api_router("announcements", "/announcements")


@router.get("")
async def list_announcements(node: CurrentNode) -> Announcements:
    """List the announcements that are shown now."""
    async with node.database.reading() as session:
        rows = await current_announcements(session)
    shown = [Announcement(id=row.id, texts=row.texts, created_at=row.created_at, until=row.until) for row in rows]
    return Announcements(announcements=shown)
