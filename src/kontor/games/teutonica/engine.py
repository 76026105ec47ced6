"""The engine: the door through which everything outside reaches the kernel."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from kontor.core.arguments import MOST_INT, checked_number, checked_weights
from kontor.core.checksum import Checksum
from kontor.core.generator import Generator
from kontor.core.kernel import Wide, door
from kontor.core.thinking import ThinkingEngine
from kontor.games.teutonica.board import Board
from kontor.games.teutonica.composing import fold_modules
from kontor.games.teutonica.evaluation import WEIGHTS, Evaluation
from kontor.games.teutonica.fees import FEES
from kontor.games.teutonica.holdings import Holdings
from kontor.games.teutonica.layout import ACTIONS_LEFT, BAG, ENDED, HAND, SIZE, TURN_LOW
from kontor.games.teutonica.light import Light
from kontor.games.teutonica.modules.missions import guess_missions
from kontor.games.teutonica.pieces import (
    KINDS,
    MARKER_TYPES,
    NEUTRAL,
    SWAP_MARKER,
    TRADER,
    actions_value,
    piece_of,
)
from kontor.games.teutonica.referee import Referee
from kontor.games.teutonica.rules import Rules
from kontor.games.teutonica.scoring import LINES, score_line
from kontor.games.teutonica.steps.step import Step
from kontor.games.teutonica.steps.turning import actions_granted
from kontor.games.teutonica.table import Table
from kontor.games.teutonica.tasks import OPENING, SEQUENCE, TURN, WHICH

PIECES_FOR_ROUTE: Final = 4  # as many as the largest route has spaces


class Engine(ThinkingEngine):
    """One configuration of Hansa Teutonica, ready to play any position of it."""

    table: Table
    referee: Referee
    light: Light
    evaluations: list[Evaluation]
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
        facts: dict[str, Sequence[int]],
        players: int,
        first: dict[str, int],
        switches: dict[str, Any],
        modules: list[str],
        bag: list[int],
        start: list[int],
        fingerprint: Wide,
    ) -> None:
        board = Board(facts)
        rules = fold_modules(Rules(first, switches, start, board.gateways > 0), modules)
        self.table = Table(board, players)
        self.open_table = self.table
        self.checksum = Checksum(SIZE, fingerprint)
        self.referee = Referee(rules)
        self.light = Light(rules)
        self.place, self.displace, self.relocate = first["place"], first["displace"], first["relocate"]
        self.lift, self.put, self.swap = first["lift"], first["put"], first["swap"]
        self.bag = bag
        self.has_neutral = "two-player-neutral" in modules
        self.neutral_ranks = switches["neutral_regions"] != "ignored"
        self.two_places = switches["region_tie"] == "two-places"
        self.weigh_with([[0] * WEIGHTS for _ in range(players)])

    def is_over(self) -> bool:
        return self.table.cells[ENDED] != 0

    def decider(self) -> int:
        return self.table.decider()

    def turn_number(self) -> int:
        return self.table.turn()

    def list_moves(self) -> None:
        self.referee.list_moves(self.table)

    def make(self, move: int) -> None:
        self.referee.play(self.table, move)

    def weight(self, move: int) -> int:
        step: Step = self.referee.step_for(self.table, move)
        return step.weight(self.table, move - step.first)

    def light_move(self, generator: Generator) -> int:
        return self.light.choose(self.table, generator)

    def evaluation(self, seat: int) -> Evaluation:
        """The evaluation of a seat."""
        evaluation: Evaluation = self.evaluations[seat]
        return evaluation

    def look_ahead(self) -> None:
        for seat in range(self.table.players):
            self.evaluation(seat).look_ahead(self.table)

    def worth(self, seat: int) -> int:
        return self.evaluation(seat).worth(self.table, seat)

    def prospect(self, seat: int) -> int:
        return self.evaluation(seat).prospect(self.table, seat)

    def total(self, seat: int) -> int:
        return self.evaluation(seat).total(self.table, seat)

    def spread(self) -> int:
        return self.evaluation(0).spread()

    def guess(self, generator: Generator) -> None:
        guess_missions(self.table, generator)

    def is_obvious(self, move: int) -> bool:
        return not self.lift <= move < self.put or self.table.task() != TURN

    def is_resting(self) -> bool:
        return self.table.task() == TURN

    def is_deadlocked(self) -> bool:
        if self.is_over():
            return False
        for seat in range(self.table.players):
            if self.can_fill_routes(seat):
                return False
        return True

    def can_fill_routes(self, seat: int) -> bool:
        """Whether a seat has enough pieces outside cities to fill any route with them."""
        t = self.table
        pieces = t.supply_size(seat) + t.stock_size(seat)
        if t.active() == seat:
            pieces += t.cells[HAND]
        if pieces >= PIECES_FOR_ROUTE:
            return True
        for route in range(t.board.routes):
            pieces += t.standing_on(seat, route)
        return pieces >= PIECES_FOR_ROUTE

    def is_idle(self, move: int) -> bool:
        choice = move - self.swap  # a Swap Marker for a Swap Marker [HT-PRO-2]
        return 0 <= choice < self.table.players * MARKER_TYPES and choice % MARKER_TYPES == SWAP_MARKER

    def is_distinct(self, move: int) -> bool:
        for first, ways in ((self.lift, 1), (self.displace, KINDS * FEES)):
            if first <= move < first + ways * self.table.board.spaces:
                return self.is_first_such_piece((move - first) // ways)
        for first, kinds in ((self.place, KINDS), (self.relocate, KINDS), (self.put, 1)):
            if first <= move < first + kinds * self.table.board.spaces:
                return self.is_first_of_route(move - first, kinds)
        return True

    def is_first_of_route(self, choice: int, kinds: int) -> bool:
        """Whether no empty space with a lower number of the route accepts the same kinds. [HT-DEC-1]"""
        t, space = self.table, choice // kinds
        for other in range(t.board.route_first[t.board.route_of[space]], space):
            if t.is_free(other) and t.board.is_ship[other] == t.board.is_ship[space]:
                return False
        return True

    def is_first_such_piece(self, space: int) -> bool:
        """Whether no equal piece stands on a space with a lower number of the route. [HT-DEC-1]"""
        t = self.table
        for other in range(t.board.route_first[t.board.route_of[space]], space):
            if t.piece_at(other) == t.piece_at(space) and t.board.is_ship[other] == t.board.is_ship[space]:
                return False
        return True

    @door
    def weigh_with(self, rows: Sequence[Sequence[int]]) -> None:
        """Evaluate from now on with a row of weights for every seat."""
        weights = checked_weights(rows, self.table.players, WEIGHTS)
        holdings = Holdings(self.table.board.cities)
        self.evaluations = [Evaluation(row, self.neutral_ranks, self.two_places, holdings) for row in weights]

    @door
    def blank(self) -> bytearray:
        """The position after the set-up without its chances: no marker on any route yet. [HT-SET-5 … HT-SET-9]"""
        t = self.table
        t.lay(bytearray(len(t.store)))
        for seat in range(t.players):
            self.set_up_seat(t, seat)
        for marker in range(MARKER_TYPES):
            t.cells[BAG + marker] = self.bag[marker]
        if self.has_neutral:
            self.set_up_neutral(t)
        t.cells[TURN_LOW] = 1
        t.cells[ACTIONS_LEFT] = actions_value(0)
        t.push(TURN, 0)
        return self.copied()

    def set_up_seat(self, t: Table, seat: int) -> None:
        """Split the pieces of a seat between supply and stock. [HT-SET-7]"""
        t.add_to_supply(seat, 0, 5 + seat)
        t.add_to_supply(seat, 1, 1)
        t.add_to_stock(seat, 0, 6 - seat)

    def set_up_neutral(self, t: Table) -> None:
        """Put a neutral trader on every route with an ability, the special city or a tavern. [HT-P2N-1]"""
        board = t.board
        for route in range(board.routes):
            is_tavern = False
            for n in range(len(board.taverns)):
                is_tavern = is_tavern or board.taverns[n] == route
            if board.neutral_home[route] or is_tavern:
                t.put(board.first_house[route], piece_of(NEUTRAL, TRADER))

    @door
    def start(self) -> bytearray:
        """The position at which the first chance move is due. [HT-SET-3]"""
        self.blank()
        t = self.table
        t.push(SEQUENCE, 0)
        t.remember(WHICH, OPENING)
        self.referee.settle(t)
        return self.copied()

    @door
    def settle(self, position: bytearray) -> None:
        """Let run what runs by itself in a position put together from outside."""
        self.opened(position)
        self.referee.settle(self.table)
        self.put_back(position)

    @door
    def task(self, position: bytearray) -> int:
        """The task on top of the stack."""
        self.opened(position)
        return self.table.task()

    @door
    def refusal_code(self, position: bytearray, move: Any) -> int:
        """Return why a move is not legal as one of the reason codes, or LEGAL. [HT-INV-7]"""
        number: int = checked_number(move, 0, MOST_INT, "the move")
        self.opened(position)
        return self.referee.refusal(self.table, number)

    @door
    def score_sheet(self, position: bytearray) -> list[list[int]]:
        """The score sheets of all seats, line by line."""
        t = self.table
        self.opened(position)
        sheet = []
        for seat in range(t.players):
            lines = []
            for line in range(LINES):
                lines.append(score_line(t, seat, line, self.neutral_ranks, self.two_places))
            sheet.append(lines)
        return sheet

    @door
    def actions_granted(self, position: bytearray, seat: Any) -> int:
        """The actions a seat has at the start of a turn. [HT-TRN-2]"""
        number: int = checked_number(seat, 0, self.table.players - 1, "the seat")
        self.opened(position)
        return actions_granted(self.table, number)
