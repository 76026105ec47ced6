"""Events of Hansa: the facts of a move in words, for logs and screens."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kontor.core.game import Event
from kontor.games.hansa import facts
from kontor.games.hansa.endings import ENDINGS
from kontor.games.hansa.moves import tile_ids

if TYPE_CHECKING:
    from kontor.games.hansa.game import Hansa

FIELDS: dict[int, tuple[str, ...]] = {
    facts.COLOUR_LEFT_OUT: ("ColourLeftOut", "colour"),
    facts.START_CHOSEN: ("StartPlayerChosen", "seat"),
    facts.TILE_REVEALED: ("TileRevealed", "tile", "port"),
    facts.POSTS_PLACED: ("PostsPlaced", "seat", "port", "count"),
    facts.TURN_BEGUN: ("TurnBegun", "seat", "income"),
    facts.RESTOCKED: ("Restocked", "seat"),
    facts.END_TRIGGERED: ("EndTriggered", "seat"),
    facts.SAILED: ("Sailed", "seat", "from", "to"),
    facts.BOUGHT: ("Bought", "seat", "tile", "price"),
    facts.PAID_TO: ("PaidTo", "seat", "payee"),
    facts.BUILT: ("Built", "seat", "tile", "count"),
    facts.CHOSEN_FOR_SALE: ("ChosenForSale", "seat", "tile"),
    facts.TILE_SOLD: ("Sold", "seat", "tile", "count"),
    facts.POST_RETURNED: ("PostReturned", "seat", "port"),
    facts.TILE_LOST: ("TileLost", "seat", "tile"),
    facts.TAX_PAID: ("TaxPaid", "seat", "thalers"),
    facts.TILE_GIVEN_UP: ("TileGivenUp", "seat", "tile"),
    facts.TURN_ENDED: ("TurnEnded", "seat"),
    facts.GAME_ENDED: ("GameEnded", "ending"),
}


def word(game: Hansa, field: str, number: int) -> Any:
    """One number of a fact as data."""
    if field == "tile":
        return list(tile_ids(game.board)[number])
    if field in ("port", "from", "to"):
        return game.board.ports[number]
    if field == "colour":
        return game.board.colours[number]
    return ENDINGS[number] if field == "ending" else number


def event(game: Hansa, fact: tuple[int, ...]) -> Event:
    """A fact of the kernel as an event; everything is public. [H-INFO-1]"""
    name, *fields = FIELDS[fact[0]]
    return Event(name, {f: word(game, f, number) for f, number in zip(fields, fact[1:], strict=False)})
