"""A live socket of a load test: it opens a WebSocket, and reads its frames with little work."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from websockets.client import ClientProtocol
from websockets.uri import parse_uri

HEAD_END = b"\r\n\r\n"
FINAL = 0x80  # the bit of a frame that ends its message
TEXT, CLOSE, PING, PONG = 0x1, 0x8, 0x9, 0xA
NO_MASK = bytes(4)  # a mask that changes nothing: clients have to mask what they send


class LiveSocket(asyncio.Protocol):
    """A connection that passes its messages to a function, and reports its end to another one."""

    def __init__(
        self, address: str, cookie: str, receive: Callable[[bytes], None], fail: Callable[[str], None]
    ) -> None:
        self.opened = asyncio.get_running_loop().create_future()
        self._handshake = ClientProtocol(parse_uri(address))
        self._cookie = cookie
        self._receive = receive
        self._fail = fail
        self._unread = b""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Request the upgrade."""
        self._transport = transport
        request = self._handshake.connect()
        if self._cookie:
            request.headers["Cookie"] = self._cookie
        self._handshake.send_request(request)
        transport.writelines(self._handshake.data_to_send())

    def connection_lost(self, exc: Exception | None) -> None:
        """Report a socket that the server has closed."""
        self._fail("a socket was closed")

    def close(self) -> None:
        """Close the connection, and report nothing any more."""
        self._receive = self._fail = ignore
        self._transport.close()

    def data_received(self, data: bytes) -> None:
        """Read the response to the upgrade, and after it frames."""
        self._unread += data
        if not self.opened.done():
            self._read_head()
        if self.opened.done():
            frames, self._unread = read_frames(self._unread)
            for first, content in frames:
                self._read_frame(first, content)

    def _read_head(self) -> None:
        head, end, rest = self._unread.partition(HEAD_END)
        if end:
            self._unread = rest
            self._handshake.receive_data(head + end)
            if self._handshake.handshake_exc is not None:
                self.opened.set_exception(self._handshake.handshake_exc)
            else:
                self.opened.set_result(None)

    def _read_frame(self, first: int, content: bytes) -> None:
        if first == FINAL | TEXT:
            self._receive(content)
        elif first == FINAL | PING:
            self._transport.write(bytes([FINAL | PONG, 0x80 | len(content)]) + NO_MASK + content)
        elif first != FINAL | CLOSE:
            self._fail(f"a frame begins with {first:#x}")


def read_frames(data: bytes) -> tuple[list[tuple[int, bytes]], bytes]:
    """Return the first byte and the content of every whole frame of a server, and the rest. [RFC 6455, 5.2]"""
    frames, begin = [], 0
    while len(data) - begin >= 2:
        length, at = data[begin + 1], begin + 2
        if length >= 126:
            at += 2 if length == 126 else 8
            length = int.from_bytes(data[begin + 2 : at], "big")
        end = at + length
        if end > len(data):
            break
        frames.append((data[begin], data[at:end]))
        begin = end
    return frames, data[begin:]


def ignore(_: object) -> None:
    """Do nothing."""
