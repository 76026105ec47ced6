"""Web Push: browsers of the account that receive messages."""

from __future__ import annotations

from typing import Any

from kontor.server.routes.api_router import api_router
from kontor.server.routes.dependencies import CurrentAccount, CurrentNode
from kontor.server.schemas.push import BrowserId, NewPushSubscription, PushBrowser, PushBrowsers, PushKey
from kontor.server.store.push import PushSubscription

router = api_router("notifications", "/push")


@router.get("/key")
async def get_key(node: CurrentNode) -> PushKey:
    """Return the public key with which browsers subscribe."""
    return PushKey(key=node.push.public_key)


@router.post("/subscriptions", status_code=201, response_model=PushBrowser)
async def add_subscription(body: NewPushSubscription, account: CurrentAccount, node: CurrentNode) -> dict[str, Any]:
    """Register a browser; if it was registered before, by whomever, it now belongs to the account."""
    keys = body.keys
    found = await node.push.add(account, body.endpoint, keys.p256dh, keys.auth, body.language, body.label)
    return browser_json(found)


@router.get("/subscriptions", response_model=PushBrowsers)
async def list_subscriptions(account: CurrentAccount, node: CurrentNode) -> dict[str, Any]:
    """List the browsers of the account."""
    return {"browsers": [browser_json(each) for each in await node.push.store.of(account.id)]}


@router.delete("/subscriptions/{browser_id}", status_code=204)
async def delete_subscription(browser_id: BrowserId, account: CurrentAccount, node: CurrentNode) -> None:
    """Delete a browser of the account."""
    await node.push.remove(account, browser_id)


def browser_json(browser: PushSubscription) -> dict[str, Any]:
    """Return a browser for its owner, without its endpoint and keys."""
    return {
        "id": browser.id,
        "label": browser.label,
        "language": browser.language,
        "created_at": browser.created_at,
    }
