"""Talking: what is said at a table."""

from __future__ import annotations

from kontor.server.instants import now
from kontor.server.service.match import Match
from kontor.server.service.refusals import TooMuch
from kontor.server.store.accounts import Account
from kontor.server.store.messages import Message, Messages


async def say(messages: Messages, match: Match, account: Account, text: str, most: int) -> Message:
    """Say something under the name one bears at the table."""
    if await messages.last(match.card.id) >= most:
        raise TooMuch(f"At one table {most} messages can be written, and they are; talk elsewhere.", 3600)
    names = [chair.name for chair in match.card.chairs if chair.account_id == account.id and chair.name]
    name = names[0] if len(names) == 1 else account.name
    return await messages.add(match.card.id, account.id, name, text, now())
