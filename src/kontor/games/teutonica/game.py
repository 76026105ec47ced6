"""Hansa Teutonica behind the protocol of a game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

from kontor.core import temperaments
from kontor.core.game import Event, Position, Refusal, Score, ScoreSheet, Seat
from kontor.core.kernel_game import KernelGame
from kontor.core.outlook import Outlook
from kontor.core.traits import Deed, Traits
from kontor.games.teutonica import layout, pieces, traits
from kontor.games.teutonica.board import Board
from kontor.games.teutonica.boardfile import BoardFile
from kontor.games.teutonica.cities import controller, largest_network
from kontor.games.teutonica.endings import ENDINGS
from kontor.games.teutonica.evaluation import WEIGHT_NAMES
from kontor.games.teutonica.events import event
from kontor.games.teutonica.moves import MARKER_IDS, move_list
from kontor.games.teutonica.outlook import outlook
from kontor.games.teutonica.positions import PositionReader, PositionWriter
from kontor.games.teutonica.refusals import refusal
from kontor.games.teutonica.scoring import LINE_NAMES
from kontor.games.teutonica.setup import engine_switches, marker_mix, resolve, start_markers
from kontor.games.teutonica.table import Table

KERNEL = ("kontor.games.teutonica._compiled", "kontor.games.teutonica.engine")
TEMPERAMENTS = temperaments.load("kontor.games.teutonica", WEIGHT_NAMES)


class Teutonica(KernelGame):
    """One configuration of Hansa Teutonica."""

    gains = ("AbilityDeveloped",)

    def __init__(self, setup: Mapping[str, Any], kernel: str | None = None) -> None:
        resolved = resolve(setup)
        self.switches = engine_switches(resolved["switches"])
        self.board = BoardFile(resolved["board"], self.switches["pawn_rim"])
        mix = resolved.get("markers") or marker_mix(resolved["edition"])
        self.marker_mix = [mix.get(marker, 0) for marker in MARKER_IDS]
        start = start_markers(resolved["edition"])
        self.start_markers = [start.count(marker) for marker in MARKER_IDS]
        super().__init__(resolved, move_list(self.board), KERNEL, kernel)

    def make_engine(self, module: Any) -> Any:
        """The engine of this configuration."""
        return module.Engine(
            self.board_tables(),
            self.players,
            self.moves.first | {"end": self.moves.size},
            self.switches,
            self.setup["modules"],
            self.marker_mix,
            self.start_markers,
            self.fingerprint,
        )

    def board_tables(self) -> Mapping[str, Sequence[int]]:
        """The numbers of the board and the markers as the kernel takes them."""
        return {**self.board.facts(), "markers": self.marker_mix, "start_markers": self.start_markers}

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

    def scores(self, position: Position) -> ScoreSheet:
        """The score sheet as if the game ended now. [HT-SCO-A … HT-SCO-H]"""
        rows = self.engine.score_sheet(position)
        scores = [Score(dict(zip(LINE_NAMES, row, strict=True))) for row in rows]
        totals = [sum(row) for row in rows]
        best = max(totals)
        first = [seat for seat, total in enumerate(totals) if total == best]
        return ScoreSheet(scores, first if len(first) == 1 else self.ranking(position, scores)[0])

    def ranking(self, position: Position, scores: Sequence[Score]) -> list[list[Seat]]:
        """The seats by place, those that share a place together. [HT-WIN-1, HT-WIN-2]"""
        keys = [self.rank_key(position, seat, score) for seat, score in enumerate(scores)]
        places = sorted(set(keys), reverse=True)
        return [[seat for seat in range(self.players) if keys[seat] == place] for place in places]

    def rank_key(self, position: Position, seat: Seat, score: Score) -> tuple[int, ...]:
        """What places are ordered by, higher first. [HT-WIN-1]"""
        if self.switches["tie_break"] == "shared":
            return (score.total,)
        level = position[layout.SEATS + seat * layout.SEAT_SIZE + layout.LEVELS + pieces.ACTIONS]
        return (score.total, -level, score.lines["network"])

    def standing(self, position: Position) -> dict[str, Any]:
        """Who controls each city, and how many posts the largest network of each seat has. [HT-CTL-1, HT-NET-1]"""
        self.check(position)
        self.table.lay(position)
        owners = {city: controller(self.table, n) for n, city in enumerate(self.board.cities)}
        return {
            "control": {
                city: "n" if owner == pieces.NEUTRAL else owner
                for city, owner in owners.items()
                if owner != pieces.NOBODY
            },
            "networks": {str(seat): largest_network(self.table, seat) for seat in range(self.players)},
        }

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
        """The ending, or None while the game runs. [HT-END-1]"""
        self.check(position)
        return ENDINGS[position[layout.ENDED]] or None

    def view(self, position: Position, seat: Seat | None) -> Position:
        """The position without the mission cards of other seats, until the game is over. [HT-INF-1]"""
        self.check(position)
        seen = position[:]
        if not position[layout.ENDED]:
            for other in range(self.players):
                cell = layout.SEATS + other * layout.SEAT_SIZE + layout.MISSION
                if other != seat and seen[cell]:
                    seen[cell] = pieces.UNKNOWN_CARD
        self.engine.write_checksum(seen)  # the checksum of the whole position would betray the cards
        return seen

    def refusal(self, position: Position, move: int) -> Refusal:
        """Why a move is not legal: rule id and facts."""
        return refusal(self, position, move)

    def event(self, fact: tuple[int, ...]) -> Event:
        """A fact of the kernel as an event."""
        return event(self, fact)

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
        self.check(position)
        return PositionWriter(self, position).json()

    def read_position(self, content: Mapping[str, Any]) -> Position:
        """A position from data; what is not named is as at the start of the game."""
        return PositionReader(self, content).position()
