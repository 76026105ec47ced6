"""Tables are exported as records, and records are imported as tables."""

from typing import Any

import pytest
from sqlalchemy import text

from kontor.core import registry
from kontor.core.record import record_of
from tests.server.live_server import LiveServer
from tests.server.test_moves import HANSA, TEUTONICA

pytestmark = pytest.mark.anyio


def played(setup: dict[str, Any], moves: int | None = None) -> dict[str, Any]:
    """Return the record of a game, or of its first moves."""
    game = registry.game(setup)
    position = game.start()
    made = list(game.play_out(position, 7, ["light"] * game.players, 1000, keep_moves=True).moves)[:moves]
    position = game.start()
    for move in made:
        game.advance(position, move)
    return record_of(game, made, position).json()


async def test_a_finished_record_is_studied(server: LiveServer) -> None:
    ada = await server.sign_in("Ada")
    record = played(HANSA)
    table = await ada.ask("POST", "/api/tables", {"record": record})
    assert (table["state"]["over"], [seat["yours"] for seat in table["seats"]]) == (True, [True, True])
    assert await ada.ask("GET", f"/api/tables/{table['id']}/record") == record
    assert (await ada.ask("GET", f"/api/tables/{table['id']}/at/30?seat=1"))["length"] == 30


async def test_an_unfinished_record_is_continued_but_not_undone(server: LiveServer) -> None:
    ada = await server.sign_in("Ada")
    record = played(TEUTONICA, 60)
    table = await ada.ask("POST", "/api/tables", {"record": record})
    state = table["state"]
    assert (state["over"], state["length"] >= 60) == (False, True)
    assert (state["undo"]["floor"], state["undo"]["limit"]) == (state["length"], "record")
    after = await ada.play(table["id"], state["moves"][0]["words"])
    assert after["number"] > state["number"]


async def test_a_record_may_begin_with_a_position(server: LiveServer) -> None:
    ada = await server.sign_in("Ada")
    start = {"active": 1, "actions": 2, "score": {"0": 5}}
    record = {"format": 1, "setup": TEUTONICA, "start": start, "moves": [], "result": None}
    table = await ada.ask("POST", "/api/tables", {"record": record})
    assert (table["state"]["to_move"], table["state"]["position"]["score"]["0"]) == (1, 5)
    assert (await ada.ask("GET", f"/api/tables/{table['id']}/record"))["start"]["score"]["0"] == 5


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"moves": ["castle kingside"]}, "move 1"),
        ({"revision": 99}, "revision 99"),
        ({"format": 2}, "format"),
        ({"setup": {"game": "chess"}}, "chess"),
        ({"start": {"score": {"0": -5}}}, "score"),
    ],
)
async def test_a_record_that_does_not_hold_is_refused(server: LiveServer, change: dict[str, Any], words: str) -> None:
    ada = await server.sign_in("Ada")
    answer = await ada.send("POST", "/api/tables", {"record": {**played(TEUTONICA, 20), **change}})
    assert (answer.status_code, words in answer.json()["sentence"]) == (422, True), answer.text


async def test_a_record_may_begin_at_a_position_that_names_nothing(server: LiveServer) -> None:
    ada = await server.sign_in("Ada")
    record = {**played(TEUTONICA, 0), "start": {}, "moves": []}
    table = await ada.ask("POST", "/api/tables", {"record": record})
    assert (table["entries"], table["state"]["decision"]) == ([], 0)


async def test_a_table_of_another_revision_is_refused_with_a_sentence(server: LiveServer) -> None:
    ada = await server.sign_in("Ada")
    table = await ada.open(TEUTONICA)
    async with server.node.database.writing() as session:
        await session.execute(
            text("UPDATE tables SET revision = 99, version = 1 WHERE id = :id"), {"id": table["id"]}
        )
    server.node.matches._cache.clear()
    answer = await ada.send("GET", f"/api/tables/{table['id']}")
    assert (answer.status_code, "revision 99" in answer.json()["sentence"]) == (409, True)
    assert (await ada.send("GET", "/api/tables")).status_code == 200
