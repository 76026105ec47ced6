"""Telling: a table in data, with nothing in it that its receiver may not know."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from orjson import Fragment, dumps

from kontor.core.game import Event, Game, PositionBytes, Seat, score_json
from kontor.kernel.seats import GAME_OVER
from kontor.server.instants import now, steady
from kontor.server.service import undoing
from kontor.server.service.course import Course, Happened
from kontor.server.service.match import Match
from kontor.server.store.messages import Message
from kontor.server.store.tables import Card, Chair

ENTRIES_KEPT = 4096
VIEWS_KEPT = 1024
MOVES_KEPT = 20_000

Told = dict[str, Any] | Fragment
"""Data, or data that is written down already."""


@dataclass(frozen=True, slots=True)
class Eyes:
    """Who is told: the seats they hold, and the one of them with whose eyes they look; None sees what all see."""

    seat: Seat | None = None
    held: tuple[Seat, ...] = ()
    account_id: str | None = None

    def decision(self, to_move: Seat) -> Seat | None:
        """The seat for which they have to decide.

        Several people at one screen look with nobody's eyes until one of them asks, and decide all the same.
        """
        mine = to_move == self.seat or (self.seat is None and to_move in self.held)
        return to_move if mine else None


def entry_json(match: Match, happened: Happened, eyes: Eyes) -> Told:
    """An entry of the log as its receiver may read it."""
    words = words_told(match, happened, eyes)
    events = [event for event in happened.events if match.over or known(event, eyes)]
    if words == happened.words and len(events) == len(happened.events):
        return whole_entry(happened)
    return entry_with(happened, {"words": words, "move": None}, events)


def words_told(match: Match, happened: Happened, eyes: Eyes) -> str | None:
    """The words of a move as its receiver may read them; when the game is over nothing is secret."""
    if match.over or happened.move is None:
        return happened.words
    return match.game.redacted_move(happened.before, happened.move, eyes.seat)


@lru_cache(maxsize=ENTRIES_KEPT)
def whole_entry(happened: Happened) -> Fragment:
    """An entry with nothing left out, written once for everybody who may read it so."""
    move = happened.move
    said = {"words": None, "move": None} if move is None else move_json(happened.game, move)
    return Fragment(dumps(entry_with(happened, said, happened.events)))


def entry_with(happened: Happened, said: dict[str, Any], events: Iterable[Event]) -> dict[str, Any]:
    """An entry with what may be said of its move, and those of its events that may be known."""
    entry = happened.entry
    return {
        "number": entry.number,
        "kind": entry.kind,
        "seat": entry.seat,
        "by": entry.by,
        "at": entry.at,
        "length": entry.length,
        "change": happened.change,
        **said,
        "events": [{"event": event.name, **event.facts} for event in events],
    }


def move_json(game: Game, move: int) -> dict[str, Any]:
    """A move in words and as an object."""
    return {"words": game.move_text(move), "move": game.move_json(move)}


def known(event: Event, eyes: Eyes) -> bool:
    """Whether a receiver may know of an event."""
    return event.seats is None or eyes.seat in event.seats


def news_json(match: Match, eyes: Eyes, since: int, with_state: bool, older: Sequence[Told] = ()) -> dict[str, Any]:
    """What happened after a number and whose turn it is now, with the whole state for those who want it."""
    return {
        "number": match.number,
        "entries": [*older, *entries_json(match, eyes, since)],
        "to_move": match.to_move if match.to_move >= 0 else None,
        "decision": eyes.decision(match.to_move),
        "over": match.over,
        "undo": undo_json(match, eyes),
        "clock": clock_json(match),
        "state": state_json(match, eyes) if with_state else None,
    }


def state_json(match: Match, eyes: Eyes) -> dict[str, Any]:
    """Where a match stands: the position, who is to move, and what the receiver may do."""
    view = bytes(match.game.view(match.course.position, eyes.seat))
    decision = eyes.decision(match.to_move)
    return {
        **course_json(match.course, view),
        "decision": decision,
        "moves": [] if decision is None else moves_json(match.game, view),
        "undo": undo_json(match, eyes),
        "clock": clock_json(match),
    }


def course_json(course: Course, view: bytes) -> dict[str, Any]:
    """Where a course has led, seen through a view of its position."""
    return {"number": course.number, "length": len(course.line), **scene_json(course.game, view)}


@lru_cache(maxsize=VIEWS_KEPT)
def scene_json(game: Game, view: bytes) -> dict[str, Any]:
    """What a view shows, written once for everybody who sees the same."""
    position = PositionBytes(view)
    sheet, to_move = game.scores(position), game.to_move(position)
    return {
        "to_move": to_move if to_move >= 0 else None,
        "turn": game.turn(position),
        "over": to_move == GAME_OVER,
        "ended_by": game.ended_by(position),
        "position": Fragment(dumps(game.position_json(position))),
        "standing": Fragment(dumps(game.derived_state(position))),
        "scores": Fragment(dumps([score_json(score) for score in sheet.scores])),
        "winners": list(sheet.winners) if to_move == GAME_OVER else [],
    }


def past_json(match: Match, number: int, seat: Seat | None) -> dict[str, Any]:
    """Where a match stood after an entry, with the eyes of a seat."""
    course = match.at(number)
    told = course_json(course, bytes(match.game.view(course.position, seat)))
    return {**told, "decision": None, "moves": [], "undo": None, "clock": None}


@lru_cache(maxsize=VIEWS_KEPT)
def moves_json(game: Game, view: bytes) -> Fragment:
    """The legal moves of a view, each in words and as an object."""
    return Fragment(dumps([written_move(game, move) for move in game.legal_moves(PositionBytes(view))]))


@lru_cache(maxsize=MOVES_KEPT)
def written_move(game: Game, move: int) -> Fragment:
    """A move in words and as an object, written once."""
    return Fragment(dumps(move_json(game, move)))


def undo_json(match: Match, eyes: Eyes) -> dict[str, Any] | None:
    """How far back the receiver may go, or agree to go; None when nothing can be taken back."""
    lowest, seat = undoing.floor(match), undoing.last_seat(match)
    if lowest == len(match.course.line) or not eyes.held:
        return None
    if match.card.undo == undoing.OWN and seat not in eyes.held:
        return None
    return {"seat": seat, "floor": lowest, "wishes": {str(who): length for who, length in match.wishes.items()}}


def clock_json(match: Match) -> dict[str, Any] | None:
    """The milliseconds everybody has left, and whose clock runs."""
    if match.course.clock is None:
        return None
    moment = steady()
    left = [match.time_left(seat, moment) for seat in range(match.game.players)]
    running = None if match.ticking_since is None else match.to_move
    return {"left": left, "running": running if running != GAME_OVER else None, "at": now()}


def seats_json(card: Card, eyes: Eyes) -> list[dict[str, Any]]:
    """Who sits where; accounts stay unnamed."""
    return [chair_json(chair, eyes.account_id) for chair in card.chairs]


def chair_json(chair: Chair, account_id: str | None) -> dict[str, Any]:
    """Who sits on a seat."""
    return {
        "seat": chair.seat,
        "kind": chair.kind,
        "name": chair.name,
        "agent": chair.agent,
        "yours": account_id is not None and chair.account_id == account_id,
    }


def message_json(message: Message) -> dict[str, Any]:
    """Something somebody said."""
    return {"number": message.number, "name": message.name, "text": message.text, "at": message.at}


def table_json(match: Match, eyes: Eyes, since: int, older: Sequence[Told] = ()) -> dict[str, Any]:
    """A whole table as its receiver may see it."""
    card = match.card
    return {
        "id": card.id,
        "title": card.title,
        "setup": card.setup,
        "revision": card.revision,
        "public": card.public,
        "host": eyes.account_id == card.host,
        "undo_policy": card.undo,
        "hints": card.gives_hints,
        "practice": card.practice,
        "clock_rule": card.clock,
        "created_at": card.created_at,
        "eyes": eyes.seat,
        "seats": seats_json(card, eyes),
        "state": state_json(match, eyes),
        "entries": [*older, *entries_json(match, eyes, since)],
    }


def entries_json(match: Match, eyes: Eyes, since: int) -> list[Told]:
    """What happened after a number."""
    return [entry_json(match, happened, eyes) for happened in match.since(since)]
