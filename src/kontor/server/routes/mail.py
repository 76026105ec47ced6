"""E-mail: the mailbox of the caller, and the pages to which letters lead."""

from __future__ import annotations

from html import escape

from fastapi import APIRouter
from fastapi.responses import HTMLResponse

from kontor.server.headers import CLOSED
from kontor.server.notify.wording import worded
from kontor.server.routes.callers import Caller, Origin, TheNode
from kontor.server.schemas.notify import LinkSecret, Mailbox, NewMailbox
from kontor.server.store import mailboxes

HEADERS = {"Content-Security-Policy": f"default-src 'none'; form-action 'self'; {CLOSED}"}

router = APIRouter(prefix="/session/mail", tags=["session"])
pages = APIRouter(prefix="/mail", include_in_schema=False)


@router.get("")
async def show(account: Caller, node: TheNode) -> Mailbox:
    """Say where the caller gets e-mail, and whether this server sends any."""
    found = await node.mailing.mailboxes.of(account.id)
    return told(found) if found else Mailbox(available=node.settings.sends_mail)


@router.put("")
async def put(asked: NewMailbox, account: Caller, node: TheNode, origin: Origin) -> Mailbox:
    """Say where the caller wants to get e-mail; a new address is asked first by a letter with a link."""
    return told(await node.mailing.put(account, origin, asked.address, asked.language, asked.turns, asked.endings))


@router.delete("", status_code=204)
async def drop(account: Caller, node: TheNode) -> None:
    """Send the caller no more e-mail."""
    await node.mailing.mailboxes.drop(account.id)


@pages.get("/confirm")
async def ask_to_confirm(node: TheNode, secret: LinkSecret) -> HTMLResponse:
    """Ask whoever opened a link whether they want it; programs that look at links in letters click no buttons."""
    return page(await node.mailing.asked(secret), "confirm", button=True)


@pages.post("/confirm")
async def confirm(node: TheNode, secret: LinkSecret) -> HTMLResponse:
    """Believe that an address is theirs."""
    return page(await node.mailing.confirm(secret), "confirmed")


@pages.get("/stop")
async def ask_to_stop(node: TheNode, secret: LinkSecret) -> HTMLResponse:
    """Ask whoever opened a link whether they want no more letters."""
    return page(await node.mailing.leaving(secret), "stop", button=True)


@pages.post("/stop")
async def stop(node: TheNode, secret: LinkSecret) -> HTMLResponse:
    """Send no more letters."""
    return page(await node.mailing.stop(secret), "stopped")


def told(mailbox: mailboxes.Mailbox) -> Mailbox:
    """A mailbox as its owner is told."""
    return Mailbox.model_validate(
        {
            "available": True,
            "address": mailbox.address,
            "verified": mailbox.verified_at is not None,
            "language": mailbox.language,
            "turns": mailbox.turns,
            "endings": mailbox.endings,
        }
    )


def page(mailbox: mailboxes.Mailbox, name: str, button: bool = False) -> HTMLResponse:
    """A page with one sentence and at most one button, which repeats the link it was opened by."""
    language = mailbox.language
    text = escape(worded(language, "page", name, {"address": mailbox.address}))
    label = escape(worded(language, "page", f"{name}_button", {})) if button else ""
    form = f'<form method="post"><button>{label}</button></form>' if button else ""
    return HTMLResponse(
        f'<!doctype html><html lang="{language}"><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width"><title>Kontor</title>'
        f"<body><h1>Kontor</h1><p>{text}</p>{form}</body></html>",
        headers=HEADERS,
    )
