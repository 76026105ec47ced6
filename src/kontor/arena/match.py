"""Matches: the games of a tournament, each between the agents that its number seats."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from hashlib import blake2b
from typing import Any

from kontor.agents import catalog
from kontor.arena.play import Fault, PlayedGame, play, record_of_game
from kontor.arena.records import record_text
from kontor.arena.seating import seating
from kontor.arena.supervised_agent import BudgetPolicy, SupervisedAgent, install_alarm_handler
from kontor.arena.worker_status import WorkerStatus
from kontor.arena.workers import WorkerDied, WorkerFailure
from kontor.core import registry
from kontor.core.game import Game
from kontor.core.record import TURN_CAP
from kontor.core.seeds import game_seed
from kontor.core.values import Setup

VOID = "void"


@dataclass(frozen=True)
class TournamentConfig:
    """Which games a tournament plays; the same for every process that takes part."""

    setup: Setup
    revision: int
    agents: tuple[str, ...]
    seed: int = 1
    cap: int = 1000
    budget_policy: BudgetPolicy = field(default_factory=BudgetPolicy)

    def json(self) -> dict[str, Any]:
        """Return the configuration as data, by which a checkpoint file is recognised."""
        return {**asdict(self), "agents": list(self.agents)}


@dataclass(frozen=True)
class SeatOutcome:
    """The result of a game for one seat; times are in seconds and exclude forced moves."""

    agent: str
    lines: dict[str, int]
    decisions: int
    seconds: float
    slowest: float

    @property
    def total(self) -> int:
        """The sum of all score lines."""
        return sum(self.lines.values())


@dataclass(frozen=True)
class Outcome:
    """The result of one game; of a void game only the fault counts."""

    number: int
    ended_by: str
    turns: int
    moves: int
    digest: str
    winners: list[int]
    seats: list[SeatOutcome]
    fault: Fault | None = None

    def json(self) -> dict[str, Any]:
        """Return the outcome as data."""
        return asdict(self)


def read_outcome(content: Mapping[str, Any]) -> Outcome:
    """Return an outcome from data."""
    seats = [SeatOutcome(**seat) for seat in content["seats"]]
    fault = content["fault"] and Fault(**content["fault"])
    return Outcome(**{**content, "seats": seats, "fault": fault})


@dataclass(frozen=True)
class MatchResult:
    """The outcome of a played game, with its record and its moves if they were requested."""

    outcome: Outcome
    record: str | None = None
    moves: list[int] | None = None


@dataclass(frozen=True)
class MatchJob:
    """Games of a tournament to be played in other processes, with the files of external agents by their paths."""

    config: TournamentConfig
    keep_records: bool = False
    kernel: str | None = None
    sources: Mapping[str, bytes] = field(default_factory=dict)
    keep_moves: bool = False

    def start(self, status: WorkerStatus) -> Callable[[int], MatchResult]:
        """Prepare a worker process and return the function that plays a game."""
        install_alarm_handler()
        return MatchRunner(self, status).play

    def on_failure(self, number: int, failure: WorkerFailure) -> MatchResult:
        """Return a game that ended with its worker process as a fault of the agent that was deciding."""
        if failure.moves is None:
            raise WorkerDied(f"the worker process of game {number + 1} {failure.description}.")
        return MatchRunner(self, WorkerStatus()).voided(number, failure.moves, failure)


class MatchRunner:
    """Plays the games of a job, each with newly created agents."""

    def __init__(self, job: MatchJob, status: WorkerStatus) -> None:
        self.job, self.config, self.status = job, job.config, status
        self.game: Game = registry.game(self.config.setup, job.kernel)
        self.factory = partial(catalog.agent, sources=job.sources)

    def play(self, number: int) -> MatchResult:
        """Play the game of a number."""
        self.status.start_game()
        seed, agents = game_seed(self.config.seed, number), self.supervised_agents(number)
        played = play(self.game, agents, seed, self.config.cap, on_move=self.status.record_move)
        return self.match_result(number, agents, played)

    def voided(self, number: int, moves: list[int], failure: WorkerFailure) -> MatchResult:
        """Return a game that stopped after some moves because the deciding agent ended its process."""
        position, agents = self.game.start(), self.supervised_agents(number)
        for move in moves:
            self.game.advance(position, move)
        seat = self.game.to_move(position)
        fault = replace(agents[seat].process_fault(failure.description, failure.limit_seconds), seat=seat)
        return self.match_result(number, agents, PlayedGame(moves, position, False, fault))

    def supervised_agents(self, number: int) -> list[SupervisedAgent]:
        """Return the agents of a game, seat by seat."""
        names = seating(self.config.agents, self.game.players, number)
        return [SupervisedAgent(name, self.config.budget_policy, self.factory, self.status) for name in names]

    def match_result(self, number: int, agents: Sequence[SupervisedAgent], played: PlayedGame) -> MatchResult:
        """Return the result of a game, with its record and its moves if they were requested."""
        outcome = outcome_of(self.game, number, agents, played)
        text = record_text(record_of_game(self.game, played)) if self.job.keep_records else None
        return MatchResult(outcome, text, played.moves if self.job.keep_moves else None)


def outcome_of(game: Game, number: int, agents: Sequence[SupervisedAgent], played: PlayedGame) -> Outcome:
    """Return the outcome of a game, capped or not, with its scores as they stand. [HT-TRN-8]"""
    sheet = game.scores(played.position)
    seats = [
        SeatOutcome(each.name, dict(score.lines), each.decisions, each.seconds, each.slowest)
        for each, score in zip(agents, sheet.scores, strict=True)
    ]
    return Outcome(
        number=number,
        ended_by=VOID if played.fault else game.ended_by(played.position) or TURN_CAP,
        turns=game.turn(played.position),
        moves=len(played.moves),
        digest=digest_of(played.moves),
        winners=[] if played.fault else list(sheet.winners),
        seats=seats,
        fault=played.fault,
    )


def digest_of(moves: Sequence[int]) -> str:
    """Return a short text that depends on every move."""
    return blake2b(" ".join(map(str, moves)).encode(), digest_size=8).hexdigest()
