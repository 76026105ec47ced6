"""A – Income."""

from __future__ import annotations

from typing import Final

from kontor.games.teutonica.facts import FAVOUR_INCOME_TAKEN, INCOME_TAKEN
from kontor.games.teutonica.pieces import (
    BANK,
    INCOME_SHARE,
    KINDS,
    MERCHANT,
    MERCHANTS_PER_COLOUR,
    NOBODY,
    TRADER,
    bank_value,
)
from kontor.games.teutonica.reasons import (
    INCOME_AMOUNT,
    LEGAL,
    SHARE_NOT_IN_STOCK,
    SHARE_TRADERS_ONLY,
    STOCK_EMPTY,
    STOCK_LACKS_MERCHANTS,
    STOCK_LACKS_TRADERS,
)
from kontor.games.teutonica.steps.step import Step, action_refusal
from kontor.games.teutonica.table import Table
from kontor.games.teutonica.tasks import INCOME_REACTION

MERCHANT_COUNTS: Final = MERCHANTS_PER_COLOUR + 1


def most_income(t: Table) -> int:
    """The most pieces that the active seat may take. [HT-INC-2]"""
    return min(bank_value(t.level(t.active(), BANK)), t.stock_size(t.active()))


def least_income(t: Table, exact: bool) -> int:
    """The fewest pieces that the active seat has to take. [HT-INC-2]"""
    return most_income(t) if exact else 1


class TakingIncome(Step):
    """Move up to the Bank value from stock to supply. [HT-INC-1, HT-INC-2, HT-INC-3]"""

    exact: bool
    any_kind: bool

    def __init__(self, first: int, size: int, exact: bool, any_kind: bool) -> None:
        super().__init__(first, size)
        self.exact = exact
        self.any_kind = any_kind

    def refusal(self, t: Table, choice: int) -> int:
        seat, traders, merchants = t.active(), choice // MERCHANT_COUNTS, choice % MERCHANT_COUNTS
        reason = action_refusal(t)
        if reason:
            return reason
        if t.stock_size(seat) == 0:
            return STOCK_EMPTY
        if traders > t.in_stock(seat, TRADER):
            return STOCK_LACKS_TRADERS
        if merchants > t.in_stock(seat, MERCHANT):
            return STOCK_LACKS_MERCHANTS
        fits = least_income(t, self.exact) <= traders + merchants <= most_income(t)
        return LEGAL if fits else INCOME_AMOUNT

    def moves(self, t: Table) -> None:
        if not t.may_act():
            return
        seat, least, most = t.active(), least_income(t, self.exact), most_income(t)
        if most == 0:
            return
        for traders in range(min(t.in_stock(seat, TRADER), most) + 1):
            fewest = max(0, least - traders)
            for merchants in range(fewest, min(t.in_stock(seat, MERCHANT), most - traders) + 1):
                t.offer(self.first + traders * MERCHANT_COUNTS + merchants)

    def apply(self, t: Table, choice: int) -> None:
        seat = t.active()
        traders, merchants = choice // MERCHANT_COUNTS, choice % MERCHANT_COUNTS
        t.spend_action()
        t.draw_income(seat, traders, merchants)
        t.tell(INCOME_TAKEN, seat, traders, merchants)
        self.ask_sharer(t)

    def ask_sharer(self, t: Table) -> None:
        """Let the owner of the favour *income* react to the income of another. [HT-INC-5, HT-FAV-7]"""
        sharer = t.holder(INCOME_SHARE)
        if sharer == NOBODY or sharer == t.active():
            return
        if t.in_stock(sharer, TRADER) or (self.any_kind and t.in_stock(sharer, MERCHANT)):
            t.push(INCOME_REACTION, sharer)


class SharingIncome(Step):
    """Move one trader from stock to supply when another takes Income, or decline. [HT-FAV-7]"""

    any_kind: bool

    def __init__(self, first: int, size: int, any_kind: bool) -> None:
        super().__init__(first, size)
        self.any_kind = any_kind

    def refusal(self, t: Table, choice: int) -> int:
        if choice == KINDS:
            return LEGAL
        if t.in_stock(t.decider(), choice) == 0:
            return SHARE_NOT_IN_STOCK
        return LEGAL if choice == TRADER or self.any_kind else SHARE_TRADERS_ONLY

    def apply(self, t: Table, choice: int) -> None:
        seat = t.decider()
        t.pop()
        if choice < KINDS:
            t.add_to_stock(seat, choice, -1)
            t.add_to_supply(seat, choice, 1)
            t.tell(FAVOUR_INCOME_TAKEN, seat, choice, 0)
