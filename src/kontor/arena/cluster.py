"""The cluster engine: the same worker processes, each under a Ray actor on some node of a Ray cluster."""

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
from kontor.arena.workers import Engine, Errand, Loss, Worker, WorkerDied

_Item = TypeVar("_Item")
_Piece = TypeVar("_Piece")

MOST_LOSSES = 2
PATIENCE = 5.0
OBJECT_STORE = 100_000_000
QUIET = {
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",
    "RAY_AUTH_MODE": "token",
    "RAY_BACKEND_LOG_LEVEL": "fatal",
    "RAY_USAGE_STATS_ENABLED": "0",
}
ADDRESS = re.compile(r"[^/]+:\d+")


def ray_engine(address: str | None = None) -> Engine:
    """The engine of the Ray cluster at an address, or of one on this machine that lives as long as the work."""
    if find_spec("ray") is None:
        raise ArenaError("the engine ray needs the library ray; install kontor[cluster].")
    if address not in (None, "auto"):
        knock(address)
    return partial(cluster_shares, address=address)


def cluster_shares(
    errand: Errand[_Item, _Piece], items: Iterable[_Item], jobs: int, address: str | None = None
) -> Generator[_Piece, None, None]:
    """The pieces of all items as they are made on the nodes of a cluster."""
    with started(jobs) if address is None else joined(address):
        ray = import_module("ray")
        places = check_nodes(ray)
        yield from Posts(ray, errand).arrivals(iter(items), min(jobs, places))


@contextmanager
def started(jobs: int) -> Iterator[None]:
    """A cluster on this machine that only this machine can reach."""
    os.environ.update(QUIET)
    os.environ["RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"] = "0"  # else Ray leaves 127.0.0.1 for an address others reach
    os.environ.setdefault("RAY_AUTH_TOKEN", secrets.token_hex(32))
    with TemporaryDirectory(prefix="kontor-", ignore_cleanup_errors=True) as folder:
        where = {"_node_ip_address": "127.0.0.1", "_temp_dir": folder}
        size = {"num_cpus": jobs, "object_store_memory": OBJECT_STORE, "include_dashboard": False}
        with connected("local", "a Ray cluster cannot be started here", **where, **size):
            yield


@contextmanager
def joined(address: str) -> Iterator[None]:
    """A cluster that somebody else started and will end."""
    for name, value in QUIET.items():
        os.environ.setdefault(name, value)
    needs = "this machine must be a node of it and know its token (RAY_AUTH_TOKEN)"
    with connected(address, f"the Ray cluster {address!r} cannot be joined; {needs}"):
        yield


def knock(address: str) -> None:
    """Refuse an address at which nobody answers; Ray itself would try for minutes."""
    if not ADDRESS.fullmatch(address):
        raise ArenaError(f"the Ray address {address!r} must be HOST:PORT or auto.")
    host, _, port = address.rpartition(":")
    try:
        socket.create_connection((host.strip("[]"), int(port)), PATIENCE).close()
    except (OSError, OverflowError) as problem:
        why = getattr(problem, "strerror", None) or problem
        raise ArenaError(f"nobody answers at the Ray address {address!r}: {why}.") from problem


@contextmanager
def connected(address: str, refusal: str, **options: Any) -> Iterator[None]:
    """A connection to a cluster; ending it ends the actors, and the cluster if it began with it."""
    ray = import_module("ray")
    try:
        with hushed():
            ray.init(address, log_to_driver=False, logging_level=logging.CRITICAL, **options)
    except (OSError, RuntimeError, ValueError, ray.exceptions.RayError) as problem:
        ray.shutdown()
        raise ArenaError(f"{refusal}: {reason(problem)}.") from problem
    try:
        yield
    finally:
        ray.shutdown(wait_for_processes=True)


@contextmanager
def hushed() -> Iterator[None]:
    """Keep what Ray writes to standard error, past Python, from the eyes of people."""
    usual, nowhere = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 2)
    try:
        yield
    finally:
        os.dup2(usual, 2)
        os.close(usual)
        os.close(nowhere)


def reason(problem: BaseException) -> str:
    """Why there is no connection, in one clause."""
    text = str(problem.__cause__ or problem).strip()
    said = text.splitlines()[-1] if "Traceback" in text else text
    return " ".join(said.split()).split(". ")[0].rstrip(".")


def check_nodes(ray: Any) -> int:
    """The number of games a cluster can play at once; it must have a place, and no node whose kontor is not ours."""
    nodes = [node for node in ray.nodes() if node["Alive"] and node["Resources"].get("CPU", 0) >= 1]
    if not nodes:
        raise ArenaError("the Ray cluster has no node with a CPU; start one with ray start --address.")
    identity = identity_of_kontor()
    ours, told = identity(), [ask(ray, identity, node) for node in nodes]
    for node, theirs in zip(nodes, ray.get(told), strict=True):
        check_node(node["NodeManagerAddress"], theirs, ours)
    return sum(int(node["Resources"]["CPU"]) for node in nodes)


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
        for part in ("core", "games", "agents", "arena", "study"):
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


@dataclass(frozen=True)
class Call(Generic[_Item]):
    """What a post was asked to make, and how many posts were lost over it."""

    post: Any
    item: _Item
    losses: int = 0


class Posts(Generic[_Item, _Piece]):
    """The posts of an errand on the nodes of a cluster, and what each of them makes."""

    def __init__(self, ray: Any, errand: Errand[_Item, _Piece]) -> None:
        self.ray, self.errand = ray, errand
        self.found = ray.remote(num_cpus=1)(Post).remote
        self.calls: dict[Any, Call[_Item]] = {}

    def arrivals(self, rest: Iterator[_Item], jobs: int) -> Generator[_Piece, None, None]:
        """What posts make until nothing is left to give them."""
        for item in islice(rest, jobs):
            self.call(Call(self.found(self.errand), item))
        while self.calls:
            ready = self.ready()
            call = self.calls.pop(ready)
            try:
                piece: _Piece = self.ray.get(ready)
            except self.ray.exceptions.RayTaskError as problem:
                raise problem.cause from problem
            except self.ray.exceptions.RayError as problem:
                self.repeat(call, type(problem).__name__)
                continue
            self.go_on(call.post, rest)
            yield piece

    def ready(self) -> Any:
        """The next call that is answered; a cluster that is gone would never answer."""
        while not (ready := self.ray.wait(list(self.calls), timeout=PATIENCE)[0]):
            try:
                knock(self.ray.get_runtime_context().gcs_address)
            except ArenaError as problem:
                raise WorkerDied(f"the Ray cluster was lost: {problem}") from problem
        return ready[0]

    def call(self, call: Call[_Item]) -> None:
        """Ask a post for the piece of an item."""
        self.calls[call.post.make.remote(call.item)] = call

    def repeat(self, call: Call[_Item], why: str) -> None:
        """Let another post make what a lost one was asked for, if that has not happened too often."""
        if call.losses == MOST_LOSSES:
            self.errand.lost(call.item, Loss(f"was lost with its Ray actor ({why})"))
        self.ray.kill(call.post)
        self.call(replace(call, post=self.found(self.errand), losses=call.losses + 1))

    def go_on(self, post: Any, rest: Iterator[_Item]) -> None:
        """Give a post its next item, or let it go, since another may wait for its place."""
        try:
            self.call(Call(post, next(rest)))
        except StopIteration:
            self.ray.kill(post)
