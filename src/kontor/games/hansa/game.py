"""Hansa behind the protocol of a game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import Any

from kontor.core import temperaments
from kontor.core.game import Event, Position, Refusal, Score, ScoreSheet, Seat
from kontor.core.kernel_game import KernelGame
from kontor.core.outlook import Outlook
from kontor.core.traits import Deed, Traits
from kontor.games.hansa import layout, tasks, traits
from kontor.games.hansa.board import Board
from kontor.games.hansa.boardfile import BoardFile
from kontor.games.hansa.endings import ENDINGS
from kontor.games.hansa.evaluation import WEIGHT_NAMES
from kontor.games.hansa.events import event
from kontor.games.hansa.moves import move_list
from kontor.games.hansa.outlook import outlook
from kontor.games.hansa.pieces import NOBODY
from kontor.games.hansa.positions import read_position, write_position
from kontor.games.hansa.refusals import refusal
from kontor.games.hansa.scoring import LINE_NAMES
from kontor.games.hansa.setup import resolve
from kontor.games.hansa.table import Table

KERNEL = ("kontor.games.hansa._compiled", "kontor.games.hansa.engine")
TEMPERAMENTS = temperaments.load("kontor.games.hansa", WEIGHT_NAMES)


class Hansa(KernelGame):
    """One configuration of Hansa."""

    habits = MappingProxyType({"beam": 2})  # a turn is short, and the best one often begins with a lesser move

    def __init__(self, setup: Mapping[str, Any], kernel: str | None = None, board: BoardFile | None = None) -> None:
        resolved = resolve(setup)
        self.board = board or BoardFile()
        super().__init__(resolved, move_list(self.board), KERNEL, kernel)

    def make_engine(self, module: Any) -> Any:
        """The engine of this configuration."""
        return module.Engine(
            self.board_tables(),
            self.players,
            self.moves.first,
            self.board.left_out(self.players),
            self.setup.get("start_player", -1),
            "extra-card" in self.setup["modules"],
            self.setup["switches"].get("ties") == "everybody",
            self.fingerprint,
        )

    def board_tables(self) -> Mapping[str, Sequence[int]]:
        """The numbers of the board as the kernel takes them."""
        return self.board.facts()

    @cached_property
    def table(self) -> Table:
        """A table to look things up on, for whatever is not asked by the thousand."""
        return Table(Board(self.board.facts()), self.players)

    def make_outlook(self) -> Outlook:
        """What a seat sees of a position, feature by feature."""
        return outlook(self)

    def temperaments(self) -> Mapping[str, Sequence[int]]:
        """The weights of the evaluation, by the name of the temperament."""
        return TEMPERAMENTS

    @property
    def line_names(self) -> tuple[str, ...]:
        """The score lines in play: the extra card's only with its module. [H-EXTRA-1]"""
        return LINE_NAMES if "extra-card" in self.setup["modules"] else LINE_NAMES[:-1]

    def scores(self, position: Position) -> ScoreSheet:
        """The score sheet as if the game ended now. [H-SCORE-1 … H-SCORE-5]"""
        sheets = self.engine.score_sheet(position)
        scores = [Score(dict(zip(self.line_names, lines, strict=False))) for lines in sheets]
        keys = [(score.total, self.engine.posts_on_board(position, s)) for s, score in enumerate(scores)]
        return ScoreSheet(scores, [seat for seat in range(self.players) if keys[seat] == max(keys)])

    def standing(self, position: Position) -> dict[str, Any]:
        """Who leads in each port where somebody does. [H-BUY-3]"""
        self.check(position)
        self.table.lay(position)
        leaders = {port: self.table.leader(n) for n, port in enumerate(self.board.ports)}
        return {"leaders": {port: seat for port, seat in leaders.items() if seat != NOBODY}}

    def progress(self, position: Position) -> Sequence[Traits]:
        """How far every seat has come, for those who count."""
        self.check(position)
        return traits.progress(self, position)

    def holdings(self, position: Position) -> Sequence[Traits]:
        """What every seat has, for those who count."""
        self.check(position)
        return traits.holdings(self, position)

    def deeds(self, event: Event) -> Iterable[Deed]:
        """What an event counts for."""
        return traits.deeds(event)

    def ended_by(self, position: Position) -> str | None:
        """The ending, or None while the game runs. [H-END-2]"""
        self.check(position)
        return ENDINGS[1] if position[layout.PHASE] == tasks.FINISHED else None

    def view(self, position: Position, seat: Seat | None) -> Position:
        """The position itself: nobody has private knowledge. [H-INFO-4]"""
        self.check(position)
        return position[:]

    def veil(self, before: Position, move: int, seat: Seat | None) -> str:
        """The words of a move: all of them are public. [H-INFO-1]"""
        return self.words(move)

    def commits(self, before: Position, move: int) -> bool:
        """Whether a move is a placement of the set-up or ends the turn, so that it stands. [H-PURSE-2]"""
        after = before[:]
        self.advance(after, move)
        return before[layout.PHASE] == tasks.PLACEMENT or self.turn(after) != self.turn(before)

    def refusal(self, position: Position, move: int) -> Refusal:
        """Why a move is not legal: rule id and facts."""
        return refusal(self, position, move)

    def event(self, fact: tuple[int, ...]) -> Event:
        """A fact of the kernel as an event."""
        return event(self, fact)

    def position_json(self, position: Position) -> dict[str, Any]:
        """The position in the words of the interchange."""
        self.check(position)
        return write_position(self, position)

    def read_position(self, content: Mapping[str, Any]) -> Position:
        """A position from data; what is not named is as the package `positions` says."""
        return read_position(self, content)
