"""Tables as JSON data, without anything that the viewer may not know."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

from orjson import Fragment, dumps

from kontor.core.game import Game
from kontor.core.values import Event, PositionBytes, Seat, score_json
from kontor.kernel.seats import GAME_OVER
from kontor.server.clock import now, steady
from kontor.server.service import undo
from kontor.server.service.absence import absence_json
from kontor.server.service.match import Match
from kontor.server.service.pauses import DAY, pause_end
from kontor.server.service.stated_plans import plans_json
from kontor.server.service.timeline import AppliedEntry, Timeline
from kontor.server.service.viewers import Viewer
from kontor.server.store.messages import Message
from kontor.server.store.table_info import SeatInfo, TableInfo

ENTRIES_KEPT = 4096
VIEWS_KEPT = 1024
MOVES_KEPT = 5_000  # of a game
GAMES_KEPT = 64

JsonData = dict[str, Any] | Fragment
"""Data, or a fragment that is JSON text already."""


def entry_json(match: Match, applied: AppliedEntry, viewer: Viewer) -> JsonData:
    """Return an entry of the log as the viewer may read it."""
    if applied.is_public:
        return full_entry(applied)
    words = visible_words(match, applied, viewer)
    events = [event for event in applied.events if match.over or is_visible(event, viewer)]
    if words == applied.words and len(events) == len(applied.events):
        return full_entry(applied)
    return entry_with(applied, {"words": words, "move": None}, events)


def visible_words(match: Match, applied: AppliedEntry, viewer: Viewer) -> str | None:
    """Return the words of a move without the secrets of other seats; when the game is over nothing is secret."""
    if match.over or applied.move is None:
        return applied.words
    return match.game.redacted_move(applied.before, applied.move, viewer.seat)


@lru_cache(maxsize=ENTRIES_KEPT)
def full_entry(applied: AppliedEntry) -> Fragment:
    """Return an entry with nothing left out, serialized once for all who may read it."""
    move = applied.move
    content = {"words": None, "move": None} if move is None else move_json(applied.game, move)
    return Fragment(dumps(entry_with(applied, content, applied.events)))


def entry_with(applied: AppliedEntry, move: dict[str, Any], events: Iterable[Event]) -> dict[str, Any]:
    """Return an entry with the visible part of its move and of its events."""
    entry = applied.entry
    return {
        "number": entry.number,
        "kind": entry.kind,
        "seat": entry.seat,
        "by": entry.by,
        "at": entry.at,
        "length": entry.length,
        "change": applied.change,
        **move,
        "events": [event_json(event) for event in events],
    }


def event_json(event: Event) -> dict[str, Any]:
    """Return an event with its facts."""
    return {"event": event.name, **event.facts}


def move_json(game: Game, move: int) -> dict[str, Any]:
    """Return a move in words and as an object."""
    return {"words": game.move_text(move), "move": game.move_json(move)}


def is_visible(event: Event, viewer: Viewer) -> bool:
    """Return whether a viewer may know of an event."""
    return event.seats is None or viewer.seat in event.seats


def update_json(
    match: Match, viewer: Viewer, since: int, with_state: bool, older: Sequence[JsonData] = ()
) -> dict[str, Any]:
    """Return the entries after a number and whose turn it is now, with the whole state if it is wanted."""
    decision, options = viewer.decision(match.to_move), options_json(match, viewer)
    return {
        "number": match.number,
        "entries": [*older, *entries_json(match, viewer, since)],
        "to_move": match.to_move if match.to_move >= 0 else None,
        "decision": decision,
        "over": match.over,
        **options,
        "state": {**position_json(match, viewer), **options} if with_state else None,
    }


def options_json(match: Match, viewer: Viewer) -> dict[str, Any]:
    """Return what players can do beside moving: undo, as long as the clock allows, or replace an absent player.

    Without a clock and votes it is found once for all who may do the same.
    """
    if match.timeline.clock is not None or match.undo_votes:
        return new_options(match, viewer)
    key = ("options", match.table.version, not viewer.held, undo.last_seat(match) in viewer.held)
    found: dict[str, Any] | None = match.encoded.get(key)
    if found is None:
        options = new_options(match, viewer)
        found = match.encoded[key] = {name: Fragment(dumps(value)) for name, value in options.items()}
    return found


def new_options(match: Match, viewer: Viewer) -> dict[str, Any]:
    """Return what players can do beside moving."""
    return {"undo": undo_json(match, viewer), "clock": clock_json(match), "absence": shared_absence(match)}


def shared_absence(match: Match) -> Fragment:
    """Return for whom others wait, encoded once for all viewers."""
    key = ("absence", match.table.version)
    found: Fragment | None = match.encoded.get(key)
    if found is None:
        found = match.encoded[key] = Fragment(dumps(absence_json(match)))
    return found


def state_json(match: Match, viewer: Viewer) -> dict[str, Any]:
    """Return the state of a match: the position, the seat to move, and what the viewer may do."""
    return {**position_json(match, viewer), **options_json(match, viewer)}


def position_json(match: Match, viewer: Viewer) -> dict[str, Any]:
    """Return where a match stands as the viewer sees it, and the moves that the viewer can make."""
    (view, content), decision = seen_by(match, viewer.seat), viewer.decision(match.to_move)
    return {
        **content,
        "decision": decision,
        "moves": [] if decision is None else moves_json(match.game, view),
        "plans": plans_json(match) if match.plans else [],
    }


def seen_by(match: Match, seat: Seat | None) -> tuple[bytes, dict[str, Any]]:
    """Return the view of a seat and its content, found once for all who see the same."""
    key = ("view", None if match.game.all_public else seat)
    found: tuple[bytes, dict[str, Any]] | None = match.encoded.get(key)
    if found is None:
        view = bytes(match.timeline.view(seat))
        found = match.encoded[key] = (view, timeline_json(match.timeline, view))
    return found


def timeline_json(timeline: Timeline, view: bytes) -> dict[str, Any]:
    """Return where a timeline stands, with a view of its position."""
    where = {"number": timeline.number, "length": len(timeline.line), **view_json(timeline.game, view)}
    return {**where, **stopped_json(timeline)} if timeline.is_stopped else where


def stopped_json(timeline: Timeline) -> dict[str, Any]:
    """Return what differs in a game that a player without time or an operator has ended."""
    return {"to_move": None, "over": True, "ended_by": timeline.ended_by, "winners": list(timeline.sheet.winners)}


@lru_cache(maxsize=VIEWS_KEPT)
def view_json(game: Game, view: bytes) -> dict[str, Any]:
    """Return the content of a view, serialized once for all who have the same view."""
    position = PositionBytes(view)
    sheet, to_move = game.scores(position), game.to_move(position)
    return {
        "to_move": to_move if to_move >= 0 else None,
        "turn": game.turn(position),
        "over": to_move == GAME_OVER,
        "ended_by": game.ended_by(position),
        "position": Fragment(dumps(game.position_json(position))),
        "derived_state": Fragment(dumps(game.derived_state(position))),
        "scores": Fragment(dumps([score_json(score) for score in sheet.scores])),
        "winners": list(sheet.winners) if to_move == GAME_OVER else [],
    }


def past_json(match: Match, number: int, seat: Seat | None) -> dict[str, Any]:
    """Return the state of a match after an entry, as a seat sees it."""
    timeline = match.at(number)
    state = timeline_json(timeline, bytes(timeline.view(seat)))
    return {**state, "decision": None, "moves": [], "plans": [], "undo": None, "clock": None, "absence": None}


@lru_cache(maxsize=VIEWS_KEPT)
def moves_json(game: Game, view: bytes) -> Fragment:
    """Return the legal moves of a view, each in words and as an object."""
    texts = move_texts(game)
    return Fragment(b"[%b]" % b",".join([texts[move] for move in game.legal_moves(PositionBytes(view))]))


class MoveTexts(dict[int, bytes]):
    """The moves of a game in words and as objects, each serialized once."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def __missing__(self, move: int) -> bytes:
        """Serialize a move, and keep it while there are not too many."""
        text = dumps(move_json(self.game, move))
        if len(self) < MOVES_KEPT:
            self[move] = text
        return text


@lru_cache(maxsize=GAMES_KEPT)
def move_texts(game: Game) -> MoveTexts:
    """Return the serialized moves of a game."""
    return MoveTexts(game)


def undo_json(match: Match, viewer: Viewer) -> dict[str, Any] | None:
    """Return how far the viewer may take moves back or vote for it, and why not further; None for spectators."""
    if not viewer.held:
        return None
    reach = undo.reach_of(match, viewer.held, undo.reach(match))
    return {
        "seat": undo.last_seat(match),
        "floor": reach.floor,
        "limit": reach.limit,
        "votes": {str(who): length for who, length in match.undo_votes.items()},
    }


def clock_json(match: Match) -> dict[str, Any] | None:
    """Return the milliseconds every seat has left, and whose clock runs."""
    if match.timeline.clock is None:
        return None
    moment = steady()
    left = [match.time_left(seat, moment) for seat in range(match.game.players)]
    running = None if match.ticking_since is None else match.to_move
    return {
        "left": left,
        "running": running if running != GAME_OVER else None,
        "at": now(),
        "correspondence": correspondence_json(match),
    }


def correspondence_json(match: Match) -> dict[str, Any] | None:
    """Return what only correspondence clocks have: reserves, vacations, and when the running clock expires."""
    clock, rule = match.timeline.clock, match.correspondence
    if clock is None or rule is None:
        return None
    seats, moment = range(match.game.players), now()
    vacations = [match.vacations(seat) for seat in seats]
    used = [sum(min(end, moment) - start for start, end in taken if start < moment) for taken in vacations]
    return {
        "deadline": match.deadline(),
        "reserve": [clock.reserve_left(seat) for seat in seats],
        "vacation": [pause_end(moment, taken) for taken in vacations],
        "vacation_left": [rule.vacation_days * DAY - time for time in used],
    }


def seats_json(table: TableInfo, viewer: Viewer) -> list[dict[str, Any]]:
    """Return the seats of a table and their players."""
    account_id = viewer.account_id
    offered = [table.is_offered(seat.seat, account_id, invited=False) for seat in table.seats]
    seats = zip(table.seats, offered, strict=True)
    return [{**seat_json(seat, account_id), "offered_to_you": is_mine} for seat, is_mine in seats]


def seat_json(seat: SeatInfo, account_id: str | None) -> dict[str, Any]:
    """Return a seat and its player, and whether that is an account; a former player has an empty name."""
    return {
        "seat": seat.seat,
        "kind": seat.kind,
        "name": seat.name,
        "agent": seat.agent,
        "account": seat.account_id,
        "yours": account_id is not None and seat.account_id == account_id,
        "is_bot": seat.is_bot,
        "guest": seat.guest,
        "former": seat.former,
        "offered_to_you": False,
    }


def message_json(message: Message) -> dict[str, Any]:
    """Return a chat message, with the account that wrote it."""
    return {
        "number": message.number,
        "name": message.name,
        "account_id": message.account_id,
        "text": message.text,
        "at": message.at,
    }


def table_json(match: Match, viewer: Viewer, since: int, older: Sequence[JsonData] = ()) -> dict[str, Any]:
    """Return a whole table as the viewer may see it."""
    table = match.table
    return {
        "id": table.id,
        "title": table.title,
        "setup": table.setup,
        "revision": table.revision,
        "public": table.public,
        "host": viewer.account_id == table.host,
        "undo_policy": table.undo,
        "hints": table.gives_hints,
        "orders": match.game.standing_orders is not None,
        "practice": table.practice,
        "rated": table.rated,
        "group_id": table.group_id,
        "rating_min": table.rating_min,
        "rating_max": table.rating_max,
        "chat_closed": table.chat_closed,
        "clock_rule": table.clock,
        "created_at": table.created_at,
        "viewed_as": viewer.seat,
        "seats": seats_json(table, viewer),
        "state": state_json(match, viewer),
        "entries": [*older, *entries_json(match, viewer, since)],
    }


def entries_json(match: Match, viewer: Viewer, since: int) -> list[JsonData]:
    """Return the entries after a number; the last ones are found once if all may read them."""
    key = ("entries", since)
    found: list[JsonData] | None = match.encoded.get(key)
    if found is None:
        applied = match.since(since)
        found = [entry_json(match, each, viewer) for each in applied]
        if match.is_recent(since) and all(each.is_public for each in applied):
            match.encoded[key] = found
    return found
