"""Networks as data files: integer weights with the names of their inputs, and the setups they were trained on."""

from __future__ import annotations

import json
import sys
from array import array
from base64 import b64decode, b64encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from kontor.core.values import Setup

FORMAT = 2
WEIGHT_ROWS = ("first", "second", "last", "linear")  # 16 bits each
BIAS_ROWS = ("first_bias", "second_bias")  # 32 bits each
FIELDS = ("features", "bounds", "setup_inputs", "evaluation", "setups", "used", "exponent")
TYPECODES = {**dict.fromkeys(WEIGHT_ROWS, "h"), **dict.fromkeys(BIAS_ROWS, "i")}


@dataclass(frozen=True)
class NetworkFile:
    """The content of a network file.

    The inputs after the features are 1 or 0: whether a setup has a player count, a board, an edition or a module.
    """

    features: Sequence[str]
    bounds: Sequence[int]
    setup_inputs: Sequence[str]
    evaluation: Mapping[str, int]  # the weights of the hand-written evaluation among the features
    rows: Mapping[str, Sequence[int]]
    setups: Sequence[str]  # the groups of setups it was trained on, as `setup_group` names them
    used: Sequence[str]  # those in which the search uses it by default
    exponent: float = 1.0  # of the chances that people see; it makes them agree with results

    def json(self) -> dict[str, Any]:
        """Return the network as data."""
        return {
            "network": FORMAT,
            "features": list(self.features),
            "bounds": list(self.bounds),
            "setup_inputs": list(self.setup_inputs),
            "evaluation": dict(self.evaluation),
            "setups": list(self.setups),
            "used": list(self.used),
            "exponent": self.exponent,
            "rows": {name: encoded(self.rows[name], code) for name, code in TYPECODES.items()},
        }

    def kernel_rows(self, setup: Setup) -> list[list[int]]:
        """Return the rows for the kernel; the inputs of the setup become part of the biases."""
        hidden, first = len(self.rows["first_bias"]), self.rows["first"]
        bias = list(self.rows["first_bias"])
        present = setup_inputs(setup)
        for n, name in enumerate(self.setup_inputs, len(self.features)):
            if name in present:
                own = first[n * hidden : (n + 1) * hidden]
                bias = [total + weight for total, weight in zip(bias, own, strict=True)]
        return [
            list(self.bounds),
            list(first[: len(self.features) * hidden]),
            bias,
            *(list(self.rows[name]) for name in ("second", "second_bias", "last", "linear")),
        ]


def setup_group(setup: Setup) -> str:
    """Return the board and the player count of a setup."""
    return f"{setup.get('board', setup['game'])}, {setup['players']} players"


def setup_inputs(setup: Setup) -> set[str]:
    """Return the inputs that are 1 for a setup."""
    named = {f"{field}={setup[field]}" for field in ("players", "board", "edition") if field in setup}
    return named | {f"module={module}" for module in setup["modules"]}


def encoded(numbers: Sequence[int], typecode: str) -> str:
    """Return numbers as base64 text, the lowest byte first."""
    row = array(typecode, numbers)
    if sys.byteorder == "big":
        row.byteswap()
    return b64encode(row.tobytes()).decode()


def decoded(text: str, typecode: str) -> list[int]:
    """Return the numbers of a base64 text."""
    row = array(typecode, b64decode(text, validate=True))
    if sys.byteorder == "big":
        row.byteswap()
    return list(row)


def read_network(content: Mapping[str, Any]) -> NetworkFile:
    """Return the network of its data; raise ValueError if it has another format."""
    if content.get("network") != FORMAT:
        raise ValueError(f"a network file must have the format {FORMAT}, not {content.get('network')!r}.")
    rows = {name: decoded(content["rows"][name], code) for name, code in TYPECODES.items()}
    return NetworkFile(**{**{name: content[name] for name in FIELDS}, "rows": rows})


def load_network(package: str, setup: Setup, features: Sequence[str], weights: Sequence[str]) -> NetworkFile | None:
    """Return the network of a game for a setup, or None if none was trained on its board and player count.

    Raise ValueError if its features or the weights of its evaluation are not those of the game.
    """
    folder = files(package) / "data" / "networks"
    if not folder.is_dir():
        return None
    for path in sorted(folder.iterdir(), key=lambda path: path.name):
        network = read_network(json.loads(path.read_text(encoding="utf-8")))
        if setup_group(setup) in network.setups:
            if list(network.features) != list(features) or set(network.evaluation) != set(weights):
                raise ValueError(f"the network {path.name} of {package} has other features than the game.")
            return network
    return None
