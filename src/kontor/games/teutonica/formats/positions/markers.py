"""The markers in a position that is being read: where they lie, and completing the bag."""

from __future__ import annotations

from kontor.core.game import PositionBytes
from kontor.core.position_fields import entries, listed, refuse, whole
from kontor.games.teutonica.board_file import PERMANENT_IDS
from kontor.games.teutonica.formats.positions.pieces import PieceCount
from kontor.games.teutonica.formats.positions.terms import UNSEEN, Tally, Terms
from kontor.games.teutonica.moves import MARKER_IDS
from kontor.games.teutonica.rules import layout
from kontor.games.teutonica.rules.pieces import BLOCK, FACE_DOWN, MARKER_TYPES, TRADER, TRIBUTE
from kontor.games.teutonica.setup import start_markers


class MarkerCount:
    """Where the markers are; those no field accounts for are in the bag. [HT-INV-2]"""

    def __init__(self, terms: Terms, position: PositionBytes, pieces: PieceCount) -> None:
        self.terms = terms
        self.position = position
        self.pieces = pieces
        self.seen = Tally()
        self.unseen = Tally()
        self.bag: list[int] | None = None
        self.bag_size: int | None = None
        self.discarded_named = False

    def add(self, cell: int, marker: int, field: str) -> None:
        """Lay a marker whose type is known on a pile, as long as the mix has one more. [HT-INV-2]"""
        self.seen.note(marker, field)
        most = self.terms.configuration.marker_mix[marker]
        if self.seen.total(marker) > most:
            refuse(field, f"has one more {MARKER_IDS[marker]!r} than the {most} of this game", "HT-INV-2")
        self.position[cell] += 1

    def add_unseen(self, cell: int, count: int, field: str) -> None:
        """Lay markers nobody has seen on a pile; the bag counts them too. [HT-RNG-2]"""
        self.unseen.note(UNSEEN, field, count)
        self.position[cell] += count

    def read_markers_on_routes(self, content: object) -> None:
        """Read the markers on routes. [HT-RPL-2]"""
        field = "markers_on_routes"
        for key, value in entries(content, field).items():
            route = self.terms.route(key, field)
            self.check_markable(route, field)
            cell = layout.MARKERS + route
            if value == UNSEEN:
                self.add_unseen(cell, 1, field)
                self.position[cell] = FACE_DOWN
            else:
                marker = self.terms.marker(value, field)
                self.add(cell, marker, field)
                self.position[cell] = marker + 1

    def lay_start_markers(self) -> None:
        """Lay the start markers on the taverns, both in the order of their files. [HT-SET-3]"""
        start = start_markers(self.terms.configuration.setup["edition"])
        routes = [self.terms.board.routes[route] for route in self.terms.facts["taverns"]]
        self.read_markers_on_routes(dict(zip(routes, start, strict=True)))

    def check_markable(self, route: int, field: str) -> None:
        """Refuse a marker on a route that never takes one. [HT-PRM-3, HT-BRI-11]"""
        if not self.terms.facts["markable"][route]:
            name = self.terms.board.routes[route]
            rule = "HT-PRM-3" if PERMANENT_IDS[self.terms.facts["permanent"][route]] else "HT-BRI-11"
            refuse(field, f"lays a marker on {name!r}, which takes none", rule)

    def read_attached(self, content: object) -> None:
        """Read the promo markers on routes, each with a trader of its owner. [HT-PRO-3, HT-PRO-4]"""
        field = "attached"
        found = []
        for key, value in entries(content, field).items():
            route = self.terms.route(key, field)
            for entry in listed(value, layout.MOST_ATTACHED, field):
                found.append((route, *self.attached_marker(entry, field)))
        for n, (route, marker, owner) in enumerate(sorted(listed(found, layout.MOST_ATTACHED, field))):
            at = layout.ATTACHED + 3 * n
            self.add(at, marker, field)
            self.pieces.note(owner, TRADER, field)
            self.position[at : at + 3] = bytes((route + 1, marker, owner))

    def attached_marker(self, entry: object, field: str) -> tuple[int, int]:
        """Type and owner of an attached marker."""
        words = listed(entry, 2, field)
        if len(words) != 2:
            refuse(field, "must name each marker by seat and type")
        owner, marker = self.terms.seat(words[0], field), self.terms.marker(words[1], field)
        if marker not in (TRIBUTE, BLOCK):
            refuse(field, f"has a {MARKER_IDS[marker]!r}, which is never attached to a route", "HT-PRO-3")
        return marker, owner

    def read_unused(self, content: object) -> None:
        """Read the markers in front of the desks that may still be used."""
        self.read_piles(content, "unused_markers", layout.UNUSED)

    def read_used(self, content: object) -> None:
        """Read the markers that were used."""
        self.read_piles(content, "used_markers", layout.USED)

    def read_piles(self, content: object, field: str, offset: int) -> None:
        """Read the markers of every owner."""
        for key, value in entries(content, field).items():
            at = layout.SEATS + self.terms.owner_key(key, field) * layout.SEAT_SIZE + offset
            for marker in self.terms.markers_in(value, field):
                self.add(at + marker, marker, field)

    def read_plate(self, content: object) -> None:
        """Read the markers on plates: how many, or which. [HT-RPL-1, HT-RPL-6]"""
        field = "plate"
        for key, value in entries(content, field).items():
            at = layout.SEATS + self.terms.seat_key(key, field) * layout.SEAT_SIZE
            if isinstance(value, int):
                self.add_unseen(at + layout.PLATE_UNSEEN, whole(value, 0, self.terms.markers, field), field)
                continue
            for marker in listed(value, self.terms.markers, field):
                if marker == UNSEEN:
                    self.add_unseen(at + layout.PLATE_UNSEEN, 1, field)
                else:
                    number = self.terms.marker(marker, field)
                    self.add(at + layout.PLATE + number, number, field)

    def read_discarded(self, content: object) -> None:
        """Read the markers out of the game. [HT-RPL-6]"""
        field, self.discarded_named = "discarded", True
        for key, value in entries(content, field).items():
            count = whole(value, 0, self.terms.markers, field)
            if key == UNSEEN:
                self.add_unseen(layout.DISCARDED + MARKER_TYPES, count, field)
            else:
                marker = self.terms.marker(key, field)
                for _ in range(count):
                    self.add(layout.DISCARDED + marker, marker, field)

    def read_bag(self, content: object) -> None:
        """Read the markers not yet seen, per type. [HT-RNG-2]"""
        self.bag = [0] * MARKER_TYPES
        for key, value in entries(content, "bag").items():
            self.bag[self.terms.marker(key, "bag")] = whole(value, 0, self.terms.markers, "bag")

    def read_bag_size(self, content: object) -> None:
        """Read how many markers were not yet seen."""
        self.bag_size = whole(content, 0, self.terms.markers, "bag_size")
        if self.bag is not None:
            refuse("bag_size", "cannot be named beside 'bag'")

    def complete(self) -> None:
        """Fill the bag with what no field accounts for; what the bag does not take is out of the game."""
        left = [n - self.seen.total(marker) for marker, n in enumerate(self.terms.configuration.marker_mix)]
        bag = self.filled_bag(left)
        for marker in range(MARKER_TYPES):
            self.position[layout.BAG + marker] = bag[marker]
            self.position[layout.DISCARDED + marker] += left[marker] - bag[marker]
        unseen = self.unseen.total(UNSEEN)
        if unseen > sum(bag):
            field = self.unseen.field_with_most(UNSEEN)
            refuse(field, f"and the like need {unseen} unseen markers where {sum(bag)} are left", "HT-INV-2")

    def filled_bag(self, left: list[int]) -> list[int]:
        """The bag, as it is named or with everything that is left."""
        if self.bag is not None:
            self.check_bag(self.bag, left)
            return self.bag
        if self.bag_size is None:
            return left
        if self.bag_size > sum(left):
            refuse("bag_size", f"is {self.bag_size} where the other fields leave {sum(left)}", "HT-INV-2")
        return by_turns(left, self.bag_size)

    def check_bag(self, bag: list[int], left: list[int]) -> None:
        """Refuse a bag that does not fit what the other fields leave. [HT-INV-2]"""
        for marker, count in enumerate(bag):
            too_few = self.discarded_named and count < left[marker]
            if count > left[marker] or too_few:
                claim = f"has {count} of {MARKER_IDS[marker]!r} where the other fields leave {left[marker]}"
                refuse("bag", claim, "HT-INV-2")


def by_turns(left: list[int], size: int) -> list[int]:
    """Take markers one of each type after the other, until there are enough."""
    taken = [0] * len(left)
    while sum(taken) < size:
        for marker, count in enumerate(left):
            if taken[marker] < count and sum(taken) < size:
                taken[marker] += 1
    return taken
