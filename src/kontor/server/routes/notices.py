"""Notices of the account: what happened while it was away."""

from __future__ import annotations

from kontor.server.clock import now
from kontor.server.notify.translations import event_text
from kontor.server.routes.api_router import api_router
from kontor.server.routes.dependencies import CurrentAccount, CurrentNode
from kontor.server.schemas.notices import Notice, Notices, ReadNotices
from kontor.server.schemas.notifications import Language
from kontor.server.store import notices

router = api_router("notifications", "/notices")


@router.get("")
async def list_notices(account: CurrentAccount, node: CurrentNode, language: Language = "en") -> Notices:
    """List the newest notices of the account, with texts in a language."""
    found = await node.notices.of(account.id)
    return Notices(
        unread=sum(each.read_at is None for each in found), notices=[notice_schema(each, language) for each in found]
    )


@router.post("/read", status_code=204)
async def read_notices(body: ReadNotices, account: CurrentAccount, node: CurrentNode) -> None:
    """Mark some notices of the account, or all, as read."""
    await node.notices.mark_read(account.id, body.ids, now())


def notice_schema(notice: notices.Notice, language: str) -> Notice:
    """Return a notice for its owner, with its text in a language."""
    title, text = event_text(language, notice.event, notice.data)
    return Notice(
        id=notice.id,
        event=notice.event,
        title=title,
        text=text,
        table=notice.table_id,
        data=notice.data,
        at=notice.created_at,
        read=notice.read_at is not None,
    )
