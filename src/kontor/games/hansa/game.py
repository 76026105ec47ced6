"""Hansa behind the protocol of a game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from kontor.core import styles
from kontor.core.game import Event, PositionBytes, Refusal, Score, ScoreSheet, Seat
from kontor.core.kernel_game import KernelGame
from kontor.core.observation_spec import ObservationSpec
from kontor.core.statistics import StatEvent, Statistics
from kontor.games.hansa import statistics
from kontor.games.hansa.ai.evaluation import WEIGHT_NAMES
from kontor.games.hansa.board_file import BoardFile
from kontor.games.hansa.configuration import Configuration
from kontor.games.hansa.formats.events import event
from kontor.games.hansa.formats.observations import observation_spec
from kontor.games.hansa.formats.positions import read_position, write_position
from kontor.games.hansa.formats.refusals import refusal
from kontor.games.hansa.rules import layout, tasks
from kontor.games.hansa.rules.endings import ENDINGS

if TYPE_CHECKING:
    from kontor.games.hansa.engine import Engine

STYLES = styles.load("kontor.games.hansa", WEIGHT_NAMES)


class Hansa(KernelGame):
    """One configuration of Hansa."""

    search_options = MappingProxyType(
        {"beam": 2}
    )  # a turn is short, and the best one often begins with a lesser move

    configuration: Configuration
    engine: Engine

    def __init__(self, setup: Mapping[str, Any], kernel: str | None = None, board: BoardFile | None = None) -> None:
        configuration = Configuration(setup, kernel, board)
        super().__init__(configuration)
        self.board = configuration.board

    def make_observation_spec(self) -> ObservationSpec:
        """What a seat sees of a position, feature by feature."""
        return observation_spec(self.configuration)

    def styles(self) -> Mapping[str, Sequence[int]]:
        """The weights of the evaluation, by the name of the style."""
        return STYLES

    def scores(self, position: PositionBytes) -> ScoreSheet:
        """The score sheet as if the game ended now. [H-SCORE-1 … H-SCORE-5]"""
        sheets = self.engine.score_sheet(position)
        scores = [Score(dict(zip(self.configuration.line_names, lines, strict=False))) for lines in sheets]
        keys = [(score.total, self.engine.posts_on_board(position, s)) for s, score in enumerate(scores)]
        return ScoreSheet(scores, [seat for seat in range(self.players) if keys[seat] == max(keys)])

    def derived_state(self, position: PositionBytes) -> dict[str, Any]:
        """Who leads in each port where somebody does. [H-BUY-3]"""
        self.check(position)
        return {"leaders": self.configuration.leaders(position)}

    def progress_statistics(self, position: PositionBytes) -> Sequence[Statistics]:
        """How far every seat has come, for those who count."""
        self.check(position)
        return statistics.progress(self.configuration, position)

    def final_statistics(self, position: PositionBytes) -> Sequence[Statistics]:
        """What every seat has, for those who count."""
        self.check(position)
        return statistics.final(self.configuration, position)

    def stat_events(self, event: Event) -> Iterable[StatEvent]:
        """What an event counts for."""
        return statistics.stat_events(event)

    def ended_by(self, position: PositionBytes) -> str | None:
        """The ending, or None while the game runs. [H-END-2]"""
        self.check(position)
        return ENDINGS[1] if position[layout.PHASE] == tasks.FINISHED else None

    def view(self, position: PositionBytes, seat: Seat | None) -> PositionBytes:
        """The position itself: nobody has private knowledge. [H-INFO-4]"""
        self.check(position)
        return position[:]

    def redacted_move(self, before: PositionBytes, move: int, seat: Seat | None) -> str:
        """The words of a move: all of them are public. [H-INFO-1]"""
        return self.move_text(move)

    def commits(self, before: PositionBytes, move: int) -> bool:
        """Whether a move is a placement of the set-up or ends the turn, so that it stands. [H-PURSE-2]"""
        after = before[:]
        self.advance(after, move)
        return before[layout.PHASE] == tasks.PLACEMENT or self.turn(after) != self.turn(before)

    def refusal(self, position: PositionBytes, move: int) -> Refusal:
        """Why a move is not legal: rule id and facts."""
        return refusal(self.configuration, position, move)

    def event(self, raw: tuple[int, ...]) -> Event:
        """A fact of the kernel as an event."""
        return event(self.configuration, raw)

    def position_json(self, position: PositionBytes) -> dict[str, Any]:
        """The position in the words of the interchange."""
        self.check(position)
        return write_position(self.configuration, position)

    def read_position(self, content: Mapping[str, Any]) -> PositionBytes:
        """A position from data; what is not named is as the package `positions` says."""
        return read_position(self.configuration, content)
