"""The account of a browser: its privacy, sessions, export and deletion, and the recovery of its password."""

from __future__ import annotations

from dataclasses import asdict

from fastapi import Request, Response
from fastapi.responses import StreamingResponse

from kontor.server.authentication import COOKIE, check_session
from kontor.server.clock import now
from kontor.server.errors import NotFound
from kontor.server.ids import hashed
from kontor.server.routes.api_router import api_router
from kontor.server.routes.dependencies import ClientAddress, CurrentAccount, CurrentNode
from kontor.server.routes.session import device, person_of, set_cookie
from kontor.server.schemas.fields import SessionId
from kontor.server.schemas.session import (
    AccountChange,
    Deletion,
    OwnAccount,
    Person,
    RecoveredAccount,
    Recovery,
    RecoveryLink,
    RecoveryRequest,
    Session,
    Sessions,
)

EXPORT_HEADERS = {"Content-Disposition": 'attachment; filename="kontor-account.json"', "Cache-Control": "no-store"}

router = api_router("session")


@router.get("/session/account")
async def get_account(account: CurrentAccount, node: CurrentNode) -> OwnAccount:
    """Return the account of the session with what only its owner sees."""
    check_session(account)
    details = await node.accounts.store.details(account.id)
    return OwnAccount(**person_of(account).model_dump(), **asdict(details))


@router.patch("/session/account")
async def change_account(body: AccountChange, account: CurrentAccount, node: CurrentNode) -> OwnAccount:
    """Set whether others see more of the account than its name, and whether strangers may watch its games."""
    check_session(account)
    if body.private is not None:
        await node.accounts.store.set_private(account.id, body.private)
    if body.watchable is not None:
        await node.accounts.store.set_watchable(account.id, body.watchable)
    return await get_account(account, node)


@router.get("/session/export", response_class=StreamingResponse)
async def export(account: CurrentAccount, node: CurrentNode) -> StreamingResponse:
    """Return everything that the server holds about the account as one JSON file."""
    check_session(account)
    return StreamingResponse(node.exports.parts(account), media_type="application/json", headers=EXPORT_HEADERS)


@router.post("/session/deletion", status_code=204)
async def delete_account(
    body: Deletion,
    request: Request,
    response: Response,
    account: CurrentAccount,
    node: CurrentNode,
    address: ClientAddress,
) -> None:
    """Delete the account; the computer takes its seats, and its name disappears from all games."""
    check_session(account)
    await node.deletion.delete(account, body.name, body.password, address)
    set_cookie(response, request, "", 0, node.settings.secure_cookie)


@router.post("/session/recovery", status_code=204)
async def request_recovery(body: RecoveryRequest, node: CurrentNode, address: ClientAddress) -> None:
    """Send a link that recovers the password, if there is such an account with a verified e-mail address."""
    node.recovery.request(body.login, address)


@router.post("/session/recovery/link")
async def check_recovery(body: RecoveryLink, node: CurrentNode) -> RecoveredAccount:
    """Return the name of the account whose password a link recovers."""
    return RecoveredAccount(name=(await node.recovery.account_of(body.secret)).name)


@router.put("/session/recovery")
async def recover(
    body: Recovery, request: Request, response: Response, node: CurrentNode, address: ClientAddress
) -> Person:
    """Set a new password by a link, end all sessions of the account, and sign this browser in."""
    account, secret = await node.recovery.set_password(body.secret, body.password, address, device(request))
    set_cookie(response, request, secret, node.settings.session_days * 86_400, node.settings.secure_cookie)
    return person_of(account)


@router.get("/sessions")
async def list_sessions(request: Request, account: CurrentAccount, node: CurrentNode) -> Sessions:
    """List the browsers that are signed in to the account."""
    check_session(account)
    key = hashed(request.cookies.get(COOKIE, ""))
    found = await node.accounts.sessions.of(account.id, now())
    return Sessions(
        sessions=[
            Session(
                id=session.id,
                browser=session.device.browser,
                system=session.device.system,
                created_at=session.created_at,
                used_at=session.used_at,
                current=session.key == key,
            )
            for session in found
        ]
    )


@router.delete("/sessions", status_code=204)
async def end_other_sessions(request: Request, account: CurrentAccount, node: CurrentNode) -> None:
    """Sign out all browsers but this one."""
    check_session(account)
    await node.accounts.sessions.end_others(account.id, hashed(request.cookies.get(COOKIE, "")))


@router.delete("/sessions/{session_id}", status_code=204)
async def end_session(session_id: SessionId, account: CurrentAccount, node: CurrentNode) -> None:
    """Sign out a browser."""
    check_session(account)
    if not await node.accounts.sessions.end_one(account.id, session_id):
        raise NotFound("You have no such session any more.")
