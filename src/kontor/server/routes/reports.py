"""Reports about people, messages and tables."""

from __future__ import annotations

from kontor.server.node import Node
from kontor.server.routes.api_router import api_router
from kontor.server.routes.dependencies import CurrentAccount, CurrentNode, load_match
from kontor.server.schemas.reports import CreatedReport, MessageReport, NewReport, PersonReport
from kontor.server.service.reports import Subject
from kontor.server.store.accounts import Account

router = api_router("people", "/reports")


@router.post("", status_code=201)
async def report(body: NewReport, account: CurrentAccount, node: CurrentNode) -> CreatedReport:
    """Report a person, a message or a table to the operators of the server."""
    subject = await subject_of(node, body, account)
    return CreatedReport(id=await node.reports.add(account, subject, body.reason, body.text))


async def subject_of(node: Node, body: NewReport, account: Account) -> Subject:
    """Return what is reported; a table and its messages only to those who may see the table."""
    if isinstance(body, PersonReport):
        return await node.reports.about_person(body.account_id)
    match, _ = await load_match(node, body.table_id, account, None)
    if isinstance(body, MessageReport):
        return await node.reports.about_message(match, body.message)
    return node.reports.about_table(match)
