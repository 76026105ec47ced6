"""A game under way: a position, the moves that led to it, and the random numbers of its chance moves."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal

from kontor.core.agent import chance_move
from kontor.core.drawing.options import DrawingOptions
from kontor.core.drawing.png import png
from kontor.core.game import Game
from kontor.core.move import Move
from kontor.core.position_text import state_text
from kontor.core.position_text_board import position_text_board
from kontor.core.record import Record, replay, result_of
from kontor.core.seeds import generator_of
from kontor.core.values import Event, PositionBytes, ScoreSheet, Seat
from kontor.kernel.generator import Generator
from kontor.kernel.seats import CHANCE, GAME_OVER

Chance = Literal["seed", "manual"]
MoveLike = Move | str | int | Mapping[str, Any]

NOTEBOOK_WIDTH: Final = 900  # pixels
MOST_SEED: Final = 1 << 62


@dataclass(frozen=True, slots=True)
class PlayedMove:
    """A move that was made: by which seat or CHANCE, and the position and the generator before it."""

    seat: Seat
    move: int
    before: bytes
    generator_state: int


class State:
    """A game under way. It changes with `push` and `pop`; `copy` makes an independent one.

    With `chance="seed"` chance moves are made from the seed as soon as they are due; with `chance="manual"` they wait
    for a `push` like every other move. Two states are equal if they have equal games and equal positions.
    """

    __hash__ = None  # type: ignore[assignment]  # a state changes; `key` is a value for dictionaries

    def __init__(
        self,
        game: Game,
        position: PositionBytes | None = None,
        *,
        seed: int | None = None,
        chance: Chance = "seed",
    ) -> None:
        if chance not in ("seed", "manual"):
            raise ValueError(f"chance is {chance!r}; it may be 'seed' or 'manual'.")
        self.game = game
        self.seed: int = random.randrange(MOST_SEED) if seed is None else seed
        self.chance: Chance = chance
        self._start: bytes | None = None if position is None else bytes(position)  # None: the start of the game
        self._raw: PositionBytes = game.start() if position is None else position[:]
        self._generator = generator_of(self.seed, CHANCE)
        self._played: list[PlayedMove] = []
        self._make_chance_moves()

    # the position

    @property
    def raw(self) -> PositionBytes:
        """The position as the flat buffer of the kernel; copy it before you change it."""
        return self._raw

    @property
    def to_move(self) -> Seat:
        """The seat that decides, `kontor.CHANCE` (-1) or `kontor.GAME_OVER` (-2)."""
        return self.game.to_move(self._raw)

    @property
    def turn(self) -> int:
        """The number of the turn, from 1."""
        return self.game.turn(self._raw)

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.to_move == GAME_OVER

    @property
    def ended_by(self) -> str | None:
        """The name of the ending, or None before the end."""
        return self.game.ended_by(self._raw)

    @property
    def winners(self) -> list[Seat]:
        """The seats that have won; none before the end."""
        return list(self.scores().winners) if self.is_over else []

    def scores(self) -> ScoreSheet:
        """Return the score of every seat and the seats in the lead, as if the game ended now."""
        return self.game.scores(self._raw)

    @property
    def legal_moves(self) -> list[Move]:
        """Every legal move; none when the game is over."""
        return [self.game.move(number) for number in self.game.legal_moves(self._raw)]

    def chance_moves(self) -> dict[Move, float]:
        """Return the probability of every chance move; empty while a seat decides."""
        weights = self.game.chance_weights(self._raw)
        total = sum(weights.values())
        return {self.game.move(number): weight / total for number, weight in weights.items()}

    # playing

    def push(self, move: MoveLike) -> Move:
        """Make a move given as Move, text, number or object, and return it.

        An illegal move raises IllegalMove, a text that names no move raises UnknownMove; both change nothing.
        """
        number = self._number(move)
        self._make(number, self._generator.state)
        self._make_chance_moves()
        return self.game.move(number)

    def pop(self) -> Move:
        """Take back the last decision and the chance moves after it, and return it; manual chance counts as one."""
        end = len(self._played)
        while self.chance == "seed" and end and self._played[end - 1].seat == CHANCE:
            end -= 1
        if not end:
            raise IndexError("no move can be taken back: none was made.")
        taken = self._played[end - 1]
        del self._played[end - 1 :]
        self._raw[:] = taken.before
        self._generator.state = taken.generator_state
        return self.game.move(taken.move)

    @property
    def moves(self) -> list[Move]:
        """The moves that were made, chance moves included."""
        return [self.game.move(played.move) for played in self._played]

    @property
    def played(self) -> tuple[PlayedMove, ...]:
        """The moves that were made, with their seats and the positions before them."""
        return tuple(self._played)

    @property
    def events(self) -> list[Event]:
        """The effects of all moves that were made, in order."""
        game = self.game
        return [event for each in self._played for event in game.events(PositionBytes(each.before), each.move)]

    def _number(self, move: MoveLike) -> int:
        if isinstance(move, Move):
            return self.game.parse_move(move.text)
        if isinstance(move, str):
            return self.game.parse_move(move)
        if isinstance(move, Mapping):
            return self.game.parse_move_json(move)
        if isinstance(move, int) and not isinstance(move, bool):
            return move
        raise TypeError(f"a move is a Move, a text, a number or an object, not {type(move).__name__}.")

    def _make(self, number: int, generator_state: int) -> None:
        seat, before = self.to_move, bytes(self._raw)
        self.game.advance(self._raw, number)
        self._played.append(PlayedMove(seat, number, before, generator_state))

    def _make_chance_moves(self) -> None:
        while self.chance == "seed" and self.to_move == CHANCE:
            generator_state = self._generator.state
            self._make(chance_move(self.game, self._raw, self._generator), generator_state)

    # copies, views and comparisons

    def copy(self) -> State:
        """Return an independent state with the same position, moves and random numbers."""
        copied = State.__new__(State)
        copied.__dict__.update(self.__dict__)
        copied._raw, copied._played = self._raw[:], self._played[:]
        copied._generator = Generator(0)
        copied._generator.state = self._generator.state
        return copied

    __copy__ = copy

    def key(self) -> bytes:
        """Return a value that is equal for equal positions of one game, for sets and dictionaries."""
        return bytes(self._raw)

    def view(self, seat: Seat | None) -> State:
        """Return the state as a seat may know it, without its moves; None is a spectator."""
        return State(self.game, self.game.view(self._raw, seat), chance="manual")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return self.game == other.game and self._raw == other._raw

    # text and files

    def json(self) -> dict[str, Any]:
        """Return setup and position as data of the interchange format."""
        return {"setup": self.game.setup, "position": self.game.position_json(self._raw)}

    def record(self) -> Record:
        """Return the record: the setup, the first position unless it is the usual one, all moves and the result."""
        start = None if self._start is None else self.game.position_json(PositionBytes(self._start))
        texts = tuple(self.game.move_text(played.move) for played in self._played)
        return Record(self.game.setup, texts, start, result_of(self.game, self._raw), self.game.revision)

    def text(self) -> str:
        """Return setup and position as one line of text, which `kontor.parse` reads."""
        return state_text(self.game, self._raw)

    def save(self, path: str | Path) -> None:
        """Write the record as a JSON file, which `kontor.load` reads."""
        self.record().save(path)

    @classmethod
    def replay(cls, game: Game, record: Record, *, seed: int | None = None, chance: Chance = "seed") -> State:
        """Return the last state of a record; raise BrokenRecord if a move or the result is wrong."""
        replay(game, record)
        position = None if record.start is None else game.read_position(record.start)
        state = cls(game, position, seed=seed, chance="manual")
        for text in record.moves:
            state.push(text)
        state.chance = chance
        state._make_chance_moves()
        return state

    # drawings

    def svg(self, **options: Any) -> str:
        """Return the map as a stand-alone SVG document; the options are those of `kontor.svg`."""
        known: dict[str, Any] = {"last": self.last_places(), "derived": self.game.derived_state(self._raw)}
        chosen = DrawingOptions(**{**known, **options})
        return self.game.presentation.draw_map(self.game.setup, self.game.position_json(self._raw), chosen)

    def png(self, **options: Any) -> bytes:
        """Return the map as a PNG file, with the options of `kontor.svg`; needs `kontor-games[draw]`."""
        return png(self.svg(**options))

    def _repr_svg_(self) -> str:
        return self.svg(width=NOTEBOOK_WIDTH)

    def last_places(self) -> list[str]:
        """Return the places on the map that the last decision names."""
        known = self.game.presentation.map_places(self.game.setup)
        decisions = [played.move for played in self._played if played.seat != CHANCE]
        fields = self.game.move(decisions[-1]).fields if decisions else {}
        return [value for value in fields.values() if isinstance(value, str) and value in known]

    def __str__(self) -> str:
        return position_text_board(self.game, self._raw)

    def __repr__(self) -> str:
        seat = self.to_move
        mover = "chance" if seat == CHANCE else f"seat {seat}"
        what = "over" if seat == GAME_OVER else f"turn {self.turn}, {mover} to move"
        return f"<State of {self.game!r}: {what}, {len(self._played)} moves made>"
