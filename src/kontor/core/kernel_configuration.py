"""The configuration of a game with a kernel: setup, moves and engine, the common argument of its modules."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from functools import cached_property
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, ClassVar

from kontor.core.game import Setup
from kontor.core.notation import MoveList
from kontor.kernel.runtime.loading import load_kernel

if TYPE_CHECKING:
    from kontor.kernel.search_engine import SearchEngine


class KernelConfiguration(ABC):
    """The setup, the moves and the engine of one configuration."""

    package: ClassVar[str]  # the Python package of the game
    engine: SearchEngine  # of the compiled or the interpreted kernel; both have the same exported methods

    def __init__(self, setup: Setup, moves: MoveList, kernel: str | None) -> None:
        self.setup = setup
        self.players: int = setup["players"]
        self.moves = moves
        module, self.kernel = load_kernel(self.package, kernel)
        self.engine = self.make_engine(module)

    @abstractmethod
    def make_engine(self, module: Any) -> SearchEngine:
        """Return the engine of the compiled or interpreted kernel."""

    @abstractmethod
    def board_tables(self) -> Mapping[str, Sequence[int]]:
        """Return the board and the components as tables of numbers, as the kernel takes them."""

    @cached_property
    def fingerprint(self) -> int:
        """Return a 32-bit hash of the setup and the board, which every position contains."""
        tables = {name: list(table) for name, table in self.board_tables().items()}
        text = json.dumps([self.setup, tables], sort_keys=True)
        return int.from_bytes(blake2b(text.encode(), digest_size=4).digest(), "big")
