"""What is revoked on one node is rejected by every other at once."""

import pytest

from tests.server.live_server import LiveServer
from tests.server.test_moves import TEUTONICA

pytestmark = pytest.mark.anyio

ROUNDS = 3


async def test_a_session_that_was_ended(nodes: list[LiveServer]) -> None:
    for _ in range(ROUNDS):
        ada = await nodes[0].sign_in("Ada")
        elsewhere = nodes[1].same_account(ada)
        assert (await elsewhere.ask("GET", "/api/session"))["id"] == ada.id
        await ada.ask("DELETE", "/api/session")
        assert (await elsewhere.send("GET", "/api/session")).status_code == 401


async def test_a_token_that_was_dropped(nodes: list[LiveServer]) -> None:
    ada, bot = await nodes[0].sign_in("Ada"), nodes[1].anonymous()
    for _ in range(ROUNDS):
        token = await ada.ask("POST", "/api/tokens", {"label": "my bot"})
        bot.http.headers["Authorization"] = f"Bearer {token['token']}"
        assert (await bot.ask("GET", "/api/session"))["id"] == ada.id
        await ada.ask("DELETE", f"/api/tokens/{token['id']}")
        assert (await bot.send("GET", "/api/session")).status_code == 401


async def test_a_link_that_was_revoked_or_replaced(nodes: list[LiveServer]) -> None:
    ada, zoe = await nodes[0].sign_in("Ada"), await nodes[1].sign_in("Zoe")
    table = await ada.open(TEUTONICA)
    links, seat = f"/api/tables/{table['id']}/invitations", f"/api/tables/{table['id']}/seats/1"
    for _ in range(ROUNDS):
        first = await ada.ask("POST", links, {"seat": 1})
        second = await ada.ask("POST", links, {"seat": 1})
        assert (await zoe.send("POST", seat, {"invitation": first["invitation"]})).status_code == 403
        await ada.ask("DELETE", f"{links}?seat=1")
        assert (await zoe.send("POST", seat, {"invitation": second["invitation"]})).status_code == 403


async def test_a_seat_that_was_given_to_another_player(nodes: list[LiveServer]) -> None:
    ada, zoe = await nodes[0].sign_in("Ada"), await nodes[1].sign_in("Zoe")
    table = await ada.open(TEUTONICA, ["open", "human", "human"])
    seat = f"/api/tables/{table['id']}/seats/0"
    for _ in range(ROUNDS):
        link = await ada.ask("POST", f"/api/tables/{table['id']}/invitations", {"seat": 0})
        await zoe.ask("POST", seat, {"invitation": link["invitation"]})
        state = (await zoe.look(table["id"]))["state"]
        await ada.ask("PUT", seat, {})
        answer = await zoe.move(table["id"], state["number"], state["moves"][0]["words"])
        assert answer.status_code == 403


@pytest.mark.parametrize("there", [0, 1], ids=["here", "elsewhere"])
async def test_sockets_of_a_session_that_was_ended_are_closed(nodes: list[LiveServer], there: int) -> None:
    ada = await nodes[0].sign_in("Ada")
    table = await ada.open(TEUTONICA)
    async with nodes[there].same_account(ada).listen(table["id"]) as live_socket:
        await live_socket.receive("entries")
        await ada.ask("DELETE", "/api/session")
        assert await live_socket.closing() == (4401, "You have signed out; connect again.")


@pytest.mark.parametrize("there", [0, 1], ids=["here", "elsewhere"])
async def test_sockets_of_a_token_that_was_dropped_are_closed_and_no_others(
    nodes: list[LiveServer], there: int
) -> None:
    ada = await nodes[0].sign_in("Ada")
    table = await ada.open(TEUTONICA)
    token = await ada.ask("POST", "/api/tokens", {"label": "my bot"})
    bot = nodes[there].anonymous()
    bot.http.headers["Authorization"] = f"Bearer {token['token']}"
    async with nodes[there].same_account(ada).listen(table["id"]) as mine, bot.listen(table["id"]) as live_socket:
        await live_socket.receive("entries")
        await ada.ask("DELETE", f"/api/tokens/{token['id']}")
        assert (await live_socket.closing())[0] == 4401
        state = await ada.play(table["id"], "place bremen--osnabruck.2 t")
        assert (await mine.receive_until(state["number"]))[-1] == state["number"]
