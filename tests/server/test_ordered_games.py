"""Whole games with standing orders: the server plays what the orders mean, and nobody else learns of them before."""

from __future__ import annotations

import random
import re
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from kontor.games.teutonica.game import Teutonica
from kontor.kernel.seats import CHANCE
from kontor.server.service import order_answers, play, serialization, tables
from tests.games.teutonica.ordered_games import OrderedGame, choose
from tests.server.live_server import Client, LiveServer, live_server
from tests.server.test_moves import seat_all
from tests.server.test_orders import BY_DEFAULT, set_default
from tests.server.test_secrets_traffic import NO_LIMITS
from tests.server.traffic_recorder import TrafficRecorder

pytestmark = pytest.mark.anyio

FIVE = {"game": "teutonica", "players": 5}
ORDER = re.compile(rb'"put":|"extras":"|"suspended"|"answered"|"default":\{|orders":\[')
"""What every answer with an order contains; nothing else that the server sends does."""
PATHS = ("", "/record", "/at/9", "/messages", "/orders?seat=0", "/plan?seat=0")


class ServedGame:
    """A game over the API whose players choose as those of an `OrderedGame`, with its chance moves."""

    def __init__(self, seed: int, table: str, players: list[Client], node: Any) -> None:
        self.seed = seed
        self.table = table
        self.players = players
        self.node = node
        self.answered = 0

    async def step(self, source: random.Random) -> bool:
        """Make the next move of a player, and return whether the game goes on."""
        match = await self.node.matches.get(self.table)
        game, position, seat = match.game, match.timeline.position, match.to_move
        if match.over:
            return False
        assert isinstance(game, Teutonica)
        move = choose(game, position, source, self.seed + len(match.timeline.line))
        answer = await self.players[seat].move(self.table, match.number, game.move_text(move))
        assert answer.status_code == 200, answer.text
        self.answered += any(entry["by"] == "order" for entry in answer.json()["entries"])
        return True

    async def words(self) -> list[str]:
        """Return the moves of the game."""
        match = await self.node.matches.get(self.table)
        return [entry.words for entry in match.entries]


def seeded(monkeypatch: pytest.MonkeyPatch, source: random.Random) -> None:
    """Draw chance moves from a source instead of the operating system."""

    def draw(game: Any, position: Any) -> list[int]:
        drawn = list[int]()
        while game.to_move(position) == CHANCE:
            weights = game.chance_weights(position)
            drawn.append(source.choices(list(weights), list(weights.values()))[0])
            game.advance(position, drawn[-1])
        return drawn

    for module in (order_answers, play, tables):
        monkeypatch.setattr(module, "draw_all", draw)


async def seated(server: LiveServer) -> tuple[str, list[Client]]:
    """Open a table of five players who all have the default order."""
    table, players = await seat_all(server, FIVE, public=True)
    for player in players:
        await set_default(player, table["id"], BY_DEFAULT)
    return table["id"], players


async def check_same_game(folder: Path, monkeypatch: pytest.MonkeyPatch, seed: int, most: int) -> None:
    """Play a game over the API and compare it with the one played without a server."""
    expected = OrderedGame(FIVE, seed).play()
    source = random.Random(seed)
    seeded(monkeypatch, source)
    async with live_server(folder, **NO_LIMITS) as server:
        table, players = await seated(server)
        game = ServedGame(seed, table, players, server.node)
        while len(await game.words()) < most and await game.step(source):
            pass
        made = await game.words()
    assert made == expected.words[: len(made)]
    assert len(made) >= min(most, len(expected.words))
    assert game.answered > 0


async def test_the_server_plays_the_same_game(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    await check_same_game(folder, monkeypatch, seed=4, most=100)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(3))
async def test_the_server_plays_the_same_whole_game(folder: Path, monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    await check_same_game(folder, monkeypatch, seed, most=10_000)


async def recorded_leaks(folder: Path, seed: int, moves: int) -> list[str]:
    """Play with orders while all others follow in every way, and return what tells them of an order."""
    recorder, source = TrafficRecorder(), random.Random(seed)
    async with AsyncExitStack() as stack:
        server = await stack.enter_async_context(live_server(folder, **NO_LIMITS))
        table, players = await seated(server)
        watcher = await server.sign_in("Zoe")
        others = [*players[1:], watcher, server.anonymous()]
        for number, client in enumerate(others):
            recorder.attach(f"client {number}", client, None)
            await stack.enter_async_context(recorder.listening(f"socket {number}", client, table, None, state="true"))
        game = ServedGame(seed, table, players, server.node)
        for number in range(moves):
            await game.step(source)
            if number % 10 == 0:
                for client in others:
                    for path in PATHS:
                        await client.send("GET", f"/api/tables/{table}{path}")
                    await client.send("GET", "/metrics")
    return [
        f"{words.receiver}: {found[0]!r}" for words in recorder.received_bytes if (found := ORDER.search(words.text))
    ]


async def test_nobody_else_is_told_of_an_order(folder: Path) -> None:
    assert await recorded_leaks(folder, seed=1, moves=21) == []


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(3))
async def test_nobody_else_is_told_of_an_order_in_a_long_game(folder: Path, seed: int) -> None:
    assert await recorded_leaks(folder, seed, moves=400) == []


async def test_a_planted_leak_of_an_order_is_found(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = serialization.entries_json
    monkeypatch.setattr(
        "kontor.server.service.serialization.entries_json", lambda *given: [*real(*given), {"by": "", "put": 1}]
    )
    assert await recorded_leaks(folder, seed=1, moves=2)
