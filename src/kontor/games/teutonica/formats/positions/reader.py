"""Reading of a position from data; fields left out are filled in."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from kontor.core.position_fields import entries, known_field, listed, number_of, refuse, truth, whole
from kontor.core.values import PositionBytes
from kontor.games.teutonica.configuration import Configuration
from kontor.games.teutonica.formats.positions.board_checks import check_connections, check_neutral_routes
from kontor.games.teutonica.formats.positions.city_reader import CityReader
from kontor.games.teutonica.formats.positions.ids import PositionIds
from kontor.games.teutonica.formats.positions.marker_counter import MarkerCounter
from kontor.games.teutonica.formats.positions.pending import draws_by_default
from kontor.games.teutonica.formats.positions.pending_checks import PendingChecks
from kontor.games.teutonica.formats.positions.pending_reader import PendingReader, stages_of
from kontor.games.teutonica.formats.positions.piece_counter import PieceCounter
from kontor.games.teutonica.formats.positions.writer import PAWN_MOVED_IDS
from kontor.games.teutonica.rules import layout
from kontor.games.teutonica.rules.pieces import MERCHANT, OWNERS, TRADER, UNKNOWN_CARD, highest_level, kind_of
from kontor.kernel.runtime.errors import shown

MOST_POINTS: Final = 200  # a cell holds at most 255; the rest is for points and actions gained in the turn
MOST_ACTIONS: Final = 200
MOST_TURNS: Final = 65535
MODULE_OF: Final = {
    "attached": "promo-markers",
    "favours": "emperors-favour",
    "favour_display": "emperors-favour",
    "given_up": "emperors-favour",
    "missions": "mission-cards",
    "pawn": "two-player-pawn",
    "pawn_moved": "two-player-pawn",
}


class PositionReader:
    """Reader that reads the fields of a position, fills in the others and checks the result."""

    def __init__(self, configuration: Configuration, content: Mapping[str, Any]) -> None:
        self.configuration = configuration
        self.content = content
        self.ids = PositionIds(configuration)
        self.cells: PositionBytes = configuration.engine.blank()
        self.pieces = PieceCounter(self.ids, self.cells)
        self.cities = CityReader(self.ids, self.cells, self.pieces)
        self.markers = MarkerCounter(self.ids, self.cells, self.pieces)
        self.pending = PendingReader(self.ids, self.cells)

    def position(self) -> PositionBytes:
        """Return the complete position after running all stages that are due."""
        content = entries(self.content, "position")
        fields = self.fields()
        for field in content:
            known_field(field, fields)
        for field, read in fields.items():
            if field in content and self.is_in_play(field, content[field]):
                read(content[field])
        self.complete(content)
        return self.cells

    def fields(self) -> dict[str, Callable[[Any], None]]:
        """Return the reading function of every field; fields come after those they depend on."""
        return {
            **self.turn_fields(),
            "spaces": self.read_spaces,
            "posts": self.cities.read_posts,
            "extra_posts": self.cities.read_extra_posts,
            "green_posts": self.cities.read_green_posts,
            "abilities": self.read_abilities,
            "supply": self.pieces.read_supply,
            "stock": self.pieces.read_stock,
            "score": self.read_score,
            "special": self.read_special,
            "east_west_done": self.read_connections,
            "favours": self.read_favours,
            "favour_display": self.read_display,
            "missions": self.read_missions,
            **self.marker_fields(),
            "pending": self.read_pending,
        }

    def turn_fields(self) -> dict[str, Callable[[Any], None]]:
        """Return the reading functions of the fields of the turn."""
        return {
            "active": self.read_active,
            "turn": self.read_turn,
            "actions": self.read_actions,
            "acted": lambda value: self.read_truth(value, "acted", layout.ACTED),
            "begun": lambda value: self.read_truth(value, "begun", layout.BEGUN),
            "given_up": lambda value: self.read_truth(value, "given_up", layout.GIVEN_UP),
            "permissions_used": self.read_permissions,
            "pawn": self.read_pawn,
            "pawn_moved": self.read_pawn_moved,
        }

    def marker_fields(self) -> dict[str, Callable[[Any], None]]:
        """Return the reading functions of the fields of markers."""
        return {
            "markers_on_routes": self.markers.read_markers_on_routes,
            "attached": self.markers.read_attached,
            "unused_markers": self.markers.read_unused,
            "used_markers": self.markers.read_used,
            "plate": self.markers.read_plate,
            "discarded": self.markers.read_discarded,
            "bag": self.markers.read_bag,
            "bag_size": self.markers.read_bag_size,
        }

    def is_in_play(self, field: str, value: object) -> bool:
        """Return whether a field has to be read; fields of modules not in play must be empty."""
        if value is None and field in ("pawn", "pending"):
            return False
        module = MODULE_OF.get(field)
        if module is None or module in self.ids.modules:
            return True
        if value is not False and value != {} and value != []:
            refuse(field, f"needs the module {module!r}, which is not in play")
        return False

    # the turn

    def read_active(self, content: object) -> None:
        """Read the active seat."""
        seat = self.ids.seat(content, "active")
        self.cells[layout.ACTIVE] = seat
        self.cells[layout.STACK + 1] = seat

    def read_turn(self, content: object) -> None:
        """Read the turn number."""
        turn = whole(content, 1, MOST_TURNS, "turn")
        self.cells[layout.TURN_LOW], self.cells[layout.TURN_HIGH] = turn % 256, turn // 256

    def read_actions(self, content: object) -> None:
        """Read the actions left."""
        self.cells[layout.ACTIONS_LEFT] = whole(content, 0, MOST_ACTIONS, "actions")

    def read_truth(self, content: object, field: str, cell: int) -> None:
        """Read a field that is true or false."""
        self.cells[cell] = truth(content, field)

    def read_permissions(self, content: object) -> None:
        """Read the gateways whose permission was used this turn. [HT-BRI-4]"""
        field, gateways = "permissions_used", self.ids.gateways
        for city in listed(content, len(gateways), field):
            self.cells[layout.PERMISSIONS] |= 1 << number_of(city, gateways, field, "gateway city")

    def read_pawn(self, content: object) -> None:
        """Read the province of the pawn. [HT-P2P-3]"""
        self.cells[layout.PAWN] = number_of(content, self.ids.provinces, "pawn", "province") + 1

    def read_pawn_moved(self, content: object) -> None:
        """Read whether the free move of the pawn was made before or after the actions. [HT-P2P-4]"""
        if not isinstance(content, bool | str) or content not in PAWN_MOVED_IDS:
            refuse("pawn_moved", f"must be false, 'before' or 'after', not {shown(content)}")
        self.cells[layout.PAWN_MOVED] = PAWN_MOVED_IDS.index(content)

    # routes and seats

    def read_spaces(self, content: object) -> None:
        """Read the pieces on routes, which replace those of the start. [HT-INV-4]"""
        for space in range(len(self.ids.board.spaces)):
            self.cells[layout.SPACES + space] = 0
        for key, value in entries(content, "spaces").items():
            space, piece = self.ids.space(key, "spaces"), self.ids.piece(value, "spaces")
            if self.ids.tables["is_ship"][space] and kind_of(piece) == TRADER:
                refuse("spaces", f"has a trader on the ship space {key!r}", "HT-INV-4")
            self.cells[layout.SPACES + space] = piece
            self.pieces.note_piece(piece, "spaces")

    def read_abilities(self, content: object) -> None:
        """Read the levels of the abilities. [HT-ABL-4]"""
        field = "abilities"
        for key, value in entries(content, field).items():
            at = layout.SEATS + self.ids.seat_key(key, field) * layout.SEAT_SIZE + layout.LEVELS
            for name, level in entries(value, field).items():
                ability = self.ids.ability(name, field)
                self.cells[at + ability] = whole(level, 0, highest_level(ability), field)

    def read_score(self, content: object) -> None:
        """Read the points on the prestige track."""
        for key, value in entries(content, "score").items():
            at = layout.SEATS + self.ids.owner_key(key, "score") * layout.SEAT_SIZE
            self.cells[at + layout.SCORE] = whole(value, 0, MOST_POINTS, "score")

    def read_special(self, content: object) -> None:
        """Read the owners of special prestige spaces. [HT-STP-3]"""
        for key, value in entries(content, "special").items():
            seat = self.ids.seat(value, "special")
            self.cells[layout.SPECIAL + self.ids.special(key, "special")] = seat + 1
            self.pieces.note(seat, MERCHANT, "special")

    def read_connections(self, content: object) -> None:
        """Read the owners that connected East and West, in order. [HT-EWC-2]"""
        field = "east_west_done"
        owners = [self.ids.owner(value, field) for value in listed(content, OWNERS, field)]
        if len(set(owners)) < len(owners):
            refuse(field, "names a seat twice", "HT-EWC-2")
        for n, owner in enumerate(owners):
            self.cells[layout.CONNECTED + n] = owner + 1

    # modules

    def read_favours(self, content: object) -> None:
        """Read the owners of favour tiles. [HT-FAV-3]"""
        for key, value in entries(content, "favours").items():
            self.read_tiles(value, "favours", self.ids.seat_key(key, "favours") + 2)

    def read_display(self, content: object) -> None:
        """Read the favour tiles on display. [HT-FAV-1]"""
        self.read_tiles(content, "favour_display", 1)

    def read_tiles(self, content: object, field: str, state: int) -> None:
        """Set the state of favour tiles; reject a tile named twice."""
        for tile in listed(content, len(self.ids.favour_ids), field):
            cell = layout.FAVOUR + self.ids.favour(tile, field)
            if self.cells[cell]:
                refuse(field, f"names the tile {shown(tile)}, which is named twice", "HT-FAV-1")
            self.cells[cell] = state

    def read_missions(self, content: object) -> None:
        """Read the mission cards; reject a card dealt twice. [HT-MIS-1]"""
        dealt: set[int] = set()
        for key, value in entries(content, "missions").items():
            seat, card = self.ids.seat_key(key, "missions"), self.ids.card(value, "missions")
            if card != UNKNOWN_CARD and card in dealt:
                refuse("missions", "deals a card twice", "HT-MIS-1")
            dealt.add(card)
            self.cells[layout.SEATS + seat * layout.SEAT_SIZE + layout.MISSION] = card

    def read_pending(self, content: object) -> None:
        """Read the pending tasks."""
        self.pending.read(content)
        for n in range(self.cells[layout.HAND]):
            self.pieces.note_piece(self.cells[layout.HAND_PIECES + n], "pending")
        for owner, kind in self.pending.displaced_pieces():
            self.pieces.note(owner, kind, "pending")

    # fields left out

    def complete(self, content: Mapping[str, Any]) -> None:
        """Fill in the fields left out, check the position and run the stages that are due."""
        if "markers_on_routes" not in content:
            self.markers.place_start_markers()
        self.markers.complete()
        self.pieces.complete()
        self.cities.complete()
        check_connections(self.ids, self.cells)
        check_neutral_routes(self.ids, self.cells, self.pending.names)
        self.complete_turn(content)
        self.require_pawn_setup()
        checks = PendingChecks(self.ids, self.cells, self.pending.names)
        checks.before_settling()
        self.configuration.engine.write_checksum(self.cells)
        self.configuration.engine.settle(self.cells)
        checks.after_settling()

    def complete_turn(self, content: Mapping[str, Any]) -> None:
        """Fill in the turn number, the actions left and the flags of the turn. [HT-TRN-2]"""
        cells, active = self.cells, self.cells[layout.ACTIVE]
        if "turn" not in content:
            cells[layout.TURN_LOW] = active + 1
        if "actions" not in content:
            self.configuration.engine.write_checksum(cells)
            granted = self.configuration.engine.actions_granted(cells, active)
            cells[layout.ACTIONS_LEFT] = 0 if cells[layout.GIVEN_UP] else granted
        if "begun" not in content:
            done = (layout.ACTED, layout.GIVEN_UP, layout.PERMISSIONS, layout.PAWN_MOVED)
            cells[layout.BEGUN] = any(cells[cell] for cell in done)
        if not self.pending.names_drawn:
            cells[layout.DRAWN] = draws_by_default(cells)

    def require_pawn_setup(self) -> None:
        """Let the second player place a pawn that is not on the board, at the end of the opening. [HT-P2P-3]"""
        if "two-player-pawn" in self.ids.modules and not self.cells[layout.PAWN] and not self.pending.names:
            stage = stages_of(self.ids, "opening")
            self.pending.read_frame({"task": "opening", "stage": stage})
            self.pending.read_frame({"task": "pawn-setup"})
