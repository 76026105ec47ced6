"""The vacation of the account, during which its correspondence clocks do not run."""

from __future__ import annotations

from kontor.server.routes.api_router import api_router
from kontor.server.routes.dependencies import CurrentAccount, CurrentNode
from kontor.server.schemas.clocks import Vacation, VacationRequest

router = api_router("session", "/vacation")


@router.get("")
async def get_vacation(account: CurrentAccount, node: CurrentNode) -> Vacation:
    """Return the present vacation."""
    since, until = await node.vacations.current(account) or (None, None)
    return Vacation(since=since, until=until)


@router.post("", status_code=201)
async def begin_vacation(body: VacationRequest, account: CurrentAccount, node: CurrentNode) -> Vacation:
    """Begin a vacation; it stops the clocks of all tables at which vacation days are left."""
    since, until = await node.vacations.begin(account, body.until)
    return Vacation(since=since, until=until)


@router.delete("", status_code=204)
async def end_vacation(account: CurrentAccount, node: CurrentNode) -> None:
    """End the present vacation."""
    await node.vacations.end(account)
