"""A board as tables of small numbers, made once from a board file."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from kontor.kernel.runtime.dialect import Ints


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
    is_ship: Ints  # space -> takes merchants only
    low_end: Ints  # route -> end city with the lower number
    high_end: Ints
    permanent: Ints  # route -> permanent marker, 0 for none
    country: Ints  # route -> country
    markable: Ints  # route -> a marker may ever be placed there
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
    stroll: Ints  # province * provinces + province -> borders between them, at most two, else 0
    card_cities: Ints
    first_house: Ints  # route -> its first house space
    neutral_home: Ints  # route -> an end shows an ability or is the special city

    def __init__(self, facts: dict[str, Sequence[int]]) -> None:
        self.take_numbers(facts)
        self.take_routes(facts)
        self.take_cities(facts)
        self.take_lands(facts)

    def take_numbers(self, facts: dict[str, Sequence[int]]) -> None:
        """Take the counts and the single facts."""
        sizes = facts["sizes"]
        self.spaces, self.routes, self.cities, self.posts, self.countries = sizes[:5]
        self.provinces, self.gateways, self.regions, self.cards = sizes[5:]
        self.special_city, self.east, self.west, self.completed_limit, self.open_country = facts["singles"]

    def take_routes(self, facts: dict[str, Sequence[int]]) -> None:
        """Take what is known per route and per space."""
        self.route_first = array("i", facts["route_first"])
        self.route_size = array("i", facts["route_size"])
        self.route_of = array("i", facts["route_of"])
        self.is_ship = array("i", facts["is_ship"])
        self.ships = sum(facts["is_ship"])
        self.low_end = array("i", facts["low_end"])
        self.high_end = array("i", facts["high_end"])
        self.permanent = array("i", facts["permanent"])
        self.country = array("i", facts["country"])
        self.markable = array("i", facts["markable"])
        self.taverns = array("i", facts["taverns"])
        self.first_house = array("i", facts["first_house"])
        self.neutral_home = array("i", facts["neutral_home"])
        self.ring = array("i", facts["ring"])

    def take_cities(self, facts: dict[str, Sequence[int]]) -> None:
        """Take what is known per city and per post space."""
        self.post_first = array("i", facts["post_first"])
        self.post_count = array("i", facts["post_count"])
        self.post_city = array("i", facts["post_city"])
        self.post_kind = array("i", facts["post_kind"])
        self.post_privilege = array("i", facts["post_privilege"])
        self.post_coin = array("i", facts["post_coin"])
        self.is_green = array("i", facts["is_green"])
        self.abilities = array("i", facts["abilities"])
        self.near = array("i", facts["near"])
        self.special_points = array("i", facts["special_points"])
        self.connection_points = array("i", facts["connection_points"])
        self.marker_points = array("i", facts["marker_points"])
        self.card_cities = array("i", facts["card_cities"])

    def take_lands(self, facts: dict[str, Sequence[int]]) -> None:
        """Take countries, gateways, regions and provinces."""
        self.may_go = array("i", facts["may_go"])
        self.gate_city = array("i", facts["gate_city"])
        self.gate_opens = array("i", facts["gate_opens"])
        self.region_cities = array("i", facts["region_cities"])
        self.region_points = array("i", facts["region_points"])
        self.borders = array("i", facts["borders"])
        self.stroll = array("i", facts["stroll"])

    def is_closed(self, route: int) -> bool:
        """Whether acting on the route needs a permission. [HT-BRI-5]"""
        return self.country[route] != self.open_country

    def joins(self, route: int, city: int) -> bool:
        """Whether the city is an end of the route."""
        return self.low_end[route] == city or self.high_end[route] == city
