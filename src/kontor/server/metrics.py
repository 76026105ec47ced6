"""The Prometheus metrics of a node."""

from __future__ import annotations

from functools import partial

from prometheus_client import CollectorRegistry, Counter, Gauge

from kontor.server.plain_metrics import PlainCounter, PlainHistogram

SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.3, 0.5, 1.0, 2.5, 5.0)


class Metrics:
    """The metrics of one node."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        counter, gauge = partial(Counter, registry=self.registry), partial(Gauge, registry=self.registry)
        labels = ("method", "route", "status")
        self.requests = PlainCounter("kontor_requests", "Requests by route and status", labels)
        times = "Seconds from a request to its response"
        self.seconds = PlainHistogram("kontor_request_seconds", times, SECONDS, ("route",))
        self.entries = PlainCounter("kontor_entries", "Entries appended by this node", ("by",))
        append_seconds = PlainHistogram("kontor_append_seconds", "Seconds until a move is on disk", SECONDS)
        self.appending = append_seconds.of()
        for made in (self.requests, self.seconds, self.entries, append_seconds):
            self.registry.register(made)
        self.sockets = gauge("kontor_sockets", "Open live connections")
        self.dropped = counter("kontor_sockets_dropped", "Live connections closed because the client did not read")
        self.matches = gauge("kontor_matches", "Tables in memory")
        self.tables = gauge("kontor_tables", "Tables in the database", ("state",))
        self.jobs = gauge("kontor_jobs", "Jobs that wait for a worker process or run in one")
        self.jobs_waiting = gauge("kontor_jobs_waiting", "Jobs that wait for a worker process, by kind", ("kind",))
        queue = "Queued deliveries by channel and state"
        self.delivery_queue = gauge("kontor_delivery_queue", queue, ("channel", "state"))
        attempts = "Attempts to deliver by channel and outcome"
        self.deliveries = counter("kontor_deliveries", attempts, ("channel", "outcome"))
