"""Reading of the markers of a position; markers that no field names are in the bag."""

from __future__ import annotations

from kontor.core.position_fields import entries, listed, refuse, whole
from kontor.core.values import PositionBytes
from kontor.games.teutonica.formats.positions.ids import UNSEEN, FieldCounts, PositionIds
from kontor.games.teutonica.formats.positions.piece_counter import PieceCounter
from kontor.games.teutonica.rules import layout
from kontor.games.teutonica.rules.pieces import ATTACHABLE, FACE_DOWN, MARKER_IDS, MARKER_TYPES, PERMANENT_IDS, TRADER


class MarkerCounter:
    """Reader and counter of markers; markers that no field names are in the bag. [HT-INV-2]"""

    def __init__(self, ids: PositionIds, position: PositionBytes, pieces: PieceCounter) -> None:
        self.ids = ids
        self.position = position
        self.pieces = pieces
        self.seen = FieldCounts()
        self.unseen = FieldCounts()
        self.bag: list[int] | None = None
        self.bag_size: int | None = None
        self.discarded_named = False

    def add(self, cell: int, marker: int, field: str) -> None:
        """Add a marker of a known type to a cell; reject more than the mix contains. [HT-INV-2]"""
        self.seen.note(marker, field)
        most = self.ids.configuration.marker_mix[marker]
        if self.seen.total(marker) > most:
            refuse(field, f"has one more {MARKER_IDS[marker]!r} than the {most} of this game", "HT-INV-2")
        self.position[cell] += 1

    def add_unseen(self, cell: int, count: int, field: str) -> None:
        """Add unseen markers to a cell; the bag counts them too. [HT-RNG-2]"""
        self.unseen.note(UNSEEN, field, count)
        self.position[cell] += count

    def read_markers_on_routes(self, content: object) -> None:
        """Read the markers on routes. [HT-RPL-2]"""
        field = "markers_on_routes"
        for key, value in entries(content, field).items():
            route = self.ids.route(key, field)
            self.check_markable(route, field)
            cell = layout.MARKERS + route
            if value == UNSEEN:
                self.add_unseen(cell, 1, field)
                self.position[cell] = FACE_DOWN
            else:
                marker = self.ids.marker(value, field)
                self.add(cell, marker, field)
                self.position[cell] = marker + 1

    def place_start_markers(self) -> None:
        """Place the start markers on the tavern routes, both in the order of their files. [HT-SET-3]"""
        routes = [self.ids.board.routes[route] for route in self.ids.tables["taverns"]]
        self.read_markers_on_routes(dict(zip(routes, self.ids.configuration.start_marker_ids, strict=True)))

    def check_markable(self, route: int, field: str) -> None:
        """Reject a marker on a route that never has one. [HT-PRM-3, HT-BRI-11]"""
        if not self.ids.tables["markable"][route]:
            name = self.ids.board.routes[route]
            rule = "HT-PRM-3" if PERMANENT_IDS[self.ids.tables["permanent"][route]] else "HT-BRI-11"
            refuse(field, f"has a marker on {name!r}, which can have none", rule)

    def read_attached(self, content: object) -> None:
        """Read the promo markers on routes, each with a trader of its owner. [HT-PRO-3, HT-PRO-4]"""
        field = "attached"
        found = []
        for key, value in entries(content, field).items():
            route = self.ids.route(key, field)
            for entry in listed(value, layout.MOST_ATTACHED, field):
                found.append((route, *self.attached_marker(entry, field)))
        for n, (route, marker, owner) in enumerate(sorted(listed(found, layout.MOST_ATTACHED, field))):
            at = layout.ATTACHED + 3 * n
            self.add(at, marker, field)
            self.pieces.note(owner, TRADER, field)
            self.position[at : at + 3] = bytes((route + 1, marker, owner))

    def attached_marker(self, entry: object, field: str) -> tuple[int, int]:
        """Return the type and owner of an attached marker."""
        parts = listed(entry, 2, field)
        if len(parts) != 2:
            refuse(field, "must name each marker by seat and type")
        owner, marker = self.ids.seat(parts[0], field), self.ids.marker(parts[1], field)
        if marker not in ATTACHABLE:
            refuse(field, f"has a {MARKER_IDS[marker]!r}, which is never attached to a route", "HT-PRO-3")
        return marker, owner

    def read_unused(self, content: object) -> None:
        """Read the unused markers."""
        self.read_piles(content, "unused_markers", layout.UNUSED)

    def read_used(self, content: object) -> None:
        """Read the used markers."""
        self.read_piles(content, "used_markers", layout.USED)

    def read_piles(self, content: object, field: str, offset: int) -> None:
        """Read the used or unused markers of every owner."""
        for key, value in entries(content, field).items():
            at = layout.SEATS + self.ids.owner_key(key, field) * layout.SEAT_SIZE + offset
            for marker in self.ids.markers_in(value, field):
                self.add(at + marker, marker, field)

    def read_plate(self, content: object) -> None:
        """Read the markers on plates: their number or their types. [HT-RPL-1, HT-RPL-6]"""
        field = "plate"
        for key, value in entries(content, field).items():
            at = layout.SEATS + self.ids.seat_key(key, field) * layout.SEAT_SIZE
            if isinstance(value, int):
                self.add_unseen(at + layout.PLATE_UNSEEN, whole(value, 0, self.ids.markers, field), field)
                continue
            for marker in listed(value, self.ids.markers, field):
                if marker == UNSEEN:
                    self.add_unseen(at + layout.PLATE_UNSEEN, 1, field)
                else:
                    number = self.ids.marker(marker, field)
                    self.add(at + layout.PLATE + number, number, field)

    def read_discarded(self, content: object) -> None:
        """Read the markers removed from the game. [HT-RPL-6]"""
        field, self.discarded_named = "discarded", True
        for key, value in entries(content, field).items():
            count = whole(value, 0, self.ids.markers, field)
            if key == UNSEEN:
                self.add_unseen(layout.DISCARDED + MARKER_TYPES, count, field)
            else:
                marker = self.ids.marker(key, field)
                for _ in range(count):
                    self.add(layout.DISCARDED + marker, marker, field)

    def read_bag(self, content: object) -> None:
        """Read the unseen markers by type. [HT-RNG-2]"""
        self.bag = [0] * MARKER_TYPES
        for key, value in entries(content, "bag").items():
            self.bag[self.ids.marker(key, "bag")] = whole(value, 0, self.ids.markers, "bag")

    def read_bag_size(self, content: object) -> None:
        """Read the number of unseen markers."""
        self.bag_size = whole(content, 0, self.ids.markers, "bag_size")
        if self.bag is not None:
            refuse("bag_size", "cannot be named beside 'bag'")

    def complete(self) -> None:
        """Put all other markers into the bag; markers beyond the given bag are discarded."""
        left = [n - self.seen.total(marker) for marker, n in enumerate(self.ids.configuration.marker_mix)]
        bag = self.filled_bag(left)
        for marker in range(MARKER_TYPES):
            self.position[layout.BAG + marker] = bag[marker]
            self.position[layout.DISCARDED + marker] += left[marker] - bag[marker]
        unseen = self.unseen.total(UNSEEN)
        if unseen > sum(bag):
            field = self.unseen.field_with_most(UNSEEN)
            refuse(field, f"and the like need {unseen} unseen markers where {sum(bag)} are left", "HT-INV-2")

    def filled_bag(self, left: list[int]) -> list[int]:
        """Return the given bag, or all markers that are left."""
        if self.bag is not None:
            self.check_bag(self.bag, left)
            return self.bag
        if self.bag_size is None:
            return left
        if self.bag_size > sum(left):
            refuse("bag_size", f"is {self.bag_size} where the other fields leave {sum(left)}", "HT-INV-2")
        return by_turns(left, self.bag_size)

    def check_bag(self, bag: list[int], left: list[int]) -> None:
        """Reject a bag that contradicts the other fields. [HT-INV-2]"""
        for marker, count in enumerate(bag):
            too_few = self.discarded_named and count < left[marker]
            if count > left[marker] or too_few:
                claim = f"has {count} of {MARKER_IDS[marker]!r} where the other fields leave {left[marker]}"
                refuse("bag", claim, "HT-INV-2")


def by_turns(left: list[int], size: int) -> list[int]:
    """Return that many markers, taken from the types in turn."""
    taken = [0] * len(left)
    while sum(taken) < size:
        for marker, count in enumerate(left):
            if taken[marker] < count and sum(taken) < size:
                taken[marker] += 1
    return taken
