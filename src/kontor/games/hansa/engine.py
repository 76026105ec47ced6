"""The engine: the door through which everything outside reaches the kernel of Hansa."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kontor.core.arguments import MOST_INT, checked_number, checked_weights
from kontor.core.checksum import Checksum
from kontor.core.generator import Generator
from kontor.core.kernel import Wide, door
from kontor.core.thinking import ThinkingEngine
from kontor.games.hansa.board import Board
from kontor.games.hansa.evaluation import WEIGHTS, Evaluation
from kontor.games.hansa.layout import ACTIVE, BAG, PHASE, SHIP, SIZE, START
from kontor.games.hansa.light import Light
from kontor.games.hansa.pieces import TILE_TYPES, barrels_of
from kontor.games.hansa.referee import Referee
from kontor.games.hansa.scoring import LINES, score_line
from kontor.games.hansa.steps.step import Step
from kontor.games.hansa.table import Table
from kontor.games.hansa.tasks import CHOOSING_START, FILLING, LEAVING_OUT, SELLING


class Engine(ThinkingEngine):
    """One configuration of Hansa, ready to play any position of it."""

    table: Table
    referee: Referee
    light: Light
    left_out: int
    start_player: int
    with_card: bool
    everybody: bool
    evaluations: list[Evaluation]

    def __init__(
        self,
        facts: dict[str, Sequence[int]],
        players: int,
        first: dict[str, int],
        left_out: int,
        start_player: int,
        with_card: bool,
        everybody: bool,
        fingerprint: Wide,
    ) -> None:
        self.table = Table(Board(facts), players)
        self.open_table = self.table
        self.checksum = Checksum(SIZE, fingerprint)
        self.referee = Referee(first, self.table.board.ports, left_out)
        self.light = Light(first)
        self.left_out = left_out
        self.start_player = start_player
        self.with_card = with_card
        self.everybody = everybody
        self.weigh_with([[0] * WEIGHTS for _ in range(players)])

    def is_over(self) -> bool:
        return self.referee.is_over(self.table)

    def decider(self) -> int:
        return self.referee.decider(self.table)

    def turn_number(self) -> int:
        return max(1, self.table.turn())

    def list_moves(self) -> None:
        self.referee.list_moves(self.table)

    def make(self, move: int) -> None:
        self.referee.play(self.table, move)

    def weight(self, move: int) -> int:
        step: Step = self.referee.step_for(self.table, move)
        return step.weight(self.table, move - step.first)

    def light_move(self, generator: Generator) -> int:
        return self.light.choose(self.table, self.referee.decider(self.table), generator)

    def is_resting(self) -> bool:
        return self.table.phase() != SELLING

    def evaluation(self, seat: int) -> Evaluation:
        """The evaluation of a seat."""
        evaluation: Evaluation = self.evaluations[seat]
        return evaluation

    def worth(self, seat: int) -> int:
        return self.evaluation(seat).worth(self.table, seat)

    def prospect(self, seat: int) -> int:
        return self.evaluation(seat).prospect(self.table, seat)

    def total(self, seat: int) -> int:
        return self.evaluation(seat).total(self.table, seat)

    def spread(self) -> int:
        return self.evaluation(0).spread(self.table)

    @door
    def weigh_with(self, rows: Sequence[Sequence[int]]) -> None:
        """Evaluate from now on with a row of weights for every seat."""
        weights = checked_weights(rows, self.table.players, WEIGHTS)
        self.evaluations = [Evaluation(row, self.with_card, self.everybody) for row in weights]

    @door
    def start(self) -> bytearray:
        """The position before anything is dealt. [H-SETUP-5, H-SETUP-6]"""
        t = self.table
        t.lay(bytearray(len(t.store)))
        for tile in range(TILE_TYPES):
            t.cells[BAG + tile] = t.board.copies[barrels_of(tile) - 1]
        for seat in range(t.players):
            t.pay(seat, -t.board.purse)
        t.cells[SHIP] = t.board.home
        if self.start_player >= 0:
            t.cells[START] = self.start_player + 1
            t.cells[ACTIVE] = self.start_player
        if self.left_out:
            t.cells[PHASE] = LEAVING_OUT
        else:
            t.cells[PHASE] = FILLING if t.cells[START] else CHOOSING_START
        return self.copied()

    @door
    def score_sheet(self, position: bytearray) -> list[list[int]]:
        """The score sheets of all seats, line by line, the extra card last."""
        t = self.table
        self.opened(position)
        sheet = []
        for seat in range(t.players):
            lines = []
            for line in range(LINES):
                lines.append(score_line(t, seat, line, self.everybody))
            sheet.append(lines)
        return sheet

    @door
    def refusal_code(self, position: bytearray, move: Any) -> int:
        """Why a move is not legal, as one of the reason codes. [H-DEC-3]"""
        number: int = checked_number(move, 0, MOST_INT, "the move")
        self.opened(position)
        return self.referee.refusal(self.table, number)

    @door
    def posts_on_board(self, position: bytearray, seat: Any) -> int:
        """The posts of a seat on the board, which break a tie. [H-SCORE-5]"""
        number: int = checked_number(seat, 0, self.table.players - 1, "the seat")
        self.opened(position)
        return self.table.on_board(number)
