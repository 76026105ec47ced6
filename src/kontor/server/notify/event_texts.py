"""What a delivery says: the facts of its event, its text in a language, and whether it is still needed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from orjson import loads

from kontor.server.clock import now
from kontor.server.errors import ApiError, DeliveryPostponed
from kontor.server.notify.translations import event_text
from kontor.server.service.match import Match
from kontor.server.service.matches import Matches
from kontor.server.settings import Settings
from kontor.server.store.events import DIGEST_EVENT
from kontor.server.store.notices import Notice, Notices
from kontor.server.store.notification_cursors import DECISIONS
from kontor.server.store.notification_settings import DIGEST, NEVER, NotificationSettings, NotificationSettingsStore
from kontor.server.store.outbox import Delivery

LINES_IN_DIGEST = 20


@dataclass(frozen=True, slots=True)
class Announcement:
    """The text of a delivery, and the path within the client that it leads to."""

    title: str
    text: str
    path: str
    match: Match | None = None


class EventTexts:
    """Decides whether a delivery by e-mail or push message is needed now, and writes its text."""

    def __init__(
        self, matches: Matches, notices: Notices, choices: NotificationSettingsStore, settings: Settings
    ) -> None:
        self.matches = matches
        self.notices = notices
        self.choices = choices
        self.settings = settings

    async def write(self, delivery: Delivery, language: str) -> Announcement | None:
        """Return the text of a delivery, None if it is not needed any more.

        Raises DeliveryPostponed if it is too soon. The settings count as they are now, not as they were then.
        """
        choices = await self.choices.of(delivery.account_id)
        wait_for_quiet_hours(choices)
        if delivery.event == DIGEST_EVENT:
            return await self._digest(delivery, choices, language)
        exception = await self.choices.for_table(delivery.account_id, delivery.table_id or "")
        if NEVER in (choices.choice(delivery.event, delivery.channel), exception):
            return None
        match = await self._match(delivery)
        if delivery.event in DECISIONS:
            if match is None or not is_decider(match, delivery.account_id):
                return None
            self._wait_for_decision(delivery)
        facts = loads(delivery.body or "{}")
        return Announcement(*event_text(language, delivery.event, facts), path_of(delivery.table_id, facts), match)

    async def _match(self, delivery: Delivery) -> Match | None:
        if delivery.table_id is None:
            return None
        try:
            return await self.matches.get(delivery.table_id)
        except ApiError:
            return None

    def _wait_for_decision(self, delivery: Delivery) -> None:
        """Postpone a notification of a decision that has waited only a short while."""
        delay = self.settings.mail_delay_seconds if delivery.channel == "mail" else self.settings.push_delay_seconds
        seconds = (delivery.created_at - now()) / 1000 + delay
        if seconds > 0:
            raise DeliveryPostponed(seconds)

    async def _digest(self, delivery: Delivery, choices: NotificationSettings, language: str) -> Announcement | None:
        """Return the digest of what is unread since it was queued."""
        unread = await self.notices.unread_since(delivery.account_id, delivery.created_at)
        tables = await self.choices.tables(delivery.account_id)
        told = [each for each in unread if is_in_digest(each, choices, tables, delivery.channel)]
        if not told:
            return None
        if len(told) == 1:
            return Announcement(*event_text(language, told[0].event, told[0].data), path_of_notice(told[0]))
        lines = [f"– {event_text(language, each.event, each.data)[1]}" for each in told[-LINES_IN_DIGEST:]]
        facts = {"count": len(told), "lines": "\n".join(lines)}
        return Announcement(*event_text(language, DIGEST_EVENT, facts), "#/")


def wait_for_quiet_hours(choices: NotificationSettings) -> None:
    """Postpone a delivery until the quiet hours of its receiver end."""
    moment = now()
    end = choices.quiet_end(moment)
    if end is not None:
        raise DeliveryPostponed((end - moment) / 1000)


def is_decider(match: Match, account_id: str) -> bool:
    """Return whether a table waits for a decision of an account."""
    return not match.over and match.to_move >= 0 and match.table.seats[match.to_move].account_id == account_id


def is_in_digest(notice: Notice, choices: NotificationSettings, tables: dict[str, str], channel: str) -> bool:
    """Return whether a notice belongs to the digest of a channel."""
    chosen = choices.choice(notice.event, channel)
    exception = tables.get(notice.table_id or "")
    return chosen != NEVER and (exception or chosen) == DIGEST


def path_of(table_id: str | None, facts: dict[str, Any]) -> str:
    """Return the path within the client that shows an event."""
    link = facts.get("link")
    return link if isinstance(link, str) and link.startswith("#/") else f"#/table/{table_id}" if table_id else "#/"


def path_of_notice(notice: Notice) -> str:
    """Return the path within the client that shows the event of a notice."""
    return path_of(notice.table_id, notice.data)
