"""E-mail notifications, written when they are sent, so that they are still true."""

from __future__ import annotations

from kontor.core import registry
from kontor.server.bus.hub import Hub
from kontor.server.errors import DeliveryPostponed
from kontor.server.notify.smtp import SmtpClient
from kontor.server.service.match import Match
from kontor.server.service.matches import Matches
from kontor.server.settings import Settings
from kontor.server.store.entries import PLAYER, SEAT
from kontor.server.store.mailboxes import Mailbox, Mailboxes
from kontor.server.store.outbox import TURN, Delivery


class EmailSender:
    """Sends deliveries to mailboxes, unless the notification is no longer needed."""

    def __init__(self, mailboxes: Mailboxes, matches: Matches, hub: Hub, settings: Settings) -> None:
        self.mailboxes = mailboxes
        self.matches = matches
        self.hub = hub
        self.settings = settings
        self.smtp = SmtpClient(settings)

    async def send(self, delivery: Delivery) -> int | None:
        """Send an e-mail; for one about a turn, return the entry number at which it was sent."""
        assert delivery.table_id is not None
        mailbox = await self.mailboxes.of(delivery.account_id)
        if mailbox is None or mailbox.verified_at is None:
            return None
        match = await self.matches.get(delivery.table_id)
        if delivery.event == TURN and not await self._is_needed(match, mailbox):
            return None
        number = match.number
        values, stop = self._values(match, mailbox), self._unsubscribe_link(mailbox)
        await self.smtp.send(self.smtp.message(mailbox, delivery.event, values, stop))
        return number if delivery.event == TURN else None

    async def _is_needed(self, match: Match, mailbox: Mailbox) -> bool:
        """Return whether a table waits for an absent account that was not notified since its last move."""
        account_id = mailbox.account_id
        if not mailbox.turns or match.over or match.table.seats[match.to_move].account_id != account_id:
            return False
        mailed_at = await self.mailboxes.mailed(match.table.id, account_id)
        if mailed_at is not None and not has_moved(match, account_id, mailed_at):
            return False
        if match.to_move in self.hub.presence(match.table.id).seats:
            raise DeliveryPostponed(max(1.0, self.settings.mail_delay_seconds))
        return True

    def _values(self, match: Match, mailbox: Mailbox) -> dict[str, str]:
        table = match.table
        game = registry.game_type(table.setup["game"]).title
        names = [seat.name for seat in table.seats if seat.account_id == mailbox.account_id and seat.name]
        return {
            "table": table.title or game,
            "game": game,
            "name": ", ".join(names),
            "link": self.settings.link_to(table.id) or "",
        }

    def _unsubscribe_link(self, mailbox: Mailbox) -> str:
        return f"{self.settings.public_url}/api/mail/stop?token={mailbox.stop}"


def has_moved(match: Match, account_id: str, since: int) -> bool:
    """Return whether an account has made a move after an entry; moves by its clock do not count."""
    held = match.table.held_by(account_id)
    return any(entry.by == PLAYER and entry.kind != SEAT and entry.seat in held for entry in match.entries[since:])
