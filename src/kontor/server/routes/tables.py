"""Creating, listing and reading tables."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from fastapi import Depends, Query

from kontor.server.errors import Unauthenticated
from kontor.server.node import Node
from kontor.server.responses import JsonResponse
from kontor.server.routes.api_router import api_router
from kontor.server.routes.dependencies import ClientAddress, CurrentAccount, CurrentNode, OptionalAccount, load_match
from kontor.server.schemas import tables as schema
from kontor.server.schemas.fields import (
    MAX_RATING,
    Cursor,
    EntryNumber,
    EntryNumbers,
    Since,
    TableId,
    ViewedSeat,
    Word,
)
from kontor.server.schemas.table_lists import Summaries
from kontor.server.service import serialization
from kontor.server.service.game_clock import read_rule
from kontor.server.service.history import check_number, older_entries
from kontor.server.service.match import Match
from kontor.server.service.tables import TablePlan
from kontor.server.service.viewers import Viewer
from kontor.server.store.table_info import OPEN, SeatInfo
from kontor.server.store.table_lists import MAX_TIME, TableFilter

LATEST_MESSAGES = 100  # messages that are sent with a table
WHICH: Final = (
    "`mine`: at which the account plays or which it hosts; `finished`: those of them that are over, the last to end "
    "first; `public`: all that everybody may watch; `open`: those of them that are not over, with open seats first. "
    "`finished` and `open` are continued with `cursor`, the others with `before`; the filters are for `open`."
)

router = api_router("tables", "/tables")


async def table_filter(
    is_open: Annotated[
        bool | None, Query(alias="open", description="Whether a seat has to be open, or none may be.")
    ] = None,
    game: Word = None,
    edition: Word = None,
    board: Word = None,
    module: Word = None,
    clock: Annotated[
        Literal["none", "live", "slow"] | None, Query(description="`slow`: a turn may take days.")
    ] = None,
    rating: Annotated[int | None, Query(ge=0, le=MAX_RATING, description="A rating that is admitted.")] = None,
    near: Annotated[
        int | None, Query(ge=0, le=MAX_RATING, description="The most by which the ratings of host and caller differ.")
    ] = None,
) -> TableFilter:
    """Return the filter that the parameters of a request describe."""
    return TableFilter(is_open, game, edition, board, module, clock, rating, near)


Filter = Annotated[TableFilter, Depends(table_filter)]


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
    if plan.group_id is not None:
        await node.groups.check_member(account, plan.group_id)
    table_id = await node.table_creation.create(account, plan)
    match, viewer = await load_match(node, table_id, account, None)
    open_seats = [seat.seat for seat in match.table.seats if seat.kind == OPEN]
    invitations = {str(seat): await node.seats.invite(match, account, seat) for seat in open_seats}
    if plan.group_id is not None and open_seats:
        await node.groups.announce_table(account, plan.group_id, table_id)
    node.auto_moves.check(table_id)
    return JsonResponse({**await table_json(node, match, viewer, 0), "invitations": invitations}, 201)


@router.post("/{table_id}/rematch", response_model=schema.Rematch)
async def open_rematch(table_id: TableId, account: CurrentAccount, node: CurrentNode) -> schema.Rematch:
    """Open a table with the same people, settings and rotated seats, or take one's seat at the one that is open."""
    rematch_id, created = await node.rematches.rematch(await node.matches.get(table_id), account)
    node.auto_moves.check(rematch_id)
    return schema.Rematch(table_id=rematch_id, created=created)


@router.get("", response_model=Summaries)
async def list_tables(
    account: OptionalAccount,
    node: CurrentNode,
    wanted: Filter,
    which: Annotated[Literal["mine", "finished", "public", "open"], Query(description=WHICH)] = "mine",
    cursor: Cursor = None,
    before: Annotated[int, Query(ge=0, le=MAX_TIME, description="For `mine` and `public`.")] = MAX_TIME,
    limit: Annotated[int, Query(ge=1, le=100)] = 50,
) -> dict[str, Any]:
    """List the tables of the account, or those of everybody."""
    if which == "public":
        return await node.home.public(account.id if account else None, before, limit)
    if which == "open":
        return await node.home.listed(account.id if account else None, wanted, cursor, limit)
    if account is None:
        raise Unauthenticated("Sign in first, or list the public tables.")
    if which == "finished":
        return await node.home.finished(account.id, cursor, limit)
    return await node.home.own(account.id, before, limit)


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
    clock = read_rule(body.clock.model_dump()) if body.clock else None
    options = (body.title, body.public, body.undo, clock, body.hints, body.practice)
    rating = (body.rated, body.rating_min, body.rating_max)
    return TablePlan(body.setup, body.record, seats, *options, *rating, group_id=body.group_id)
