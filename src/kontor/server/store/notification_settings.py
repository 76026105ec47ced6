"""Settings of notifications in the database: what an account is told by which channel, and when."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from sqlalchemy import delete, select
from sqlalchemy.ext.asyncio import AsyncSession

from kontor.server.local_time import next_hour, quiet_end
from kontor.server.store.database import Database
from kontor.server.store.models import NotificationSettingsRow, TableNotificationRow
from kontor.server.store.upsert import insert_of

NOW: Final = "now"
DIGEST: Final = "digest"
NEVER: Final = "never"
PUSH: Final = "push"
MAIL: Final = "mail"
CHANNELS: Final = (PUSH, MAIL)

DEFAULT_PUSH: Final = {"message": NEVER}
DEFAULT_MAIL: Final = {"ended": NEVER, "message": NEVER, "friend": NEVER, "group": DIGEST, "tournament": DIGEST}
"""What is not told at once unless the account chooses otherwise."""
DEFAULTS: Final = {PUSH: DEFAULT_PUSH, MAIL: DEFAULT_MAIL}


@dataclass(frozen=True, slots=True)
class NotificationSettings:
    """The settings of an account; `choices` has what differs from the defaults, such as {"turn.mail": "digest"}."""

    time_zone: str = "UTC"
    quiet_from: int | None = None
    quiet_until: int | None = None
    digest_hour: int = 8
    choices: Mapping[str, str] = field(default_factory=dict)

    def choice(self, event: str, channel: str) -> str:
        """Return whether an event is told by a channel now, in the digest or never."""
        return self.choices.get(f"{event}.{channel}") or DEFAULTS[channel].get(event, NOW)

    def quiet_end(self, moment: int) -> int | None:
        """Return when the quiet hours end in which a moment lies, None outside them."""
        if self.quiet_from is None or self.quiet_until is None:
            return None
        return quiet_end(self.time_zone, self.quiet_from, self.quiet_until, moment)

    def next_digest(self, moment: int) -> int:
        """Return when the next digest after a moment is sent."""
        return next_hour(self.time_zone, self.digest_hour, moment)


class NotificationSettingsStore:
    """Reads and writes the settings of accounts, and their exceptions for single tables."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def of(self, account_id: str) -> NotificationSettings:
        """Return the settings of an account."""
        async with self.database.reading() as session:
            return await settings_of(session, account_id)

    async def put(self, account_id: str, settings: NotificationSettings) -> None:
        """Store the settings of an account."""
        values = {name: getattr(settings, name) for name in NotificationSettings.__slots__}
        values["choices"] = dict(settings.choices)
        async with self.database.writing() as session:
            row = insert_of(session, NotificationSettingsRow, {"account_id": account_id, **values})
            await session.execute(row.on_conflict_do_update(index_elements=["account_id"], set_=values))

    async def tables(self, account_id: str) -> dict[str, str]:
        """Return the exceptions of an account for single tables."""
        query = select(TableNotificationRow).where(TableNotificationRow.account_id == account_id)
        async with self.database.reading() as session:
            return {row.table_id: row.delivery for row in await session.scalars(query)}

    async def for_table(self, account_id: str, table_id: str) -> str | None:
        """Return the exception of an account for a table, None without one."""
        async with self.database.reading() as session:
            row = await session.get(TableNotificationRow, (account_id, table_id))
            return row.delivery if row else None

    async def put_table(self, account_id: str, table_id: str, delivery: str | None) -> None:
        """Store or delete the exception of an account for a table."""
        key = {"account_id": account_id, "table_id": table_id}
        async with self.database.writing() as session:
            if delivery is None:
                await session.execute(delete(TableNotificationRow).filter_by(**key))
            else:
                row = insert_of(session, TableNotificationRow, {**key, "delivery": delivery})
                changed = row.on_conflict_do_update(index_elements=list(key), set_={"delivery": delivery})
                await session.execute(changed)


async def settings_of(session: AsyncSession, account_id: str) -> NotificationSettings:
    """Return the settings of an account, as a transaction sees them."""
    row = await session.get(NotificationSettingsRow, account_id)
    return settings_from(row) if row else NotificationSettings()


def settings_from(row: NotificationSettingsRow) -> NotificationSettings:
    """Return a row as settings."""
    return NotificationSettings(**{name: getattr(row, name) for name in NotificationSettings.__slots__})
