"""A configuration of Hansa: setup, board, moves and engine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, cast

from kontor.core.kernel_configuration import KernelConfiguration
from kontor.core.values import PositionBytes
from kontor.games.hansa.board_file import BoardFile
from kontor.games.hansa.moves import move_list
from kontor.games.hansa.rules.board import Board
from kontor.games.hansa.rules.position import Position
from kontor.games.hansa.rules.scoring import LINE_NAMES
from kontor.games.hansa.setup import resolve
from kontor.kernel.seats import NO_OWNER

if TYPE_CHECKING:
    from kontor.games.hansa.engine import Engine


class Configuration(KernelConfiguration):
    """One player count, with or without the extra card."""

    package = "kontor.games.hansa"

    def __init__(self, setup: Mapping[str, Any], kernel: str | None = None, board: BoardFile | None = None) -> None:
        resolved = resolve(setup)
        self.board = board or BoardFile()
        super().__init__(resolved, move_list(self.board), kernel)

    def make_engine(self, module: Any) -> Engine:
        """Return the engine of the compiled or interpreted kernel."""
        engine: Engine = module.Engine(
            self.board_tables(),
            self.players,
            self.moves.first,
            self.board.left_out(self.players),
            self.setup.get("start_player", -1),
            "extra-card" in self.setup["modules"],
            self.setup["switches"].get("ties") == "everybody",
            self.fingerprint,
        )
        return engine

    def board_tables(self) -> Mapping[str, Sequence[int]]:
        """Return the board as tables of numbers, as the kernel takes them."""
        return self.board.board_tables()

    @property
    def line_names(self) -> tuple[str, ...]:
        """Return the score lines in play: the extra card's only with its module. [H-EXTRA-1]"""
        return LINE_NAMES if "extra-card" in self.setup["modules"] else LINE_NAMES[:-1]

    @property
    def engine(self) -> Engine:
        """Return the engine of the calling thread."""
        return cast("Engine", self.thread_state.engine)

    def loaded(self, position: PositionBytes) -> Position:
        """Load a position into the thread's interpreted `Position` and return it."""
        loaded: Position = self.thread_state.position
        loaded.load(position)
        return loaded

    def new_position(self) -> Position:
        """Return a new `Position` of the interpreted kernel."""
        return Position(self._interpreted_board, self.players)

    def blank(self) -> Position:
        """Return that `Position` with every cell 0, for a position reader to fill."""
        return self.loaded(bytearray(len(self.thread_state.position.store)))

    def leaders(self, position: PositionBytes) -> dict[str, int]:
        """Return the leading seat of each port that has one. [H-BUY-3]"""
        p = self.loaded(position)
        leaders = {port: p.leader(n) for n, port in enumerate(self.board.ports)}
        return {port: seat for port, seat in leaders.items() if seat != NO_OWNER}

    @cached_property
    def _interpreted_board(self) -> Board:
        return Board(self.board.board_tables())
