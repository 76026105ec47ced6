"""Statistics of Hansa Teutonica: what seats have and do, counted over many games."""

from __future__ import annotations

from collections.abc import Iterator

from kontor.core.statistics import StatEvent, Statistics
from kontor.core.values import Event, PositionBytes
from kontor.games.teutonica.configuration import Configuration
from kontor.games.teutonica.rules.cities import controller, count_posts
from kontor.games.teutonica.rules.layout import LEVELS, SEAT_SIZE, SEATS
from kontor.games.teutonica.rules.pieces import ABILITY_IDS

ABILITY = "ability"
CONTROLLED = "city controlled"
POSTS = "posts in a city"
EVENT = "event"
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


def progress(configuration: Configuration, position: PositionBytes) -> list[Statistics]:
    """Return the ability levels of every seat."""
    firsts = [SEATS + seat * SEAT_SIZE + LEVELS for seat in range(configuration.players)]
    return [
        {ABILITY: dict(zip(ABILITY_IDS, position[first : first + len(ABILITY_IDS)], strict=True))} for first in firsts
    ]


def final(configuration: Configuration, position: PositionBytes) -> list[Statistics]:
    """Return the ability levels, the controlled cities and the posts per city of every seat. [HT-CTL-1]"""
    found = [
        {**levels, CONTROLLED: dict[str, int](), POSTS: dict[str, int]()}
        for levels in progress(configuration, position)
    ]
    p = configuration.loaded(position)
    for number, city in enumerate(configuration.board.cities):
        holder = controller(p, number)
        count_posts(p, number)
        for seat, statistics in enumerate(found):
            if p.tally[seat]:
                statistics[POSTS] = {**statistics[POSTS], city: p.tally[seat]}
            if seat == holder:
                statistics[CONTROLLED] = {**statistics[CONTROLLED], city: 1}
    return list(found)


def stat_events(event: Event) -> Iterator[StatEvent]:
    """Return the statistics that an event adds to; the neutral player is not counted."""
    facts, name = event.facts, event.name
    if name == "Displaced":
        yield StatEvent(facts["by"], EVENT, "displacements made")
    seat = facts.get("seat")
    if not isinstance(seat, int):
        return
    if name == "Displaced":
        yield StatEvent(seat, EVENT, "displacements suffered")
    if name in ONCE:
        yield StatEvent(seat, EVENT, ONCE[name])
    if name in POINTS:
        yield StatEvent(seat, EVENT, POINTS[name], facts["points"])
    if name in NAMED:
        kind, field = NAMED[name]
        yield StatEvent(seat, kind, str(facts[field]))
