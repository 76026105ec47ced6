"""What a worker process does: one decision of an agent at a time, at low priority."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from multiprocessing import parent_process

from kontor.agents import catalog
from kontor.agents.reasons import Reason, reason
from kontor.core import registry
from kontor.core.agent import Agent, Budget, Choice, Thinker
from kontor.core.game import Game
from kontor.kernel.generator import Generator
from kontor.study import looking
from kontor.study.looking import Answer, Question
from kontor.study.puzzle import Puzzle
from kontor.study.verifying import is_solved

NICENESS = 10
GAMES_KEPT = 64


def begin() -> None:
    """Be nice to the server, leave Ctrl-C to it, and do not outlive it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.suppress(OSError):
        os.nice(NICENESS)
    threading.Thread(target=end_with_parent, daemon=True).start()


def end_with_parent() -> None:
    """End this process when the server is gone, however it went."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def think(setup: str, view: bytes, agent: str, seconds: float, seed: int) -> int:
    """The move an agent chooses, which sees what its seat may see."""
    player = agent_of(agent)
    budget: Budget = getattr(player, "budget", None) or Budget(seconds=seconds)
    return player.choose(game_of(setup), bytearray(view), budget, Generator(seed))


@dataclass(frozen=True)
class Advice:
    """What an agent would do, what else it considered, best first, and one reason."""

    move: int
    choices: Sequence[Choice]
    reason: Reason


def advise(setup: str, view: bytes, agent: str, seconds: float, seed: int) -> Advice:
    """The move a thinker would choose for the seat that sees the view, and why."""
    player, game, seen = agent_of(agent), game_of(setup), bytearray(view)
    assert isinstance(player, Thinker)
    thought = player.consider(game, seen, getattr(player, "budget", None) or Budget(seconds=seconds), Generator(seed))
    return Advice(thought.move, thought.choices, reason(game, seen, thought))


def look(setup: str, seed: int, question: Question) -> Answer:
    """What is found out about a decision of a game under study."""
    return looking.look(game_of(setup), seed, question)


def solves(puzzle: Puzzle, line: tuple[int, ...]) -> bool:
    """Whether a turn solves a puzzle."""
    game = game_of(json.dumps(puzzle.setup))
    return is_solved(game, puzzle.start(game), line, puzzle)


@lru_cache(maxsize=GAMES_KEPT)
def game_of(setup: str) -> Game:
    """The game of a setup, made once."""
    return registry.game(json.loads(setup))


@lru_cache(maxsize=GAMES_KEPT)
def agent_of(name: str) -> Agent:
    """The agent of a name, made once; the name may come from a database that was tampered with."""
    return catalog.listed_agent(name)
