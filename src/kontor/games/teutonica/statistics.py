"""What seats have and do in Hansa Teutonica, for those who count it over many games."""

from __future__ import annotations

from collections.abc import Iterator

from kontor.core.game import Event, PositionBytes
from kontor.core.statistics import StatEvent, Statistics
from kontor.games.teutonica.board_file import ABILITY_IDS
from kontor.games.teutonica.configuration import Configuration
from kontor.games.teutonica.rules.cities import controller, count_posts
from kontor.games.teutonica.rules.layout import LEVELS, SEAT_SIZE, SEATS

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
    """The levels of every seat's abilities."""
    firsts = [SEATS + seat * SEAT_SIZE + LEVELS for seat in range(configuration.players)]
    return [
        {ABILITY: dict(zip(ABILITY_IDS, position[first : first + len(ABILITY_IDS)], strict=True))} for first in firsts
    ]


def final(configuration: Configuration, position: PositionBytes) -> list[Statistics]:
    """The levels of every seat, the cities it controls, and its posts in every city. [HT-CTL-1]"""
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
    """What an event counts for; the neutral player does not count."""
    facts, name = event.facts, event.name
    if name == "Displaced":
        yield StatEvent(facts["by"], EVENT, "displacements made")
    doer = facts.get("seat")
    if not isinstance(doer, int):
        return
    if name == "Displaced":
        yield StatEvent(doer, EVENT, "displacements suffered")
    if name in ONCE:
        yield StatEvent(doer, EVENT, ONCE[name])
    if name in POINTS:
        yield StatEvent(doer, EVENT, POINTS[name], facts["points"])
    if name in NAMED:
        kind, field = NAMED[name]
        yield StatEvent(doer, kind, str(facts[field]))
