"""Sends deliveries to browsers through their push services, encrypted and signed."""

from __future__ import annotations

import time
from typing import Final

import httpx
from orjson import dumps

from kontor.server.bus.hub import Hub
from kontor.server.clock import now
from kontor.server.errors import DeliveryFailed, DeliveryPostponed
from kontor.server.notify.event_texts import Announcement, EventTexts
from kontor.server.notify.outgoing import OutgoingClient
from kontor.server.notify.push_service import PushService
from kontor.server.notify.web_push import MAX_MESSAGE_BYTES, encrypt
from kontor.server.service.match import Match
from kontor.server.settings import Settings
from kontor.server.store.notification_cursors import DECISIONS
from kontor.server.store.outbox import Delivery
from kontor.server.store.push import PushSubscription

GONE: Final = (404, 410)
TOO_LARGE: Final = 413
LIFETIMES: Final = {"clock": 2 * 3600, "message": 86_400}
LIFETIME: Final = 3 * 86_400  # seconds for which a push service keeps a message for a browser that is switched off
TOKEN_SECONDS: Final = 12 * 3600
PRESENCE_CHECK_SECONDS: Final = 5.0


class PushSender:
    """Sends deliveries to browsers, unless the notification is no longer needed."""

    def __init__(
        self, service: PushService, texts: EventTexts, outgoing: OutgoingClient, hub: Hub, settings: Settings
    ) -> None:
        self.service = service
        self.texts = texts
        self.outgoing = outgoing
        self.hub = hub
        self.settings = settings

    async def send(self, delivery: Delivery) -> None:
        """Send a delivery to its browser, unless another account has registered it since."""
        assert delivery.push_id is not None
        browser = await self.service.store.find(delivery.push_id)
        if browser is None or browser.account_id != delivery.account_id:
            return
        announcement = await self.texts.write(delivery, browser.language)
        if announcement is None:
            return
        if delivery.event in DECISIONS and announcement.match is not None:
            self._wait_for_present(delivery, announcement.match)
        status = await self._post(browser, delivery, announcement)
        if status in GONE:
            await self.service.store.remove(browser.account_id, browser.id)
            raise DeliveryFailed(f"the browser is not subscribed any more ({status})", final=True)
        if not 200 <= status < 300:
            raise DeliveryFailed(f"the answer was {status}", final=status == TOO_LARGE)

    def _wait_for_present(self, delivery: Delivery, match: Match) -> None:
        """Postpone the notification of a player who is connected to the table, for a while."""
        waits_until = delivery.created_at + 1000 * self.settings.push_present_seconds
        if match.to_move in self.hub.presence(match.table.id).seats and now() < waits_until:
            raise DeliveryPostponed(min(PRESENCE_CHECK_SECONDS, max(0.1, (waits_until - now()) / 1000)))

    async def _post(self, browser: PushSubscription, delivery: Delivery, announcement: Announcement) -> int:
        """Return the status with which a push service answers."""
        url = httpx.URL(browser.endpoint)
        origin = f"{url.scheme}://{url.netloc.decode()}"
        topic = delivery.table_id or delivery.event
        headers = {
            "Authorization": self.service.authorization(origin, int(time.time()) + TOKEN_SECONDS),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(LIFETIMES.get(delivery.event, LIFETIME)),
            "Topic": topic,
            "Urgency": "high" if delivery.event in (*DECISIONS, "clock") else "normal",
        }
        message = message_of(announcement, delivery.event, topic, delivery.table_id)
        return await self.outgoing.post(browser.endpoint, headers, encrypt(message, browser.p256dh, browser.auth))


def message_of(announcement: Announcement, event: str, tag: str, table_id: str | None) -> bytes:
    """Return what the service worker of the client receives, shortened until it fits."""
    content = {
        "title": announcement.title,
        "text": announcement.text,
        "path": announcement.path,
        "event": event,
        "tag": tag,
        "table": table_id,
    }
    while len(message := dumps(content)) > MAX_MESSAGE_BYTES:
        content["text"] = f"{str(content['text'])[:-200].rstrip('… ')}…"
    return message
