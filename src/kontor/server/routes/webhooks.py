"""Webhooks: addresses that are called when something happens."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter

from kontor.server.routes.callers import Caller, TheNode, looked_at
from kontor.server.schemas import notify as schema
from kontor.server.schemas.notify import WebhookId
from kontor.server.store.webhooks import Queue, Webhook

MOST_SHOWN = 100

router = APIRouter(prefix="/webhooks", tags=["webhooks"])
calls = APIRouter()


@router.post("", status_code=201, response_model=schema.GivenWebhook)
async def add(asked: schema.NewWebhook, account: Caller, node: TheNode) -> dict[str, Any]:
    """Call an address from now on; the secret that signs the calls is told this once."""
    if asked.table is not None:
        await looked_at(node, asked.table, account, None)
    webhook = await node.calling.add(account, asked.url, asked.table, asked.events)
    return {**webhook_json(webhook, Queue()), "secret": webhook.secret}


@router.get("", response_model=schema.Webhooks)
async def listed(account: Caller, node: TheNode) -> dict[str, Any]:
    """List the caller's webhooks, with how they fare."""
    found = await node.calling.webhooks.of(account.id)
    queues = await node.calling.webhooks.queues(account.id)  # counted last: a webhook given up shows what it lost
    return {"webhooks": [webhook_json(webhook, queues.get(webhook.id, Queue())) for webhook in found]}


@router.delete("/{webhook_id}", status_code=204)
async def drop(webhook_id: WebhookId, account: Caller, node: TheNode) -> None:
    """Call an address no more."""
    await node.calling.drop(account, webhook_id)


@router.post("/{webhook_id}/ping", status_code=204)
async def ping(webhook_id: WebhookId, account: Caller, node: TheNode) -> None:
    """Call an address to see whether it works; one that was given up is called again from now on."""
    await node.calling.ping(account, webhook_id)


@router.get("/{webhook_id}/deliveries", response_model=schema.Deliveries)
async def deliveries(webhook_id: WebhookId, account: Caller, node: TheNode) -> dict[str, Any]:
    """List what waits for a webhook and what was given up."""
    webhook = await node.calling.own(account, webhook_id)
    found = await node.calling.outbox.of_webhook(webhook.id, MOST_SHOWN)
    return {
        "deliveries": [
            {
                "id": each.id,
                "event": each.event,
                "table": each.table_id,
                "number": each.number,
                "state": "dead" if each.due_at is None else "waiting",
                "tries": each.tries,
                "problem": each.problem,
                "created_at": each.created_at,
                "due_at": each.due_at,
            }
            for each in found
        ]
    }


@calls.post("called")
async def called(body: schema.Call) -> None:
    """What an address is sent; answer with any 2xx status to take it, and with 410 to be called no more."""


def webhook_json(webhook: Webhook, queue: Queue) -> dict[str, Any]:
    """A webhook as its owner is told."""
    state = "dead" if webhook.died_at is not None else "failing" if webhook.problem is not None else "well"
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
        "dead": queue.dead,
    }
