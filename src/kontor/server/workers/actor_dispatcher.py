"""The process of a server that joins a Ray cluster and gives the calls of the server to actors there.

It is a process of its own, so that nothing Ray does when the cluster is lost can end or block the server.
"""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from multiprocessing.connection import Connection
from queue import Empty, SimpleQueue
from typing import Any

from kontor.arena.cluster import TIMEOUT_SECONDS, actor_class, check_reachable, joined_cluster
from kontor.arena.records import ArenaError
from kontor.arena.workers import WorkerDied, exit_with_parent
from kontor.server.workers.calls import Call, CallJob, Outcome


@dataclass(frozen=True)
class Request:
    """A call of the server with its number; without a call the one with this number is cancelled."""

    number: int
    call: Call | None


@dataclass(frozen=True)
class Response:
    """The outcome of a call; without an outcome the worker process or the actor was lost, for a reason."""

    number: int
    outcome: Outcome | None
    reason: str = ""


@dataclass(frozen=True)
class Capacity:
    """How many calls run at the same time at the cluster."""

    count: int


@dataclass(frozen=True)
class Unreachable:
    """Why the cluster cannot be used; the process ends."""

    problem: str


def dispatcher_main(connection: Connection[Any, Any], address: str | None, count: int) -> None:
    """Join the cluster at an address, or start one here, and carry out requests until the server ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=exit_with_parent, daemon=True).start()
    try:
        if address is not None:
            check_reachable(address)
        with joined_cluster(address, count) as (ray, fitting_calls):
            ActorDispatcher(ray, connection, fitting_calls).run()
    except ArenaError as problem:
        connection.send(Unreachable(str(problem)))


class ActorDispatcher:
    """The actors of a server at a cluster and the calls they carry out; all events are handled by one thread."""

    def __init__(self, ray: Any, connection: Connection[Any, Any], count: int) -> None:
        self.ray = ray
        self.connection = connection
        self.count = count
        self.new_actor = actor_class(ray)
        self.ready: set[Any] = set()
        self.idle: list[Any] = []
        self.waiting: dict[int, Call] = {}
        self.running: dict[int, Any] = {}
        self.events: SimpleQueue[Callable[[], None] | None] = SimpleQueue()

    def run(self) -> None:
        """Handle events until the server closes the connection; raise ArenaError if the cluster is lost."""
        threading.Thread(target=self.read_requests, daemon=True).start()
        for _ in range(self.count):
            self.add_actor()
        next_check = time.monotonic() + TIMEOUT_SECONDS
        while True:
            try:
                handle = self.events.get(timeout=TIMEOUT_SECONDS)
                if handle is None:
                    return
                handle()
            except Empty:
                pass
            if time.monotonic() > next_check:
                check_reachable(self.ray.get_runtime_context().gcs_address)
                next_check = time.monotonic() + TIMEOUT_SECONDS

    def read_requests(self) -> None:
        """Turn what the server sends into events."""
        try:
            while (request := self.connection.recv()) is not None:
                self.events.put(partial(self.on_request, request))
        except (EOFError, OSError):
            pass
        self.events.put(None)

    def add_actor(self) -> None:
        """Create an actor, which is ready when a node has a CPU for it."""
        actor = self.new_actor(CallJob())
        self.when_done(actor.ready.remote(), partial(self.on_ready, actor))

    def when_done(self, reference: Any, handle: Callable[[Any], None]) -> None:
        """Let an event handle the future of a remote call when it is done."""
        reference.future().add_done_callback(lambda future: self.events.put(partial(handle, future)))

    def on_ready(self, actor: Any, future: Any) -> None:
        """Use a new actor."""
        if future.exception() is not None:
            raise ArenaError(f"an actor could not be started: {type(future.exception()).__name__}")
        self.ready.add(actor)
        self.idle.append(actor)
        self.connection.send(Capacity(len(self.ready)))
        self.start_calls()

    def on_request(self, request: Request) -> None:
        """Carry out a call as soon as an actor is idle, or cancel one."""
        if request.call is not None:
            self.waiting[request.number] = request.call
            self.start_calls()
        elif self.waiting.pop(request.number, None) is None and request.number in self.running:
            self.replace(self.running.pop(request.number))

    def start_calls(self) -> None:
        """Give waiting calls to idle actors, the oldest first."""
        while self.idle and self.waiting:
            number = next(iter(self.waiting))
            actor = self.running[number] = self.idle.pop()
            self.when_done(actor.run.remote(self.waiting.pop(number)), partial(self.on_done, number, actor))

    def on_done(self, number: int, actor: Any, future: Any) -> None:
        """Send the outcome of a call, unless it was cancelled; replace an actor that was lost."""
        if self.running.pop(number, None) is None:
            return
        response, is_usable = self.response(number, future)
        self.connection.send(response)
        if is_usable:
            self.idle.append(actor)
            self.start_calls()
        else:
            self.replace(actor)

    def response(self, number: int, future: Any) -> tuple[Response, bool]:
        """Return the response to a call, and whether its actor can be used again."""
        problem = future.exception()
        if problem is None:
            return Response(number, future.result()), True
        cause = getattr(problem, "cause", None)
        if isinstance(problem, WorkerDied) or isinstance(cause, WorkerDied):
            return Response(number, None, str(cause or problem)), True
        return Response(number, None, type(problem).__name__), False

    def replace(self, actor: Any) -> None:
        """End an actor and create another."""
        self.ready.discard(actor)
        self.ray.kill(actor)
        self.connection.send(Capacity(len(self.ready)))
        self.add_actor()
