"""Engine of Hansa Teutonica: the class of the compiled kernel that Python code calls."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from kontor.games.teutonica.ai.evaluation import Evaluation
from kontor.games.teutonica.ai.features import FEATURES, SHARED_FEATURES, Features
from kontor.games.teutonica.ai.holdings import Holdings
from kontor.games.teutonica.ai.light_policy import LightPolicy
from kontor.games.teutonica.ai.weights import WEIGHTS
from kontor.games.teutonica.rules.board import Board
from kontor.games.teutonica.rules.build_rules import apply_modules
from kontor.games.teutonica.rules.fees import FEES
from kontor.games.teutonica.rules.layout import ACTIONS_LEFT, BAG, ENDED, HAND, SIZE, TURN_LOW
from kontor.games.teutonica.rules.modules.missions import determinize_missions
from kontor.games.teutonica.rules.pieces import (
    KINDS,
    MARKER_TYPES,
    NEUTRAL,
    SWAP_MARKER,
    TRADER,
    actions_value,
    piece_of,
)
from kontor.games.teutonica.rules.position import Position
from kontor.games.teutonica.rules.referee import Referee
from kontor.games.teutonica.rules.rule_set import RuleSet
from kontor.games.teutonica.rules.scoring import LINES, score_line
from kontor.games.teutonica.rules.steps.turn import actions_granted
from kontor.games.teutonica.rules.tasks import OPENING, SEQUENCE, TURN, WHICH
from kontor.kernel.arguments import MOST_INT, checked_number, checked_weights
from kontor.kernel.checksum import Checksum
from kontor.kernel.generator import Generator
from kontor.kernel.runtime.dialect import Ints, UInt64, exported
from kontor.kernel.search_engine import SearchEngine

PIECES_FOR_ROUTE: Final = 4  # as many as the largest route has spaces


class Engine(SearchEngine):
    """Engine of one configuration; it can play any of its positions."""

    position: Position
    referee: Referee
    light: LightPolicy
    evaluations: list[Evaluation]
    seat_features: Features
    place: int
    displace: int
    lift: int
    relocate: int
    put: int
    swap: int
    bag: list[int]
    has_neutral: bool
    neutral_ranks: bool
    two_places: bool

    def __init__(
        self,
        tables: dict[str, Sequence[int]],
        players: int,
        first: dict[str, int],
        switches: dict[str, Any],
        modules: list[str],
        bag: list[int],
        start: list[int],
        fingerprint: UInt64,
    ) -> None:
        board = Board(tables)
        rules = apply_modules(RuleSet(first, switches, start, board.gateways > 0), modules)
        self.position = Position(board, players)
        self.base_position = self.position
        self.checksum = Checksum(SIZE, fingerprint)
        self.referee = Referee(rules)
        self.light = LightPolicy(rules)
        self.place, self.displace, self.relocate = first["place"], first["displace"], first["relocate"]
        self.lift, self.put, self.swap = first["lift"], first["put"], first["swap"]
        self.bag = bag
        self.has_neutral = "two-player-neutral" in modules
        self.neutral_ranks = switches["neutral_regions"] != "ignored"
        self.two_places = switches["region_tie"] == "two-places"
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
        twin.place, twin.displace, twin.relocate = self.place, self.displace, self.relocate
        twin.lift, twin.put, twin.swap = self.lift, self.put, self.swap
        twin.bag = self.bag
        twin.has_neutral, twin.neutral_ranks = self.has_neutral, self.neutral_ranks
        twin.two_places = self.two_places
        twin.set_weights([[0] * WEIGHTS for _ in range(twin.position.players)])
        twin.set_feature_weights(list(self.seat_features.evaluation.w))
        twin.share_network(self)
        return twin

    def is_over(self) -> bool:
        return self.position.cells[ENDED] != 0

    def decider(self) -> int:
        return self.position.decider()

    def turn_number(self) -> int:
        return self.position.turn()

    def list_moves(self) -> None:
        self.referee.list_moves(self.position)

    def make(self, move: int) -> None:
        self.referee.play(self.position, move)

    def list_weights(self) -> None:
        self.referee.list_weights(self.position)

    def light_move(self, generator: Generator) -> int:
        return self.light.choose(self.position, generator)

    def evaluation(self, seat: int) -> Evaluation:
        """Return the evaluation of a seat."""
        evaluation: Evaluation = self.evaluations[seat]
        return evaluation

    def prepare_evaluation(self) -> None:
        for seat in range(self.position.players):
            self.evaluation(seat).prepare_evaluation(self.position)

    def worth(self, seat: int) -> int:
        return self.evaluation(seat).worth(self.position, seat)

    def expected_points(self, seat: int) -> int:
        return self.evaluation(seat).expected_points(self.position, seat)

    def total(self, seat: int) -> int:
        return self.evaluation(seat).total(self.position, seat)

    def spread(self) -> int:
        return self.evaluation(0).spread()

    def determinize(self, generator: Generator) -> None:
        determinize_missions(self.position, generator)

    def is_fast_candidate(self, move: int) -> bool:
        return not self.lift <= move < self.put or self.position.task() != TURN

    def is_between_actions(self) -> bool:
        return self.position.task() == TURN

    def is_deadlocked(self) -> bool:
        if self.is_over():
            return False
        for seat in range(self.position.players):
            if self.can_fill_routes(seat):
                return False
        return True

    def can_fill_routes(self, seat: int) -> bool:
        """Return whether a seat has enough pieces outside cities to fill any route."""
        p = self.position
        pieces = p.supply_size(seat) + p.stock_size(seat)
        if p.active() == seat:
            pieces += p.cells[HAND]
        if pieces >= PIECES_FOR_ROUTE:
            return True
        for route in range(p.board.routes):
            pieces += p.pieces_on_route(seat, route)
        return pieces >= PIECES_FOR_ROUTE

    def is_idle(self, move: int) -> bool:
        choice = move - self.swap  # a Swap Marker for a Swap Marker [HT-PRO-2]
        return 0 <= choice < self.position.players * MARKER_TYPES and choice % MARKER_TYPES == SWAP_MARKER

    def is_distinct(self, move: int) -> bool:
        for first, ways in ((self.lift, 1), (self.displace, KINDS * FEES)):
            if first <= move < first + ways * self.position.board.spaces:
                return self.is_first_such_piece((move - first) // ways)
        for first, kinds in ((self.place, KINDS), (self.relocate, KINDS), (self.put, 1)):
            if first <= move < first + kinds * self.position.board.spaces:
                return self.is_first_of_route(move - first, kinds)
        return True

    def is_first_of_route(self, choice: int, kinds: int) -> bool:
        """Return whether no lower-numbered empty space of the route accepts the same kinds. [HT-DEC-1]"""
        p, space = self.position, choice // kinds
        for other in range(p.board.route_first[p.board.route_of[space]], space):
            if p.is_free(other) and p.board.is_ship[other] == p.board.is_ship[space]:
                return False
        return True

    def is_first_such_piece(self, space: int) -> bool:
        """Return whether no lower-numbered space of the route holds an equal piece. [HT-DEC-1]"""
        p = self.position
        for other in range(p.board.route_first[p.board.route_of[space]], space):
            if p.piece_at(other) == p.piece_at(space) and p.board.is_ship[other] == p.board.is_ship[space]:
                return False
        return True

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
        self.seat_features = Features(row, self.neutral_ranks, self.two_places, self.position.board.cities)

    @exported
    def set_weights(self, rows: Sequence[Sequence[int]]) -> None:
        """Set the weights of the evaluation, one row per seat."""
        weights = checked_weights(rows, self.position.players, WEIGHTS)
        holdings = Holdings(self.position.board.cities)
        self.evaluations = [Evaluation(row, self.neutral_ranks, self.two_places, holdings) for row in weights]

    @exported
    def blank(self) -> bytearray:
        """Return the position after setup, before any chance move: no route has a marker. [HT-SET-5 … HT-SET-9]"""
        p = self.position
        p.load(bytearray(len(p.store)))
        for seat in range(p.players):
            self.set_up_seat(p, seat)
        for marker in range(MARKER_TYPES):
            p.cells[BAG + marker] = self.bag[marker]
        if self.has_neutral:
            self.set_up_neutral(p)
        p.cells[TURN_LOW] = 1
        p.cells[ACTIONS_LEFT] = actions_value(0)
        p.push(TURN, 0)
        return self.position_copy()

    def set_up_seat(self, p: Position, seat: int) -> None:
        """Split the pieces of a seat between supply and stock. [HT-SET-7]"""
        p.add_to_supply(seat, 0, 5 + seat)
        p.add_to_supply(seat, 1, 1)
        p.add_to_stock(seat, 0, 6 - seat)

    def set_up_neutral(self, p: Position) -> None:
        """Put a neutral trader on every route with an ability, the special city or a tavern. [HT-P2N-1]"""
        board = p.board
        for route in range(board.routes):
            is_tavern = False
            for n in range(len(board.taverns)):
                is_tavern = is_tavern or board.taverns[n] == route
            if board.neutral_home[route] or is_tavern:
                p.put(board.first_house[route], piece_of(NEUTRAL, TRADER))

    @exported
    def start(self) -> bytearray:
        """Return the position in which the first chance move is due. [HT-SET-3]"""
        self.blank()
        p = self.position
        p.push(SEQUENCE, 0)
        p.set_argument(WHICH, OPENING)
        self.referee.settle(p)
        return self.position_copy()

    @exported
    def settle(self, position: bytearray) -> None:
        """Run all stages that are due in a position that was read from data."""
        self.load_checked(position)
        self.referee.settle(self.position)
        self.copy_into(position)

    @exported
    def task(self, position: bytearray) -> int:
        """Return the task on top of the stack."""
        self.load_checked(position)
        return self.position.task()

    @exported
    def refusal_code(self, position: bytearray, move: Any) -> int:
        """Return why a move is not legal as one of the reason codes, or LEGAL. [HT-INV-7]"""
        number: int = checked_number(move, 0, MOST_INT, "the move")
        self.load_checked(position)
        return self.referee.refusal(self.position, number)

    @exported
    def score_sheet(self, position: bytearray) -> list[list[int]]:
        """Return the points of every line for all seats."""
        p = self.position
        self.load_checked(position)
        sheet = []
        for seat in range(p.players):
            lines = []
            for line in range(LINES):
                lines.append(score_line(p, seat, line, self.neutral_ranks, self.two_places))
            sheet.append(lines)
        return sheet

    @exported
    def actions_granted(self, position: bytearray, seat: Any) -> int:
        """Return the number of actions a seat has at the start of its turn. [HT-TRN-2]"""
        number: int = checked_number(seat, 0, self.position.players - 1, "the seat")
        self.load_checked(position)
        return actions_granted(self.position, number)
