"""What a worker process does: one decision of an agent at a time, at low priority."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import threading
from functools import lru_cache
from multiprocessing import parent_process

from kontor.agents import catalog
from kontor.core import registry
from kontor.core.agent import Agent, Budget
from kontor.core.game import Game
from kontor.core.generator import Generator

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


@lru_cache(maxsize=GAMES_KEPT)
def game_of(setup: str) -> Game:
    """The game of a setup, made once."""
    return registry.game(json.loads(setup))


@lru_cache(maxsize=GAMES_KEPT)
def agent_of(name: str) -> Agent:
    """The agent of a name, made once."""
    return catalog.agent(name)
