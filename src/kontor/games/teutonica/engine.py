"""The engine: the door through which everything outside reaches the kernel."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from kontor.core.generator import MASK, Generator
from kontor.core.kernel import Wide, door
from kontor.games.teutonica.board import Board
from kontor.games.teutonica.composing import fold_modules
from kontor.games.teutonica.facts import FACT_SIZE
from kontor.games.teutonica.layout import ACTIONS_LEFT, BAG, ENDED, STOCK, SUPPLY, TURN_LOW
from kontor.games.teutonica.pieces import (
    CHANCE,
    MARKER_TYPES,
    NEUTRAL,
    TRADER,
    actions_value,
    piece_of,
)
from kontor.games.teutonica.policies import Policies
from kontor.games.teutonica.referee import Referee
from kontor.games.teutonica.rules import Rules
from kontor.games.teutonica.scoring import LINES, score_line
from kontor.games.teutonica.steps.step import Step
from kontor.games.teutonica.steps.turning import actions_granted
from kontor.games.teutonica.table import Table
from kontor.games.teutonica.tasks import OPENING, SEQUENCE, TURN, WHICH

HASH_START: Final = 0xCBF29CE484222325
HASH_PRIME: Final = 0x100000001B3


class Engine:
    """One configuration of the game, ready to play any position of it."""

    table: Table
    referee: Referee
    policies: Policies
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
    ) -> None:
        board = Board(facts)
        rules = fold_modules(Rules(first, switches, start, board.gateways > 0), modules)
        self.table = Table(board, players)
        self.referee = Referee(rules)
        self.policies = Policies(rules)
        self.bag = bag
        self.has_neutral = "two-player-neutral" in modules
        self.neutral_ranks = switches["neutral_regions"] != "ignored"
        self.two_places = switches["region_tie"] == "two-places"

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
        return bytearray(t.store)

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
        return bytearray(t.store)

    @door
    def settle(self, position: bytearray) -> None:
        """Let run what runs by itself in a position put together from outside."""
        self.table.lay(position)
        self.referee.settle(self.table)
        position[:] = self.table.store

    @door
    def ending(self, position: bytearray) -> int:
        """How the game ended, 0 while it runs."""
        return position[ENDED]

    @door
    def to_move(self, position: bytearray) -> int:
        """The seat that decides, CHANCE, or -1 when the game is over."""
        self.table.lay(position)
        return -1 if position[ENDED] else self.table.decider()

    @door
    def task(self, position: bytearray) -> int:
        """The task on top of the stack."""
        self.table.lay(position)
        return self.table.task()

    @door
    def legal_moves(self, position: bytearray) -> list[int]:
        """Every legal move, in ascending order."""
        t = self.table
        t.lay(position)
        self.referee.list_moves(t)
        return [t.offers[n] for n in range(t.offered)]

    @door
    def odds(self, position: bytearray) -> list[tuple[int, int]]:
        """Every chance move with its weight. [HT-RNG-1]"""
        t = self.table
        t.lay(position)
        self.referee.list_moves(t)
        found = []
        for n in range(t.offered):
            found.append((t.offers[n], self.weight(t, t.offers[n])))
        return found

    def weight(self, t: Table, move: int) -> int:
        """How likely chance picks a move, compared with the others."""
        step: Step = self.referee.step_for(t, move)
        return step.weight(t, move - step.first)

    @door
    def advance(self, position: bytearray, move: int) -> bool:
        """Carry out a move in place if it is legal, and say whether it was."""
        t = self.table
        t.lay(position)
        self.referee.list_moves(t)
        for n in range(t.offered):
            if t.offers[n] == move:
                self.referee.play(t, move)
                position[:] = t.store
                return True
        return False

    @door
    def facts(self) -> list[tuple[int, ...]]:
        """What the last move brought about, as numbers."""
        t = self.table
        found = []
        for n in range(t.fact_count):
            at = n * FACT_SIZE
            found.append((t.facts[at], t.facts[at + 1], t.facts[at + 2], t.facts[at + 3]))
        return found

    @door
    def score_lines(self, position: bytearray, owner: int) -> list[int]:
        """The score sheet of an owner, line by line."""
        t = self.table
        t.lay(position)
        found = []
        for line in range(LINES):
            found.append(score_line(t, owner, line, self.neutral_ranks, self.two_places))
        return found

    @door
    def actions_granted(self, position: bytearray, seat: int) -> int:
        """The actions a seat has at the start of a turn. [HT-TRN-2]"""
        self.table.lay(position)
        return actions_granted(self.table, seat)

    def chance_move(self, t: Table, generator: Generator) -> int:
        """A chance move picked by its odds."""
        total = 0
        for n in range(t.offered):
            total += self.weight(t, t.offers[n])
        draw = generator.below(total)
        for n in range(t.offered):
            draw -= self.weight(t, t.offers[n])
            if draw < 0:
                return t.offers[n]
        return t.offers[0]

    def choose(self, t: Table, generator: Generator, policies: bytes) -> int:
        """The move of whoever has to move; the moves have been listed."""
        decider = t.decider()
        if decider == CHANCE:
            return self.chance_move(t, generator)
        return self.policies.choose(t, generator, policies[decider])

    @door
    def suggest(self, position: bytearray, seed: Wide, policy: int) -> int:
        """The move a quick policy makes in a position, or chance."""
        t = self.table
        t.lay(position)
        self.referee.list_moves(t)
        return self.choose(t, Generator(seed), bytes([policy] * t.players))

    @door
    def play_out(
        self, position: bytearray, seed: Wide, policies: bytes, cap: int, moves: list[int] | None
    ) -> tuple[int, int]:
        """Play on in place until the game is over or the turn number passes the cap.

        Returns the number of decisions and a hash of the moves; the moves are added to the list, if given.
        """
        t = self.table
        t.lay(position)
        generator = Generator(seed)
        decisions = 0
        digest: Wide = HASH_START
        while t.cells[ENDED] == 0 and t.turn() <= cap:
            self.referee.list_moves(t)
            move = self.choose(t, generator, policies)
            self.referee.play(t, move)
            digest = ((digest ^ move) * HASH_PRIME) & MASK
            decisions += 1
            if moves is not None:
                moves.append(move)
        position[:] = t.store
        return decisions, digest

    @door
    def lines(self, position: bytearray, depth: int) -> int:
        """How many lines of legal moves of the given length begin here."""
        if depth == 0:
            return 1
        moves = self.legal_moves(position)
        if depth == 1:
            return len(moves)
        count = 0
        for move in moves:
            after = bytearray(position)
            self.advance(after, move)
            count += self.lines(after, depth - 1)
        return count
