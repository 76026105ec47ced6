"""Planning ahead over the API: a private copy of the board as if it were one's turn, and moves kept for it."""

from __future__ import annotations

import random
from typing import Any

import pytest

from kontor.core import registry
from kontor.kernel.seats import CHANCE, GAME_OVER
from tests.server.live_server import Client, LiveServer
from tests.server.test_moves import HANSA, TEUTONICA, seat_all

pytestmark = pytest.mark.anyio

PLAN = ["place bremen--osnabruck.1 t", "place bremen--osnabruck.2 t"]


async def get_plan(player: Client, table: str) -> Any:
    """Return the plan of a player."""
    return await player.ask("GET", f"/api/tables/{table}/plan")


def words(plan: Any) -> list[str]:
    """Return the moves of a plan in words."""
    return [move["words"] for move in plan["moves"]]


async def put_plan(player: Client, table: str, moves: list[str], version: int = 0) -> Any:
    """Plan moves."""
    return await player.ask("PUT", f"/api/tables/{table}/plan", {"version": version, "moves": moves})


async def test_a_plan_is_kept_until_ones_turn(server: LiveServer) -> None:
    table, players = await seat_all(server, TEUTONICA)
    made = await put_plan(players[1], table["id"], PLAN)
    assert (words(made), made["refusal"], made["version"]) == (PLAN, None, 1)
    await players[0].play(table["id"], "end-turn")
    found = await get_plan(players[1], table["id"])
    assert (words(found), found["refusal"]) == (PLAN, None)
    state = await players[1].play(table["id"], *words(found))
    assert state["position"]


async def test_a_plan_that_has_become_illegal_says_why(server: LiveServer) -> None:
    table, players = await seat_all(server, TEUTONICA)
    await put_plan(players[1], table["id"], PLAN)
    await players[0].play(table["id"], "place bremen--osnabruck.2 t")
    found = await get_plan(players[1], table["id"])
    assert found["refusal"]["rule"].startswith("HT-")
    dropped = await players[1].ask("DELETE", f"/api/tables/{table['id']}/plan?version=1")
    assert (dropped["moves"], dropped["version"]) == ([], 2)


@pytest.mark.parametrize(
    ("moves", "status"),
    [
        (["place bremen--osnabruck.1 t"] * 2, 422),
        (["castle kingside"], 422),
        (["income 1 0"] * 17, 422),
        ([], 422),
        ([*PLAN, "end-turn", "income 1 0"], 422),
    ],
)
async def test_bad_plans_change_nothing(server: LiveServer, moves: list[str], status: int) -> None:
    table, players = await seat_all(server, TEUTONICA)
    await put_plan(players[1], table["id"], PLAN)
    answer = await players[1].send("PUT", f"/api/tables/{table['id']}/plan", {"version": 1, "moves": moves})
    assert answer.status_code == status
    assert answer.json()["sentence"]
    assert words(await get_plan(players[1], table["id"])) == PLAN


async def test_plans_are_private_and_have_versions(server: LiveServer) -> None:
    table, players = await seat_all(server, TEUTONICA)
    await put_plan(players[1], table["id"], PLAN)
    path = f"/api/tables/{table['id']}/plan"
    assert (await players[0].send("GET", f"{path}?seat=1")).status_code == 403
    assert (await get_plan(players[0], table["id"]))["moves"] == []
    answer = await players[1].send("PUT", path, {"version": 0, "moves": PLAN[:1]})
    assert answer.status_code == 409


async def test_previews_ahead_begin_with_a_turn_of_ones_own(server: LiveServer) -> None:
    table, players = await seat_all(server, TEUTONICA)
    number = table["state"]["number"]
    content = {"number": number, "lines": [PLAN[:1]], "ahead": True}
    answer = await players[2].ask("POST", f"/api/tables/{table['id']}/previews", content)
    state = answer["previews"][0]["state"]
    assert (state["to_move"], state["decision"]) == (2, 2)
    assert state["moves"]
    refused = await players[2].send("POST", f"/api/tables/{table['id']}/previews", {**content, "ahead": False})
    assert refused.status_code == 403
    assert (await players[0].look(table["id"]))["state"]["number"] == number


@pytest.mark.parametrize("setup", [TEUTONICA, {**TEUTONICA, "players": 2}, HANSA], ids=["teutonica", "pawn", "hansa"])
def test_a_planned_turn_is_a_legal_position(setup: dict[str, Any]) -> None:
    game, source = registry.game(setup), random.Random(1)
    position, found = game.start(), 0
    for number in range(400):
        if game.to_move(position) == GAME_OVER:
            break
        for seat in range(game.players):
            planned = game.planned_turn(game.view(position, seat), seat)
            if planned is not None:
                found += 1
                assert game.to_move(planned) in (seat, CHANCE)
                if game.to_move(planned) == seat:
                    game.advance(planned, source.choice(game.legal_moves(planned)))
        weights = game.chance_weights(position)
        move = source.choice(list(weights)) if weights else game.suggest(position, number, "light")
        game.advance(position, move)
    assert found > 100
