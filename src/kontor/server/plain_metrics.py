"""Counters and histograms of the event loop, which one thread changes: without the locks of the Prometheus library.

Every move changes four of them. They are read when metrics are requested.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import accumulate

from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

Labels = tuple[str, ...]


class PlainCounter(Collector):
    """Counts events by their labels."""

    def __init__(self, name: str, text: str, labels: Sequence[str]) -> None:
        self.name, self.text, self.labels = name, text, labels
        self.counts: Counter[Labels] = Counter()

    def collect(self) -> Iterable[Metric]:
        """Return the metric."""
        family = CounterMetricFamily(self.name, self.text, labels=self.labels)
        for labels, count in list(self.counts.items()):
            family.add_metric(labels, count)
        yield family


class Times:
    """How many times were within each limit, and their sum."""

    def __init__(self, limits: Sequence[float]) -> None:
        self.limits = limits
        self.counts = [0] * (len(limits) + 1)
        self.seconds = 0.0

    def observe(self, seconds: float) -> None:
        """Count a time."""
        self.counts[bisect_left(self.limits, seconds)] += 1
        self.seconds += seconds


class PlainHistogram(Collector):
    """Counts times by their labels."""

    def __init__(self, name: str, text: str, limits: Sequence[float], labels: Sequence[str] = ()) -> None:
        self.name, self.text, self.limits, self.labels = name, text, limits, labels
        self._times: dict[Labels, Times] = {}

    def of(self, *labels: str) -> Times:
        """Return the times with some labels."""
        if labels not in self._times:
            self._times[labels] = Times(self.limits)
        return self._times[labels]

    def collect(self) -> Iterable[Metric]:
        """Return the metric."""
        family = HistogramMetricFamily(self.name, self.text, labels=self.labels)
        bounds = [*map(str, self.limits), "+Inf"]
        for labels, times in list(self._times.items()):
            counts = list(zip(bounds, accumulate(times.counts), strict=True))
            family.add_metric(labels, counts, times.seconds)
        yield family
