"""Fees: which mixes of pieces the supply can pay besides the piece that is put down. [HT-DSP-3, HT-PRO-4]"""

from __future__ import annotations

from typing import Final

from kontor.games.teutonica.rules.pieces import MERCHANT, MERCHANT_FEE, TRADER
from kontor.games.teutonica.rules.position import Position
from kontor.games.teutonica.rules.reasons import LEGAL

FEES: Final = MERCHANT_FEE + 1  # merchants in a fee: none, one or two


def mix_refusal(p: Position, kind: int, fee: int, merchants: int, lacks_traders: int, lacks_merchants: int) -> int:
    """Return which kind the supply lacks for a piece of a kind and a fee with some merchants, or LEGAL."""
    traders = fee - merchants
    if p.in_supply(p.active(), TRADER) < traders + (1 if kind == TRADER else 0):
        return lacks_traders
    if p.in_supply(p.active(), MERCHANT) < merchants + (1 if kind == MERCHANT else 0):
        return lacks_merchants
    return LEGAL


def offer_mixes(p: Position, first_move: int, kind: int, fee: int) -> None:
    """Offer every mix of the supply as the fee, once a piece of the kind is put down."""
    traders = p.in_supply(p.active(), TRADER) - (1 if kind == TRADER else 0)
    merchants = p.in_supply(p.active(), MERCHANT) - (1 if kind == MERCHANT else 0)
    for paid in range(max(0, fee - traders), min(merchants, fee) + 1):
        p.offer(first_move + paid)
