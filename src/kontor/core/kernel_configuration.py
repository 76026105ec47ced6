"""The configuration of a game with a kernel: setup, moves and engine, the common argument of its modules."""

from __future__ import annotations

import json
import threading
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from functools import cached_property
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, ClassVar

from kontor.core.notation import MoveList
from kontor.core.values import Setup
from kontor.kernel.runtime.loading import load_kernel

if TYPE_CHECKING:
    from kontor.kernel.base_position import BasePosition
    from kontor.kernel.observation import Observer
    from kontor.kernel.search_engine import SearchEngine


class ThreadState(threading.local):
    """What one thread changes during a call; every thread that uses a configuration runs this constructor once."""

    engine: SearchEngine
    observer: Observer | None  # of the thread's engine, once an observation was asked for
    has_network: bool  # whether the thread's engine has a network

    def __init__(self, configuration: KernelConfiguration) -> None:
        self.configuration = configuration
        self.engine = configuration.first_engine.twin()
        self.observer = None
        self.has_network = False

    @cached_property
    def position(self) -> Any:
        """Return the interpreted `Position` of the thread."""
        return self.configuration.new_position()


class KernelConfiguration(ABC):
    """The setup, the moves and the engines of one configuration.

    A call works on the position inside an engine, so every thread has an engine of its own; they share the rules.
    """

    package: ClassVar[str]  # the Python package of the game

    def __init__(self, setup: Setup, moves: MoveList, kernel: str | None) -> None:
        self.setup = setup
        self.players: int = setup["players"]
        self.moves = moves
        module, self.kernel = load_kernel(self.package, kernel)
        self.first_engine = self.make_engine(module)
        self.thread_state = ThreadState(self)

    @property
    def engine(self) -> SearchEngine:
        """Return the thread's engine of the compiled or the interpreted kernel; both export the same methods."""
        return self.thread_state.engine

    @abstractmethod
    def make_engine(self, module: Any) -> SearchEngine:
        """Return the engine of the compiled or interpreted kernel."""

    @abstractmethod
    def new_position(self) -> BasePosition:
        """Return a new `Position` of the interpreted kernel."""

    @abstractmethod
    def board_tables(self) -> Mapping[str, Sequence[int]]:
        """Return the board and the components as tables of numbers, as the kernel takes them."""

    @cached_property
    def fingerprint(self) -> int:
        """Return a 32-bit hash of the setup and the board, which every position contains."""
        tables = {name: list(table) for name, table in self.board_tables().items()}
        text = json.dumps([self.setup, tables], sort_keys=True)
        return int.from_bytes(blake2b(text.encode(), digest_size=4).digest(), "big")
