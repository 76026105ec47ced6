"""Two games that differ in one secret card send the same bytes to all who may not know it.

So nothing else reveals it either: no legal move, refusal, number, length or order.
"""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from kontor.core import registry
from kontor.core.values import PositionBytes
from kontor.games.teutonica.game import Teutonica
from kontor.games.teutonica.rules import layout
from kontor.server.service import serialization
from kontor.server.service.chance import SystemRandom
from tests.server.live_server import PATIENCE, Client, LiveServer, LiveSocket, live_server
from tests.server.test_secrets_traffic import NO_LIMITS, NOT_NOW, PATHS, SETUP
from tests.server.traffic_recorder import TrafficRecorder

pytestmark = pytest.mark.anyio

UNDUE = ("chance m1", *NOT_NOW)
HOLDER = 1  # the seat whose card differs
CARD = layout.SEATS + HOLDER * layout.SEAT_SIZE + layout.MISSION
PASSING = re.compile(
    rb'"(?:at|created_at|moved_at|begun_at|replaceable_from|offline_from)":\d{13}'
    rb"|^(?:date|sec-websocket-accept): .*$",
    re.MULTILINE | re.IGNORECASE,
)


def opening(card: str) -> dict[str, Any]:
    """Return the record of a game in which a seat got a card and everything else was dealt alike."""
    game, source, words = registry.game(SETUP), random.Random(3), list[str]()
    position, missions = game.start(), iter(["chance m2", f"chance {card}", "chance m7"])
    while game.chance_weights(position):
        move = source.choice(sorted(game.chance_weights(position)))
        move = game.parse_move(next(missions)) if "card" in game.move_json(move) else move
        words.append(game.move_text(move))
        game.advance(position, move)
    return {"format": 1, "setup": game.setup, "revision": game.revision, "moves": words}


async def received(server: LiveServer, card: str, turns: int) -> dict[str, list[bytes]]:
    """Return all that is sent in a game whose players decide only by what they receive."""
    host, recorder = await server.sign_in("Host"), TrafficRecorder()
    record = opening(card)
    plan = {"record": record, "seats": [{"kind": "open"}] * 3, "public": True}
    table = (await host.ask("POST", "/api/tables", plan))["id"]
    players = [await server.sign_in(f"Player {seat}") for seat in range(3)]
    for seat, player in enumerate(players):
        await player.ask("POST", f"/api/tables/{table}/seats/{seat}", {})
    clients = [*players, server.anonymous(), host]
    async with AsyncExitStack() as opened:
        live_sockets = [
            await opened.enter_async_context(
                recorder.listening(f"socket {n}", client, table, None, since=0, state="true")
            )
            for n, client in enumerate(clients)
        ]
        await all_are_present(host, table)
        for n, client in enumerate(clients):
            recorder.attach(f"browser {n}", client, None)
        await play(table, players, clients, live_sockets, len(record["moves"]), turns)
    return received_by_each(recorder, [table, *(client.id for client in clients if client.id)])


def received_by_each(recorder: TrafficRecorder, ids: list[str]) -> dict[str, list[bytes]]:
    """Return what each client received, without presence, which depends on the machine, and ids, which are random."""
    found: dict[str, list[bytes]] = {}
    for words in recorder.received_bytes:
        if b'"type":"presence"' not in words.text:
            found.setdefault(words.receiver, []).append(plain(words.text, ids))
    return found


async def all_are_present(host: Client, table: str) -> None:
    """Wait until all clients are present, spectators too."""
    async with asyncio.timeout(PATIENCE):
        while (await host.look(table))["presence"] != {"seats": [0, 1, 2], "watchers": 2}:
            await asyncio.sleep(0.01)


async def play(
    table: str,
    players: list[Client],
    clients: list[Client],
    live_sockets: list[LiveSocket],
    number: int,
    turns: int,
) -> None:
    """Play moves from the lists that players receive, with many rejected requests in between."""
    source = random.Random(5)
    state = (await players[0].look(table))["state"]
    for turn in range(turns):
        mover = players[state["to_move"]]
        state = (await mover.look(table, since=number))["state"]
        legal = [move["words"] for move in state["moves"]]
        for words in (*(words for words in UNDUE if words not in legal), source.choice(UNDUE)):
            await source.choice(clients).move(table, number - 1, words)
            if words not in legal:
                await mover.move(table, number, words)
        state = (await mover.move(table, number, source.choice(legal))).json()["state"]
        if turn % 4 == 0:
            state = (await mover.undo(table, state["number"])).json().get("state") or state
        number = state["number"]
        for live_socket in live_sockets:
            await received_until(live_socket, number)
        if turn % 10 == 0:
            for client in clients:
                for path in PATHS:
                    await client.send("GET", f"/api/tables/{table}{path}")


async def received_until(live_socket: LiveSocket, number: int) -> None:
    """Wait until a client has received everything, so that updates are sent one by one."""
    async with asyncio.timeout(PATIENCE):
        while not (numbers := live_socket.numbers()) or numbers[-1] < number:
            await asyncio.sleep(0.001)


def plain(text: bytes, ids: list[str]) -> bytes:
    """Return some bytes without ids and the time of day."""
    found = PASSING.sub(b"", text)
    for each in ids:
        found = found.replace(each.encode(), b"")
    return found


async def two_games(folder: Path, monkeypatch: pytest.MonkeyPatch, turns: int) -> list[dict[str, list[bytes]]]:
    """Return what is sent in two games with the same chance moves."""
    found = []
    async with live_server(folder, **NO_LIMITS) as server:
        for card in ("m5", "m9"):
            for written in (serialization.view_json, serialization.moves_json):
                written.cache_clear()  # what was written for one game must not hide what the other gives away
            source = random.Random(7)
            monkeypatch.setattr(SystemRandom, "below", lambda _, bound, source=source: source.randrange(bound))
            found.append(await received(server, card, turns))
    return found


def differing(one: dict[str, list[bytes]], other: dict[str, list[bytes]]) -> set[str]:
    """Return the clients that received something different in the other game."""
    return {name for name in one if one[name] != other[name]}


@pytest.mark.parametrize("turns", [12, pytest.param(1000, marks=pytest.mark.soak)])
async def test_only_its_holder_can_tell_the_games_apart(
    folder: Path, monkeypatch: pytest.MonkeyPatch, turns: int
) -> None:
    one, other = await two_games(folder, monkeypatch, turns)
    assert all(len(texts) > turns for texts in one.values())
    assert differing(one, other) == {f"socket {HOLDER}", f"browser {HOLDER}"}


LEAKS: dict[str, Callable[[Any], Any]] = {
    "legal_moves": lambda moves: moves[::-1],
    "turn": lambda number: number + 1,
    "ended_by": lambda _: "turn-cap",
}


@pytest.mark.parametrize("leak", LEAKS)
async def test_an_indirect_leak_is_found(folder: Path, monkeypatch: pytest.MonkeyPatch, leak: str) -> None:
    plant(monkeypatch, leak)
    one, other = await two_games(folder, monkeypatch, 2)
    assert differing(one, other) > {f"socket {HOLDER}", f"browser {HOLDER}"}


def plant(monkeypatch: pytest.MonkeyPatch, leak: str) -> None:
    """Let something that all clients receive depend on the card."""
    real, view = getattr(Teutonica, leak), Teutonica.view

    def seeing_through(game: Teutonica, position: PositionBytes, seat: int | None) -> PositionBytes:
        seen = view(game, position, seat)
        secrets[bytes(seen)] = position[CARD]
        return seen

    def depending(game: Teutonica, position: PositionBytes) -> Any:
        found = real(game, position)
        return LEAKS[leak](found) if secrets.get(bytes(position)) == 5 else found

    secrets: dict[bytes, int] = {}
    monkeypatch.setattr(Teutonica, "view", seeing_through)
    monkeypatch.setattr(Teutonica, leak, depending)
