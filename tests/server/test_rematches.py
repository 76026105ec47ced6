"""Rematches: one table for all, rotated seats that are reserved, and two requests at once."""

import asyncio

import pytest

from tests.server.live_server import Client, LiveServer
from tests.server.test_groups import nearly_over, play_last_move
from tests.server.test_moves import TEUTONICA

pytestmark = pytest.mark.anyio


async def finished(server: LiveServer) -> tuple[str, list[Client]]:
    """Return a finished game and its players."""
    people = [await server.sign_in(name) for name in ("Anneke", "Bertram")]
    clock = {"kind": "budget", "seconds": 900, "increment": 15}
    options = {"title": "Sunday", "undo": "never", "clock": clock, "public": True}
    table = await nearly_over(people[0], ["human", "open"], **options)
    await people[1].ask("POST", f"/api/tables/{table}/seats/1", {})
    await play_last_move(people[::-1], table)
    return table, people


async def test_a_rematch_has_the_same_people_and_settings_and_rotated_seats(server: LiveServer) -> None:
    table, (anneke, bertram) = await finished(server)
    opened = await anneke.ask("POST", f"/api/tables/{table}/rematch")
    assert opened["created"]
    again = await anneke.look(opened["table_id"])
    assert (again["title"], again["undo_policy"], again["clock_rule"]["seconds"]) == ("Sunday", "never", 900)
    assert [(seat["kind"], seat["yours"]) for seat in again["seats"]] == [("open", False), ("human", True)]
    (invitation,) = (await bertram.ask("GET", "/api/invitations"))["invitations"]
    assert (invitation["kind"], invitation["by"]["name"], invitation["invited_seats"]) == ("rematch", "Anneke", [0])
    clara = await server.sign_in("Clara")
    taken = await clara.send("POST", f"/api/tables/{opened['table_id']}/seats/0", {})
    assert (taken.status_code, "reserved" in taken.json()["sentence"]) == (403, True)
    assert await bertram.ask("POST", f"/api/invitations/{opened['table_id']}") == {
        "table_id": opened["table_id"],
        "seats": [0],
    }
    assert (await anneke.look(opened["table_id"]))["state"]["length"] < 30


async def test_a_declined_seat_is_free_for_others(server: LiveServer) -> None:
    table, (anneke, bertram) = await finished(server)
    again = (await anneke.ask("POST", f"/api/tables/{table}/rematch"))["table_id"]
    await bertram.ask("DELETE", f"/api/invitations/{again}")
    clara = await server.sign_in("Clara")
    await clara.ask("POST", f"/api/tables/{again}/seats/0", {})


async def test_only_players_of_a_finished_game_ask(server: LiveServer) -> None:
    table, _ = await finished(server)
    clara = await server.sign_in("Clara")
    assert (await clara.send("POST", f"/api/tables/{table}/rematch")).status_code == 403
    assert (await server.anonymous().send("POST", f"/api/tables/{table}/rematch")).status_code == 401
    running = await clara.open(TEUTONICA, ["human", "light", "light"])
    assert (await clara.send("POST", f"/api/tables/{running['id']}/rematch")).status_code == 409
    assert (await clara.send("POST", "/api/tables/zzz/rematch")).status_code == 404


async def test_computers_stay(server: LiveServer) -> None:
    anneke = await server.sign_in("Anneke")
    table = await nearly_over(anneke, ["human", "light"])
    while not (state := (await anneke.look(table))["state"])["over"]:
        if state["moves"]:
            await anneke.move(table, state["number"], state["moves"][0]["words"])
        await asyncio.sleep(0.01)
    again = (await anneke.ask("POST", f"/api/tables/{table}/rematch"))["table_id"]
    assert [seat["agent"] for seat in (await anneke.look(again))["seats"]] == ["light", None]


async def press_at_once(servers: list[LiveServer]) -> None:
    """Let both players ask at the same moment, on one or several nodes: there is one table, with both at it."""
    table, (anneke, bertram) = await finished(servers[0])
    other = servers[-1].same_account(bertram)
    answers = await asyncio.gather(*(each.ask("POST", f"/api/tables/{table}/rematch") for each in (anneke, other)))
    assert len({answer["table_id"] for answer in answers}) == 1
    assert sorted(answer["created"] for answer in answers) == [False, True]
    seats = (await anneke.look(answers[0]["table_id"]))["seats"]
    assert [seat["name"] for seat in seats] == ["Bertram", "Anneke"]
    assert (await other.ask("POST", f"/api/tables/{table}/rematch"))["table_id"] == answers[0]["table_id"]


async def test_two_requests_at_once_open_one_table(server: LiveServer) -> None:
    await press_at_once([server])


async def test_two_requests_at_once_on_two_nodes(nodes: list[LiveServer]) -> None:
    await press_at_once(nodes)


async def follow_a_rematch(servers: list[LiveServer]) -> None:
    """Open a rematch while the other player looks at the home page, on one or several nodes."""
    table, (anneke, bertram) = await finished(servers[0])
    other = servers[-1].same_account(bertram)
    async with other.follow() as news:
        await news.receive("ready")
        again = (await anneke.ask("POST", f"/api/tables/{table}/rematch"))["table_id"]
        (invitation,) = (await news.receive("invitations"))["invitations"]
    assert (invitation["kind"], invitation["table_id"]) == ("rematch", again)
    notices = (await other.ask("GET", "/api/notices"))["notices"]
    links = [notice["data"]["link"] for notice in notices if notice["event"] == "rematch"]
    assert links == [f"#/join/{again}"]


async def test_a_rematch_appears_on_the_home_page(server: LiveServer) -> None:
    await follow_a_rematch([server])


async def test_a_rematch_appears_on_the_home_page_of_another_node(nodes: list[LiveServer]) -> None:
    await follow_a_rematch(nodes)
