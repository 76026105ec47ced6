"""Runs an app on a socket until the process is asked to stop."""

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
from kontor.server.bus.process_link import ProcessLink
from kontor.server.collector_tuning import CollectorTuning
from kontor.server.errors import DatabaseUnusable
from kontor.server.http_protocols import HttpProtocol, WebSocketProtocol, node_of
from kontor.server.settings import Settings
from kontor.server.store.generation import DatabaseGeneration
from kontor.server.store.startup import explained, open_database

UNREAD_MILLISECONDS = 30_000
MAX_SOCKET_MESSAGE = 65_536  # bytes a client may send over a WebSocket, where no message is needed
GRACE_SECONDS = 5
IDLE_SECONDS = 60
EXIT_SECONDS = 9.3  # after GRACE_SECONDS for requests and those of Node.stop


class HttpServer(uvicorn.Server):
    """A uvicorn server that reports when it has started, and stops when its database is replaced by a backup."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None], generation: DatabaseGeneration) -> None:
        super().__init__(config)
        self.ready = ready
        self.generation = generation
        self.problem: DatabaseUnusable | None = None
        self._adopting: set[asyncio.Task[tuple[asyncio.Transport, HttpProtocol]]] = set()
        self._forced_exit = threading.Timer(EXIT_SECONDS, os._exit, [1])
        self._forced_exit.daemon = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Shut down, and end the process if a thread still waits for a database after EXIT_SECONDS."""
        self._forced_exit.start()
        await super().shutdown(sockets=sockets)

    def keep_process(self) -> None:
        """Let the process run on after a shutdown, to serve again."""
        self._forced_exit.cancel()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start and report it, unless the database cannot be used."""
        try:
            await open_database(self.generation.database)
        except DatabaseUnusable as problem:
            self.problem, self.should_exit = problem, True
            await self.generation.database.close()
            return
        await super().startup(sockets=sockets)
        link = node_of(self.config.app).link
        if link is not None:
            link.on_connection = self.adopt
        if self.started:
            self.ready()

    def adopt(self, data: bytes, descriptor: int) -> None:
        """Serve a connection that another process has accepted, beginning with what it has read."""
        connection = socket.socket(fileno=descriptor)
        if self.should_exit:
            connection.close()
            return
        connection.setblocking(False)
        protocol = HttpProtocol(self.config, self.server_state, self.lifespan.state)
        protocol.first_data = data
        task = asyncio.ensure_future(asyncio.get_running_loop().connect_accepted_socket(lambda: protocol, connection))
        self._adopting.add(task)
        task.add_done_callback(self._adopting.discard)

    async def on_tick(self, counter: int) -> bool:
        """Return whether the server has to stop."""
        return await super().on_tick(counter) or self.generation.is_replaced


def bind(host: str, port: int) -> socket.socket:
    """Return a socket bound to an address; port 0 lets the system choose one."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    bound = socket.socket(
        family, socket.SOCK_STREAM, socket.IPPROTO_TCP
    )  # asyncio disables Nagle only if it is named
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    set_user_timeout(bound)
    bound.bind((host, port))
    return bound


def set_user_timeout(bound: socket.socket) -> None:
    """Let the system close connections whose peer acknowledges nothing any more, where it can."""
    with contextlib.suppress(AttributeError, OSError):
        bound.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNREAD_MILLISECONDS)


def config(app: FastAPI, grace: int = GRACE_SECONDS) -> uvicorn.Config:
    """Return the configuration of uvicorn; WebSocket messages are short and many, and not worth compressing."""
    return uvicorn.Config(
        app,
        http=HttpProtocol,
        ws=WebSocketProtocol,
        ws_max_size=MAX_SOCKET_MESSAGE,
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
    """Return the networks of proxies as uvicorn reads them; IPv4 also as a dual-stack socket shows it."""
    networks = list(proxies)
    mapped = [f"::ffff:{net.network_address}/{96 + net.prefixlen}" for net in networks if net.version == 4]
    return [*map(str, networks), *mapped]


def raise_open_file_limit() -> None:
    """Raise the limit of open files, and so of connections, as far as the system allows."""
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        _, maximum = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (maximum, maximum))


def serve(
    settings: Settings, bound: socket.socket, ready: Callable[[], None], link: ProcessLink | None = None
) -> bool:
    """Serve until a signal arrives, restarting after a restored backup; return whether the server ever started."""
    raise_open_file_limit()

    def on_start() -> None:
        CollectorTuning().start()
        ready()

    while True:
        with explained(settings.database or settings.url):
            app = create_app(settings, link)
        server = HttpServer(config(app), on_start, app.state.node.generation)
        with contextlib.suppress(KeyboardInterrupt, asyncio.CancelledError):
            server.run(sockets=[bound.dup()])
        if server.problem is not None:
            raise server.problem
        if not server.generation.is_replaced:
            return server.started
        server.keep_process()
        on_start = report_nothing


def report_nothing() -> None:
    """Do nothing, since only the first start is reported."""
