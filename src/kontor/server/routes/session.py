"""The session of a browser."""

from __future__ import annotations

from fastapi import Request, Response

from kontor.server.authentication import COOKIE, check_session
from kontor.server.clock import now
from kontor.server.node import Node
from kontor.server.routes.api_router import api_router
from kontor.server.routes.dependencies import (
    ClientAddress,
    CurrentAccount,
    CurrentNode,
    OptionalAccount,
    current_account,
)
from kontor.server.schemas.session import NewPassword, Person, SignedIn, SignIn
from kontor.server.service.administration import OPERATOR
from kontor.server.service.devices import device_of
from kontor.server.store.accounts import Account
from kontor.server.store.guest_moves import MovedGames
from kontor.server.store.sessions import Device

router = api_router("session", "/session")


@router.post("", response_model_exclude_defaults=True)
async def sign_in(
    body: SignIn,
    request: Request,
    response: Response,
    node: CurrentNode,
    present: OptionalAccount,
    address: ClientAddress,
) -> SignedIn:
    """Sign in with a password, create a guest, or, with the session of a guest, change the name."""
    secret: str | None = None
    moved = MovedGames()
    if body.password is not None:
        account, secret = await node.accounts.sign_in(body.name, body.password, address, device(request))
        if body.take_games:
            moved = await take_games(node, present, account)
    elif present is not None:
        check_session(present)
        account = await node.accounts.rename(present, body.name)
    else:
        node.limits.guests.take(address)
        account, secret = await node.accounts.create_guest(body.name, body.is_bot, device(request))
    if secret is not None:
        set_cookie(response, request, secret, node.settings.session_days * 86_400, node.settings.secure_cookie)
    if body.is_bot and not account.is_bot:
        account = await node.accounts.mark_as_bot(account)
    return SignedIn(**person_of(account).model_dump(), games_taken=moved.taken, games_left=moved.left)


@router.get("", response_model=Person, responses={204: {"description": "Nobody is signed in."}})
async def get_session(account: OptionalAccount, optional: bool = False) -> Person | Response:
    """Return the account of the session or token; with `optional`, nobody being signed in is no error."""
    if account is None and optional:
        return Response(status_code=204)
    return person_of(await current_account(account))


@router.put("/password", status_code=204)
async def set_password(
    body: NewPassword, request: Request, account: CurrentAccount, node: CurrentNode, address: ClientAddress
) -> None:
    """Set the password of the account; changing one needs the old one and ends other sessions."""
    check_session(account)
    secret = request.cookies.get(COOKIE, "")
    await node.accounts.set_password(account, secret, body.password, body.old, address)


@router.delete("", status_code=204)
async def sign_out(request: Request, response: Response, node: CurrentNode, _: CurrentAccount) -> None:
    """Sign this browser out."""
    secret = request.cookies.get(COOKIE)
    if secret:
        await node.accounts.sign_out(secret)
    set_cookie(response, request, "", 0, node.settings.secure_cookie)


async def take_games(node: Node, present: Account | None, account: Account) -> MovedGames:
    """Move the games of the guest that a browser was before into the account that it signs in to."""
    if present is None or present.id == account.id or not present.guest:
        return MovedGames()
    check_session(present)
    return await node.guest_moves.move(present.id, account.id, now())


def device(request: Request) -> Device:
    """Return the kind of browser that sent a request."""
    return device_of(request.headers.get("user-agent", ""))


def set_cookie(response: Response, request: Request, secret: str, seconds: int, secure: bool | None) -> None:
    """Set the session cookie, which no script can read and no other site sends."""
    only_https = request.url.scheme == "https" if secure is None else secure
    response.set_cookie(
        COOKIE, secret, max_age=seconds, path="/", httponly=True, samesite="strict", secure=only_https
    )


def person_of(account: Account) -> Person:
    """Return an account for its owner."""
    return Person(
        id=account.id,
        name=account.name,
        guest=account.guest,
        is_bot=account.is_bot,
        operator=account.role == OPERATOR,
    )
