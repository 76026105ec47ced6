"""The course of turns: income, the duty to restock, taxes, the next seat, the end. [H-TURN-1, H-TURN-2]"""

from __future__ import annotations

from kontor.games.hansa.facts import GAME_ENDED, RESTOCKED, TAX_PAID, TILE_GIVEN_UP, TURN_BEGUN, TURN_ENDED
from kontor.games.hansa.layout import ACTED, ACTIVE, END_BY, PHASE
from kontor.games.hansa.pieces import TILE_TYPES
from kontor.games.hansa.table import Table
from kontor.games.hansa.tasks import ACTIONS, FINISHED, RESTOCK, REVEAL, TAX


def begin_turn(t: Table, seat: int) -> None:
    """Give the seat its income and open the phase that follows. [H-INC-1, H-ACT-6]"""
    income = t.board.income
    if not t.board.bank_may_owe:
        income = min(income, max(0, t.bank()))
    t.cells[ACTIVE] = seat
    t.cells[ACTED] = 0
    t.count_turn()
    t.pay(seat, -income)
    t.tell(TURN_BEGUN, seat, income, 0)
    open_restock(t)


def open_restock(t: Table) -> None:
    """Forbid the restock, demand it, or ask. [H-STOCK-2, H-STOCK-3, H-STOCK-4, H-END-4]

    A seat that cannot pay is not asked; that takes a bank that may not owe and has nothing left. [H-STOCK-5]
    """
    empty = t.empty_warehouses()
    if empty == 0 or t.supply() == 0 or t.thalers(t.active()) < t.board.restock_cost:
        t.cells[PHASE] = ACTIONS
    elif empty == t.board.warehouses:
        restock(t)
    else:
        t.cells[PHASE] = RESTOCK


def restock(t: Table) -> None:
    """Pay for the restock and let the tiles be revealed. [H-STOCK-5, H-STOCK-6]"""
    t.pay(t.active(), t.board.restock_cost)
    t.tell(RESTOCKED, t.active(), 0, 0)
    t.cells[PHASE] = REVEAL


def collect_taxes(t: Table) -> None:
    """Take the thalers in excess and open the choice of tiles to give up. [H-TAX-1, H-TAX-2]"""
    excess = t.thalers(t.active()) - t.board.thalers_kept
    if excess > 0:
        t.pay(t.active(), excess)
        t.tell(TAX_PAID, t.active(), excess, 0)
    t.cells[PHASE] = TAX
    settle_tiles(t)


def settle_tiles(t: Table) -> None:
    """Give up what is no choice, and end the turn once no tile is in excess. [H-DEC-5]"""
    seat = t.active()
    only = only_type(t, seat)
    while t.held_in_all(seat) > t.board.tiles_kept and only >= 0:
        give_up(t, seat, only)
    if t.held_in_all(seat) <= t.board.tiles_kept:
        end_turn(t)


def give_up(t: Table, seat: int, tile: int) -> None:
    """Let a tile in excess leave the game. [H-TAX-2]"""
    t.throw_out(seat, tile)
    t.tell(TILE_GIVEN_UP, seat, tile, 0)


def only_type(t: Table, seat: int) -> int:
    """The type of all held tiles if they are of one type, else -1."""
    only = -1
    for tile in range(TILE_TYPES):
        if t.held(seat, tile):
            if only >= 0:
                return -1
            only = tile
    return only


def is_last_pile_begun(t: Table) -> bool:
    """Whether the end was triggered; a position without any supply is past that, whoever did it. [H-END-1]"""
    return t.cells[END_BY] != 0 or t.supply() == 0


def end_turn(t: Table) -> None:
    """Pass to the next seat, or finish the round in which the last pile was begun. [H-TURN-3, H-END-2]"""
    t.tell(TURN_ENDED, t.active(), 0, 0)
    following = (t.active() + 1) % t.players
    if is_last_pile_begun(t) and following == t.start_player():
        t.cells[PHASE] = FINISHED
        t.tell(GAME_ENDED, 1, 0, 0)
    else:
        begin_turn(t, following)
