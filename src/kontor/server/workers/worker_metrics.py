"""The metrics of the worker processes."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge


class WorkerMetrics:
    """How often the processes of calls were lost, and how many workers a cluster provides."""

    def __init__(self, registry: CollectorRegistry) -> None:
        repeated = "Jobs that were repeated because their worker process was lost"
        self.repeated = Counter("kontor_jobs_repeated", repeated, registry=registry)
        cluster = "Worker processes at the Ray cluster, 0 while it is unreachable"
        self.cluster = Gauge("kontor_cluster_workers", cluster, registry=registry)
