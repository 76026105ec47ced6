"""Quick match: open tables first, then those who wait; ratings, blocks, and several nodes at once."""

import asyncio
from typing import Any

import pytest

from kontor.server.service.quick_matches import is_near
from kontor.server.store.models import QuickMatchRow
from tests.server.live_server import LiveServer
from tests.server.test_moves import HANSA

pytestmark = pytest.mark.anyio

PATH = "/api/quick-match"
WISH = {"game": "hansa", "players": 2}


async def test_an_open_table_that_fits_is_taken(server: LiveServer) -> None:
    anneke, bertram = await server.sign_in("Anneke"), await server.sign_in("Bertram")
    clock = {"kind": "budget", "seconds": 600}
    table = await anneke.open(HANSA, ["human", "open"], public=True, clock=clock)
    found = await bertram.ask("POST", PATH, WISH)
    assert (found["table_id"], found["waiting"]) == (table["id"], 0)
    assert (await bertram.look(table["id"]))["seats"][1]["yours"]
    await bertram.ask("DELETE", PATH)


async def test_two_who_wait_are_seated(server: LiveServer) -> None:
    anneke, bertram = await server.sign_in("Anneke"), await server.sign_in("Bertram")
    wish = {**WISH, "clock": "slow"}
    assert (await anneke.ask("POST", PATH, wish))["table_id"] is None
    assert (await anneke.ask("GET", PATH))["waiting"] == 1
    found = await bertram.ask("POST", PATH, wish)
    assert found["table_id"] is not None
    assert (await anneke.ask("GET", PATH))["table_id"] == found["table_id"]
    table = await anneke.look(found["table_id"])
    assert {seat["name"] for seat in table["seats"]} == {"Anneke", "Bertram"}
    assert (table["rated"], table["clock_rule"]["seconds"]) == (True, 172_800)


async def test_blocked_people_and_other_wishes_do_not_meet(server: LiveServer) -> None:
    anneke, bertram = await server.sign_in("Anneke"), await server.sign_in("Bertram")
    await anneke.ask("PUT", f"/api/people/{bertram.id}/block")
    await anneke.ask("POST", PATH, {"game": "hansa", "players": 3})
    await anneke.ask("POST", PATH, {**WISH, "width": 0})
    assert (await bertram.ask("POST", PATH, WISH))["table_id"] is None
    for client in (anneke, bertram):
        await client.ask("DELETE", PATH)
        assert (await client.send("DELETE", PATH)).status_code == 404
        assert (await client.send("GET", PATH)).status_code == 204


async def test_bad_wishes_change_nothing(server: LiveServer) -> None:
    anneke = await server.sign_in("Anneke")
    bad: list[Any] = [
        {},
        {**WISH, "game": "chess"},
        {**WISH, "players": 9},
        {**WISH, "clock": "fast"},
        {**WISH, "width": -1},
    ]
    for body in [*bad, {**WISH, "colour": "red"}]:
        assert (await anneke.send("POST", PATH, body)).status_code == 422
    assert (await anneke.send("GET", PATH)).status_code == 204
    assert (await server.anonymous().send("POST", PATH, WISH)).status_code == 401


def test_the_width_of_ratings_grows_with_time() -> None:
    one, other = [QuickMatchRow(rating=rating, width=100, queued_at=0) for rating in (1500, 1700)]
    assert not is_near(one, other, 60_000)
    assert is_near(one, other, 120_000)
    assert is_near(one, QuickMatchRow(rating=1599, width=None, queued_at=0), 0)


async def ask_at_once(servers: list[LiveServer]) -> None:
    """Let six people ask at the same moment: every table has two of them, and everybody is at one table."""
    people = [await servers[n % len(servers)].sign_in(f"Player {n}") for n in range(6)]
    await asyncio.gather(*(client.ask("POST", PATH, {**WISH, "clock": "slow"}) for client in people))
    await servers[0].node.quick_matches.form_tables()
    found = [(await client.ask("GET", PATH))["table_id"] for client in people]
    assert None not in found
    assert sorted(found.count(table) for table in set(found)) == [2, 2, 2]
    for table in set(found):
        names = [seat["name"] for seat in (await people[found.index(table)].look(table))["seats"]]
        assert len(set(names)) == 2


async def test_everybody_is_seated_once(server: LiveServer) -> None:
    await ask_at_once([server])


async def test_everybody_is_seated_once_by_two_nodes(nodes: list[LiveServer]) -> None:
    await ask_at_once(nodes)
