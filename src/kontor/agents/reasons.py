"""Reasons for a suggested move: a keyword and facts from the rules or the estimate."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from kontor.agents.greedy import Greedy
from kontor.core.agent import Budget, Estimate, MoveAnalysis, chance_move
from kontor.core.game import Game
from kontor.core.values import Event, PositionBytes, Seat
from kontor.kernel.generator import Generator
from kontor.kernel.seats import CHANCE, GAME_OVER

ONLY_MOVE: Final = "only-move"
GAIN: Final = "gain"
POINTS: Final = "points"
PROSPECT: Final = "prospect"
TURNS_AHEAD: Final = 2  # of the seat's own, after the one under way
MAX_MOVES: Final = 300


@dataclass(frozen=True)
class Reason:
    """Why a move is good."""

    word: str
    facts: Mapping[str, Any] = field(default_factory=dict)


@dataclass
class Continuation:
    """A likely continuation of the game after a move, and the events caused by the seat's own moves."""

    game: Game
    seat: Seat
    position: PositionBytes
    events: list[Event] = field(default_factory=list)

    def turns(self, move: int) -> Iterator[int]:
        """Play a move and the greedy replies; yield the number of own turns played whenever the turn passes on."""
        first, generator = self.game.turn(self.position), Generator(0)
        for _ in range(MAX_MOVES):
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
        """Return the next move of chance or of a greedy player."""
        if self.game.to_move(self.position) == CHANCE:
            return chance_move(self.game, self.position, generator)
        return Greedy().choose(self.game, self.position, Budget(), generator)


def reason(game: Game, view: PositionBytes, thought: MoveAnalysis) -> Reason:
    """Return what the move leads to within the next turns, or the score line that is expected to grow most."""
    if len(game.legal_moves(view)) == 1:
        return Reason(ONLY_MOVE)
    return plan(game, view, thought.move) or prospect(game, game.to_move(view), view, thought.estimate)


def plan(game: Game, view: PositionBytes, move: int) -> Reason | None:
    """Return what a move leads to within the next turns of its seat, or None if it gains nothing by then."""
    continuation = Continuation(game, game.to_move(view), view[:])
    for turns in continuation.turns(move):
        if turns > TURNS_AHEAD:
            break
        found = gain(continuation) or points(continuation, view)
        if found is not None:
            return Reason(found.word, {**found.facts, "turns": turns})
    return None


def stated_plan(game: Game, view: PositionBytes, move: int) -> Reason | None:
    """Return the plan behind a move as every seat and every spectator may know it, or None if it gains nothing soon.

    It follows from what a spectator sees, so that it is the same whatever cards the seat holds; a move with a secret
    part has no such plan.
    """
    if game.redacted_move(view, move, None) != game.move_text(move):
        return None
    return plan(game, game.view(view, None), move)


def gain(continuation: Continuation) -> Reason | None:
    """Return the first event that is valuable although it does not score yet."""
    names = continuation.game.gain_events
    found = (
        event for event in continuation.events if event.name in names and event.facts.get("seat") == continuation.seat
    )
    event = next(found, None)
    return None if event is None else Reason(GAIN, {"event": {"event": event.name, **event.facts}})


def points(continuation: Continuation, before: PositionBytes) -> Reason | None:
    """Return the points gained, and the score line with most of them."""
    before_score = continuation.game.scores(before).scores[continuation.seat]
    now = continuation.game.scores(continuation.position).scores[continuation.seat]
    if now.total <= before_score.total:
        return None
    line = max(now.lines, key=lambda name: now.lines[name] - before_score.lines[name])
    return Reason(POINTS, {"line": line, "points": now.total - before_score.total})


def prospect(game: Game, seat: Seat, view: PositionBytes, estimate: Estimate) -> Reason:
    """Return the score line from which most of the expected points will come."""
    before_score = game.scores(view).scores[seat].lines
    growth = {line: value - before_score[line] for line, value in estimate.lines[seat].items()}
    line = max(growth, key=lambda name: growth[name])
    return Reason(PROSPECT, {"line": line, "points": round(growth[line])})
