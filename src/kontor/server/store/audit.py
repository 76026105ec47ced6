"""The audit log: every administrative action, and how running servers notice those of `kontor admin`."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncSession

from kontor.server.bus.bus import FORMER, LocalBus, Notice
from kontor.server.clock import now
from kontor.server.errors import DatabaseUnavailable
from kontor.server.store.database import Database
from kontor.server.store.models import AuditRow
from kontor.server.tasks import stop_task

CHECK_SECONDS: Final = 1.0
ACCOUNT: Final = "account"
TABLE: Final = "table"
REPORT: Final = "report"
ANNOUNCEMENT: Final = "announcement"


@dataclass(frozen=True, slots=True)
class Action:
    """An administrative action: what was done to whom or what, and why."""

    action: str
    subject_kind: str
    subject_id: str | None
    reason: str = ""
    facts: Mapping[str, Any] = field(default_factory=dict)


def add_to_audit_log(session: AsyncSession, actor: str, action: Action) -> None:
    """Write an action into the audit log, in the transaction that carries it out."""
    session.add(
        AuditRow(
            at=now(),
            actor=actor,
            action=action.action,
            subject_kind=action.subject_kind,
            subject_id=action.subject_id,
            reason=action.reason,
            facts=dict(action.facts),
        )
    )


async def read_audit_log(
    session: AsyncSession, limit: int, before: int | None = None, subject_id: str | None = None
) -> list[AuditRow]:
    """Return the last actions before a number, the newest first, of all subjects or of one."""
    query = select(AuditRow).order_by(AuditRow.number.desc()).limit(limit)
    if before is not None:
        query = query.where(AuditRow.number < before)
    if subject_id is not None:
        query = query.where(AuditRow.subject_id == subject_id)
    return list(await session.scalars(query))


class AuditWatch:
    """Notices that another process has administered an embedded database, which has no bus between processes.

    It then tells every part of this node that notices may have been lost, so that nothing outdated is used.
    """

    def __init__(self, database: Database, bus: LocalBus) -> None:
        self.database = database
        self.bus = bus
        self._known = 0
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Read the number of the last action, and check at intervals for new ones."""
        self._known = await self._last()
        self._task = asyncio.create_task(self._watch())

    async def stop(self) -> None:
        """Stop the checks."""
        await stop_task(self._task)

    async def _last(self) -> int:
        async with self.database.reading() as session:
            return await session.scalar(select(func.max(AuditRow.number))) or 0

    async def _new_accounts(self) -> list[str]:
        """Announce new actions to every part of this node, and return the accounts that they concern."""
        query = select(AuditRow.number, AuditRow.subject_kind, AuditRow.subject_id)
        async with self.database.reading() as session:
            rows = (await session.execute(query.where(AuditRow.number > self._known))).all()
        if rows:
            self._known = max(row.number for row in rows)
            self.bus.dispatch(None)
        return [row.subject_id for row in rows if row.subject_kind == ACCOUNT and row.subject_id is not None]

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(CHECK_SECONDS)
            with contextlib.suppress(DatabaseUnavailable):
                for subject in await self._new_accounts():
                    self.bus.dispatch(Notice(subject, about=FORMER))
