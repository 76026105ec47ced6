"""Handing over a seat: to a person only without secrets, otherwise to a computer player."""

import asyncio
from typing import Any

import pytest

from tests.server.live_server import LiveServer
from tests.server.test_moves import TEUTONICA, seat_all
from tests.server.test_seats import changes, seat_of
from tests.server.test_secrets import MISSIONS, own_card

pytestmark = pytest.mark.anyio


def offer_of(table: Any, seat: int) -> str:
    """Return the path of the offer of a seat."""
    return f"{seat_of(table, seat)}/offer"


async def test_a_seat_is_handed_over_by_a_link(server: LiveServer) -> None:
    table, (ada, berta, _) = await seat_all(server, TEUTONICA)
    zoe, second = await server.sign_in("Zoe"), await server.sign_in("Second")
    assert await berta.ask("GET", offer_of(table, 1)) == {"to_person": True, "secrets": False, "offered": False}
    made = await berta.ask("POST", offer_of(table, 1), {})
    assert (await berta.ask("GET", offer_of(table, 1)))["offered"]
    assert (await zoe.send("POST", seat_of(table, 1), {})).status_code == 403
    await zoe.ask("POST", seat_of(table, 1), {"invitation": made["invitation"]})
    change = {"kind": "human", "name": "Zoe", "agent": None, "left": "Guest 1"}
    assert await changes(ada, table) == [(1, "player", change)]
    assert (await second.send("POST", seat_of(table, 1), {"invitation": made["invitation"]})).status_code == 403
    seen = await berta.look(table["id"])
    assert (seen["viewed_as"], seen["state"]["decision"]) == (None, None), "the former player only watches"
    assert (await berta.send("POST", seat_of(table, 1), {})).status_code == 409


async def test_a_seat_is_offered_to_an_account(server: LiveServer) -> None:
    table, (_, berta, carl) = await seat_all(server, TEUTONICA)
    zoe, stranger = await server.sign_in("Zoe"), await server.sign_in("Stranger")
    assert (await zoe.send("GET", f"/api/tables/{table['id']}")).status_code == 403
    assert await berta.ask("POST", offer_of(table, 1), {"to": zoe.id}) == {"seat": 1, "invitation": None}
    assert [seat["offered_to_you"] for seat in (await zoe.look(table["id"]))["seats"]] == [False, True, False]
    assert not any(seat["offered_to_you"] for seat in (await carl.look(table["id"]))["seats"])
    assert (await stranger.send("POST", seat_of(table, 1), {})).status_code == 403
    await zoe.ask("POST", seat_of(table, 1), {})
    assert (await zoe.look(table["id"]))["seats"][1]["yours"]
    for wrong in (zoe.id, "nobody"):
        answer = await carl.send("POST", offer_of(table, 2), {"to": wrong})
        assert answer.status_code == (409 if wrong == zoe.id else 404)


async def test_a_seat_with_secrets_goes_to_a_computer_only(server: LiveServer) -> None:
    table, (_, berta, carl) = await seat_all(server, MISSIONS)
    card = await own_card(berta, table["id"], 1)
    assert await berta.ask("GET", offer_of(table, 1)) == {"to_person": False, "secrets": True, "offered": False}
    answer = await berta.send("POST", offer_of(table, 1), {})
    assert (answer.status_code, answer.json()["facts"]["secrets"]) == (403, True)
    assert "computer" in answer.json()["sentence"]
    await berta.ask("PUT", seat_of(table, 1), {"agent": "light"})
    assert str(card) not in str(await carl.look(table["id"]))
    assert str(card) not in str(await berta.look(table["id"])), "who has left a seat sees it as a spectator"


async def test_only_the_player_offers_and_withdraws(server: LiveServer) -> None:
    table, (ada, berta, carl) = await seat_all(server, TEUTONICA)
    for client in (ada, carl, await server.sign_in("Stranger")):
        for method in ("GET", "POST", "DELETE"):
            body: dict[str, Any] | None = {} if method == "POST" else None
            assert (await client.send(method, offer_of(table, 1), body)).status_code == 403
    made = await berta.ask("POST", offer_of(table, 1), {})
    await berta.ask("DELETE", offer_of(table, 1))
    assert (await berta.send("DELETE", offer_of(table, 1))).status_code == 404
    zoe = await server.sign_in("Zoe")
    link = {"invitation": made["invitation"]}
    assert (await zoe.send("POST", seat_of(table, 1), link)).status_code == 403
    assert (await berta.send("POST", offer_of(table, 1), {"to": "Z!"})).status_code == 422
    assert (await ada.send("POST", offer_of(await ada.open(TEUTONICA), 0), {})).status_code == 409, "not begun"


async def test_two_people_do_not_take_one_offered_seat(server: LiveServer) -> None:
    table, (ada, berta, _) = await seat_all(server, TEUTONICA)
    link = {"invitation": (await berta.ask("POST", offer_of(table, 1), {}))["invitation"]}
    takers = [await server.sign_in(name) for name in ("Zoe", "Yara", "Xenia")]
    answers = await asyncio.gather(*(taker.send("POST", seat_of(table, 1), link) for taker in takers))
    assert sorted(answer.status_code for answer in answers)[0] == 204
    assert all(answer.status_code in (204, 403, 409) for answer in answers)
    assert len(await changes(ada, table)) == 1
    carl_offer = (await ada.ask("POST", offer_of(table, 0), {}))["invitation"]
    winner = next(taker for taker, answer in zip(takers, answers, strict=True) if answer.status_code == 204)
    assert (await winner.send("POST", seat_of(table, 0), {"invitation": carl_offer})).status_code == 409
