"""uvicorn protocols that limit what a client may send unread, and how long it may take."""

from __future__ import annotations

import asyncio
import re
from typing import Final, cast

from fastapi import FastAPI
from orjson import dumps
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import OPEN

from kontor.server.bus.process_link import ProcessLink
from kontor.server.errors import HEADERS_TOO_LARGE
from kontor.server.middleware.security_headers import DEFAULTS
from kontor.server.node import Node

HEADERS_SECONDS: Final = 20.0
HEADERS_BYTES: Final = 65_536
CONTINUE: Final = b"HTTP/1.1 100 "
UNREAD_BODY_BYTES: Final = 1_000_000
SHORT_BODY_BYTES: Final = 20_000
TABLE_REQUEST: Final = re.compile(rb"(?:GET|POST) /api/tables/([a-z0-9]{1,16})[/? ]")


class HttpProtocol(HttpToolsProtocol):
    """Closes a connection whose headers do not end, or that goes on sending a body that was rejected.

    With several processes a connection that asks for a table goes to the process where all those of the table meet.
    """

    first_data = b""  # that another process has read from the connection

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start the timer for the headers of the first request."""
        super().connection_made(transport)
        self._timer: asyncio.TimerHandle | None = None
        self._unfinished: list[RequestResponseCycle] = []
        self._link = node_of(self.config.app).link
        self._awaits_headers = True
        self._header_bytes = self._unread_bytes = 0
        self._start_timer()
        if self.first_data:
            self.data_received(self.first_data)

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the timer, and report the end to every request, since uvicorn does so only to the last one."""
        self._stop_timer()
        for cycle in self._unfinished:
            cycle.disconnected = not cycle.response_complete
            cycle.message_event.set()
        super().connection_lost(exc)

    def shutdown(self) -> None:
        """Close the connection if it is idle, and end all live ones, which would delay the stop."""
        node_of(self.config.app).close_connections()
        super().shutdown()

    def data_received(self, data: bytes) -> None:
        """Read data, unless the headers are too large or another process has to answer."""
        if self._link is not None and self._given_away(data, self._link):
            return
        super().data_received(data)
        if not self._awaits_headers:
            return
        if self._timer is None:
            self._start_timer()
        self._header_bytes += len(data)
        if self._header_bytes > HEADERS_BYTES and not self.transport.is_closing():
            self.transport.write(raw_error_response(431, "too-large", HEADERS_TOO_LARGE))
            self.transport.close()

    def _given_away(self, data: bytes, link: ProcessLink) -> bool:
        """Give the connection to the process of a table if a request for it begins, and return whether it was."""
        found = TABLE_REQUEST.match(data)
        if found is None or not self._is_between_requests():
            return False
        owner = link.owner(found[1].decode())
        if owner == link.number or self.transport.get_write_buffer_size():
            return False
        link.give(owner, data, self.transport.get_extra_info("socket").fileno())
        self.transport.abort()
        return True

    def _is_between_requests(self) -> bool:
        cycle: RequestResponseCycle | None = self.cycle
        if cycle is None:
            return self._header_bytes == 0
        is_complete = cycle.response_complete and not cycle.more_body and not self.pipeline
        return is_complete and not self._awaits_headers

    def on_message_begin(self) -> None:
        """Begin to count the headers of a request; most of them arrive whole and need no timer."""
        super().on_message_begin()
        self._stop_timer()
        self._header_bytes = self._unread_bytes = 0
        self._awaits_headers = True

    def on_headers_complete(self) -> None:
        """Stop the timer, and start the request or let it wait for the one before it."""
        self._awaits_headers = False
        self._stop_timer()
        self.scope["abort"] = self.transport.abort  # type: ignore[typeddict-unknown-key]
        super().on_headers_complete()
        if self.cycle is not None:
            if self.cycle.transport is self.transport:
                self.scope["write_response"] = ResponseWriter(self.cycle).respond  # type: ignore[typeddict-unknown-key]
            self._unfinished = [*(cycle for cycle in self._unfinished if not cycle.response_complete), self.cycle]

    def on_body(self, body: bytes) -> None:
        """Read a part of a body; only a limited part of it may arrive after the response."""
        super().on_body(body)
        if self.cycle is not None and self.cycle.response_complete:
            self._unread_bytes += len(body)
            if self._unread_bytes > UNREAD_BODY_BYTES:
                self.transport.close()

    def on_message_complete(self) -> None:
        """End the body of a request; one that has arrived with its headers need not be waited for."""
        super().on_message_complete()
        if self.cycle is not None and not self.cycle.response_complete and len(self.cycle.body) <= SHORT_BODY_BYTES:
            self.scope["body"] = bytes(self.cycle.body)  # type: ignore[typeddict-unknown-key]

    def send_400_response(self, msg: str) -> None:
        """Answer a request that cannot be parsed with the JSON object of every other error."""
        self.transport.write(raw_error_response(400, "http", msg))
        self.transport.close()

    def handle_websocket_upgrade(self) -> None:
        """Give the connection to the protocol of WebSockets; the parser, which refers to this one, is not needed."""
        super().handle_websocket_upgrade()
        self.parser = None  # type: ignore[assignment]

    def _start_timer(self) -> None:
        self._timer = self.loop.call_later(HEADERS_SECONDS, self.transport.close)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class ResponseWriter:
    """Writes the head of a response together with the beginning of its body, which takes one system call."""

    def __init__(self, cycle: RequestResponseCycle) -> None:
        self._cycle = cycle
        self._transport = cycle.transport
        self._complete = cycle.on_response
        self._head = b""
        self._is_head_written = False
        cycle.transport = cast("asyncio.Transport", self)
        cycle.on_response = self.complete

    def write(self, data: bytes) -> None:
        """Write data, or keep it if it is the head."""
        if self._is_head_written or data.startswith(CONTINUE):
            self._transport.write(data)
        elif not self._head:
            self._head = data
        else:
            self._is_head_written = True
            self._transport.write(self._head + data)

    def respond(self, response: bytes) -> bool:
        """Write a whole response at once; return False if it has to be sent through the layers of the server."""
        cycle = self._cycle
        if cycle.response_started or cycle.disconnected or cycle.flow.write_paused or not cycle.keep_alive:
            return False
        self._is_head_written = cycle.response_started = cycle.response_complete = True
        self._transport.write(response)
        cycle.message_event.set()
        cycle.on_response()
        return True

    def flush(self) -> None:
        """Write the head of a response without a body."""
        if self._head and not self._is_head_written:
            self.write(b"")

    def complete(self) -> None:
        """Write what is left of a response, and go on with the next request.

        The request is left without references to itself, so that it needs no garbage collector.
        """
        self.flush()
        self._cycle.transport = self._transport
        self._cycle.scope.pop("write_response", None)  # type: ignore[typeddict-item]
        self._complete()

    def close(self) -> None:
        """Close the connection after everything was written."""
        self.flush()
        self._transport.close()

    def is_closing(self) -> bool:
        """Return whether the connection is being closed."""
        return self._transport.is_closing()


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """Reads nothing from a client that does not read, since every ping has to be answered.

    Frames that are encoded already are written without the layers between: `scope["write_frame"]`. A connection that
    has ended is left without references to itself, since the garbage collector finds late what was long in use.
    """

    def handle_connect(self, event: Request) -> None:
        """Start the app, which can write frames."""
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["write_frame"] = self.write_frame  # type: ignore[typeddict-unknown-key]

    def write_frame(self, frame: bytes) -> bool:
        """Write an encoded frame; return False while the client does not read, or if the connection is closing."""
        if (
            not self.writable.is_set()
            or self.close_sent
            or self.conn.state is not OPEN
            or self.transport.is_closing()
        ):
            return False
        self.transport.write(frame)
        return True

    async def run_asgi(self) -> None:
        """Run the app, and forget what it knew of the connection."""
        await super().run_asgi()
        self.scope.clear()  # type: ignore[attr-defined]

    def connection_lost(self, exc: Exception | None) -> None:
        """End the connection, and the parser of its frames."""
        super().connection_lost(exc)
        self.conn.parser.close()

    def pause_writing(self) -> None:
        """Stop reading until the client has read."""
        super().pause_writing()
        self.transport.pause_reading()

    def resume_writing(self) -> None:
        """Read again."""
        super().resume_writing()
        if not self.read_paused:
            self.transport.resume_reading()

    def data_received(self, data: bytes) -> None:
        """Read data; an invalid handshake closes the connection."""
        super().data_received(data)
        if self.conn.handshake_exc is not None and not self.handshake_initiated:
            self.transport.write(raw_error_response(400, "http", "The WebSocket handshake is invalid."))
            self.transport.close()


def node_of(app: object) -> Node:
    """Return the node of the app that uvicorn serves."""
    assert isinstance(app, FastAPI)
    node: Node = app.state.node
    return node


def raw_error_response(status: int, error: str, sentence: str) -> bytes:
    """Return the bytes of an error response to a request that was not parsed."""
    body = dumps({"error": error, "sentence": sentence, "facts": {}})
    head = f"HTTP/1.1 {status} Rejected\r\ncontent-type: application/json\r\ncontent-length: {len(body)}\r\n"
    security = "".join(f"{name.lower()}: {value}\r\n" for name, value in DEFAULTS.items())
    return f"{head}{security}connection: close\r\n\r\n".encode() + body
