"""Tidings: what happened at a table that its people want to hear of while they are away."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

from orjson import dumps

from kontor.core.game import Game, PositionBytes, Seat, score_json
from kontor.kernel.seats import CHANCE
from kontor.server.service.match import Match
from kontor.server.service.telling import Eyes, entry_json
from kontor.server.store.entries import SEAT
from kontor.server.store.outbox import MESSAGE, OVER, OWED, TURN
from kontor.server.store.tables import Card
from kontor.server.store.told import Remark

MOST_ENTRIES = 40  # of what happened since the receiver moved last; the table tells the rest


@dataclass(frozen=True, slots=True)
class Tiding:
    """A seat came to decide, the game ended, or somebody said something."""

    event: str
    number: int
    at: int
    seat: Seat | None = None
    remark: Remark | None = None

    def is_for(self, card: Card, account_id: str) -> bool:
        """Whether an account, which may see the table, is to hear of it: of its own seats and of others' words."""
        if self.seat is not None:
            return card.chairs[self.seat].account_id == account_id
        return self.remark is None or self.remark.account_id != account_id


def tidings_of(match: Match, since: int, said: Sequence[Remark]) -> list[Tiding]:
    """Everything that happened at a table after a number, and what was said; of practice nobody is told."""
    if match.card.practice:
        return []
    spoken = [Tiding(MESSAGE, remark.number, remark.at, remark=remark) for remark in said]
    return [*decisions(match, since), *endings(match, since), *spoken]


def decisions(match: Match, since: int) -> Iterator[Tiding]:
    """Every time the decision passed to a seat of somebody else."""
    happened = match.since(max(since, opening_length(match) - 1))
    if not happened:
        return
    asked = match.game.to_move(happened[0].before)
    after = [*(each.before for each in happened[1:]), match.course.position]
    for each, position in zip(happened, after, strict=True):
        seat = match.game.to_move(position)
        if seat >= 0 and not same_person(match.card, asked, seat):
            yield Tiding(sort_of(match.game, position, seat), each.entry.number, each.entry.at, seat)
        asked = asked if seat == CHANCE else seat


def opening_length(match: Match) -> int:
    """Return how many entries the table was opened with: the moves of a record, and what was dealt."""
    return sum(1 for _ in takewhile(lambda entry: entry.at <= match.card.created_at, match.entries))


def endings(match: Match, since: int) -> Iterator[Tiding]:
    """The end of the game, unless the table was opened with it."""
    if match.over and match.number > since and match.last_at > match.card.created_at:
        yield Tiding(OVER, match.number, match.last_at)


def sort_of(game: Game, position: PositionBytes, seat: Seat) -> str:
    """Whether it is a seat's turn, or it owes a decision in the turn of another, being displaced for example."""
    active = game.position_json(position).get("active", seat)
    return TURN if active == seat else OWED


def same_person(card: Card, asked: Seat, seat: Seat) -> bool:
    """Whether somebody only passes on to themselves: people at one screen see whose turn it is."""
    if asked < 0 or asked == seat:
        return asked == seat
    return card.chairs[asked].account_id is not None and card.chairs[asked].account_id == card.chairs[seat].account_id


def eyes_at(match: Match, account_id: str) -> Eyes:
    """With whose eyes an account is told: with those of the seat it holds alone, else with nobody's."""
    held = match.card.held_by(account_id)
    return Eyes(held[0] if len(held) == 1 and match.begun else None, held, account_id)


def body_of(match: Match, tiding: Tiding, account_id: str, link: str | None) -> str:
    """A tiding as the text that is sent to an account, without anything it may not know."""
    card, remark = match.card, tiding.remark
    table = {"id": card.id, "title": card.title, "game": card.setup["game"], "address": link}
    told: dict[str, Any] = {"event": tiding.event, "at": tiding.at, "number": tiding.number, "table": table}
    if remark is not None:
        told["message"] = {"name": remark.name, "text": remark.text}
    else:
        told |= course_of(match, tiding, eyes_at(match, account_id))
    return dumps(told).decode()


def course_of(match: Match, tiding: Tiding, eyes: Eyes) -> dict[str, Any]:
    """What happened since the receiver moved last, and how the game ended if it did."""
    earliest = max(0, tiding.number - MOST_ENTRIES)
    made = [entry for entry in match.entries[earliest : tiding.number] if entry.kind != SEAT]
    mine = [entry.number for entry in made if entry.seat in eyes.held]
    happened = match.between(mine[-1] if mine else earliest, tiding.number)
    told: dict[str, Any] = {"seat": tiding.seat, "entries": [entry_json(match, each, eyes) for each in happened]}
    if tiding.event == OVER:
        sheet = match.game.scores(match.course.position)
        told["ended_by"] = match.game.ended_by(match.course.position)
        told["scores"] = [score_json(score) for score in sheet.scores]
        told["winners"] = list(sheet.winners)
    return told
