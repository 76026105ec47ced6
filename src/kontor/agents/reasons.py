"""Reasons: why a thinker's move is good, as a word and facts that are read off the rules or its estimate."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from kontor.agents.greedy import Greedy
from kontor.core.agent import Budget, Estimate, Thought
from kontor.core.game import Event, Gainful, Game, Position, Seat
from kontor.core.generator import Generator

ONLY_MOVE: Final = "only-move"
GAIN: Final = "gain"
POINTS: Final = "points"
PROSPECT: Final = "prospect"
LONGEST_TURN: Final = 40  # moves


@dataclass(frozen=True)
class Reason:
    """Why a move is good."""

    word: str
    facts: Mapping[str, Any] = field(default_factory=dict)


def reason(game: Game, view: Position, thought: Thought) -> Reason:
    """What the move leads to in the same turn; if that is nothing yet, what is expected until the end."""
    if len(game.legal_moves(view)) == 1:
        return Reason(ONLY_MOVE)
    seat, after, happened = game.to_move(view), view[:], []
    for events in turn_from(game, after, thought.move):
        happened += events
    now = gain(game, seat, happened) or points(game, seat, view, after)
    return now or prospect(game, seat, view, thought.estimate)


def turn_from(game: Game, position: Position, move: int) -> Iterator[list[Event]]:
    """What happens as a seat makes a move and goes on, in place, as a planner would, until others decide."""
    seat, turn, planner, generator = game.to_move(position), game.turn(position), Greedy(), Generator(0)
    for _ in range(LONGEST_TURN):
        yield list(game.events(position, move))
        game.advance(position, move)
        if game.to_move(position) != seat or game.turn(position) != turn:
            return
        move = planner.choose(game, position, Budget(), generator)


def gain(game: Game, seat: Seat, happened: list[Event]) -> Reason | None:
    """Something gained for later that the score does not show yet."""
    names = game.gains if isinstance(game, Gainful) else ()
    found = (event for event in happened if event.name in names and event.facts.get("seat") == seat)
    event = next(found, None)
    return None if event is None else Reason(GAIN, {"event": {"event": event.name, **event.facts}})


def points(game: Game, seat: Seat, before: Position, after: Position) -> Reason | None:
    """Points that are gained in this turn, and the line that most of them are in."""
    was, now = game.scores(before).scores[seat], game.scores(after).scores[seat]
    if now.total <= was.total:
        return None
    line = max(now.lines, key=lambda name: now.lines[name] - was.lines[name])
    return Reason(POINTS, {"line": line, "points": now.total - was.total})


def prospect(game: Game, seat: Seat, view: Position, estimate: Estimate) -> Reason:
    """The line from which most of the points come that are still expected."""
    was = game.scores(view).scores[seat].lines
    growth = {line: value - was[line] for line, value in estimate.lines[seat].items()}
    line = max(growth, key=lambda name: growth[name])
    return Reason(PROSPECT, {"line": line, "points": round(growth[line])})
