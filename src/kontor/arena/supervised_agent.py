"""Agents under supervision: each decision is timed and checked."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from kontor.arena.play import Fault, FaultyAgent
from kontor.arena.worker_status import WorkerStatus
from kontor.core.agent import Agent, Budget
from kontor.core.game import Game
from kontor.core.values import PositionBytes
from kontor.kernel.generator import Generator

LIMIT_FACTOR = 3.0
LIMIT_GRACE_SECONDS = 1.0
DEFAULT_LIMIT_SECONDS = 600.0
MAX_SENTENCE_LENGTH = 300


class DecisionTimeout(BaseException):
    """An agent exceeded its time limit; it derives from BaseException so that agents do not catch it by accident."""


@dataclass(frozen=True)
class BudgetPolicy:
    """The budget of agents: their own or one for all, with times divided by a number."""

    budget: Budget | None = None
    divide: float = 1.0

    def budget_of(self, agent: Agent) -> Budget:
        """Return the budget of an agent for one decision."""
        budget = getattr(agent, "budget", None)
        budget = self.budget or (budget if isinstance(budget, Budget) else Budget())
        return budget if budget.seconds is None else replace(budget, seconds=budget.seconds / self.divide)


class SupervisedAgent:
    """An agent that is created at its first decision; its decisions and times are counted."""

    def __init__(
        self, name: str, budget_policy: BudgetPolicy, factory: Callable[[str], Agent], status: WorkerStatus
    ) -> None:
        self.name = name
        self.budget_policy = budget_policy
        self.factory = factory
        self.status = status
        self.agent: Agent | None = None
        self.decisions = 0
        self.seconds = 0.0
        self.slowest = 0.0

    def choose(self, game: Game, view: PositionBytes, budget: Budget, generator: Generator) -> int:
        """Return the agent's move or raise FaultyAgent; forced moves are not asked for and not counted."""
        moves = game.legal_moves(view)
        if len(moves) == 1:
            return moves[0]
        move = self.ask(game, view, generator)
        if move not in moves:
            raise self.error("illegal", f"answered {answer_text(game, move)}, which is not legal there")
        return int(move)

    def ask(self, game: Game, view: PositionBytes, generator: Generator) -> int:
        """Return the agent's answer, or raise FaultyAgent if it fails or exceeds its time limit."""
        budget = Budget()
        try:
            agent = self.agent = self.agent or self.create()
            budget = self.budget_policy.budget_of(agent)
            return self.timed_choice(agent, game, view, budget, generator)
        except (FaultyAgent, KeyboardInterrupt):
            raise
        except DecisionTimeout:
            raise self.error(
                "time", f"thought for more than {limit_seconds(budget):.1f} s{budget_clause(budget)}"
            ) from None
        except (Exception, SystemExit) as problem:
            raise self.error("raised", f"raised {type(problem).__name__}: {problem}") from problem

    def create(self) -> Agent:
        """Create the agent."""
        with self.time_limit(Budget()):
            return self.factory(self.name)

    def timed_choice(
        self, agent: Agent, game: Game, view: PositionBytes, budget: Budget, generator: Generator
    ) -> int:
        """Return the agent's answer and count its time."""
        started = time.perf_counter()
        with self.time_limit(budget):
            move = agent.choose(game, view, budget, generator)
        seconds = time.perf_counter() - started
        self.decisions += 1
        self.seconds += seconds
        self.slowest = max(self.slowest, seconds)
        if seconds > limit_seconds(budget):
            raise DecisionTimeout
        return move

    @contextmanager
    def time_limit(self, budget: Budget) -> Iterator[None]:
        """Interrupt the agent after its time limit, and publish the deadline to the supervising process."""
        seconds = limit_seconds(budget)
        self.status.begin_decision(seconds)
        try:
            set_alarm(seconds)
            yield
        finally:
            # An alarm may arrive even now, and the published deadline has to be cleared in any case.
            try:
                set_alarm(0)
            finally:
                self.status.end_decision()

    def process_fault(self, description: str, seconds: float | None) -> Fault:
        """Return the fault of an agent whose process ended, or was ended after those seconds."""
        if seconds is None:
            return self.fault("died", f"was deciding when its process {description}")
        return self.fault("time", f"thought for more than {seconds:.1f} s and did not react to its alarm")

    def error(self, kind: str, what: str) -> FaultyAgent:
        """Return the exception for a fault of this agent."""
        return FaultyAgent(self.fault(kind, what))

    def fault(self, kind: str, what: str) -> Fault:
        """Return a fault of this agent with a sentence of limited length."""
        sentence = " ".join(f"{self.name} {what}".split())[:MAX_SENTENCE_LENGTH].rstrip(".")
        return Fault(self.name, kind, f"{sentence}.")


def answer_text(game: Game, move: object) -> str:
    """Return the answer of an agent as text."""
    return repr(game.move_text(move)) if isinstance(move, int) and 0 <= move < game.move_count else repr(move)


def limit_seconds(budget: Budget) -> float:
    """Return the seconds after which a decision has clearly exceeded its budget."""
    return DEFAULT_LIMIT_SECONDS if budget.seconds is None else LIMIT_FACTOR * budget.seconds + LIMIT_GRACE_SECONDS


def budget_clause(budget: Budget) -> str:
    """Return a time budget as the end of a clause."""
    return "" if budget.seconds is None else f" with a budget of {budget.seconds:g} s"


def install_alarm_handler() -> None:
    """Let alarms interrupt agents where signals exist; elsewhere the supervising process ends the worker."""
    if hasattr(signal, "SIGALRM"):
        signal.signal(signal.SIGALRM, raise_timeout)


def set_alarm(seconds: float) -> None:
    """Interrupt the agent after so many seconds, or cancel the alarm if none."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, seconds)


def raise_timeout(number: int, frame: object) -> None:
    """Interrupt the agent that is deciding."""
    raise DecisionTimeout
