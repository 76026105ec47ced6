"""The engine of Hansa: the exported functions of its kernel."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kontor.games.hansa.ai.evaluation import WEIGHTS, Evaluation
from kontor.games.hansa.ai.features import FEATURES, SHARED_FEATURES, Features
from kontor.games.hansa.ai.light_policy import LightPolicy
from kontor.games.hansa.rules.board import Board
from kontor.games.hansa.rules.layout import ACTIVE, BAG, PHASE, SHIP, SIZE, START
from kontor.games.hansa.rules.pieces import TILE_TYPES, barrels_of
from kontor.games.hansa.rules.position import Position
from kontor.games.hansa.rules.referee import Referee
from kontor.games.hansa.rules.scoring import EXTRA_LINE, LINES, score_line
from kontor.games.hansa.rules.tasks import CHOOSING_START, FILLING, LEAVING_OUT, SELLING
from kontor.kernel.arguments import MOST_INT, checked_number, checked_weights
from kontor.kernel.checksum import Checksum
from kontor.kernel.generator import Generator
from kontor.kernel.runtime.dialect import Ints, UInt64, exported
from kontor.kernel.search_engine import SearchEngine


class Engine(SearchEngine):
    """The engine of one configuration of Hansa."""

    position: Position
    referee: Referee
    light: LightPolicy
    left_out: int
    start_player: int
    with_card: bool
    ties_score: bool
    evaluations: list[Evaluation]
    seat_features: Features

    def __init__(
        self,
        tables: dict[str, Sequence[int]],
        players: int,
        first: dict[str, int],
        left_out: int,
        start_player: int,
        with_card: bool,
        ties_score: bool,
        fingerprint: UInt64,
    ) -> None:
        self.position = Position(Board(tables), players)
        self.base_position = self.position
        self.checksum = Checksum(SIZE, fingerprint)
        self.referee = Referee(first, self.position.board.ports, left_out)
        self.light = LightPolicy(first)
        self.left_out = left_out
        self.start_player = start_player
        self.with_card = with_card
        self.ties_score = ties_score
        self.has_network = False
        self.set_weights([[0] * WEIGHTS for _ in range(players)])
        self.set_feature_weights([0] * WEIGHTS)

    @exported
    def twin(self) -> Any:
        """Return another engine of this configuration: it shares the rules and has its own position and weights."""
        twin: Engine = Engine.__new__(Engine)
        twin.position = Position(self.position.board, self.position.players)
        twin.base_position = twin.position
        twin.checksum, twin.referee, twin.light = self.checksum, self.referee, self.light
        twin.left_out, twin.start_player = self.left_out, self.start_player
        twin.with_card, twin.ties_score = self.with_card, self.ties_score
        twin.set_weights([[0] * WEIGHTS for _ in range(twin.position.players)])
        twin.set_feature_weights(list(self.seat_features.evaluation.w))
        twin.share_network(self)
        return twin

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

    def list_weights(self) -> None:
        self.referee.list_weights(self.position)

    def light_move(self, generator: Generator) -> int:
        return self.light.choose(self.position, self.referee.decider(self.position), generator)

    def is_between_actions(self) -> bool:
        return self.position.phase() != SELLING

    def evaluation(self, seat: int) -> Evaluation:
        """Return the evaluation of a seat."""
        evaluation: Evaluation = self.evaluations[seat]
        return evaluation

    def worth(self, seat: int) -> int:
        return self.evaluation(seat).worth(self.position, seat)

    def expected_points(self, seat: int) -> int:
        return self.evaluation(seat).expected_points(self.position, seat)

    def total(self, seat: int) -> int:
        return self.evaluation(seat).total(self.position, seat)

    def spread(self) -> int:
        return self.evaluation(0).spread(self.position)

    def feature_count(self) -> int:
        return FEATURES

    def shared_feature_count(self) -> int:
        return SHARED_FEATURES

    def write_shared_features(self, row: Ints) -> None:
        self.seat_features.write_shared(self.position, row)

    def write_features(self, seat: int, row: Ints) -> None:
        self.seat_features.write_seat(self.position, seat, row)

    @exported
    def set_feature_weights(self, weights: Sequence[int]) -> None:
        """Set the weights of the evaluation that is part of the features."""
        row = checked_weights([weights], 1, WEIGHTS)[0]
        self.seat_features = Features(row, self.with_card, self.ties_score)

    @exported
    def set_weights(self, rows: Sequence[Sequence[int]]) -> None:
        """Set the weights of the evaluation, one row for every seat."""
        weights = checked_weights(rows, self.position.players, WEIGHTS)
        self.evaluations = [Evaluation(row, self.with_card, self.ties_score) for row in weights]

    @exported
    def start(self) -> bytearray:
        """Return the position before anything is dealt. [H-SETUP-5, H-SETUP-6]"""
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
        return self.position_copy()

    @exported
    def score_sheet(self, position: bytearray) -> list[list[int]]:
        """Return the score lines of all seats, the extra card last if it is in play."""
        p = self.position
        self.load_checked(position)
        sheet = []
        for seat in range(p.players):
            lines = []
            for line in range(LINES if self.with_card else EXTRA_LINE):
                lines.append(score_line(p, seat, line, self.ties_score))
            sheet.append(lines)
        return sheet

    @exported
    def refusal_code(self, position: bytearray, move: Any) -> int:
        """Return why a move is not legal as one of the reason codes, or 0 if it is legal. [H-DEC-3]"""
        number: int = checked_number(move, 0, MOST_INT, "the move")
        self.load_checked(position)
        return self.referee.refusal(self.position, number)

    @exported
    def posts_on_board(self, position: bytearray, seat: Any) -> int:
        """Return the posts of a seat on the board, which break a tie. [H-SCORE-5]"""
        number: int = checked_number(seat, 0, self.position.players - 1, "the seat")
        self.load_checked(position)
        return self.position.on_board(number)
