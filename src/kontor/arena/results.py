"""The result of a tournament as data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from hashlib import blake2b
from math import ceil
from statistics import fmean
from typing import Any

from kontor.arena.match import Outcome, TournamentConfig
from kontor.arena.ratings import Rating, interval, ratings


@dataclass
class AgentTotals:
    """The totals of one agent over all its seats; void games count only for the agent at fault."""

    games: int = 0
    wins: float = 0.0
    losses_by_fault: int = 0
    decisions: int = 0
    seconds: float = 0.0
    slowest: float = 0.0
    lines: Counter[str] = field(default_factory=Counter)

    @property
    def scored(self) -> int:
        """The number of games that have a score, at least 1."""
        return max(self.games - self.losses_by_fault, 1)

    def json(self, name: str, rating: Rating) -> dict[str, Any]:
        """Return the result of the agent."""
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


def tournament_result(config: TournamentConfig, outcomes: Sequence[Outcome], seconds: float) -> dict[str, Any]:
    """Return the result of some games, independent of the order in which they were played."""
    outcomes = sorted(outcomes, key=lambda outcome: outcome.number)
    totals, rated = agent_totals(config, outcomes), ratings(outcomes)
    decisions = sum(each.decisions for each in totals.values())
    return {
        "setup": config.setup,
        "seed": config.seed,
        "cap": config.cap,
        "budget": asdict(config.budget_policy)["budget"],
        "divide": config.budget_policy.divide,
        "games": len(outcomes),
        "void": sum(outcome.fault is not None for outcome in outcomes),
        "seconds": seconds,
        "decisions": decisions,
        "decisions_per_second": decisions / seconds if seconds else 0.0,
        "agents": [each.json(name, rated[name]) for name, each in totals.items()],
        **game_figures(config, outcomes),
        "faults": [fault_json(outcome) for outcome in outcomes if outcome.fault],
        "hash": hash_of(outcomes),
    }


def agent_totals(config: TournamentConfig, outcomes: Sequence[Outcome]) -> dict[str, AgentTotals]:
    """Return the totals of every agent, in the order in which they were named."""
    totals = {name: AgentTotals() for name in config.agents}
    for outcome in outcomes:
        add_thinking_time(totals, outcome)
        if outcome.fault:
            totals[outcome.fault.agent].games += 1
            totals[outcome.fault.agent].losses_by_fault += 1
        else:
            add_scores(totals, outcome)
    return totals


def add_thinking_time(totals: dict[str, AgentTotals], outcome: Outcome) -> None:
    """Add the decisions and the time of every seat."""
    for seat in outcome.seats:
        totals[seat.agent].decisions += seat.decisions
        totals[seat.agent].seconds += seat.seconds
        totals[seat.agent].slowest = max(totals[seat.agent].slowest, seat.slowest)


def add_scores(totals: dict[str, AgentTotals], outcome: Outcome) -> None:
    """Add the score of every seat, and its share of the win."""
    for number, seat in enumerate(outcome.seats):
        own = totals[seat.agent]
        own.games += 1
        own.wins += 1 / len(outcome.winners) if number in outcome.winners else 0.0
        own.lines.update(seat.lines)


def game_figures(config: TournamentConfig, outcomes: Sequence[Outcome]) -> dict[str, Any]:
    """Return endings, rounds and the mean score by place of the games that were not void."""
    finished = [outcome for outcome in outcomes if not outcome.fault]
    rounds = Counter(ceil(outcome.turns / len(outcome.seats)) for outcome in finished)
    scores = [sorted((seat.total for seat in outcome.seats), reverse=True) for outcome in finished]
    return {
        "ended_by": dict(sorted(Counter(outcome.ended_by for outcome in finished).items())),
        "rounds": {
            "mean": sum(number * games for number, games in rounds.items()) / max(len(finished), 1),
            "longest": max(rounds, default=0),
            "games": {str(number): rounds[number] for number in sorted(rounds)},
        },
        "places": [fmean(place) for place in zip(*scores, strict=True)],
    }


def fault_json(outcome: Outcome) -> dict[str, Any]:
    """Return the fault that made a game void, and when it happened."""
    assert outcome.fault is not None
    return {"game": outcome.number + 1, "move": outcome.moves + 1, **asdict(outcome.fault)}


def hash_of(outcomes: Sequence[Outcome]) -> str:
    """Return a text that depends on every move of every game."""
    parts = [f"{outcome.number}:{outcome.digest}" for outcome in outcomes]
    return blake2b(" ".join(parts).encode(), digest_size=8).hexdigest()
