"""A game over a kernel: the part of the protocol that is the same for every game."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from functools import cached_property
from hashlib import blake2b
from types import MappingProxyType
from typing import Any

from kontor.core.checksum import CHECKED_BYTES
from kontor.core.game import (
    CHANCE,
    NOBODY,
    Event,
    IllegalMove,
    Playout,
    Position,
    Refusal,
    Seat,
    Setup,
    Tree,
)
from kontor.core.kernel import load_kernel
from kontor.core.notation import MoveList
from kontor.core.outlook import Outlook
from kontor.core.table import CHANCE as CHANCE_CELL

BALANCED = "balanced"
POLICIES = {"uniform": 0, "light": 1}


class KernelGame(ABC):
    """One configuration of a game whose rules live in a kernel."""

    revision = 1
    habits: Mapping[str, int] = MappingProxyType({})

    def __init__(self, setup: Setup, moves: MoveList, names: tuple[str, str], kernel: str | None) -> None:
        self.setup = setup
        self.players: int = setup["players"]
        self.moves = moves
        module, self.kernel = load_kernel(*names, kernel)
        self.engine: Any = self.make_engine(module)

    @abstractmethod
    def make_engine(self, module: Any) -> Any:
        """The engine of this configuration, made by the compiled or interpreted kernel."""

    @abstractmethod
    def board_tables(self) -> Mapping[str, Sequence[int]]:
        """The numbers of the board as the kernel takes them."""

    @cached_property
    def fingerprint(self) -> int:
        """A number of 32 bits that differs between setups and boards; positions of this game carry it."""
        tables = {name: list(table) for name, table in self.board_tables().items()}
        text = json.dumps([self.setup, tables], sort_keys=True)
        return int.from_bytes(blake2b(text.encode(), digest_size=4).digest(), "big")

    def check(self, position: Position) -> None:
        """Raise TypeError or PositionError unless this configuration made the position."""
        self.engine.check(position)

    def content(self, position: Position) -> bytes:
        """The bytes of a position without its fingerprint and checksum."""
        return bytes(position[:-CHECKED_BYTES])

    @abstractmethod
    def refusal(self, position: Position, move: int) -> Refusal:
        """Why a move is not legal: rule id and facts."""

    @abstractmethod
    def event(self, fact: tuple[int, ...]) -> Event:
        """A fact of the kernel as an event."""

    @abstractmethod
    def make_outlook(self) -> Outlook:
        """What a seat sees of a position, feature by feature."""

    @property
    def move_count(self) -> int:
        """How many moves the game can ever offer."""
        return self.moves.size

    def start(self) -> Position:
        """The position at the start, chance to move if anything is dealt."""
        position: Position = self.engine.start()
        return position

    def to_move(self, position: Position) -> Seat:
        """The seat that decides, CHANCE, or NOBODY when the game is over."""
        seat: int = self.engine.to_move(position)
        if seat < 0:
            return NOBODY
        return CHANCE if seat == CHANCE_CELL else seat

    def turn(self, position: Position) -> int:
        """The number of the turn, from 1."""
        number: int = self.engine.turn(position)
        return number

    def legal_moves(self, position: Position) -> list[int]:
        """Every legal move, ascending; empty only when the game is over."""
        moves: list[int] = self.engine.legal_moves(position)
        return moves

    def distinct_moves(self, position: Position) -> list[int]:
        """The legal moves with only one for each set that comes to the same, such as the empty spaces of a route."""
        moves: list[int] = self.engine.distinct_moves(position)
        return moves

    def odds(self, position: Position) -> dict[int, int]:
        """The weight of every chance move; empty while a seat decides."""
        return dict(self.engine.odds(position))

    def advance(self, position: Position, move: int) -> None:
        """Make a move in place; an illegal one raises IllegalMove and changes nothing."""
        if not self.engine.advance(position, move):
            known = 0 <= move < self.move_count
            raise IllegalMove(self.words(move) if known else str(move), self.refusal(position, move))

    def words(self, move: int) -> str:
        """The move as words."""
        return self.moves.words(move)

    def read(self, words: str) -> int:
        """The move that words name."""
        return self.moves.read(words)

    def move_json(self, move: int) -> dict[str, Any]:
        """The move as an object."""
        return self.moves.object(move)

    def read_json(self, content: Mapping[str, Any]) -> int:
        """The move that an object names."""
        return self.moves.read_object(content)

    def events(self, before: Position, move: int) -> list[Event]:
        """What a legal move brings about, in order."""
        self.advance(before[:], move)
        return [self.event(fact) for fact in self.engine.facts()]

    def suggest(self, position: Position, seed: int, agent: str) -> int:
        """The move a quick policy makes in a position, or chance if it is to move."""
        move: int = self.engine.suggest(position, seed, self.policies([agent] * self.players))
        return move

    @abstractmethod
    def temperaments(self) -> Mapping[str, Sequence[int]]:
        """The weights of the evaluation, by the name of the temperament."""

    def weigh_with(self, seat: Seat, temperament: str) -> None:
        """Let a seat judge by its temperament, and the others by the balanced one."""
        if not 0 <= seat < self.players:
            raise ValueError(f"there is no seat {seat}: seats are numbered from 0 to {self.players - 1}.")
        known = self.temperaments()
        if temperament not in known:
            raise ValueError(f"the temperament {temperament!r} is unknown; it may be {', '.join(known)}.")
        rows = [known[BALANCED]] * self.players
        rows[seat] = known[temperament]
        self.engine.weigh_with(rows)

    def plans(self, position: Position, temperament: str, width: int, count: int) -> list[tuple[int, int]]:
        """The first moves of the best whole turns found for the seat that is to move, and what each is worth."""
        seat = self.to_move(position)
        if seat < 0:
            raise ValueError("no seat is to move: plans are made only for a seat that decides.")
        self.weigh_with(seat, temperament)
        found: list[tuple[int, int]] = self.engine.planner(width).first_moves(position, count)
        return found

    def tree(self, position: Position, temperament: str, seed: int, habits: Sequence[int]) -> Tree:
        """A search for the seat that is to move; before a chance move and at the end all seats judge alike."""
        seat = self.to_move(position)
        if seat >= 0:
            self.weigh_with(seat, temperament)
        else:
            self.weigh_with(0, BALANCED)
        tree: Tree = self.engine.tree(position, seed, habits)
        return tree

    def closing_move(self, position: Position, seed: int) -> int:
        """Return the move of the light policy, or another one if the game might never end after that."""
        move = self.suggest(position, seed, "light")
        if not self.engine.deadlocks(position, move):
            return move
        others = [other for other in self.legal_moves(position) if not self.engine.deadlocks(position, other)]
        return others[seed % len(others)] if others else move

    def play_out(
        self, position: Position, seed: int, agents: Sequence[str], cap: int, keep_moves: bool = False
    ) -> Playout:
        """Play on in place with quick policies inside the kernel, until the end or past the cap of turns."""
        moves: list[int] = []
        kept = moves if keep_moves else None
        decisions, digest = self.engine.play_out(position, seed, self.policies(agents), cap, kept)
        return Playout(decisions, digest, moves)

    def policies(self, agents: Sequence[str]) -> bytes:
        """The numbers of the quick policies that play the seats, one for every seat."""
        if not isinstance(agents, list | tuple):
            raise TypeError(f"agents must be a list of {self.players} names, not {type(agents).__name__}.")
        if len(agents) != self.players:
            raise ValueError(f"agents has {len(agents)} names: give {self.players}, one for every seat.")
        try:
            return bytes([POLICIES[agent] for agent in agents])
        except (KeyError, TypeError):
            unknown = next(agent for agent in agents if agent not in list(POLICIES))
            raise ValueError(f"the policy {unknown!r} is unknown; it may be {', '.join(POLICIES)}.") from None

    def lines(self, position: Position, depth: int) -> int:
        """How many lines of legal moves of the given length begin here."""
        count: int = self.engine.lines(position, depth)
        return count

    @cached_property
    def outlook(self) -> Outlook:
        """What the numbers of an observation mean."""
        return self.make_outlook()

    @cached_property
    def observer(self) -> Any:
        """Whoever writes observations inside the kernel."""
        return self.engine.observer(self.outlook.tables())

    def observe(self, position: Position, seat: Seat) -> bytearray:
        """What a seat sees of a position, one number for every feature of the outlook."""
        row: bytearray = self.observer.row(position, seat)
        return row

    def batch(self, companies: Sequence[bytes], advice: bytes, cap: int, moves: int, rows: Any) -> Any:
        """Many games inside the kernel, as `kontor.core.batching` says."""
        return self.engine.batch(self.observer, self.start(), list(companies), advice, cap, moves, rows)
