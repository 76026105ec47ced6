"""Counts of what seats have and do in Hansa, for statistics over many games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from kontor.core.statistics import StatEvent, Statistics
from kontor.core.values import Event, PositionBytes
from kontor.games.hansa.configuration import Configuration
from kontor.games.hansa.moves import tile_ids
from kontor.games.hansa.rules.pieces import TILE_TYPES
from kontor.games.hansa.rules.position import Position

STANDING = "standing"
EVENT = "event"
ONCE = {
    "Sailed": "ship moves",
    "Bought": "tiles bought",
    "PaidTo": "tiles bought from rivals",
    "Built": "tiles spent on posts",
    "PostReturned": "sales",
    "Restocked": "restockings",
    "TileLost": "tiles lost to sales",
    "TileGivenUp": "tiles given up",
}
COUNTED = {"Built": ("posts built", "count"), "TaxPaid": ("thalers taxed", "thalers")}
NAMED = {"PostsPlaced": ("opening port", "port"), "Sailed": ("port sailed to", "to")}
COLOURED = {"Bought": "goods bought", "Built": "goods built with", "Sold": "goods sold"}


def progress(configuration: Configuration, position: PositionBytes) -> list[Statistics]:
    """Return the thalers, posts, held and sold tiles of every seat."""
    p = configuration.loaded(position)
    return [
        {
            STANDING: {
                "thalers": p.thalers(seat),
                "posts": p.on_board(seat),
                "tiles held": p.held_in_all(seat),
                "tiles sold": sum(p.sold(seat, tile) for tile in range(TILE_TYPES)),
            }
        }
        for seat in range(configuration.players)
    ]


def final(configuration: Configuration, position: PositionBytes) -> list[Statistics]:
    """Return the posts of every seat in every port, the ports it leads, and the goods it holds. [H-BUY-3]"""
    leaders = configuration.leaders(position)
    p = configuration.loaded(position)
    seats = range(configuration.players)
    return [
        {**port_statistics(configuration, p, seat, leaders), "goods held": goods_held(configuration, p, seat)}
        for seat in seats
    ]


def port_statistics(
    configuration: Configuration, p: Position, seat: int, leaders: dict[str, int]
) -> dict[str, dict[str, int]]:
    """Return the posts of a seat in every port, and the ports it leads."""
    posts = {port: p.posts(number, seat) for number, port in enumerate(configuration.board.ports)}
    return {
        "posts in a port": {port: count for port, count in posts.items() if count},
        "port led": {port: 1 for port, leader in leaders.items() if leader == seat},
    }


def goods_held(configuration: Configuration, p: Position, seat: int) -> Counter[str]:
    """Return the unsold tiles of a seat by colour."""
    found: Counter[str] = Counter()
    for tile, (colour, _) in enumerate(tile_ids(configuration.board)):
        found[colour] += p.held(seat, tile)
    return +found


def stat_events(event: Event) -> Iterator[StatEvent]:
    """Yield the entries of an event in the statistics."""
    facts, name, seat = event.facts, event.name, event.facts.get("seat", 0)
    if name in ONCE:
        yield StatEvent(seat, EVENT, ONCE[name])
    if name == "PaidTo":
        yield StatEvent(facts["payee"], EVENT, "tiles sold to rivals")
    if name in COUNTED:
        what, field = COUNTED[name]
        yield StatEvent(seat, EVENT, what, facts[field])
    if name in NAMED:
        kind, field = NAMED[name]
        yield StatEvent(seat, kind, facts[field])
    if name in COLOURED:
        yield StatEvent(seat, COLOURED[name], facts["tile"][0], facts["count"] if name == "Sold" else 1)
