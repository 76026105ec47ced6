"""Events: raw events of the kernel as named data, for logs and clients."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

from kontor.core.values import Event
from kontor.games.teutonica.board_file import FAVOUR_IDS
from kontor.games.teutonica.configuration import Configuration
from kontor.games.teutonica.rules import pieces, raw_events
from kontor.games.teutonica.rules.endings import ENDINGS
from kontor.games.teutonica.rules.pieces import ABILITY_IDS, KIND_IDS, MARKER_IDS, SPECIAL_IDS

IDS_KEPT: Final = 64  # configurations
FIELDS: dict[int, tuple[str, ...]] = {
    raw_events.INCOME_TAKEN: ("IncomeTaken", "seat", "traders", "merchants"),
    raw_events.PIECE_PLACED: ("Placed", "piece", "space"),
    raw_events.PIECE_DISPLACED: ("Displaced", "piece", "space", "by"),
    raw_events.FEE_PAID: ("FeePaid", "seat", "traders", "merchants"),
    raw_events.PIECE_RELOCATED: ("Relocated", "piece", "space"),
    raw_events.PIECE_LIFTED: ("Lifted", "piece", "space"),
    raw_events.PIECE_PUT: ("Put", "piece", "space"),
    raw_events.PIECE_REMOVED: ("Removed", "piece", "space"),
    raw_events.ROUTE_CREATED: ("RouteCreated", "seat", "route"),
    raw_events.CONTROL_SCORED: ("ControlScored", "seat", "city", "points"),
    raw_events.MARKER_TAKEN: ("MarkerTaken", "seat", "marker", "route"),
    raw_events.MARKER_DRAWN: ("MarkerDrawn", "seat"),
    raw_events.SUPPLY_EXHAUSTED: ("MarkerSupplyExhausted", "seat"),
    raw_events.POST_ESTABLISHED: ("PostEstablished", "piece", "city", "place"),
    raw_events.EXTRA_POST_ESTABLISHED: ("ExtraPostEstablished", "piece", "city"),
    raw_events.GREEN_POST_ESTABLISHED: ("GreenPostEstablished", "piece", "city"),
    raw_events.COIN_SCORED: ("CoinScored", "seat", "city", "points"),
    raw_events.CITY_COMPLETED: ("CityCompleted", "city", "count"),
    raw_events.CONNECTION_MADE: ("EastWestConnected", "seat", "rank", "points"),
    raw_events.ABILITY_DEVELOPED: ("AbilityDeveloped", "seat", "ability", "level"),
    raw_events.SPECIAL_TAKEN: ("SpecialTaken", "seat", "special"),
    raw_events.PIECES_RETURNED: ("PiecesReturned", "seat", "traders", "merchants"),
    raw_events.MARKER_USED: ("MarkerUsed", "seat", "marker"),
    raw_events.POSTS_EXCHANGED: ("PostsExchanged", "seat", "city", "left"),
    raw_events.ACTIONS_GAINED: ("ActionsGained", "seat", "count"),
    raw_events.MARKER_REVEALED: ("MarkerRevealed", "seat", "marker"),
    raw_events.MARKER_PLACED: ("MarkerPlaced", "seat", "marker_or_unseen", "route"),
    raw_events.MARKER_LEFT_OVER: ("MarkersLeftOver", "seat", "count"),
    raw_events.FAVOUR_SHOWN: ("FavourShown", "tile"),
    raw_events.FAVOUR_BOUGHT: ("FavourBought", "seat", "tile"),
    raw_events.FAVOUR_INCOME_TAKEN: ("FavourIncomeTaken", "seat", "kind"),
    raw_events.TRIBUTE_TAKEN: ("TributeTaken", "seat", "traders", "merchants"),
    raw_events.MARKER_ATTACHED: ("MarkerAttached", "seat", "marker", "route"),
    raw_events.MARKER_SWAPPED: ("MarkerSwapped", "seat", "other", "marker"),
    raw_events.PAWN_MOVED_TO: ("PawnMoved", "seat", "province", "paid"),
    raw_events.NEUTRAL_ROUTE_CREATED: ("NeutralRouteCreated", "route"),
    raw_events.CARD_DEALT: ("CardDealt", "seat", "card"),
    raw_events.START_MARKER_LAID: ("StartMarkerLaid", "marker", "route"),
    raw_events.TURN_ENDED: ("TurnEnded", "seat"),
    raw_events.TURN_BEGUN: ("TurnBegun", "seat", "actions"),
    raw_events.GAME_ENDED: ("GameEnded", "ending"),
    raw_events.PERMISSION_SPENT: ("PermissionSpent", "seat", "city"),
}


def seat_id(owner: int) -> int | str:
    """Return an owner as the interchange format names it."""
    return "n" if owner == pieces.NEUTRAL else owner


@lru_cache(maxsize=IDS_KEPT)
def ids_of(configuration: Configuration) -> dict[str, Sequence[Any]]:
    """Return the ids that numbers of raw events stand for, by the name of the field."""
    board = configuration.board
    return {
        "space": board.spaces,
        "route": board.routes,
        "city": board.cities,
        "marker": MARKER_IDS,
        "ability": ABILITY_IDS,
        "special": SPECIAL_IDS,
        "tile": FAVOUR_IDS,
        "kind": KIND_IDS,
        "ending": ENDINGS,
        "province": list(board.provinces),
        "card": [card["id"] for card in board.cards],
    }


def named_value(configuration: Configuration, field: str, number: int) -> dict[str, Any]:
    """Return one number of a raw event as named data."""
    if field == "piece":
        return {"seat": seat_id(pieces.owner_of(number)), "kind": KIND_IDS[pieces.kind_of(number)]}
    if field == "marker_or_unseen":
        return {"marker": "?" if number == pieces.FACE_DOWN else MARKER_IDS[number - 1]}
    if field == "paid":
        return {"paid": bool(number)}
    if field in ("seat", "by", "other"):
        return {field: seat_id(number)}
    ids = ids_of(configuration).get(field)
    return {field: number if ids is None else ids[number]}


def event(configuration: Configuration, raw: tuple[int, ...]) -> Event:
    """Return a raw event as an event; a dealt card is visible only to its receiver. [HT-INF-1]"""
    name, *fields = FIELDS[raw[0]]
    content: dict[str, Any] = {}
    for field, number in zip(fields, raw[1:], strict=False):
        content |= named_value(configuration, field, number)
    secret = raw[0] == raw_events.CARD_DEALT
    return Event(name, content, frozenset({raw[1]}) if secret else None)
