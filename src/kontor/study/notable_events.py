"""The events of a line of moves that are worth mentioning, as data and as a clause."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from kontor.core import registry
from kontor.core.game import Game
from kontor.core.values import Event, PositionBytes, Seat

NO_EVENTS = "keeps its options"


def notable_events(game: Game, position: PositionBytes, line: Iterable[int]) -> list[dict[str, Any]]:
    """Return the events of a line of moves for which the game has a clause, as data."""
    clauses = registry.game_type(game.setup["game"]).presentation.event_clauses
    now, found = position[:], list[Event]()
    for move in line:
        found += [event for event in game.events(now, move) if event.name in clauses]
        game.advance(now, move)
    return [{"event": event.name, **event.facts} for event in found]


def achievements(game: Game, events: Sequence[dict[str, Any]]) -> set[str]:
    """Return the events without those that only prepare others, regardless of their order."""
    preparatory = registry.game_type(game.setup["game"]).presentation.preparatory_events
    return {repr(sorted(event.items())) for event in events if event["event"] not in preparatory}


def events_clause(name: str, events: Sequence[dict[str, Any]]) -> str:
    """Return events of the game of that name as the end of a sentence, each mentioned once."""
    clauses = registry.game_type(name).presentation.event_clauses
    return ", ".join(dict.fromkeys(clauses[event["event"]].format(**event) for event in events)) or NO_EVENTS


def points_gained(game: Game, position: PositionBytes, line: Iterable[int], seat: Seat) -> int:
    """Return by how many points a line of moves raises the score that a seat would have if the game ended."""
    now = position[:]
    for move in line:
        game.advance(now, move)
    return game.scores(now).scores[seat].total - game.scores(position).scores[seat].total
