"""A guest becomes an account, or signs in to one and takes the games along; nobody gets two seats of one table."""

import asyncio

import pytest

from tests.server.live_server import Client, LiveServer
from tests.server.test_moves import TEUTONICA
from tests.server.test_permissions import PASSWORD, kept

pytestmark = pytest.mark.anyio


async def sign_in_with_games(client: Client, name: str) -> dict[str, int | str]:
    """Sign in to an account from the browser of a guest, with the guest's games."""
    body = {"name": name, "password": "correct horse", "take_games": True}
    found: dict[str, int | str] = await client.ask("POST", "/api/session", body)
    return found


async def test_a_guest_becomes_an_account_with_the_same_games(server: LiveServer) -> None:
    guest, other = await server.sign_in("Becoming"), await server.sign_in("Zoe")
    table = await guest.open(TEUTONICA, public=True)
    assert table["seats"][0]["guest"]
    async with other.listen(table["id"]) as live_socket:
        assert (await live_socket.receive("seats"))["seats"][0]["guest"]
        await guest.ask("PUT", PASSWORD, {"password": "correct horse"})
        seat = (await live_socket.receive("seats"))["seats"][0]
    assert (seat["guest"], seat["account"], seat["name"]) == (False, guest.id, "Becoming")
    elsewhere = server.anonymous()
    back = await elsewhere.ask("POST", "/api/session", {"name": "Becoming", "password": "correct horse"})
    assert back["id"] == guest.id
    assert (await elsewhere.look(table["id"]))["seats"][0]["yours"]
    assert (await guest.ask("GET", "/api/session/account"))["password_at"] is not None


async def test_the_first_password_is_set_once(nodes: list[LiveServer]) -> None:
    guest = await nodes[0].sign_in("Once only")
    both = [guest, nodes[1].same_account(guest)]
    answers = await asyncio.gather(
        *(client.send("PUT", PASSWORD, {"password": f"correct horse {n}"}) for n, client in enumerate(both))
    )
    assert sorted(answer.status_code for answer in answers) in ([204, 409], [204, 403])


async def test_of_two_names_that_look_alike_one_gets_the_password(nodes: list[LiveServer]) -> None:
    guests = [await nodes[0].sign_in("Mirabel"), await nodes[1].sign_in("Mirabél")]
    answers = await asyncio.gather(*(guest.send("PUT", PASSWORD, {"password": "correct horse"}) for guest in guests))
    assert sorted(answer.status_code for answer in answers) == [204, 409]


@pytest.mark.parametrize("name", ["zoelie", "ZOÉLIE", "Zo\u0435lie", "  Zoélie "])
async def test_signing_in_compares_names_without_case_and_accents(server: LiveServer, name: str) -> None:
    first = server.anonymous()
    if (await first.send("POST", "/api/session", {"name": "Zoélie"})).is_success:
        await first.ask("PUT", PASSWORD, {"password": "correct horse"})
    back = await server.anonymous().ask("POST", "/api/session", {"name": name, "password": "correct horse"})
    assert back["name"] == "Zoélie"


async def test_signing_in_takes_the_games_of_the_guest(server: LiveServer) -> None:
    account, host = await kept(server, "Taking"), await server.sign_in("Host")
    guest = await server.sign_in("Visitor")
    own = await guest.open(TEUTONICA)
    joined = await host.open(TEUTONICA, public=True)
    await guest.ask("POST", f"/api/tables/{joined['id']}/seats/1", {})
    await guest.ask("POST", f"/api/tables/{joined['id']}/messages", {"text": "hello"})
    answer = await sign_in_with_games(guest, "Taking")
    assert (answer["id"], answer["games_taken"], answer.get("games_left", 0)) == (account.id, 2, 0)
    seat = (await host.look(joined["id"]))["seats"][1]
    assert (seat["account"], seat["name"], seat["guest"]) == (account.id, "Taking", False)
    hosted = await account.look(own["id"])
    assert (hosted["host"], hosted["seats"][0]["yours"]) == (True, True)
    assert (await server.sign_in("Visitor")).id != guest.id


async def test_nobody_gets_two_seats_of_one_table(server: LiveServer) -> None:
    account, host = await kept(server, "Doubled"), await server.sign_in("Host")
    guest = await server.sign_in("Second self")
    before = server.same_account(guest)
    table = await host.open(TEUTONICA, public=True)
    await account.ask("POST", f"/api/tables/{table['id']}/seats/1", {})
    await guest.ask("POST", f"/api/tables/{table['id']}/seats/2", {})
    await guest.ask("POST", f"/api/tables/{table['id']}/messages", {"text": "hello"})
    answer = await sign_in_with_games(guest, "Doubled")
    assert (answer.get("games_taken", 0), answer["games_left"]) == (0, 1)
    seats = (await host.look(table["id"]))["seats"]
    assert [seat["account"] for seat in seats[1:]] == [account.id, before.id]
    assert (await before.ask("GET", "/api/session"))["id"] == before.id
    assert len((await before.ask("GET", "/api/session/export"))["messages"]) == 1


async def test_without_asking_nothing_moves(server: LiveServer) -> None:
    account, guest = await kept(server, "Apart"), await server.sign_in("Other self")
    table = await guest.open(TEUTONICA, public=True)
    await guest.ask("POST", "/api/session", {"name": "Apart", "password": "correct horse"})
    assert not (await account.look(table["id"]))["seats"][0]["yours"]


async def test_the_games_of_an_account_with_a_password_stay(server: LiveServer) -> None:
    first, second = await kept(server, "First self"), await kept(server, "Last self")
    table = await first.open(TEUTONICA, public=True)
    await sign_in_with_games(first, "Last self")
    assert not (await second.look(table["id"]))["seats"][0]["yours"]


async def test_a_wrong_password_moves_nothing(server: LiveServer) -> None:
    await kept(server, "Guarded")
    guest = await server.sign_in("Guesser")
    table = await guest.open(TEUTONICA)
    body = {"name": "Guarded", "password": "incorrect horse", "take_games": True}
    assert (await guest.send("POST", "/api/session", body)).status_code == 401
    assert (await guest.look(table["id"]))["seats"][0]["yours"]
