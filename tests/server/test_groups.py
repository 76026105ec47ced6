"""Groups: links, roles, what members may do at the tables of the group, and the leaderboard."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.server.live_server import Client, LiveServer, plan
from tests.server.test_moves import TEUTONICA

pytestmark = pytest.mark.anyio

GROUPS = "/api/groups"
RECORDS = Path(__file__).parent.parent / "games" / "hansa" / "records"


async def group_of(server: LiveServer, *names: str) -> tuple[str, list[Client]]:
    """Return a group and its members, the owner first."""
    people = [await server.sign_in(name) for name in names]
    group = await people[0].ask("POST", GROUPS, {"name": "Thursday club", "description": "We play at eight."})
    link = await people[0].ask("POST", f"{GROUPS}/{group['id']}/invitation")
    for client in people[1:]:
        await client.ask("POST", f"{GROUPS}/{group['id']}/members", link)
    return group["id"], people


async def test_people_join_by_the_link_and_see_where_it_leads(server: LiveServer) -> None:
    group, (anneke, bertram) = await group_of(server, "Anneke", "Bertram")
    link = await anneke.ask("POST", f"{GROUPS}/{group}/invitation")
    clara = await server.sign_in("Clara")
    seen = await clara.ask("POST", f"{GROUPS}/{group}/preview", link)
    assert (seen["name"], seen["members"], seen["owner"]["name"], seen["joined"]) == (
        "Thursday club",
        2,
        "Anneke",
        False,
    )
    for _ in range(2):
        await clara.ask("POST", f"{GROUPS}/{group}/members", link)
    found = await clara.ask("GET", f"{GROUPS}/{group}")
    assert [(each["person"]["name"], each["role"]) for each in found["members"]] == [
        ("Anneke", "owner"),
        ("Bertram", "member"),
        ("Clara", "member"),
    ]
    (listed,) = (await clara.ask("GET", GROUPS))["groups"]
    assert (listed["id"], listed["role"], listed["members"]) == (group, "member", 3)
    await anneke.ask("DELETE", f"{GROUPS}/{group}/invitation")
    dietrich = await server.sign_in("Dietrich")
    assert (await dietrich.send("POST", f"{GROUPS}/{group}/members", link)).status_code == 403
    assert (await dietrich.send("GET", f"{GROUPS}/{group}")).status_code == 404
    assert (await bertram.send("POST", f"{GROUPS}/{group}/invitation")).status_code == 403


async def test_only_owners_change_a_group(server: LiveServer) -> None:
    group, (anneke, bertram, clara) = await group_of(server, "Anneke", "Bertram", "Clara")
    defaults = {"setup": TEUTONICA, "undo": "never", "clock": {"kind": "turn", "seconds": 86_400}}
    change = {"name": "Friday club", "description": "", "defaults": defaults}
    requests: list[tuple[str, str, Any]] = [
        ("PUT", f"{GROUPS}/{group}", change),
        ("DELETE", f"{GROUPS}/{group}", None),
        ("PUT", f"{GROUPS}/{group}/members/{clara.id}", {"role": "owner"}),
        ("DELETE", f"{GROUPS}/{group}/members/{clara.id}", None),
        ("DELETE", f"{GROUPS}/{group}/invitation", None),
    ]
    for method, path, body in requests:
        assert (await bertram.send(method, path, body)).status_code == 403, path
    await anneke.ask("PUT", f"{GROUPS}/{group}", change)
    found = await bertram.ask("GET", f"{GROUPS}/{group}")
    assert (found["name"], found["defaults"]["undo"]) == ("Friday club", "never")
    for bad in (
        {"name": ""},
        {"name": "x", "description": "y" * 1001},
        {"name": "x", "defaults": {"setup": {"game": "chess"}}},
        {"name": "x", "colour": "red"},
    ):
        assert (await anneke.send("PUT", f"{GROUPS}/{group}", bad)).status_code == 422
    assert (await anneke.send("PUT", f"{GROUPS}/{group}/members/{anneke.id}", {"role": "member"})).status_code == 409
    await anneke.ask("PUT", f"{GROUPS}/{group}/members/{bertram.id}", {"role": "owner"})
    await bertram.ask("DELETE", f"{GROUPS}/{group}/members/{anneke.id}")
    assert (await anneke.send("GET", f"{GROUPS}/{group}")).status_code == 404


async def test_members_see_and_join_the_tables_of_the_group(server: LiveServer) -> None:
    group, (anneke, bertram, clara) = await group_of(server, "Anneke", "Bertram", "Clara")
    stranger = await server.sign_in("Iris")
    table = await anneke.open(TEUTONICA, ["human", "open", "open"], group_id=group)
    (listed,) = (await bertram.ask("GET", f"{GROUPS}/{group}"))["tables"]
    assert listed["id"] == table["id"]
    assert (await stranger.send("GET", f"/api/tables/{table['id']}")).status_code == 403
    assert (await stranger.send("POST", f"/api/tables/{table['id']}/seats/1", {})).status_code == 403
    assert (await clara.look(table["id"]))["group_id"] == group
    await bertram.ask("POST", f"/api/tables/{table['id']}/seats/1", {})
    await anneke.ask("DELETE", f"{GROUPS}/{group}/members/{clara.id}")
    assert (await clara.send("GET", f"/api/tables/{table['id']}")).status_code == 403
    assert (await clara.send("POST", f"/api/tables/{table['id']}/seats/2", {})).status_code == 403
    with pytest.raises(AssertionError, match="not a member"):
        await stranger.open(TEUTONICA, ["human", "open", "open"], group_id=group)


async def test_a_group_that_everybody_left_is_gone_and_its_tables_stay(server: LiveServer) -> None:
    group, (anneke, bertram) = await group_of(server, "Anneke", "Bertram")
    table = await anneke.open(TEUTONICA, ["human", "open", "open"], group_id=group)
    await anneke.ask("DELETE", f"{GROUPS}/{group}/members/{anneke.id}")
    assert (await bertram.ask("GET", f"{GROUPS}/{group}"))["role"] == "owner"
    assert (await bertram.ask("GET", GROUPS))["groups"][0]["role"] == "owner"
    await bertram.ask("DELETE", f"{GROUPS}/{group}")
    assert (await bertram.ask("GET", GROUPS))["groups"] == []
    assert (await anneke.look(table["id"]))["group_id"] is None
    assert (await bertram.send("GET", f"/api/tables/{table['id']}")).status_code == 403


async def nearly_over(host: Client, seats: list[str], **more: Any) -> str:
    """Open a table with a game for two in which one move is left, and return its id."""
    record = json.loads((RECORDS / "two-light.json").read_text(encoding="utf-8"))
    begun = {**record, "moves": record["moves"][:-1], "result": None}
    plans = [plan(seat) for seat in seats]
    return str((await host.ask("POST", "/api/tables", {"record": begun, "seats": plans, **more}))["id"])


async def play_last_move(clients: list[Client], table: str) -> None:
    """Make the move that ends the game, by the player to whom it belongs."""
    for client in clients:
        state = (await client.look(table))["state"]
        if state["moves"]:
            state = (await client.move(table, state["number"], "end-actions")).json()["state"]
    assert state["over"]


async def test_the_leaderboard_counts_games_between_members(server: LiveServer) -> None:
    group, (anneke, bertram, clara) = await group_of(server, "Anneke", "Bertram", "Clara")
    for _ in range(2):
        table = await nearly_over(anneke, ["human", "open"], group_id=group)
        await bertram.ask("POST", f"/api/tables/{table}/seats/1", {})
        await play_last_move([bertram, anneke], table)
    other = await nearly_over(anneke, ["human", "human"], group_id=group)
    await play_last_move([anneke], other)
    board = await clara.ask("GET", f"{GROUPS}/{group}/leaderboard")
    assert board["games"] == 2
    assert {row["person"]["name"] for row in board["rows"]} == {"Anneke", "Bertram"}
    assert [row["games"] for row in board["rows"]] == [2, 2]
    assert sum(row["mean_place"] for row in board["rows"]) <= 3
    assert board["rows"][0]["rating"] >= board["rows"][1]["rating"]
    assert [row["rank"] for row in board["rows"]] == [1, 2]
    stranger = await server.sign_in("Iris")
    assert (await stranger.send("GET", f"{GROUPS}/{group}/leaderboard")).status_code == 404
