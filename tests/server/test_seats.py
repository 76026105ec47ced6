"""Seat changes during a game: who may take a seat, and how the log records it."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from kontor.server.service import seat_changes
from tests.server.live_server import Client, LiveServer, live_server
from tests.server.test_moves import TEUTONICA, seat_all
from tests.server.test_secrets import MISSIONS, cards, own_card

pytestmark = pytest.mark.anyio

MOVE = "place bremen--osnabruck.2 t"


def seat_of(table: Any, seat: int) -> str:
    """Return the path of a seat."""
    return f"/api/tables/{table['id']}/seats/{seat}"


async def changes(client: Client, table: Any) -> list[Any]:
    """Return the seat changes in the log of a table."""
    entries = (await client.look(table["id"]))["entries"]
    return [(entry["seat"], entry["by"], entry["change"]) for entry in entries if entry["kind"] == "seat"]


async def test_the_host_cannot_read_the_card_of_a_seat_by_taking_it(server: LiveServer) -> None:
    table, (ada, berta, _) = await seat_all(server, MISSIONS, public=True)
    card = await own_card(berta, table["id"], 1)
    await ada.ask("PUT", seat_of(table, 1), {})
    assert (await ada.send("POST", seat_of(table, 1), {})).status_code == 403
    link = await ada.ask("POST", f"/api/tables/{table['id']}/invitations", {"seat": 1})
    assert (await ada.send("POST", seat_of(table, 1), link | {"seat": None})).status_code == 422
    taken = await ada.send("POST", seat_of(table, 1), {"invitation": link["invitation"]})
    assert (taken.status_code, taken.json()["error"]) == (403, "forbidden")
    assert str(card) not in str(await ada.look(table["id"]))
    left = {"kind": "open", "name": None, "agent": None, "left": "Guest 1"}
    assert await changes(ada, table) == [(1, "host", left)]


async def test_neither_players_nor_newcomers_take_an_abandoned_seat_with_secrets(server: LiveServer) -> None:
    table, (ada, berta, carl) = await seat_all(server, MISSIONS, public=True)
    await berta.ask("PUT", seat_of(table, 1), {})
    newcomer = await server.sign_in("Newcomer")
    for client in (ada, carl, newcomer):
        answer = await client.send("POST", seat_of(table, 1), {})
        assert answer.status_code == 403
        assert "secret" in answer.json()["sentence"]
    await berta.ask("POST", seat_of(table, 1), {})
    assert isinstance(await own_card(berta, table["id"], 1), list)


async def test_a_player_returns_to_a_private_table_and_from_the_computer(server: LiveServer) -> None:
    table, (ada, berta, _) = await seat_all(server, MISSIONS)
    await berta.ask("PUT", seat_of(table, 1), {"agent": "light"})
    assert (await berta.look(table["id"]))["state"]["decision"] is None
    assert (await ada.send("POST", seat_of(table, 1), {})).status_code == 409
    await berta.ask("POST", seat_of(table, 1), {})
    assert [change["kind"] for _, _, change in await changes(berta, table)] == ["agent", "human"]
    await ada.ask("PUT", seat_of(table, 1), {"agent": "easy"})
    assert (await berta.send("POST", seat_of(table, 1), {})).status_code == 409
    await ada.ask("PUT", seat_of(table, 1), {})
    await berta.ask("POST", seat_of(table, 1), {})


async def test_a_newcomer_takes_a_seat_without_a_former_player(server: LiveServer) -> None:
    ada, zoe, carl = [await server.sign_in(name) for name in ("Ada", "Zoe", "Carl")]
    table = await ada.open(MISSIONS, ["human", "open", "open"], public=True)
    await ada.play(table["id"], MOVE)
    assert (await ada.send("POST", seat_of(table, 1), {})).status_code == 403
    await zoe.ask("POST", seat_of(table, 1), {})
    assert (await zoe.send("POST", seat_of(table, 2), {})).status_code == 403
    await carl.ask("POST", seat_of(table, 2), {})
    assert isinstance(await own_card(carl, table["id"], 2), list)


async def test_two_seats_are_not_taken_at_once(server: LiveServer) -> None:
    ada, zoe = await server.sign_in("Ada"), await server.sign_in("Zoe")
    table = await ada.open(MISSIONS, ["human", "open", "open"], public=True)
    await ada.play(table["id"], MOVE)
    answers = await asyncio.gather(*(zoe.send("POST", seat_of(table, seat), {}) for seat in (1, 2)))
    assert sorted(answer.status_code for answer in answers) == [204, 403]


async def test_no_secrets_are_shown_before_play_begins(server: LiveServer) -> None:
    ada, zoe = await server.sign_in("Ada"), await server.sign_in("Zoe")
    table = await ada.open(MISSIONS, ["human", "open", "open"], public=True)
    await zoe.ask("POST", seat_of(table, 1), {})
    for path in ("", "?seat=1", "/at/6", "/at/6?seat=1", "/record"):
        assert cards(await zoe.ask("GET", f"/api/tables/{table['id']}{path}")) == set()
    async with zoe.listen(table["id"], since=0, state=True) as live_socket:
        await live_socket.receive("entries")
        assert cards(live_socket.received) == set()
        await zoe.ask("PUT", seat_of(table, 1), {})
        await zoe.ask("POST", seat_of(table, 2), {})
        await (await server.sign_in("Carl")).ask("POST", seat_of(table, 1), {})
        while not cards(live_socket.received):
            await live_socket.receive("entries")
    assert isinstance(await own_card(zoe, table["id"], 2), list)
    assert await changes(zoe, table) == []


async def test_without_secrets_all_may_take_an_abandoned_seat(server: LiveServer) -> None:
    table, (ada, berta, _) = await seat_all(server, TEUTONICA, public=True)
    await berta.ask("PUT", seat_of(table, 1), {})
    await ada.ask("POST", seat_of(table, 1), {"name": "A."})
    left = {"kind": "open", "name": None, "agent": None, "left": "Guest 1"}
    came = {"kind": "human", "name": "A.", "agent": None, "left": None}
    assert await changes(ada, table) == [(1, "player", left), (1, "player", came)]


async def test_seat_changes_are_entries_that_are_no_moves(server: LiveServer) -> None:
    table, (ada, berta, _) = await seat_all(server, TEUTONICA)
    state = await ada.play(table["id"], MOVE)
    async with ada.listen(table["id"], since=state["number"]) as live_socket:
        await live_socket.receive("entries")
        await berta.ask("PUT", seat_of(table, 1), {"agent": "light"})
        assert (await live_socket.receive_until(state["number"] + 1)) == [state["number"] + 1]
    stale = await ada.move(table["id"], state["number"], "place bremen--osnabruck.3 t")
    assert (stale.status_code, [entry["kind"] for entry in stale.json()["entries"]]) == (409, ["seat"])
    after = (await ada.look(table["id"]))["state"]
    assert (after["length"], after["position"]) == (state["length"], state["position"])
    record = await ada.ask("GET", f"/api/tables/{table['id']}/record")
    assert record["moves"] == [entry["words"] for entry in (await ada.look(table["id"]))["entries"] if entry["words"]]
    undone = (await ada.undo(table["id"], after["number"])).json()
    assert undone["state"]["length"] == state["length"] - 1
    assert [change["agent"] for _, _, change in await changes(ada, table)] == ["light"]
    past = await ada.ask("GET", f"/api/tables/{table['id']}/at/{after['number']}")
    assert past["position"] == state["position"]


async def test_a_seat_change_survives_a_restart_and_does_not_stop_the_clock(folder: Path) -> None:
    clock = {"kind": "budget", "seconds": 100}
    async with live_server(folder) as server:
        ada = await server.sign_in("Ada")
        table = await ada.open(TEUTONICA, ["human", "human", "human"], clock=clock)
        await asyncio.sleep(0.3)
        await ada.ask("PUT", seat_of(table, 1), {"agent": "light"})
        left = (await ada.look(table["id"]))["state"]["clock"]["left"]
        assert left[0] <= 99_700
        assert left[1] == 100_000
        cookies = ada.http.cookies
    async with live_server(folder) as server:
        again = server.anonymous()
        again.http.cookies.update(cookies)
        assert [seat for seat, _, _ in await changes(again, table)] == [1]
        assert (await again.look(table["id"]))["state"]["clock"]["left"][0] <= 99_700
        await again.ask("POST", seat_of(table, 1), {})


async def test_seat_changes_are_limited(server: LiveServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seat_changes, "MAX_CHANGES", 12)
    table, (ada, *_) = await seat_all(server, TEUTONICA)
    agents = ("light", "greedy")
    answers = [await ada.send("PUT", seat_of(table, 2), {"agent": agents[n % 2]}) for n in range(13)]
    assert [answer.status_code for answer in answers[-2:]] == [204, 429]
    assert (await ada.send("PUT", seat_of(table, 2), {"agent": "greedy"})).status_code == 204
