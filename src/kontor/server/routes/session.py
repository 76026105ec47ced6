"""Who the caller is."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from kontor.server.routes.callers import COOKIE, Caller, Origin, TheNode, Visitor
from kontor.server.routes.scopes import check_session
from kontor.server.schemas.session import Keep, Person, SignIn
from kontor.server.store.accounts import Account

router = APIRouter(prefix="/session", tags=["session"])


@router.post("")
async def sign_in(
    asked: SignIn, request: Request, response: Response, node: TheNode, known: Visitor, address: Origin
) -> Person:
    """Come as a guest by a name, come back with a password, or, as a guest, change the name."""
    if asked.password is not None:
        account, secret = await node.people.come_back(asked.name, asked.password, address)
    elif known is not None:
        check_session(known)
        return person(await node.people.rename(known, asked.name))
    else:
        node.limits.guests.take(address)
        account, secret = await node.people.arrive(asked.name)
    set_cookie(response, request, secret, node.settings.session_days * 86_400, node.settings.secure_cookie)
    return person(account)


@router.get("")
async def who(account: Caller) -> Person:
    """Say who the caller is."""
    return person(account)


@router.put("/password", status_code=204)
async def keep(asked: Keep, request: Request, account: Caller, node: TheNode, address: Origin) -> None:
    """Keep the account under its name with a password; changing one needs the old one and ends other sessions."""
    check_session(account)
    secret = request.cookies.get(COOKIE, "")
    await node.people.keep(account, secret, asked.password, asked.old, address)


@router.delete("", status_code=204)
async def sign_out(request: Request, response: Response, node: TheNode, _: Caller) -> None:
    """Sign this browser out."""
    secret = request.cookies.get(COOKIE)
    if secret:
        await node.people.leave(secret)
    set_cookie(response, request, "", 0, node.settings.secure_cookie)


def set_cookie(response: Response, request: Request, secret: str, seconds: int, secure: bool | None) -> None:
    """Give the browser its secret, which no script reads and no other site sends."""
    only_https = request.url.scheme == "https" if secure is None else secure
    response.set_cookie(
        COOKIE, secret, max_age=seconds, path="/", httponly=True, samesite="strict", secure=only_https
    )


def person(account: Account) -> Person:
    """An account as its owner is told."""
    return Person(id=account.id, name=account.name, guest=account.password is None)
