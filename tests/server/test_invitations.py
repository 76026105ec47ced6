"""Invitations of accounts: who may invite, who sees what, and what accepting and declining do."""

import asyncio
from typing import Any

import pytest

from kontor.server.clock import now
from kontor.server.store.models import FriendshipRow
from tests.server.live_server import Client, LiveServer
from tests.server.test_moves import TEUTONICA

pytestmark = pytest.mark.anyio


async def befriend(server: LiveServer, one: Client, other: Client) -> None:
    """Make two accounts friends in the database."""
    first, second = sorted((one.id, other.id))
    async with server.node.database.writing() as session:
        session.add(FriendshipRow(one=first, other=second, asked_by=first, asked_at=now(), accepted_at=now()))


async def invited_table(server: LiveServer, **more: Any) -> tuple[Client, Client, str]:
    """Return a host, a friend of the host, and a table with open seats to which the friend is invited."""
    anneke, bertram = [await server.sign_in(name) for name in ("Anneke", "Bertram")]
    await befriend(server, anneke, bertram)
    table = await anneke.open(TEUTONICA, ["human", "open", "open"], title="Sunday", **more)
    await anneke.ask("POST", f"/api/tables/{table['id']}/invited", {"accounts": [bertram.id]})
    return anneke, bertram, table["id"]


async def test_an_invitation_says_who_invites_to_what(server: LiveServer) -> None:
    anneke, bertram, table = await invited_table(server, clock={"kind": "budget", "seconds": 900})
    (found,) = (await bertram.ask("GET", "/api/invitations"))["invitations"]
    assert (found["table_id"], found["kind"], found["title"]) == (table, "table", "Sunday")
    assert (found["by"]["name"], found["host"]["id"]) == ("Anneke", anneke.id)
    assert found["setup"]["players"] == 3
    assert found["clock_rule"]["seconds"] == 900
    assert [seat["name"] for seat in found["seats"]] == ["Anneke", None, None]
    assert (await anneke.ask("GET", "/api/invitations"))["invitations"] == []
    (notice,) = (await bertram.ask("GET", "/api/notices"))["notices"]
    assert notice["data"]["link"] == f"#/join/{table}"


async def test_an_invited_account_sits_down_with_one_request(server: LiveServer) -> None:
    _, bertram, table = await invited_table(server)
    assert await bertram.ask("POST", f"/api/invitations/{table}") == {"table_id": table, "seats": [1]}
    assert await bertram.ask("POST", f"/api/invitations/{table}") == {"table_id": table, "seats": [1]}
    assert (await bertram.ask("GET", "/api/invitations"))["invitations"] == []
    assert (await bertram.look(table))["seats"][1]["yours"]


async def test_an_invitation_to_a_taken_seat_leads_to_another_open_one(server: LiveServer) -> None:
    anneke, bertram, table = await invited_table(server)
    link = await anneke.ask("POST", f"/api/tables/{table}/invitations", {"seat": 1})
    clara = await server.sign_in("Clara")
    await clara.ask("POST", f"/api/tables/{table}/seats/1", {"invitation": link["invitation"]})
    assert (await bertram.ask("POST", f"/api/invitations/{table}"))["seats"] == [2]


async def test_a_declined_invitation_is_gone(server: LiveServer) -> None:
    _, bertram, table = await invited_table(server)
    assert (await bertram.send("GET", f"/api/tables/{table}")).status_code == 200
    await bertram.ask("DELETE", f"/api/invitations/{table}")
    assert (await bertram.ask("GET", "/api/invitations"))["invitations"] == []
    assert (await bertram.send("DELETE", f"/api/invitations/{table}")).status_code == 404
    assert (await bertram.send("POST", f"/api/invitations/{table}")).status_code == 404
    assert (await bertram.send("GET", f"/api/tables/{table}")).status_code == 403


async def test_strangers_are_not_invited(server: LiveServer) -> None:
    anneke, bertram, table = await invited_table(server)
    dietrich = await server.sign_in("Dietrich")
    answer = await anneke.send("POST", f"/api/tables/{table}/invited", {"accounts": [dietrich.id]})
    assert (answer.status_code, answer.json()["error"]) == (403, "forbidden")
    unknown = await anneke.send("POST", f"/api/tables/{table}/invited", {"accounts": ["nobody"]})
    assert unknown.status_code == 404
    bodies: list[dict[str, Any]] = [{"accounts": []}, {"accounts": ["x"] * 17}, {"accounts": ["A"]}, {"seats": [1]}]
    for body in bodies:
        assert (await anneke.send("POST", f"/api/tables/{table}/invited", body)).status_code == 422
    assert (await bertram.send("POST", f"/api/tables/{table}/invited", {"accounts": [anneke.id]})).status_code == 403
    assert (await dietrich.ask("GET", "/api/invitations"))["invitations"] == []


async def test_only_holders_of_a_link_see_what_it_leads_to(server: LiveServer) -> None:
    anneke, _, table = await invited_table(server)
    link = await anneke.ask("POST", f"/api/tables/{table}/invitations", {"seat": 2})
    visitor = server.anonymous()
    secret = {"invitation": link["invitation"]}
    seen = await visitor.ask("POST", f"/api/tables/{table}/preview", secret)
    assert (seen["host"]["name"], seen["setup"]["game"], seen["title"]) == ("Anneke", "teutonica", "Sunday")
    for wrong in ({}, {"invitation": "x" * 43}):
        assert (await visitor.send("POST", f"/api/tables/{table}/preview", wrong)).status_code == 204
    other = await anneke.open(TEUTONICA, ["human", "open", "open"])
    assert (await visitor.send("POST", f"/api/tables/{other['id']}/preview", secret)).status_code == 204
    assert (await visitor.send("POST", "/api/tables/zzz/preview", secret)).status_code == 204


async def two_accept(servers: list[LiveServer]) -> None:
    """Let two invited people accept at the same moment where one seat is open, on one or several nodes."""
    anneke, bertram, clara = [await servers[0].sign_in(name) for name in ("Anneke", "Bertram", "Clara")]
    for friend in (bertram, clara):
        await befriend(servers[0], anneke, friend)
    for _ in range(5):
        table = await anneke.open(TEUTONICA, ["human", "greedy", "open"])
        await anneke.ask("POST", f"/api/tables/{table['id']}/invited", {"accounts": [bertram.id, clara.id]})
        guests = [bertram, servers[-1].same_account(clara)]
        answers = await asyncio.gather(*(guest.send("POST", f"/api/invitations/{table['id']}") for guest in guests))
        assert sorted(answer.status_code for answer in answers) == [200, 409]
        assert (await bertram.ask("GET", "/api/invitations"))["invitations"] == []


async def test_one_of_two_takes_the_last_seat(server: LiveServer) -> None:
    await two_accept([server])


async def test_one_of_two_takes_the_last_seat_on_two_nodes(nodes: list[LiveServer]) -> None:
    await two_accept(nodes)


async def test_a_link_has_a_qr_code(server: LiveServer) -> None:
    visitor = server.anonymous()
    code = await visitor.ask("POST", "/api/qr", {"link": f"{server.address}/#/join/abc/1/{'x' * 43}"})
    assert code["size"] > 25
    assert code["path"].startswith("M2 2h7")  # the frame of a corner begins after the quiet zone
    for link in ("", "ftp://example.org", "https://a b", "https://" + "x" * 400, "javascript:alert(1)"):
        assert (await visitor.send("POST", "/api/qr", {"link": link})).status_code == 422
