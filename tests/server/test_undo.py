"""Undo: back to the last revealed chance move or decision of another seat, never further."""

from pathlib import Path
from typing import Any

import pytest

from tests.server.live_server import Client, LiveServer, live_server, suggestion
from tests.server.test_moves import HANSA, TEUTONICA, seat_all

pytestmark = pytest.mark.anyio

PLACE = ("place bremen--osnabruck.2 t", "place bremen--osnabruck.3 t")


async def floor(client: Client, table: str) -> int:
    """Return how far a client may go back."""
    state = (await client.look(table))["state"]
    lowest: int = state["undo"]["floor"]
    return lowest


def stands(state: dict[str, Any], limit: str) -> bool:
    """Return whether nothing can be taken back, for a reason."""
    return bool((state["undo"]["floor"], state["undo"]["limit"]) == (state["length"], limit))


async def test_own_moves_are_taken_back_and_numbers_go_on(server: LiveServer) -> None:
    table, (ada, *_) = await seat_all(server, TEUTONICA)
    start = table["state"]
    state = await ada.play(table["id"], *PLACE)
    assert state["undo"] == {"seat": 0, "floor": start["length"], "limit": "revealed", "votes": {}}
    answer = (await ada.undo(table["id"], state["number"], start["length"])).json()
    assert (answer["number"], answer["state"]["length"]) == (state["number"] + 1, start["length"])
    assert answer["state"]["position"] == start["position"]
    assert answer["entries"][0]["kind"] == "undo"
    again = await ada.play(table["id"], PLACE[0])
    assert (again["number"], again["length"]) == (state["number"] + 2, start["length"] + 1)
    record = await ada.ask("GET", f"/api/tables/{table['id']}/record")
    assert record["moves"][-1] == PLACE[0]
    assert len(record["moves"]) == again["length"]


async def test_undo_stops_at_a_foreign_decision(server: LiveServer) -> None:
    table, (ada, berta, _) = await seat_all(server, TEUTONICA)
    state = await ada.play(table["id"], *PLACE, "end-turn")
    assert await floor(ada, table["id"]) == table["state"]["length"]
    assert (await berta.undo(table["id"], state["number"])).status_code == 403
    state = await berta.play(table["id"], "place emden--groningen.1 t")
    assert (await ada.undo(table["id"], state["number"])).status_code == 403
    assert stands((await ada.look(table["id"]))["state"], "others")
    assert (state["undo"]["floor"], state["undo"]["limit"]) == (state["length"] - 1, "others")
    assert (await berta.undo(table["id"], state["number"], state["length"] - 2)).status_code == 422
    assert (await berta.undo(table["id"], state["number"])).status_code == 200
    after = (await ada.look(table["id"]))["state"]
    assert after["length"] == state["length"] - 1
    assert await floor(ada, table["id"]) == table["state"]["length"]


async def test_undo_stops_at_a_revealed_chance(server: LiveServer) -> None:
    ada = await server.sign_in("Ada")
    table = await ada.open(HANSA, ["human", "human"])
    state = table["state"]
    while state["position"]["phase"] in ("setup", "placement"):
        state = await ada.play(table["id"], state["moves"][0]["words"])
        assert stands(state, "final")
    while "restock" not in [move["words"] for move in state["moves"]]:
        state = await ada.play(table["id"], suggestion(table["setup"], state, state["number"]))
    state = await ada.play(table["id"], "restock")
    assert stands(state, "revealed")
    assert (await ada.undo(table["id"], state["number"])).status_code == 422
    moved = await ada.play(table["id"], next(m["words"] for m in state["moves"] if m["words"].startswith("sail")))
    assert (moved["undo"]["floor"], moved["undo"]["limit"]) == (state["length"], "revealed")


async def test_the_end_of_a_turn_of_hansa_stands(server: LiveServer) -> None:
    ada = await server.sign_in("Ada")
    table = await ada.open(HANSA, ["human", "human"])
    state = table["state"]
    while state["position"]["phase"] != "actions":
        state = await ada.play(table["id"], state["moves"][-1]["words"])
    sail = next(move["words"] for move in state["moves"] if move["words"].startswith("sail"))
    state = await ada.play(table["id"], sail)
    assert state["undo"]["floor"] < state["length"]
    assert stands(await ada.play(table["id"], "end-actions"), "final")


async def test_a_table_may_forbid_undo(server: LiveServer) -> None:
    table, (ada, *_) = await seat_all(server, TEUTONICA, undo="never")
    state = await ada.play(table["id"], PLACE[0])
    assert stands(state, "policy")
    assert (await ada.undo(table["id"], state["number"])).status_code == 403


async def test_where_all_have_to_agree_the_last_vote_takes_back(server: LiveServer) -> None:
    table, clients = await seat_all(server, TEUTONICA, undo="agreed")
    state = await clients[0].play(table["id"], PLACE[0])
    for client in clients[:2]:
        answer = (await client.undo(table["id"], state["number"])).json()
        assert answer["number"] == state["number"]
    undo_votes = (await clients[2].look(table["id"]))["state"]["undo"]["votes"]
    assert undo_votes == {"0": state["length"] - 1, "1": state["length"] - 1}
    answer = (await clients[2].undo(table["id"], state["number"])).json()
    assert (answer["number"], answer["state"]["length"]) == (state["number"] + 1, state["length"] - 1)


async def test_undo_survives_a_restart(folder: Path) -> None:
    async with live_server(folder) as server:
        ada = await server.sign_in("Ada")
        table = await ada.open(TEUTONICA, ["human", "human", "human"])
        state = await ada.play(table["id"], *PLACE)
        before = (await ada.undo(table["id"], state["number"])).json()["state"]
        cookies = ada.http.cookies
    async with live_server(folder) as server:
        ada = server.anonymous()
        ada.http.cookies.update(cookies)
        after = (await ada.look(table["id"]))["state"]
    assert after == before
