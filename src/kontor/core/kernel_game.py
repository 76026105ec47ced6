"""The base class of games with a kernel: the methods that they share."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from kontor.core.game import Game, Playout, Tree
from kontor.core.kernel_configuration import KernelConfiguration
from kontor.core.level_options import load_level_options
from kontor.core.networks import NetworkFile, load_network, setup_group, setup_inputs
from kontor.core.observation_spec import ObservationSpec
from kontor.core.values import Event, IllegalMove, PositionBytes, Score, ScoreSheet, Seat
from kontor.kernel.arguments import checked_number
from kontor.kernel.checksum import CHECKED_BYTES
from kontor.kernel.runtime.errors import shown
from kontor.kernel.runtime.loading import load_kernel

if TYPE_CHECKING:
    from kontor.kernel.observation import Observer
    from kontor.kernel.search_engine import SearchEngine

BALANCED = "balanced"
POLICIES = {"uniform": 0, "light": 1}
NETWORK_OPTIONS = {"by_network": 1, "rollout_turns": 0}  # of a search whose leaves a network evaluates


class KernelGame(Game):
    """One configuration of a game with a kernel; threads may share it."""

    has_observations = True
    tree_options: Mapping[str, int] = MappingProxyType({})  # search options of the game, with any evaluation
    network_tree_options: Mapping[str, int] = MappingProxyType({})  # further ones if a network evaluates leaves
    feature_names: Sequence[str] = ()  # of the network
    feature_bounds: Sequence[int] = ()
    weight_names: Sequence[str] = ()  # of the evaluation

    def __init__(self, configuration: KernelConfiguration) -> None:
        self.configuration = configuration
        self.setup = configuration.setup
        self.players = configuration.players
        self.kernel = configuration.kernel
        self.moves = configuration.moves
        self.move_count = configuration.moves.size
        self._thread = configuration.thread_state

    @cached_property
    def network(self) -> NetworkFile | None:
        """Return the network for this setup, or None if there is none."""
        return load_network(self.configuration.package, self.setup, self.feature_names, self.weight_names)

    @cached_property
    def search_options(self) -> Mapping[str, int]:  # type: ignore[override]
        """Return the search options that differ from the defaults: the game's own, and those for a network in use."""
        return {
            **self.tree_options,
            **({**NETWORK_OPTIONS, **self.network_tree_options} if self.uses_network else {}),
        }

    @cached_property
    def level_options(self) -> Mapping[str, Mapping[str, int]]:  # type: ignore[override]
        """Return the parameters of the computer levels in this setup that differ from the usual ones."""
        return load_level_options(self.configuration.package, setup_inputs(self.setup))

    @property
    def uses_network(self) -> bool:
        """Return whether a search evaluates leaves with a network by default."""
        return self.network is not None and setup_group(self.setup) in self.network.used

    @cached_property
    def chance_exponent(self) -> float:  # type: ignore[override]
        """Return the exponent for the chances that a search with the network finds; 1 without a network in use."""
        return self.network.exponent if self.network is not None and self.uses_network else 1.0

    @property
    def engine(self) -> SearchEngine:
        """Return the thread's engine of the kernel."""
        return self.configuration.engine

    @property
    def default_kernel(self) -> str:
        """Return the kernel that the game would have if none were named."""
        return load_kernel(self.configuration.package)[1]

    @cached_property
    def identity(self) -> tuple[object, ...]:
        """Return what distinguishes the game from others: its class, setup, kernel and board."""
        return *super().identity, self.configuration.fingerprint

    def check(self, position: PositionBytes) -> None:
        """Raise TypeError or PositionError unless the position belongs to this configuration."""
        self._thread.engine.check(position)

    def content(self, position: PositionBytes) -> bytes:
        """Return the bytes of a position without fingerprint and checksum."""
        self.check(position)
        return bytes(position[:-CHECKED_BYTES])

    @abstractmethod
    def event(self, raw: tuple[int, ...]) -> Event:
        """Return a raw event of the kernel as an event."""

    @property
    @abstractmethod
    def line_names(self) -> Sequence[str]:
        """Return the names of the score lines, in the order of the kernel."""

    @abstractmethod
    def break_tie(self, position: PositionBytes, rows: Sequence[Sequence[int]], seats: list[Seat]) -> list[Seat]:
        """Return which of the seats with most points win, given the points of all seats by line."""

    @abstractmethod
    def make_observation_spec(self) -> ObservationSpec:
        """Return the features of an observation."""

    def start(self) -> PositionBytes:
        """Return the position at the start; a chance move is due if anything is dealt."""
        return self._thread.engine.start()

    def to_move(self, position: PositionBytes) -> Seat:
        """Return the seat that decides, CHANCE, or GAME_OVER."""
        return self._thread.engine.to_move(position)

    def turn(self, position: PositionBytes) -> int:
        """Return the number of the turn, from 1."""
        return self._thread.engine.turn(position)

    def legal_moves(self, position: PositionBytes) -> list[int]:
        """Return every legal move in ascending order; none when the game is over."""
        return self._thread.engine.legal_moves(position)

    def distinct_moves(self, position: PositionBytes) -> list[int]:
        """Return the legal moves, only one of those with the same effect, such as the empty spaces of a route."""
        return self._thread.engine.distinct_moves(position)

    def chance_weights(self, position: PositionBytes) -> dict[int, int]:
        """Return the weight of every chance move; empty while a seat decides."""
        return dict(self._thread.engine.chance_weights(position))

    def advance(self, position: PositionBytes, move: int) -> None:
        """Make a move in place; an illegal one raises IllegalMove and changes nothing."""
        if not self._thread.engine.advance(position, move):
            known = 0 <= move < self.move_count
            raise IllegalMove(self.move_text(move) if known else shown(move), self.refusal(position, move))

    def result(self, position: PositionBytes) -> tuple[Sequence[Sequence[int]], Sequence[Seat]]:
        """Return the points of all seats by line, and the winners, as if the game ended now."""
        rows = self._thread.engine.score_sheet(position)
        totals = [sum(row) for row in rows]
        best = max(totals)
        first = [seat for seat, total in enumerate(totals) if total == best]
        return rows, first if len(first) == 1 else self.break_tie(position, rows, first)

    def scores(self, position: PositionBytes) -> ScoreSheet:
        """Return the score sheet as if the game ended now."""
        rows, winners = self.result(position)
        return ScoreSheet([Score(dict(zip(self.line_names, row, strict=True))) for row in rows], winners)

    def move_text(self, move: int) -> str:
        """Return a move as text."""
        return self.moves.text(move)

    def parse_move(self, text: str) -> int:
        """Return the move of a text."""
        return self.moves.parse(text)

    def move_json(self, move: int) -> dict[str, Any]:
        """Return a move as an object."""
        return self.moves.json(move)

    def parse_move_json(self, content: Mapping[str, Any]) -> int:
        """Return the move of an object."""
        return self.moves.parse_json(content)

    def commits(self, before: PositionBytes, move: int) -> bool:
        """Return whether a legal move can no longer be taken back, although it reveals nothing."""
        self.check(before)
        self.move_text(move)
        return False

    def events(self, before: PositionBytes, move: int) -> list[Event]:
        """Return the effects of a legal move, in order."""
        self.check(before)
        self.advance(before[:], move)
        return [self.event(raw) for raw in self._thread.engine.raw_events()]

    def suggest(self, position: PositionBytes, seed: int, agent: str) -> int:
        """Return the move of a built-in policy, or a chance move if one is due."""
        return self._thread.engine.suggest(position, seed, self.policies([agent] * self.players))

    def check_seat(self, seat: Seat) -> None:
        """Raise TypeError or ValueError unless a seat takes part in the game."""
        checked_number(seat, 0, self.players - 1, "the seat")

    def check_viewer(self, seat: Seat | None) -> None:
        """Raise TypeError or ValueError unless a seat takes part in the game or is None, a spectator."""
        if seat is not None:
            self.check_seat(seat)

    def style_weights(self, seat: Seat, style: str) -> list[Sequence[int]]:
        """Return the weights of all seats for evaluations: one has a style, the others the balanced one."""
        self.check_seat(seat)
        known = self.styles()
        if not isinstance(style, str) or style not in known:
            raise ValueError(f"the style {style!r} is unknown; it may be {', '.join(known)}.")
        rows = [known[BALANCED]] * self.players
        rows[seat] = known[style]
        return rows

    def plans(
        self, position: PositionBytes, style: str, width: int, count: int, neglect: int = 0
    ) -> list[tuple[int, int]]:
        """Return the first moves of the best turn plans for the seat to move, and the worth of each."""
        seat = self.to_move(position)
        if seat < 0:
            raise ValueError("no seat is to move: plans are made only for a seat that decides.")
        weights = self.style_weights(seat, style)
        weights[seat] = self.lowered(weights[seat], checked_number(neglect, 0, 100, "the neglect"))
        self._thread.engine.set_weights(weights)
        return self._thread.engine.planner(width).first_moves(position, count)

    def lowered(self, weights: Sequence[int], neglect: int) -> Sequence[int]:
        """Return weights of the evaluation of which the neglected ones are lower by some per cent."""
        return [
            weight * (100 - neglect) // 100 if name in self.neglected_weights else weight
            for name, weight in zip(self.weight_names, weights, strict=True)
        ]

    def tree(self, position: PositionBytes, style: str, seed: int, search_options: Sequence[int]) -> Tree:
        """Return a search tree; if no seat is to move, all seats have the balanced style.

        The tree has an engine of its own: other calls and other trees do not affect it.
        """
        seat = self.to_move(position)
        weights = self.style_weights(max(seat, 0), style)
        self.load_network()
        engine = self._thread.engine.twin()
        engine.set_weights(weights if seat >= 0 else self.style_weights(0, BALANCED))
        tree: Tree = engine.tree(position, seed, search_options)
        return tree

    def load_network(self) -> None:
        """Give the thread's engine the network of the setup, if there is one and the engine does not have it yet."""
        if not self._thread.has_network and self.network is not None:
            self.set_network(self.network)

    def set_network(self, network: NetworkFile) -> None:
        """Give the thread's engine a network."""
        engine = self._thread.engine
        engine.set_feature_weights([network.evaluation[name] for name in self.weight_names])
        engine.set_network(network.kernel_rows(self.setup))
        self._thread.has_network = True

    def closing_move(self, position: PositionBytes, seed: int) -> int:
        """Return the move of the light policy, or another one if the game might never end after it."""
        move = self.suggest(position, seed, "light")
        if not self._thread.engine.deadlocks(position, move):
            return move
        others = [other for other in self.legal_moves(position) if not self._thread.engine.deadlocks(position, other)]
        return others[seed % len(others)] if others else move

    def play_out(
        self, position: PositionBytes, seed: int, agents: Sequence[str], cap: int, keep_moves: bool = False
    ) -> Playout:
        """Play on in place with built-in policies inside the kernel until the end or past the cap of turns."""
        moves: list[int] = []
        kept = moves if keep_moves else None
        decisions, digest = self._thread.engine.play_out(position, seed, self.policies(agents), cap, kept)
        return Playout(decisions, digest, moves)

    def policies(self, agents: Sequence[str]) -> bytes:
        """Return the numbers of built-in policies, one byte for every seat."""
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
        """Return how many sequences of legal moves of a length begin at a position."""
        count: int = self._thread.engine.perft(position, depth)
        return count

    @cached_property
    def observation_spec(self) -> ObservationSpec:
        """Return the features of an observation."""
        return self.make_observation_spec()

    @property
    def observer(self) -> Observer:
        """Return the thread's observer of the kernel for the observation spec."""
        if self._thread.observer is None:
            self._thread.observer = self._thread.engine.observer(self.observation_spec.tables())
        return self._thread.observer

    def observe(self, position: PositionBytes, seat: Seat) -> bytearray:
        """Return the observation of a seat: one number for every column of the observation spec."""
        return self.observer.row(position, seat)

    def batch(self, seat_policies: Sequence[bytes], hint_policies: bytes, cap: int, moves: int, rows: Any) -> Any:
        """Return games that are stepped together inside the kernel, one for every row of seat policies.

        The batch has an engine of its own: other calls do not affect it.
        """
        if not isinstance(seat_policies, list | tuple):
            raise TypeError(
                f"the seat policies must be a list, one row per game, not {type(seat_policies).__name__}."
            )
        engine = self._thread.engine.twin()
        observer = engine.observer(self.observation_spec.tables())
        return engine.batch(observer, engine.start(), list(seat_policies), hint_policies, cap, moves, rows)
