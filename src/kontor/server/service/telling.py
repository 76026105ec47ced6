"""Telling: a table in data, with nothing in it that its receiver may not know."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kontor.core.game import NOBODY, Event, Position, Seat, Standing, score_json
from kontor.server.instants import now
from kontor.server.service import undoing
from kontor.server.service.course import Course, Happened
from kontor.server.service.match import Match
from kontor.server.store.entries import UNDO
from kontor.server.store.messages import Message
from kontor.server.store.tables import Card, Chair


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


def entry_json(match: Match, happened: Happened, eyes: Eyes) -> dict[str, Any]:
    """An entry of the log as its receiver may read it; when the game is over nothing is secret."""
    entry = happened.entry
    told: dict[str, Any] = {
        "number": entry.number,
        "kind": entry.kind,
        "seat": entry.seat,
        "by": entry.by,
        "at": entry.at,
        "length": entry.length,
        "words": None,
        "move": None,
        "events": [],
    }
    if entry.kind != UNDO and happened.move is not None:
        told |= move_json(match, happened, happened.move, eyes)
        told["events"] = [event_json(event) for event in happened.events if match.over or known(event, eyes)]
    return told


def move_json(match: Match, happened: Happened, move: int, eyes: Eyes) -> dict[str, Any]:
    """The words of a move and, unless something in it is secret, the move as an object."""
    plain = match.game.words(move)
    words = plain if match.over else match.game.veil(happened.before, move, eyes.seat)
    return {"words": words, "move": match.game.move_json(move) if words == plain else None}


def event_json(event: Event) -> dict[str, Any]:
    """An event as data."""
    return {"event": event.name, **event.facts}


def known(event: Event, eyes: Eyes) -> bool:
    """Whether a receiver may know of an event."""
    return event.seats is None or eyes.seat in event.seats


def state_json(match: Match, eyes: Eyes) -> dict[str, Any]:
    """Where a match stands: the position, who is to move, and what the receiver may do."""
    view = match.game.view(match.course.position, eyes.seat)
    decision = eyes.decision(match.to_move)
    return {
        **course_json(match.course, view),
        "decision": decision,
        "moves": [] if decision is None else moves_json(match, view),
        "undo": undo_json(match, eyes),
        "clock": clock_json(match),
    }


def course_json(course: Course, view: Position) -> dict[str, Any]:
    """Where a course has led, seen through a view of its position."""
    game, sheet = course.game, course.game.scores(view)
    return {
        "number": course.number,
        "length": len(course.line),
        "to_move": course.to_move if course.to_move >= 0 else None,
        "turn": game.turn(view),
        "over": course.over,
        "ended_by": game.ended_by(course.position),
        "position": game.position_json(view),
        "standing": game.standing(view) if isinstance(game, Standing) else {},
        "scores": [score_json(score) for score in sheet.scores],
        "winners": list(sheet.winners) if course.over else [],
    }


def past_json(match: Match, number: int, seat: Seat | None) -> dict[str, Any]:
    """Where a match stood after an entry, with the eyes of a seat."""
    course = match.at(number)
    told = course_json(course, match.game.view(course.position, seat))
    return {**told, "decision": None, "moves": [], "undo": None, "clock": None}


def moves_json(match: Match, view: Position) -> list[dict[str, Any]]:
    """The legal moves of a position, each in words and as an object."""
    game = match.game
    return [{"words": game.words(move), "move": game.move_json(move)} for move in game.legal_moves(view)]


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
    moment = now()
    left = [match.time_left(seat, moment) for seat in range(match.game.players)]
    running = None if match.ticking_since is None else match.to_move
    return {"left": left, "running": running if running != NOBODY else None, "at": moment}


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


def table_json(match: Match, eyes: Eyes, since: int) -> dict[str, Any]:
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
        "clock_rule": card.clock,
        "created_at": card.created_at,
        "eyes": eyes.seat,
        "seats": seats_json(card, eyes),
        "state": state_json(match, eyes),
        "entries": entries_json(match, eyes, since),
    }


def entries_json(match: Match, eyes: Eyes, since: int) -> list[dict[str, Any]]:
    """What happened after a number."""
    return [entry_json(match, happened, eyes) for happened in match.since(since)]
