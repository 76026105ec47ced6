"""Metrics: what a node counts, for Prometheus."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.3, 0.5, 1.0, 2.5, 5.0)


class Metrics:
    """The counters of one node."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.requests = Counter(
            "kontor_requests", "Requests by route and status", ("method", "route", "status"), registry=self.registry
        )
        self.seconds = Histogram(
            "kontor_request_seconds", "Time to answer", ("route",), buckets=SECONDS, registry=self.registry
        )
        self.entries = Counter("kontor_entries", "Entries appended by this node", ("by",), registry=self.registry)
        self.sockets = Gauge("kontor_sockets", "Sockets that listen", registry=self.registry)
        self.dropped = Counter("kontor_sockets_dropped", "Sockets that did not read", registry=self.registry)
        self.matches = Gauge("kontor_matches", "Tables in memory", registry=self.registry)
        self.tables = Gauge("kontor_tables", "Tables in the database", ("state",), registry=self.registry)
        self.appending = Histogram(
            "kontor_append_seconds", "Time until a move is on disk", buckets=SECONDS, registry=self.registry
        )
        self.thinking = Gauge("kontor_decisions", "Decisions that agents think about", registry=self.registry)
        self.waiting = Gauge(
            "kontor_work_waiting", "Work that waits for a process, by kind", ("lane",), registry=self.registry
        )
        self.queue = Gauge("kontor_queue", "Deliveries in the queue", ("sort", "state"), registry=self.registry)
        self.deliveries = Counter(
            "kontor_deliveries", "Attempts to deliver by way and outcome", ("sort", "outcome"), registry=self.registry
        )
