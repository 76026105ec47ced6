"""The functions that run in a worker process, at low priority."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from kontor.agents import catalog
from kontor.agents.reasons import Reason, reason, stated_plan
from kontor.core import registry
from kontor.core.agent import Agent, AnalyzingAgent, Budget, CandidateMove
from kontor.core.game import Game
from kontor.kernel.generator import Generator
from kontor.study import evaluation
from kontor.study.evaluation import Evaluation, EvaluationRequest
from kontor.study.puzzle import Puzzle
from kontor.study.puzzle_verification import is_solved

GAMES_KEPT = 64


@dataclass(frozen=True)
class ChosenMove:
    """The move of an agent, and the plan behind it if it was asked for and there is one."""

    move: int
    plan: Reason | None = None


def choose_move(setup: str, view: bytes, agent: str, seconds: float, seed: int) -> ChosenMove:
    """Return the move of an agent, which sees what its seat may see."""
    player = agent_of(agent)
    return ChosenMove(player.choose(game_of(setup), bytearray(view), budget_for(player, seconds), Generator(seed)))


def budget_for(player: Agent, seconds: float) -> Budget:
    """Return the seconds, or an empty budget for an agent that has its own; `expert` then uses a free core."""
    return Budget() if hasattr(player, "budget") else Budget(seconds=seconds)


def choose_with_plan(setup: str, view: bytes, agent: str, seconds: float, seed: int) -> ChosenMove:
    """Return the move of an agent and its plan, which contains nothing that only its seat may know."""
    move = choose_move(setup, view, agent, seconds, seed).move
    return ChosenMove(move, stated_plan(game_of(setup), bytearray(view), move))


@dataclass(frozen=True)
class Advice:
    """The move an agent would make, the choices it considered, best first, and one reason."""

    move: int
    choices: Sequence[CandidateMove]
    reason: Reason


def advise(setup: str, view: bytes, agent: str, seconds: float, seed: int) -> Advice:
    """Return the move a thinker would choose for the seat of a view, and why."""
    player, game, seen = agent_of(agent), game_of(setup), bytearray(view)
    assert isinstance(player, AnalyzingAgent)
    thought = player.analyze(game, seen, budget_for(player, seconds), Generator(seed))
    return Advice(thought.move, thought.choices, reason(game, seen, thought))


def look(setup: str, seed: int, question: EvaluationRequest) -> Evaluation:
    """What is found out about a decision of a game under study."""
    return evaluation.evaluate(game_of(setup), seed, question)


def solves(puzzle: Puzzle, line: tuple[int, ...]) -> bool:
    """Return whether a turn solves a puzzle."""
    game = game_of(json.dumps(puzzle.setup))
    return is_solved(game, puzzle.start(game), line, puzzle)


@lru_cache(maxsize=GAMES_KEPT)
def game_of(setup: str) -> Game:
    """Return the game of a setup, created once."""
    return registry.game(json.loads(setup))


@lru_cache(maxsize=GAMES_KEPT)
def agent_of(name: str) -> Agent:
    """Return the agent of a name, created once; the name may come from a database that was tampered with."""
    return catalog.listed_agent(name)
