"""The load test counts only what the server has accepted, and survives closed connections."""

import asyncio
import gc
from typing import Any

import pytest
from http_connection import HttpConnection
from load import longest_ms
from load_client import Player, Results, Table, Turn

from kontor.server.collector_pauses import CollectorPauses

SETUP = {"game": "hansa", "players": 2}


class Answers:
    """A connection that answers every request with the same status."""

    def __init__(self, status: int) -> None:
        self.status = status

    async def send(self, *_: object) -> tuple[int, bytes]:
        """Return the answer."""
        return self.status, b'{"number": 1}'


def entries(number: int, decision: int | None, count: int = 0) -> dict[str, Any]:
    """Return a message of the live socket."""
    listed = [{"number": number - n} for n in reversed(range(count))]
    state = {"moves": [{"words": "pass"}]}
    return {
        "type": "entries",
        "number": number,
        "entries": listed,
        "decision": decision,
        "over": False,
        "state": state,
    }


@pytest.mark.anyio
async def test_a_repeated_message_is_no_new_turn() -> None:
    table = Table(Results(), 0, SETUP)
    player = Player(table, 1)
    player.receive(entries(0, 0))
    player.receive(entries(0, 0))
    player.receive(entries(1, 0, count=1))
    assert [table._turns.get_nowait().number for _ in range(table._turns.qsize())] == [0, 1]  # type: ignore[union-attr]
    assert not table.problems


@pytest.mark.anyio
async def test_a_rejected_move_is_no_move() -> None:
    results = Results()
    table = Table(results, 0, SETUP)
    player = Player(table, 1)
    for status in (409, 200, 409):
        player.connection = Answers(status)  # type: ignore[assignment]
        await table.move(Turn(player, 0, [{"words": "pass"}]))
    assert (len(results.acknowledged), results.rejected, table.problems) == (1, 2, [])


@pytest.mark.anyio
async def test_a_closed_connection_is_opened_again() -> None:
    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}")
        writer.close()

    async with await asyncio.start_server(answer, "127.0.0.1", 0) as server:
        connection = HttpConnection(server.sockets[0].getsockname()[1])
        assert [await connection.send("GET", "/") for _ in range(3)] == [(200, b"{}")] * 3


def test_pauses_of_the_collector_are_counted() -> None:
    pauses = CollectorPauses()
    pauses.start()
    gc.collect()
    pauses.stop()
    gc.collect()
    (metric,) = pauses.collect()
    counts = {float(sample.labels["le"]): int(sample.value) for sample in metric.samples if "le" in sample.labels}
    assert counts[float("inf")] == sum(pauses.counts) >= 1
    assert 1000 * pauses.seconds <= longest_ms(counts) * counts[float("inf")]
