"""A study of balance: many games between agents, replayed and compared."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from contextlib import closing
from functools import partial
from importlib.util import find_spec
from typing import Any

from kontor.arena.match import TournamentConfig
from kontor.arena.records import ArenaError
from kontor.arena.tournament import RunOptions, Tournament
from kontor.arena.workers import run_local
from kontor.study.balance.replayed_game import ReplayedGame, ReplayJob, replay_game

FORMAT = 1
REQUIRED_MODULES = ("scipy",)
TIMING_FIELDS = ("seconds", "decisions_per_second", "agents")


class Study:
    """A tournament whose games are replayed and compared."""

    def __init__(self, config: TournamentConfig, requested: int, options: RunOptions) -> None:
        check_installed(REQUIRED_MODULES, "arena")
        if not options.keep_moves:
            raise ValueError("a study needs the moves of its games")
        self.tournament = Tournament(config, requested, options)
        self.replayed_games: dict[int, ReplayedGame] = {}

    @property
    def numbers(self) -> list[int]:
        """The numbers of the games without a fault."""
        return sorted(number for number, outcome in self.tournament.outcomes.items() if not outcome.fault)

    def replay(self, progress: Callable[[int], object] = lambda games: None) -> None:
        """Replay the games; `progress` is called for each."""
        with closing(self.finished_replays()) as replays:
            for replayed in replays:
                self.replayed_games[replayed.number] = replayed
                progress(1)

    def finished_replays(self) -> Generator[ReplayedGame, None, None]:
        """Yield the replayed games as they finish; a single local job runs in this process."""
        options, game = self.tournament.options, self.tournament.game
        tasks = [(number, self.tournament.moves[number]) for number in self.numbers]
        if options.jobs == 1 and options.engine is run_local:
            yield from map(partial(replay_game, game), tasks)
        else:
            yield from options.engine(ReplayJob(game.setup, game.kernel), tasks, options.jobs)

    def result(self) -> dict[str, Any]:
        """Return the findings of the replayed games as data, independent of times."""
        from kontor.study.balance.findings import findings
        from kontor.study.balance.frame import Frame

        config, played = self.tournament.config, self.tournament.result()
        numbers = [number for number in self.numbers if number in self.replayed_games]
        outcomes = [self.tournament.outcomes[number] for number in numbers]
        frame = Frame(self.tournament.game.players, outcomes, [self.replayed_games[number] for number in numbers])
        found = findings(frame, config.agents) if numbers else {}
        head = {name: value for name, value in played.items() if name not in TIMING_FIELDS}
        return {"balance": FORMAT, "agents": list(config.agents), **head, **found}


def check_installed(modules: Iterable[str], extra: str) -> None:
    """Reject a study if a library is missing."""
    missing = [name for name in modules if find_spec(name) is None]
    if missing:
        raise ArenaError(f"studies of balance need {', '.join(missing)}; install kontor-games[{extra}].")
