"""The cluster engine: the same worker processes, each supervised by a Ray actor on a node of a Ray cluster."""

from __future__ import annotations

import logging
import os
import re
import secrets
import socket
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from itertools import islice
from tempfile import TemporaryDirectory
from typing import Any, Generic, TypeVar

from kontor.arena.records import ArenaError
from kontor.arena.workers import Engine, Job, Worker, WorkerDied, WorkerFailure

_Item = TypeVar("_Item")
_Result = TypeVar("_Result")

MAX_RETRIES = 2
TIMEOUT_SECONDS = 5.0
OBJECT_STORE_BYTES = 100_000_000
RAY_ENVIRONMENT = {
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",
    "RAY_AUTH_MODE": "token",
    "RAY_BACKEND_LOG_LEVEL": "fatal",
    "RAY_USAGE_STATS_ENABLED": "0",
}
ADDRESS_PATTERN = re.compile(r"[^/]+:\d+")


def ray_engine(address: str | None = None) -> Engine:
    """Return the engine of the Ray cluster at an address, or of a temporary one on this machine."""
    require_ray("the engine ray needs")
    if address not in (None, "auto"):
        check_reachable(address)
    return partial(run_on_cluster, address=address)


def require_ray(clause: str) -> None:
    """Raise an error that begins with a clause, unless Ray is installed."""
    if find_spec("ray") is None:
        raise ArenaError(f"{clause} the library ray; install kontor-games[cluster].")


def run_on_cluster(
    job: Job[_Item, _Result], items: Iterable[_Item], jobs: int, address: str | None = None
) -> Generator[_Result, None, None]:
    """Yield the results of all items as they are computed on the nodes of a cluster."""
    with joined_cluster(address, jobs) as (ray, fitting_jobs):
        yield from ActorPool(ray, job).finished_results(iter(items), fitting_jobs)


@contextmanager
def joined_cluster(address: str | None, jobs: int) -> Iterator[tuple[Any, int]]:
    """Join the cluster at an address, or start one here; yield Ray and how many of the jobs fit at the same time."""
    with local_cluster(jobs) if address is None else existing_cluster(address):
        ray = import_module("ray")
        yield ray, min(jobs, check_nodes(ray))


@contextmanager
def local_cluster(jobs: int) -> Iterator[None]:
    """Run a cluster on this machine that only this machine can reach."""
    os.environ.update(RAY_ENVIRONMENT)
    os.environ["RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"] = "0"  # otherwise Ray uses an address others can reach
    os.environ.setdefault("RAY_AUTH_TOKEN", secrets.token_hex(32))
    with TemporaryDirectory(prefix="kontor-", ignore_cleanup_errors=True) as folder:
        location = {"_node_ip_address": "127.0.0.1", "_temp_dir": folder}
        size = {"num_cpus": jobs, "object_store_memory": OBJECT_STORE_BYTES, "include_dashboard": False}
        with connected("local", "a Ray cluster cannot be started here", **location, **size):
            yield


@contextmanager
def existing_cluster(address: str) -> Iterator[None]:
    """Join a cluster that is managed elsewhere."""
    for name, value in RAY_ENVIRONMENT.items():
        os.environ.setdefault(name, value)
    needs = "this machine must be a node of it and know its token (RAY_AUTH_TOKEN)"
    with connected(address, f"the Ray cluster {address!r} cannot be joined; {needs}"):
        yield


def check_reachable(address: str) -> None:
    """Reject an address that refuses connections, because Ray itself would retry for minutes."""
    if not ADDRESS_PATTERN.fullmatch(address):
        raise ArenaError(f"the Ray address {address!r} must be HOST:PORT or auto.")
    host, _, port = address.rpartition(":")
    try:
        socket.create_connection((host.strip("[]"), int(port)), TIMEOUT_SECONDS).close()
    except (OSError, OverflowError) as problem:
        reason_text = getattr(problem, "strerror", None) or problem
        raise ArenaError(f"no connection to the Ray address {address!r}: {reason_text}.") from problem


@contextmanager
def connected(address: str, error_text: str, **options: Any) -> Iterator[None]:
    """Connect to a cluster; disconnecting ends the actors, and the cluster if it was started here."""
    ray = import_module("ray")
    try:
        with stderr_silenced():
            ray.init(address, log_to_driver=False, logging_level=logging.CRITICAL, **options)
    except (OSError, RuntimeError, ValueError, ray.exceptions.RayError) as problem:
        ray.shutdown()
        raise ArenaError(f"{error_text}: {connection_error(problem)}.") from problem
    try:
        yield
    finally:
        ray.shutdown(wait_for_processes=True)


@contextmanager
def stderr_silenced() -> Iterator[None]:
    """Discard what Ray writes to standard error below Python."""
    saved, null_device = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    os.dup2(null_device, 2)
    try:
        yield
    finally:
        os.dup2(saved, 2)
        os.close(saved)
        os.close(null_device)


def connection_error(problem: BaseException) -> str:
    """Return why there is no connection, in one clause."""
    text = str(problem.__cause__ or problem).strip()
    last_line = text.splitlines()[-1] if "Traceback" in text else text
    return " ".join(last_line.split()).split(". ")[0].rstrip(".")


def check_nodes(ray: Any) -> int:
    """Return the number of CPUs of a cluster; reject one without CPUs or with another version of Kontor."""
    nodes = [node for node in ray.nodes() if node["Alive"] and node["Resources"].get("CPU", 0) >= 1]
    if not nodes:
        raise ArenaError("the Ray cluster has no node with a CPU; start one with ray start --address.")
    identity = identity_of_kontor()
    ours, answers = identity(), [ask_node(ray, identity, node) for node in nodes]
    for node, theirs in zip(nodes, ray.get(answers), strict=True):
        check_node(node["NodeManagerAddress"], theirs, ours)
    return sum(int(node["Resources"]["CPU"]) for node in nodes)


def ask_node(ray: Any, question: Callable[[], object], node: Mapping[str, Any]) -> Any:
    """Run a function on a node and return a reference to its result."""
    by_affinity = import_module("ray.util.scheduling_strategies").NodeAffinitySchedulingStrategy
    return ray.remote(num_cpus=0, scheduling_strategy=by_affinity(node["NodeID"], soft=False))(question).remote()


def check_node(node: str, theirs: str | None, ours: str | None) -> None:
    """Reject a node with another version of Kontor."""
    if theirs is None:
        raise ArenaError(f"the Ray node {node} has no kontor; install kontor {ours} there.")
    if theirs != ours:
        raise ArenaError(f"the Ray node {node} has kontor {theirs}, not {ours} as here; install the same one.")


def identity_of_kontor() -> Callable[[], str | None]:
    """Return a function that returns version and content hash of the Kontor where it is called."""

    # Ray sends a nested function by value, so it can run on a node that has no kontor.
    def identity() -> str | None:
        from hashlib import blake2b
        from importlib import import_module
        from importlib.util import find_spec
        from pathlib import Path

        if find_spec("kontor") is None:
            return None
        kontor = import_module("kontor")
        home, content = Path(str(kontor.__file__)).parent, blake2b(digest_size=4)
        for part in ("kernel", "core", "games", "agents", "arena", "study", "server/workers"):
            for path in sorted((home / part).rglob("*")):
                if path.suffix in (".py", ".json", ".toml"):
                    content.update(path.relative_to(home).as_posix().encode() + path.read_bytes())
        return f"{kontor.__version__} ({content.hexdigest()})"

    return identity


class WorkerActor(Generic[_Item, _Result]):
    """An actor that supervises a worker process on its node."""

    def __init__(self, job: Job[_Item, _Result]) -> None:
        self.worker = Worker(job)

    def run(self, item: _Item) -> _Result:
        """Return the result of an item."""
        return self.worker.run(item)

    def ready(self) -> None:
        """Return when the actor has been created."""


def actor_class(ray: Any) -> Callable[..., Any]:
    """Return a function that creates an actor for a job on any node with a free CPU."""
    create: Callable[..., Any] = ray.remote(num_cpus=1)(WorkerActor).remote
    return create


@dataclass(frozen=True)
class PendingCall(Generic[_Item]):
    """An item given to an actor, and how many actors were lost with it."""

    actor: Any
    item: _Item
    retries: int = 0


class ActorPool(Generic[_Item, _Result]):
    """The actors of a job on the nodes of a cluster, and their pending calls."""

    def __init__(self, ray: Any, job: Job[_Item, _Result]) -> None:
        self.ray, self.job = ray, job
        self.new_actor = actor_class(ray)
        self.calls: dict[Any, PendingCall[_Item]] = {}

    def finished_results(self, remaining: Iterator[_Item], jobs: int) -> Generator[_Result, None, None]:
        """Yield results until no item is left."""
        for item in islice(remaining, jobs):
            self.call(PendingCall(self.new_actor(self.job), item))
        while self.calls:
            next_ready = self.next_ready()
            call = self.calls.pop(next_ready)
            try:
                result: _Result = self.ray.get(next_ready)
            except self.ray.exceptions.RayTaskError as problem:
                raise problem.cause from problem
            except self.ray.exceptions.RayError as problem:
                self.retry(call, type(problem).__name__)
                continue
            self.continue_with(call.actor, remaining)
            yield result

    def next_ready(self) -> Any:
        """Return the next finished call, or raise WorkerDied if the cluster is unreachable."""
        while not (next_ready := self.ray.wait(list(self.calls), timeout=TIMEOUT_SECONDS)[0]):
            try:
                check_reachable(self.ray.get_runtime_context().gcs_address)
            except ArenaError as problem:
                raise WorkerDied(f"the Ray cluster was lost: {problem}") from problem
        return next_ready[0]

    def call(self, call: PendingCall[_Item]) -> None:
        """Give an item to an actor."""
        self.calls[call.actor.run.remote(call.item)] = call

    def retry(self, call: PendingCall[_Item], reason_text: str) -> None:
        """Give the item of a lost actor to a new one, unless that has happened too often."""
        if call.retries == MAX_RETRIES:
            self.job.on_failure(call.item, WorkerFailure(f"was lost with its Ray actor ({reason_text})"))
        self.ray.kill(call.actor)
        self.call(replace(call, actor=self.new_actor(self.job), retries=call.retries + 1))

    def continue_with(self, actor: Any, remaining: Iterator[_Item]) -> None:
        """Give an actor its next item, or end it so that another can use its CPU."""
        try:
            self.call(PendingCall(actor, next(remaining)))
        except StopIteration:
            self.ray.kill(actor)
