"""Events of Hansa: conversion of the kernel's raw events to names and data."""

from __future__ import annotations

from typing import Any

from kontor.core.values import Event
from kontor.games.hansa.configuration import Configuration
from kontor.games.hansa.moves import tile_ids
from kontor.games.hansa.rules import raw_events
from kontor.games.hansa.rules.endings import ENDINGS

FIELDS: dict[int, tuple[str, ...]] = {
    raw_events.COLOUR_LEFT_OUT: ("ColourLeftOut", "colour"),
    raw_events.START_CHOSEN: ("StartPlayerChosen", "seat"),
    raw_events.TILE_REVEALED: ("TileRevealed", "tile", "port"),
    raw_events.POSTS_PLACED: ("PostsPlaced", "seat", "port", "count"),
    raw_events.TURN_BEGUN: ("TurnBegun", "seat", "income"),
    raw_events.RESTOCKED: ("Restocked", "seat"),
    raw_events.END_TRIGGERED: ("EndTriggered", "seat"),
    raw_events.SAILED: ("Sailed", "seat", "from", "to"),
    raw_events.BOUGHT: ("Bought", "seat", "tile", "price"),
    raw_events.PAID_TO: ("PaidTo", "seat", "payee"),
    raw_events.BUILT: ("Built", "seat", "tile", "count"),
    raw_events.CHOSEN_FOR_SALE: ("ChosenForSale", "seat", "tile"),
    raw_events.TILE_SOLD: ("Sold", "seat", "tile", "count"),
    raw_events.POST_RETURNED: ("PostReturned", "seat", "port"),
    raw_events.TILE_LOST: ("TileLost", "seat", "tile"),
    raw_events.TAX_PAID: ("TaxPaid", "seat", "thalers"),
    raw_events.TILE_GIVEN_UP: ("TileGivenUp", "seat", "tile"),
    raw_events.TURN_ENDED: ("TurnEnded", "seat"),
    raw_events.GAME_ENDED: ("GameEnded", "ending"),
}


def field_value(configuration: Configuration, field: str, number: int) -> Any:
    """Return one number of a raw event as data."""
    if field == "tile":
        return list(tile_ids(configuration.board)[number])
    if field in ("port", "from", "to"):
        return configuration.board.ports[number]
    if field == "colour":
        return configuration.board.colours[number]
    return ENDINGS[number] if field == "ending" else number


def event(configuration: Configuration, raw: tuple[int, ...]) -> Event:
    """Return a raw event as an event; all events are public. [H-INFO-1]"""
    name, *fields = FIELDS[raw[0]]
    return Event(name, {f: field_value(configuration, f, number) for f, number in zip(fields, raw[1:], strict=False)})
