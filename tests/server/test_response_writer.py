"""The head of a response is written with its body, and at once where there is none."""

import asyncio

import pytest

from tests.server.live_server import PATIENCE, LiveServer

pytestmark = pytest.mark.anyio

BODY = b'{"name": "Anneke"}'


async def exchange(server: LiveServer, *requests: tuple[bytes, bytes]) -> bytes:
    """Send parts of requests, wait after each for an expected answer, and return everything received."""
    host, _, port = server.address.rpartition("/")[2].partition(":")
    received = b""
    async with asyncio.timeout(PATIENCE):
        reader, writer = await asyncio.open_connection(host, int(port))
        for request, answer in requests:
            writer.write(request)
            start = len(received)
            while answer not in received[start:]:
                part = await reader.read(65_536)
                assert part, received
                received += part
        writer.close()
    return received


async def test_responses_without_a_body_are_not_held_back(server: LiveServer) -> None:
    head = b"HEAD /api/games HTTP/1.1\r\nHost: localhost\r\n\r\n"
    get = head.replace(b"HEAD", b"GET", 1)
    received = await exchange(server, (head, b"\r\n\r\n"), (head + get, b"}"))
    assert received.count(b"HTTP/1.1 ") == 3


async def test_a_client_that_asks_whether_to_continue_is_answered_first(server: LiveServer) -> None:
    lines = b"POST /api/session HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    asking = b"Content-Length: %d\r\nExpect: 100-continue\r\n\r\n" % len(BODY)
    received = await exchange(server, (lines + asking, b"100 Continue\r\n\r\n"), (BODY, b"Anneke"))
    assert received.count(b"HTTP/1.1 ") == 2
