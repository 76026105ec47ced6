"""Two clients send different moves for the same number at the same moment, and exactly one is made."""

import asyncio
from typing import Any

import httpx
import pytest

from tests.server.live_server import Client, LiveServer
from tests.server.test_moves import HANSA

pytestmark = pytest.mark.anyio

at_once = pytest.mark.parametrize("times", [30, pytest.param(300, marks=pytest.mark.soak)])


@at_once
async def test_on_one_node(server: LiveServer, times: int) -> None:
    ada = await server.sign_in("Ada")
    await race([ada, server.same_account(ada)], times)


@at_once
async def test_on_two_nodes(nodes: list[LiveServer], times: int) -> None:
    ada = await nodes[0].sign_in("Ada")
    await race([ada, nodes[1].same_account(ada)], times)


async def race(clients: list[Client], times: int) -> None:
    """Let two clients move at once so many times."""
    rounds = 0
    while rounds < times:
        table = await clients[0].open(HANSA, ["human", "human"])
        state = table["state"]
        while not state["over"] and rounds < times:
            if len(state["moves"]) > 1:
                state, rounds = await move_at_once(clients, table["id"], state), rounds + 1
            else:
                state = await clients[0].play(table["id"], state["moves"][0]["words"])
        await check_numbers(clients, table["id"], state["number"])


async def move_at_once(clients: list[Client], table: str, state: dict[str, Any]) -> Any:
    """Send two moves at one number, check that one was made and the other rejected, and return the new state."""
    clients.reverse()
    moves = [state["moves"][0]["words"], state["moves"][-1]["words"]]
    sent = (client.move(table, state["number"], words) for client, words in zip(clients, moves, strict=True))
    answers = dict(zip(moves, await asyncio.gather(*sent), strict=True))
    made, late = sorted(answers, key=lambda words: answers[words].status_code)
    assert [answers[words].status_code for words in (made, late)] == [200, 409]
    check_received(answers[made], answers[late], made, state["number"])
    return answers[made].json()["state"]


def check_received(first: httpx.Response, second: httpx.Response, made: str, number: int) -> None:
    """Check that the rejected client received the move that was made, and nothing else."""
    entries = first.json()["entries"]
    assert (entries[0]["number"], entries[0]["words"]) == (number + 1, made)
    assert (second.json()["error"], second.json()["number"]) == ("stale", first.json()["number"])
    assert second.json()["entries"] == entries


async def check_numbers(clients: list[Client], table: str, number: int) -> None:
    """Check that all clients see the same entries, without gaps."""
    seen = [(await client.look(table))["entries"] for client in clients]
    assert seen[0] == seen[1]
    assert [entry["number"] for entry in seen[0]] == list(range(1, number + 1))
