"""Reasons: why a thinker's move is good, as a word and facts that are read off the rules or its estimate."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from kontor.agents.greedy import Greedy
from kontor.core.agent import Budget, Estimate, Thought, chance_move
from kontor.core.game import Event, Game, PositionBytes, Seat
from kontor.kernel.generator import Generator
from kontor.kernel.seats import CHANCE, GAME_OVER

ONLY_MOVE: Final = "only-move"
GAIN: Final = "gain"
POINTS: Final = "points"
PROSPECT: Final = "prospect"
TURNS_AHEAD: Final = 2  # of the seat's own, after the one under way
MOST_MOVES: Final = 300


@dataclass(frozen=True)
class Reason:
    """Why a move is good."""

    word: str
    facts: Mapping[str, Any] = field(default_factory=dict)


@dataclass
class Course:
    """How a game may go on for a seat that makes a move, and what happens by its own moves."""

    game: Game
    seat: Seat
    position: PositionBytes
    events: list[Event] = field(default_factory=list)

    def turns(self, move: int) -> Iterator[int]:
        """Make a move and go on as planners would; pauses in own turns, which are counted, when others decide."""
        first, generator = self.game.turn(self.position), Generator(0)
        for _ in range(MOST_MOVES):
            passed = self.game.turn(self.position) - first
            acts = self.game.to_move(self.position) == self.seat
            self.events += self.game.events(self.position, move) if acts else ()
            self.game.advance(self.position, move)
            decider = self.game.to_move(self.position)
            if acts and decider not in (self.seat, CHANCE) and passed % self.game.players == 0:
                yield passed // self.game.players
            if decider == GAME_OVER:
                return
            move = self.next_move(generator)

    def next_move(self, generator: Generator) -> int:
        """What chance or a planner does."""
        if self.game.to_move(self.position) == CHANCE:
            return chance_move(self.game, self.position, generator)
        return Greedy().choose(self.game, self.position, Budget(), generator)


def reason(game: Game, view: PositionBytes, thought: Thought) -> Reason:
    """What the move leads to in this turn or the next ones, as planners would go on; else what is expected at all."""
    if len(game.legal_moves(view)) == 1:
        return Reason(ONLY_MOVE)
    course = Course(game, game.to_move(view), view[:])
    for turns in course.turns(thought.move):
        if turns > TURNS_AHEAD:
            break
        found = gain(course) or points(course, view)
        if found is not None:
            return Reason(found.word, {**found.facts, "turns": turns})
    return prospect(game, course.seat, view, thought.estimate)


def gain(course: Course) -> Reason | None:
    """Something gained for later that the score does not show yet."""
    names = course.game.gain_events
    found = (event for event in course.events if event.name in names and event.facts.get("seat") == course.seat)
    event = next(found, None)
    return None if event is None else Reason(GAIN, {"event": {"event": event.name, **event.facts}})


def points(course: Course, before: PositionBytes) -> Reason | None:
    """Points that are gained, and the line that most of them are in."""
    was = course.game.scores(before).scores[course.seat]
    now = course.game.scores(course.position).scores[course.seat]
    if now.total <= was.total:
        return None
    line = max(now.lines, key=lambda name: now.lines[name] - was.lines[name])
    return Reason(POINTS, {"line": line, "points": now.total - was.total})


def prospect(game: Game, seat: Seat, view: PositionBytes, estimate: Estimate) -> Reason:
    """The line from which most of the points come that are still expected."""
    was = game.scores(view).scores[seat].lines
    growth = {line: value - was[line] for line, value in estimate.lines[seat].items()}
    line = max(growth, key=lambda name: growth[name])
    return Reason(PROSPECT, {"line": line, "points": round(growth[line])})
