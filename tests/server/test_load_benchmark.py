"""The load test counts only what the server has accepted, survives closed connections, and finds the highest rate."""

import asyncio
import gc
import json
import subprocess
import sys
import time
from pathlib import Path

import load_client
import orjson
import pytest
from ceiling import COLUMNS, Attempt, CeilingSearch, heading, row
from common import processor_ticks, stolen_share
from http_connection import HttpConnection
from live_socket import read_frames
from load import longest_ms
from load_client import Player, Results, Table, Turn
from server_processes import family

from kontor.server.collector_pauses import CollectorPauses
from kontor.server.service.live_updates import text_frame

SETUP = {"game": "hansa", "players": 2}
LOAD = str(Path(load_client.__file__).with_name("load.py"))
on_linux = pytest.mark.skipif(sys.platform != "linux", reason="times and processes are looked up in /proc")


class Answers:
    """A connection that answers every request with the same status."""

    def __init__(self, status: int) -> None:
        self.status = status

    async def send(self, *_: object) -> tuple[int, bytes]:
        """Return the answer."""
        return self.status, b'{"number": 1}'


def entries(number: int, decision: int | None, count: int = 0, over: bool = False) -> bytes:
    """Return a message of the live socket."""
    listed = [{"number": number - n, "events": [{"moves": []}]} for n in reversed(range(count))]
    state = {"position": {}, "moves": [{"words": "pass", "move": {"do": "pass"}}, {"words": "end"}], "plans": []}
    content = {"number": number, "entries": listed, "to_move": 0, "decision": decision, "over": over, "undo": None}
    return orjson.dumps({"type": "entries", **content, "state": state})


@pytest.mark.anyio
async def test_a_repeated_message_is_no_new_turn() -> None:
    table = Table(Results(), 0, SETUP)
    player = Player(table, 1)
    player.receive(entries(0, 0))
    player.receive(entries(0, 0))
    player.receive(b'{"type":"presence","seats":[0]}')
    player.receive(entries(2, None, count=2))
    player.receive(entries(3, 0, count=1))
    turns = [table._turns.get_nowait() for _ in range(table._turns.qsize())]
    assert turns == [Turn(player, number, [b"pass", b"end"]) for number in (0, 3)]
    assert not table.problems


@pytest.mark.anyio
async def test_missing_entries_and_unreadable_messages_are_problems() -> None:
    table = Table(Results(), 0, SETUP)
    player = Player(table, 1)
    player.receive(entries(2, None, count=1))
    player.receive(entries(2, None, count=1))
    player.receive(b'{"type":"entries","entries":[]}')
    assert table.problems == [
        "received 2 after 0",
        "received 2 after 2",
        'unreadable: {"type":"entries","entries":[]}',
    ]


@pytest.mark.anyio
async def test_the_end_of_a_game_is_noticed_once() -> None:
    table = Table(Results(), 0, SETUP)
    for player in (Player(table, 1), Player(table, 1)):
        player.receive(entries(1, None, count=1, over=True))
    assert [table._turns.get_nowait() for _ in range(table._turns.qsize())] == [None]


def test_frames_are_read_in_any_parts() -> None:
    contents = [b"a" * size for size in (0, 1, 125, 126, 65_535, 65_536)]
    stream = b"".join(map(text_frame, contents)) + b"\x89\x02hi"
    expected = [*((0x81, content) for content in contents), (0x89, b"hi")]
    for size in (1_000, 65_537, len(stream)):
        found, rest = list[tuple[int, bytes]](), b""
        for begin in range(0, len(stream), size):
            frames, rest = read_frames(rest + stream[begin : begin + size])
            found += frames
        assert (found, rest) == (expected, b"")


@pytest.mark.anyio
async def test_a_rejected_move_is_no_move() -> None:
    results = Results()
    table = Table(results, 0, SETUP)
    player = Player(table, 1)
    for status in (409, 200, 409):
        player.connection = Answers(status)  # type: ignore[assignment]
        await table.move(Turn(player, 0, [b"pass"]))
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
    assert counts[float("inf")] == sum(pauses.pauses.counts) >= 1
    assert 1000 * pauses.pauses.seconds <= longest_ms(counts) * counts[float("inf")]


def search_of(capacity: float) -> CeilingSearch:
    """Return a search at a server that makes so many moves a second at most."""

    async def measure(rate: float) -> Attempt:
        made = min(rate, capacity)
        cpu = {"server": 1.0, "client": 0.5}
        result = {"moves_per_second": made, "p50_ms": 1.0, "p99_ms": 2.0, "cpu_ms": cpu, "pauses": 3}
        missed = [] if made == rate else [f"only {made:.1f} moves/s"]
        return Attempt(rate, {**result, "longest_pause_ms": 5.0}, missed)

    return CeilingSearch(measure, lambda _: None)


@pytest.mark.anyio
@pytest.mark.parametrize("first", [10.0, 100.0, 5000.0])
async def test_the_ceiling_is_found_from_below_and_from_above(first: float) -> None:
    search = search_of(97.0)
    best = await search.run(first)
    assert best is not None
    assert 97.0 / 1.3 ** (1 / 8) <= best.rate <= 97.0
    assert len(search.attempts) <= 14


@pytest.mark.anyio
async def test_a_server_that_never_meets_the_goals_has_no_ceiling() -> None:
    assert await search_of(0.5).run(300.0) is None


@pytest.mark.anyio
async def test_attempts_are_rows_of_a_table() -> None:
    search = search_of(97.0)
    await search.run(100.0)
    first = row(search.attempts[0]).split()
    assert first[: len(COLUMNS)] == ["100.0", "97.0", "1.0", "2.0", "1.00", "0.50", "-", "3", "5"]
    assert row(search.attempts[0]).endswith("only 97.0 moves/s")
    assert len(heading()) == len(row(search.attempts[1])) - len("met") + len("goals")


@pytest.mark.anyio
async def test_a_saturated_server_is_left_soon_after_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(load_client, "LATE_SECONDS", 0.1)
    results = Results()
    table = Table(results, 0, SETUP)
    player = Player(table, 1)

    class SlowAnswers(Answers):
        async def send(self, *_: object) -> tuple[int, bytes]:
            await asyncio.sleep(0.05)
            table.ask(Turn(player, len(results.acknowledged) + 1, [b"pass"]))
            return await super().send()

    player.connection = SlowAnswers(200)  # type: ignore[assignment]
    table.ask(Turn(player, 0, [b"pass"]))
    begun = time.perf_counter()
    await table.play(begun, begun + 0.2, pause=0.001)
    assert 0.3 <= time.perf_counter() - begun < 2.0
    assert 3 <= len(results.acknowledged) < 200
    assert table.problems == []


@pytest.mark.anyio
async def test_a_server_that_does_not_answer_is_a_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(load_client, "TIMEOUT_SECONDS", 0.05)
    table = Table(Results(), 0, SETUP)
    await table.play(time.perf_counter(), time.perf_counter() + 10, pause=0.1)
    assert table.problems == ["no answer: TimeoutError"]


@pytest.mark.soak
def test_a_ceiling_is_found_at_a_real_server(tmp_path: Path) -> None:
    line = [sys.executable, LOAD, "--find-ceiling", "--tables", "8", "--seconds", "3", "--rate", "2000"]
    ended = subprocess.run([*line, "--result", str(tmp_path / "result")], capture_output=True, text=True, check=True)
    result = json.loads((tmp_path / "result").read_text())
    attempts = result["attempts"]
    assert attempts[0]["missed"]
    assert result["rate"] == max(attempt["rate"] for attempt in attempts if not attempt["missed"])
    assert min(result["cpu_ms"]["server"], result["cpu_ms"]["client"]) > 0
    assert len(ended.stdout.splitlines()) > len(attempts)


@on_linux
def test_stolen_time_is_the_share_of_a_span() -> None:
    assert stolen_share((10, 1000), (60, 1200)) == 0.25
    assert stolen_share((10, 1000), (10, 1000)) == 0
    stolen, every = processor_ticks()
    assert 0 <= stolen <= every


@on_linux
def test_a_terminated_benchmark_stops_its_server() -> None:
    benchmark = subprocess.Popen([sys.executable, LOAD, "--tables", "1", "--rate", "1", "--seconds", "60"])
    until = time.monotonic() + 60
    while len(family(benchmark.pid)) == 1 and time.monotonic() < until:
        time.sleep(0.05)
    server = family(benchmark.pid)[1]
    time.sleep(0.5)  # it waits for its server now
    benchmark.terminate()
    assert benchmark.wait(60) != 0
    assert not Path(f"/proc/{server}").exists()
