"""Web Push in the database: the key pair of the server, and the browsers that receive messages."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import delete, select

from kontor.server.clock import now
from kontor.server.ids import hashed, new_id
from kontor.server.store.database import Database
from kontor.server.store.models import PushKeyRow, PushSubscriptionRow
from kontor.server.store.upsert import insert_of, insert_or_ignore

KEY_ID = 1


@dataclass(frozen=True, slots=True)
class PushSubscription:
    """A browser that receives push messages for an account."""

    id: str
    account_id: str
    endpoint: str
    p256dh: str
    auth: str
    language: str
    label: str
    created_at: int


class PushKeys:
    """The key pair with which all nodes sign, created by the first that needs it."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def private_key(self, new_key: str) -> str:
        """Return the private key of the database; it becomes a new key if there is none."""
        async with self.database.reading() as session:
            row = await session.get(PushKeyRow, KEY_ID)
        if row is not None:
            return row.private_key
        async with self.database.writing() as session:
            values = {"id": KEY_ID, "private_key": new_key, "created_at": now()}
            await insert_or_ignore(session, PushKeyRow, values)
            return (await session.get_one(PushKeyRow, KEY_ID)).private_key


class PushSubscriptions:
    """Adds, finds and deletes browsers that receive push messages."""

    def __init__(self, database: Database, per_account: int) -> None:
        self.database = database
        self.per_account = per_account

    async def put(self, account_id: str, endpoint: str, p256dh: str, auth: str, language: str, label: str) -> str:
        """Add or change the browser with an endpoint, and return its id.

        It belongs to the account that registers it last; an account with too many loses the oldest.
        """
        key = hashed(endpoint)
        changed = {"account_id": account_id, "p256dh": p256dh, "auth": auth, "language": language, "label": label}
        values = {**changed, "id": new_id(), "key": key, "endpoint": endpoint, "created_at": now(), "delivered": 0}
        async with self.database.writing() as session:
            others = (PushSubscriptionRow.key == key) & (PushSubscriptionRow.account_id != account_id)
            await session.execute(delete(PushSubscriptionRow).where(others))  # with what waits for the other account
            row = insert_of(session, PushSubscriptionRow, values)
            await session.execute(row.on_conflict_do_update(index_elements=["key"], set_=changed))
            own = select(PushSubscriptionRow.id).where(PushSubscriptionRow.account_id == account_id)
            oldest = own.where(PushSubscriptionRow.key != key).order_by(PushSubscriptionRow.created_at.desc())
            surplus = list(await session.scalars(oldest.offset(self.per_account - 1)))
            await session.execute(delete(PushSubscriptionRow).where(PushSubscriptionRow.id.in_(surplus)))
            found = await session.scalar(select(PushSubscriptionRow.id).where(PushSubscriptionRow.key == key))
            return found or ""

    async def of(self, account_id: str) -> list[PushSubscription]:
        """Return the browsers of an account, the oldest first."""
        query = select(PushSubscriptionRow).where(PushSubscriptionRow.account_id == account_id)
        async with self.database.reading() as session:
            rows = await session.scalars(query.order_by(PushSubscriptionRow.created_at))
            return [subscription_of(row) for row in rows]

    async def find(self, push_id: str) -> PushSubscription | None:
        """Return a browser by its id."""
        async with self.database.reading() as session:
            row = await session.get(PushSubscriptionRow, push_id)
            return subscription_of(row) if row else None

    async def remove(self, account_id: str, push_id: str) -> bool:
        """Delete a browser with its deliveries; return whether the account had it."""
        own = (PushSubscriptionRow.id == push_id) & (PushSubscriptionRow.account_id == account_id)
        async with self.database.writing() as session:
            deleted = await session.execute(delete(PushSubscriptionRow).where(own))
            return bool(deleted.rowcount)  # type: ignore[attr-defined]


def subscription_of(row: PushSubscriptionRow) -> PushSubscription:
    """Return a row as a subscription."""
    return PushSubscription(**{name: getattr(row, name) for name in PushSubscription.__slots__})
