"""A game whose rules are a kernel: the methods that are the same for every such game."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from kontor.core.game import Event, Game, IllegalMove, Playout, PositionBytes, Seat, Tree
from kontor.core.kernel_configuration import KernelConfiguration
from kontor.core.observation_spec import ObservationSpec
from kontor.kernel.checksum import CHECKED_BYTES

if TYPE_CHECKING:
    from kontor.kernel.observation import Observer

BALANCED = "balanced"
POLICIES = {"uniform": 0, "light": 1}


class KernelGame(Game):
    """One configuration of a game whose rules are a kernel."""

    has_observations = True

    def __init__(self, configuration: KernelConfiguration) -> None:
        self.configuration = configuration
        self.setup = configuration.setup
        self.players = configuration.players
        self.kernel = configuration.kernel
        self.moves = configuration.moves
        self.move_count = configuration.moves.size
        self.engine = configuration.engine

    def check(self, position: PositionBytes) -> None:
        """Raise TypeError or PositionError unless this configuration made the position."""
        self.engine.check(position)

    def content(self, position: PositionBytes) -> bytes:
        """The bytes of a position without its fingerprint and checksum."""
        return bytes(position[:-CHECKED_BYTES])

    @abstractmethod
    def event(self, raw: tuple[int, ...]) -> Event:
        """A fact of the kernel as an event."""

    @abstractmethod
    def make_observation_spec(self) -> ObservationSpec:
        """What a seat sees of a position, feature by feature."""

    def start(self) -> PositionBytes:
        """The position at the start, chance to move if anything is dealt."""
        return self.engine.start()

    def to_move(self, position: PositionBytes) -> Seat:
        """The seat that decides, CHANCE, or NOBODY when the game is over."""
        return self.engine.to_move(position)

    def turn(self, position: PositionBytes) -> int:
        """The number of the turn, from 1."""
        return self.engine.turn(position)

    def legal_moves(self, position: PositionBytes) -> list[int]:
        """Every legal move, ascending; empty only when the game is over."""
        return self.engine.legal_moves(position)

    def distinct_moves(self, position: PositionBytes) -> list[int]:
        """The legal moves with only one for each set that comes to the same, such as the empty spaces of a route."""
        return self.engine.distinct_moves(position)

    def chance_weights(self, position: PositionBytes) -> dict[int, int]:
        """The weight of every chance move; empty while a seat decides."""
        return dict(self.engine.chance_weights(position))

    def advance(self, position: PositionBytes, move: int) -> None:
        """Make a move in place; an illegal one raises IllegalMove and changes nothing."""
        if not self.engine.advance(position, move):
            known = 0 <= move < self.move_count
            raise IllegalMove(self.move_text(move) if known else str(move), self.refusal(position, move))

    def move_text(self, move: int) -> str:
        """The move as words."""
        return self.moves.text(move)

    def parse_move(self, text: str) -> int:
        """The move that words name."""
        return self.moves.parse(text)

    def move_json(self, move: int) -> dict[str, Any]:
        """The move as an object."""
        return self.moves.json(move)

    def parse_move_json(self, content: Mapping[str, Any]) -> int:
        """The move that an object names."""
        return self.moves.parse_json(content)

    def events(self, before: PositionBytes, move: int) -> list[Event]:
        """What a legal move brings about, in order."""
        self.advance(before[:], move)
        return [self.event(raw) for raw in self.engine.raw_events()]

    def suggest(self, position: PositionBytes, seed: int, agent: str) -> int:
        """The move a quick policy makes in a position, or chance if it is to move."""
        return self.engine.suggest(position, seed, self.policies([agent] * self.players))

    def weigh_with(self, seat: Seat, style: str) -> None:
        """Let a seat judge by its style, and the others by the balanced one."""
        if not 0 <= seat < self.players:
            raise ValueError(f"there is no seat {seat}: seats are numbered from 0 to {self.players - 1}.")
        known = self.styles()
        if style not in known:
            raise ValueError(f"the style {style!r} is unknown; it may be {', '.join(known)}.")
        rows = [known[BALANCED]] * self.players
        rows[seat] = known[style]
        self.engine.weigh_with(rows)

    def plans(self, position: PositionBytes, style: str, width: int, count: int) -> list[tuple[int, int]]:
        """The first moves of the best whole turns found for the seat that is to move, and what each is worth."""
        seat = self.to_move(position)
        if seat < 0:
            raise ValueError("no seat is to move: plans are made only for a seat that decides.")
        self.weigh_with(seat, style)
        return self.engine.planner(width).first_moves(position, count)

    def tree(self, position: PositionBytes, style: str, seed: int, search_options: Sequence[int]) -> Tree:
        """A search for the seat that is to move; before a chance move and at the end all seats judge alike."""
        seat = self.to_move(position)
        if seat >= 0:
            self.weigh_with(seat, style)
        else:
            self.weigh_with(0, BALANCED)
        return self.engine.tree(position, seed, search_options)

    def closing_move(self, position: PositionBytes, seed: int) -> int:
        """Return the move of the light policy, or another one if the game might never end after that."""
        move = self.suggest(position, seed, "light")
        if not self.engine.deadlocks(position, move):
            return move
        others = [other for other in self.legal_moves(position) if not self.engine.deadlocks(position, other)]
        return others[seed % len(others)] if others else move

    def play_out(
        self, position: PositionBytes, seed: int, agents: Sequence[str], cap: int, keep_moves: bool = False
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

    def perft(self, position: PositionBytes, depth: int) -> int:
        """How many lines of legal moves of the given length begin here."""
        count: int = self.engine.perft(position, depth)
        return count

    @cached_property
    def observation_spec(self) -> ObservationSpec:
        """What the numbers of an observation mean."""
        return self.make_observation_spec()

    @cached_property
    def observer(self) -> Observer:
        """The writer of observations inside the kernel."""
        return self.engine.observer(self.observation_spec.tables())

    def observe(self, position: PositionBytes, seat: Seat) -> bytearray:
        """Return what a seat sees of a position, one number for every feature."""
        return self.observer.row(position, seat)

    def batch(self, companies: Sequence[bytes], advice: bytes, cap: int, moves: int, rows: Any) -> Any:
        """Many games inside the kernel, as `kontor.kernel.batch` says."""
        return self.engine.batch(self.observer, self.start(), list(companies), advice, cap, moves, rows)
