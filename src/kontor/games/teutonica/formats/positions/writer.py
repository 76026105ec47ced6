"""Writing a position in the words of the interchange."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kontor.core.game import PositionBytes
from kontor.games.teutonica.board_file import ABILITY_IDS
from kontor.games.teutonica.configuration import Configuration
from kontor.games.teutonica.formats.positions.pending import PendingWriter
from kontor.games.teutonica.formats.positions.terms import PLACED_IDS, UNSEEN, Terms
from kontor.games.teutonica.moves import FAVOUR_IDS, MARKER_IDS, SPECIAL_IDS
from kontor.games.teutonica.rules import layout
from kontor.games.teutonica.rules.pieces import ABILITIES, FACE_DOWN, FAVOURS, MARKER_TYPES, SPECIAL_SPACES

PAWN_WORDS = (False, "before", "after")


class PositionWriter:
    """Every field of a position that its configuration knows."""

    def __init__(self, configuration: Configuration, position: PositionBytes) -> None:
        self.terms = Terms(configuration)
        self.position = position

    def json(self) -> dict[str, Any]:
        """The position as data; reading it gives equal bytes."""
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
        """Whose turn it is and what was done in it."""
        p = self.position
        return {
            "turn": p[layout.TURN_LOW] + 256 * p[layout.TURN_HIGH],
            "active": p[layout.ACTIVE],
            "actions": p[layout.ACTIONS_LEFT],
            "acted": bool(p[layout.ACTED]),
            "begun": bool(p[layout.BEGUN]),
        }

    def board(self) -> dict[str, Any]:
        """Pieces on routes and in cities."""
        words = {"spaces": self.spaces(), "posts": self.posts(), "extra_posts": self.extra_posts()}
        return words | ({"green_posts": self.green_posts()} if self.terms.greens else {})

    def spaces(self) -> dict[str, Any]:
        """The pieces on routes."""
        names, cells = self.terms.board.spaces, self.position[layout.SPACES :]
        return {name: self.terms.piece_ids(cells[n]) for n, name in enumerate(names) if cells[n]}

    def posts(self) -> dict[str, Any]:
        """The printed spaces of every city with a post on one."""
        found = {}
        for city, name in enumerate(self.terms.board.cities):
            first, count = self.terms.facts["post_first"][city], self.terms.facts["post_count"][city]
            cells = self.position[layout.POSTS + first : layout.POSTS + first + count]
            if any(cells):
                found[name] = [self.terms.piece_ids(cell) if cell else None for cell in cells]
        return found

    def annexes(self) -> list[tuple[str, int]]:
        """The posts beside printed spaces with their cities."""
        cells, cities = self.position[layout.ANNEX :], self.terms.board.cities
        count = self.position[layout.ANNEXES]
        return [(cities[cells[2 * n] - 1], cells[2 * n + 1]) for n in range(count)]

    def extra_posts(self) -> dict[str, Any]:
        """The posts left of printed spaces. [HT-PST-8]"""
        found: dict[str, Any] = {}
        for city, piece in self.annexes():
            if city not in self.terms.greens:
                found.setdefault(city, []).append(self.terms.piece_ids(piece))
        return found

    def green_posts(self) -> dict[str, Any]:
        """The posts in green cities with how they were placed. [HT-EAS-5, HT-EAS-7]"""
        found: dict[str, Any] = {}
        for city, value in self.annexes():
            if city in self.terms.greens:
                how, piece = divmod(value, layout.PERMANENT)
                found.setdefault(city, []).append([*self.terms.piece_ids(piece), PLACED_IDS[how]])
        return found

    def seat_cells(self, owner: int, offset: int, count: int) -> list[int]:
        """Cells of an owner."""
        at = layout.SEATS + owner * layout.SEAT_SIZE + offset
        return list(self.position[at : at + count])

    def by_seat(self, word: Callable[[int], Any]) -> dict[str, Any]:
        """What every human seat has."""
        return {str(seat): word(seat) for seat in range(self.terms.players)}

    def by_owner(self, word: Callable[[int], Any]) -> dict[str, Any]:
        """What every seat and the neutral player has."""
        return {str(self.terms.owner_id(owner)): word(owner) for owner in self.terms.owners}

    def desks(self) -> dict[str, Any]:
        """Supplies, stocks and abilities."""
        return {
            "supply": self.by_seat(lambda seat: self.seat_cells(seat, layout.SUPPLY, 2)),
            "stock": self.by_seat(lambda seat: self.seat_cells(seat, layout.STOCK, 2)),
            "abilities": self.by_seat(self.levels),
        }

    def levels(self, seat: int) -> dict[str, int]:
        """The levels of a seat."""
        return dict(zip(ABILITY_IDS, self.seat_cells(seat, layout.LEVELS, ABILITIES), strict=True))

    def markers(self) -> dict[str, Any]:
        """Markers wherever they lie."""
        words: dict[str, Any] = {"markers_on_routes": self.markers_on_routes()}
        if "promo-markers" in self.terms.modules:
            words["attached"] = self.attached()
        words["unused_markers"] = self.by_owner(lambda owner: self.pile(owner, layout.UNUSED))
        words["used_markers"] = self.by_owner(lambda owner: self.pile(owner, layout.USED))
        plates = self.by_seat(self.plate)
        words["plate"] = {seat: plate for seat, plate in plates.items() if plate}
        words["bag"] = self.counts(layout.BAG)
        words["discarded"] = self.discarded()
        return words

    def markers_on_routes(self) -> dict[str, str]:
        """The markers on routes, `?` for one that lies face down. [HT-RPL-5]"""
        names, cells = self.terms.board.routes, self.position[layout.MARKERS :]
        words = ["", *MARKER_IDS]
        return {
            name: UNSEEN if cells[n] == FACE_DOWN else words[cells[n]] for n, name in enumerate(names) if cells[n]
        }

    def attached(self) -> dict[str, Any]:
        """The promo markers on routes. [HT-PRO-3, HT-PRO-4]"""
        found: dict[str, Any] = {}
        for at in range(layout.ATTACHED, layout.HAND, 3):
            route, marker, owner = self.position[at : at + 3]
            if route:
                found.setdefault(self.terms.board.routes[route - 1], []).append([owner, MARKER_IDS[marker]])
        return found

    def pile(self, owner: int, offset: int) -> list[str]:
        """The markers of an owner, each as often as it is there."""
        counts = self.seat_cells(owner, offset, MARKER_TYPES)
        return [marker for marker, count in zip(MARKER_IDS, counts, strict=True) for _ in range(count)]

    def plate(self, seat: int) -> int | list[str]:
        """The markers on a plate: how many, or which as soon as any was looked at. [HT-RPL-6]"""
        unseen = self.seat_cells(seat, layout.PLATE_UNSEEN, 1)[0]
        seen = self.pile(seat, layout.PLATE)
        return [*seen, *[UNSEEN] * unseen] if seen else unseen

    def counts(self, cell: int) -> dict[str, int]:
        """How many markers of each type."""
        counts = self.position[cell : cell + MARKER_TYPES]
        return {marker: n for marker, n in zip(MARKER_IDS, counts, strict=True) if n}

    def discarded(self) -> dict[str, int]:
        """The markers out of the game, `?` for unseen ones. [HT-RPL-6]"""
        unseen = self.position[layout.DISCARDED + MARKER_TYPES]
        return self.counts(layout.DISCARDED) | ({UNSEEN: unseen} if unseen else {})

    def prestige(self) -> dict[str, Any]:
        """Points, special spaces and connections."""
        specials = self.position[layout.SPECIAL : layout.SPECIAL + SPECIAL_SPACES]
        connected = self.position[layout.CONNECTED : layout.SPECIAL]
        return {
            "score": self.by_owner(lambda owner: self.seat_cells(owner, layout.SCORE, 1)[0]),
            "special": {str(SPECIAL_IDS[n]): owner - 1 for n, owner in enumerate(specials) if owner},
            "east_west_done": [self.terms.owner_id(owner - 1) for owner in connected if owner],
        }

    def modules(self) -> dict[str, Any]:
        """What only some boards and modules know."""
        words: dict[str, Any] = {}
        if "emperors-favour" in self.terms.modules:
            words |= self.favours()
        if "mission-cards" in self.terms.modules:
            words["missions"] = self.missions()
        if self.terms.gateways:
            used = self.position[layout.PERMISSIONS]
            words["permissions_used"] = [city for n, city in enumerate(self.terms.gateways) if used >> n & 1]
        if "two-player-pawn" in self.terms.modules:
            words |= self.pawn()
        return words

    def favours(self) -> dict[str, Any]:
        """The favour tiles. [HT-FAV-1, HT-FAV-3]"""
        states = list(zip(FAVOUR_IDS, self.position[layout.FAVOUR : layout.FAVOUR + FAVOURS], strict=True))
        return {
            "favours": self.by_seat(lambda seat: [tile for tile, state in states if state == seat + 2]),
            "favour_display": [tile for tile, state in states if state == 1],
            "given_up": bool(self.position[layout.GIVEN_UP]),
        }

    def missions(self) -> dict[str, Any]:
        """The mission cards, `?` for those a view hides. [HT-MIS-1, HT-INF-1]"""
        cards = self.by_seat(lambda seat: self.seat_cells(seat, layout.MISSION, 1)[0])
        return {seat: self.terms.card_ids(card) for seat, card in cards.items() if card}

    def pawn(self) -> dict[str, Any]:
        """The pawn, once it stands. [HT-P2P-3, HT-P2P-4]"""
        province = self.position[layout.PAWN]
        words: dict[str, Any] = {"pawn": self.terms.provinces[province - 1]} if province else {}
        return words | {"pawn_moved": PAWN_WORDS[self.position[layout.PAWN_MOVED]]}

    def pending(self) -> dict[str, Any]:
        """The decision under way, absent between actions."""
        words = PendingWriter(self.terms, self.position).json()
        return {"pending": words} if words else {}
