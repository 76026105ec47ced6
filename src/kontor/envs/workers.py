"""Workers: processes that step shards of a batch beside the one that drives it."""

from __future__ import annotations

import multiprocessing
from multiprocessing.connection import Connection
from typing import Any

from kontor.core.game import PositionBytes
from kontor.envs.shard import Order, Shard, Sizes
from kontor.envs.table import observed_game

CONTEXT = multiprocessing.get_context("spawn")
PATIENCE = 5.0


class WorkerLost(RuntimeError):
    """A process of a batch failed or ended; the text says how."""


def shared_memory(size: int) -> Any:
    """Memory that workers see too."""
    return CONTEXT.RawArray("B", size)


class Worker:
    """A shard in a process of its own."""

    def __init__(self, order: Order, memory: Any, sizes: Sizes, first: int, end: int) -> None:
        self.first = first
        self.end = end
        self.line, theirs = CONTEXT.Pipe()
        self.process = CONTEXT.Process(target=work, args=(theirs, order, memory, sizes, first, end), daemon=True)
        self.process.start()
        theirs.close()

    def ask(self, question: int | None) -> None:
        """Ask for a step, or for the position of a game by its number in the shard."""
        self.line.send(question)

    def answer(self) -> PositionBytes | None:
        """What the worker answers: nothing after a step, or a position."""
        try:
            answer = self.line.recv()
        except EOFError:
            raise WorkerLost(f"the process of games {self.first} to {self.end - 1} ended.") from None
        if isinstance(answer, str):
            raise WorkerLost(f"the process of games {self.first} to {self.end - 1} failed: {answer}.")
        position: PositionBytes | None = answer
        return position

    def close(self) -> None:
        """End the process."""
        self.line.close()
        self.process.join(PATIENCE)
        self.process.kill()


def work(line: Connection[Any, Any], order: Order, memory: Any, sizes: Sizes, first: int, end: int) -> None:
    """Step a shard whenever asked, until nobody asks any more."""
    try:
        shard = Shard(observed_game(order.setup, order.kernel), order, memory, sizes, first, end)
        line.send(None)
        while True:
            question = line.recv()
            if question is None:
                shard.step()
            line.send(None if question is None else shard.position(question))
    except (EOFError, KeyboardInterrupt):
        return
    except Exception as problem:
        line.send(f"{type(problem).__name__}: {problem}")
