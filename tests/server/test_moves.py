"""Whole games over the API, and the responses to moves."""

from typing import Any

import pytest

from kontor.core import registry
from kontor.core.record import read_record, replay
from tests.server.live_server import Client, LiveServer, suggestion

pytestmark = pytest.mark.anyio

TEUTONICA = {"game": "teutonica", "players": 3}
HANSA = {"game": "hansa", "players": 2}


async def seat_all(server: LiveServer, setup: dict[str, Any], **more: Any) -> tuple[Any, list[Client]]:
    """Create a table with a different guest on every seat."""
    host = await server.sign_in("Ada")
    table = await host.open(setup, **more)
    return table, await seat_guests(server, host, table)


async def seat_guests(server: LiveServer, host: Client, table: Any) -> list[Client]:
    """Give every open seat of a table to a guest, and return all players."""
    clients = [host]
    for seat, invitation in table["invitations"].items():
        clients.append(await server.sign_in(f"Guest {seat}"))
        await clients[-1].ask("POST", f"/api/tables/{table['id']}/seats/{seat}", {"invitation": invitation})
    return clients


@pytest.mark.parametrize("setup", [TEUTONICA, HANSA], ids=["teutonica", "hansa"])
async def test_a_whole_game_is_played_by_clients(server: LiveServer, setup: dict[str, Any]) -> None:
    table, clients = await seat_all(server, setup)
    state, seed = table["state"], 0
    while not state["over"]:
        mover = clients[state["to_move"]]
        if state["decision"] is None:
            state = (await mover.look(table["id"], since=state["number"]))["state"]
        words, seed = suggestion(table["setup"], state, seed), seed + 1
        assert words in [move["words"] for move in state["moves"]]
        answer = await mover.move(table["id"], state["number"], words)
        assert answer.status_code == 200, answer.text
        state = answer.json()["state"]
    record = read_record(await clients[0].ask("GET", f"/api/tables/{table['id']}/record"))
    replay(registry.game(record.setup), record)
    seen = await clients[1].look(table["id"])
    assert record.result is not None
    assert (seen["state"]["scores"], seen["state"]["winners"]) == (record.result["scores"], record.result["winners"])
    assert [entry["number"] for entry in seen["entries"]] == list(range(1, len(record.moves) + 1))
    assert seen["state"]["moves"] == []


async def test_a_stale_number_is_answered_with_the_new_entries(server: LiveServer) -> None:
    table, (ada, *_) = await seat_all(server, TEUTONICA)
    number = table["state"]["number"]
    await ada.play(table["id"], "place bremen--osnabruck.2 t")
    answer = await ada.move(table["id"], number, "place bremen--osnabruck.3 t")
    problem = answer.json()
    assert (answer.status_code, problem["error"], problem["number"]) == (409, "stale", number + 1)
    assert [entry["words"] for entry in problem["entries"]] == ["place bremen--osnabruck.2 t"]
    assert (await ada.look(table["id"]))["state"]["number"] == number + 1


async def test_an_illegal_move_is_refused_with_its_rule(server: LiveServer) -> None:
    table, (ada, *_) = await seat_all(server, TEUTONICA)
    answer = await ada.move(table["id"], table["state"]["number"], {"do": "create", "route": "bremen--osnabruck"})
    problem = answer.json()
    assert (answer.status_code, problem["error"]) == (422, "illegal-move")
    assert problem["rule"].startswith("HT-")
    assert problem["rule"] in problem["sentence"]


async def test_words_that_name_no_move_are_rejected(server: LiveServer) -> None:
    table, (ada, *_) = await seat_all(server, TEUTONICA)
    answer = await ada.move(table["id"], table["state"]["number"], "castle kingside")
    assert (answer.status_code, answer.json()["error"]) == (422, "invalid")


async def test_only_the_seat_that_is_to_move_moves(server: LiveServer) -> None:
    table, (_, berta, _) = await seat_all(server, TEUTONICA)
    anonymous = await server.sign_in("Zoe")
    number = table["state"]["number"]
    for client in (berta, anonymous):
        assert (await client.move(table["id"], number, "income 1 0")).status_code == 403
    assert (await server.anonymous().move(table["id"], number, "income 1 0")).status_code == 401


async def test_the_past_can_be_looked_at(server: LiveServer) -> None:
    table, (ada, *_) = await seat_all(server, TEUTONICA)
    start = table["state"]
    state = await ada.play(table["id"], "place bremen--osnabruck.2 t", "place bremen--osnabruck.3 t")
    past = await ada.ask("GET", f"/api/tables/{table['id']}/at/{start['number']}")
    assert (past["position"], past["moves"]) == (start["position"], [])
    assert (await ada.send("GET", f"/api/tables/{table['id']}/at/{state['number'] + 1}")).status_code == 404
    assert (await ada.ask("GET", f"/api/tables/{table['id']}/at/0"))["number"] == 0
    several = await ada.ask(
        "GET", f"/api/tables/{table['id']}/states?number={state['number']}&number={start['number']}"
    )
    assert several["states"][1] == past
    assert several["states"][0]["position"] == state["position"]
    for wrong, status in ((f"number={state['number'] + 1}", 404), ("", 422), ("number=0&" * 33, 422)):
        assert (await ada.send("GET", f"/api/tables/{table['id']}/states?{wrong}")).status_code == status


async def test_tables_are_listed_with_whose_turn_it_is(server: LiveServer) -> None:
    table, (ada, berta, _) = await seat_all(server, TEUTONICA, public=True, title="Sunday")
    mine = (await ada.ask("GET", "/api/tables"))["tables"]
    assert [(each["id"], each["title"], each["your_turn"]) for each in mine] == [(table["id"], "Sunday", True)]
    assert [each["your_turn"] for each in (await berta.ask("GET", "/api/tables"))["tables"]] == [False]
    public = (await server.anonymous().ask("GET", "/api/tables?which=public"))["tables"]
    assert table["id"] in [each["id"] for each in public]
    assert (await server.anonymous().look(table["id"]))["state"]["moves"] == []


async def test_chat_messages_of_a_table(server: LiveServer) -> None:
    table, (ada, berta, _) = await seat_all(server, TEUTONICA)
    await ada.ask("POST", f"/api/tables/{table['id']}/messages", {"text": "Good luck!"})
    said = (await berta.look(table["id"]))["messages"]
    assert [(message["name"], message["text"]) for message in said] == [("Ada", "Good luck!")]
