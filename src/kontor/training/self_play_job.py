"""Self-play on many processes or machines, resumable after an interruption."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from kontor.arena.worker_status import WorkerStatus
from kontor.arena.workers import Engine, WorkerDied, WorkerFailure, run_local
from kontor.training.games_file import GamesFile
from kontor.training.self_play import SelfPlay, SelfPlayConfig, TrainingGame


@dataclass(frozen=True)
class SelfPlayJob:
    """A job that plays games of self-play by their numbers."""

    config: SelfPlayConfig

    def start(self, status: WorkerStatus) -> Callable[[int], TrainingGame]:
        """Prepare a worker process; no external agent takes part, so the status stays unused."""
        return SelfPlay(self.config).play

    def on_failure(self, number: int, failure: WorkerFailure) -> TrainingGame:
        """Raise WorkerDied, because the game is unknown."""
        raise WorkerDied(f"the worker process of game {number + 1} {failure.description}.")


def play_games(
    config: SelfPlayConfig,
    games: int,
    path: Path,
    jobs: int = 1,
    engine: Engine = run_local,
    progress: Callable[[int], object] = lambda games: None,
) -> GamesFile:
    """Play the games that a file does not have yet, write each to it, and return the file."""
    file = GamesFile(path, config)
    file.prepare()
    missing = [number for number in range(games) if number not in file.numbers]
    started, before = time.perf_counter(), file.seconds
    progress(games - len(missing))
    with closing(engine(SelfPlayJob(config), missing, jobs)) as played:
        for game in played:
            file.append(game, before + time.perf_counter() - started)
            progress(1)
    return file
