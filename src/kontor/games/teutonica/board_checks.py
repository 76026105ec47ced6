"""Checks of the content of a board file that is no part of this package; each raises SetupError with one sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from kontor.core.suggestions import did_you_mean
from kontor.core.values import SetupError
from kontor.games.teutonica.rules.layout import MOST_POSTS, MOST_ROUTES, MOST_SPACES
from kontor.games.teutonica.rules.pieces import ABILITY_IDS, PERMANENT_IDS, PRIVILEGE_VALUES, SPECIAL_IDS

MOST_CITIES = 30
MOST_REGIONS = 3
TAVERNS = 3
ID = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
MODULES = ("emperors-favour", "promo-markers", "two-player-neutral")  # those that need no further data
FIELDS: Mapping[str, type] = {
    "id": str,
    "name": str,
    "players": list,
    "cities": list,
    "routes": list,
    "regions": list,
    "gateways": list,
    "size": list,
    "frame": list,
    "completed_cities_limit": int,
    "east_west": dict,
    "special_prestige": dict,
}
CITY_FIELDS: Mapping[str, type] = {
    "id": str,
    "name": str,
    "xy": list,
    "abilities": list,
    "green": bool,
    "regions": list,
    "posts": list,
}
ROUTE_FIELDS: Mapping[str, type] = {"id": str, "ends": list, "spaces": list, "points": list, "tavern": bool}


def check_board(content: Mapping[str, Any], printed: Sequence[str]) -> None:
    """Reject a board that cannot be played; `printed` are the ids of the boards of the game."""
    try:
        problem = next(problems(content, printed), None)
    except (AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
        problem = f"has a field of the wrong form ({type(error).__name__}: {error})"
    if problem:
        raise SetupError(f"setup: the board {content.get('id')!r} {problem}; see docs/how-to/board.md.")


def problems(content: Mapping[str, Any], printed: Sequence[str]) -> Iterator[str]:
    """Yield what is wrong with a board, as clauses; later checks rely on earlier ones."""
    yield from wrong_fields(content, FIELDS, "")
    if not ID.fullmatch(content["id"]) or content["id"] in printed:
        yield "needs an id of its own, of lower-case letters, digits and hyphens"
    if not content["players"] or not set(content["players"]) <= {2, 3, 4, 5}:
        yield "must list in 'players' numbers from 2 to 5"
    for module in content.get("modules", []):
        if module not in MODULES:
            yield f"has an unknown module {module!r}; it may be {', '.join(MODULES)}.{did_you_mean(module, MODULES)}"
    if 2 in content["players"] and "two-player-neutral" not in content.get("modules", []):
        yield "is for two players and must list 'two-player-neutral' in 'modules'"
    if "two_player" in content:
        yield "must not have 'two_player': the pawn needs a board of this package"
    yield from city_problems(content["cities"])
    yield from route_problems(content["routes"], [city["id"] for city in content["cities"]])
    yield from region_problems(content)
    yield from prestige_problems(content, [city["id"] for city in content["cities"]])
    yield from size_problems(content)


def wrong_fields(entry: Mapping[str, Any], fields: Mapping[str, type], where: str) -> Iterator[str]:
    """Yield every field that is missing or has another type."""
    for name, kind in fields.items():
        if type(entry.get(name)) is not kind:
            yield f"{where}must have the field {name!r} of type {kind.__name__}"


def is_point(value: object) -> bool:
    """Return whether a value is a pair of numbers."""
    return isinstance(value, list) and len(value) == 2 and all(type(part) in (int, float) for part in value)


def order_problems(entries: Sequence[Mapping[str, Any]], field: str) -> Iterator[str]:
    """Yield that entries are not sorted by their ids, or that an id is used twice."""
    ids = [entry["id"] for entry in entries]
    if ids != sorted(set(ids)):
        yield f"must list its {field} sorted by id, each once"


def city_problems(cities: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Yield what is wrong with the cities and their posts."""
    for city in cities:
        yield from wrong_fields(city, CITY_FIELDS, f"has the city {city.get('id')!r}, which ")
        if not is_point(city["xy"]):
            yield f"has the city {city['id']!r}, whose 'xy' must be a pair of numbers"
        for ability in city["abilities"]:
            if ability not in ABILITY_IDS:
                yield f"has the unknown ability {ability!r} in {city['id']!r}.{did_you_mean(ability, ABILITY_IDS)}"
        for post in city["posts"]:
            if post["privilege"] not in PRIVILEGE_VALUES or post["shape"] not in ("square", "circle"):
                yield f"has a post of an unknown privilege or shape in {city['id']!r}"
            if type(post["coin"]) is not int or not 0 <= post["coin"] <= 9:
                yield f"has a post with a wrong coin in {city['id']!r}"
        if not city["posts"] and not city["green"]:
            yield f"has the city {city['id']!r} without posts, which only green cities may be"
    yield from order_problems(cities, "cities")


def route_problems(routes: Sequence[Mapping[str, Any]], cities: Sequence[str]) -> Iterator[str]:
    """Yield what is wrong with the routes and their spaces."""
    for route in routes:
        yield from wrong_fields(route, ROUTE_FIELDS, f"has the route {route.get('id')!r}, which ")
        for city in route["ends"]:
            if city not in cities:
                yield f"has a route to the unknown city {city!r}.{did_you_mean(city, cities)}"
        if route["id"] != "--".join(sorted(route["ends"])) or len(set(route["ends"])) != 2:
            yield f"has the route {route['id']!r}, whose id must be its two ends in alphabetical order"
        if "any" not in route["spaces"] or not set(route["spaces"]) <= {"any", "merchant"}:
            yield f"has the route {route['id']!r}, whose spaces must be 'any' or 'merchant', one at least 'any'"
        if len(route["points"]) != len(route["spaces"]) or not all(map(is_point, route["points"])):
            yield f"has the route {route['id']!r}, whose points must be a pair of numbers for every space"
        if (route["permanent"] or "") not in PERMANENT_IDS:
            yield f"has an unknown permanent marker {route['permanent']!r}"
    yield from order_problems(routes, "routes")


def region_problems(content: Mapping[str, Any]) -> Iterator[str]:
    """Yield what is wrong with regions and gateways."""
    for region in content["regions"]:
        yield from wrong_fields(region, {"id": str, "open": bool}, f"has the region {region.get('id')!r}, which ")
        if not (region["prestige"] is None or all(type(points) is int for points in region["prestige"])):
            yield f"has the region {region['id']!r}, whose 'prestige' must be numbers or null"
    regions = [region["id"] for region in content["regions"]]
    named = [route["region"] for route in content["routes"] if route["region"] is not None or regions]
    named += [each for city in content["cities"] for each in city["regions"]]
    named += [each for gate in content["gateways"] for each in gate["opens"]]
    if len(regions) > MOST_REGIONS or not set(named) <= set(regions):
        yield f"must have at most {MOST_REGIONS} regions, and name only those"
    if not {gate["city"] for gate in content["gateways"]} <= {city["id"] for city in content["cities"]}:
        yield "has a gateway in an unknown city"


def prestige_problems(content: Mapping[str, Any], cities: Sequence[str]) -> Iterator[str]:
    """Yield what is wrong with the connection, the special prestige spaces and the end of the game."""
    connection, special = content["east_west"], content["special_prestige"]
    if len(set(connection["cities"])) != 2 or not {*connection["cities"], special["city"]} <= set(cities):
        yield "must name two of its cities in 'east_west' and one in 'special_prestige'"
    if len(connection["prestige"]) != 3 or not all(type(points) is int for points in connection["prestige"]):
        yield "must have three numbers of points for the connection"
    if [space["points"] for space in special["spaces"]] != list(SPECIAL_IDS):
        yield f"must have special prestige spaces for {', '.join(map(str, SPECIAL_IDS))} points"
    if not 1 <= content["completed_cities_limit"] <= len(cities):
        yield "must have a 'completed_cities_limit' from 1 to the number of its cities"


def size_problems(content: Mapping[str, Any]) -> Iterator[str]:
    """Yield what is too large for a position, and a wrong number of taverns."""
    cities, routes = content["cities"], content["routes"]
    sizes = {
        "cities": (len(cities), MOST_CITIES),
        "routes": (len(routes), MOST_ROUTES),
        "route spaces": (sum(len(route["spaces"]) for route in routes), MOST_SPACES),
        "posts": (sum(len(city["posts"]) for city in cities), MOST_POSTS),
    }
    yield from (f"has {size} {name}; {most} are allowed" for name, (size, most) in sizes.items() if size > most)
    if sum(route["tavern"] for route in routes) != TAVERNS:
        yield f"must have {TAVERNS} routes with a tavern"
