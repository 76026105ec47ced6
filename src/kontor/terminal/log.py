"""What happened in a game, as sentences that a seat may read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from kontor.core.game import Game
from kontor.core.notation import text_of
from kontor.core.state import PlayedMove, State
from kontor.core.values import Event, PositionBytes, Seat
from kontor.kernel.seats import CHANCE


@dataclass(frozen=True)
class Account:
    """Consecutive moves of one seat as clauses."""

    seat: Seat
    clauses: Sequence[str]


def accounts(state: State, first: int, viewer: Seat | None) -> Iterator[Account]:
    """Yield what happened from a move on, one account for consecutive moves of a seat."""
    for seat, moves in groupby(state.played[first:], key=lambda played: played.seat):
        yield Account(seat, [clause for played in moves for clause in clauses(state.game, played, viewer)])


def clauses(game: Game, played: PlayedMove, viewer: Seat | None) -> list[str]:
    """Return the effects of a move as clauses, or its text if no effect has a clause."""
    before = PositionBytes(played.before)
    events = [event for event in game.events(before, played.move) if may_know(event, viewer)]
    found = [clause for event in events if (clause := event_clause(game, event))]
    return found or [f"plays {game.redacted_move(before, played.move, viewer)}"]


def may_know(event: Event, viewer: Seat | None) -> bool:
    """Return whether a seat may know an event."""
    return event.seats is None or viewer in event.seats


def event_clause(game: Game, event: Event) -> str:
    """Return an event as a clause without its subject, or an empty text."""
    presentation = game.presentation
    pattern = {**presentation.event_clauses, **presentation.log_clauses}.get(event.name, "")
    return pattern.format(**{name: fact_text(game, name, value) for name, value in event.facts.items()})


def fact_text(game: Game, name: str, value: Any) -> str:
    """Return a fact as text, abbreviations as words."""
    text = text_of(tuple(value) if isinstance(value, list) and not name.endswith("s") else value)
    return game.presentation.value_names.get(name, {}).get(text, text)


def subject(seat: Seat, labels: Sequence[str]) -> str:
    """Return the subject of a sentence about a move."""
    return "Chance" if seat == CHANCE else labels[seat]
