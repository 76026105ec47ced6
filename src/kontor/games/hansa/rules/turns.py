"""The sequence of a turn: income, restocking, taxes, the next seat, the end. [H-TURN-1, H-TURN-2]"""

from __future__ import annotations

from kontor.games.hansa.rules.layout import ACTED, ACTIVE, END_BY, PHASE
from kontor.games.hansa.rules.pieces import TILE_TYPES
from kontor.games.hansa.rules.position import Position
from kontor.games.hansa.rules.raw_events import GAME_ENDED, RESTOCKED, TAX_PAID, TILE_GIVEN_UP, TURN_BEGUN, TURN_ENDED
from kontor.games.hansa.rules.tasks import ACTIONS, FINISHED, RESTOCK, REVEAL, TAX


def begin_turn(p: Position, seat: int) -> None:
    """Give a seat its income and begin the phase that follows. [H-INC-1, H-ACT-6]"""
    income = p.board.income
    if not p.board.bank_may_owe:
        income = min(income, max(0, p.bank()))
    p.cells[ACTIVE] = seat
    p.cells[ACTED] = 0
    p.count_turn()
    p.pay(seat, -income)
    p.emit(TURN_BEGUN, seat, income, 0)
    begin_restock(p)


def begin_restock(p: Position) -> None:
    """Skip the restock, make it, or begin its phase. [H-STOCK-2, H-STOCK-3, H-STOCK-4, H-END-4]

    A seat that cannot pay has no choice; this needs an empty bank that may not go negative. [H-STOCK-5]
    """
    empty = p.empty_set()
    if empty == 0 or p.supply() == 0 or p.thalers(p.active()) < p.board.restock_cost:
        p.cells[PHASE] = ACTIONS
    elif empty == p.board.all_warehouses:
        restock(p)
    else:
        p.cells[PHASE] = RESTOCK


def restock(p: Position) -> None:
    """Pay for the restock and begin the phase that reveals tiles. [H-STOCK-5, H-STOCK-6]"""
    p.pay(p.active(), p.board.restock_cost)
    p.emit(RESTOCKED, p.active(), 0, 0)
    p.cells[PHASE] = REVEAL


def collect_taxes(p: Position) -> None:
    """Take the thalers above the limit and begin the choice of tiles to give up. [H-TAX-1, H-TAX-2]"""
    excess = p.thalers(p.active()) - p.board.thalers_kept
    if excess > 0:
        p.pay(p.active(), excess)
        p.emit(TAX_PAID, p.active(), excess, 0)
    p.cells[PHASE] = TAX
    settle_tiles(p)


def settle_tiles(p: Position) -> None:
    """Give up tiles where there is no choice, and end the turn if none is above the limit. [H-DEC-5]"""
    seat = p.active()
    only = only_type(p, seat)
    while p.held_in_all(seat) > p.board.tiles_kept and only >= 0:
        give_up(p, seat, only)
    if p.held_in_all(seat) <= p.board.tiles_kept:
        end_turn(p)


def give_up(p: Position, seat: int, tile: int) -> None:
    """Move a tile above the limit out of the game. [H-TAX-2]"""
    p.remove_from_game(seat, tile)
    p.emit(TILE_GIVEN_UP, seat, tile, 0)


def only_type(p: Position, seat: int) -> int:
    """Return the type of all held tiles if they are of one type, otherwise -1."""
    only = -1
    for tile in range(TILE_TYPES):
        if p.held(seat, tile):
            if only >= 0:
                return -1
            only = tile
    return only


def is_last_pile_begun(p: Position) -> bool:
    """Return whether the end is triggered; in a position without supply it always is. [H-END-1]"""
    return p.cells[END_BY] != 0 or p.supply() == 0


def end_turn(p: Position) -> None:
    """Begin the turn of the next seat, or end the game after the round of the last pile. [H-TURN-3, H-END-2]"""
    p.emit(TURN_ENDED, p.active(), 0, 0)
    following = (p.active() + 1) % p.players
    if is_last_pile_begun(p) and following == p.start_player():
        p.cells[PHASE] = FINISHED
        p.emit(GAME_ENDED, 1, 0, 0)
    else:
        begin_turn(p, following)
