"""Notifications: what happened at a table that its players want to know while they are away."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

from orjson import dumps

from kontor.core.game import Game
from kontor.core.values import PositionBytes, Seat, score_json
from kontor.kernel.seats import CHANCE
from kontor.server.service.match import Match
from kontor.server.service.serialization import entry_json
from kontor.server.service.viewers import Viewer, default_viewer
from kontor.server.store.entries import END, SEAT
from kontor.server.store.notification_cursors import ChatMessage
from kontor.server.store.outbox import MESSAGE, OVER, OWED, TURN
from kontor.server.store.table_info import TableInfo

MAX_ENTRIES = 40  # of those since the receiver moved last; the table has the rest


@dataclass(frozen=True, slots=True)
class Notification:
    """An event of a table: a seat has to decide, the game is over, or a chat message was written."""

    event: str
    number: int
    at: int
    seat: Seat | None = None
    message: ChatMessage | None = None

    def is_for(self, table: TableInfo, account_id: str) -> bool:
        """Return whether an account that may see the table is notified: of its own seats and of others' messages."""
        if self.seat is not None:
            return table.seats[self.seat].account_id == account_id
        return self.message is None or self.message.account_id != account_id


def notifications_of(match: Match, since: int, messages: Sequence[ChatMessage]) -> list[Notification]:
    """Return the notifications of the entries after a number and of some messages; practice games have none."""
    if match.table.practice:
        return []
    chat = [Notification(MESSAGE, message.number, message.at, message=message) for message in messages]
    return [*decisions(match, since), *endings(match, since), *chat]


def decisions(match: Match, since: int) -> Iterator[Notification]:
    """Yield a notification whenever the decision passed to a seat of another account."""
    applied = match.since(max(since, opening_length(match) - 1))
    if not applied:
        return
    last = match.game.to_move(applied[0].before)
    after = [*(each.before for each in applied[1:]), match.timeline.position]
    for each, position in zip(applied, after, strict=True):
        seat = match.game.to_move(position)
        if seat >= 0 and not is_same_player(match.table, last, seat):
            yield Notification(turn_event(match.game, position, seat), each.entry.number, each.entry.at, seat)
        last = last if seat == CHANCE else seat


def opening_length(match: Match) -> int:
    """Return how many entries the table was created with: the moves of a record, and what was dealt."""
    return sum(1 for _ in takewhile(lambda entry: entry.at <= match.table.created_at, match.entries))


def endings(match: Match, since: int) -> Iterator[Notification]:
    """Yield the end of the game, unless the table was created with it."""
    if match.over and match.number > since and match.last_at > match.table.created_at:
        yield Notification(OVER, match.number, match.last_at)


def turn_event(game: Game, position: PositionBytes, seat: Seat) -> str:
    """Return whether it is a seat's own turn, or it has to decide during the turn of another seat."""
    active = game.position_json(position).get("active", seat)
    return TURN if active == seat else OWED


def is_same_player(table: TableInfo, last: Seat, seat: Seat) -> bool:
    """Return whether one account plays two seats in succession, as people at one screen do."""
    if last < 0 or last == seat:
        return last == seat
    return table.seats[last].account_id is not None and table.seats[last].account_id == table.seats[seat].account_id


def payload(match: Match, notification: Notification, account_id: str, link: str | None) -> str:
    """Return the JSON text of a notification for an account, without anything it may not know."""
    table, message = match.table, notification.message
    content: dict[str, Any] = {
        "event": notification.event,
        "at": notification.at,
        "number": notification.number,
        "table": {"id": table.id, "title": table.title, "game": table.setup["game"], "url": link},
    }
    if message is not None:
        content["message"] = {"name": message.name, "text": message.text}
    else:
        content |= recent_entries(match, notification, default_viewer(match, account_id))
    return dumps(content).decode()


def facts_of(notification: Notification) -> dict[str, Any]:
    """Return what everyone at the table knows of a notification, for texts in any language."""
    return {} if notification.message is None else {"name": notification.message.name}


def recent_entries(match: Match, notification: Notification, viewer: Viewer) -> dict[str, Any]:
    """Return the entries since the receiver moved last, and the result if the game is over."""
    earliest = max(0, notification.number - MAX_ENTRIES)
    entries = [entry for entry in match.entries[earliest : notification.number] if entry.kind not in (SEAT, END)]
    own = [entry.number for entry in entries if entry.seat in viewer.held]
    applied = match.between(own[-1] if own else earliest, notification.number)
    content: dict[str, Any] = {
        "seat": notification.seat,
        "entries": [entry_json(match, each, viewer) for each in applied],
    }
    if notification.event == OVER:
        sheet = match.timeline.sheet
        content["ended_by"] = match.timeline.ended_by
        content["scores"] = [score_json(score) for score in sheet.scores]
        content["winners"] = list(sheet.winners)
    return content
