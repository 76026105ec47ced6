"""Previews: what moves would lead to, told without making them and without revealing anything."""

from pathlib import Path
from typing import Any

import pytest

from tests.server.live_server import Client, LiveServer, live_server
from tests.server.test_moves import HANSA, TEUTONICA, seat_all
from tests.server.test_secrets import MISSIONS, cards, own_card

pytestmark = pytest.mark.anyio

PLACED = "place bremen--osnabruck.2 t"
WITH_MARKER: dict[str, Any] = {
    "active": 0,
    "actions": 1,
    "turn": 9,
    "spaces": {f"dortmund--duisburg.{n}": [0, "t"] for n in (1, 2)},
    "markers_on_routes": {"dortmund--duisburg": "move-3"},
}


async def previewed(client: Client, table: Any, lines: Any, number: int | None = None, **query: Any) -> Any:
    """Ask for previews and return the response."""
    known = (await client.look(table["id"]))["state"]["number"] if number is None else number
    path = f"/api/tables/{table['id']}/previews"
    return await client.send("POST", path, {"number": known, "lines": lines}, params=query)


async def test_a_preview_is_the_state_that_the_moves_lead_to(server: LiveServer) -> None:
    table, (ada, *_) = await seat_all(server, TEUTONICA)
    lines = [[PLACED], [PLACED, "income 1 0"], ["income 1 0"]]
    one, two, other = (await previewed(ada, table, lines)).json()["previews"]
    assert [found["line"] for found in (one, two, other)] == lines
    assert two["events"][0]["event"] == "Placed"
    before = (await ada.look(table["id"]))["state"]
    assert (before["number"], before["length"]) == (one["state"]["number"], one["state"]["length"] - 1)
    for words, found in ((PLACED, one), ("income 1 0", two)):
        made = (await ada.move(table["id"], before["number"], words)).json()["state"]
        for field in (
            "position",
            "derived_state",
            "scores",
            "to_move",
            "turn",
            "over",
            "decision",
            "moves",
            "length",
        ):
            assert found["state"][field] == made[field], field
        before = made


async def test_nothing_is_changed_by_a_preview(server: LiveServer) -> None:
    table, (ada, *_) = await seat_all(server, TEUTONICA)
    match = await server.node.matches.get(table["id"])
    before, position = await ada.look(table["id"]), bytes(match.timeline.position)
    assert (await previewed(ada, table, [[PLACED]] * 16)).is_success
    assert (await ada.look(table["id"]), bytes(match.timeline.position)) == (before, position)


async def test_a_line_goes_on_with_the_moves_of_the_next_seat(server: LiveServer) -> None:
    table, (ada, *_) = await seat_all(server, TEUTONICA)
    (found,) = (await previewed(ada, table, [["income 1 0", "income 1 0", "end-turn"]])).json()["previews"]
    assert (found["state"]["to_move"], found["state"]["decision"]) == (1, None)
    assert "end-turn" in [move["words"] for move in found["state"]["moves"]]


async def test_a_line_ends_before_an_illegal_move_and_names_its_rule(server: LiveServer) -> None:
    table, (ada, *_) = await seat_all(server, TEUTONICA)
    answer = await previewed(ada, table, [["income 1 0"], [PLACED, PLACED], [{"do": "create", "route": "x"}]])
    assert (answer.status_code, answer.json()["error"]) == (422, "invalid")
    legal, illegal = (await previewed(ada, table, [["income 1 0"], [PLACED, PLACED]])).json()["previews"]
    assert legal["refusal"] is None
    made = (await ada.move(table["id"], table["state"]["number"], PLACED)).json()
    rejected = (await ada.move(table["id"], made["number"], PLACED)).json()
    assert (illegal["line"], illegal["refusal"]) == ([PLACED], rejected)
    assert (await previewed(ada, table, [["castle kingside"]])).json()["error"] == "invalid"


async def test_a_line_may_hold_moves_as_objects(server: LiveServer) -> None:
    table, (ada, *_) = await seat_all(server, TEUTONICA)
    place = {"do": "place", "space": "bremen--osnabruck.2", "kind": "t"}
    (found,) = (await previewed(ada, table, [[place]])).json()["previews"]
    assert found["line"] == [PLACED]


async def test_only_the_seat_that_is_to_move_previews(server: LiveServer) -> None:
    table, (_, berta, _) = await seat_all(server, TEUTONICA, public=True)
    assert (await previewed(berta, table, [[PLACED]])).status_code == 403
    assert (await previewed(await server.sign_in("Zoe"), table, [[PLACED]])).status_code == 403
    assert (await previewed(server.anonymous(), table, [[PLACED]])).status_code == 401


async def test_an_earlier_number_has_no_previews_and_an_unknown_one_is_rejected(server: LiveServer) -> None:
    table, (ada, *_) = await seat_all(server, TEUTONICA)
    earlier = table["state"]["number"]
    number = (await ada.move(table["id"], earlier, PLACED)).json()["number"]
    overtaken = await previewed(ada, table, [["income 1 0"]], earlier)
    assert (overtaken.status_code, overtaken.json()) == (200, {"number": number, "previews": []})
    unknown = await previewed(ada, table, [["income 1 0"]], number + 1)
    assert (unknown.status_code, unknown.json()["error"]) == (409, "stale")


async def test_people_at_one_screen_preview_for_the_seat_that_is_to_move(server: LiveServer) -> None:
    ada = await server.sign_in("Ada")
    table = await ada.open(MISSIONS, ["human"] * 3)
    for query in ({}, {"seat": 0}):
        (found,) = (await previewed(ada, table, [[PLACED]], **query)).json()["previews"]
        assert found["state"]["decision"] == 0
    assert (await previewed(ada, table, [[PLACED]], seat=1)).status_code == 403


async def test_chance_is_never_drawn(server: LiveServer) -> None:
    ada = await server.sign_in("Ada")
    record = {"format": 1, "setup": TEUTONICA, "start": WITH_MARKER, "moves": [], "revision": 1}
    seats = [{"kind": "human"}] * 3
    table = await ada.ask("POST", "/api/tables", {"record": record, "seats": seats})
    line = ["create dortmund--duisburg", "reward nothing", "end-turn", "no such move"]
    (found,) = (await previewed(ada, table, [line])).json()["previews"]
    assert (found["chance"], found["line"], found["state"]["moves"]) == (True, line[:3], [])
    assert found["state"]["to_move"] is None
    assert not found["state"]["over"]


async def test_a_preview_tells_nobody_the_cards_of_others(server: LiveServer) -> None:
    table, clients = await seat_all(server, MISSIONS)
    mine = await own_card(clients[0], table["id"], 0)
    content = (await previewed(clients[0], table, [["income 1 0", "income 1 0", "end-turn"]])).json()
    (shown,) = content["previews"]
    assert shown["state"]["position"]["missions"] == {"0": mine, "1": "?", "2": "?"}
    assert len(cards(content)) == 1


async def test_a_preview_does_not_depend_on_what_its_seat_may_not_know(server: LiveServer) -> None:
    table, clients = await seat_all(server, MISSIONS)
    lines = [["income 1 0", "income 1 0", "end-turn"], [PLACED]]
    before = (await previewed(clients[0], table, lines)).json()
    match = await server.node.matches.get(table["id"])
    match.timeline.position = match.game.view(match.timeline.position, 0)  # without the cards of the others
    assert (await previewed(clients[0], table, lines)).json() == before


@pytest.mark.parametrize(
    "lines",
    [[], [[]], [[PLACED]] * 17, [[PLACED] * 17], [PLACED], [[1]], [[""]], [["x" * 201]], None, {"0": [PLACED]}],
)
async def test_bad_lines_are_rejected(server: LiveServer, lines: Any) -> None:
    ada = await server.sign_in("Ada")
    table = await ada.open(TEUTONICA, ["human"] * 3)
    assert (await previewed(ada, table, lines)).status_code == 422


async def test_previews_count_as_two_requests(folder: Path) -> None:
    async with live_server(folder, requests_at_once=20, requests_per_second=0.01) as server:
        ada = await server.sign_in("Ada")
        table = await ada.open({**HANSA, "start_player": 0}, ["human", "human"])
        number = table["state"]["number"]
        words = table["state"]["moves"][0]["words"]
        answers = [(await previewed(ada, table, [[words]], number)).status_code for _ in range(9)]
    assert answers == [200] * 7 + [429] * 2
