"""Rounding of a trained network to the integers of the kernel, and the same integer arithmetic in numpy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import log
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kontor.core.networks import NetworkFile
from kontor.kernel.network import (
    DOUBLING,
    FIRST_SHIFT,
    LAST_SHIFT,
    LINEAR_SHIFT,
    MOST_OUTPUT,
    SECOND_SHIFT,
    power_of_half,
)
from kontor.kernel.runtime.network_checks import MOST_WEIGHT
from kontor.training.model import Model, chunks
from kontor.training.samples import Samples

Array = NDArray[Any]

OUTPUT_BITS = 8  # after the point of hidden and inner values
FIRST_UNIT = 1 << (OUTPUT_BITS + FIRST_SHIFT)
SECOND_UNIT = 1 << SECOND_SHIFT
LAST_UNIT = DOUBLING / log(2) * (1 << LAST_SHIFT) / (1 << OUTPUT_BITS)
LINEAR_UNIT = DOUBLING / log(2) * (1 << LINEAR_SHIFT)
CERTAIN = 10000


def rounded(values: Array, unit: float) -> list[int]:
    """Return values in a unit as integers of 16 bits; larger ones are cut off."""
    return [int(each) for each in np.clip(np.rint(values * unit), -MOST_WEIGHT, MOST_WEIGHT).ravel()]


def rounded_bias(values: Array, unit: float) -> list[int]:
    """Return biases in a unit as integers."""
    return [int(each) for each in np.rint(values * unit).ravel()]


def quantized(
    model: Model,
    features: Sequence[str],
    bounds: Sequence[int],
    inputs: Sequence[str],
    evaluation: Mapping[str, int],
    setups: Sequence[str],
    used: Sequence[str],
) -> NetworkFile:
    """Return the network file of a trained model; the normalization of features becomes part of the weights."""
    p = {name: each.astype(np.float64) for name, each in model.parameters.items()}
    mean, deviation = model.mean.astype(np.float64), model.deviation.astype(np.float64)
    first = p["first"] / deviation[:, None]
    rows = {
        "first": rounded(np.concatenate([first, p["setup"]]), FIRST_UNIT),
        "first_bias": rounded_bias(p["first_bias"] - mean @ first, FIRST_UNIT),
        "second": rounded(p["second"], SECOND_UNIT),
        "second_bias": rounded_bias(p["second_bias"], SECOND_UNIT * (1 << OUTPUT_BITS)),
        "last": rounded(p["last"], LAST_UNIT),
        "linear": rounded(p["linear"] / deviation, LINEAR_UNIT),
    }
    return NetworkFile(list(features), list(bounds), list(inputs), evaluation, rows, list(setups), list(used))


def log_odds(network: NetworkFile, features: Array, setup_inputs: Array) -> Array:
    """Return what the kernel computes: the logarithm of every seat's odds, DOUBLING for a factor of two."""
    count, hidden = len(network.features), len(network.rows["first_bias"])
    rows = {name: np.array(row, np.int64) for name, row in network.rows.items()}
    bounds = np.array(network.bounds, np.int64)
    x = np.clip(features.astype(np.int64), -bounds, bounds)
    weights = rows["first"].reshape(-1, hidden)
    bias = rows["first_bias"] + setup_inputs.astype(np.int64) @ weights[count:]
    sums = x @ weights[:count] + bias[:, None]
    outputs = np.minimum(np.maximum(sums, 0) >> FIRST_SHIFT, MOST_OUTPUT)
    others = (outputs.sum(1, keepdims=True) - outputs) // (x.shape[1] - 1)
    both = np.concatenate([outputs, others], -1)
    inner = both @ rows["second"].reshape(2 * hidden, -1) + rows["second_bias"]
    inner = np.minimum(np.maximum(inner, 0) >> SECOND_SHIFT, MOST_OUTPUT)
    result: Array = ((inner @ rows["last"]) >> LAST_SHIFT) + ((x @ rows["linear"]) >> LINEAR_SHIFT)
    return result


def chances_of_log_odds(odds: Array) -> Array:
    """Return the chances that the kernel computes from log odds, as shares of 1."""
    powers = np.vectorize(power_of_half, otypes=[np.int64])(odds.max(1, keepdims=True) - odds)
    chances: Array = powers * CERTAIN // powers.sum(1, keepdims=True) / CERTAIN
    return chances


def network_chances(network: NetworkFile, samples: Samples) -> Array:
    """Return the chances of samples by the integer network."""
    parts = [
        chances_of_log_odds(log_odds(network, samples.features[rows], samples.setup_inputs[rows]))
        for rows in chunks(len(samples.features))
    ]
    return np.concatenate(parts)


def evaluation_chances(features: Sequence[str], samples: Samples, halvings: int = 64) -> Array:
    """Return the chances by the hand-written evaluation, which is one of the features."""
    values = samples.features[..., list(features).index("evaluation")].astype(np.float64) / halvings
    powers = 2 ** (values - values.max(1, keepdims=True))
    chances: Array = powers / powers.sum(1, keepdims=True)
    return chances
