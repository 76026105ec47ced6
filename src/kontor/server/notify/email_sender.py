"""E-mail notifications, written when they are sent, so that they are still true."""

from __future__ import annotations

from kontor.server.bus.hub import Hub
from kontor.server.errors import DeliveryPostponed
from kontor.server.notify.event_texts import Announcement, EventTexts
from kontor.server.notify.smtp import SmtpClient
from kontor.server.notify.translations import translated
from kontor.server.service.match import Match
from kontor.server.settings import Settings
from kontor.server.store.entries import PLAYER, SEAT
from kontor.server.store.mailboxes import Mailbox, Mailboxes
from kontor.server.store.notification_cursors import DECISIONS
from kontor.server.store.outbox import Delivery


class EmailSender:
    """Sends deliveries to mailboxes, unless the notification is no longer needed."""

    def __init__(self, mailboxes: Mailboxes, texts: EventTexts, hub: Hub, settings: Settings) -> None:
        self.mailboxes = mailboxes
        self.texts = texts
        self.hub = hub
        self.settings = settings
        self.smtp = SmtpClient(settings)

    async def send(self, delivery: Delivery) -> int | None:
        """Send an e-mail; for one about a decision, return the entry number at which it was sent."""
        mailbox = await self.mailboxes.of(delivery.account_id)
        if mailbox is None or mailbox.verified_at is None:
            return None
        announcement = await self.texts.write(delivery, mailbox.language)
        if announcement is None:
            return None
        match = announcement.match if delivery.event in DECISIONS else None
        if match is not None and not await self._is_needed(match, mailbox):
            return None
        number = match.number if match is not None else None
        text = self._text(mailbox, announcement, match is not None)
        await self.smtp.send(self.smtp.compose(mailbox, announcement.title, text, self._unsubscribe_link(mailbox)))
        return number

    async def _is_needed(self, match: Match, mailbox: Mailbox) -> bool:
        """Return whether an absent account was not notified of a decision since its last move."""
        mailed_at = await self.mailboxes.mailed(match.table.id, mailbox.account_id)
        if mailed_at is not None and not has_moved(match, mailbox.account_id, mailed_at):
            return False
        if match.to_move in self.hub.presence(match.table.id).seats:
            raise DeliveryPostponed(max(1.0, self.settings.mail_delay_seconds))
        return True

    def _text(self, mailbox: Mailbox, announcement: Announcement, is_decision: bool) -> str:
        """Return the text of an e-mail, with its link."""
        seats = announcement.match.table.seats if announcement.match else ()
        names = [seat.name for seat in seats if seat.account_id == mailbox.account_id and seat.name]
        values = {
            "greeting": translated(mailbox.language, "mail", "greeting", {"name": ", ".join(names)}) if names else "",
            "text": announcement.text,
            "link": f"{self.settings.public_url}/{announcement.path}",
        }
        text = translated(mailbox.language, "mail", "body", values).strip()
        again = translated(mailbox.language, "mail", "once", {}) if is_decision else ""
        return f"{text}\n\n{again}".rstrip()

    def _unsubscribe_link(self, mailbox: Mailbox) -> str:
        return f"{self.settings.public_url}/api/mail/stop?token={mailbox.stop}"


def has_moved(match: Match, account_id: str, since: int) -> bool:
    """Return whether an account has made a move after an entry; moves by its clock do not count."""
    held = match.table.held_by(account_id)
    return any(entry.by == PLAYER and entry.kind != SEAT and entry.seat in held for entry in match.entries[since:])
