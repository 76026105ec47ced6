"""Writing of a position as data of the interchange format."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kontor.core.values import PositionBytes
from kontor.games.teutonica.board_file import FAVOUR_IDS
from kontor.games.teutonica.configuration import Configuration
from kontor.games.teutonica.formats.positions.ids import PLACED_IDS, UNSEEN, ids_of
from kontor.games.teutonica.formats.positions.pending import PendingWriter
from kontor.games.teutonica.rules import layout
from kontor.games.teutonica.rules.pieces import (
    ABILITIES,
    ABILITY_IDS,
    FACE_DOWN,
    FAVOURS,
    MARKER_IDS,
    MARKER_TYPES,
    SPECIAL_IDS,
    SPECIAL_SPACES,
)

PAWN_MOVED_IDS = (False, "before", "after")


class PositionWriter:
    """Writer of every field that the configuration has."""

    def __init__(self, configuration: Configuration, position: PositionBytes) -> None:
        self.ids = ids_of(configuration)
        self.position = position

    def json(self) -> dict[str, Any]:
        """Return the position as data; reading it returns equal bytes."""
        return {
            **self.turn(),
            **self.board(),
            **self.desks(),
            **self.markers(),
            **self.prestige(),
            **self.modules(),
            **self.pending(),
        }

    def turn(self) -> dict[str, Any]:
        """Return the fields of the turn."""
        p = self.position
        return {
            "turn": p[layout.TURN_LOW] + 256 * p[layout.TURN_HIGH],
            "active": p[layout.ACTIVE],
            "actions": p[layout.ACTIONS_LEFT],
            "acted": bool(p[layout.ACTED]),
            "begun": bool(p[layout.BEGUN]),
        }

    def board(self) -> dict[str, Any]:
        """Return the pieces on routes and in cities."""
        fields = {"spaces": self.spaces(), "posts": self.posts(), "extra_posts": self.extra_posts()}
        return fields | ({"green_posts": self.green_posts()} if self.ids.greens else {})

    def spaces(self) -> dict[str, Any]:
        """Return the pieces on routes."""
        pieces, cells = self.ids.pieces, self.position[layout.SPACES : layout.POSTS]
        return {name: [*pieces[cell]] for name, cell in zip(self.ids.board.spaces, cells, strict=False) if cell}

    def posts(self) -> dict[str, Any]:
        """Return the printed spaces of every city that has a post on one."""
        found, pieces, cells = {}, self.ids.pieces, self.position[layout.POSTS : layout.MARKERS]
        if any(cells):
            for name, first, end in self.ids.posts:
                if any(cells[first:end]):
                    found[name] = [[*pieces[cell]] if cell else None for cell in cells[first:end]]
        return found

    def annexes(self) -> list[tuple[str, int]]:
        """Return the posts beside printed spaces with their cities."""
        cells, cities = self.position[layout.ANNEX :], self.ids.board.cities
        count = self.position[layout.ANNEXES]
        return [(cities[cells[2 * n] - 1], cells[2 * n + 1]) for n in range(count)]

    def extra_posts(self) -> dict[str, Any]:
        """Return the posts left of printed spaces. [HT-PST-8]"""
        found: dict[str, Any] = {}
        for city, piece in self.annexes():
            if city not in self.ids.greens:
                found.setdefault(city, []).append(self.ids.piece_ids(piece))
        return found

    def green_posts(self) -> dict[str, Any]:
        """Return the posts in green cities with how they were placed. [HT-EAS-5, HT-EAS-7]"""
        found: dict[str, Any] = {}
        for city, value in self.annexes():
            if city in self.ids.greens:
                how, piece = divmod(value, layout.PERMANENT)
                found.setdefault(city, []).append([*self.ids.piece_ids(piece), PLACED_IDS[how]])
        return found

    def seat_cells(self, owner: int, offset: int, count: int) -> list[int]:
        """Return a range of cells of an owner."""
        at = layout.SEATS + owner * layout.SEAT_SIZE + offset
        return list(self.position[at : at + count])

    def by_seat(self, value: Callable[[int], Any]) -> dict[str, Any]:
        """Return a value for every human seat."""
        return {str(seat): value(seat) for seat in range(self.ids.players)}

    def by_owner(self, value: Callable[[int], Any]) -> dict[str, Any]:
        """Return a value for every seat and the neutral player."""
        return {str(self.ids.owner_id(owner)): value(owner) for owner in self.ids.owners}

    def desks(self) -> dict[str, Any]:
        """Return the supplies, stocks and abilities."""
        return {
            "supply": self.by_seat(lambda seat: self.seat_cells(seat, layout.SUPPLY, 2)),
            "stock": self.by_seat(lambda seat: self.seat_cells(seat, layout.STOCK, 2)),
            "abilities": self.by_seat(self.levels),
        }

    def levels(self, seat: int) -> dict[str, int]:
        """Return the ability levels of a seat."""
        return dict(zip(ABILITY_IDS, self.seat_cells(seat, layout.LEVELS, ABILITIES), strict=True))

    def markers(self) -> dict[str, Any]:
        """Return the fields of markers."""
        fields: dict[str, Any] = {"markers_on_routes": self.markers_on_routes()}
        if "promo-markers" in self.ids.modules:
            fields["attached"] = self.attached()
        fields["unused_markers"] = self.by_owner(lambda owner: self.pile(owner, layout.UNUSED))
        fields["used_markers"] = self.by_owner(lambda owner: self.pile(owner, layout.USED))
        plates = self.by_seat(self.plate)
        fields["plate"] = {seat: plate for seat, plate in plates.items() if plate}
        fields["bag"] = self.counts(layout.BAG)
        fields["discarded"] = self.discarded()
        return fields

    def markers_on_routes(self) -> dict[str, str]:
        """Return the markers on routes, `?` for one face down. [HT-RPL-5]"""
        cells = self.position[layout.MARKERS : layout.ANNEXES]
        return {
            name: UNSEEN if cell == FACE_DOWN else MARKER_IDS[cell - 1]
            for name, cell in zip(self.ids.board.routes, cells, strict=False)
            if cell
        }

    def attached(self) -> dict[str, Any]:
        """Return the promo markers on routes. [HT-PRO-3, HT-PRO-4]"""
        found: dict[str, Any] = {}
        for at in range(layout.ATTACHED, layout.HAND, 3):
            route, marker, owner = self.position[at : at + 3]
            if route:
                found.setdefault(self.ids.board.routes[route - 1], []).append([owner, MARKER_IDS[marker]])
        return found

    def pile(self, owner: int, offset: int) -> list[str]:
        """Return the markers of an owner, one entry per marker."""
        counts = self.seat_cells(owner, offset, MARKER_TYPES)
        if not any(counts):
            return []
        return [marker for marker, count in zip(MARKER_IDS, counts, strict=True) for _ in range(count)]

    def plate(self, seat: int) -> int | list[str]:
        """Return the number of markers on a plate, or their types once one is revealed. [HT-RPL-6]"""
        unseen = self.seat_cells(seat, layout.PLATE_UNSEEN, 1)[0]
        seen = self.pile(seat, layout.PLATE)
        return [*seen, *[UNSEEN] * unseen] if seen else unseen

    def counts(self, cell: int) -> dict[str, int]:
        """Return the number of markers of each type."""
        counts = self.position[cell : cell + MARKER_TYPES]
        return {marker: n for marker, n in zip(MARKER_IDS, counts, strict=True) if n}

    def discarded(self) -> dict[str, int]:
        """Return the markers removed from the game, `?` for unseen ones. [HT-RPL-6]"""
        unseen = self.position[layout.DISCARDED + MARKER_TYPES]
        return self.counts(layout.DISCARDED) | ({UNSEEN: unseen} if unseen else {})

    def prestige(self) -> dict[str, Any]:
        """Return the points, special spaces and connections."""
        specials = self.position[layout.SPECIAL : layout.SPECIAL + SPECIAL_SPACES]
        connected = self.position[layout.CONNECTED : layout.SPECIAL]
        return {
            "score": self.by_owner(lambda owner: self.seat_cells(owner, layout.SCORE, 1)[0]),
            "special": {str(SPECIAL_IDS[n]): owner - 1 for n, owner in enumerate(specials) if owner},
            "east_west_done": [self.ids.owner_id(owner - 1) for owner in connected if owner],
        }

    def modules(self) -> dict[str, Any]:
        """Return the fields of boards with gateways and of modules."""
        fields: dict[str, Any] = {}
        if "emperors-favour" in self.ids.modules:
            fields |= self.favours()
        if "mission-cards" in self.ids.modules:
            fields["missions"] = self.missions()
        if self.ids.gateways:
            used = self.position[layout.PERMISSIONS]
            fields["permissions_used"] = [city for n, city in enumerate(self.ids.gateways) if used >> n & 1]
        if "two-player-pawn" in self.ids.modules:
            fields |= self.pawn()
        return fields

    def favours(self) -> dict[str, Any]:
        """Return the favour tiles. [HT-FAV-1, HT-FAV-3]"""
        states = list(zip(FAVOUR_IDS, self.position[layout.FAVOUR : layout.FAVOUR + FAVOURS], strict=True))
        return {
            "favours": self.by_seat(lambda seat: [tile for tile, state in states if state == seat + 2]),
            "favour_display": [tile for tile, state in states if state == 1],
            "given_up": bool(self.position[layout.GIVEN_UP]),
        }

    def missions(self) -> dict[str, Any]:
        """Return the mission cards, `?` for those a view hides. [HT-MIS-1, HT-INF-1]"""
        cards = self.by_seat(lambda seat: self.seat_cells(seat, layout.MISSION, 1)[0])
        return {seat: self.ids.card_ids(card) for seat, card in cards.items() if card}

    def pawn(self) -> dict[str, Any]:
        """Return the province of the pawn, once it is placed, and whether it was moved. [HT-P2P-3, HT-P2P-4]"""
        province = self.position[layout.PAWN]
        fields: dict[str, Any] = {"pawn": self.ids.provinces[province - 1]} if province else {}
        return fields | {"pawn_moved": PAWN_MOVED_IDS[self.position[layout.PAWN_MOVED]]}

    def pending(self) -> dict[str, Any]:
        """Return the pending tasks; nothing between actions."""
        fields = PendingWriter(self.ids, self.position).json()
        return {"pending": fields} if fields else {}
