"""Refusals: why a move is not legal in a position, as rule id and facts, never a sentence."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from kontor.core.game import CHANCE, Refusal
from kontor.games.hansa import tasks
from kontor.games.hansa.layout import ACTED, BAG, LEFT_OUT, SALE
from kontor.games.hansa.moves import tile_ids
from kontor.games.hansa.pieces import COLOURS, NOBODY, colour_of, tile_of
from kontor.games.hansa.steps.selling import chosen_of_colour, colour_due, first_loser

if TYPE_CHECKING:
    from kontor.games.hansa.game import Hansa

Reason = Refusal | None


class Question:
    """A move and the position it is asked about."""

    def __init__(self, game: Hansa, position: bytearray, move: int) -> None:
        game.table.lay(position)
        self.game = game
        self.t = game.table
        self.seat = game.table.active()
        self.phase = game.table.phase()
        self.fields = game.move_json(move)
        self.verb: str = self.fields["do"]
        to_move = game.to_move(position)
        self.to_move: int | str = "chance" if to_move == CHANCE else to_move

    @property
    def tile(self) -> int:
        """The type of the tile that the move names."""
        colour, barrels = self.fields["tile"]
        return tile_of(self.game.board.colours.index(colour), barrels)

    @property
    def port_id(self) -> str:
        """The port where the ship lies."""
        return self.game.board.ports[self.t.ship()]

    def port(self, field: str) -> int:
        """The port that a field of the move names."""
        return self.game.board.ports.index(self.fields[field])

    def colour_id(self, colour: int) -> str:
        """A colour as the board file names it."""
        return self.game.board.colours[colour]

    def with_tile(self, **facts: Any) -> dict[str, Any]:
        """Facts beside the tile that the move names."""
        return {"tile": self.fields["tile"], **facts}


def other_phase(q: Question, rule: str = "H-STATE-2") -> Refusal:
    """The phase asks another question, or somebody else. [H-STATE-2]"""
    return Refusal(rule, {"phase": tasks.PHASE_NAMES[q.phase], "to_move": q.to_move})


def nothing_wrong(q: Question) -> Reason:
    """No reason: the move is legal whenever its phase is due."""
    return None


def acted(q: Question) -> Reason:
    """An action was taken in this visit. [H-ACT-4]"""
    return Refusal("H-ACT-4", {"port": q.port_id}) if q.t.cells[ACTED] else None


def no_placing(q: Question) -> Reason:
    """The port is forbidden in the opening, or has own posts. [H-PLACE-2, H-PLACE-3]"""
    port = q.port("port")
    if q.t.board.forbidden[port]:
        return Refusal("H-PLACE-2", {"port": q.fields["port"]})
    return Refusal("H-PLACE-3", {"port": q.fields["port"], "posts": q.t.posts(port, q.seat)})


def no_restock(q: Question) -> Refusal:
    """There is nothing to restock, or it is too late for it. [H-STOCK-1, H-STOCK-2]"""
    if q.phase != tasks.ACTIONS:
        return other_phase(q)
    empty, supply = q.t.empty_warehouses(), q.t.supply()
    if empty and supply:
        return other_phase(q, "H-STOCK-1")
    return Refusal("H-STOCK-2", {"empty_warehouses": empty, "supply": supply})


def no_sailing(q: Question) -> Reason:
    """No arrow leads there, or the thaler is missing. [H-MOVE-1, H-MOVE-2]"""
    if not q.t.board.arrow[q.t.ship() * q.t.board.ports + q.port("to")]:
        return Refusal("H-MOVE-1", {"from": q.port_id, "to": q.fields["to"]})
    return Refusal("H-MOVE-2", {"thalers": q.t.thalers(q.seat), "price": q.t.board.move_cost})


def no_buying(q: Question) -> Reason:
    """No such tile lies in the port, or the price cannot be paid. [H-BUY-1, H-BUY-4]"""
    stores = [n for n, port in enumerate(q.t.board.port_of) if port == q.t.ship()]
    if all(q.t.stored(n) != q.tile + 1 for n in stores):
        return Refusal("H-BUY-1", q.with_tile(port=q.port_id))
    leader = q.t.leader(q.t.ship())
    facts = {"thalers": q.t.thalers(q.seat), "price": q.t.board.buy_cost}
    return Refusal("H-BUY-4", facts | {"leader": None if leader == NOBODY else leader})


def no_building(q: Question) -> Reason:
    """The tile is not held, or the stock is empty. [H-BUILD-1, H-BUILD-3]"""
    if not q.t.held(q.seat, q.tile):
        return Refusal("H-BUILD-1", q.with_tile(held=0))
    return Refusal("H-BUILD-3", {"stock": q.t.stock(q.seat)})


def no_selling(q: Question) -> Reason:
    """No own post is there, or the tile is not held, chosen already, or alone. [H-SELL-1, H-SELL-2]"""
    if not q.t.posts(q.t.ship(), q.seat):
        return Refusal("H-SELL-1", {"port": q.port_id, "posts": 0})
    held, chosen = q.t.held(q.seat, q.tile), q.t.cells[SALE + q.tile]
    if held <= chosen:
        return Refusal("H-SELL-2", q.with_tile(held=held, chosen=chosen))
    colour = colour_of(q.tile)
    return Refusal("H-SELL-2", {"colour": q.colour_id(colour), "held": q.t.held_of_colour(q.seat, colour)})


def no_closing(q: Question) -> Reason:
    """A colour of the sale occurs only once, or nothing is chosen. [H-SELL-2]"""
    if q.phase == tasks.ACTIONS:
        return Refusal("H-SELL-2", {"chosen": 0})
    lone = next((n for n in range(COLOURS) if chosen_of_colour(q.t, n) == 1), -1)
    return Refusal("H-SELL-2", {"colour": q.colour_id(lone), "chosen": 1}) if lone >= 0 else None


def no_loss(q: Question) -> Reason:
    """Another colour was sold, or the tile is not held. [H-LOSS-1, H-LOSS-3]"""
    seat = first_loser(q.t)
    due = colour_due(q.t, seat)
    if colour_of(q.tile) != due:
        return Refusal("H-LOSS-1", q.with_tile(seat=seat, colour=q.colour_id(due)))
    return Refusal("H-LOSS-3", q.with_tile(seat=seat, held=0))


def no_giving_up(q: Question) -> Reason:
    """The tile is not held. [H-TAX-2]"""
    return Refusal("H-TAX-2", q.with_tile(held=q.t.held(q.seat, q.tile)))


def no_chance(q: Question) -> Refusal:
    """The set-up has its order; a colour is left out once, a seat plays, a tile is in the bag. [H-CMD-1]"""
    field = next(name for name in q.fields if name != "do")
    due = {
        "colour": (tasks.LEAVING_OUT,),
        "seat": (tasks.CHOOSING_START,),
        "tile": (tasks.FILLING, tasks.REVEAL),
    }
    if q.phase not in due[field]:
        return other_phase(q, "H-CMD-1" if q.phase <= tasks.FILLING else "H-STATE-2")
    if field == "colour":
        left_out = [q.colour_id(n) for n in range(COLOURS) if q.t.cells[LEFT_OUT + n]]
        return Refusal("H-SETUP-1", {"colour": q.fields["colour"], "removed_colours": left_out})
    if field == "seat":
        return Refusal("H-SETUP-7", {"seat": q.fields["seat"], "players": q.t.players})
    return Refusal("H-INFO-5", q.with_tile(in_bag=q.t.cells[BAG + q.tile]))


ACTIONS_ONLY = (tasks.ACTIONS,)
VERBS: dict[str, tuple[tuple[int, ...], tuple[Callable[[Question], Reason], ...]]] = {
    "place": ((tasks.PLACEMENT,), (no_placing,)),
    "sail": (ACTIONS_ONLY, (no_sailing,)),
    "buy": (ACTIONS_ONLY, (acted, no_buying)),
    "build": (ACTIONS_ONLY, (acted, no_building)),
    "sell": ((tasks.ACTIONS, tasks.SELLING), (acted, no_selling)),
    "stop": ((tasks.ACTIONS, tasks.SELLING), (no_closing,)),
    "lose": ((tasks.LOSING,), (no_loss,)),
    "end-actions": (ACTIONS_ONLY, (nothing_wrong,)),
    "give-up": ((tasks.TAX,), (no_giving_up,)),
}


def refusal(game: Hansa, position: bytearray, move: int) -> Refusal:
    """Why a move is not legal: the rule and the facts; ValueError for a legal one. [H-DEC-3]"""
    if not 0 <= move < game.move_count:
        return Refusal("H-DEC-3", {"move": move, "moves": game.move_count})
    if game.ended_by(position):
        return Refusal("H-END-2", {"ended_by": game.ended_by(position)})
    if move in game.legal_moves(position):
        raise ValueError("legal")
    return reason(Question(game, position, move))


def reason(q: Question) -> Refusal:
    """What the verb's own rules say, or that the phase asks something else. [H-STATE-2]"""
    if q.verb == "chance":
        return no_chance(q)
    if q.verb in ("restock", "skip-restock"):
        return no_restock(q)
    due, reasons = VERBS[q.verb]
    if q.phase == tasks.SELLING and q.phase not in due:
        return sale_under_way(q)
    if q.phase in due:
        for why in reasons:
            found = why(q)
            if found:
                return found
    return other_phase(q)


def sale_under_way(q: Question) -> Refusal:
    """Nothing else happens until the sale is closed. [H-CMD-3]"""
    tiles = [list(name) for tile, name in enumerate(tile_ids(q.game.board)) for _ in range(q.t.cells[SALE + tile])]
    return Refusal("H-CMD-3", {"sale": tiles})
