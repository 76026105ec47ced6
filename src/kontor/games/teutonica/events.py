"""Events: the facts of a move in words, for logs and screens."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kontor.core.game import Event
from kontor.games.teutonica import facts, pieces
from kontor.games.teutonica.boardfile import ABILITY_IDS
from kontor.games.teutonica.endings import ENDINGS
from kontor.games.teutonica.moves import FAVOUR_IDS, KIND_IDS, MARKER_IDS, SPECIAL_IDS

if TYPE_CHECKING:
    from kontor.games.teutonica.game import Teutonica

FIELDS: dict[int, tuple[str, ...]] = {
    facts.INCOME_TAKEN: ("IncomeTaken", "seat", "traders", "merchants"),
    facts.PIECE_PLACED: ("Placed", "piece", "space"),
    facts.PIECE_DISPLACED: ("Displaced", "piece", "space", "by"),
    facts.FEE_PAID: ("FeePaid", "seat", "traders", "merchants"),
    facts.PIECE_RELOCATED: ("Relocated", "piece", "space"),
    facts.PIECE_LIFTED: ("Lifted", "piece", "space"),
    facts.PIECE_PUT: ("Put", "piece", "space"),
    facts.PIECE_REMOVED: ("Removed", "piece", "space"),
    facts.ROUTE_CREATED: ("RouteCreated", "seat", "route"),
    facts.CONTROL_SCORED: ("ControlScored", "seat", "city", "points"),
    facts.MARKER_TAKEN: ("MarkerTaken", "seat", "marker", "route"),
    facts.MARKER_DRAWN: ("MarkerDrawn", "seat"),
    facts.SUPPLY_EXHAUSTED: ("MarkerSupplyExhausted", "seat"),
    facts.POST_ESTABLISHED: ("PostEstablished", "piece", "city", "place"),
    facts.EXTRA_POST_ESTABLISHED: ("ExtraPostEstablished", "piece", "city"),
    facts.GREEN_POST_ESTABLISHED: ("GreenPostEstablished", "piece", "city"),
    facts.COIN_SCORED: ("CoinScored", "seat", "city", "points"),
    facts.CITY_COMPLETED: ("CityCompleted", "city", "count"),
    facts.CONNECTION_MADE: ("EastWestConnected", "seat", "rank", "points"),
    facts.ABILITY_DEVELOPED: ("AbilityDeveloped", "seat", "ability", "level"),
    facts.SPECIAL_TAKEN: ("SpecialTaken", "seat", "special"),
    facts.PIECES_RETURNED: ("PiecesReturned", "seat", "traders", "merchants"),
    facts.MARKER_USED: ("MarkerUsed", "seat", "marker"),
    facts.POSTS_EXCHANGED: ("PostsExchanged", "seat", "city", "left"),
    facts.ACTIONS_GAINED: ("ActionsGained", "seat", "count"),
    facts.MARKER_REVEALED: ("MarkerRevealed", "seat", "marker"),
    facts.MARKER_PLACED: ("MarkerPlaced", "seat", "marker_or_unseen", "route"),
    facts.MARKER_LEFT_OVER: ("MarkersLeftOver", "seat", "count"),
    facts.FAVOUR_SHOWN: ("FavourShown", "tile"),
    facts.FAVOUR_BOUGHT: ("FavourBought", "seat", "tile"),
    facts.FAVOUR_INCOME_TAKEN: ("FavourIncomeTaken", "seat", "kind"),
    facts.TRIBUTE_TAKEN: ("TributeTaken", "seat", "traders", "merchants"),
    facts.MARKER_ATTACHED: ("MarkerAttached", "seat", "marker", "route"),
    facts.MARKER_SWAPPED: ("MarkerSwapped", "seat", "other", "marker"),
    facts.PAWN_MOVED_TO: ("PawnMoved", "seat", "province", "paid"),
    facts.NEUTRAL_ROUTE_CREATED: ("NeutralRouteCreated", "route"),
    facts.CARD_DEALT: ("CardDealt", "seat", "card"),
    facts.START_MARKER_LAID: ("StartMarkerLaid", "marker", "route"),
    facts.TURN_ENDED: ("TurnEnded", "seat"),
    facts.TURN_BEGUN: ("TurnBegun", "seat", "actions"),
    facts.GAME_ENDED: ("GameEnded", "ending"),
    facts.PERMISSION_SPENT: ("PermissionSpent", "seat", "city"),
}


def seat_id(owner: int) -> int | str:
    """An owner as the interchange names it."""
    return "n" if owner == pieces.NEUTRAL else owner


def word(game: Teutonica, field: str, number: int) -> dict[str, Any]:
    """One number of a fact as named data."""
    board = game.board
    ids: dict[str, Any] = {
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
    if field == "piece":
        return {"seat": seat_id(pieces.owner_of(number)), "kind": KIND_IDS[pieces.kind_of(number)]}
    if field == "marker_or_unseen":
        return {"marker": "?" if number == pieces.FACE_DOWN else MARKER_IDS[number - 1]}
    if field == "paid":
        return {"paid": bool(number)}
    if field in ("seat", "by", "other"):
        return {field: seat_id(number)}
    return {field: ids[field][number] if field in ids else number}


def event(game: Teutonica, fact: tuple[int, ...]) -> Event:
    """A fact of the kernel as an event; only its receiver knows a card that was dealt. [HT-INF-1]"""
    name, *fields = FIELDS[fact[0]]
    content: dict[str, Any] = {}
    for field, number in zip(fields, fact[1:], strict=False):
        content |= word(game, field, number)
    secret = fact[0] == facts.CARD_DEALT
    return Event(name, content, frozenset({fact[1]}) if secret else None)
