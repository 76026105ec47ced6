"""Webhooks of the account."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter

from kontor.server.routes.api_router import api_router
from kontor.server.routes.dependencies import CurrentAccount, CurrentNode, load_match
from kontor.server.schemas import notifications as schema
from kontor.server.schemas.notifications import WebhookId
from kontor.server.store.outbox import Delivery
from kontor.server.store.webhooks import QueueLengths, Webhook

MAX_DELIVERIES = 100

router = api_router("webhooks", "/webhooks")
payloads = APIRouter()


@router.post("", status_code=201, response_model=schema.CreatedWebhook)
async def add_webhook(body: schema.NewWebhook, account: CurrentAccount, node: CurrentNode) -> dict[str, Any]:
    """Add a webhook; the secret that signs its deliveries is shown only once."""
    if body.table is not None:
        await load_match(node, body.table, account, None)
    webhook = await node.webhooks.add(account, body.url, body.table, body.events)
    return {**webhook_json(webhook, QueueLengths()), "secret": webhook.secret}


@router.get("", response_model=schema.Webhooks)
async def list_webhooks(account: CurrentAccount, node: CurrentNode) -> dict[str, Any]:
    """List the webhooks of the account with their state."""
    found = await node.webhooks.store.of(account.id)
    queues = await node.webhooks.store.queues(account.id)  # counted last: a disabled webhook shows what has failed
    return {"webhooks": [webhook_json(webhook, queues.get(webhook.id, QueueLengths())) for webhook in found]}


@router.delete("/{webhook_id}", status_code=204)
async def delete_webhook(webhook_id: WebhookId, account: CurrentAccount, node: CurrentNode) -> None:
    """Delete a webhook."""
    await node.webhooks.remove(account, webhook_id)


@router.post("/{webhook_id}/ping", status_code=204)
async def ping_webhook(webhook_id: WebhookId, account: CurrentAccount, node: CurrentNode) -> None:
    """Send a test delivery to a webhook; one that was disabled is enabled again."""
    await node.webhooks.ping(account, webhook_id)


@router.get("/{webhook_id}/deliveries", response_model=schema.Deliveries)
async def list_deliveries(webhook_id: WebhookId, account: CurrentAccount, node: CurrentNode) -> dict[str, Any]:
    """List the waiting and failed deliveries of a webhook."""
    webhook = await node.webhooks.get(account, webhook_id)
    found = await node.webhooks.outbox.of_webhook(webhook.id, MAX_DELIVERIES)
    return {"deliveries": [delivery_json(delivery) for delivery in found]}


@payloads.post("event")
async def event(body: schema.WebhookPayload) -> None:
    """Describe the request a webhook receives: any 2xx status accepts it, 410 disables the webhook."""


def delivery_json(delivery: Delivery) -> dict[str, Any]:
    """Return a delivery for the owner of its webhook."""
    return {
        "id": delivery.id,
        "event": delivery.event,
        "table": delivery.table_id,
        "number": delivery.number,
        "state": "failed" if delivery.due_at is None else "waiting",
        "tries": delivery.tries,
        "problem": delivery.problem,
        "created_at": delivery.created_at,
        "due_at": delivery.due_at,
    }


def webhook_json(webhook: Webhook, queue: QueueLengths) -> dict[str, Any]:
    """Return a webhook for its owner, without its secret."""
    state = "disabled" if webhook.died_at is not None else "failing" if webhook.problem is not None else "ok"
    return {
        "id": webhook.id,
        "url": webhook.url,
        "table": webhook.table_id,
        "events": list(webhook.events),
        "created_at": webhook.created_at,
        "state": state,
        "problem": webhook.problem,
        "delivered": webhook.delivered,
        "delivered_at": webhook.delivered_at,
        "waiting": queue.waiting,
        "failed": queue.failed,
    }
