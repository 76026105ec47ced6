"""Positions that games seldom reach, for refusal cases: rare decisions, full boards, modules and chance."""

from kontor.games.teutonica.board_file import load
from tests.games.teutonica.refusal_cases import (
    DUISBURG_RAID,
    EAST,
    FAVOURS,
    HANSE,
    PROMOS,
    Json,
    on,
)

FIVE: Json = {"players": 5}
NEUTRAL: Json = {"players": 2, "edition": "second", "modules": ["two-player-neutral"]}
MANDATORY_EXTRA: Json = NEUTRAL | {"switches": {"neutral_extra": "mandatory"}}
OTHER_ROUTES: Json = EAST | {"switches": {"place2_same_route": False}}
MISSIONS: Json = {"players": 4, "modules": ["mission-cards"]}
DISPLACED_FIRST: Json = {"players": 4, "switches": {"displaced_order": "displaced-first"}}
FACE_DOWN: Json = {"players": 4, "switches": {"marker_facing": "down"}}
FULLY_DEVELOPED = {"keys": 4, "actions": 5, "privilege": 3, "book": 3, "bank": 3}
TRADERS_EACH = 24
ONE_FREE = "hannover--minden.1"


def pending(*tasks: Json) -> Json:
    """Return a position in which these tasks are above the turn."""
    return {"pending": {"tasks": list(tasks)}}


def created(route: str, *tasks: Json, stage: int = 6, **back: int) -> Json:
    """Return a position in which a route has just been created and one of its tasks is due."""
    return pending({"task": "creation", "stage": stage, "route": route, **back}, *tasks)


def houses(board: str) -> dict[str, str]:
    """Return the kind of every space of a board."""
    return {f"{r['id']}.{n + 1}": s for r in load(board)["routes"] for n, s in enumerate(r["spaces"])}


def packed(board: str, own: Json, free: tuple[str, ...] = (), traders: tuple[int, ...] = (1, 2, 3, 4)) -> Json:
    """Return a position with a piece on every other space, of the given seats in reverse order, then of seat 0."""
    left = [0] * 20 + [seat for seat in traders for _ in range(TRADERS_EACH)]
    ships = [seat for seat in range(1, 5) for _ in range(3)]
    spaces = dict(own)
    for space, takes in houses(board).items():
        if space not in own and space not in free:
            spaces[space] = [ships.pop(), "m"] if takes == "merchant" else [left.pop(), "t"]
    return {"spaces": spaces, "abilities": {str(seat): FULLY_DEVELOPED for seat in range(5)}}


def last_space() -> Json:
    """Return a position in which seat 1 has one merchant in its stock and one space is empty."""
    position = packed("hanse-4-5", {"bremen--minden.1": [1, "t"]}, (ONE_FREE,))
    on_routes = list(position["spaces"].values()).count([1, "t"])
    return position | {"supply": {"1": [26 - on_routes, 3]}, "stock": {"1": [0, 1]}}


def all_of_one_out() -> Json:
    """Return a position in which all pieces of seat 1 are on routes and one space is empty."""
    spaces = [s for s in houses("hanse-4-5") if s not in ("bremen--minden.1", "bremen--minden.2", ONE_FREE)]
    own: Json = {space: [1, "t"] for space in ("bremen--minden.1", "bremen--minden.2", *spaces[:24])}
    own |= {space: [1, "m"] for space in spaces[24:28]}
    position = packed("hanse-4-5", own, (ONE_FREE,), (2, 3, 4))
    return position | {"supply": {"1": [0, 0]}, "stock": {"1": [0, 0]}}


def one_neutral_each() -> Json:
    """Return a position with a neutral trader on every route and a second one on one route."""
    spaces: Json = {f"{route['id']}.1": ["n", "t"] for route in load("hanse-2-3")["routes"]}
    return {"spaces": spaces | {"bremen--minden.2": ["n", "t"]}, "plate": {"0": ["actions-3"]}}


RED_TRADER: Json = {"spaces": {"bremen--minden.1": [1, "t"]}}
TWO_OWN: Json = {"spaces": {"bremen--minden.1": [0, "t"], "bremen--minden.2": [0, "t"]}}
BLOCKED: Json = {"attached": {"bremen--minden": [[1, "block"]]}}
MERCHANT_IN_STOCK: Json = DUISBURG_RAID | {"stock": {"1": [4, 1]}}
WITHOUT_RESERVES: Json = {
    "spaces": {
        "dortmund--duisburg.1": [1, "t"],
        **on("hamburg--lubeck", 3, (1, "t")),
        **on("bremen--minden", 3, (1, "t")),
        **on("minden--paderborn", 3, (1, "t")),
        "hannover--minden.1": [1, "t"],
    },
    "special": {"7": 1},
    "supply": {"1": [0, 0]},
    "stock": {"1": [0, 0]},
}
ENGLISH_EXTRA: Json = {
    "spaces": on("cardiff--montgomery", 3, (1, "t")) | on("norwich--nottingham", 3, (1, "t")),
    "posts": {
        "cardiff": [[0, "t"]],
        "london": [[1, "t"]],
        "hereford": [[1, "t"]] * 3,
        "york": [[1, "t"]],
    },
    "special": {"7": 1},
    "supply": {"1": [0, 0]},
    "stock": {"1": [0, 0]},
}
NEUTRAL_RAID = ["displace hamburg--lubeck.1 t 0"]
LONE_NEUTRAL: Json = {"spaces": {"hamburg--lubeck.1": ["n", "t"]}}
NEUTRAL_ROUTE: Json = pending(
    {"task": "neutral-creation", "stage": 3, "route": "hamburg--lubeck"},
    {"task": "neutral-post", "route": "hamburg--lubeck"},
) | {"spaces": on("hamburg--lubeck", 3, ("n", "t"))}
TWO_OF_ROUTE: Json = created(
    "danzig--malmo",
    {"task": "two-of-route", "left": 2, "route": "danzig--malmo", "traders_back": 3},
    traders_back=3,
) | {"spaces": {"anklam--belgard.1": [1, "t"]}, "stock": {"0": [8, 0]}}
TWO_ABROAD: Json = created("calais--southampton", {"task": "two-abroad", "left": 2}) | {
    "spaces": {"cardiff--pembroke.1": [1, "t"]},
    "stock": {"0": [8, 0]},
}
GREEN_POST: Json = created("malmo--visby", {"task": "green-post"}) | {"supply": {"0": [1, 0]}}
DEALING: Json = {
    "markers_on_routes": {},
    **pending({"task": "opening", "stage": 1}, {"task": "start-marker", "left": 3}),
}
SHARED: Json = {"favours": {"1": ["income-share"]}}
TRIBUTE: Json = created("bremen--hannover", {"task": "tribute-reaction", "seat": 1}, stage=5) | {
    "attached": {"bremen--minden": [[1, "tribute"]]},
    "stock": {"1": [1, 0]},
}
SWAP: Json = {"unused_markers": {"0": ["swap-marker"]}, "used_markers": {"1": ["actions-3"]}}

TWO_MERCHANTS: Json = {"abilities": {"0": {"book": 1}}, "supply": {"0": [4, 2]}}

# setup, position and a legal move that test games seldom or never reach
ALLOWED: list[tuple[Json, Json, str]] = [
    (
        HANSE,
        {"spaces": {"bremen--minden.1": [1, "m"]}, **TWO_MERCHANTS},
        "displace bremen--minden.1 t 2",
    ),
    (
        PROMOS,
        {"attached": {"bremen--minden": [[1, "block"], [2, "block"]]}, **TWO_MERCHANTS},
        "place bremen--minden.1 t 2",
    ),
    (
        EAST,
        {
            "unused_markers": {"0": ["exchange-posts"]},
            "green_posts": {"belgard": [[0, "t", "permanent"], [1, "t", "permanent"]]},
        },
        "use exchange-posts belgard 0",
    ),
    (
        FAVOURS,
        {"favour_display": ["income-share"], "unused_markers": {"0": ["actions-3", "actions-3", "actions-4"]}},
        "buy-favour income-share actions-3,actions-3",
    ),
    (HANSE, {"spaces": on("coellen--warburg", 4), "stock": {"0": [0, 1]}}, "income 0 1"),
]
