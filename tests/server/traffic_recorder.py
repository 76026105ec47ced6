"""Records every byte that clients receive, and searches it for secrets."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import httpx
from websockets.exceptions import ConnectionClosed

from tests.server.live_server import PATIENCE, Client, LiveSocket

CARDS: Mapping[str, Sequence[str]] = {
    "m1": ("osnabruck", "stendal", "paderborn"),
    "m2": ("dortmund", "minden", "luneburg"),
    "m3": ("minden", "perleberg", "goslar"),
    "m4": ("arnheim", "perleberg", "hannover"),
    "m5": ("dortmund", "stendal", "kampen"),
    "m6": ("arnheim", "osnabruck", "hildesheim"),
    "m7": ("arnheim", "perleberg", "bremen"),
    "m8": ("minden", "osnabruck", "magdeburg"),
    "m9": ("dortmund", "stendal", "munster"),
}


@dataclass(frozen=True)
class Words:
    """Some bytes that a client received, and the seat whose secrets it may know."""

    receiver: str
    viewer: int | None
    text: bytes


def needle(card: str) -> re.Pattern[bytes]:
    """Return a pattern that reveals a mission card: its id, or its cities in order."""
    cities = rb"\W+".join(city.encode() for city in CARDS[card])
    return re.compile(rb"\b" + card.encode() + rb"\b|" + cities)


def leaks(received_bytes: Iterable[Words], dealt: Mapping[int, str]) -> list[str]:
    """Return everything that was sent to a client that may not know it."""
    needles = {seat: needle(card) for seat, card in dealt.items()}
    return [
        f"{words.receiver} was sent the card of seat {seat}: {around(words.text, found)}"
        for words in received_bytes
        for seat, pattern in needles.items()
        if seat != words.viewer and (found := pattern.search(words.text))
    ]


def around(text: bytes, found: re.Match[bytes]) -> str:
    """Return the surroundings of a match."""
    return repr(text[max(0, found.start() - 60) : found.end() + 20])


class TrafficRecorder:
    """Keeps everything that clients receive until the game is over."""

    def __init__(self) -> None:
        self.received_bytes: list[Words] = []
        self.ended = False

    def keep(self, name: str, viewer: int | None, text: bytes) -> None:
        """Keep some received bytes."""
        if not self.ended:
            self.received_bytes.append(Words(name, viewer, text))

    def attach(self, name: str, client: Client, viewer: int | None) -> None:
        """Record the responses to a client; a client that asks for a seat may know what the seat knows."""

        async def keep(answer: httpx.Response) -> None:
            asked = answer.request.url.params.get("seat")
            await answer.aread()
            lines = [b"%d" % answer.status_code, *(b": ".join(pair) for pair in answer.headers.raw)]
            seat = viewer if asked is None or not answer.is_success else int(asked)
            self.keep(name, seat, b"\n".join([*lines, b"", answer.content]))

        client.http.event_hooks["response"].append(keep)

    @asynccontextmanager
    async def listening(
        self, name: str, client: Client, table: str, viewer: int | None, **query: Any
    ) -> AsyncIterator[LiveSocket]:
        """Record a live connection."""
        async with client.listen(table, **query) as live_socket:
            task = asyncio.create_task(self._listen(name, live_socket, viewer))
            try:
                yield live_socket
            finally:
                task.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await task

    async def read_events(
        self, name: str, client: Client, table: str, viewer: int | None, most: int, **query: Any
    ) -> None:
        """Record a number of events of the event stream, without the hook that waits for a whole response."""
        http = httpx.AsyncClient(base_url=client.address, cookies=client.http.cookies, timeout=PATIENCE)
        async with http, http.stream("GET", f"/api/tables/{table}/events", params=query) as response:
            assert response.status_code == 200
            async for line in response.aiter_lines():
                self.keep(name, viewer, line.encode())
                most -= line.startswith("data: ")
                if most < 0:
                    return

    async def _listen(self, name: str, live_socket: LiveSocket, viewer: int | None) -> None:
        assert live_socket.socket.response is not None
        self.keep(name, viewer, str(live_socket.socket.response.headers).encode())
        with contextlib.suppress(ConnectionClosed):
            async for text in live_socket.socket:
                self.keep(name, viewer, text.encode() if isinstance(text, str) else text)
                live_socket.received.append(json.loads(text))
