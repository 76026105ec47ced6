"""Writing of a position as data of the interchange format."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import compress
from typing import Any, Final

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

PILES_KEPT: Final = 4096
PAWN_MOVED_IDS = (False, "before", "after")


class PositionWriter:
    """Writer of every field that the configuration has."""

    def __init__(self, configuration: Configuration, position: PositionBytes) -> None:
        self.ids = ids_of(configuration)
        self.position = cells = bytes(position)  # whose parts are copied faster
        self.owners = {key: cells[begin:end] for key, begin, end in self.ids.owner_cells}
        self.seats = {key: self.owners[key] for key in self.ids.seat_keys}

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
        return {name: [*pieces[cell]] for name, cell in taken(self.ids.board.spaces, cells)}

    def posts(self) -> dict[str, Any]:
        """Return the printed spaces of every city that has a post on one."""
        pieces, cells = self.ids.pieces, self.position[layout.POSTS : layout.MARKERS]
        return {
            name: [[*pieces[cell]] if cell else None for cell in cells[first:end]]
            for name, first, end in dict.fromkeys(compress(self.ids.post_cities, cells))
        }

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

    def desks(self) -> dict[str, Any]:
        """Return the supplies, stocks and abilities."""
        seats = self.seats.items()
        return {
            "supply": {seat: list(cells[layout.SUPPLY : layout.SUPPLY + 2]) for seat, cells in seats},
            "stock": {seat: list(cells[layout.STOCK : layout.STOCK + 2]) for seat, cells in seats},
            "abilities": {
                seat: dict(zip(ABILITY_IDS, cells[layout.LEVELS : layout.LEVELS + ABILITIES], strict=True))
                for seat, cells in seats
            },
        }

    def markers(self) -> dict[str, Any]:
        """Return the fields of markers."""
        fields: dict[str, Any] = {"markers_on_routes": self.markers_on_routes()}
        if "promo-markers" in self.ids.modules:
            fields["attached"] = self.attached()
        owners = self.owners.items()
        fields["unused_markers"] = {owner: pile(cells, layout.UNUSED) for owner, cells in owners}
        fields["used_markers"] = {owner: pile(cells, layout.USED) for owner, cells in owners}
        plates = {seat: plate(cells) for seat, cells in self.seats.items()}
        fields["plate"] = {seat: content for seat, content in plates.items() if content}
        fields["bag"] = self.counts(layout.BAG)
        fields["discarded"] = self.discarded()
        return fields

    def markers_on_routes(self) -> dict[str, str]:
        """Return the markers on routes, `?` for one face down. [HT-RPL-5]"""
        cells = self.position[layout.MARKERS : layout.ANNEXES]
        return {
            name: UNSEEN if cell == FACE_DOWN else MARKER_IDS[cell - 1]
            for name, cell in taken(self.ids.board.routes, cells)
        }

    def attached(self) -> dict[str, Any]:
        """Return the promo markers on routes. [HT-PRO-3, HT-PRO-4]"""
        found: dict[str, Any] = {}
        for at in range(layout.ATTACHED, layout.HAND, 3):
            route, marker, owner = self.position[at : at + 3]
            if route:
                found.setdefault(self.ids.board.routes[route - 1], []).append([owner, MARKER_IDS[marker]])
        return found

    def counts(self, cell: int) -> dict[str, int]:
        """Return the number of markers of each type."""
        counts = self.position[cell : cell + MARKER_TYPES]
        return dict(taken(MARKER_IDS, counts))

    def discarded(self) -> dict[str, int]:
        """Return the markers removed from the game, `?` for unseen ones. [HT-RPL-6]"""
        unseen = self.position[layout.DISCARDED + MARKER_TYPES]
        return self.counts(layout.DISCARDED) | ({UNSEEN: unseen} if unseen else {})

    def prestige(self) -> dict[str, Any]:
        """Return the points, special spaces and connections."""
        specials = self.position[layout.SPECIAL : layout.SPECIAL + SPECIAL_SPACES]
        connected = self.position[layout.CONNECTED : layout.SPECIAL]
        return {
            "score": {owner: cells[layout.SCORE] for owner, cells in self.owners.items()},
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
            "favours": {
                str(seat): [tile for tile, state in states if state == seat + 2] for seat in range(self.ids.players)
            },
            "favour_display": [tile for tile, state in states if state == 1],
            "given_up": bool(self.position[layout.GIVEN_UP]),
        }

    def missions(self) -> dict[str, Any]:
        """Return the mission cards, `?` for those a view hides. [HT-MIS-1, HT-INF-1]"""
        cards = {seat: cells[layout.MISSION] for seat, cells in self.seats.items()}
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


def taken(names: Sequence[str], cells: bytes) -> Iterator[tuple[str, int]]:
    """Return the names and values of cells that are not empty."""
    return compress(zip(names, cells, strict=False), cells)


def pile(cells: bytes, offset: int) -> list[str]:
    """Return the markers among the cells of an owner, one entry per marker."""
    return list(markers_of(cells[offset : offset + MARKER_TYPES]))


@lru_cache(maxsize=PILES_KEPT)
def markers_of(counts: bytes) -> tuple[str, ...]:
    """Return so many markers of each type; most piles stay as they are from move to move."""
    return tuple(marker for marker, count in zip(MARKER_IDS, counts, strict=True) for _ in range(count))


def plate(cells: bytes) -> int | list[str]:
    """Return the number of markers on the plate of a seat, or their types once one is revealed. [HT-RPL-6]"""
    unseen, seen = cells[layout.PLATE_UNSEEN], pile(cells, layout.PLATE)
    return [*seen, *[UNSEEN] * unseen] if seen else unseen
