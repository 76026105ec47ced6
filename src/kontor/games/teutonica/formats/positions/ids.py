"""Ids in positions: the numbers they stand for, and errors for unknown ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from functools import cache, lru_cache
from typing import Final

from kontor.core.position_fields import listed, number_of, refuse
from kontor.games.teutonica.board_file import FAVOUR_IDS, BoardFile, BoardTables
from kontor.games.teutonica.configuration import Configuration
from kontor.games.teutonica.rules.layout import SEAT_SIZE, SEATS
from kontor.games.teutonica.rules.pieces import (
    ABILITY_IDS,
    KIND_IDS,
    KINDS,
    MARKER_IDS,
    NEUTRAL,
    OWNERS,
    SPECIAL_IDS,
    TRADER,
    UNKNOWN_CARD,
    kind_of,
    owner_of,
    piece_of,
)
from kontor.kernel.runtime.errors import shown

NEUTRAL_ID: Final = "n"
UNSEEN: Final = "?"
WHOSE_IDS: Final = ("own", "others", "any")
PLACED_IDS: Final = ("extra", "permanent")
IDS_KEPT: Final = 64  # configurations


class FieldCounts:
    """Number of pieces or markers of each type in each field of a position."""

    def __init__(self) -> None:
        self.fields: dict[Hashable, Counter[str]] = {}

    def note(self, sort: Hashable, field: str, count: int = 1) -> None:
        """Add to the count of a type in a field."""
        self.fields.setdefault(sort, Counter())[field] += count

    def total(self, sort: Hashable) -> int:
        """Return the count of a type in all fields."""
        return sum(self.fields.get(sort, Counter()).values())

    def field_with_most(self, sort: Hashable) -> str:
        """Return the field with the highest count of a type."""
        return self.fields[sort].most_common(1)[0][0]


@cache
def cached_board_tables(name: str) -> BoardTables:
    """Return the tables of a board; the provinces depend on a switch but are not used here."""
    return BoardFile(name).board_tables()


class PositionIds:
    """Ids of one configuration and the numbers they stand for."""

    def __init__(self, configuration: Configuration) -> None:
        self.configuration = configuration
        self.board = configuration.board
        self.tables = cached_board_tables(configuration.board.name)
        self.players = configuration.players
        self.modules = frozenset(configuration.setup["modules"])
        self.has_neutral = "two-player-neutral" in self.modules
        self.owners = [*range(configuration.players), *([NEUTRAL] if self.has_neutral else [])]
        self.markers = sum(configuration.marker_mix)
        gateways = self.tables["sizes"][6]
        self.gateways = [self.board.cities[city] for city in self.tables["gate_city"][:gateways]]
        self.favour_ids = FAVOUR_IDS
        self.provinces = list(self.board.provinces)
        self.regions = [region for region in self.board.countries if region]
        self.greens = [name for n, name in enumerate(self.board.cities) if self.tables["is_green"][n]]

        self.pieces: list[list[int | str]] = [[], *(self.piece_ids(piece) for piece in range(1, 1 + OWNERS * KINDS))]
        counts = zip(self.tables["post_first"], self.tables["post_count"], strict=True)
        self.post_cities = [
            (city, first, first + count)
            for city, (first, count) in zip(self.board.cities, counts, strict=True)
            for _ in range(count)
        ]  # by the number of a printed space: its city, and where the spaces of this city begin and end
        self.seat_keys = [str(seat) for seat in range(self.players)]
        self.owner_cells = [
            (str(self.owner_id(owner)), SEATS + owner * SEAT_SIZE, SEATS + (owner + 1) * SEAT_SIZE)
            for owner in self.owners
        ]

    # from ids to numbers

    def seat(self, value: object, field: str) -> int:
        """Return the number of a human seat."""
        if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < self.players:
            refuse(field, f"names {shown(value)}, which is no seat from 0 to {self.players - 1}")
        return value

    def owner(self, value: object, field: str) -> int:
        """Return the number of a human seat or of the neutral player."""
        if value == NEUTRAL_ID:
            if not self.has_neutral:
                refuse(field, "names the neutral player, who does not take part", "HT-P2N-1")
            return NEUTRAL
        return self.seat(value, field)

    def owner_key(self, key: str, field: str) -> int:
        """Return the number of a seat or of the neutral player, given as the key of an object."""
        digit = len(key) == 1 and "0" <= key <= "9"
        return self.owner(int(key) if digit else key, field)

    def seat_key(self, key: str, field: str) -> int:
        """Return the number of a seat, given as the key of an object."""
        owner = self.owner_key(key, field)
        if owner == NEUTRAL:
            refuse(field, "names the neutral player, who has none", "HT-P2N-1")
        return owner

    def piece(self, value: object, field: str) -> int:
        """Return the cell value of a tradesman, given as owner and kind."""
        pair = listed(value, 2, field)
        if len(pair) != 2:
            refuse(field, "must name each piece by seat and kind")
        owner, kind = self.owner(pair[0], field), number_of(pair[1], KIND_IDS, field, "kind of piece")
        if owner == NEUTRAL and kind != TRADER:
            refuse(field, "has a merchant of the neutral player, who has only traders", "HT-P2N-1")
        return piece_of(owner, kind)

    def own_piece(self, value: object, field: str) -> int:
        """Return the cell value of a tradesman that belongs to a human seat."""
        piece = self.piece(value, field)
        if owner_of(piece) == NEUTRAL:
            refuse(field, "has a piece of the neutral player, who puts posts on printed spaces only", "HT-P2N-7")
        return piece

    def route(self, value: object, field: str) -> int:
        """Return the number of a route."""
        return number_of(value, self.board.routes, field, "route")

    def space(self, value: object, field: str) -> int:
        """Return the number of a route space."""
        return number_of(value, self.board.spaces, field, "space")

    def city(self, value: object, field: str) -> int:
        """Return the number of a city."""
        return number_of(value, self.board.cities, field, "city")

    def marker(self, value: object, field: str) -> int:
        """Return the number of a marker type that this game has."""
        marker = number_of(value, MARKER_IDS, field, "marker")
        if not self.configuration.marker_mix[marker]:
            refuse(field, f"names {shown(value)}, which is not among the markers of this game", "HT-INV-2")
        return marker

    def markers_in(self, value: object, field: str) -> list[int]:
        """Return the numbers of a list of marker types."""
        return [self.marker(marker, field) for marker in listed(value, self.markers, field)]

    def ability(self, value: object, field: str) -> int:
        """Return the number of an ability."""
        return number_of(value, ABILITY_IDS, field, "ability")

    def favour(self, value: object, field: str) -> int:
        """Return the number of a favour tile."""
        return number_of(value, self.favour_ids, field, "favour tile")

    def special(self, value: object, field: str) -> int:
        """Return the number of a special prestige space, given by its points."""
        return number_of(value, [str(points) for points in SPECIAL_IDS], field, "special prestige space")

    def card(self, value: object, field: str) -> int:
        """Return the cell value of a mission card, given by its three cities or by `?` if unknown."""
        if value == UNSEEN:
            return UNKNOWN_CARD
        cities = {self.city(city, field) for city in listed(value, 3, field)}
        shown_cities = [{self.board.cities.index(city) for city in card["cities"]} for card in self.board.cards]
        if cities not in shown_cities:
            refuse(field, "names three cities that no mission card shows", "HT-MIS-3")
        return shown_cities.index(cities) + 1

    # from numbers to ids

    def owner_id(self, owner: int) -> int | str:
        """Return the id of an owner."""
        return NEUTRAL_ID if owner == NEUTRAL else owner

    def piece_ids(self, piece: int) -> list[int | str]:
        """Return the owner and kind of a tradesman."""
        return [self.owner_id(owner_of(piece)), KIND_IDS[kind_of(piece)]]

    def card_ids(self, cell: int) -> str | list[str]:
        """Return the cities of a mission card, or `?`."""
        return UNSEEN if cell == UNKNOWN_CARD else list(self.board.cards[cell - 1]["cities"])


@lru_cache(maxsize=IDS_KEPT)
def ids_of(configuration: Configuration) -> PositionIds:
    """Return the ids of a configuration, made once."""
    return PositionIds(configuration)
