"""The load of the server: figures of this node every few seconds, and those of all nodes that share the database."""

from __future__ import annotations

import asyncio
import contextlib
import os
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any, Final

import structlog
from sqlalchemy import delete, select

import kontor
from kontor.server.clock import now
from kontor.server.errors import DatabaseUnavailable
from kontor.server.logs import ERRORS
from kontor.server.metrics import Metrics
from kontor.server.plain_metrics import PlainHistogram
from kontor.server.store.database import Database
from kontor.server.store.models import NodeRow
from kontor.server.store.upsert import insert_of
from kontor.server.tasks import stop_task

SAMPLE_SECONDS: Final = 5.0
WINDOW: Final = 12  # samples over which response times are computed: a minute
HISTORY: Final = 120  # samples that are shown: ten minutes
ERROR_SAMPLES: Final = 720  # samples over which errors are counted: an hour
ALIVE_MILLISECONDS: Final = 20_000
FORGOTTEN_MILLISECONDS: Final = 86_400_000
STREAMS: Final = "/events"  # the end of routes whose responses last as long as the client listens
FIRST_ERROR: Final = 500
TOO_MANY: Final = 429

Buckets = Counter[float]
"""How many requests took at most some seconds, by these seconds."""

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class LoadSample:
    """The load of a node or of all nodes at a moment; rates are per second, times in milliseconds."""

    at: int
    requests: float = 0.0
    moves: float = 0.0
    p50: float = 0.0
    p99: float = 0.0
    connections: int = 0
    cpu: float = 0.0
    memory: int = 0
    jobs: int = 0


@dataclass(frozen=True, slots=True)
class NodeLoad:
    """A node that is alive, since when it runs, its version and its last sample."""

    id: str
    started_at: int
    version: str
    sample: LoadSample


class LoadMonitor:
    """Takes samples of this node, shares them through the database, and keeps the history of all nodes together."""

    def __init__(
        self,
        node_id: str,
        database: Database,
        metrics: Metrics,
        connections: Callable[[], int],
        jobs: Callable[[], int],
    ) -> None:
        self.node_id = node_id
        self.database = database
        self.metrics = metrics
        self.connections = connections
        self.jobs = jobs
        self.started_at = now()
        self.history: deque[LoadSample] = deque(maxlen=HISTORY)
        self.nodes: list[NodeLoad] = []
        self._errors: deque[Counter[str]] = deque([error_counts(metrics)], maxlen=ERROR_SAMPLES)
        self._times: deque[Buckets] = deque([request_times(metrics.seconds)], maxlen=WINDOW + 1)
        self._before = Totals.read(metrics)
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start taking samples."""
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Stop, and tell the other nodes that this one does not run any more."""
        if self._task is not None:
            await stop_task(self._task)
            with contextlib.suppress(Exception):
                await self._forget()

    async def _run(self) -> None:
        while True:
            try:
                await self.update()
            except DatabaseUnavailable:
                pass  # the database reports its own failures
            except Exception as problem:
                log.error("load.failed", problem=type(problem).__name__)
            await asyncio.sleep(SAMPLE_SECONDS)

    async def update(self) -> None:
        """Take a sample of this node, and read those of the others."""
        own = NodeLoad(self.node_id, self.started_at, kontor.__version__, self._sample())
        self.nodes = await self._share(own) if self.database.shared else [own]
        self.history.append(total([node.sample for node in self.nodes]))

    def errors(self) -> dict[str, int]:
        """Return how many errors of each kind there were at this node in the last hour, the most frequent first."""
        recent = error_counts(self.metrics) - self._errors[0]
        return dict(recent.most_common())

    def _sample(self) -> LoadSample:
        """Return the load since the last sample, and response times over a minute."""
        totals, before = Totals.read(self.metrics), self._before
        self._before = totals
        self._errors.append(error_counts(self.metrics))
        self._times.append(request_times(self.metrics.seconds))
        seconds = max(0.001, totals.at - before.at)
        times = Counter(self._times[-1])
        times.subtract(self._times[0])
        return LoadSample(
            at=now(),
            requests=round((totals.requests - before.requests) / seconds, 2),
            moves=round((totals.moves - before.moves) / seconds, 2),
            p50=quantile(times, 0.5),
            p99=quantile(times, 0.99),
            connections=self.connections(),
            cpu=round((totals.cpu - before.cpu) / seconds, 3),
            memory=resident_bytes(),
            jobs=self.jobs(),
        )

    async def _share(self, own: NodeLoad) -> list[NodeLoad]:
        """Write the figures of this node for the others, and return all nodes that are alive."""
        values = {
            "started_at": own.started_at,
            "seen_at": now(),
            "figures": {"version": own.version, **asdict(own.sample)},
        }
        async with self.database.writing() as session:
            await session.execute(delete(NodeRow).where(NodeRow.seen_at < now() - FORGOTTEN_MILLISECONDS))
            written = insert_of(session, NodeRow, {"id": own.id, **values})
            await session.execute(written.on_conflict_do_update(index_elements=[NodeRow.id], set_=values))
            alive = select(NodeRow).where(NodeRow.seen_at > now() - ALIVE_MILLISECONDS).order_by(NodeRow.started_at)
            return [node_load(row) for row in await session.scalars(alive)]

    async def _forget(self) -> None:
        if self.database.shared:
            async with self.database.writing() as session:
                await session.execute(delete(NodeRow).where(NodeRow.id == self.node_id))


@dataclass(frozen=True, slots=True)
class Totals:
    """What a node has done since its start, at a moment of the steady clock."""

    at: float
    requests: float
    moves: float
    cpu: float

    @classmethod
    def read(cls, metrics: Metrics) -> Totals:
        """Read the counters."""
        requests = sum(value for name, _, value in samples(metrics.requests) if name.endswith("_total"))
        moves = sum(value for name, _, value in samples(metrics.entries) if name.endswith("_total"))
        return cls(time.monotonic(), requests, moves, time.process_time())


def samples(metric: Any) -> Iterable[tuple[str, dict[str, str], float]]:
    """Yield the name, the labels and the value of every sample of a metric."""
    for family in metric.collect():
        for sample in family.samples:
            yield sample.name, sample.labels, sample.value


def request_times(histogram: PlainHistogram) -> Buckets:
    """Return how many requests took how long, without streams."""
    counts: Buckets = Counter()
    for name, labels, value in samples(histogram):
        if name.endswith("_bucket") and not labels["route"].endswith(STREAMS):
            counts[float(labels["le"])] += int(value)
    return counts


def quantile(counts: Buckets, share: float) -> float:
    """Return the milliseconds within which a share of the requests were answered, estimated within its bucket."""
    limits = sorted(counts)
    every = counts[limits[-1]] if limits else 0
    if every <= 0:
        return 0.0
    low, below = 0.0, 0
    for limit in limits:
        if counts[limit] >= share * every:
            if limit == float("inf"):
                return round(1000 * low, 1)
            inside = counts[limit] - below
            return round(1000 * (low + (limit - low) * (share * every - below) / max(1, inside)), 1)
        low, below = limit, counts[limit]
    return round(1000 * low, 1)


def error_counts(metrics: Metrics) -> Counter[str]:
    """Return the errors since the start by kind: failed and limited requests, and errors in the log."""
    counts = Counter({f"log {event}": count for event, count in ERRORS.items()})
    for name, labels, value in samples(metrics.requests):
        status = int(labels["status"]) if name.endswith("_total") else 0
        if status >= FIRST_ERROR or status == TOO_MANY:
            counts[f"{status} {labels['method']} {labels['route']}"] += int(value)
    return counts


def total(loads: Sequence[LoadSample]) -> LoadSample:
    """Return the load of several nodes together; the response times are those of the slowest."""
    summed = {field.name: sum(getattr(load, field.name) for load in loads) for field in fields(LoadSample)}
    slowest = {name: max(getattr(load, name) for load in loads) for name in ("at", "p50", "p99")}
    return LoadSample(**{**summed, **slowest})


def node_load(row: NodeRow) -> NodeLoad:
    """Return a row as a node."""
    known = {field.name for field in fields(LoadSample)}
    sample = LoadSample(**{name: value for name, value in row.figures.items() if name in known})
    return NodeLoad(row.id, row.started_at, str(row.figures.get("version", "")), sample)


def resident_bytes() -> int:
    """Return the memory of this process, where the system tells it, else its maximum so far."""
    with contextlib.suppress(OSError, ValueError, IndexError):
        pages = Path("/proc/self/statm").read_text(encoding="ascii").split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")
    with contextlib.suppress(ImportError):
        import resource

        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    return 0
