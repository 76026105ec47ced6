"""Refusals: conversion of the reason codes of the rules to rule ids and facts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kontor.core.reason_texts import load_reasons, reason_text
from kontor.core.values import Refusal
from kontor.games.hansa.configuration import Configuration
from kontor.games.hansa.moves import tile_ids
from kontor.games.hansa.rules import reasons, tasks
from kontor.games.hansa.rules.layout import BAG, LEFT_OUT, SALE
from kontor.games.hansa.rules.pieces import COLOURS, colour_of, tile_of
from kontor.games.hansa.rules.steps.selling import colour_due, first_loser, lone_colour
from kontor.kernel.arguments import checked_whole
from kontor.kernel.seats import CHANCE, NO_OWNER

Facts = dict[str, Any]


class RefusedMove:
    """A move and the position in which it is not legal."""

    def __init__(self, configuration: Configuration, position: bytearray, move: int) -> None:
        self.configuration = configuration
        self.p = configuration.loaded(position)
        self.seat = self.p.active()
        self.fields = configuration.moves.json(move)
        to_move = configuration.engine.to_move(position)
        self.to_move: int | str = "chance" if to_move == CHANCE else to_move

    @property
    def tile(self) -> int:
        """Return the type of the tile that the move names."""
        colour, barrels = self.fields["tile"]
        return tile_of(self.configuration.board.colours.index(colour), barrels)

    @property
    def port_id(self) -> str:
        """Return the port of the ship."""
        return self.configuration.board.ports[self.p.ship()]

    def field(self, *names: str) -> Facts:
        """Return some fields of the move as facts."""
        return {name: self.fields[name] for name in names}

    def colour_id(self, colour: int) -> str:
        """Return the id of a colour."""
        return self.configuration.board.colours[colour]


def phase_facts(m: RefusedMove) -> Facts:
    """Return the phase and the seat to move."""
    return {"phase": tasks.PHASE_NAMES[m.p.phase()], "to_move": m.to_move}


def sale_facts(m: RefusedMove) -> Facts:
    """Return the tiles chosen for the sale."""
    tiles = [
        list(name) for tile, name in enumerate(tile_ids(m.configuration.board)) for _ in range(m.p.cells[SALE + tile])
    ]
    return {"sale": tiles}


def left_out_facts(m: RefusedMove) -> Facts:
    """Return the colours that are already left out."""
    return m.field("colour") | {
        "removed_colours": [m.colour_id(n) for n in range(COLOURS) if m.p.cells[LEFT_OUT + n]]
    }


def price_facts(m: RefusedMove) -> Facts:
    """Return the price of a tile in the port of the ship, and the seat that receives it."""
    leader = m.p.leader(m.p.ship())
    facts: Facts = {"thalers": m.p.thalers(m.seat), "price": m.p.board.buy_cost}
    return facts | {"leader": None if leader == NO_OWNER else leader}


def own_posts_facts(m: RefusedMove) -> Facts:
    """Return the number of own posts in the port that the move names."""
    port = m.configuration.board.ports.index(m.fields["port"])
    return m.field("port") | {"posts": m.p.posts(port, m.seat)}


def tiles_left_facts(m: RefusedMove) -> Facts:
    """Return how many tiles of the type are held and how many of them are chosen for the sale."""
    return m.field("tile") | {"held": m.p.held(m.seat, m.tile), "chosen": m.p.cells[SALE + m.tile]}


def colour_held_facts(m: RefusedMove) -> Facts:
    """Return how many tiles of the tile's colour are held."""
    colour = colour_of(m.tile)
    return {"colour": m.colour_id(colour), "held": m.p.held_of_colour(m.seat, colour)}


def colour_sold_facts(m: RefusedMove) -> Facts:
    """Return which seat has to lose a tile of which colour."""
    seat = first_loser(m.p)
    return m.field("tile") | {"seat": seat, "colour": m.colour_id(colour_due(m.p, seat))}


RULES: dict[int, tuple[str, Callable[[RefusedMove], Facts]]] = {
    reasons.GAME_IS_OVER: ("H-END-2", lambda m: {"ended_by": "last-pile"}),
    reasons.WRONG_PHASE: ("H-STATE-2", phase_facts),
    reasons.SETUP_ORDER: ("H-CMD-1", phase_facts),
    reasons.SALE_UNDER_WAY: ("H-CMD-3", sale_facts),
    reasons.NOTHING_CHOSEN: ("H-SELL-2", lambda m: {"chosen": 0}),
    reasons.TOO_LATE_TO_RESTOCK: ("H-STOCK-1", phase_facts),
    reasons.NOTHING_TO_RESTOCK: (
        "H-STOCK-2",
        lambda m: {"empty_warehouses": m.p.empty_warehouses(), "supply": m.p.supply()},
    ),
    reasons.COLOUR_LEFT_OUT_ALREADY: ("H-SETUP-1", left_out_facts),
    reasons.SEAT_NOT_IN_PLAY: ("H-SETUP-7", lambda m: m.field("seat") | {"players": m.p.players}),
    reasons.NOT_IN_BAG: ("H-INFO-5", lambda m: m.field("tile") | {"in_bag": m.p.cells[BAG + m.tile]}),
    reasons.FORBIDDEN_PORT: ("H-PLACE-2", lambda m: m.field("port")),
    reasons.OWN_POSTS_IN_PORT: ("H-PLACE-3", own_posts_facts),
    reasons.ALREADY_ACTED: ("H-ACT-4", lambda m: {"port": m.port_id}),
    reasons.NO_ARROW: ("H-MOVE-1", lambda m: {"from": m.port_id, "to": m.fields["to"]}),
    reasons.SAILING_NOT_PAYABLE: (
        "H-MOVE-2",
        lambda m: {"thalers": m.p.thalers(m.seat), "price": m.p.board.move_cost},
    ),
    reasons.NOT_IN_WAREHOUSE: ("H-BUY-1", lambda m: m.field("tile") | {"port": m.port_id}),
    reasons.TILE_NOT_PAYABLE: ("H-BUY-4", price_facts),
    reasons.TILE_NOT_HELD: ("H-BUILD-1", lambda m: m.field("tile") | {"held": 0}),
    reasons.STOCK_EMPTY: ("H-BUILD-3", lambda m: {"stock": m.p.stock(m.seat)}),
    reasons.NO_POST_HERE: ("H-SELL-1", lambda m: {"port": m.port_id, "posts": 0}),
    reasons.NOT_LEFT_TO_SELL: ("H-SELL-2", tiles_left_facts),
    reasons.ONLY_TILE_OF_COLOUR: ("H-SELL-2", colour_held_facts),
    reasons.LONE_COLOUR_CHOSEN: ("H-SELL-2", lambda m: {"colour": m.colour_id(lone_colour(m.p)), "chosen": 1}),
    reasons.OTHER_COLOUR_SOLD: ("H-LOSS-1", colour_sold_facts),
    reasons.NOTHING_TO_LOSE: ("H-LOSS-3", lambda m: m.field("tile") | {"seat": first_loser(m.p), "held": 0}),
    reasons.NOTHING_TO_GIVE_UP: ("H-TAX-2", lambda m: m.field("tile") | {"held": m.p.held(m.seat, m.tile)}),
}
REASONS = load_reasons(Configuration.package, vars(reasons))


def refusal(configuration: Configuration, position: bytearray, move: int) -> Refusal:
    """Return why a move is not legal; raise ValueError for a legal one. [H-DEC-3]"""
    configuration.engine.check(position)
    if not 0 <= checked_whole(move, "the move") < configuration.moves.size:
        return Refusal("H-DEC-3", {"move": move, "moves": configuration.moves.size}, "there is no such move")
    code = configuration.engine.refusal_code(position, move)
    if code == reasons.LEGAL:
        raise ValueError(f"the move {move} is legal in this position.")
    rule, facts = RULES[code]
    found = facts(RefusedMove(configuration, position, move))
    return Refusal(rule, found, reason_text(REASONS[code], found))
