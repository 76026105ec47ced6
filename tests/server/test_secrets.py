"""Secrets: what a seat may not know never leaves the server."""

import json
from typing import Any

import pytest

from tests.server.live_server import Client, LiveServer
from tests.server.test_moves import seat_all

pytestmark = pytest.mark.anyio

MISSIONS = {"game": "teutonica", "players": 3, "modules": ["mission-cards"]}


def cards(content: Any) -> set[str]:
    """Return all missions that some content reveals: as a list of cities, as an event, or in words."""
    found: set[str] = set()
    if isinstance(content, dict):
        missions = content.get("missions", {})
        found |= {json.dumps(card) for card in missions.values() if card != "?"} if missions else set()
        found |= {content["card"]} if "card" in content else set()
        return found.union(*map(cards, content.values()))
    return found.union(*map(cards, content)) if isinstance(content, list) else found


async def own_card(client: Client, table: str, seat: int) -> Any:
    """Return the mission of a seat, as its owner sees it."""
    return (await client.look(table))["state"]["position"]["missions"][str(seat)]


async def test_missions_are_sent_to_their_owners_only(server: LiveServer) -> None:
    table, clients = await seat_all(server, MISSIONS, public=True)
    mine = [await own_card(client, table["id"], seat) for seat, client in enumerate(clients)]
    assert all(isinstance(card, list) for card in mine)
    for seat, client in enumerate(clients):
        for path in ("", "/at/3", "/at/6", "/states?number=3&number=6", "/record"):
            received = cards(await client.ask("GET", f"/api/tables/{table['id']}{path}"))
            assert received <= {json.dumps(mine[seat]), *(card for card in received if not card.startswith("["))}
            assert len([card for card in received if not card.startswith("[")]) <= 1
    spectator = server.anonymous()
    for path in ("", "/at/6", "/states?number=6", "/record"):
        assert cards(await spectator.ask("GET", f"/api/tables/{table['id']}{path}")) == set()
    words = (await spectator.ask("GET", f"/api/tables/{table['id']}/record"))["moves"]
    assert words[-3:] == ["chance ?"] * 3


async def test_the_live_channel_keeps_them_too(server: LiveServer) -> None:
    table, clients = await seat_all(server, MISSIONS, public=True)
    async with server.anonymous().listen(table["id"], since=0, state=True) as live_socket:
        await live_socket.receive("entries")
        assert cards(live_socket.received) == set()
    async with clients[1].listen(table["id"], since=0, state=True) as live_socket:
        await live_socket.receive("entries")
        assert len(cards(live_socket.received)) == 2  # the card as an event and as cities


async def test_the_views_of_other_seats_are_forbidden(server: LiveServer) -> None:
    table, clients = await seat_all(server, MISSIONS)
    for path in ("", "/record", "/at/6"):
        answer = await clients[0].send("GET", f"/api/tables/{table['id']}{path}?seat=1")
        assert answer.status_code == 403


async def test_at_one_screen_cards_stay_behind_a_curtain_until_asked_for(server: LiveServer) -> None:
    ada = await server.sign_in("Ada")
    seats = [{"kind": "human", "name": name} for name in ("Ada", "Berta")]
    table = await ada.open(MISSIONS, [*seats, "light"])
    assert set(table["state"]["position"]["missions"].values()) == {"?"}
    assert (table["viewed_as"], table["state"]["decision"]) == (None, 0)
    assert table["state"]["moves"]
    asked = await ada.look(table["id"], seat=1)
    missions = asked["state"]["position"]["missions"]
    assert (missions["0"], isinstance(missions["1"], list), missions["2"]) == ("?", True, "?")
    assert asked["state"]["moves"] == []


async def test_when_the_game_is_over_everything_is_known(server: LiveServer) -> None:
    ada = await server.sign_in("Ada")
    table = await ada.open(MISSIONS, ["light", "light", "light"], public=True)
    anonymous = server.anonymous()
    async with anonymous.listen(table["id"], since=0) as live_socket:
        while not (await live_socket.receive("entries"))["over"]:
            assert cards(live_socket.received) == set()
    seen = await anonymous.look(table["id"], seat=1)
    assert all(isinstance(card, list) for card in seen["state"]["position"]["missions"].values())
    past = await anonymous.ask("GET", f"/api/tables/{table['id']}/at/6?seat=1")
    assert [isinstance(card, list) for card in past["position"]["missions"].values()] == [False, True, False]
