"""Standing orders over the API: private, executed as ordinary moves, and asking when they mean nothing."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from kontor.server.store.orders import count_orders
from tests.server.live_server import Client, LiveServer, live_server
from tests.server.test_moves import HANSA, TEUTONICA, seat_all

pytestmark = pytest.mark.anyio

SPACE = "bremen--osnabruck.1"
NEAR_HANNOVER = {"put": "city", "city": "hannover", "extras": "none"}
BY_DEFAULT = {"put": "network", "extras": "traders"}
DISPLACE = f"displace {SPACE} t 0"


async def opened(server: LiveServer, **more: Any) -> tuple[str, list[Client]]:
    """Create a table at which seat 0 has two pieces on a route, and seat 1 is to move."""
    table, players = await seat_all(server, TEUTONICA, **more)
    await players[0].play(table["id"], f"place {SPACE} t", "place bremen--osnabruck.2 m", "end-turn")
    return table["id"], players


async def orders(player: Client, table: str) -> Any:
    """Return the orders of a player."""
    return await player.ask("GET", f"/api/tables/{table}/orders")


async def set_order(player: Client, table: str, order: dict[str, Any], space: str = SPACE) -> Any:
    """Set the order of a piece."""
    book = await orders(player, table)
    since = next(piece["since"] for piece in book["pieces"] if piece["space"] == space)
    content = {"version": book["version"], "since": since, "order": order}
    return await player.ask("PUT", f"/api/tables/{table}/orders/{space}", content)


async def set_default(player: Client, table: str, default: dict[str, Any] | None, suspended: bool = False) -> Any:
    """Set the order for all other pieces."""
    version = (await orders(player, table))["version"]
    content = {"version": version, "suspended": suspended, "default": default}
    return await player.ask("PUT", f"/api/tables/{table}/orders", content)


async def displaced(table: str, players: list[Client], words: str = DISPLACE) -> Any:
    """Let seat 1 displace a piece of seat 0, and return the table as seat 0 sees it."""
    await players[1].play(table, words)
    return await players[0].look(table)


async def test_an_order_answers_with_moves_that_are_marked(server: LiveServer) -> None:
    table, players = await opened(server)
    book = await set_order(players[0], table, NEAR_HANNOVER)
    assert [order["space"] for order in book["orders"]] == [SPACE]
    assert {piece["space"] for piece in book["pieces"]} == {SPACE, "bremen--osnabruck.2"}
    seen = await displaced(table, players)
    assert seen["state"]["to_move"] == 1
    last = seen["entries"][-3:]
    assert [(entry["words"], entry["by"], entry["seat"]) for entry in last] == [
        (DISPLACE, "player", 1),
        ("relocate bremen--hannover.1 t", "order", 0),
        ("stop", "order", 0),
    ]
    after = await orders(players[0], table)
    assert after["orders"] == []
    assert after["answered"] == 1


async def test_the_default_order_covers_pieces_without_an_order(server: LiveServer) -> None:
    table, players = await opened(server)
    await set_default(players[0], table, BY_DEFAULT)
    await set_order(players[0], table, {"put": "ask", "extras": "traders"}, "bremen--osnabruck.2")
    seen = await displaced(table, players)
    assert [entry["by"] for entry in seen["entries"][-2:]] == ["order", "order"]
    await players[1].play(table, "end-turn")
    await players[2].play(table, "end-turn")
    await players[0].play(table, "end-turn")
    seen = await displaced(table, players, "displace bremen--osnabruck.2 t 0")
    assert seen["state"]["decision"] == 0
    assert seen["entries"][-1]["by"] == "player"


async def test_an_order_ends_when_its_piece_leaves(server: LiveServer) -> None:
    table, players = await opened(server)
    await set_order(players[0], table, NEAR_HANNOVER)
    for player in players[1:]:
        await player.play(table, "end-turn")
    await players[0].play(table, f"lift {SPACE}", "stop", "put bremen--osnabruck.3")
    await players[0].play(table, f"place {SPACE} t", "end-turn")
    assert (await orders(players[0], table))["orders"] == []
    seen = await displaced(table, players)
    assert seen["state"]["decision"] == 0


async def test_a_displacement_that_is_taken_back_leaves_the_order(server: LiveServer) -> None:
    table, players = await opened(server)
    await set_order(players[0], table, {"put": "ask"})
    number = (await displaced(table, players))["state"]["number"]
    assert (await players[1].undo(table, number)).status_code == 200
    assert [order["space"] for order in (await orders(players[0], table))["orders"]] == [SPACE]


async def test_an_answer_by_order_cannot_be_taken_back(server: LiveServer) -> None:
    table, players = await opened(server)
    await set_order(players[0], table, NEAR_HANNOVER)
    seen = await displaced(table, players)
    for player in players[:2]:
        assert (await player.undo(table, seen["state"]["number"])).status_code == 422
    assert (await players[0].look(table))["state"]["undo"]["limit"] == "order"


async def test_a_space_that_is_taken_makes_the_game_ask(server: LiveServer) -> None:
    table, players = await opened(server)
    await set_order(players[0], table, {"put": "spaces", "spaces": ["bremen--minden.1"], "extras": "none"})
    await players[1].play(table, "place bremen--minden.1 t")
    seen = await displaced(table, players)
    assert seen["state"]["decision"] == 0
    assert seen["entries"][-1]["words"] == DISPLACE


async def test_an_order_that_asks_about_extras_makes_only_the_first_move(server: LiveServer) -> None:
    table, players = await opened(server)
    await set_order(players[0], table, {**NEAR_HANNOVER, "extras": "ask"})
    seen = await displaced(table, players)
    assert (seen["entries"][-1]["by"], seen["state"]["decision"]) == ("order", 0)
    assert "stop" in [move["words"] for move in seen["state"]["moves"]]


@pytest.mark.parametrize("how", ["withdraw", "withdraw all", "suspend"])
async def test_orders_can_be_withdrawn_and_suspended(server: LiveServer, how: str) -> None:
    table, players = await opened(server)
    version = (await set_order(players[0], table, NEAR_HANNOVER))["version"]
    if how == "suspend":
        await set_default(players[0], table, None, suspended=True)
    else:
        path = f"/api/tables/{table}/orders" + (f"/{SPACE}" if how == "withdraw" else "")
        book = await players[0].ask("DELETE", f"{path}?version={version}")
        assert book["orders"] == []
    assert (await displaced(table, players))["state"]["decision"] == 0


async def test_a_default_given_after_the_displacement_waits_for_the_next_one(server: LiveServer) -> None:
    table, players = await opened(server)
    await displaced(table, players)
    await set_default(players[0], table, BY_DEFAULT)
    state = await players[0].play(table, "relocate bremen--minden.1 t")
    assert state["decision"] == 0
    assert (await players[0].look(table))["entries"][-1]["by"] == "player"


async def test_orders_are_those_of_one_player(server: LiveServer) -> None:
    table, players = await opened(server, public=True)
    await set_order(players[0], table, NEAR_HANNOVER)
    stranger = await server.sign_in("Clara")
    path = f"/api/tables/{table}/orders"
    assert (await players[1].send("GET", f"{path}?seat=0")).status_code == 403
    assert (await stranger.send("GET", path)).status_code == 403
    assert (await server.anonymous().send("GET", path)).status_code == 401
    assert (await players[1].send("GET", f"{path}/{SPACE}")).status_code == 409
    assert (await orders(players[1], table))["orders"] == []


@pytest.mark.parametrize(
    ("order", "status"),
    [
        ({"put": "city", "city": "paris"}, 422),
        ({"put": "city"}, 422),
        ({"put": "city", "city": "hannover", "spaces": ["bremen--minden.1"]}, 422),
        ({"put": "spaces"}, 422),
        ({"put": "spaces", "spaces": ["bremen--osnabruck.3"]}, 422),
        ({"put": "spaces", "spaces": ["bremen--minden.1"] * 7}, 422),
        ({"put": "nowhere"}, 422),
        ({"put": "network", "extras": "merchants"}, 422),
        ({"put": "network", "extras": "none", "more": 1}, 422),
    ],
)
async def test_bad_orders_change_nothing(server: LiveServer, order: dict[str, Any], status: int) -> None:
    table, players = await opened(server)
    before = await orders(players[0], table)
    since = next(piece["since"] for piece in before["pieces"] if piece["space"] == SPACE)
    content = {"version": 0, "since": since, "order": order}
    answer = await players[0].send("PUT", f"/api/tables/{table}/orders/{SPACE}", content)
    assert answer.status_code == status
    assert answer.json()["sentence"]
    assert await orders(players[0], table) == before


async def test_the_piece_is_the_one_that_was_meant(server: LiveServer) -> None:
    table, players = await opened(server)
    content = {"version": 0, "since": 99, "order": NEAR_HANNOVER}
    assert (await players[0].send("PUT", f"/api/tables/{table}/orders/{SPACE}", content)).status_code == 409
    path = f"/api/tables/{table}/orders/bremen--minden.1"
    assert (await players[0].send("PUT", path, content)).status_code == 409


async def test_a_game_without_such_decisions_has_no_orders(server: LiveServer) -> None:
    table, players = await seat_all(server, HANSA)
    assert table["orders"] is False
    answer = await players[0].send("GET", f"/api/tables/{table['id']}/orders")
    assert answer.status_code == 404
    assert "no standing orders" in answer.json()["sentence"]


async def test_people_at_one_screen_name_the_seat(server: LiveServer) -> None:
    host = await server.sign_in("Ada")
    table = await host.open(TEUTONICA, ["human", "human", "human"])
    path = f"/api/tables/{table['id']}/orders"
    assert (await host.send("GET", path)).status_code == 422
    assert (await host.ask("GET", f"{path}?seat=2"))["seat"] == 2


async def test_of_two_changes_one_is_written(server: LiveServer) -> None:
    table, players = await opened(server)
    await race_orders(players[0], server.same_account(players[0]), table)


async def test_of_two_changes_at_two_nodes_one_is_written(nodes: list[LiveServer]) -> None:
    table, players = await opened(nodes[0])
    await race_orders(players[0], nodes[1].same_account(players[0]), table)


async def race_orders(one: Client, other: Client, table: str) -> None:
    """Let two clients of one player change the same version."""
    version = (await orders(one, table))["version"]
    path = f"/api/tables/{table}/orders"
    content = {"version": version, "suspended": False, "default": BY_DEFAULT}
    answers = await asyncio.gather(*(client.send("PUT", path, content) for client in (one, other)))
    assert sorted(answer.status_code for answer in answers) == [200, 409]
    assert (await orders(one, table))["version"] == version + 1


async def test_a_withdrawn_order_is_never_executed_afterwards(nodes: list[LiveServer]) -> None:
    for _ in range(2):
        table, players = await opened(nodes[0])
        version = (await set_order(players[0], table, NEAR_HANNOVER))["version"]
        state = (await players[1].look(table))["state"]
        away = nodes[1].same_account(players[0])
        withdrawn, moved = await asyncio.gather(
            away.send("DELETE", f"/api/tables/{table}/orders?version={version}"),
            players[1].move(table, state["number"], DISPLACE),
        )
        assert moved.status_code == 200
        executed = any(entry["by"] == "order" for entry in moved.json()["entries"])
        assert withdrawn.status_code == (409 if executed else 200)
        assert (await players[0].look(table))["state"]["to_move"] == (1 if executed else 0)


async def test_orders_survive_a_restart(folder: Path) -> None:
    async with live_server(folder) as server:
        table, players = await opened(server)
        await set_default(players[0], table, BY_DEFAULT)
        cookies = [player.http.cookies for player in players]
    async with live_server(folder) as server:
        again = [server.anonymous() for _ in players]
        for client, cookie in zip(again, cookies, strict=True):
            client.http.cookies.update(cookie)
        seen = await displaced(table, again)
        assert [entry["by"] for entry in seen["entries"][-2:]] == ["order", "order"]


async def test_the_clock_of_the_displaced_player_is_not_charged(server: LiveServer) -> None:
    clock = {"kind": "budget", "seconds": 600}
    table, players = await opened(server, clock=clock)
    await set_default(players[0], table, BY_DEFAULT)
    before = (await players[0].look(table))["state"]["clock"]["left"][0]
    seen = await displaced(table, players)
    assert seen["state"]["clock"]["left"][0] == before
    assert seen["state"]["clock"]["running"] == 1


async def test_the_outlook_names_spaces_for_every_city(server: LiveServer) -> None:
    table, players = await opened(server)
    destinations = await players[0].ask("GET", f"/api/tables/{table}/orders/{SPACE}")
    assert destinations["cities"]["hannover"] == "bremen--hannover.1"
    assert "bremen--minden.1" in destinations["ranks"][0]
    assert (destinations["kind"], destinations["extras"], destinations["source"]) == ("t", 1, "stock")


async def test_orders_of_a_former_player_do_not_exist_for_the_next_one(server: LiveServer) -> None:
    table, players = await opened(server)
    await set_default(players[1], table, BY_DEFAULT)
    await players[0].ask("PUT", f"/api/tables/{table}/seats/1", {"agent": "light"})
    async with server.node.database.reading() as session:
        assert await count_orders(session, players[1].id, [table]) == {table: 1}
    assert (await players[1].send("GET", f"/api/tables/{table}/orders")).status_code == 403
