"""Board files: loading them and building the tables of a board."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from kontor.core.added_boards import BoardContent, added_boards
from kontor.games.teutonica.board_checks import check_board
from kontor.games.teutonica.rules.pieces import ABILITY_IDS, PERMANENT_IDS, PRIVILEGE_VALUES

RIM_READINGS = {"split": "dead-ends-only", "single": "single-outside"}

BoardTables = dict[str, Sequence[int]]


@cache
def load_file(name: str) -> dict[str, Any]:
    """Return the content of a data file in `boards`."""
    text = (files(__package__) / "data" / "boards" / f"{name}.json").read_text(encoding="utf-8")
    content: dict[str, Any] = json.loads(text)
    return content


def load(name: str) -> dict[str, Any]:
    """Return the content of a data file in `boards`, or of a board that was added."""
    added = added_boards()
    return dict(added[name]) if name in added else load_file(name)


def checked_boards(printed: Sequence[str]) -> Mapping[str, BoardContent]:
    """Return the boards that were added, or raise SetupError if one of them cannot be played."""
    added = added_boards()
    for content in added.values():
        if id(content) not in _checked:
            check_board(content, printed)
            _checked[id(content)] = content
    return added


_checked: dict[int, BoardContent] = {}  # by identity: checking again for every setup would take long


FAVOUR_IDS = tuple(tile["id"] for tile in load("components")["emperors_favour"])


class BoardFile:
    """Content of a board file, with its ids in the order of their numbers."""

    def __init__(self, name: str, rim: str = "split") -> None:
        self.name = name
        self.json = load(name)
        self.cities: list[str] = [city["id"] for city in self.json["cities"]]
        self.routes: list[str] = [route["id"] for route in self.json["routes"]]
        self.spaces = [f"{r['id']}.{n + 1}" for r in self.json["routes"] for n in range(len(r["spaces"]))]
        self.countries: list[str] = [region["id"] for region in self.json["regions"]] or [""]
        self.provinces = provinces(self.json, rim)
        self.cards: list[dict[str, Any]] = self.missions()

    def missions(self) -> list[dict[str, Any]]:
        """Return the mission cards of this board. [HT-MIS-3]"""
        cards: dict[str, Any] = load("mission-cards")
        return list(cards["cards"]) if self.name in cards["boards"] else []

    def board_tables(self) -> BoardTables:
        """Return the tables from which a `Board` is built; their names are part of the fingerprint of positions."""
        return {
            **self.sizes(),
            **self.route_tables(),
            **self.city_tables(),
            **self.country_tables(),
            **self.province_tables(),
        }

    def sizes(self) -> BoardTables:
        """Return the counts, and the values that exist once per board."""
        j = self.json
        posts = sum(len(city["posts"]) for city in j["cities"])
        scoring = [region for region in j["regions"] if region["prestige"]]
        sizes = [len(self.spaces), len(self.routes), len(self.cities), posts, len(self.countries)]
        sizes += [len(self.provinces), len(j["gateways"]), len(scoring), len(self.cards)]
        ends = [self.cities.index(city) for city in j["east_west"]["cities"]]
        special = self.cities.index(j["special_prestige"]["city"])
        return {"sizes": sizes, "singles": [special, *ends, j["completed_cities_limit"], self.open_country()]}

    def open_country(self) -> int:
        """Return the country that needs no permission; a board without countries is one open country. [HT-BRI-5]"""
        open_ones = [n for n, region in enumerate(self.json["regions"]) if region["open"]]
        return open_ones[0] if open_ones else 0

    def route_tables(self) -> BoardTables:
        """Return the tables indexed by route and by space."""
        routes = self.json["routes"]
        sizes = [len(route["spaces"]) for route in routes]
        firsts = [sum(sizes[:n]) for n in range(len(routes))]
        countries = [self.countries.index(route["region"] or "") for route in routes]
        opened = self.open_country()
        return {
            "route_first": firsts,
            "route_size": sizes,
            "route_of": [n for n, size in enumerate(sizes) for _ in range(size)],
            "is_ship": [int(space == "merchant") for route in routes for space in route["spaces"]],
            "low_end": [self.cities.index(route["ends"][0]) for route in routes],
            "high_end": [self.cities.index(route["ends"][1]) for route in routes],
            "permanent": [PERMANENT_IDS.index(route["permanent"] or "") for route in routes],
            "country": countries,
            "markable": [int(not r["permanent"] and c == opened) for r, c in zip(routes, countries, strict=True)],
            "taverns": [n for n, route in enumerate(routes) if route["tavern"]],
            "first_house": [first + r["spaces"].index("any") for r, first in zip(routes, firsts, strict=True)],
            "neutral_home": [int(self.is_neutral_home(route)) for route in routes],
            "ring": self.rings(),
        }

    def is_neutral_home(self, route: dict[str, Any]) -> bool:
        """Return whether an end of the route shows an ability or is the special city. [HT-P2N-1, HT-P2N-8]"""
        special = self.json["special_prestige"]["city"]
        cities = self.json["cities"]
        return any(end == special or cities[self.cities.index(end)]["abilities"] for end in route["ends"])

    def rings(self) -> list[int]:
        """Return the ring of every route around every route, 0 where a piece cannot go. [HT-DSP-8, HT-BRI-8]"""
        ends = [set(route["ends"]) for route in self.json["routes"]]
        countries = [self.countries.index(route["region"] or "") for route in self.json["routes"]]
        opened = self.open_country()
        table: list[int] = []
        for origin, country in enumerate(countries):
            allowed = [n for n, c in enumerate(countries) if n != origin and c in (country, opened)]
            table += rings_around(ends, origin, allowed)
        return table

    def city_tables(self) -> BoardTables:
        """Return the tables indexed by city and by post space."""
        cities = self.json["cities"]
        sizes = [len(city["posts"]) for city in cities]
        posts = [post for city in cities for post in city["posts"]]
        return {
            "post_first": [sum(sizes[:n]) for n in range(len(cities))],
            "post_count": sizes,
            "post_city": [n for n, size in enumerate(sizes) for _ in range(size)],
            "post_kind": [int(post["shape"] == "circle") for post in posts],
            "post_privilege": [PRIVILEGE_VALUES.index(post["privilege"]) for post in posts],
            "post_coin": [post["coin"] for post in posts],
            "is_green": [int(city["green"]) for city in cities],
            "abilities": [sum(1 << ABILITY_IDS.index(a) for a in city["abilities"]) for city in cities],
            "near": [sum(1 << other for other in self.neighbours(city["id"])) for city in cities],
            "special_points": [space["points"] for space in self.json["special_prestige"]["spaces"]],
            "connection_points": self.json["east_west"]["prestige"],
            "marker_points": marker_points(),
            "card_cities": [self.cities.index(c) for card in self.cards for c in card["cities"]] or [0],
        }

    def neighbours(self, city: str) -> set[int]:
        """Return the cities that a route connects to a city."""
        joined = [route["ends"] for route in self.json["routes"] if city in route["ends"]]
        return {self.cities.index(end) for ends in joined for end in ends if end != city}

    def country_tables(self) -> BoardTables:
        """Return the tables of countries, gateways and scoring regions. [HT-BRI-2, HT-BRI-3, HT-REG-1]"""
        opened = self.open_country()
        size = range(len(self.countries))
        gates = sorted(self.json["gateways"], key=lambda gate: len(gate["opens"]))
        scoring = [region for region in self.json["regions"] if region["prestige"]]
        return {
            "may_go": [int(b in (a, opened)) for a in size for b in size],
            "gate_city": [self.cities.index(gate["city"]) for gate in gates] or [0],
            "gate_opens": [sum(1 << self.countries.index(c) for c in gate["opens"]) for gate in gates] or [0],
            "region_cities": [self.cities_in(region["id"]) for region in scoring] or [0],
            "region_points": scoring[0]["prestige"] if scoring else [0],
        }

    def cities_in(self, region: str) -> int:
        """Return the cities that count for a region, as a bit set. [HT-REG-4]"""
        return sum(1 << n for n, city in enumerate(self.json["cities"]) if region in city["regions"])

    def province_tables(self) -> BoardTables:
        """Return which routes border each province and the distances between provinces. [HT-P2P-4, HT-P2P-7]"""
        provs = list(self.provinces.values())
        near = [p["near"] for p in provs]
        distances = [borders_between(near, a, b) for a in range(len(provs)) for b in range(len(provs))]
        borders = [int(route in p["routes"]) for p in provs for route in self.routes]
        return {"borders": borders or [0], "stroll": distances or [0]}


def marker_points() -> list[int]:
    """Return the prestige for each number of markers from 0 to 10. [HT-SCO-C]"""
    steps = load("components")["bonus_marker_prestige"]
    return [max((step["points"] for step in steps if step["from"] <= n), default=0) for n in range(11)]


def rings_around(ends: list[set[str]], origin: int, allowed: list[int]) -> list[int]:
    """Return the ring of each allowed route around the origin, 0 for routes not reached. [HT-DSP-8]"""
    numbers = [0] * len(ends)
    reached, ring, left = set(ends[origin]), 1, set(allowed)
    while True:
        found = {route for route in left if ends[route] & reached}
        if not found:
            return numbers
        for route in found:
            numbers[route] = ring
        reached = set().union(*(ends[route] for route in found))
        left -= found
        ring += 1


def provinces(board: dict[str, Any], rim: str) -> dict[str, dict[str, Any]]:
    """Return the provinces of the pawn variant for one reading of the edge of the board. [HT-P2P-7]"""
    if "two_player" not in board:
        return {}
    pawn = board["two_player"]
    merged = {part: group[0] for group in pawn["readings"][RIM_READINGS[rim]] for part in group}
    found: dict[str, dict[str, Any]] = {}
    for province in pawn["provinces"]:
        whole = found.setdefault(merged.get(province["id"], province["id"]), {"routes": set(), "next": set()})
        whole["routes"] |= set(province["routes"])
        whole["next"] |= {merged.get(p, p) for p in province["neighbours"].values()}
    ids = list(found)
    return {name: {"routes": p["routes"], "near": {ids.index(n) for n in p["next"]}} for name, p in found.items()}


def borders_between(near: list[set[int]], start: int, goal: int) -> int:
    """Return the number of borders between two provinces if it is 1 or 2, otherwise 0. [HT-P2P-4]"""
    if start == goal:
        return 0
    if goal in near[start]:
        return 1
    return 2 if any(goal in near[middle] for middle in near[start]) else 0
