"""Hansa Teutonica behind the protocol of a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kontor.core.game import (
    CHANCE,
    NOBODY,
    Event,
    IllegalMove,
    Playout,
    Position,
    Refusal,
    Score,
    ScoreSheet,
    Seat,
    Setup,
)
from kontor.core.kernel import load_kernel
from kontor.games.teutonica import layout, pieces
from kontor.games.teutonica.boardfile import BoardFile
from kontor.games.teutonica.endings import ENDINGS
from kontor.games.teutonica.events import event
from kontor.games.teutonica.moves import MARKER_IDS, move_list
from kontor.games.teutonica.positions import PositionReader, PositionWriter
from kontor.games.teutonica.refusals import refusal
from kontor.games.teutonica.scoring import LINE_NAMES
from kontor.games.teutonica.setup import engine_switches, marker_mix, resolve, start_markers

COMPILED = "kontor.games.teutonica._compiled"
INTERPRETED = "kontor.games.teutonica.engine"
POLICIES = {"uniform": 0, "light": 1}


class Teutonica:
    """One configuration of Hansa Teutonica."""

    revision = 1

    def __init__(self, setup: Mapping[str, Any], kernel: str | None = None) -> None:
        self.setup: Setup = resolve(setup)
        self.players: int = self.setup["players"]
        switches = engine_switches(self.setup["switches"])
        self.board = BoardFile(self.setup["board"], switches["pawn_rim"])
        self.moves = move_list(self.board)
        mix = self.setup.get("markers") or marker_mix(self.setup["edition"])
        self.marker_mix = [mix.get(marker, 0) for marker in MARKER_IDS]
        start = start_markers(self.setup["edition"])
        self.start_markers = [start.count(marker) for marker in MARKER_IDS]
        module, self.kernel = load_kernel(COMPILED, INTERPRETED, kernel)
        self.engine = module.Engine(
            self.board.facts(),
            self.players,
            self.moves.first,
            switches,
            self.setup["modules"],
            self.marker_mix,
            self.start_markers,
        )

    @property
    def move_count(self) -> int:
        """How many moves the board can ever offer."""
        return self.moves.size

    def start(self) -> Position:
        """The position at which the first start marker is dealt. [HT-SET-3]"""
        position: Position = self.engine.start()
        return position

    def to_move(self, position: Position) -> Seat:
        """The seat that decides, CHANCE, or NOBODY when the game is over. [HT-INV-7]"""
        seat: int = self.engine.to_move(position)
        if seat < 0:
            return NOBODY
        return CHANCE if seat == pieces.CHANCE else seat

    def legal_moves(self, position: Position) -> list[int]:
        """Every legal move, ascending; empty only when the game is over."""
        moves: list[int] = self.engine.legal_moves(position)
        return moves

    def odds(self, position: Position) -> dict[int, int]:
        """The weight of every chance move; empty while a seat decides. [HT-RNG-1]"""
        return dict(self.engine.odds(position)) if self.to_move(position) == CHANCE else {}

    def advance(self, position: Position, move: int) -> None:
        """Make a move in place; an illegal one raises IllegalMove and changes nothing."""
        if not self.engine.advance(position, move):
            raise IllegalMove(self.words(move), self.refusal(position, move))

    def scores(self, position: Position) -> ScoreSheet:
        """The score sheet as if the game ended now. [HT-SCO-A … HT-SCO-H]"""
        sheets = [self.engine.score_lines(position, seat) for seat in range(self.players)]
        scores = [Score(dict(zip(LINE_NAMES, lines, strict=True))) for lines in sheets]
        return ScoreSheet(scores, self.ranking(position, scores)[0])

    def ranking(self, position: Position, scores: Sequence[Score]) -> list[list[Seat]]:
        """The seats by place, those that share a place together. [HT-WIN-1, HT-WIN-2]"""
        keys = [self.rank_key(position, seat, score) for seat, score in enumerate(scores)]
        places = sorted(set(keys), reverse=True)
        return [[seat for seat in range(self.players) if keys[seat] == place] for place in places]

    def rank_key(self, position: Position, seat: Seat, score: Score) -> tuple[int, ...]:
        """What places are ordered by, higher first. [HT-WIN-1]"""
        if self.setup["switches"]["tie_break"] == "shared":
            return (score.total,)
        level = position[layout.SEATS + seat * layout.SEAT_SIZE + layout.LEVELS + pieces.ACTIONS]
        return (score.total, -level, score.lines["network"])

    def ended_by(self, position: Position) -> str | None:
        """The ending, or None while the game runs. [HT-END-1]"""
        return ENDINGS[position[layout.ENDED]] or None

    def turn(self, position: Position) -> int:
        """The number of the turn, from 1."""
        return position[layout.TURN_LOW] + 256 * position[layout.TURN_HIGH]

    def view(self, position: Position, seat: Seat | None) -> Position:
        """The position without the mission cards of other seats, until the game is over. [HT-INF-1]"""
        seen = position[:]
        if not position[layout.ENDED]:
            for other in range(self.players):
                cell = layout.SEATS + other * layout.SEAT_SIZE + layout.MISSION
                if other != seat and seen[cell]:
                    seen[cell] = pieces.UNKNOWN_CARD
        return seen

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

    def refusal(self, position: Position, move: int) -> Refusal:
        """Why a move is not legal: rule id and facts."""
        return refusal(self, position, move)

    def events(self, before: Position, move: int) -> list[Event]:
        """What a legal move brings about, in order."""
        after = before[:]
        self.advance(after, move)
        return [event(self, fact) for fact in self.engine.facts()]

    def veil(self, before: Position, move: int, seat: Seat | None) -> str:
        """The words of a move as the seat may read them: other seats' cards are `?`. [HT-INF-1]"""
        block = self.move_json(move)
        if "card" not in block or self.ended_by(before):
            return self.words(move)
        receiver = sum(
            before[layout.SEATS + other * layout.SEAT_SIZE + layout.MISSION] > 0 for other in range(self.players)
        )
        return self.words(move) if receiver == seat else "chance ?"

    def position_json(self, position: Position) -> dict[str, Any]:
        """The position in the words of the interchange."""
        return PositionWriter(self, position).json()

    def read_position(self, content: Mapping[str, Any]) -> Position:
        """A position from data; what is not named is as at the start of the game."""
        return PositionReader(self, content).position()

    def play_out(
        self, position: Position, seed: int, agents: Sequence[str], cap: int, keep_moves: bool = False
    ) -> Playout:
        """Play on in place with quick policies inside the kernel, until the end or past the cap of turns."""
        moves: list[int] = []
        policies = bytes(POLICIES[agent] for agent in agents)
        decisions, digest = self.engine.play_out(position, seed, policies, cap, moves if keep_moves else None)
        return Playout(decisions, digest, moves)

    def lines(self, position: Position, depth: int) -> int:
        """How many lines of legal moves of the given length begin here."""
        count: int = self.engine.lines(position, depth)
        return count
