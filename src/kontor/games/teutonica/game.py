"""Hansa Teutonica as a `Game`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import Any

from kontor.core import styles
from kontor.core.kernel_game import KernelGame
from kontor.core.observation_spec import ObservationSpec
from kontor.core.standing_orders import StandingOrders
from kontor.core.statistics import StatEvent, Statistics
from kontor.core.values import Event, PositionBytes, Refusal, Seat
from kontor.games.teutonica import statistics
from kontor.games.teutonica.ai.features import FEATURE_BOUNDS, FEATURE_NAMES
from kontor.games.teutonica.ai.weights import WEIGHT_NAMES
from kontor.games.teutonica.configuration import Configuration
from kontor.games.teutonica.formats.events import event
from kontor.games.teutonica.formats.observations import observation_spec
from kontor.games.teutonica.formats.positions import PositionReader, PositionWriter
from kontor.games.teutonica.formats.refusals import refusal
from kontor.games.teutonica.open_displacement import open_displacement
from kontor.games.teutonica.orders import TeutonicaOrders
from kontor.games.teutonica.post_state import post_state
from kontor.games.teutonica.rules import layout, pieces, tasks
from kontor.games.teutonica.rules.scoring import LINE_NAMES, NETWORK_LINE
from kontor.games.teutonica.text import TeutonicaPresentation

STYLES = styles.load("kontor.games.teutonica", WEIGHT_NAMES)
MARKER_WEIGHTS = tuple(name for name in WEIGHT_NAMES if name.startswith(("marker", "use_")))
NEW_TURN_CELLS = (layout.ACTED, layout.BEGUN, layout.GIVEN_UP, layout.PERMISSIONS, layout.PAWN_MOVED, layout.FRESH)


class Teutonica(KernelGame):
    """Game with one configuration of Hansa Teutonica."""

    presentation = TeutonicaPresentation()
    feature_names = FEATURE_NAMES
    feature_bounds = FEATURE_BOUNDS
    weight_names = WEIGHT_NAMES
    network_tree_options = MappingProxyType({"plans": 6})  # rivals have many good turns
    gain_events = ("AbilityDeveloped",)
    overlooked_moves = ("displace",)
    tempting_moves = ("reward post", "reward extra_post", "reward special")
    closing_moves = ("end-turn", "stop", "reward nothing")
    neglected_weights = ("action", "full_route", *MARKER_WEIGHTS)

    configuration: Configuration

    def __init__(self, setup: Mapping[str, Any], kernel: str | None = None) -> None:
        configuration = Configuration(setup, kernel)
        super().__init__(configuration)
        self.board = configuration.board
        self.switches = configuration.switches
        self.all_public = "mission-cards" not in self.setup["modules"]

    def make_observation_spec(self) -> ObservationSpec:
        """Return the observation of a seat."""
        return observation_spec(self.configuration)

    def styles(self) -> Mapping[str, Sequence[int]]:
        """Return the evaluation weights of each style."""
        return STYLES

    @property
    def line_names(self) -> Sequence[str]:
        """Return the names of the score lines. [HT-SCO-A … HT-SCO-H]"""
        return LINE_NAMES

    def break_tie(self, position: PositionBytes, rows: Sequence[Sequence[int]], seats: list[Seat]) -> list[Seat]:
        """Return which of the seats with most points win. [HT-WIN-1, HT-WIN-2]"""
        return self.ranking(position, rows)[0]

    def ranking(self, position: PositionBytes, rows: Sequence[Sequence[int]]) -> list[list[Seat]]:
        """Return the seats by place; seats that share a place are in one list. [HT-WIN-1, HT-WIN-2]"""
        keys = [self.ranking_key(position, seat, row) for seat, row in enumerate(rows)]
        places = sorted(set(keys), reverse=True)
        return [[seat for seat in range(self.players) if keys[seat] == place] for place in places]

    def ranking_key(self, position: PositionBytes, seat: Seat, row: Sequence[int]) -> tuple[int, ...]:
        """Return the values by which places are ordered, higher first. [HT-WIN-1]"""
        if self.switches["tie_break"] == "shared":
            return (sum(row),)
        level = position[layout.SEATS + seat * layout.SEAT_SIZE + layout.LEVELS + pieces.ACTIONS]
        return (sum(row), -level, row[NETWORK_LINE])

    def derived_state(self, position: PositionBytes) -> dict[str, Any]:
        """Return control, completed cities, networks, the lines that can count, and the displacement being answered.

        [HT-CTL-1, HT-INV-6, HT-NET-1, HT-DSP-5]
        """
        self.check(position)
        displacement = open_displacement(self.configuration, position)
        return {
            **post_state(self.configuration, position).json(),
            "score_lines": [*self.score_lines],
            **({} if displacement is None else {"displacement": displacement}),
        }

    @cached_property
    def score_lines(self) -> list[str]:
        """The lines of the score sheet without those of regions and missions that are not in play."""
        idle = {"regions"} if not any(self.configuration.interpreted_board.region_points) else set()
        idle |= {"mission"} if "mission-cards" not in self.setup["modules"] else set()
        return [line for line in LINE_NAMES if line not in idle]

    @cached_property
    def standing_orders(self) -> StandingOrders:
        """Return the orders for displaced pieces. [HT-DSP-5]"""
        return TeutonicaOrders(self.configuration)

    def planned_turn(self, position: PositionBytes, seat: Seat) -> PositionBytes | None:
        """Return a position as if the turn of a seat began now, None inside an action. [HT-TRN-2]"""
        self.check(position)
        self.check_seat(seat)
        is_between_actions = position[layout.DEPTH] == 1 and position[layout.STACK] == tasks.TURN
        if not is_between_actions or position[layout.ENDED] or position[layout.HAND]:
            return None
        planned = position[:]
        for cell in NEW_TURN_CELLS:
            planned[cell] = 0
        planned[layout.ACTIVE] = planned[layout.STACK + 1] = seat
        planned[layout.ACTIONS_LEFT] = self.configuration.engine.actions_granted(position, seat)
        self.engine.write_checksum(planned)
        return planned

    def progress_statistics(self, position: PositionBytes) -> Sequence[Statistics]:
        """Return the statistics of every seat during a game."""
        self.check(position)
        return statistics.progress(self.configuration, position)

    def final_statistics(self, position: PositionBytes) -> Sequence[Statistics]:
        """Return the statistics of every seat at the end of a game."""
        self.check(position)
        return statistics.final(self.configuration, position)

    def stat_events(self, event: Event) -> Iterable[StatEvent]:
        """Return the statistics that an event adds to."""
        return statistics.stat_events(event)

    def ended_by(self, position: PositionBytes) -> str | None:
        """Return the ending, or None before the end of the game. [HT-END-1]"""
        self.check(position)
        return self.configuration.ended_by(position)

    def view(self, position: PositionBytes, seat: Seat | None) -> PositionBytes:
        """Return the position without the mission cards of other seats, until the game is over. [HT-INF-1]"""
        self.check(position)
        self.check_viewer(seat)
        seen = position[:]
        if not position[layout.ENDED]:
            for other in range(self.players):
                cell = layout.SEATS + other * layout.SEAT_SIZE + layout.MISSION
                if other != seat and seen[cell]:
                    seen[cell] = pieces.UNKNOWN_CARD
        self.engine.write_checksum(seen)  # the checksum of the complete position would reveal the cards
        return seen

    def refusal(self, position: PositionBytes, move: int) -> Refusal:
        """Return why a move is not legal: the rule id and the facts."""
        return refusal(self.configuration, position, move)

    def event(self, raw: tuple[int, ...]) -> Event:
        """Return a raw event of the kernel as an event."""
        return event(self.configuration, raw)

    def redacted_move(self, before: PositionBytes, move: int, seat: Seat | None) -> str:
        """Return the text of a move as the seat may see it; a card dealt to another seat is `?`. [HT-INF-1]"""
        self.check(before)
        self.check_viewer(seat)
        block = self.move_json(move)
        if "card" not in block or self.ended_by(before):
            return self.move_text(move)
        receiver = sum(
            before[layout.SEATS + other * layout.SEAT_SIZE + layout.MISSION] > 0 for other in range(self.players)
        )
        return self.move_text(move) if receiver == seat else "chance ?"

    def position_json(self, position: PositionBytes) -> dict[str, Any]:
        """Return the position as data of the interchange format."""
        self.check(position)
        return PositionWriter(self.configuration, position).json()

    def read_position(self, content: Mapping[str, Any]) -> PositionBytes:
        """Return the position described by data; fields left out have their value at the start of the game."""
        return PositionReader(self.configuration, content).position()
