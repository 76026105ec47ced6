"""Games of a simulation that agents outside the kernel play, move by move."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

from kontor.agents import catalog
from kontor.arena.play import Fault, play
from kontor.arena.records import ArenaError
from kontor.arena.supervised_agent import BudgetPolicy, SupervisedAgent
from kontor.arena.worker_status import WorkerStatus
from kontor.arena.workers import WorkerFailure
from kontor.core.game import Game, Playout
from kontor.core.values import PositionBytes
from kontor.kernel.engine import HASH_PRIME, HASH_START
from kontor.kernel.generator import MASK


class AgentGames:
    """Plays games between named agents, which are created anew for every game."""

    def __init__(
        self,
        game: Game,
        names: Sequence[str],
        budget_policy: BudgetPolicy,
        sources: Mapping[str, bytes],
        status: WorkerStatus,
    ) -> None:
        self.game, self.names, self.status = game, names, status
        factory = partial(catalog.agent, sources=sources)
        self.supervised = partial(SupervisedAgent, budget_policy=budget_policy, factory=factory, status=status)

    def play(self, number: int, seed: int, cap: int) -> tuple[PositionBytes, Playout]:
        """Return the last position of a game and how it was played; raise ArenaError if an agent fails."""
        self.status.start_game()
        agents = [self.supervised(name) for name in self.names]
        played = play(self.game, agents, seed, cap, on_move=self.status.record_move)
        if played.fault:
            raise fault_error(number, len(played.moves), played.fault)
        return played.position, Playout(len(played.moves), digest_of(played.moves), played.moves)

    def died(self, number: int, moves: Sequence[int], failure: WorkerFailure) -> ArenaError:
        """Return the exception for a game whose deciding agent ended its process after some moves."""
        position = self.game.start()
        for move in moves:
            self.game.advance(position, move)
        seat = self.game.to_move(position)
        fault = self.supervised(self.names[seat]).process_fault(failure.description, failure.limit_seconds)
        return fault_error(number, len(moves), replace(fault, seat=seat))


def fault_error(number: int, moves: int, fault: Fault) -> ArenaError:
    """Return the exception that names the game, seat and move of a fault."""
    return ArenaError(f"game {number + 1}, seat {fault.seat}, move {moves + 1}: {fault.sentence}")


def digest_of(moves: Sequence[int]) -> int:
    """Return the hash of moves that the kernel computes for the games it plays."""
    digest = HASH_START
    for move in moves:
        digest = ((digest ^ move) * HASH_PRIME) & MASK
    return digest


def check_agent(name: str, game: Game) -> None:
    """Reject an unknown or unsuitable agent before any game is played."""
    try:
        catalog.check_agent(name, game)
    except catalog.AgentError as problem:
        raise ArenaError(str(problem)) from problem
