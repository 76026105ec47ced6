"""A small network of integers that estimates the chances of all seats from the features of each.

The features of a seat give its hidden values. The hidden values of a seat and the means of those of the others give
inner values. A weighted sum of them, plus a linear part of the features, is the logarithm of the odds of the seat.
"""

from __future__ import annotations

from array import array
from typing import Any, Final

from kontor.kernel.runtime.dialect import Ints
from kontor.kernel.runtime.network_checks import checked_network

FIRST_SHIFT: Final = 6  # weights of the first layer have 14 bits after the point, hidden and inner values 8
SECOND_SHIFT: Final = 10
LAST_SHIFT: Final = 8
LINEAR_SHIFT: Final = 4
MOST_OUTPUT: Final = 16383  # of a hidden or inner value: nearly 64
DOUBLING: Final = 1024  # in the result: a factor of two in the odds
MOST_EVALUATED_SEATS: Final = 5
POWER_BITS: Final = 16  # fixed point of powers of two


def power_of_half(amount: int) -> int:
    """Return 2 ** -(amount / DOUBLING) in fixed point, by a polynomial that is exact at whole powers."""
    whole = amount // DOUBLING
    if whole >= POWER_BITS:
        return 0
    part = (amount - whole * DOUBLING) * 16  # 14 bits after the point
    power = (1 << POWER_BITS) - (part * (45309 - ((part * (15105 - ((part * 2564) >> 14))) >> 14)) >> 14)
    return power >> whole


class Network:
    """The weights of a network; engines share it."""

    features: int
    hidden: int
    inner: int
    bounds: Ints  # the highest absolute value of every feature; values beyond it are cut off
    first: Ints  # feature by feature
    first_bias: Ints
    second: Ints  # own hidden values, then the means of the others
    second_bias: Ints
    last: Ints
    linear: Ints

    def __init__(self, features: int, rows: Any) -> None:
        checked = checked_network(features, rows)
        self.features = features
        self.hidden, self.inner = len(checked[2]), len(checked[4])
        self.bounds, self.first, self.first_bias = (array("i", row) for row in checked[:3])
        self.second, self.second_bias = array("i", checked[3]), array("i", checked[4])
        self.last, self.linear = array("i", checked[5]), array("i", checked[6])


class NetworkEvaluator:
    """Evaluates positions with a network, seat by seat; every engine has its own."""

    network: Network
    row: Ints  # the features of a seat, which an engine writes before it calls `add_shared` and `add_seat`
    shared_sums: Ints  # of the features that all seats share
    shared_linear: int
    sums: Ints
    outputs: Ints  # hidden values, seat by seat
    totals: Ints  # of all seats
    inner: Ints
    linear: Ints  # the linear part of every seat

    def __init__(self, network: Network) -> None:
        self.network = network
        self.row = array("i", [0] * network.features)
        self.shared_sums = array("i", [0] * network.hidden)
        self.shared_linear = 0
        self.sums = array("i", [0] * network.hidden)
        self.outputs = array("i", [0] * (network.hidden * MOST_EVALUATED_SEATS))
        self.totals = array("i", [0] * network.hidden)
        self.inner = array("i", [0] * network.inner)
        self.linear = array("i", [0] * MOST_EVALUATED_SEATS)

    def begin(self, shared: int) -> None:
        """Begin a position with the features that all seats share, the first ones of the row."""
        network = self.network
        for unit in range(network.hidden):
            self.sums[unit] = network.first_bias[unit]
            self.totals[unit] = 0
        self.shared_linear = self.add_features(0, shared)
        for unit in range(network.hidden):
            self.shared_sums[unit] = self.sums[unit]

    def add_seat(self, seat: int, shared: int) -> None:
        """Add a seat with its features, those after the shared ones."""
        network = self.network
        for unit in range(network.hidden):
            self.sums[unit] = self.shared_sums[unit]
        self.linear[seat] = self.shared_linear + self.add_features(shared, network.features)
        at = seat * network.hidden
        for unit in range(network.hidden):
            value = min(max(self.sums[unit], 0) >> FIRST_SHIFT, MOST_OUTPUT)
            self.outputs[at + unit] = value
            self.totals[unit] += value

    def add_features(self, start: int, end: int) -> int:
        """Add some features of the row to the sums of the hidden units and return their linear part."""
        network = self.network
        linear = 0
        for n in range(start, end):
            value = self.row[n]
            if value:
                value = min(max(value, -network.bounds[n]), network.bounds[n])
                linear += value * network.linear[n]
                add_scaled(self.sums, network.first, n * network.hidden, network.hidden, value)
        return linear

    def finish(self, players: int, result: Ints) -> None:
        """Write the logarithm of the odds of every seat, once all have been added."""
        for seat in range(players):
            result[seat] = self.log_odds(seat, players)

    def log_odds(self, seat: int, players: int) -> int:
        """Return the logarithm of the odds of a seat, DOUBLING for a factor of two."""
        network = self.network
        hidden, inner, at = network.hidden, network.inner, seat * network.hidden
        for unit in range(inner):
            self.inner[unit] = network.second_bias[unit]
        for n in range(hidden):
            own = self.outputs[at + n]
            if own:
                add_scaled(self.inner, network.second, n * inner, inner, own)
            others = (self.totals[n] - own) // (players - 1)
            if others:
                add_scaled(self.inner, network.second, (hidden + n) * inner, inner, others)
        odds = 0
        for unit in range(inner):
            odds += min(max(self.inner[unit], 0) >> SECOND_SHIFT, MOST_OUTPUT) * network.last[unit]
        return (odds >> LAST_SHIFT) + (self.linear[seat] >> LINEAR_SHIFT)


def add_scaled(sums: Ints, weights: Ints, at: int, units: int, value: int) -> None:
    """Add the weights of one input, from an index on, times its value to the sums of all units."""
    for unit in range(units):
        sums[unit] += value * weights[at + unit]
