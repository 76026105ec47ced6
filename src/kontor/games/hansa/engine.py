"""The engine: the door through which everything outside reaches the kernel of Hansa."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kontor.games.hansa.ai.evaluation import WEIGHTS, Evaluation
from kontor.games.hansa.ai.light_policy import Light
from kontor.games.hansa.rules.board import Board
from kontor.games.hansa.rules.layout import ACTIVE, BAG, PHASE, SHIP, SIZE, START
from kontor.games.hansa.rules.pieces import TILE_TYPES, barrels_of
from kontor.games.hansa.rules.position import Position
from kontor.games.hansa.rules.referee import Referee
from kontor.games.hansa.rules.scoring import LINES, score_line
from kontor.games.hansa.rules.steps.step import Step
from kontor.games.hansa.rules.tasks import CHOOSING_START, FILLING, LEAVING_OUT, SELLING
from kontor.kernel.arguments import MOST_INT, checked_number, checked_weights
from kontor.kernel.checksum import Checksum
from kontor.kernel.generator import Generator
from kontor.kernel.runtime.dialect import Wide, exported
from kontor.kernel.search_engine import SearchEngine


class Engine(SearchEngine):
    """One configuration of Hansa, ready to play any position of it."""

    position: Position
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
        self.position = Position(Board(facts), players)
        self.base_position = self.position
        self.checksum = Checksum(SIZE, fingerprint)
        self.referee = Referee(first, self.position.board.ports, left_out)
        self.light = Light(first)
        self.left_out = left_out
        self.start_player = start_player
        self.with_card = with_card
        self.everybody = everybody
        self.weigh_with([[0] * WEIGHTS for _ in range(players)])

    def is_over(self) -> bool:
        return self.referee.is_over(self.position)

    def decider(self) -> int:
        return self.referee.decider(self.position)

    def turn_number(self) -> int:
        return max(1, self.position.turn())

    def list_moves(self) -> None:
        self.referee.list_moves(self.position)

    def make(self, move: int) -> None:
        self.referee.play(self.position, move)

    def weight(self, move: int) -> int:
        step: Step = self.referee.step_for(self.position, move)
        return step.weight(self.position, move - step.first)

    def light_move(self, generator: Generator) -> int:
        return self.light.choose(self.position, self.referee.decider(self.position), generator)

    def is_resting(self) -> bool:
        return self.position.phase() != SELLING

    def evaluation(self, seat: int) -> Evaluation:
        """The evaluation of a seat."""
        evaluation: Evaluation = self.evaluations[seat]
        return evaluation

    def worth(self, seat: int) -> int:
        return self.evaluation(seat).worth(self.position, seat)

    def prospect(self, seat: int) -> int:
        return self.evaluation(seat).prospect(self.position, seat)

    def total(self, seat: int) -> int:
        return self.evaluation(seat).total(self.position, seat)

    def spread(self) -> int:
        return self.evaluation(0).spread(self.position)

    @exported
    def weigh_with(self, rows: Sequence[Sequence[int]]) -> None:
        """Evaluate from now on with a row of weights for every seat."""
        weights = checked_weights(rows, self.position.players, WEIGHTS)
        self.evaluations = [Evaluation(row, self.with_card, self.everybody) for row in weights]

    @exported
    def start(self) -> bytearray:
        """The position before anything is dealt. [H-SETUP-5, H-SETUP-6]"""
        p = self.position
        p.load(bytearray(len(p.store)))
        for tile in range(TILE_TYPES):
            p.cells[BAG + tile] = p.board.copies[barrels_of(tile) - 1]
        for seat in range(p.players):
            p.pay(seat, -p.board.purse)
        p.cells[SHIP] = p.board.home
        if self.start_player >= 0:
            p.cells[START] = self.start_player + 1
            p.cells[ACTIVE] = self.start_player
        if self.left_out:
            p.cells[PHASE] = LEAVING_OUT
        else:
            p.cells[PHASE] = FILLING if p.cells[START] else CHOOSING_START
        return self.copied()

    @exported
    def score_sheet(self, position: bytearray) -> list[list[int]]:
        """The score sheets of all seats, line by line, the extra card last."""
        p = self.position
        self.opened(position)
        sheet = []
        for seat in range(p.players):
            lines = []
            for line in range(LINES):
                lines.append(score_line(p, seat, line, self.everybody))
            sheet.append(lines)
        return sheet

    @exported
    def refusal_code(self, position: bytearray, move: Any) -> int:
        """Why a move is not legal, as one of the reason codes. [H-DEC-3]"""
        number: int = checked_number(move, 0, MOST_INT, "the move")
        self.opened(position)
        return self.referee.refusal(self.position, number)

    @exported
    def posts_on_board(self, position: bytearray, seat: Any) -> int:
        """The posts of a seat on the board, which break a tie. [H-SCORE-5]"""
        number: int = checked_number(seat, 0, self.position.players - 1, "the seat")
        self.opened(position)
        return self.position.on_board(number)
