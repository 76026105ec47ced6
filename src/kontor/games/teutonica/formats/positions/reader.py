"""Reading a position from data and completing what it does not name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from kontor.core.game import PositionBytes
from kontor.core.position_fields import entries, listed, number_of, refuse, truth, whole
from kontor.games.teutonica.configuration import Configuration
from kontor.games.teutonica.formats.positions.checks import PendingChecks
from kontor.games.teutonica.formats.positions.cities import CityReader
from kontor.games.teutonica.formats.positions.markers import MarkerCount
from kontor.games.teutonica.formats.positions.pending import draws_by_default
from kontor.games.teutonica.formats.positions.pending_reader import PendingReader, stages_of
from kontor.games.teutonica.formats.positions.pieces import PieceCount
from kontor.games.teutonica.formats.positions.terms import Terms
from kontor.games.teutonica.formats.positions.writer import PAWN_WORDS
from kontor.games.teutonica.rules import layout
from kontor.games.teutonica.rules.pieces import MERCHANT, OWNERS, TRADER, UNKNOWN_CARD, highest_level, kind_of
from kontor.kernel.runtime.errors import shown

MOST_POINTS: Final = 200  # a cell holds 255; this leaves room for the points and actions of the turn
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
    """A position put together field by field, then completed and checked."""

    def __init__(self, configuration: Configuration, content: Mapping[str, Any]) -> None:
        self.configuration = configuration
        self.content = content
        self.terms = Terms(configuration)
        self.cells: PositionBytes = configuration.engine.blank()
        self.pieces = PieceCount(self.terms, self.cells)
        self.cities = CityReader(self.terms, self.cells, self.pieces)
        self.markers = MarkerCount(self.terms, self.cells, self.pieces)
        self.pending = PendingReader(self.terms, self.cells)

    def position(self) -> PositionBytes:
        """The position, complete, with everything done that runs by itself."""
        content = entries(self.content, "position")
        fields = self.fields()
        for field in content:
            if field not in fields:
                refuse(shown(field)[1:-1], "is no field of a position")
        for field, read in fields.items():
            if field in content and self.is_in_play(field, content[field]):
                read(content[field])
        self.complete(content)
        return self.cells

    def fields(self) -> dict[str, Callable[[Any], None]]:
        """How every field is read, in the order in which they need each other."""
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
        """How the fields of the turn are read."""
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
        """How the fields of markers are read."""
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
        """Whether a field has to be read: one of a module not in play must be empty."""
        if value is None and field in ("pawn", "pending"):
            return False
        module = MODULE_OF.get(field)
        if module is None or module in self.terms.modules:
            return True
        if value is not False and value != {} and value != []:
            refuse(field, f"needs the module {module!r}, which is not in play")
        return False

    # the turn

    def read_active(self, content: object) -> None:
        """Read whose turn it is."""
        seat = self.terms.seat(content, "active")
        self.cells[layout.ACTIVE] = seat
        self.cells[layout.STACK + 1] = seat

    def read_turn(self, content: object) -> None:
        """Read the number of the turn."""
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
        field, gateways = "permissions_used", self.terms.gateways
        for city in listed(content, len(gateways), field):
            self.cells[layout.PERMISSIONS] |= 1 << number_of(city, gateways, field, "gateway city")

    def read_pawn(self, content: object) -> None:
        """Read where the pawn stands. [HT-P2P-3]"""
        self.cells[layout.PAWN] = number_of(content, self.terms.provinces, "pawn", "province") + 1

    def read_pawn_moved(self, content: object) -> None:
        """Read whether and when the free move was made. [HT-P2P-4]"""
        if not isinstance(content, bool | str) or content not in PAWN_WORDS:
            refuse("pawn_moved", f"must be false, 'before' or 'after', not {shown(content)}")
        self.cells[layout.PAWN_MOVED] = PAWN_WORDS.index(content)

    # routes and seats

    def read_spaces(self, content: object) -> None:
        """Read the pieces on routes, which replace those of the start. [HT-INV-4]"""
        for space in range(len(self.terms.board.spaces)):
            self.cells[layout.SPACES + space] = 0
        for key, value in entries(content, "spaces").items():
            space, piece = self.terms.space(key, "spaces"), self.terms.piece(value, "spaces")
            if self.terms.facts["is_ship"][space] and kind_of(piece) == TRADER:
                refuse("spaces", f"has a trader on the ship space {key!r}", "HT-INV-4")
            self.cells[layout.SPACES + space] = piece
            self.pieces.note_piece(piece, "spaces")

    def read_abilities(self, content: object) -> None:
        """Read the levels of the abilities. [HT-ABL-4]"""
        field = "abilities"
        for key, value in entries(content, field).items():
            at = layout.SEATS + self.terms.seat_key(key, field) * layout.SEAT_SIZE + layout.LEVELS
            for name, level in entries(value, field).items():
                ability = self.terms.ability(name, field)
                self.cells[at + ability] = whole(level, 0, highest_level(ability), field)

    def read_score(self, content: object) -> None:
        """Read the points on the track."""
        for key, value in entries(content, "score").items():
            at = layout.SEATS + self.terms.owner_key(key, "score") * layout.SEAT_SIZE
            self.cells[at + layout.SCORE] = whole(value, 0, MOST_POINTS, "score")

    def read_special(self, content: object) -> None:
        """Read who has a merchant on which special prestige space. [HT-STP-3]"""
        for key, value in entries(content, "special").items():
            seat = self.terms.seat(value, "special")
            self.cells[layout.SPECIAL + self.terms.special(key, "special")] = seat + 1
            self.pieces.note(seat, MERCHANT, "special")

    def read_connections(self, content: object) -> None:
        """Read who connected East and West, in order. [HT-EWC-2]"""
        field = "east_west_done"
        owners = [self.terms.owner(value, field) for value in listed(content, OWNERS, field)]
        if len(set(owners)) < len(owners):
            refuse(field, "names a seat twice", "HT-EWC-2")
        for n, owner in enumerate(owners):
            self.cells[layout.CONNECTED + n] = owner + 1

    # modules

    def read_favours(self, content: object) -> None:
        """Read who owns which favour tiles. [HT-FAV-3]"""
        for key, value in entries(content, "favours").items():
            self.deal_tiles(value, "favours", self.terms.seat_key(key, "favours") + 2)

    def read_display(self, content: object) -> None:
        """Read the favour tiles to be bought. [HT-FAV-1]"""
        self.deal_tiles(content, "favour_display", 1)

    def deal_tiles(self, content: object, field: str, state: int) -> None:
        """Put favour tiles where they lie, each once."""
        for tile in listed(content, len(self.terms.favour_ids), field):
            cell = layout.FAVOUR + self.terms.favour(tile, field)
            if self.cells[cell]:
                refuse(field, f"names the tile {shown(tile)}, which lies elsewhere too", "HT-FAV-1")
            self.cells[cell] = state

    def read_missions(self, content: object) -> None:
        """Read the mission cards, each once. [HT-MIS-1]"""
        dealt: set[int] = set()
        for key, value in entries(content, "missions").items():
            seat, card = self.terms.seat_key(key, "missions"), self.terms.card(value, "missions")
            if card != UNKNOWN_CARD and card in dealt:
                refuse("missions", "deals a card twice", "HT-MIS-1")
            dealt.add(card)
            self.cells[layout.SEATS + seat * layout.SEAT_SIZE + layout.MISSION] = card

    def read_pending(self, content: object) -> None:
        """Read the decision under way."""
        self.pending.read(content)
        for n in range(self.cells[layout.HAND]):
            self.pieces.note_piece(self.cells[layout.HAND_PIECES + n], "pending")
        for owner, kind in self.pending.displaced_pieces():
            self.pieces.note(owner, kind, "pending")

    # what is not named

    def complete(self, content: Mapping[str, Any]) -> None:
        """Fill in what is not named and let run what runs by itself."""
        if "markers_on_routes" not in content:
            self.markers.lay_start_markers()
        self.markers.complete()
        self.pieces.complete()
        self.cities.complete()
        self.complete_turn(content)
        self.ask_for_pawn()
        checks = PendingChecks(self.terms, self.cells, self.pending.names)
        checks.before_settling()
        self.configuration.engine.write_checksum(self.cells)
        self.configuration.engine.settle(self.cells)
        checks.after_settling()

    def complete_turn(self, content: Mapping[str, Any]) -> None:
        """Fill in turn number, actions and what was begun. [HT-TRN-2]"""
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

    def ask_for_pawn(self) -> None:
        """Let the second player place a pawn that stands nowhere, as at the end of the opening. [HT-P2P-3]"""
        if "two-player-pawn" in self.terms.modules and not self.cells[layout.PAWN] and not self.pending.names:
            stage = stages_of(self.terms, "opening")
            self.pending.read_frame({"task": "opening", "stage": stage})
            self.pending.read_frame({"task": "pawn-setup"})
