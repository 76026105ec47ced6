"""A configuration of Hansa Teutonica: setup, switches, board, markers, moves and engine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, cast

from kontor.core.kernel_configuration import KernelConfiguration
from kontor.core.values import PositionBytes
from kontor.games.teutonica.board_file import BoardFile
from kontor.games.teutonica.moves import move_list
from kontor.games.teutonica.rules.board import Board
from kontor.games.teutonica.rules.endings import ENDINGS
from kontor.games.teutonica.rules.layout import ENDED
from kontor.games.teutonica.rules.pieces import MARKER_IDS
from kontor.games.teutonica.rules.position import Position
from kontor.games.teutonica.setup import engine_switches, marker_mix, resolve, start_markers

if TYPE_CHECKING:
    from kontor.games.teutonica.engine import Engine


class Configuration(KernelConfiguration):
    """One edition, board, player count and set of modules."""

    package = "kontor.games.teutonica"

    def __init__(self, setup: Mapping[str, Any], kernel: str | None = None) -> None:
        resolved = resolve(setup)
        self.switches = engine_switches(resolved["switches"])
        self.board = BoardFile(resolved["board"], self.switches["pawn_rim"])
        mix = resolved.get("markers") or marker_mix(resolved["edition"])
        self.marker_mix = [mix.get(marker, 0) for marker in MARKER_IDS]
        self.start_marker_ids = start_markers(resolved["edition"])
        self.start_markers = [self.start_marker_ids.count(marker) for marker in MARKER_IDS]
        super().__init__(resolved, move_list(self.board), kernel)

    def make_engine(self, module: Any) -> Engine:
        """Make the engine with the compiled or interpreted kernel."""
        engine: Engine = module.Engine(
            self.board_tables(),
            self.players,
            self.moves.first | {"end": self.moves.size},
            self.switches,
            self.setup["modules"],
            self.marker_mix,
            self.start_markers,
            self.fingerprint,
        )
        return engine

    def board_tables(self) -> Mapping[str, Sequence[int]]:
        """Return the board and the markers as tables of numbers, as the kernel takes them."""
        return {**self.board.board_tables(), "markers": self.marker_mix, "start_markers": self.start_markers}

    def ended_by(self, position: PositionBytes) -> str | None:
        """Return the ending, or None before the end of the game. [HT-END-1]"""
        return ENDINGS[position[ENDED]] or None

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
        return Position(self.interpreted_board, self.players)

    @cached_property
    def interpreted_board(self) -> Board:
        """The tables of the board for Python code outside the compiled kernel."""
        return Board(self.board.board_tables())
