"""A board as tables of numbers, built from a board file."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from kontor.kernel.bit_sets import with_bit
from kontor.kernel.runtime.dialect import BitSets, Ints, UInt64


class Board:
    """One printed board; cities, routes, spaces and posts are numbered as in its file."""

    spaces: int
    ships: int  # how many of the spaces are ships
    routes: int
    cities: int
    posts: int
    countries: int
    provinces: int
    gateways: int
    regions: int
    cards: int
    special_city: int
    east: int
    west: int
    completed_limit: int
    open_country: int
    route_first: Ints  # route -> its first space
    route_size: Ints
    route_of: Ints  # space -> route
    is_ship: Ints  # space -> accepts merchants only
    low_end: Ints  # route -> end city with the lower number
    high_end: Ints
    permanent: Ints  # route -> permanent marker, 0 for none
    country: Ints  # route -> country
    markable: Ints  # route -> a marker may be placed there
    taverns: Ints
    post_first: Ints  # city -> its leftmost printed post space
    post_count: Ints  # city -> number of printed post spaces
    post_city: Ints  # post space -> city
    post_kind: Ints
    post_privilege: Ints
    post_coin: Ints
    is_green: Ints
    abilities: Ints  # city -> bit per ability shown
    near: Ints  # city -> bit per neighbouring city
    ring: Ints  # route * routes + route -> number of the ring, 0 for none
    may_go: Ints  # country * countries + country -> a moved piece may go there
    gate_city: Ints
    gate_opens: Ints  # gateway -> bit per country
    region_cities: Ints  # region -> bit per city
    region_points: Ints  # prestige by place
    special_points: Ints
    connection_points: Ints
    marker_points: Ints  # number of markers -> prestige
    borders: Ints  # province * routes + route -> the route borders the province
    province_distance: Ints  # province * provinces + province -> borders between them if 1 or 2, else 0
    card_cities: Ints
    first_house: Ints  # route -> its first house space
    neutral_home: Ints  # route -> an end shows an ability or is the special city
    all_routes: UInt64
    routes_around: BitSets  # route -> the routes in any ring around it
    routes_from: BitSets  # country -> the routes in countries to which a moved piece may go
    routes_in: BitSets  # country -> its routes
    routes_behind: BitSets  # gateway -> the routes in the countries that it opens
    routes_beside: BitSets  # province -> the routes that border it

    def __init__(self, tables: dict[str, Sequence[int]]) -> None:
        self.read_counts(tables)
        self.read_routes(tables)
        self.read_cities(tables)
        self.read_countries(tables)
        self.collect_routes()

    def read_counts(self, tables: dict[str, Sequence[int]]) -> None:
        """Read the counts and the values that exist once per board."""
        sizes = tables["sizes"]
        self.spaces, self.routes, self.cities, self.posts, self.countries = sizes[:5]
        self.provinces, self.gateways, self.regions, self.cards = sizes[5:]
        self.special_city, self.east, self.west, self.completed_limit, self.open_country = tables["singles"]

    def read_routes(self, tables: dict[str, Sequence[int]]) -> None:
        """Read the tables indexed by route and by space."""
        self.route_first = array("i", tables["route_first"])
        self.route_size = array("i", tables["route_size"])
        self.route_of = array("i", tables["route_of"])
        self.is_ship = array("i", tables["is_ship"])
        self.ships = sum(tables["is_ship"])
        self.low_end = array("i", tables["low_end"])
        self.high_end = array("i", tables["high_end"])
        self.permanent = array("i", tables["permanent"])
        self.country = array("i", tables["country"])
        self.markable = array("i", tables["markable"])
        self.taverns = array("i", tables["taverns"])
        self.first_house = array("i", tables["first_house"])
        self.neutral_home = array("i", tables["neutral_home"])
        self.ring = array("i", tables["ring"])

    def read_cities(self, tables: dict[str, Sequence[int]]) -> None:
        """Read the tables indexed by city and by post space."""
        self.post_first = array("i", tables["post_first"])
        self.post_count = array("i", tables["post_count"])
        self.post_city = array("i", tables["post_city"])
        self.post_kind = array("i", tables["post_kind"])
        self.post_privilege = array("i", tables["post_privilege"])
        self.post_coin = array("i", tables["post_coin"])
        self.is_green = array("i", tables["is_green"])
        self.abilities = array("i", tables["abilities"])
        self.near = array("i", tables["near"])
        self.special_points = array("i", tables["special_points"])
        self.connection_points = array("i", tables["connection_points"])
        self.marker_points = array("i", tables["marker_points"])
        self.card_cities = array("i", tables["card_cities"])

    def read_countries(self, tables: dict[str, Sequence[int]]) -> None:
        """Read the tables of countries, gateways, regions and provinces."""
        self.may_go = array("i", tables["may_go"])
        self.gate_city = array("i", tables["gate_city"])
        self.gate_opens = array("i", tables["gate_opens"])
        self.region_cities = array("i", tables["region_cities"])
        self.region_points = array("i", tables["region_points"])
        self.borders = array("i", tables["borders"])
        self.province_distance = array("i", tables["stroll"])

    def collect_routes(self) -> None:
        """Collect the routes that have a property into bit sets."""
        routes, countries = self.routes, self.countries
        self.all_routes = 0
        self.routes_around = array("Q", bytes(8 * routes))
        self.routes_from = array("Q", bytes(8 * countries))
        self.routes_in = array("Q", bytes(8 * countries))
        self.routes_behind = array("Q", bytes(8 * max(self.gateways, 1)))
        self.routes_beside = array("Q", bytes(8 * max(self.provinces, 1)))
        for route in range(routes):
            self.all_routes = with_bit(self.all_routes, route, True)
            at = self.country[route]
            for origin in range(routes):
                self.collect(self.routes_around, origin, route, self.ring[origin * routes + route])
            for country in range(countries):
                self.collect(self.routes_from, country, route, self.may_go[country * countries + at])
                self.collect(self.routes_in, country, route, country == at)
            for gate in range(self.gateways):
                self.collect(self.routes_behind, gate, route, self.gate_opens[gate] >> at & 1)
            for province in range(self.provinces):
                self.collect(self.routes_beside, province, route, self.borders[province * routes + route])

    def collect(self, sets: BitSets, at: int, route: int, is_in: int) -> None:
        """Add a route to one of some sets if it belongs there."""
        if is_in:
            sets[at] = with_bit(sets[at], route, True)

    def is_closed(self, route: int) -> bool:
        """Return whether placing or displacing on the route needs a permission. [HT-BRI-5]"""
        return self.country[route] != self.open_country

    def joins(self, route: int, city: int) -> bool:
        """Return whether the city is an end of the route."""
        return self.low_end[route] == city or self.high_end[route] == city
