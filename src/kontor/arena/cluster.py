"""The cluster engine: the same worker processes, each under a Ray actor on some node of a Ray cluster."""

from __future__ import annotations

import logging
import os
import secrets
import socket
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from itertools import islice
from tempfile import TemporaryDirectory
from typing import Any, Generic, TypeVar

from kontor.arena.records import ArenaError
from kontor.arena.workers import Engine, Errand, Loss, Worker

_Item = TypeVar("_Item")
_Piece = TypeVar("_Piece")

RETRIES = 2
PATIENCE = 5.0
OBJECT_STORE = 100_000_000
QUIET = {
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",
    "RAY_AUTH_MODE": "token",
    "RAY_USAGE_STATS_ENABLED": "0",
}
LOOPBACK = "127.0.0.1"


def ray_engine(address: str | None = None) -> Engine:
    """The engine of the Ray cluster at an address, or of one on this machine that lives as long as the work."""
    if find_spec("ray") is None:
        raise ArenaError("the engine ray needs the library ray; install kontor[cluster].")
    return partial(cluster_shares, address=address)


def cluster_shares(
    errand: Errand[_Item, _Piece], items: Iterable[_Item], jobs: int, address: str | None = None
) -> Generator[_Piece, None, None]:
    """The pieces of all items as they are made on the nodes of a cluster."""
    with started(jobs) if address is None else joined(address):
        ray = import_module("ray")
        check_nodes(ray)
        yield from arrivals(ray, errand, iter(items), jobs)


@contextmanager
def started(jobs: int) -> Iterator[None]:
    """A cluster on this machine that only this machine can reach."""
    os.environ.update(QUIET, RAY_AUTH_TOKEN=secrets.token_hex(32), RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER="0")
    with TemporaryDirectory(prefix="kontor-", ignore_cleanup_errors=True) as folder:
        own: dict[str, Any] = {"_node_ip_address": LOOPBACK, "_temp_dir": folder, "include_dashboard": False}
        with connected("local", num_cpus=jobs, object_store_memory=OBJECT_STORE, **own):
            yield


@contextmanager
def joined(address: str) -> Iterator[None]:
    """A cluster that somebody else started and will end."""
    for name, value in QUIET.items():
        os.environ.setdefault(name, value)
    knock(address)
    with connected(address):
        yield


def knock(address: str) -> None:
    """Refuse an address at which nobody answers; Ray itself would try for minutes."""
    host, colon, port = address.rpartition(":")
    if not (colon and port.isdecimal()):
        return
    try:
        socket.create_connection((host, int(port)), PATIENCE).close()
    except (OSError, OverflowError) as problem:
        raise ArenaError(f"nobody answers at the Ray address {address!r}: {problem}.") from problem


@contextmanager
def connected(address: str, **options: Any) -> Iterator[None]:
    """A connection to a cluster; ending it ends the actors, and the cluster if it began with it."""
    ray = import_module("ray")
    try:
        ray.init(address, log_to_driver=False, logging_level=logging.CRITICAL, **options)
    except (OSError, RuntimeError, ValueError, ray.exceptions.RayError) as problem:
        ray.shutdown()
        raise ArenaError(f"the Ray cluster {address!r} cannot be joined: {reason(problem)}") from problem
    try:
        yield
    finally:
        ray.shutdown(wait_for_processes=True)


def reason(problem: BaseException) -> str:
    """Why a cluster cannot be joined, and what it needs, in one sentence."""
    root = problem.__cause__ or problem
    line = next(iter(str(root).splitlines()), "") or type(root).__name__
    return f"{line.rstrip('.')}; this machine must be a node of it and have its token (RAY_AUTH_TOKEN)."


def check_nodes(ray: Any) -> None:
    """Refuse a cluster without nodes to play on, or with nodes whose kontor is not ours."""
    nodes = [node for node in ray.nodes() if node["Alive"] and node["Resources"].get("CPU")]
    if not nodes:
        raise ArenaError("the Ray cluster has no node with a CPU; start one with ray start --address.")
    identity = identity_of_kontor()
    ours, told = identity(), [ask(ray, identity, node) for node in nodes]
    for node, theirs in zip(nodes, ray.get(told), strict=True):
        check_node(node["NodeManagerAddress"], theirs, ours)


def ask(ray: Any, question: Callable[[], object], node: Mapping[str, Any]) -> Any:
    """What a node will answer."""
    by_affinity = import_module("ray.util.scheduling_strategies").NodeAffinitySchedulingStrategy
    return ray.remote(num_cpus=0, scheduling_strategy=by_affinity(node["NodeID"], soft=False))(question).remote()


def check_node(node: str, theirs: str | None, ours: str | None) -> None:
    """Refuse a node whose kontor is not ours."""
    if theirs is None:
        raise ArenaError(f"the Ray node {node} has no kontor; install kontor {ours} there.")
    if theirs != ours:
        raise ArenaError(f"the Ray node {node} has kontor {theirs}, not {ours} as here; install the same one.")


def identity_of_kontor() -> Callable[[], str | None]:
    """A function that tells version and content of the kontor where it is called."""

    # A function inside another travels as a whole, and so can say that there is no kontor to find it in.
    def identity() -> str | None:
        from hashlib import blake2b
        from importlib.util import find_spec
        from pathlib import Path

        if find_spec("kontor") is None:
            return None
        import kontor

        home, content = Path(str(kontor.__file__)).parent, blake2b(digest_size=4)
        for part in ("core", "games", "agents", "arena"):
            for path in sorted((home / part).rglob("*")):
                if path.suffix in (".py", ".json", ".toml"):
                    content.update(path.relative_to(home).as_posix().encode() + path.read_bytes())
        return f"{kontor.__version__} ({content.hexdigest()})"

    return identity


class Post(Generic[_Item, _Piece]):
    """The actor: it stands on a node and watches a worker process there."""

    def __init__(self, errand: Errand[_Item, _Piece]) -> None:
        self.worker = Worker(errand)

    def make(self, item: _Item) -> _Piece:
        """The piece of an item."""
        return self.worker.make(item)


def arrivals(
    ray: Any, errand: Errand[_Item, _Piece], rest: Iterator[_Item], jobs: int
) -> Generator[_Piece, None, None]:
    """What posts make until nothing is left to give them; a post without work makes room for one that waits."""
    post_class = ray.remote(num_cpus=1, max_restarts=RETRIES, max_task_retries=RETRIES)(Post)
    shared, busy = ray.put(errand), dict[Any, tuple[Any, _Item]]()
    for item in islice(rest, jobs):
        post = post_class.remote(shared)
        busy[post.make.remote(item)] = (post, item)
    while busy:
        (ready,), _ = ray.wait(list(busy), num_returns=1)
        post, item = busy.pop(ready)
        piece = taken(ray, ready, errand, item)
        try:
            item = next(rest)
            busy[post.make.remote(item)] = (post, item)
        except StopIteration:
            ray.kill(post)
        yield piece


def taken(ray: Any, ready: Any, errand: Errand[_Item, _Piece], item: _Item) -> _Piece:
    """The piece that is ready; raises what its worker raised, or what a post means that Ray could not keep."""
    try:
        piece: _Piece = ray.get(ready)
    except ray.exceptions.RayTaskError as problem:
        raise problem.cause from problem
    except ray.exceptions.RayError as problem:
        return errand.lost(item, Loss(f"was lost with its Ray actor ({type(problem).__name__})"))
    return piece
