"""Action A, Income."""

from __future__ import annotations

from typing import Final

from kontor.games.teutonica.rules.pieces import (
    BANK,
    INCOME_SHARE,
    KINDS,
    MERCHANT,
    MERCHANTS_PER_COLOUR,
    TRADER,
    bank_value,
)
from kontor.games.teutonica.rules.position import Position
from kontor.games.teutonica.rules.raw_events import FAVOUR_INCOME_TAKEN, INCOME_TAKEN
from kontor.games.teutonica.rules.reasons import (
    INCOME_AMOUNT,
    LEGAL,
    SHARE_NOT_IN_STOCK,
    SHARE_TRADERS_ONLY,
    STOCK_EMPTY,
    STOCK_LACKS_MERCHANTS,
    STOCK_LACKS_TRADERS,
)
from kontor.games.teutonica.rules.steps.step import Step, action_refusal
from kontor.games.teutonica.rules.tasks import INCOME_REACTION
from kontor.kernel.seats import NO_OWNER

MERCHANT_COUNTS: Final = MERCHANTS_PER_COLOUR + 1


def most_income(p: Position) -> int:
    """Return the highest number of pieces that the active seat may take. [HT-INC-2]"""
    return min(bank_value(p.level(p.active(), BANK)), p.stock_size(p.active()))


def least_income(most: int, exact: bool) -> int:
    """Return the lowest number of pieces that the active seat must take, given the highest. [HT-INC-2]"""
    return most if exact else 1


class IncomeStep(Step):
    """Step that moves pieces, at most the Bank value, from the stock to the supply. [HT-INC-1, HT-INC-2, HT-INC-3]"""

    exact: bool
    any_kind: bool

    def __init__(self, first: int, size: int, exact: bool, any_kind: bool) -> None:
        super().__init__(first, size)
        self.exact = exact
        self.any_kind = any_kind

    def refusal(self, p: Position, choice: int) -> int:
        seat, traders, merchants = p.active(), choice // MERCHANT_COUNTS, choice % MERCHANT_COUNTS
        reason = action_refusal(p)
        if reason:
            return reason
        if p.stock_size(seat) == 0:
            return STOCK_EMPTY
        if traders > p.in_stock(seat, TRADER):
            return STOCK_LACKS_TRADERS
        if merchants > p.in_stock(seat, MERCHANT):
            return STOCK_LACKS_MERCHANTS
        most = most_income(p)
        return LEGAL if least_income(most, self.exact) <= traders + merchants <= most else INCOME_AMOUNT

    def moves(self, p: Position) -> None:
        if not p.may_act():
            return
        seat, most = p.active(), most_income(p)
        if most == 0:
            return
        least = least_income(most, self.exact)
        for traders in range(min(p.in_stock(seat, TRADER), most) + 1):
            fewest = max(0, least - traders)
            for merchants in range(fewest, min(p.in_stock(seat, MERCHANT), most - traders) + 1):
                p.offer(self.first + traders * MERCHANT_COUNTS + merchants)

    def apply(self, p: Position, choice: int) -> None:
        seat = p.active()
        traders, merchants = choice // MERCHANT_COUNTS, choice % MERCHANT_COUNTS
        p.spend_action()
        p.draw_income(seat, traders, merchants)
        p.emit(INCOME_TAKEN, seat, traders, merchants)
        self.offer_share(p)

    def offer_share(self, p: Position) -> None:
        """Let the owner of the favour *income* react to the income of another seat. [HT-INC-5, HT-FAV-7]"""
        sharer = p.holder(INCOME_SHARE)
        if sharer == NO_OWNER or sharer == p.active():
            return
        if p.in_stock(sharer, TRADER) or (self.any_kind and p.in_stock(sharer, MERCHANT)):
            p.push(INCOME_REACTION, sharer)


class ShareIncomeStep(Step):
    """Step that moves one trader from stock to supply when another seat takes Income, or declines. [HT-FAV-7]"""

    any_kind: bool

    def __init__(self, first: int, size: int, any_kind: bool) -> None:
        super().__init__(first, size)
        self.any_kind = any_kind

    def refusal(self, p: Position, choice: int) -> int:
        if choice == KINDS:
            return LEGAL
        if p.in_stock(p.decider(), choice) == 0:
            return SHARE_NOT_IN_STOCK
        return LEGAL if choice == TRADER or self.any_kind else SHARE_TRADERS_ONLY

    def apply(self, p: Position, choice: int) -> None:
        seat = p.decider()
        p.pop()
        if choice < KINDS:
            p.add_to_stock(seat, choice, -1)
            p.add_to_supply(seat, choice, 1)
            p.emit(FAVOUR_INCOME_TAKEN, seat, choice, 0)
