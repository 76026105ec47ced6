"""The base class of all games, and the values that its methods take and return."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType, ModuleType
from typing import TYPE_CHECKING, Any, Literal, Protocol, Self

from kontor.core.move import Move
from kontor.core.observation_spec import ObservationSpec
from kontor.core.presentation import Presentation
from kontor.core.standing_orders import StandingOrders
from kontor.core.statistics import StatEvent, Statistics
from kontor.core.values import Event, PositionBytes, Refusal, ScoreSheet, Seat, Setup

if TYPE_CHECKING:
    from kontor.core.state import State


class Tree(Protocol):
    """A search tree inside a kernel that runs simulations on request and can be read at any time."""

    def run_simulations(self, simulations: int) -> None:
        """Run a number of simulations."""
        ...

    def choices(self) -> list[tuple[int, int, int]]:
        """Return the first move of every turn plan, its visits, and the decider's chance of winning with it."""
        ...

    def outcomes(self) -> list[tuple[PositionBytes, int]]:
        """Return the position after every turn plan and its visits, in the order of `choices`."""
        ...

    def plan_chances(self) -> list[list[int]]:
        """Return every seat's chance of winning with each turn plan, in the order of `choices`."""
        ...

    def chances(self) -> list[int]:
        """Return every seat's chance of winning, in ten-thousandths."""
        ...

    def play_to_end(self, cap: int) -> PositionBytes:
        """Play on with fast plans and return the last position, or the first one past the cap of turns."""
        ...


@dataclass(frozen=True)
class Playout:
    """The result of a game played inside the kernel: number of decisions, hash of the moves, the moves if kept."""

    decisions: int
    digest: int
    moves: Sequence[int]


class Game(ABC):
    """One configuration of one game: edition, board, modules, players.

    A position is one flat buffer; `position[:]` copies it, and equal positions have equal bytes.
    The methods for search and observations raise NotImplementedError in a game without evaluation or observations.
    """

    setup: Setup  # with all defaults filled in
    players: int
    kernel: str  # `compiled` or `interpreted`
    move_count: int  # how many moves the game can ever offer
    revision: int = 1  # rises when an old record would replay differently
    search_options: Mapping[str, int] = MappingProxyType({})  # that differ from the defaults of the tree search
    chance_exponent: float = 1.0  # the chances that a search finds agree with results after raising them to it
    has_observations: bool = False  # whether `observation_spec`, `observe` and `batch` can be used
    all_public: bool = False  # whether every seat and every spectator sees all of every position and move
    presentation: Presentation = Presentation()  # drawings and texts
    gain_events: Sequence[str] = ()  # events by which a seat gains something that no score line shows yet
    overlooked_moves: Sequence[str] = ()  # how the texts of moves begin that inexperienced players overlook
    tempting_moves: Sequence[str] = ()  # likewise, that look better than they are because they gain something at once
    closing_moves: Sequence[str] = ()  # likewise, that give up what is left of a turn
    level_options: Mapping[str, Mapping[str, int]] = MappingProxyType({})  # parameters of the computer levels
    neglected_weights: Sequence[str] = ()  # of the evaluation: for what inexperienced players value too little

    # identity

    @property
    def default_kernel(self) -> str:
        """Return the kernel that the game would have if none were named."""
        return self.kernel

    @cached_property
    def identity(self) -> tuple[object, ...]:
        """Return what distinguishes the game from others: its class, setup and kernel."""
        return type(self), json.dumps(self.setup, sort_keys=True), self.kernel

    def __repr__(self) -> str:
        return str(_identity_module().game_expression(self))

    def __eq__(self, other: object) -> bool:
        return self.identity == other.identity if isinstance(other, Game) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.identity)

    def __reduce__(self) -> tuple[Any, ...]:
        return _identity_module().restored_game, (self.setup, self.kernel)

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self  # a game does not change

    # play

    @abstractmethod
    def start(self) -> PositionBytes:
        """Return the position at the start; a chance move is due if anything is dealt."""

    @abstractmethod
    def to_move(self, position: PositionBytes) -> Seat:
        """Return the seat that decides, CHANCE, or GAME_OVER (`kontor.kernel.seats`)."""

    @abstractmethod
    def legal_moves(self, position: PositionBytes) -> Sequence[int]:
        """Return every legal move in ascending order; none when the game is over."""

    @abstractmethod
    def chance_weights(self, position: PositionBytes) -> Mapping[int, int]:
        """Return the weight of every chance move; empty while a seat decides."""

    @abstractmethod
    def advance(self, position: PositionBytes, move: int) -> None:
        """Make a move in place; an illegal one raises IllegalMove and changes nothing."""

    @abstractmethod
    def scores(self, position: PositionBytes) -> ScoreSheet:
        """Return the score sheet as if the game ended now."""

    def result(self, position: PositionBytes) -> tuple[Sequence[Sequence[int]], Sequence[Seat]]:
        """Return the points of all seats by line, and the winners: the score sheet without names of lines."""
        sheet = self.scores(position)
        return [list(score.lines.values()) for score in sheet.scores], sheet.winners

    @abstractmethod
    def ended_by(self, position: PositionBytes) -> str | None:
        """Return the name of the ending, or None before the end of the game."""

    @abstractmethod
    def turn(self, position: PositionBytes) -> int:
        """Return the number of the turn, from 1."""

    @abstractmethod
    def suggest(self, position: PositionBytes, seed: int, agent: str) -> int:
        """Return the move of a built-in policy, or a chance move if one is due."""

    @abstractmethod
    def play_out(
        self, position: PositionBytes, seed: int, agents: Sequence[str], cap: int, keep_moves: bool = False
    ) -> Playout:
        """Play on in place with built-in policies inside the kernel until the end or past the cap of turns."""

    @abstractmethod
    def perft(self, position: PositionBytes, depth: int) -> int:
        """Return how many sequences of legal moves of a length begin at a position."""

    def commits(self, before: PositionBytes, move: int) -> bool:
        """Return whether a legal move can no longer be taken back, although it reveals nothing."""
        return False

    @property
    def standing_orders(self) -> StandingOrders | None:
        """Return what orders can decide for a player who is away, None if the game has no such decisions."""
        return None

    def planned_turn(self, position: PositionBytes, seat: Seat) -> PositionBytes | None:
        """Return a position as if the turn of a seat began now, None while something is left to decide."""
        return None

    # states

    def new_state(self, *, seed: int | None = None, chance: Literal["seed", "manual"] = "seed") -> State:
        """Return the start of a game; chance moves are drawn from the seed, or left to the caller (`manual`)."""
        return _state_class()(self, seed=seed, chance=chance)

    def state(
        self, position: Mapping[str, Any], *, seed: int | None = None, chance: Literal["seed", "manual"] = "seed"
    ) -> State:
        """Return the state of a position as data; missing fields are as at the start of the game."""
        return _state_class()(self, self.read_position(position), seed=seed, chance=chance)

    @cached_property
    def _moves(self) -> dict[int, Move]:
        return {}

    def move(self, number: int) -> Move:
        """Return the move of a number."""
        if number not in self._moves:
            self._moves[number] = Move(number, self.move_text(number), self.move_json(number))
        return self._moves[number]

    # text and data

    @abstractmethod
    def move_text(self, move: int) -> str:
        """Return a move as text."""

    @abstractmethod
    def parse_move(self, text: str) -> int:
        """Return the move that a text names."""

    @abstractmethod
    def move_json(self, move: int) -> dict[str, Any]:
        """Return a move as an object."""

    @abstractmethod
    def parse_move_json(self, content: Mapping[str, Any]) -> int:
        """Return the move that an object names."""

    @abstractmethod
    def refusal(self, position: PositionBytes, move: int) -> Refusal:
        """Return why a move is not legal."""

    @abstractmethod
    def events(self, before: PositionBytes, move: int) -> Sequence[Event]:
        """Return the effects of a legal move, in order."""

    @abstractmethod
    def position_json(self, position: PositionBytes) -> dict[str, Any]:
        """Return a position as data."""

    @abstractmethod
    def read_position(self, content: Mapping[str, Any]) -> PositionBytes:
        """Return a position from data; missing fields are as at the start of the game."""

    def content(self, position: PositionBytes) -> bytes:
        """Return the bytes of a position without fingerprint and checksum."""
        return bytes(position)

    def derived_state(self, position: PositionBytes) -> dict[str, Any]:
        """Return what the rules derive from a position, such as the controllers of cities, as data."""
        return {}

    # hidden information

    @abstractmethod
    def view(self, position: PositionBytes, seat: Seat | None) -> PositionBytes:
        """Return the position without the information hidden from a seat; None is a spectator."""

    @abstractmethod
    def redacted_move(self, before: PositionBytes, move: int, seat: Seat | None) -> str:
        """Return the text of a move as a seat may read it, with `?` for what is secret."""

    def has_secrets(self, position: PositionBytes, seat: Seat) -> bool:
        """Return whether the player of a seat sees something of a position that a spectator does not."""
        return self.view(position, seat) != self.view(position, None)

    # search

    def styles(self) -> Mapping[str, Sequence[int]]:
        """Return the weights of the evaluation by the name of the style; none if the game has no evaluation."""
        return {}

    @property
    def has_evaluation(self) -> bool:
        """Return whether `plans`, `tree` and `closing_move` can be used."""
        return bool(self.styles())

    def plans(
        self, position: PositionBytes, style: str, width: int, count: int, neglect: int = 0
    ) -> list[tuple[int, int]]:
        """Return the first moves of the best turn plans for the seat to move, and the worth of each.

        `neglect` is by how many per cent the `neglected_weights` are lower for this seat.
        """
        raise NotImplementedError("this game has no evaluation")

    def tree(self, position: PositionBytes, style: str, seed: int, search_options: Sequence[int]) -> Tree:
        """Return a search tree for the seat to move."""
        raise NotImplementedError("this game has no evaluation")

    def closing_move(self, position: PositionBytes, seed: int) -> int:
        """Choose a move for an overlong game; if every seat plays these moves, the game ends."""
        raise NotImplementedError("this game has no evaluation")

    # observations

    @property
    def observation_spec(self) -> ObservationSpec:
        """Return the features of an observation."""
        raise NotImplementedError("this game has no observations")

    def observe(self, position: PositionBytes, seat: Seat) -> bytearray:
        """Return the observation of a seat: one number for every column of the observation spec."""
        raise NotImplementedError("this game has no observations")

    def batch(self, seat_policies: Sequence[bytes], hint_policies: bytes, cap: int, moves: int, rows: Any) -> Any:
        """Return games that are stepped together inside the kernel, one for every row of seat policies."""
        raise NotImplementedError("this game has no observations")

    # statistics

    def progress_statistics(self, position: PositionBytes) -> Sequence[Statistics]:
        """Return counts of the present state of every seat; called after every turn."""
        return [{}] * self.players

    def final_statistics(self, position: PositionBytes) -> Sequence[Statistics]:
        """Return counts of what every seat has at the end of the game."""
        return [{}] * self.players

    def stat_events(self, event: Event) -> Iterable[StatEvent]:
        """Return the entries of an event in the statistics."""
        return ()


def _state_class() -> type[State]:
    from kontor.core.state import State  # here, because a State has a Game

    return State


def _identity_module() -> ModuleType:
    from kontor.core import game_identity  # here, because the registry has games

    return game_identity
