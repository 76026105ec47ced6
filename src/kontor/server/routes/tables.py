"""Creating, listing and reading tables."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query

from kontor.server.errors import Unauthenticated
from kontor.server.node import Node
from kontor.server.responses import JsonResponse
from kontor.server.routes.dependencies import ClientAddress, CurrentAccount, CurrentNode, OptionalAccount, load_match
from kontor.server.schemas import tables as schema
from kontor.server.schemas.fields import EntryNumber, EntryNumbers, Since, TableId, ViewedSeat
from kontor.server.service import serialization
from kontor.server.service.game_clock import ClockRule
from kontor.server.service.history import check_number, older_entries
from kontor.server.service.match import Match
from kontor.server.service.tables import TablePlan
from kontor.server.service.viewers import Viewer
from kontor.server.store.accounts import Account
from kontor.server.store.tables import OPEN, SeatInfo, TableSummary

LATEST_MESSAGES = 100  # messages that are sent with a table
MAX_TIME = 2**53

router = APIRouter(prefix="/tables", tags=["tables"])


@router.post("", status_code=201, response_model=schema.OpenedTable)
async def create_table(
    body: schema.NewTable, account: CurrentAccount, node: CurrentNode, address: ClientAddress
) -> JsonResponse:
    """Create a table: a new game by its setup, or a record to study or continue."""
    for name in names_for_others(body):
        await node.accounts.check_seat_name(account, name)
    plan = plan_of(body)
    if plan.has_only_computers:
        node.limits.computer_tables.take(address)
    table_id = await node.table_creation.create(account, plan)
    match, viewer = await load_match(node, table_id, account, None)
    open_seats = [seat.seat for seat in match.table.seats if seat.kind == OPEN]
    invitations = {str(seat): await node.seats.invite(match, account, seat) for seat in open_seats}
    node.auto_moves.check(table_id)
    return JsonResponse({**await table_json(node, match, viewer, 0), "invitations": invitations}, 201)


@router.get("", response_model=schema.Summaries)
async def list_tables(
    account: OptionalAccount,
    node: CurrentNode,
    which: Literal["mine", "public"] = "mine",
    before: Annotated[int, Query(ge=0, le=MAX_TIME)] = MAX_TIME,
    limit: Annotated[int, Query(ge=1, le=100)] = 50,
) -> dict[str, Any]:
    """List the tables of the account, or the public ones, the last moved first."""
    if which == "public":
        found = await node.tables.public(before, limit)
    elif account is None:
        raise Unauthenticated("Sign in first, or list the public tables.")
    else:
        found = await node.tables.of_account(account.id, before, limit)
    return {"tables": [summary_json(summary, account) for summary in found]}


@router.get("/{table_id}", response_model=schema.Table)
async def get_table(
    table_id: TableId, account: OptionalAccount, node: CurrentNode, seat: ViewedSeat = None, since: Since = 0
) -> JsonResponse:
    """Return a table: its state, what the account may do, and the entries after `since`."""
    match, viewer = await load_match(node, table_id, account, seat)
    return JsonResponse(await table_json(node, match, viewer, since))


@router.get("/{table_id}/at/{number}", response_model=schema.State)
async def get_past_state(
    table_id: TableId, number: EntryNumber, account: OptionalAccount, node: CurrentNode, seat: ViewedSeat = None
) -> JsonResponse:
    """Return the state after an entry; when the game is over, as any seat saw it."""
    match, viewer = await load_match(node, table_id, account, seat)
    check_number(match, number)
    return JsonResponse(serialization.past_json(match, number, viewer.seat))


@router.get("/{table_id}/states", response_model=schema.States)
async def get_past_states(
    table_id: TableId, numbers: EntryNumbers, account: OptionalAccount, node: CurrentNode, seat: ViewedSeat = None
) -> JsonResponse:
    """Return the states after several entries, for showing moves one after another."""
    match, viewer = await load_match(node, table_id, account, seat)
    check_number(match, max(numbers))
    states = (serialization.past_json(match, number, viewer.seat) for number in numbers)
    return JsonResponse({"states": await node.slicer.run_charged(len(numbers), states)})


async def table_json(node: Node, match: Match, viewer: Viewer, since: int) -> dict[str, Any]:
    """Return a table with its latest messages, its presence, and the computer seat that decides."""
    messages = await node.messages.latest(match.table.id, LATEST_MESSAGES)
    older, reached = await older_entries(node.slicer, match, viewer, since)
    return {
        **serialization.table_json(match, viewer, reached, older),
        "messages": [serialization.message_json(message) for message in messages],
        "presence": node.hub.presence(match.table.id).json(),
        "thinking": node.auto_moves.decisions.json(match.table.id),
    }


def names_for_others(body: schema.NewTable) -> list[str]:
    """Return the names of seats if people of other accounts will read them; at one screen any name may be used."""
    seats = body.seats or []
    if not body.public and all(seat.kind != OPEN for seat in seats):
        return []
    return [seat.name for seat in seats if seat.name is not None]


def plan_of(body: schema.NewTable) -> TablePlan:
    """Return the plan of a table that a request describes."""
    seats = [SeatInfo(n, seat.kind, None, seat.name, seat.agent) for n, seat in enumerate(body.seats or [])] or None
    clock = ClockRule(**body.clock.model_dump()) if body.clock else None
    options = (body.title, body.public, body.undo, clock, body.hints, body.practice)
    rating = (body.rated, body.rating_min, body.rating_max)
    return TablePlan(body.setup, body.record, seats, *options, *rating)


def summary_json(summary: TableSummary, account: Account | None) -> dict[str, Any]:
    """Return a table for a list."""
    row, account_id = summary.row, account.id if account else None
    seats = [serialization.seat_json(seat, account_id) for seat in summary.seats]
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
