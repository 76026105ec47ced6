"""Events of which accounts are notified: stored as notices, and queued for the channels that accounts have chosen.

Whatever causes an event calls `queue_event` in its own transaction, so that neither exists without the other.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, Final

from orjson import dumps
from sqlalchemy import ColumnElement, Update, case, delete, func, select, update
from sqlalchemy.ext.asyncio import AsyncSession

from kontor.core import registry
from kontor.server.bus.bus import NOTICES, Notice
from kontor.server.clock import now
from kontor.server.ids import hashed, new_id
from kontor.server.schemas.notification_settings import EventName
from kontor.server.store.database import announce_with
from kontor.server.store.models import DeliveryRow, NoticeRow, TableRow
from kontor.server.store.notification_settings import DIGEST, NEVER
from kontor.server.store.recipients import Recipient, recipients_of
from kontor.server.store.upsert import insert_or_ignore

DIGEST_EVENT: Final = "digest"
NOTICES_PER_ACCOUNT: Final = 100


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened at a table or elsewhere, with public facts about it."""

    name: str
    table_id: str | None
    data: dict[str, Any]
    at: int

    @property
    def body(self) -> str:
        """The facts as JSON text."""
        return dumps(self.data).decode()


async def queue_event(
    session: AsyncSession,
    account_ids: Collection[str],
    event: EventName,
    table_id: str | None = None,
    data: dict[str, Any] | None = None,
) -> None:
    """Notify accounts of an event, in the transaction that causes it.

    The data are public facts, never secrets: `name` of the person who caused it, `title` of the group or tournament
    (that of a table is added), `link` within the client such as "#/group/ID" if it is not the table, and `kind` for
    events with several texts (notify/texts).
    """
    people = await recipients_of(session, sorted(set(account_ids)), table_id)
    people = [person for person in people if person.table_choice != NEVER]
    if people:
        happened = Event(event, table_id, await complete_facts(session, table_id, data or {}), now())
        await add_notices(session, [person.account_id for person in people], happened)
        announce_with(session, *(Notice(person.account_id, about=NOTICES) for person in people))
        for person in people:
            await queue_deliveries(session, person, happened)


async def complete_facts(session: AsyncSession, table_id: str | None, data: dict[str, Any]) -> dict[str, Any]:
    """Return facts with the title and the game of their table, and without empty ones."""
    given = {name: value for name, value in data.items() if value not in ("", None)}
    table = None if table_id is None else await session.get(TableRow, table_id)
    if table is None:
        return given
    game = registry.game_type(table.setup["game"]).title
    return {"title": table.title or game, "game": game, **given}


async def add_notices(session: AsyncSession, account_ids: Sequence[str], event: Event) -> None:
    """Store a notice for each account; it replaces an unread one of the same event at the same table."""
    if event.table_id is not None:
        same = (NoticeRow.event == event.name) & (NoticeRow.table_id == event.table_id)
        unread = NoticeRow.account_id.in_(account_ids) & NoticeRow.read_at.is_(None)
        await session.execute(delete(NoticeRow).where(unread, same))
    values = {"event": event.name, "table_id": event.table_id, "data": event.data, "created_at": event.at}
    session.add_all(NoticeRow(id=new_id(), account_id=each, **values) for each in account_ids)
    await session.flush()
    order = (NoticeRow.created_at.desc(), NoticeRow.id)
    rank = func.row_number().over(partition_by=NoticeRow.account_id, order_by=order).label("rank")
    ranked = select(NoticeRow.id, rank).where(NoticeRow.account_id.in_(account_ids)).subquery()
    old = select(ranked.c.id).where(ranked.c.rank > NOTICES_PER_ACCOUNT)
    await session.execute(delete(NoticeRow).where(NoticeRow.id.in_(old)))


async def queue_deliveries(session: AsyncSession, person: Recipient, event: Event) -> None:
    """Queue an event for the channels of a recipient: now, or with the next digest."""
    for push_id, choice in person.targets(event.name):
        if choice == DIGEST:
            await join_digest(session, person, push_id, event.at)
        elif not await join_waiting(session, person, push_id, event):
            values = delivery_values(person, push_id, event, event.at, new_id())
            await insert_or_ignore(session, DeliveryRow, values)


async def join_waiting(session: AsyncSession, person: Recipient, push_id: str | None, event: Event) -> bool:
    """Replace the facts of a delivery of the same event at the same table that waits; return whether there is one."""
    if event.table_id is None:
        return False
    same = (DeliveryRow.event == event.name) & (DeliveryRow.table_id == event.table_id)
    waiting = update(DeliveryRow).where(unclaimed(person, push_id), same)
    return bool(await changed_rows(session, waiting.values(body=event.body)))


async def join_digest(session: AsyncSession, person: Recipient, push_id: str | None, at: int) -> None:
    """Make sure that a digest is sent after a moment; the notices of the account since then are its content.

    The update locks a digest that waits: a node that claims it afterwards reads the new notice too. The id is derived
    from the time, so that two transactions cannot queue the same digest.
    """
    waiting = update(DeliveryRow).where(unclaimed(person, push_id), DeliveryRow.event == DIGEST_EVENT)
    earlier = case((DeliveryRow.created_at > at, at), else_=DeliveryRow.created_at)
    digest, first = Event(DIGEST_EVENT, None, {}, at), person.settings.next_digest(at)
    later = person.settings.next_digest(first)
    for due_at in (first, first, later):  # another transaction may have queued the first, or it is under way
        if await changed_rows(session, waiting.values(created_at=earlier)):
            return
        key = hashed(f"{push_id or person.account_id} {due_at}")[:16]
        if await insert_or_ignore(session, DeliveryRow, delivery_values(person, push_id, digest, due_at, key)):
            return


def unclaimed(person: Recipient, push_id: str | None) -> ColumnElement[bool]:
    """Return the condition for deliveries to a target that no node has tried to send yet."""
    target = DeliveryRow.push_id.is_(None) if push_id is None else DeliveryRow.push_id == push_id
    own = (DeliveryRow.account_id == person.account_id) & DeliveryRow.webhook_id.is_(None)
    return own & target & (DeliveryRow.tries == 0)


async def changed_rows(session: AsyncSession, statement: Update) -> int:
    """Run an update, and return how many rows it has changed."""
    done = await session.execute(statement)
    return int(done.rowcount)  # type: ignore[attr-defined]


def delivery_values(
    person: Recipient, push_id: str | None, event: Event, due_at: int, delivery_id: str
) -> dict[str, Any]:
    """Return the columns of a delivery by push message or e-mail."""
    return {
        "id": delivery_id,
        "account_id": person.account_id,
        "push_id": push_id,
        "table_id": event.table_id,
        "event": event.name,
        "number": 0,
        "body": event.body,
        "created_at": event.at,
        "due_at": due_at,
        "tries": 0,
    }
