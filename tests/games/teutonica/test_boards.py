"""The board files match what was counted on the printed boards."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from itertools import combinations, pairwise, product
from math import dist
from typing import Any

import pytest

from kontor.games.teutonica.board_file import load
from kontor.games.teutonica.rules.pieces import ABILITY_IDS, PERMANENT_IDS, PRIVILEGE_VALUES
from kontor.games.teutonica.setup import BOARDS
from tests.marks import case

Point = tuple[int, int]
Line = list[Point]


@dataclass(frozen=True)
class Counted:
    """Numbers counted on a printed board."""

    cities: int
    routes: int
    spaces: int
    ships: int
    posts: int
    limit: int
    permanent: tuple[str, ...]
    coins: dict[str, int]


BRITISH_COINS = {"bristol": 2, "ipswich": 2, "plymouth": 2}
HANSE_COINS = {"groningen": 1, "lubeck": 1, "coellen": 1, "halle": 1}
COUNTED = {
    "hanse-4-5": Counted(27, 34, 107, 0, 62, 10, (), HANSE_COINS),
    "hanse-2-3": Counted(27, 32, 101, 0, 57, 10, (), {**HANSE_COINS, "stade": 1, "warburg": 1}),
    "east-3-5": Counted(
        28,
        32,
        98,
        6,
        55,
        10,
        ("develop-privilege", "green-city-post", "move-2-any", "place-2-from-route"),
        {"havelberg": 1, "magdeburg": 1, "thorn": 1},
    ),
    "britannia-2-3": Counted(
        26, 35, 111, 7, 60, 8, ("move-2-any", "move-2-any", "place-2-wales-scotland"), BRITISH_COINS
    ),
    "britannia-4-5": Counted(30, 40, 121, 9, 72, 8, ("move-2-any", "place-2-wales-scotland"), BRITISH_COINS),
}
TAVERNS = {
    "hanse": {"bremen--osnabruck", "luneburg--perleberg", "goslar--hildesheim"},
    "east": {"brandenburg--tangermunde", "kulm--stettin", "allenstein--braunsberg"},
    "britannia": {"lancaster--richmond", "coventry--nottingham", "salisbury--southampton"},
}
CONNECTED = {"hanse": ["arnheim", "stendal"], "east": ["danzig", "lubeck"], "britannia": ["oxford", "york"]}
SPECIAL = {"hanse": "coellen", "east": "konigsberg", "britannia": "plymouth"}
REGIONS = {"britannia-2-3": ["england", "wales"], "britannia-4-5": ["england", "wales", "scotland"]}
GATEWAYS = {
    "britannia-2-3": {"cardiff": ["wales"], "london": ["wales"]},
    "britannia-4-5": {"cardiff": ["wales"], "carlisle": ["scotland"], "london": ["scotland", "wales"]},
}
SOLDIERS = {
    ("munster", "osnabruck"),
    ("dortmund", "munster"),
    ("brunswiek", "luneburg"),
    ("brunswiek", "goslar"),
}
LEAST_APART = 20

every_board = pytest.mark.parametrize("name", BOARDS)


def family(name: str) -> str:
    """Return the map a board belongs to."""
    return name.split("-")[0]


def cities_of(name: str) -> dict[str, Any]:
    """Return the cities of a board by id."""
    return {city["id"]: city for city in load(name)["cities"]}


def routes_of(name: str) -> dict[str, Any]:
    """Return the routes of a board by id."""
    return {route["id"]: route for route in load(name)["routes"]}


def is_connected(nodes: set[str], links: list[tuple[str, str]]) -> bool:
    """Return whether every node can be reached from every other."""
    reached = {next(iter(sorted(nodes)))}
    while more := {end for link in links if reached & set(link) for end in link} - reached:
        reached |= more
    return reached == nodes


def turn(p: Point, q: Point, r: Point) -> int:
    """Return on which side of a line a point is, as the sign of a number."""
    return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])


def cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Return whether two line segments cross."""
    return turn(a, b, c) * turn(a, b, d) < 0 and turn(c, d, a) * turn(c, d, b) < 0


def crossings(lines: dict[str, Line]) -> list[tuple[str, str]]:
    """Return the pairs of lines that cross."""
    return [
        (one, other)
        for (one, p), (other, q) in combinations(lines.items(), 2)
        if any(cross(*s, *t) for s, t in product(pairwise(p), pairwise(q)))
    ]


def drawn(name: str) -> dict[str, Line]:
    """Return every route as it is drawn, from its first end to its second."""
    at = {city["id"]: tuple(city["xy"]) for city in load(name)["cities"]}
    return {
        route["id"]: [at[route["ends"][0]], *map(tuple, route["points"]), at[route["ends"][1]]]
        for route in load(name)["routes"]
    }


def length(line: Line) -> float:
    """Return the length of a drawn line."""
    return sum(dist(a, b) for a, b in pairwise(line))


def test_every_board_is_checked() -> None:
    assert set(COUNTED) == set(BOARDS)
    assert all(load(name)["id"] == name for name in BOARDS)


@every_board
def test_counts_are_those_of_the_printed_board(name: str) -> None:
    cities, routes, counted = cities_of(name), routes_of(name), COUNTED[name]
    spaces = [space for route in routes.values() for space in route["spaces"]]
    assert len(cities) == len(load(name)["cities"]) == counted.cities
    assert len(routes) == len(load(name)["routes"]) == counted.routes
    assert (len(spaces), spaces.count("merchant")) == (counted.spaces, counted.ships)
    assert sum(len(city["posts"]) for city in cities.values()) == counted.posts
    assert load(name)["completed_cities_limit"] == counted.limit
    assert len({city["name"] for city in cities.values()}) == counted.cities
    players = load(name)["players"]
    assert players == sorted(players)
    assert set(players) <= {2, 3, 4, 5}


@case("HT-PST-3", "HT-PST-4")
@every_board
def test_cities_have_posts_whose_privilege_rises_unless_they_are_green(name: str) -> None:
    for id, city in cities_of(name).items():
        assert re.fullmatch(r"[a-z]+(-[a-z]+)*", id)
        assert set(city) == {"id", "name", "xy", "abilities", "green", "regions", "posts"}
        assert city["green"] == (not city["posts"]), id
        assert set(city["abilities"]) <= set(ABILITY_IDS), id
        for post in city["posts"]:
            assert set(post) == {"privilege", "shape", "coin"}, id
            assert (post["shape"] in {"square", "circle"}, post["coin"] in {0, 1, 2}) == (True, True), id
        order = [PRIVILEGE_VALUES.index(post["privilege"]) for post in city["posts"]]
        assert order == sorted(order), id
    green = {id for id, city in cities_of(name).items() if city["green"]}
    assert green == ({"belgard", "dresden", "waren"} if name == "east-3-5" else set())


@case("HT-COI-1", "HT-STP-1")
@every_board
def test_every_ability_is_printed_once_and_coins_are_on_the_printed_spaces(name: str) -> None:
    cities = cities_of(name)
    assert sorted(a for city in cities.values() for a in city["abilities"]) == sorted(ABILITY_IDS)
    coins = {id: sum(post["coin"] for post in city["posts"]) for id, city in cities.items()}
    assert {id: coin for id, coin in coins.items() if coin} == COUNTED[name].coins


@every_board
def test_routes_join_two_cities_over_two_to_four_spaces(name: str) -> None:
    for id, route in routes_of(name).items():
        assert set(route) == {"id", "ends", "spaces", "points", "tavern", "permanent", "region"}
        assert route["ends"] == sorted(route["ends"])
        assert (len(route["ends"]), "--".join(route["ends"])) == (2, id)
        assert set(route["ends"]) <= set(cities_of(name)), id
        assert 2 <= len(route["spaces"]) == len(route["points"]) <= 4, id
        assert set(route["spaces"]) <= {"any", "merchant"}, id
        assert route["spaces"].count("merchant") <= 2, id
    ends = [tuple(route["ends"]) for route in routes_of(name).values()]
    assert is_connected(set(cities_of(name)), [(a, b) for a, b in ends])


@case("HT-PRM-1", "HT-PRM-9", "HT-SET-3")
@every_board
def test_taverns_and_permanent_markers_are_on_the_printed_routes(name: str) -> None:
    routes = routes_of(name).values()
    assert {route["id"] for route in routes if route["tavern"]} == TAVERNS[family(name)]
    permanent = [route for route in routes if route["permanent"]]
    assert tuple(sorted(route["permanent"] for route in permanent)) == COUNTED[name].permanent
    for route in permanent:
        assert route["permanent"] in PERMANENT_IDS
        assert "merchant" in route["spaces"]
        assert not route["tavern"]


@case("HT-EWC-1", "HT-STP-3")
@every_board
def test_connection_and_special_prestige_are_those_of_the_map(name: str) -> None:
    board = load(name)
    assert sorted(board["east_west"]["cities"]) == CONNECTED[family(name)]
    assert board["east_west"]["prestige"] == [7, 4, 2]
    special = board["special_prestige"]
    assert special["city"] == SPECIAL[family(name)]
    assert [(s["points"], s["privilege"]) for s in special["spaces"]] == list(
        zip((7, 8, 9, 11), PRIVILEGE_VALUES, strict=True)
    )
    leading = [id for id, route in routes_of(name).items() if special["city"] in route["ends"]]
    assert special["routes"] == leading
    assert len(leading) == 1


@case("HT-BRI-2", "HT-BRI-3", "HT-REG-4")
@every_board
def test_countries_and_gateways_are_those_of_the_map(name: str) -> None:
    board, regions = load(name), REGIONS.get(name, [])
    assert [region["id"] for region in board["regions"]] == regions
    for city in cities_of(name).values():
        assert set(city["regions"]) <= set(regions)
        assert bool(city["regions"]) == bool(regions)
    for route in routes_of(name).values():
        assert route["region"] in regions if regions else route["region"] is None
        assert not (route["tavern"] and route["region"] in ("wales", "scotland"))
    assert {gate["city"]: sorted(gate["opens"]) for gate in board["gateways"]} == GATEWAYS.get(name, {})
    shared = [id for id, city in cities_of(name).items() if len(city["regions"]) > 1]
    assert shared == (["isle-of-man"] if "scotland" in regions else [])


@every_board
def test_coordinates_are_inside_the_frame_and_not_too_close(name: str) -> None:
    x0, y0, x1, y1 = load(name)["frame"]
    points = [tuple(city["xy"]) for city in load(name)["cities"]]
    points += [tuple(point) for route in load(name)["routes"] for point in route["points"]]
    assert all(x0 <= x <= x1 and y0 <= y <= y1 for x, y in points)
    assert min(dist(a, b) for a, b in combinations(points, 2)) >= LEAST_APART


@every_board
def test_routes_are_drawn_in_order_and_do_not_cross(name: str) -> None:
    lines = drawn(name)
    assert crossings(lines) == []
    for id, line in lines.items():
        backwards = [line[0], *reversed(line[1:-1]), line[-1]]
        assert length(line) <= length(backwards), id


@every_board
def test_unverified_cities_and_routes_exist(name: str) -> None:
    unverified = load(name)["unverified"]
    assert set(unverified["cities"]) <= set(cities_of(name))
    assert set(unverified["routes"]) <= set(routes_of(name))


@pytest.mark.parametrize(("large", "small"), [("hanse-4-5", "hanse-2-3"), ("britannia-4-5", "britannia-2-3")])
def test_the_two_sides_of_a_map_agree(large: str, small: str) -> None:
    one, other = cities_of(large), cities_of(small)
    assert set(other) <= set(one)
    for id, city in other.items():
        assert (one[id]["name"], one[id]["abilities"]) == (city["name"], city["abilities"])
    sizes, others = ({id: len(r["spaces"]) for id, r in routes_of(n).items()} for n in (large, small))
    assert all(sizes[id] == others[id] for id in set(sizes) & set(others))


# the provinces of the pawn


def borders(province: dict[str, Any]) -> list[str]:
    """Return the routes and soldiers around a province."""
    return [*province["routes"], *province["soldiers"]]


def pawn_game() -> dict[str, Any]:
    """Return the provinces and soldiers of `hanse-2-3`."""
    words: dict[str, Any] = load("hanse-2-3")["two_player"]
    return words


@case("HT-P2P-2")
def test_four_soldiers_are_between_cities_without_a_route_and_cross_none() -> None:
    soldiers, routes, cities = pawn_game()["soldiers"], routes_of("hanse-2-3"), cities_of("hanse-2-3")
    assert {tuple(soldier["between"]) for soldier in soldiers} == SOLDIERS
    assert not any(set(s["between"]) == set(r["ends"]) for s in soldiers for r in routes.values())
    fences = {s["id"]: [tuple(cities[city]["xy"]) for city in s["between"]] for s in soldiers}
    assert crossings({**drawn("hanse-2-3"), **fences}) == []


@case("HT-P2P-2", "HT-P2P-7")
def test_every_route_and_soldier_separates_two_provinces() -> None:
    provinces = {province["id"]: province for province in pawn_game()["provinces"]}
    routes, soldiers = routes_of("hanse-2-3"), pawn_game()["soldiers"]
    assert len(provinces) == len(pawn_game()["provinces"])
    sides = Counter(border for province in provinces.values() for border in borders(province))
    assert sides == dict.fromkeys([*routes, *(soldier["id"] for soldier in soldiers)], 2)
    for id, province in provinces.items():
        assert sorted(province["neighbours"]) == sorted(borders(province)), id
        for border, neighbour in province["neighbours"].items():
            assert provinces[neighbour]["neighbours"][border] == id
    inner = [province for province in provinces.values() if not province["outer"]]
    assert len(inner) == len(routes) + len(soldiers) - len(cities_of("hanse-2-3")) + 1, "Euler's count"
    links = [(id, near) for id, p in provinces.items() for near in p["neighbours"].values()]
    assert is_connected(set(provinces), links)


@case("HT-P2P-7")
def test_the_cities_of_a_province_are_the_ends_of_its_borders() -> None:
    ends = {id: route["ends"] for id, route in routes_of("hanse-2-3").items()}
    ends |= {soldier["id"]: soldier["between"] for soldier in pawn_game()["soldiers"]}
    for province in pawn_game()["provinces"]:
        around = {city for border in borders(province) for city in ends[border]}
        assert around == set(province["cities"]), province["id"]


@case("HT-P2P-7", "AMB-33")
def test_the_rim_is_cut_at_the_edge_cities_and_readings_merge_parts_of_it() -> None:
    pawn, edge = pawn_game(), pawn_game()["edge_cities"]
    ways = Counter(end for route in routes_of("hanse-2-3").values() for end in route["ends"])
    assert sorted(edge["dead_ends"]) == sorted(city for city, count in ways.items() if count == 1)
    outer = {province["id"] for province in pawn["provinces"] if province["outer"]}
    assert len(outer) == len(edge["dead_ends"]) + len(edge["touching"])
    assert pawn["reading"] in pawn["readings"]
    for groups in pawn["readings"].values():
        merged = [part for group in groups for part in group]
        assert len(merged) == len(set(merged))
        assert set(merged) <= outer


# cards and other components


@case("HT-MIS-1", "HT-MIS-3")
def test_mission_cards_name_two_common_cities_and_one_of_their_own() -> None:
    missions = load("mission-cards")
    cards = missions["cards"]
    seen = Counter(city for card in cards for city in card["cities"])
    assert len({card["id"] for card in cards}) == len(cards) == 9
    for card in cards:
        assert [seen[city] for city in card["cities"]] == [3, 3, 1], card["id"]
        assert len(set(card["cities"])) == 3
    for name in missions["boards"]:
        cities = cities_of(name)
        assert all(city in cities and not cities[city]["abilities"] for city in seen), name


@case("HT-CMP-2", "HT-CMP-3", "HT-FAV-1")
def test_components_have_their_totals() -> None:
    components = load("components")
    totals = {name: sum(mix["markers"].values()) for name, mix in components["bonus_markers"].items()}
    assert totals == {"first": 16, "second": 15, "big-box": 15}
    for mix in components["bonus_markers"].values():
        assert mix["total"] == sum(mix["markers"].values())
        assert len(mix["start"]) == 3
        assert set(mix["start"]) <= set(mix["markers"])
    assert len({tile["id"] for tile in components["emperors_favour"]}) == 6
    assert {marker["id"] for marker in components["permanent_markers"]} == set(PERMANENT_IDS) - {""}
