"""Standings: what the finished games of a tournament came to, as data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from hashlib import blake2b
from math import ceil
from statistics import fmean
from typing import Any

from kontor.arena.match import Order, Outcome
from kontor.arena.ratings import Rating, interval, ratings


@dataclass
class AgentTally:
    """The sums of one agent over all its seats; void games count only for the agent at fault."""

    games: int = 0
    wins: float = 0.0
    losses_by_fault: int = 0
    decisions: int = 0
    seconds: float = 0.0
    slowest: float = 0.0
    lines: Counter[str] = field(default_factory=Counter)

    @property
    def scored(self) -> int:
        """The games that have a score."""
        return max(self.games - self.losses_by_fault, 1)

    def json(self, name: str, rating: Rating) -> dict[str, Any]:
        """The standing of the agent."""
        wins = round(self.wins, 9)
        return {
            "name": name,
            "games": self.games,
            "wins": wins,
            "win_share": wins / max(self.games, 1),
            "interval": list(interval(wins, self.games)),
            "mean_score": sum(self.lines.values()) / self.scored,
            "lines": {line: points / self.scored for line, points in self.lines.items()},
            "rating": rating[0],
            "rating_spread": rating[1],
            "decisions": self.decisions,
            "ms_per_decision": 1000 * self.seconds / max(self.decisions, 1),
            "slowest_ms": 1000 * self.slowest,
            "faults": self.losses_by_fault,
        }


def standings(order: Order, outcomes: Sequence[Outcome], seconds: float) -> dict[str, Any]:
    """What games came to, the same in whatever order they were played."""
    outcomes = sorted(outcomes, key=lambda outcome: outcome.number)
    tallies, rated = tally(order, outcomes), ratings(outcomes)
    decisions = sum(each.decisions for each in tallies.values())
    return {
        "setup": order.setup,
        "seed": order.seed,
        "cap": order.cap,
        "budget": asdict(order.rationing)["budget"],
        "divide": order.rationing.divide,
        "games": len(outcomes),
        "void": sum(outcome.fault is not None for outcome in outcomes),
        "seconds": seconds,
        "decisions": decisions,
        "decisions_per_second": decisions / seconds if seconds else 0.0,
        "agents": [each.json(name, rated[name]) for name, each in tallies.items()],
        **shape(order, outcomes),
        "faults": [fault_json(outcome) for outcome in outcomes if outcome.fault],
        "hash": hash_of(outcomes),
    }


def tally(order: Order, outcomes: Sequence[Outcome]) -> dict[str, AgentTally]:
    """The sums of every agent, in the order in which they were named."""
    tallies = {name: AgentTally() for name in order.agents}
    for outcome in outcomes:
        count_thinking(tallies, outcome)
        if outcome.fault:
            tallies[outcome.fault.agent].games += 1
            tallies[outcome.fault.agent].losses_by_fault += 1
        else:
            count_scores(tallies, outcome)
    return tallies


def count_thinking(tallies: dict[str, AgentTally], outcome: Outcome) -> None:
    """Add the decisions and the time of every seat."""
    for seat in outcome.seats:
        tallies[seat.agent].decisions += seat.decisions
        tallies[seat.agent].seconds += seat.seconds
        tallies[seat.agent].slowest = max(tallies[seat.agent].slowest, seat.slowest)


def count_scores(tallies: dict[str, AgentTally], outcome: Outcome) -> None:
    """Add the score of every seat, and its part of the win."""
    for number, seat in enumerate(outcome.seats):
        own = tallies[seat.agent]
        own.games += 1
        own.wins += 1 / len(outcome.winners) if number in outcome.winners else 0.0
        own.lines.update(seat.lines)


def shape(order: Order, outcomes: Sequence[Outcome]) -> dict[str, Any]:
    """How the games went that were not void: endings, rounds, and the mean score of every place."""
    whole = [outcome for outcome in outcomes if not outcome.fault]
    rounds = Counter(ceil(outcome.turns / len(outcome.seats)) for outcome in whole)
    scores = [sorted((seat.total for seat in outcome.seats), reverse=True) for outcome in whole]
    return {
        "ended_by": dict(sorted(Counter(outcome.ended_by for outcome in whole).items())),
        "rounds": {
            "mean": sum(number * games for number, games in rounds.items()) / max(len(whole), 1),
            "longest": max(rounds, default=0),
            "games": {str(number): rounds[number] for number in sorted(rounds)},
        },
        "places": [fmean(place) for place in zip(*scores, strict=True)],
    }


def fault_json(outcome: Outcome) -> dict[str, Any]:
    """The fault that made a game void, and when it happened."""
    assert outcome.fault is not None
    return {"game": outcome.number + 1, "move": outcome.moves + 1, **asdict(outcome.fault)}


def hash_of(outcomes: Sequence[Outcome]) -> str:
    """A text that depends on every move of every game."""
    words = [f"{outcome.number}:{outcome.digest}" for outcome in outcomes]
    return blake2b(" ".join(words).encode(), digest_size=8).hexdigest()
