"""Fees: the combinations of pieces that pay one, in addition to the piece placed. [HT-DSP-3, HT-PRO-4]"""

from __future__ import annotations

from typing import Final

from kontor.games.teutonica.rules.pieces import (
    BLOCK_FEE,
    KINDS,
    MERCHANT,
    MERCHANT_FEE,
    PROMO_COPIES,
    TRADER,
    TRADER_FEE,
)
from kontor.games.teutonica.rules.position import Position
from kontor.games.teutonica.rules.reasons import LEGAL
from kontor.kernel.bit_sets import bit
from kontor.kernel.runtime.dialect import UInt64

FEES: Final = max(TRADER_FEE, MERCHANT_FEE, PROMO_COPIES * BLOCK_FEE) + 1  # numbers of merchants in a fee, 0 included


def mix_refusal(p: Position, kind: int, fee: int, merchants: int, lacks_traders: int, lacks_merchants: int) -> int:
    """Return which kind the supply lacks for a piece and its fee with that many merchants, or LEGAL."""
    traders = fee - merchants
    if p.in_supply(p.active(), TRADER) < traders + (1 if kind == TRADER else 0):
        return lacks_traders
    if p.in_supply(p.active(), MERCHANT) < merchants + (1 if kind == MERCHANT else 0):
        return lacks_merchants
    return LEGAL


def payments(p: Position, fee: int) -> UInt64:
    """Return the set of all `kind * FEES + merchants` with which the supply has a piece to place and pays its fee."""
    found: UInt64 = 0
    for kind in range(KINDS):
        if p.in_supply(p.active(), kind):
            traders = p.in_supply(p.active(), TRADER) - (1 if kind == TRADER else 0)
            merchants = p.in_supply(p.active(), MERCHANT) - (1 if kind == MERCHANT else 0)
            for paid in range(max(0, fee - traders), min(merchants, fee) + 1):
                found |= bit(kind * FEES + paid)
    return found


def merchant_payments(ways: UInt64) -> UInt64:
    """Return those of some payments that place a merchant."""
    return ways >> MERCHANT * FEES << MERCHANT * FEES
