"""What happened in a game, as sentences that a seat may read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from kontor.core.game import Game
from kontor.core.notation import text_of
from kontor.core.state import State
from kontor.core.values import Event, PositionBytes, Seat
from kontor.kernel.seats import CHANCE


@dataclass(frozen=True)
class Step:
    """A move that was made: its seat or CHANCE, its number, and the position before it."""

    seat: Seat
    move: int
    before: bytes


@dataclass(frozen=True)
class Account:
    """Consecutive moves of one seat as clauses."""

    seat: Seat
    clauses: Sequence[str]


class Timeline:
    """The moves of a state with the positions before them; `follow` brings it up to date."""

    def __init__(self, state: State) -> None:
        self.game: Game = state.game
        self.steps: list[Step] = []
        record = state.record()
        self.position = self.game.start() if record.start is None else self.game.read_position(record.start)
        self.follow(state)

    def follow(self, state: State) -> None:
        """Add the moves that were made since, or drop those that were taken back."""
        moves = state.moves
        if len(moves) < len(self.steps):
            self.position = PositionBytes(self.steps[len(moves)].before)
            del self.steps[len(moves) :]
        for move in moves[len(self.steps) :]:
            self.steps.append(Step(self.game.to_move(self.position), move.number, bytes(self.position)))
            self.game.advance(self.position, move.number)

    def accounts(self, first: int, viewer: Seat | None) -> Iterator[Account]:
        """Yield what happened from a step on, one account for consecutive moves of a seat."""
        for seat, steps in groupby(self.steps[first:], key=lambda step: step.seat):
            yield Account(seat, [clause for step in steps for clause in self.clauses(step, viewer)])

    def clauses(self, step: Step, viewer: Seat | None) -> list[str]:
        """Return the effects of a move as clauses, or its text if no effect has a clause."""
        before = PositionBytes(step.before)
        events = [event for event in self.game.events(before, step.move) if may_know(event, viewer)]
        found = [clause for event in events if (clause := event_clause(self.game, event))]
        return found or [f"plays {self.game.redacted_move(before, step.move, viewer)}"]


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
