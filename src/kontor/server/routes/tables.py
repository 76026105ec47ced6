"""Tables: opening, listing and looking at them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query

from kontor.server.node import Node
from kontor.server.routes.answers import Answer
from kontor.server.routes.callers import Caller, Origin, TheNode, Visitor, looked_at
from kontor.server.schemas import tables as schema
from kontor.server.schemas.texts import AskedSeat, EntryNumber, Since, TableId
from kontor.server.service import telling
from kontor.server.service.clock import ClockRule
from kontor.server.service.history import older_entries
from kontor.server.service.match import Match
from kontor.server.service.refusals import Nameless, Unknown
from kontor.server.service.seating import Plan
from kontor.server.service.telling import Eyes
from kontor.server.store.accounts import Account
from kontor.server.store.tables import OPEN, Chair, Summary

LATELY = 100  # messages that come with a table
LATEST = 2**53

router = APIRouter(prefix="/tables", tags=["tables"])


@router.post("", status_code=201, response_model=schema.OpenedTable)
async def base_position(asked: schema.NewTable, account: Caller, node: TheNode, address: Origin) -> Answer:
    """Open a table: a new game by its setup, or a record to study or continue."""
    for name in names_for_others(asked):
        await node.people.check_seat_name(account, name)
    plan = plan_of(asked)
    if plan.has_only_computers:
        node.limits.computer_tables.take(address)
    table_id = await node.seating.open(account, plan)
    match, eyes = await looked_at(node, table_id, account, None)
    open_seats = [chair.seat for chair in match.card.chairs if chair.kind == OPEN]
    links = {str(seat): await node.seating.invite(match, account, seat) for seat in open_seats}
    node.driver.consider(table_id)
    return Answer({**await table_json(node, match, eyes, 0), "invitations": links}, 201)


@router.get("", response_model=schema.Summaries)
async def list_tables(
    account: Visitor,
    node: TheNode,
    which: Literal["mine", "public"] = "mine",
    before: Annotated[int, Query(ge=0, le=LATEST)] = LATEST,
    limit: Annotated[int, Query(ge=1, le=100)] = 50,
) -> dict[str, Any]:
    """List the caller's tables, or those open to everybody, the last moved first."""
    if which == "public":
        found = await node.tables.public(before, limit)
    elif account is None:
        raise Nameless("Say who you are first, or list the public tables.")
    else:
        found = await node.tables.mine(account.id, before, limit)
    return {"tables": [summary_json(summary, account) for summary in found]}


@router.get("/{table_id}", response_model=schema.Table)
async def look(
    table_id: TableId, account: Visitor, node: TheNode, seat: AskedSeat = None, since: Since = 0
) -> Answer:
    """Look at a table: where it stands, what the caller may do, and what happened after `since`."""
    match, eyes = await looked_at(node, table_id, account, seat)
    return Answer(await table_json(node, match, eyes, since))


@router.get("/{table_id}/at/{number}", response_model=schema.State)
async def look_back(
    table_id: TableId, number: EntryNumber, account: Visitor, node: TheNode, seat: AskedSeat = None
) -> Answer:
    """Look at the position after an entry; when the game is over, with the eyes of any seat."""
    match, eyes = await looked_at(node, table_id, account, seat)
    if number > match.number:
        raise Unknown(f"The table is at number {match.number}; there is no number {number} yet.")
    return Answer(telling.past_json(match, number, eyes.seat))


async def table_json(node: Node, match: Match, eyes: Eyes, since: int) -> dict[str, Any]:
    """A table with what was said and who is there."""
    said = await node.messages.lately(match.card.id, LATELY)
    older, reached = await older_entries(node.slices, match, eyes, since)
    return {
        **telling.table_json(match, eyes, reached, older),
        "messages": [telling.message_json(message) for message in said],
        "presence": node.hub.presence(match.card.id).json(),
        "thinking": node.driver.decisions.json(match.card.id),
    }


def names_for_others(asked: schema.NewTable) -> list[str]:
    """Return the names of seats if people of other accounts will read them; at one screen any name may be used."""
    seats = asked.seats or []
    if not asked.public and all(seat.kind != OPEN for seat in seats):
        return []
    return [seat.name for seat in seats if seat.name is not None]


def plan_of(asked: schema.NewTable) -> Plan:
    """What the caller wants, in the words of the service."""
    seats = enumerate(asked.seats or [])
    chairs = [Chair(n, seat.kind, None, seat.name, seat.agent) for n, seat in seats] or None
    clock = ClockRule(**asked.clock.model_dump()) if asked.clock else None
    wishes = (asked.title, asked.public, asked.undo, clock, asked.hints, asked.practice)
    return Plan(asked.setup, asked.record, chairs, *wishes)


def summary_json(summary: Summary, account: Account | None) -> dict[str, Any]:
    """A table as it stands in a list."""
    row, account_id = summary.row, account.id if account else None
    seats = [telling.chair_json(chair, account_id) for chair in summary.chairs]
    return {
        "id": row.id,
        "title": row.title,
        "setup": row.setup,
        "public": row.public,
        "host": row.host == account_id,
        "seats": seats,
        "number": row.number,
        "to_move": row.to_move,
        "your_turn": row.to_move is not None and seats[row.to_move]["yours"],
        "ended_by": row.ended_by,
        "created_at": row.created_at,
        "moved_at": row.moved_at,
    }
