"""Refusals: turns the reason code of the rules into the rule id and the facts, never a sentence."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kontor.core.game import Refusal
from kontor.games.hansa.configuration import Configuration
from kontor.games.hansa.moves import tile_ids
from kontor.games.hansa.rules import reasons, tasks
from kontor.games.hansa.rules.layout import BAG, LEFT_OUT, SALE
from kontor.games.hansa.rules.pieces import COLOURS, colour_of, tile_of
from kontor.games.hansa.rules.steps.selling import colour_due, first_loser, lone_colour
from kontor.kernel.seats import CHANCE, NO_OWNER

Facts = dict[str, Any]


class Question:
    """A move and the position it is asked about."""

    def __init__(self, configuration: Configuration, position: bytearray, move: int) -> None:
        self.configuration = configuration
        self.p = configuration.loaded(position)
        self.seat = self.p.active()
        self.fields = configuration.moves.json(move)
        to_move = configuration.engine.to_move(position)
        self.to_move: int | str = "chance" if to_move == CHANCE else to_move

    @property
    def tile(self) -> int:
        """The type of the tile that the move names."""
        colour, barrels = self.fields["tile"]
        return tile_of(self.configuration.board.colours.index(colour), barrels)

    @property
    def port_id(self) -> str:
        """The port where the ship lies."""
        return self.configuration.board.ports[self.p.ship()]

    def field(self, *names: str) -> Facts:
        """Facts that are fields of the move itself."""
        return {name: self.fields[name] for name in names}

    def colour_id(self, colour: int) -> str:
        """A colour as the board file names it."""
        return self.configuration.board.colours[colour]


def phase_facts(q: Question) -> Facts:
    """The phase, and who is to move in it."""
    return {"phase": tasks.PHASE_NAMES[q.p.phase()], "to_move": q.to_move}


def sale_facts(q: Question) -> Facts:
    """The tiles chosen for the sale so far."""
    tiles = [
        list(name) for tile, name in enumerate(tile_ids(q.configuration.board)) for _ in range(q.p.cells[SALE + tile])
    ]
    return {"sale": tiles}


def left_out_facts(q: Question) -> Facts:
    """The colours that are left out already."""
    return q.field("colour") | {
        "removed_colours": [q.colour_id(n) for n in range(COLOURS) if q.p.cells[LEFT_OUT + n]]
    }


def price_facts(q: Question) -> Facts:
    """What a tile costs here, and who would get it."""
    leader = q.p.leader(q.p.ship())
    facts: Facts = {"thalers": q.p.thalers(q.seat), "price": q.p.board.buy_cost}
    return facts | {"leader": None if leader == NO_OWNER else leader}


def own_posts_facts(q: Question) -> Facts:
    """The own posts in the port that the move names."""
    port = q.configuration.board.ports.index(q.fields["port"])
    return q.field("port") | {"posts": q.p.posts(port, q.seat)}


def tiles_left_facts(q: Question) -> Facts:
    """How many such tiles are held, and how many of them are chosen for the sale."""
    return q.field("tile") | {"held": q.p.held(q.seat, q.tile), "chosen": q.p.cells[SALE + q.tile]}


def colour_held_facts(q: Question) -> Facts:
    """How many tiles of the tile's colour are held."""
    colour = colour_of(q.tile)
    return {"colour": q.colour_id(colour), "held": q.p.held_of_colour(q.seat, colour)}


def colour_sold_facts(q: Question) -> Facts:
    """Who has to lose a tile of which colour."""
    seat = first_loser(q.p)
    return q.field("tile") | {"seat": seat, "colour": q.colour_id(colour_due(q.p, seat))}


RULES: dict[int, tuple[str, Callable[[Question], Facts]]] = {
    reasons.GAME_IS_OVER: ("H-END-2", lambda q: {"ended_by": "last-pile"}),
    reasons.WRONG_PHASE: ("H-STATE-2", phase_facts),
    reasons.SETUP_ORDER: ("H-CMD-1", phase_facts),
    reasons.SALE_UNDER_WAY: ("H-CMD-3", sale_facts),
    reasons.NOTHING_CHOSEN: ("H-SELL-2", lambda q: {"chosen": 0}),
    reasons.TOO_LATE_TO_RESTOCK: ("H-STOCK-1", phase_facts),
    reasons.NOTHING_TO_RESTOCK: (
        "H-STOCK-2",
        lambda q: {"empty_warehouses": q.p.empty_warehouses(), "supply": q.p.supply()},
    ),
    reasons.COLOUR_LEFT_OUT_ALREADY: ("H-SETUP-1", left_out_facts),
    reasons.SEAT_NOT_IN_PLAY: ("H-SETUP-7", lambda q: q.field("seat") | {"players": q.p.players}),
    reasons.NOT_IN_BAG: ("H-INFO-5", lambda q: q.field("tile") | {"in_bag": q.p.cells[BAG + q.tile]}),
    reasons.FORBIDDEN_PORT: ("H-PLACE-2", lambda q: q.field("port")),
    reasons.OWN_POSTS_IN_PORT: ("H-PLACE-3", own_posts_facts),
    reasons.ALREADY_ACTED: ("H-ACT-4", lambda q: {"port": q.port_id}),
    reasons.NO_ARROW: ("H-MOVE-1", lambda q: {"from": q.port_id, "to": q.fields["to"]}),
    reasons.SAILING_NOT_PAYABLE: (
        "H-MOVE-2",
        lambda q: {"thalers": q.p.thalers(q.seat), "price": q.p.board.move_cost},
    ),
    reasons.NOT_IN_WAREHOUSE: ("H-BUY-1", lambda q: q.field("tile") | {"port": q.port_id}),
    reasons.TILE_NOT_PAYABLE: ("H-BUY-4", price_facts),
    reasons.TILE_NOT_HELD: ("H-BUILD-1", lambda q: q.field("tile") | {"held": 0}),
    reasons.STOCK_EMPTY: ("H-BUILD-3", lambda q: {"stock": q.p.stock(q.seat)}),
    reasons.NO_POST_HERE: ("H-SELL-1", lambda q: {"port": q.port_id, "posts": 0}),
    reasons.NOT_LEFT_TO_SELL: ("H-SELL-2", tiles_left_facts),
    reasons.ONLY_TILE_OF_COLOUR: ("H-SELL-2", colour_held_facts),
    reasons.LONE_COLOUR_CHOSEN: ("H-SELL-2", lambda q: {"colour": q.colour_id(lone_colour(q.p)), "chosen": 1}),
    reasons.OTHER_COLOUR_SOLD: ("H-LOSS-1", colour_sold_facts),
    reasons.NOTHING_TO_LOSE: ("H-LOSS-3", lambda q: q.field("tile") | {"seat": first_loser(q.p), "held": 0}),
    reasons.NOTHING_TO_GIVE_UP: ("H-TAX-2", lambda q: q.field("tile") | {"held": q.p.held(q.seat, q.tile)}),
}


def refusal(configuration: Configuration, position: bytearray, move: int) -> Refusal:
    """Return why a move is not legal: the rule and the facts; ValueError for a legal one. [H-DEC-3]"""
    if not 0 <= move < configuration.moves.size:
        return Refusal("H-DEC-3", {"move": move, "moves": configuration.moves.size})
    code = configuration.engine.refusal_code(position, move)
    if code == reasons.LEGAL:
        raise ValueError("legal")
    rule, facts = RULES[code]
    return Refusal(rule, facts(Question(configuration, position, move)))
