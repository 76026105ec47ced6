"""Serving: an app on a socket until somebody asks it to stop."""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
import threading
from collections.abc import Callable, Iterable
from ipaddress import IPv4Network, IPv6Network

import uvicorn
from fastapi import FastAPI

from kontor.server.app import create_app
from kontor.server.connections import Connection, LiveConnection
from kontor.server.settings import Settings
from kontor.server.store.life import Life
from kontor.server.store.opening import Unusable, explained, open_database

UNREAD_MILLISECONDS = 30_000
LARGEST_WORD = 65_536  # bytes a client may send over a socket, which nobody needs
GRACE_SECONDS = 5
IDLE_SECONDS = 60
EXIT_SECONDS = 9.3  # after GRACE_SECONDS for requests and those of Node.stop


class Serving(uvicorn.Server):
    """A server that says when it is there, and ends when its database begins another life."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None], life: Life) -> None:
        super().__init__(config)
        self.ready = ready
        self.life = life
        self.problem: Unusable | None = None
        self._last_resort = threading.Timer(EXIT_SECONDS, os._exit, [1])
        self._last_resort.daemon = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Shut down; a thread that waits for a database longer than that is left behind with the process."""
        self._last_resort.start()
        await super().shutdown(sockets=sockets)

    def keep_process(self) -> None:
        """Let the process live on after a shutdown, to serve again."""
        self._last_resort.cancel()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, and say so if it worked; without a database that can be used there is nothing to start."""
        try:
            await open_database(self.life.database)
        except Unusable as problem:
            self.problem, self.should_exit = problem, True
            await self.life.database.close()
            return
        await super().startup(sockets=sockets)
        if self.started:
            self.ready()

    async def on_tick(self, counter: int) -> bool:
        """Whether it is time to end."""
        return await super().on_tick(counter) or self.life.is_over


def bind(host: str, port: int) -> socket.socket:
    """A socket on an address; port 0 lets the system choose one."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    bound = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)  # asyncio sends at once only if it is named
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    give_up_on_silent_readers(bound)
    bound.bind((host, port))
    return bound


def give_up_on_silent_readers(bound: socket.socket) -> None:
    """Let the system cut connections whose other end takes nothing any more, where it can."""
    with contextlib.suppress(AttributeError, OSError):
        bound.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNREAD_MILLISECONDS)


def config(app: FastAPI, grace: int = GRACE_SECONDS) -> uvicorn.Config:
    """How an app is served; messages over sockets are short and many, and not worth packing."""
    return uvicorn.Config(
        app,
        http=Connection,
        ws=LiveConnection,
        ws_max_size=LARGEST_WORD,
        ws_per_message_deflate=False,
        access_log=False,
        log_config=None,
        proxy_headers=True,
        forwarded_allow_ips=trusted_addresses(app.state.node.settings.proxies),
        timeout_keep_alive=IDLE_SECONDS,
        timeout_graceful_shutdown=grace,
        server_header=False,
    )


def trusted_addresses(proxies: Iterable[IPv4Network | IPv6Network]) -> list[str]:
    """Return the networks of proxies as uvicorn reads them; IPv4 also as a socket for both protocols shows it."""
    networks = list(proxies)
    mapped = [f"::ffff:{net.network_address}/{96 + net.prefixlen}" for net in networks if net.version == 4]
    return [*map(str, networks), *mapped]


def allow_many_connections() -> None:
    """Let this process open as many files, which connections are, as the system allows it, where there are limits."""
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def serve(settings: Settings, bound: socket.socket, ready: Callable[[], None]) -> bool:
    """Serve until a signal comes, anew after every backup that was restored; whether it ever began."""
    allow_many_connections()
    while True:
        with explained(settings.database or settings.url):
            app = create_app(settings)
        server = Serving(config(app), ready, app.state.node.life)
        with contextlib.suppress(KeyboardInterrupt, asyncio.CancelledError):
            server.run(sockets=[bound.dup()])
        if server.problem is not None:
            raise server.problem
        if not server.life.is_over:
            return server.started
        server.keep_process()
        ready = nothing


def nothing() -> None:
    """Say nothing again."""
