"""Worker processes that step shards of a batch."""

from __future__ import annotations

import multiprocessing
from multiprocessing.connection import Connection
from typing import Any

from kontor.envs.observed_game import observed_game
from kontor.envs.shard import BatchConfig, Shard, Sizes

CONTEXT = multiprocessing.get_context("spawn")
JOIN_SECONDS = 5.0


class WorkerLost(RuntimeError):
    """A process of a batch failed or ended; the message says how."""


def shared_memory(size: int) -> Any:
    """Return memory that workers share."""
    return CONTEXT.RawArray("B", size)


class Worker:
    """A shard in its own process."""

    def __init__(self, config: BatchConfig, memory: Any, sizes: Sizes, first: int, end: int) -> None:
        self.first = first
        self.end = end
        self.connection, child_connection = CONTEXT.Pipe()
        self.process = CONTEXT.Process(
            target=work, args=(child_connection, config, memory, sizes, first, end), daemon=True
        )
        self.process.start()
        child_connection.close()

    def send(self, method: str, *arguments: Any) -> None:
        """Request the call of a method of the shard."""
        self.connection.send((method, arguments))

    def receive(self) -> Any:
        """Return the result of the method."""
        try:
            answer = self.connection.recv()
        except EOFError:
            raise WorkerLost(f"the process of games {self.first} to {self.end - 1} ended.") from None
        if isinstance(answer, str):
            raise WorkerLost(f"the process of games {self.first} to {self.end - 1} failed: {answer}.")
        return answer

    def close(self) -> None:
        """End the process."""
        self.connection.close()
        self.process.join(JOIN_SECONDS)
        self.process.kill()


def work(
    connection: Connection[Any, Any], config: BatchConfig, memory: Any, sizes: Sizes, first: int, end: int
) -> None:
    """Serve requests for a shard until the connection is closed."""
    try:
        shard = Shard(observed_game(config.setup, config.kernel), config, memory, sizes, first, end)
        while True:
            method, arguments = connection.recv()
            connection.send(getattr(shard, method)(*arguments))
    except (EOFError, KeyboardInterrupt):
        return
    except Exception as problem:
        connection.send(f"{type(problem).__name__}: {problem}")
