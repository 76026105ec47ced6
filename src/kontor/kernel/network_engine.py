"""The engine base class of games whose positions a network can evaluate."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from kontor.kernel.engine import BaseEngine
from kontor.kernel.network import Network, NetworkEvaluator
from kontor.kernel.runtime.dialect import Ints, exported


class NetworkEngine(BaseEngine):
    """An engine that computes the features of seats and evaluates them with a network."""

    has_network: bool
    evaluator: NetworkEvaluator  # only if there is a network

    def feature_count(self) -> int:
        """Return the number of features of a seat, the shared ones included."""
        return 0

    def shared_feature_count(self) -> int:
        """Return the number of features that all seats share, which come first."""
        return 0

    def write_shared_features(self, row: Ints) -> None:
        """Write the features of the loaded position that all seats share; called before those of any seat."""

    def write_features(self, seat: int, row: Ints) -> None:
        """Write the other features of a seat."""

    def write_log_odds(self, result: Ints) -> None:
        """Write the logarithm of every seat's odds in the loaded position, by the network."""
        evaluator, shared = self.evaluator, self.shared_feature_count()
        self.write_shared_features(evaluator.row)
        evaluator.begin(shared)
        for seat in range(self.base_position.players):
            self.write_features(seat, evaluator.row)
            evaluator.add_seat(seat, shared)
        evaluator.finish(self.base_position.players, result)

    def share_network(self, other: NetworkEngine) -> None:
        """Use the network of another engine of this configuration, if it has one."""
        self.has_network = other.has_network
        if other.has_network:
            self.evaluator = NetworkEvaluator(other.evaluator.network)

    @exported
    def set_feature_weights(self, weights: Sequence[int]) -> None:
        """Set the weights of the evaluation that is part of the features."""
        raise NotImplementedError

    @exported
    def set_network(self, rows: list[list[int]]) -> None:
        """Set the network that evaluates positions in search trees."""
        self.evaluator = NetworkEvaluator(Network(self.feature_count(), rows))
        self.has_network = True

    @exported
    def features(self, position: bytearray) -> list[list[int]]:
        """Return the features of every seat."""
        self.load_checked(position)
        row = array("i", [0] * self.feature_count())
        self.write_shared_features(row)
        found = []
        for seat in range(self.base_position.players):
            self.write_features(seat, row)
            found.append(list(row))
        return found

    @exported
    def log_odds(self, position: bytearray) -> list[int]:
        """Return the logarithm of every seat's odds by the network, 1024 for a factor of two."""
        if not self.has_network:
            raise ValueError("there is no network: set one with 'set_network'.")
        self.load_checked(position)
        result = array("i", [0] * self.base_position.players)
        self.write_log_odds(result)
        return list(result)
