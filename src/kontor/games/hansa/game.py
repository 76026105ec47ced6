"""The game class of Hansa."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from kontor.core import styles
from kontor.core.kernel_game import KernelGame
from kontor.core.observation_spec import ObservationSpec
from kontor.core.statistics import StatEvent, Statistics
from kontor.core.values import Event, PositionBytes, Refusal, Seat
from kontor.games.hansa import statistics
from kontor.games.hansa.ai.evaluation import WEIGHT_NAMES
from kontor.games.hansa.ai.features import FEATURE_BOUNDS, FEATURE_NAMES
from kontor.games.hansa.board_file import BoardFile
from kontor.games.hansa.configuration import Configuration
from kontor.games.hansa.formats.events import event
from kontor.games.hansa.formats.observations import observation_spec
from kontor.games.hansa.formats.positions import read_position, write_position
from kontor.games.hansa.formats.refusals import refusal
from kontor.games.hansa.rules import layout, tasks
from kontor.games.hansa.rules.endings import ENDINGS
from kontor.games.hansa.rules.turns import begin_turn
from kontor.games.hansa.text import HansaPresentation

STYLES = styles.load("kontor.games.hansa", WEIGHT_NAMES)


class Hansa(KernelGame):
    """One configuration of Hansa."""

    overlooked_moves = ("build",)
    tempting_moves = ("sell",)
    closing_moves = ("end-actions",)
    neglected_weights = ("lead", "thaler", "purse", "rival_point", "rival_tile")

    all_public = True  # [H-INFO-4]
    presentation = HansaPresentation()
    feature_names = FEATURE_NAMES
    feature_bounds = FEATURE_BOUNDS
    weight_names = WEIGHT_NAMES
    tree_options = MappingProxyType({"beam": 2})  # a turn is short, and the best one often begins with a lesser move

    configuration: Configuration

    def __init__(self, setup: Mapping[str, Any], kernel: str | None = None, board: BoardFile | None = None) -> None:
        configuration = Configuration(setup, kernel, board)
        super().__init__(configuration)
        self.board = configuration.board

    def make_observation_spec(self) -> ObservationSpec:
        """Return the features of an observation."""
        return observation_spec(self.configuration)

    def styles(self) -> Mapping[str, Sequence[int]]:
        """Return the weights of the evaluation by the name of the style."""
        return STYLES

    @property
    def line_names(self) -> Sequence[str]:
        """Return the names of the score lines in play. [H-SCORE-1 … H-SCORE-4]"""
        return self.configuration.line_names

    def break_tie(self, position: PositionBytes, rows: Sequence[Sequence[int]], seats: list[Seat]) -> list[Seat]:
        """Return which of the seats with most points have most posts on the board. [H-SCORE-5]"""
        posts = {seat: self.configuration.engine.posts_on_board(position, seat) for seat in seats}
        return [seat for seat in seats if posts[seat] == max(posts.values())]

    def derived_state(self, position: PositionBytes) -> dict[str, Any]:
        """Return the leading seat of each port that has one. [H-BUY-3]"""
        self.check(position)
        return {"leaders": self.configuration.leaders(position)}

    def progress_statistics(self, position: PositionBytes) -> Sequence[Statistics]:
        """Return counts of the present state of every seat."""
        self.check(position)
        return statistics.progress(self.configuration, position)

    def final_statistics(self, position: PositionBytes) -> Sequence[Statistics]:
        """Return counts of what every seat has at the end of the game."""
        self.check(position)
        return statistics.final(self.configuration, position)

    def stat_events(self, event: Event) -> Iterable[StatEvent]:
        """Return the entries of an event in the statistics."""
        return statistics.stat_events(event)

    def planned_turn(self, position: PositionBytes, seat: Seat) -> PositionBytes | None:
        """Return a position as if the turn of a seat began now, None unless another seat is taking actions."""
        self.check(position)
        self.check_seat(seat)
        if position[layout.PHASE] != tasks.ACTIONS:
            return None
        p = self.configuration.loaded(position)
        begin_turn(p, seat)
        planned = PositionBytes(p.store)
        self.engine.write_checksum(planned)
        return planned

    def ended_by(self, position: PositionBytes) -> str | None:
        """Return the name of the ending, or None before the end of the game. [H-END-2]"""
        self.check(position)
        return ENDINGS[1] if position[layout.PHASE] == tasks.FINISHED else None

    def view(self, position: PositionBytes, seat: Seat | None) -> PositionBytes:
        """Return a copy of the position; there is no hidden information. [H-INFO-4]"""
        self.check(position)
        self.check_viewer(seat)
        return position[:]

    def redacted_move(self, before: PositionBytes, move: int, seat: Seat | None) -> str:
        """Return the text of a move; all moves are public. [H-INFO-1]"""
        self.check(before)
        self.check_viewer(seat)
        return self.move_text(move)

    def commits(self, before: PositionBytes, move: int) -> bool:
        """Return whether a move is an initial placement or ends the turn: it cannot be taken back. [H-PURSE-2]"""
        self.check(before)
        after = before[:]
        self.advance(after, move)
        return before[layout.PHASE] == tasks.PLACEMENT or self.turn(after) != self.turn(before)

    def refusal(self, position: PositionBytes, move: int) -> Refusal:
        """Return why a move is not legal."""
        return refusal(self.configuration, position, move)

    def event(self, raw: tuple[int, ...]) -> Event:
        """Return a raw event of the kernel as an event."""
        return event(self.configuration, raw)

    def position_json(self, position: PositionBytes) -> dict[str, Any]:
        """Return a position as data."""
        self.check(position)
        return write_position(self.configuration, position)

    def read_position(self, content: Mapping[str, Any]) -> PositionBytes:
        """Return a position from data; the package `formats.positions` describes the defaults."""
        return read_position(self.configuration, content)
