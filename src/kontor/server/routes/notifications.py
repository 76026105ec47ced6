"""Settings of notifications of the account."""

from __future__ import annotations

from typing import Any, get_args

from kontor.server.routes.api_router import api_router
from kontor.server.routes.dependencies import CurrentAccount, CurrentNode, load_match
from kontor.server.schemas.fields import TableId
from kontor.server.schemas.notification_settings import (
    EventName,
    NewNotificationSettings,
    NewTableException,
    NotificationSettings,
)
from kontor.server.store import notification_settings as store

router = api_router("notifications", "/notifications")


@router.get("", response_model=NotificationSettings)
async def get_settings(account: CurrentAccount, node: CurrentNode) -> dict[str, Any]:
    """Return how the account is notified."""
    chosen = await node.notification_settings.of(account.id)
    tables = await node.notification_settings.tables(account.id)
    return settings_json(chosen, tables, node.settings.sends_mail)


@router.put("", response_model=NotificationSettings)
async def put_settings(body: NewNotificationSettings, account: CurrentAccount, node: CurrentNode) -> dict[str, Any]:
    """Change how the account is notified; it counts for what is waiting already."""
    quiet = body.quiet_hours
    chosen = store.NotificationSettings(
        time_zone=body.time_zone,
        quiet_from=quiet.start if quiet else None,
        quiet_until=quiet.end if quiet else None,
        digest_hour=body.digest_hour,
        choices={
            f"{event}.{channel}": getattr(channels, channel)
            for event, channels in body.choices.items()
            for channel in store.CHANNELS
        },
    )
    await node.notification_settings.put(account.id, chosen)
    return settings_json(chosen, await node.notification_settings.tables(account.id), node.settings.sends_mail)


@router.put("/tables/{table_id}", status_code=204)
async def put_table(table_id: TableId, body: NewTableException, account: CurrentAccount, node: CurrentNode) -> None:
    """Change how the account is notified of one table."""
    await load_match(node, table_id, account, None)
    await node.notification_settings.put_table(account.id, table_id, body.delivery)


def settings_json(chosen: store.NotificationSettings, tables: dict[str, str], sends_mail: bool) -> dict[str, Any]:
    """Return settings with the choice for every event and channel."""
    quiet = None
    if chosen.quiet_from is not None and chosen.quiet_until is not None:
        quiet = {"start": chosen.quiet_from, "end": chosen.quiet_until}
    events: tuple[str, ...] = get_args(EventName)
    return {
        "time_zone": chosen.time_zone,
        "quiet_hours": quiet,
        "digest_hour": chosen.digest_hour,
        "choices": {
            event: {channel: chosen.choice(event, channel) for channel in store.CHANNELS} for event in events
        },
        "tables": [{"table": table_id, "delivery": delivery} for table_id, delivery in sorted(tables.items())],
        "sends_mail": sends_mail,
    }
