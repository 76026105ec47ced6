"""Deeds: what a line of moves achieves that is worth telling, as facts and as a clause."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from kontor.core.game import Event, Game, PositionBytes, Seat

CLAUSES = {
    "IncomeTaken": "takes income ({traders} traders, {merchants} merchants)",
    "Displaced": "displaces a piece of seat {seat} from {space}",
    "RouteCreated": "creates the route {route}",
    "MarkerTaken": "takes the marker {marker}",
    "PostEstablished": "establishes a post in {city}",
    "ExtraPostEstablished": "establishes an extra post in {city}",
    "GreenPostEstablished": "establishes a post in {city}",
    "CityCompleted": "completes {city}",
    "EastWestConnected": "connects east and west",
    "AbilityDeveloped": "develops {ability}",
    "SpecialTaken": "takes the prestige space of {special}",
    "MarkerUsed": "uses the marker {marker}",
    "PostsExchanged": "exchanges posts in {city}",
    "FavourBought": "buys the favour {tile}",
    "GameEnded": "ends the game",
    "Restocked": "restocks",
    "Sailed": "sails to {to}",
    "Bought": "buys goods",
    "Built": "builds {count} posts",
    "Sold": "sells goods",
}

MEANS = {"IncomeTaken", "MarkerUsed", "Restocked", "Sailed"}  # what is done only for the sake of something else


def stat_events(game: Game, position: PositionBytes, line: Iterable[int]) -> list[dict[str, Any]]:
    """The notable events of a line of moves, as data."""
    now, found = position[:], list[Event]()
    for move in line:
        found += [event for event in game.events(now, move) if event.name in CLAUSES]
        game.advance(now, move)
    return [{"event": event.name, **event.facts} for event in found]


def idea(achieved: Sequence[dict[str, Any]]) -> set[str]:
    """What deeds come to, in whatever order and by whatever means."""
    return {repr(sorted(deed.items())) for deed in achieved if deed["event"] not in MEANS}


def told(achieved: Sequence[dict[str, Any]]) -> str:
    """Deeds as the end of a sentence, each said once."""
    clauses = dict.fromkeys(CLAUSES[deed["event"]].format(**deed) for deed in achieved)
    return ", ".join(clauses) or "keeps its options"


def points(game: Game, position: PositionBytes, line: Iterable[int], seat: Seat) -> int:
    """The points a seat gains by a line, as if the game ended before or after it."""
    now = position[:]
    for move in line:
        game.advance(now, move)
    return game.scores(now).scores[seat].total - game.scores(position).scores[seat].total
