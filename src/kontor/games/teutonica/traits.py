"""What seats have and do in Hansa Teutonica, for those who count it over many games."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from kontor.core.game import Event, Position
from kontor.core.traits import Deed, Traits
from kontor.games.teutonica.boardfile import ABILITY_IDS
from kontor.games.teutonica.cities import controller, count_posts
from kontor.games.teutonica.layout import LEVELS, SEAT_SIZE, SEATS

if TYPE_CHECKING:
    from kontor.games.teutonica.game import Teutonica

ABILITY = "ability"
CONTROLLED = "city controlled"
POSTS = "posts in a city"
DEED = "deed"
ONCE = {
    "IncomeTaken": "income actions",
    "Placed": "tradesmen placed",
    "Lifted": "tradesmen moved",
    "RouteCreated": "routes created",
    "PostEstablished": "posts established",
    "ExtraPostEstablished": "extra posts",
    "GreenPostEstablished": "green posts",
    "AbilityDeveloped": "abilities developed",
    "EastWestConnected": "east and west connected",
}
POINTS = {"ControlScored": "points by control", "CoinScored": "points by coins"}
NAMED = {
    "RouteCreated": ("route created", "route"),
    "MarkerTaken": ("marker taken", "marker"),
    "MarkerUsed": ("marker used", "marker"),
    "SpecialTaken": ("special prestige", "special"),
    "FavourBought": ("favour", "tile"),
    "PermissionSpent": ("permission spent", "city"),
}


def progress(game: Teutonica, position: Position) -> list[Traits]:
    """The levels of every seat's abilities."""
    firsts = [SEATS + seat * SEAT_SIZE + LEVELS for seat in range(game.players)]
    return [
        {ABILITY: dict(zip(ABILITY_IDS, position[first : first + len(ABILITY_IDS)], strict=True))} for first in firsts
    ]


def holdings(game: Teutonica, position: Position) -> list[Traits]:
    """The levels of every seat, the cities it controls, and its posts in every city. [HT-CTL-1]"""
    found = [{**levels, CONTROLLED: dict[str, int](), POSTS: dict[str, int]()} for levels in progress(game, position)]
    table = game.table
    table.lay(position)
    for number, city in enumerate(game.board.cities):
        holder = controller(table, number)
        count_posts(table, number)
        for seat, traits in enumerate(found):
            if table.tally[seat]:
                traits[POSTS] = {**traits[POSTS], city: table.tally[seat]}
            if seat == holder:
                traits[CONTROLLED] = {**traits[CONTROLLED], city: 1}
    return list(found)


def deeds(event: Event) -> Iterator[Deed]:
    """What an event counts for; the neutral player does not count."""
    facts, name = event.facts, event.name
    if name == "Displaced":
        yield Deed(facts["by"], DEED, "displacements made")
    doer = facts.get("seat")
    if not isinstance(doer, int):
        return
    if name == "Displaced":
        yield Deed(doer, DEED, "displacements suffered")
    if name in ONCE:
        yield Deed(doer, DEED, ONCE[name])
    if name in POINTS:
        yield Deed(doer, DEED, POINTS[name], facts["points"])
    if name in NAMED:
        kind, field = NAMED[name]
        yield Deed(doer, kind, str(facts[field]))
