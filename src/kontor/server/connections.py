"""Connections: how much a client may send that nobody waits for, and how long it may take."""

from __future__ import annotations

import asyncio
from typing import Final

from orjson import dumps
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from kontor.server.headers import DEFAULTS

HEAD_SECONDS: Final = 20.0
HEAD_BYTES: Final = 65_536
UNWANTED_BYTES: Final = 1_000_000
TOO_LARGE_A_HEAD: Final = "The head of the request is too large; send fewer and shorter headers."


class Connection(HttpToolsProtocol):
    """A connection for requests: given up when a head does not end, or a body that was refused goes on and on."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for the first head."""
        super().connection_made(transport)
        self._late: asyncio.TimerHandle | None = None
        self._wait_for_head()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no more."""
        self._end_head()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read on, unless the head is too large."""
        super().data_received(data)
        self._head += len(data)
        if self._late is not None and self._head > HEAD_BYTES and not self.transport.is_closing():
            self.transport.write(written(431, "too-large", TOO_LARGE_A_HEAD))
            self.transport.close()

    def on_message_begin(self) -> None:
        """Wait for the rest of a head."""
        super().on_message_begin()
        self._wait_for_head()

    def on_headers_complete(self) -> None:
        """Have a head."""
        self._end_head()
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """Take a part of a body; what comes after the answer is unwanted, and some of it is put up with."""
        super().on_body(body)
        if self.cycle is not None and self.cycle.response_complete:
            self._unwanted += len(body)
            if self._unwanted > UNWANTED_BYTES:
                self.transport.close()

    def send_400_response(self, msg: str) -> None:
        """Answer a request that cannot be parsed in the form of every other problem."""
        self.transport.write(written(400, "http", msg))
        self.transport.close()

    def _wait_for_head(self) -> None:
        self._end_head()
        self._head = self._unwanted = 0
        self._late = self.loop.call_later(HEAD_SECONDS, self.transport.close)

    def _end_head(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None


class LiveConnection(WebSocketsSansIOProtocol):
    """A live socket: nothing is read from a client that does not read, since pings want to be answered."""

    def pause_writing(self) -> None:
        """Wait until the client has read."""
        super().pause_writing()
        self.transport.pause_reading()

    def resume_writing(self) -> None:
        """Go on."""
        super().resume_writing()
        if not self.read_paused:
            self.transport.resume_reading()

    def data_received(self, data: bytes) -> None:
        """Read on; a greeting that cannot be understood ends the connection."""
        super().data_received(data)
        if self.conn.handshake_exc is not None and not self.handshake_initiated:
            self.transport.write(written(400, "http", "The upgrade to a live socket cannot be understood."))
            self.transport.close()


def written(status: int, error: str, sentence: str) -> bytes:
    """A problem as an answer to somebody whose request was never read."""
    body = dumps({"error": error, "sentence": sentence, "facts": {}})
    head = f"HTTP/1.1 {status} Refused\r\ncontent-type: application/json\r\ncontent-length: {len(body)}\r\n"
    security = "".join(f"{name.lower()}: {value}\r\n" for name, value in DEFAULTS.items())
    return f"{head}{security}connection: close\r\n\r\n".encode() + body
