"""Talking: what is said at a table."""

from __future__ import annotations

from kontor.server.instants import now
from kontor.server.service.match import Match
from kontor.server.service.refusals import TooMuch
from kontor.server.store.accounts import Account
from kontor.server.store.messages import Message, Messages

WATCHERS_PART = 5  # all who only watch may write one message in so many
WATCHER_PART = 50  # and each of them one in so many
PLAYER_PART = 2  # so that one player leaves room to the others


async def say(messages: Messages, match: Match, account: Account, text: str, most: int) -> Message:
    """Say something under the name one bears at the table."""
    if await messages.last(match.card.id) >= most:
        raise TooMuch(f"At one table {most} messages can be written, and they are; talk elsewhere.", 3600)
    await check_share(messages, match, account, most)
    names = [chair.name for chair in match.card.chairs if chair.account_id == account.id and chair.name]
    name = names[0] if len(names) == 1 else account.name
    return await messages.add(match.card.id, account.id, name, text, now())


async def check_share(messages: Messages, match: Match, account: Account, most: int) -> None:
    """Refuse a message beyond the part of all messages of a table that its writer may write."""
    card = match.card
    players = {card.host, *(chair.account_id for chair in card.chairs if chair.account_id)}
    own, watchers = await messages.written(card.id, account.id, players)
    if own >= max(1, most // (PLAYER_PART if account.id in players else WATCHER_PART)):
        raise TooMuch("You have written as many messages at this table as one person may.", 3600)
    if account.id not in players and watchers >= max(1, most // WATCHERS_PART):
        raise TooMuch("At this table the people who only watch have written as many messages as they may.", 3600)
