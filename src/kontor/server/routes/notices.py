"""Notices of the account: what happened while it was away."""

from __future__ import annotations

from fastapi import APIRouter

from kontor.server.clock import now
from kontor.server.routes.dependencies import CurrentAccount, CurrentNode
from kontor.server.schemas.notices import Notice, Notices, ReadNotices

router = APIRouter(prefix="/notices", tags=["notifications"])


@router.get("")
async def list_notices(account: CurrentAccount, node: CurrentNode) -> Notices:
    """List the newest notices of the account."""
    found = await node.notices.of(account.id)
    return Notices(
        unread=sum(each.read_at is None for each in found),
        notices=[
            Notice(
                id=each.id,
                event=each.event,
                table=each.table_id,
                data=each.data,
                at=each.created_at,
                read=each.read_at is not None,
            )
            for each in found
        ],
    )


@router.post("/read", status_code=204)
async def read_notices(body: ReadNotices, account: CurrentAccount, node: CurrentNode) -> None:
    """Mark some notices of the account, or all, as read."""
    await node.notices.mark_read(account.id, body.ids, now())
