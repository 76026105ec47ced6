"""Standing orders and plans: only the player of a seat reads and changes them."""

from __future__ import annotations

from typing import Any

from kontor.core.standing_orders import Order
from kontor.server.routes.api_router import api_router
from kontor.server.routes.dependencies import CurrentAccount, CurrentNode, load_match
from kontor.server.schemas.fields import TableId, ViewedSeat
from kontor.server.schemas.orders import (
    Destinations,
    OrderRequest,
    OrdersRequest,
    PieceOrderRequest,
    PlanRequest,
    SpacePath,
    StandingOrders,
    TurnPlan,
    Version,
)

router = api_router("orders", "/tables/{table_id}")


def read_request(body: OrderRequest) -> Order:
    """Return the order that a request describes."""
    return Order(body.put, tuple(body.spaces), body.city, body.extras)


@router.get("/orders", response_model=StandingOrders)
async def get_orders(
    table_id: TableId, account: CurrentAccount, node: CurrentNode, seat: ViewedSeat = None
) -> dict[str, Any]:
    """Return the standing orders of the account's seat, and the pieces that can have one."""
    match, viewer = await load_match(node, table_id, account, seat)
    return await node.orders.book(match, viewer, seat)


@router.put("/orders", response_model=StandingOrders)
async def change_orders(
    table_id: TableId, body: OrdersRequest, account: CurrentAccount, node: CurrentNode, seat: ViewedSeat = None
) -> dict[str, Any]:
    """Suspend or resume all orders, and set the order for all other pieces; it counts from the next entry on."""
    match, viewer = await load_match(node, table_id, account, seat)
    default = None if body.default is None else read_request(body.default)
    return await node.orders.set_general(match, viewer, seat, body.version, body.suspended, default)


@router.delete("/orders", response_model=StandingOrders)
async def withdraw_orders(
    table_id: TableId, version: Version, account: CurrentAccount, node: CurrentNode, seat: ViewedSeat = None
) -> dict[str, Any]:
    """Withdraw all orders."""
    match, viewer = await load_match(node, table_id, account, seat)
    return await node.orders.remove_all(match, viewer, seat, version)


@router.get("/orders/{space}", response_model=Destinations)
async def get_destinations(
    table_id: TableId, space: SpacePath, account: CurrentAccount, node: CurrentNode, seat: ViewedSeat = None
) -> dict[str, Any]:
    """Return where the account's piece on a space would go if it had to leave now, for every order."""
    match, viewer = await load_match(node, table_id, account, seat)
    return await node.orders.destinations(match, viewer, seat, space)


@router.put("/orders/{space}", response_model=StandingOrders)
async def set_order(
    table_id: TableId,
    space: SpacePath,
    body: PieceOrderRequest,
    account: CurrentAccount,
    node: CurrentNode,
    seat: ViewedSeat = None,
) -> dict[str, Any]:
    """Set the order of the account's piece on a space; it ends when the piece leaves the space."""
    match, viewer = await load_match(node, table_id, account, seat)
    order = read_request(body.order)
    return await node.orders.set_order(match, viewer, seat, body.version, space, body.since, order)


@router.delete("/orders/{space}", response_model=StandingOrders)
async def withdraw_order(
    table_id: TableId,
    space: SpacePath,
    version: Version,
    account: CurrentAccount,
    node: CurrentNode,
    seat: ViewedSeat = None,
) -> dict[str, Any]:
    """Withdraw the order of a piece."""
    match, viewer = await load_match(node, table_id, account, seat)
    return await node.orders.remove_order(match, viewer, seat, version, space)


@router.get("/plan", response_model=TurnPlan)
async def get_plan(
    table_id: TableId, account: CurrentAccount, node: CurrentNode, seat: ViewedSeat = None
) -> dict[str, Any]:
    """Return the moves that the account has planned for its next turn, and why they are no longer legal, if so."""
    match, viewer = await load_match(node, table_id, account, seat)
    return await node.plans.plan(match, viewer, seat)


@router.put("/plan", response_model=TurnPlan)
async def set_plan(
    table_id: TableId, body: PlanRequest, account: CurrentAccount, node: CurrentNode, seat: ViewedSeat = None
) -> dict[str, Any]:
    """Plan the moves of the account's next turn; they are checked, and nothing is played."""
    match, viewer = await load_match(node, table_id, account, seat)
    return await node.plans.set_plan(match, viewer, seat, body.version, body.moves)


@router.delete("/plan", response_model=TurnPlan)
async def drop_plan(
    table_id: TableId, version: Version, account: CurrentAccount, node: CurrentNode, seat: ViewedSeat = None
) -> dict[str, Any]:
    """Drop the plan."""
    match, viewer = await load_match(node, table_id, account, seat)
    return await node.plans.set_plan(match, viewer, seat, version, [])
