"""The Prometheus metrics of a node."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.3, 0.5, 1.0, 2.5, 5.0)


class Metrics:
    """The metrics of one node."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.requests = Counter(
            "kontor_requests", "Requests by route and status", ("method", "route", "status"), registry=self.registry
        )
        self.seconds = Histogram(
            "kontor_request_seconds",
            "Seconds from a request to its response",
            ("route",),
            buckets=SECONDS,
            registry=self.registry,
        )
        self.entries = Counter("kontor_entries", "Entries appended by this node", ("by",), registry=self.registry)
        self.sockets = Gauge("kontor_sockets", "Open live connections", registry=self.registry)
        self.dropped = Counter(
            "kontor_sockets_dropped",
            "Live connections closed because the client did not read",
            registry=self.registry,
        )
        self.matches = Gauge("kontor_matches", "Tables in memory", registry=self.registry)
        self.tables = Gauge("kontor_tables", "Tables in the database", ("state",), registry=self.registry)
        self.appending = Histogram(
            "kontor_append_seconds", "Seconds until a move is on disk", buckets=SECONDS, registry=self.registry
        )
        self.jobs = Gauge("kontor_jobs", "Jobs that wait for a worker process or run in one", registry=self.registry)
        self.jobs_waiting = Gauge(
            "kontor_jobs_waiting", "Jobs that wait for a worker process, by kind", ("kind",), registry=self.registry
        )
        self.delivery_queue = Gauge(
            "kontor_delivery_queue",
            "Queued deliveries by channel and state",
            ("channel", "state"),
            registry=self.registry,
        )
        self.deliveries = Counter(
            "kontor_deliveries",
            "Attempts to deliver by channel and outcome",
            ("channel", "outcome"),
            registry=self.registry,
        )
