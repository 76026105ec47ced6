"""What seats have and do in Hansa, for those who count it over many games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from kontor.core.game import Event, Position
from kontor.core.traits import Deed, Traits
from kontor.games.hansa.moves import tile_ids
from kontor.games.hansa.pieces import TILE_TYPES

if TYPE_CHECKING:
    from kontor.games.hansa.game import Hansa

STANDING = "standing"
DEED = "deed"
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


def progress(game: Hansa, position: Position) -> list[Traits]:
    """The thalers, posts, held and sold tiles of every seat."""
    table = game.table
    table.lay(position)
    return [
        {
            STANDING: {
                "thalers": table.thalers(seat),
                "posts": table.on_board(seat),
                "tiles held": table.held_in_all(seat),
                "tiles sold": sum(table.sold(seat, tile) for tile in range(TILE_TYPES)),
            }
        }
        for seat in range(game.players)
    ]


def holdings(game: Hansa, position: Position) -> list[Traits]:
    """The posts of every seat in every port, the ports it leads, and the goods it holds. [H-BUY-3]"""
    leaders = game.standing(position)["leaders"]
    game.table.lay(position)
    seats = range(game.players)
    return [{**port_traits(game, seat, leaders), "goods held": goods_held(game, seat)} for seat in seats]


def port_traits(game: Hansa, seat: int, leaders: dict[str, int]) -> dict[str, dict[str, int]]:
    """The posts of a seat in every port on the table, and the ports it leads."""
    posts = {port: game.table.posts(number, seat) for number, port in enumerate(game.board.ports)}
    return {
        "posts in a port": {port: count for port, count in posts.items() if count},
        "port led": {port: 1 for port, leader in leaders.items() if leader == seat},
    }


def goods_held(game: Hansa, seat: int) -> Counter[str]:
    """The unsold tiles of a seat on the table, by colour."""
    found: Counter[str] = Counter()
    for tile, (colour, _) in enumerate(tile_ids(game.board)):
        found[colour] += game.table.held(seat, tile)
    return +found


def deeds(event: Event) -> Iterator[Deed]:
    """What an event counts for."""
    facts, name, seat = event.facts, event.name, event.facts.get("seat", 0)
    if name in ONCE:
        yield Deed(seat, DEED, ONCE[name])
    if name == "PaidTo":
        yield Deed(facts["payee"], DEED, "tiles sold to rivals")
    if name in COUNTED:
        what, field = COUNTED[name]
        yield Deed(seat, DEED, what, facts[field])
    if name in NAMED:
        kind, field = NAMED[name]
        yield Deed(seat, kind, facts[field])
    if name in COLOURED:
        yield Deed(seat, COLOURED[name], facts["tile"][0], facts["count"] if name == "Sold" else 1)
