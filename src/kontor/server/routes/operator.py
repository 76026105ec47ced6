"""What operators of the server see and do; tokens are not accepted, and every action is in the audit log."""

from __future__ import annotations

import os
from dataclasses import asdict
from typing import Annotated

from fastapi import Query

import kontor
from kontor.server.node import Node
from kontor.server.routes.api_router import api_router
from kontor.server.routes.dependencies import CurrentNode, CurrentOperator
from kontor.server.schemas import operator as schema
from kontor.server.schemas.announcements import MAX_TIME, CreatedAnnouncement, NewAnnouncement
from kontor.server.schemas.fields import MAX_INTEGER, AccountId, AnnouncementId, ReportId
from kontor.server.service.operator_views import count_open_reports, list_accounts, reports_json, storage_of
from kontor.server.service.reports import list_reports
from kontor.server.service.suspensions import FOREVER
from kontor.server.store.accounts import Account
from kontor.server.store.audit import read_audit_log
from kontor.server.workers.work_queue import JobKind

router = api_router("operator", "/operator")

Before = Annotated[int, Query(ge=0, le=MAX_TIME)]
Limit = Annotated[int, Query(ge=1, le=100)]
Search = Annotated[str | None, Query(min_length=1, max_length=40, pattern=r"^[^\x00-\x1f\x7f]*$")]


@router.get("/status")
async def get_status(node: CurrentNode, _: CurrentOperator) -> schema.ServerStatus:
    """Return load, errors, queues and storage of the server."""
    async with node.database.reading() as session:
        storage = await storage_of(node.database, session)
        open_reports = await count_open_reports(session)
    running, over = await node.tables.count()
    return schema.ServerStatus(
        version=kontor.__version__,
        history=[schema.Load(**asdict(sample)) for sample in node.load.history],
        nodes=node_loads(node),
        errors=node.load.errors(),
        queues=schema.Queues(
            jobs={kind: node.pool.queue.waiting(kind) for kind in JobKind},
            deliveries=asdict(await node.outbox.lengths()),
        ),
        storage=storage,
        tables={"running": running, "over": over},
        open_reports=open_reports,
        machine_load=os.getloadavg()[0] if hasattr(os, "getloadavg") else None,
    )


@router.get("/reports")
async def get_reports(
    node: CurrentNode, _: CurrentOperator, resolved: bool = False, before: Before = MAX_TIME, limit: Limit = 50
) -> schema.Reports:
    """List open or resolved reports, the newest first."""
    async with node.database.reading() as session:
        rows = await list_reports(session, resolved, limit, before)
        return schema.Reports(reports=await reports_json(session, rows))


@router.put("/reports/{report_id}/resolution", status_code=204)
async def resolve_report(
    report_id: ReportId, body: schema.Resolution, node: CurrentNode, operator: CurrentOperator
) -> None:
    """Resolve a report."""
    await node.administration.resolve(actor_of(operator), report_id, body.resolution)


@router.get("/people")
async def get_people(
    node: CurrentNode,
    _: CurrentOperator,
    name: Search = None,
    suspended: bool = False,
    before: Before = MAX_TIME,
    limit: Limit = 50,
) -> schema.AdministeredPeople:
    """List accounts, the newest first, all or those whose name contains a text."""
    async with node.database.reading() as session:
        return schema.AdministeredPeople(
            people=await list_accounts(session, limit, before, name, suspended=suspended)
        )


@router.put("/people/{account_id}/suspension", status_code=204)
async def suspend_person(
    account_id: AccountId, body: schema.NewSuspension, node: CurrentNode, operator: CurrentOperator
) -> None:
    """Suspend an account, and end its sessions."""
    until = FOREVER if body.until is None else body.until
    await node.administration.suspend(actor_of(operator), account_id, until, body.reason)


@router.delete("/people/{account_id}/suspension", status_code=204)
async def unsuspend_person(account_id: AccountId, node: CurrentNode, operator: CurrentOperator) -> None:
    """End the suspension of an account."""
    await node.administration.unsuspend(actor_of(operator), account_id)


@router.put("/people/{account_id}/name", status_code=204)
async def rename_person(
    account_id: AccountId, body: schema.NewName, node: CurrentNode, operator: CurrentOperator
) -> None:
    """Rename an account whose name offends."""
    await node.administration.rename(actor_of(operator), account_id, body.name, body.reason)


@router.post("/announcements", status_code=201)
async def add_announcement(
    body: NewAnnouncement, node: CurrentNode, operator: CurrentOperator
) -> CreatedAnnouncement:
    """Show an announcement on every page until a moment."""
    texts = body.texts.by_language()
    return CreatedAnnouncement(id=await node.administration.announce(actor_of(operator), texts, body.until))


@router.delete("/announcements/{announcement_id}", status_code=204)
async def withdraw_announcement(
    announcement_id: AnnouncementId, node: CurrentNode, operator: CurrentOperator
) -> None:
    """Show an announcement no longer."""
    await node.administration.withdraw(actor_of(operator), announcement_id)


@router.get("/log")
async def get_audit_log(
    node: CurrentNode,
    _: CurrentOperator,
    before: Annotated[int, Query(ge=0, le=MAX_INTEGER)] = MAX_INTEGER,
    limit: Limit = 50,
) -> schema.AuditLog:
    """List administrative actions, the newest first."""
    async with node.database.reading() as session:
        rows = await read_audit_log(session, limit, before)
    names = schema.AuditEntry.model_fields
    return schema.AuditLog(
        entries=[schema.AuditEntry(**{name: getattr(row, name) for name in names}) for row in rows]
    )


def node_loads(node: Node) -> list[schema.NodeLoad]:
    """Return the nodes that are alive."""
    return [
        schema.NodeLoad(
            id=each.id,
            started_at=each.started_at,
            version=each.version,
            load=schema.Load(**asdict(each.sample)),
        )
        for each in node.load.nodes
    ]


def actor_of(operator: Account) -> str:
    """Return how the audit log names an operator."""
    return f"{operator.name} ({operator.id})"
