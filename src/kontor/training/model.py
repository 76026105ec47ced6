"""The network in floating point: forward pass, gradients and training (kernel: `kontor.kernel.network`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import cos, pi
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kontor.training.samples import Samples

Array = NDArray[Any]
Parameters = dict[str, Array]

PARAMETERS = ("first", "setup", "first_bias", "second", "second_bias", "last", "linear")
LEAST_DEVIATION = 0.25  # of a feature; rarer ones would get weights that do not fit 16 bits
NORMALIZATION_ROWS = 20_000
FIRST_MOMENT, SECOND_MOMENT, SMALL = 0.9, 0.999, 1e-8  # of Adam
WARM_UP = 0.05  # share of the steps


@dataclass(frozen=True)
class TrainingOptions:
    """The size of the network and how it is trained."""

    hidden: int = 32
    inner: int = 16
    epochs: float = 5.0
    batch: int = 1024
    rate: float = 0.003
    decay: float = 3.0
    search_share: float = 0.5  # of the search's chances in the target
    seed: int = 1


class Model:
    """Features of a seat -> hidden; own hidden and mean of the others -> inner -> log odds, plus a linear part."""

    def __init__(self, mean: Array, deviation: Array, inputs: int, options: TrainingOptions) -> None:
        random = np.random.default_rng(options.seed)
        self.mean, self.deviation = mean.astype(np.float32), deviation.astype(np.float32)
        features, hidden, inner = len(mean), options.hidden, options.inner
        shapes = {"first": (features, hidden), "setup": (inputs, hidden), "second": (2 * hidden, inner)}
        self.parameters: Parameters = {
            name: (random.standard_normal(shape) / np.sqrt(shape[0])).astype(np.float32)
            for name, shape in shapes.items()
        }
        self.parameters["first_bias"] = np.zeros(hidden, np.float32)
        self.parameters["second_bias"] = np.zeros(inner, np.float32)
        self.parameters["last"] = (random.standard_normal(inner) * 0.02).astype(np.float32)
        self.parameters["linear"] = np.zeros(features, np.float32)

    def forward(self, features: Array, setup_inputs: Array) -> tuple[Array, tuple[Array, ...]]:
        """Return the log odds of all seats, and the values that gradients need."""
        p = self.parameters
        x = (features.astype(np.float32) - self.mean) / self.deviation
        u = setup_inputs.astype(np.float32)
        hidden = np.maximum(x @ p["first"] + (u @ p["setup"])[:, None] + p["first_bias"], 0)
        others = (hidden.sum(1, keepdims=True) - hidden) / (x.shape[1] - 1)
        both = np.concatenate([hidden, others], -1)
        inner = np.maximum(both @ p["second"] + p["second_bias"], 0)
        return inner @ p["last"] + x @ p["linear"], (x, u, hidden, both, inner)

    def gradients(self, samples: Samples, target: Array) -> Parameters:
        """Return the gradients of the mean cross-entropy."""
        p = self.parameters
        odds, (x, u, hidden, both, inner) = self.forward(samples.features, samples.setup_inputs)
        units, players = hidden.shape[-1], x.shape[1]
        d_odds = (softmax(odds) - target) / len(x)
        d_inner = d_odds[..., None] * p["last"] * (inner > 0)
        d_both = d_inner @ p["second"].T
        d_others = d_both[..., units:]
        d_hidden = d_both[..., :units] + (d_others.sum(1, keepdims=True) - d_others) / (players - 1)
        d_hidden *= hidden > 0
        return {
            "first": flat(x).T @ flat(d_hidden),
            "setup": u.T @ d_hidden.sum(1),
            "first_bias": d_hidden.sum((0, 1)),
            "second": flat(both).T @ flat(d_inner),
            "second_bias": d_inner.sum((0, 1)),
            "last": flat(inner).T @ d_odds.ravel(),
            "linear": flat(x).T @ d_odds.ravel(),
        }


def flat(array: Array) -> Array:
    """Return positions and seats as one axis."""
    return array.reshape(-1, array.shape[-1])


def softmax(odds: Array) -> Array:
    """Return the chances of the log odds of all seats."""
    powers = np.exp(odds - odds.max(1, keepdims=True))
    chances: Array = powers / powers.sum(1, keepdims=True)
    return chances


def targets(samples: Samples, search_share: float) -> Array:
    """Return the results, mixed with the search's chances where there are any."""
    share = np.where(samples.chances[:, :1] < 0, 0, search_share)
    mixed: Array = ((1 - share) * samples.results + share * np.maximum(samples.chances, 0)).astype(np.float32)
    return mixed


def normalization(samples: Mapping[int, Samples], random: np.random.Generator) -> tuple[Array, Array]:
    """Return mean and standard deviation of every feature over some positions."""
    rows = [
        flat(each.features[random.integers(0, len(each.features), NORMALIZATION_ROWS)]) for each in samples.values()
    ]
    found = np.concatenate(rows).astype(np.float64)
    return found.mean(0), np.maximum(found.std(0), LEAST_DEVIATION)


def train(
    samples: Mapping[int, Samples],
    options: TrainingOptions,
    progress: Callable[[int], object] = lambda steps: None,
    trained: Sequence[str] = PARAMETERS,
) -> Model:
    """Return a network trained on samples; the parameters that are not trained are 0.

    Equal samples and options give an equal network on one machine.
    """
    random = np.random.default_rng(options.seed)
    inputs = next(iter(samples.values())).setup_inputs.shape[1]
    model = Model(*normalization(samples, random), inputs, options)
    for name in set(PARAMETERS) - set(trained):
        model.parameters[name][:] = 0
    wanted = {players: targets(each, options.search_share) for players, each in samples.items()}
    optimizer = Adam(model.parameters, options)
    counts = np.array([len(each.features) for each in samples.values()], np.float64)
    steps = steps_of(samples, options)
    for step in range(steps):
        players = list(samples)[int(random.choice(len(counts), p=counts / counts.sum()))]
        rows = random.integers(0, len(samples[players].features), options.batch)
        gradients = model.gradients(samples[players].part(rows), wanted[players][rows])
        optimizer.apply({name: gradients[name] for name in trained}, (step + 1) / steps)
        progress(1)
    return model


def steps_of(samples: Mapping[int, Samples], options: TrainingOptions) -> int:
    """Return the number of training steps."""
    return max(1, int(options.epochs * sum(len(each.features) for each in samples.values()) / options.batch))


class Adam:
    """The optimizer: Adam with decoupled weight decay, a short warm-up and a cosine schedule."""

    def __init__(self, parameters: Parameters, options: TrainingOptions) -> None:
        self.parameters, self.options = parameters, options
        self.first = {name: np.zeros_like(each) for name, each in parameters.items()}
        self.second = {name: np.zeros_like(each) for name, each in parameters.items()}
        self.steps = 0

    def apply(self, gradients: Parameters, done: float) -> None:
        """Change the parameters by gradients; `done` is the share of the training that is over."""
        self.steps += 1
        schedule = done / WARM_UP if done < WARM_UP else (1 + cos(pi * (done - WARM_UP) / (1 - WARM_UP))) / 2
        for name, gradient in gradients.items():
            self.first[name] += (1 - FIRST_MOMENT) * (gradient - self.first[name])
            self.second[name] += (1 - SECOND_MOMENT) * (gradient**2 - self.second[name])
            step = self.first[name] / (1 - FIRST_MOMENT**self.steps)
            step /= np.sqrt(self.second[name] / (1 - SECOND_MOMENT**self.steps)) + SMALL
            change = step + self.options.decay * self.parameters[name]
            self.parameters[name] -= (self.options.rate * schedule * change).astype(np.float32)


def log_loss(chances: Array, results: Array) -> Array:
    """Return the cross-entropy of every position."""
    loss: Array = -(results * np.log(np.maximum(chances, 1e-4))).sum(1)
    return loss


def chunks(count: int, size: int = 8192) -> Sequence[slice]:
    """Return slices that cover a number of rows."""
    return [slice(first, min(first + size, count)) for first in range(0, count, size)]


def model_chances(model: Model, samples: Samples) -> Array:
    """Return the chances by a model in floating point."""
    return np.concatenate(
        [
            softmax(model.forward(samples.features[rows], samples.setup_inputs[rows])[0])
            for rows in chunks(len(samples.features))
        ]
    )
