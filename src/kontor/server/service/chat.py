"""Chat: the messages that people write at a table."""

from __future__ import annotations

from kontor.server.clock import now
from kontor.server.errors import Forbidden, LimitExceeded
from kontor.server.service.match import Match
from kontor.server.store.accounts import Account
from kontor.server.store.messages import Message, Messages

WATCHERS_SHARE = 5  # all spectators together may write one message in so many
WATCHER_SHARE = 50  # and each of them one in so many
PLAYER_SHARE = 2  # so that one player leaves room for the others


class ChatService:
    """Adds messages to tables, up to a number per table."""

    def __init__(self, messages: Messages, limit: int) -> None:
        self.messages = messages
        self.limit = limit

    async def post(self, match: Match, account: Account, text: str) -> Message:
        """Add a message under the name that an account has at the table."""
        if match.table.chat_closed:
            raise Forbidden("The host has closed the chat of this table.")
        if await self.messages.last(match.table.id) >= self.limit:
            raise LimitExceeded(f"This table has reached its limit of {self.limit} messages.", 3600)
        await self._check_share(match, account)
        names = [seat.name for seat in match.table.seats if seat.account_id == account.id and seat.name]
        name = names[0] if len(names) == 1 else account.name
        return await self.messages.add(match.table.id, account.id, name, text, now())

    async def _check_share(self, match: Match, account: Account) -> None:
        """Reject a message beyond the share of a table's messages that one person may write."""
        table = match.table
        players = {table.host, *(seat.account_id for seat in table.seats if seat.account_id)}
        own, watchers = await self.messages.count_by(table.id, account.id, players)
        if own >= max(1, self.limit // (PLAYER_SHARE if account.id in players else WATCHER_SHARE)):
            raise LimitExceeded("You have written as many messages at this table as one person may.", 3600)
        if account.id not in players and watchers >= max(1, self.limit // WATCHERS_SHARE):
            raise LimitExceeded("The spectators of this table have written as many messages as they may.", 3600)
