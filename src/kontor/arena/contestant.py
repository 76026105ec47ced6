"""Contestants: agents under watch, each decision timed and checked."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from kontor.arena.play import Fault, FaultyAgent
from kontor.arena.slate import Slate
from kontor.core.agent import Agent, Budget
from kontor.core.game import Game, PositionBytes
from kontor.kernel.generator import Generator

PATIENCE = 3.0
GRACE = 1.0
LONGEST = 600.0
LONGEST_SENTENCE = 300


class OutOfTime(BaseException):
    """An agent thought far too long; no `except Exception` of its own may stop this."""


@dataclass(frozen=True)
class Rationing:
    """What agents may spend: their own budgets or one for all, time divided by a number."""

    budget: Budget | None = None
    divide: float = 1.0

    def budget_of(self, agent: Agent) -> Budget:
        """The budget of an agent for one decision."""
        own = getattr(agent, "budget", None)
        budget = self.budget or (own if isinstance(own, Budget) else Budget())
        return budget if budget.seconds is None else replace(budget, seconds=budget.seconds / self.divide)


class Contestant:
    """An agent by its name, made when it first decides; keeps count of its decisions and time."""

    def __init__(self, name: str, rationing: Rationing, make: Callable[[str], Agent], slate: Slate) -> None:
        self.name = name
        self.rationing = rationing
        self.make = make
        self.slate = slate
        self.agent: Agent | None = None
        self.decisions = 0
        self.seconds = 0.0
        self.slowest = 0.0

    def choose(self, game: Game, view: PositionBytes, budget: Budget, generator: Generator) -> int:
        """The agent's move, or FaultyAgent; a forced move is made without asking and not counted."""
        moves = game.legal_moves(view)
        if len(moves) == 1:
            return moves[0]
        move = self.ask(game, view, generator)
        if move not in moves:
            raise self.faulty("illegal", f"answered {quoted(game, move)}, which is not legal there")
        return int(move)

    def ask(self, game: Game, view: PositionBytes, generator: Generator) -> int:
        """Whatever the agent answers in time."""
        own = Budget()
        try:
            agent = self.agent = self.agent or self.made()
            own = self.rationing.budget_of(agent)
            return self.timed(agent, game, view, own, generator)
        except (FaultyAgent, KeyboardInterrupt):
            raise
        except OutOfTime:
            raise self.faulty("time", f"thought for more than {limit(own):.1f} s{allowed(own)}") from None
        except (Exception, SystemExit) as problem:
            raise self.faulty("raised", f"raised {type(problem).__name__}: {problem}") from problem

    def made(self) -> Agent:
        """The agent, made anew."""
        with self.watched(Budget()):
            return self.make(self.name)

    def timed(self, agent: Agent, game: Game, view: PositionBytes, budget: Budget, generator: Generator) -> int:
        """Whatever the agent answers, its time counted."""
        began = time.perf_counter()
        with self.watched(budget):
            move = agent.choose(game, view, budget, generator)
        spent = time.perf_counter() - began
        self.decisions += 1
        self.seconds += spent
        self.slowest = max(self.slowest, spent)
        if spent > limit(budget):
            raise OutOfTime
        return move

    @contextmanager
    def watched(self, budget: Budget) -> Iterator[None]:
        """Wake the agent when it thinks far too long, and let whoever watches this process know about it."""
        seconds = limit(budget)
        self.slate.begin(seconds)
        try:
            set_alarm(seconds)
            yield
        finally:
            # An alarm may ring even now, and the slate has to be clean afterwards.
            try:
                set_alarm(0)
            finally:
                self.slate.end()

    def lost(self, how: str, seconds: float | None) -> Fault:
        """The fault of an agent that took its process along, by its end or by thinking longer than those seconds."""
        if seconds is None:
            return self.fault("died", f"was deciding when its process {how}")
        return self.fault("time", f"thought for more than {seconds:.1f} s and did not hear its alarm")

    def faulty(self, sort: str, what: str) -> FaultyAgent:
        """The exception for something that this agent did."""
        return FaultyAgent(self.fault(sort, what))

    def fault(self, sort: str, what: str) -> Fault:
        """Something that this agent did, as a sentence of a length that can be read."""
        sentence = " ".join(f"{self.name} {what}".split())[:LONGEST_SENTENCE].rstrip(".")
        return Fault(self.name, sort, f"{sentence}.")


def quoted(game: Game, move: object) -> str:
    """An answer as a sentence can show it."""
    return repr(game.move_text(move)) if isinstance(move, int) and 0 <= move < game.move_count else repr(move)


def limit(budget: Budget) -> float:
    """The seconds after which a decision is clearly over its budget."""
    return LONGEST if budget.seconds is None else PATIENCE * budget.seconds + GRACE


def allowed(budget: Budget) -> str:
    """A budget as the end of a clause."""
    return "" if budget.seconds is None else f" with a budget of {budget.seconds:g} s"


def make_alarms_heard() -> None:
    """Let alarms wake the agents of this process, where there are signals; elsewhere whoever watches it ends it."""
    if hasattr(signal, "SIGALRM"):
        signal.signal(signal.SIGALRM, ring)


def set_alarm(seconds: float) -> None:
    """Wake the agent after so many seconds, or not at all after none."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, seconds)


def ring(number: int, frame: object) -> None:
    """Wake whoever thinks too long."""
    raise OutOfTime
