"""Letters: what people are told by e-mail, written at the last moment, when it is still true."""

from __future__ import annotations

from kontor.core import registry
from kontor.server.live.hub import Hub
from kontor.server.notify.courier import NotNow
from kontor.server.notify.posting import Post
from kontor.server.service.match import Match
from kontor.server.service.matches import Matches
from kontor.server.settings import Settings
from kontor.server.store.entries import PLAYER, SEAT
from kontor.server.store.mailboxes import Mailbox, Mailboxes
from kontor.server.store.outbox import TURN, Delivery


class Letters:
    """Carries deliveries to mailboxes; a letter that nobody needs any more is not sent."""

    def __init__(self, mailboxes: Mailboxes, matches: Matches, hub: Hub, settings: Settings) -> None:
        self.mailboxes = mailboxes
        self.matches = matches
        self.hub = hub
        self.settings = settings
        self.post = Post(settings)

    async def carry(self, delivery: Delivery) -> int | None:
        """Send a letter; of one that tells whose turn it is, the number it was sent at."""
        assert delivery.table_id is not None
        mailbox = await self.mailboxes.of(delivery.account_id)
        if mailbox is None or mailbox.verified_at is None:
            return None
        match = await self.matches.get(delivery.table_id)
        if delivery.event == TURN and not await self._is_needed(match, mailbox):
            return None
        number = match.number
        facts, stop = self._facts(match, mailbox), self._stop(mailbox)
        await self.post.send(self.post.written(mailbox, delivery.event, facts, stop))
        return number if delivery.event == TURN else None

    async def _is_needed(self, match: Match, mailbox: Mailbox) -> bool:
        """Whether a table waits for somebody who is not there and does not know."""
        account_id = mailbox.account_id
        if not mailbox.turns or match.over or match.card.chairs[match.to_move].account_id != account_id:
            return False
        mailed_at = await self.mailboxes.mailed(match.card.id, account_id)
        if mailed_at is not None and not has_moved(match, account_id, mailed_at):
            return False
        if match.to_move in self.hub.presence(match.card.id).seats:
            raise NotNow(max(1.0, self.settings.mail_delay_seconds))
        return True

    def _facts(self, match: Match, mailbox: Mailbox) -> dict[str, str]:
        card = match.card
        game = registry.game_type(card.setup["game"]).title
        names = [chair.name for chair in card.chairs if chair.account_id == mailbox.account_id and chair.name]
        return {
            "table": card.title or game,
            "game": game,
            "name": ", ".join(names),
            "link": self.settings.link_to(card.id) or "",
        }

    def _stop(self, mailbox: Mailbox) -> str:
        return f"{self.settings.address}/api/mail/stop?token={mailbox.stop}"


def has_moved(match: Match, account_id: str, since: int) -> bool:
    """Whether an account has moved by itself after a number, and not by a clock."""
    held = match.card.held_by(account_id)
    return any(entry.by == PLAYER and entry.kind != SEAT and entry.seat in held for entry in match.entries[since:])
