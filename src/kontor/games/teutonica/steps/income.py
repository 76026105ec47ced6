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
from kontor.games.teutonica.steps.step import Step
from kontor.games.teutonica.table import Table
from kontor.games.teutonica.tasks import INCOME_REACTION

MERCHANT_COUNTS: Final = MERCHANTS_PER_COLOUR + 1


class TakingIncome(Step):
    """Move up to the Bank value from stock to supply. [HT-INC-1, HT-INC-2, HT-INC-3]"""

    exact: bool
    any_kind: bool

    def __init__(self, first: int, exact: bool, any_kind: bool) -> None:
        self.first = first
        self.exact = exact
        self.any_kind = any_kind

    def moves(self, t: Table) -> None:
        if not t.may_act():
            return
        seat = t.active()
        most = min(bank_value(t.level(seat, BANK)), t.stock_size(seat))
        least = most if self.exact else 1
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

    def __init__(self, first: int, any_kind: bool) -> None:
        self.first = first
        self.any_kind = any_kind

    def moves(self, t: Table) -> None:
        for kind in range(KINDS):
            if t.in_stock(t.decider(), kind) and (kind == TRADER or self.any_kind):
                t.offer(self.first + kind)
        t.offer(self.first + KINDS)

    def apply(self, t: Table, choice: int) -> None:
        seat = t.decider()
        t.pop()
        if choice < KINDS:
            t.add_to_stock(seat, choice, -1)
            t.add_to_supply(seat, choice, 1)
            t.tell(FAVOUR_INCOME_TAKEN, seat, choice, 0)
