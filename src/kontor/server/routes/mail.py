"""E-mail: the mailbox of the account, and the pages that e-mails link to."""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256
from html import escape

from fastapi import APIRouter
from fastapi.responses import HTMLResponse

from kontor.server.middleware.security_headers import NO_EMBEDDING
from kontor.server.notify.translations import translated
from kontor.server.routes.api_router import api_router
from kontor.server.routes.dependencies import ClientAddress, CurrentAccount, CurrentNode
from kontor.server.schemas.notifications import LinkSecret, Mailbox, NewMailbox
from kontor.server.store import mailboxes

STYLE = (
    "body{max-width:30em;margin:12vh auto;padding:0 16px;background:#ded3bc;color:#2b2118;font:16px/1.5 sans-serif}"
    "h1,button{font-family:serif}"
    "button{min-height:44px;padding:8px 16px;border:0;border-radius:6px;background:#1d4d5f;color:#fff;"
    "font-size:16px;font-weight:700;cursor:pointer}"
    "a{color:#1d4d5f}"
)
STYLE_HASH = b64encode(sha256(STYLE.encode()).digest()).decode()
HEADERS = {
    "Content-Security-Policy": (
        f"default-src 'none'; style-src 'sha256-{STYLE_HASH}'; form-action 'self'; {NO_EMBEDDING}"
    )
}

router = api_router("session", "/session/mail")
pages = APIRouter(prefix="/api/mail", include_in_schema=False)


@router.get("")
async def get_mailbox(account: CurrentAccount, node: CurrentNode) -> Mailbox:
    """Return the mailbox of the account, and whether this server sends e-mail."""
    found = await node.mailboxes.store.of(account.id)
    return mailbox_schema(found) if found else Mailbox(available=node.settings.sends_mail)


@router.put("")
async def put_mailbox(body: NewMailbox, account: CurrentAccount, node: CurrentNode, client: ClientAddress) -> Mailbox:
    """Set the mailbox of the account; a new address is sent a link to verify it."""
    saved = await node.mailboxes.put(account, client, body.address, body.language)
    return mailbox_schema(saved)


@router.delete("", status_code=204)
async def delete_mailbox(account: CurrentAccount, node: CurrentNode) -> None:
    """Delete the mailbox of the account."""
    await node.mailboxes.store.remove(account.id)


@pages.get("/confirm")
async def ask_to_confirm(node: CurrentNode, secret: LinkSecret) -> HTMLResponse:
    """Show a button that confirms an address, since programs that check links in e-mails open pages."""
    return page(await node.mailboxes.by_verification(secret), "confirm", button=True)


@pages.post("/confirm")
async def confirm(node: CurrentNode, secret: LinkSecret) -> HTMLResponse:
    """Mark an address as verified."""
    return page(await node.mailboxes.verify(secret), "confirmed")


@pages.get("/stop")
async def ask_to_stop(node: CurrentNode, secret: LinkSecret) -> HTMLResponse:
    """Show a button that unsubscribes."""
    return page(await node.mailboxes.by_unsubscription(secret), "stop", button=True)


@pages.post("/stop")
async def stop(node: CurrentNode, secret: LinkSecret) -> HTMLResponse:
    """Unsubscribe an address."""
    return page(await node.mailboxes.unsubscribe(secret), "stopped")


def mailbox_schema(mailbox: mailboxes.Mailbox) -> Mailbox:
    """Return a mailbox for its owner."""
    return Mailbox.model_validate(
        {
            "available": True,
            "address": mailbox.address,
            "verified": mailbox.verified_at is not None,
            "language": mailbox.language,
        }
    )


def page(mailbox: mailboxes.Mailbox, name: str, button: bool = False) -> HTMLResponse:
    """Return a page with one sentence and at most one button, which posts to the link it was opened by."""
    language = mailbox.language
    text = escape(translated(language, "page", name, {"address": mailbox.address}))
    label = escape(translated(language, "page", f"{name}_button", {})) if button else ""
    form = f'<form method="post"><button>{label}</button></form>' if button else ""
    return HTMLResponse(
        f'<!doctype html><html lang="{language}"><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width"><title>Kontor</title>'
        f'<style>{STYLE}</style><body><h1><a href="../../#/account">Kontor</a></h1><p>{text}</p>{form}</body></html>',
        headers=HEADERS,
    )
