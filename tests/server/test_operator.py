"""Operators: only they reach their routes, only by a browser, and every action is in the audit log."""

import asyncio
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from kontor.server.app import create_app
from kontor.server.service.load_monitor import LoadMonitor, LoadSample, quantile, total
from kontor.server.settings import Settings
from tests.server.administrators import PASSWORD, account, operator, tomorrow
from tests.server.live_server import Client, LiveServer
from tests.server.test_moves import TEUTONICA
from tests.server.test_permissions import SESSION_ONLY, program

pytestmark = pytest.mark.anyio


def operator_routes() -> list[tuple[str, str]]:
    """Return the method and a path of every route for operators."""
    paths = create_app(Settings(data=Path("nowhere"))).openapi()["paths"]
    routes = [(method.upper(), path) for path, methods in paths.items() for method in methods]
    return [(method, path) for method, path in routes if path.startswith("/api/operator/")]


CONTENT: dict[str, Any] = {
    "resolution": {"resolution": "done"},
    "suspension": {"reason": "spam"},
    "name": {"name": "Iris", "reason": "offends"},
    "announcements": {"texts": {"en": "Hello"}, "until": 2**50},
    "close": {"reason": "spam"},
}


async def test_only_operators_in_a_browser_are_let_in(server: LiveServer) -> None:
    guest, hugo = await server.sign_in("Anneke"), await operator(server)
    bot, nobody = await program(server, hugo, "read", "play", "manage"), server.anonymous()
    routes = operator_routes()
    assert len(routes) >= 10
    for method, path in routes:
        address = re.sub(r"\{\w+\}", "abc", path)
        content = CONTENT.get(address.rpartition("/")[2]) if method in ("PUT", "POST") else None
        assert (await nobody.send(method, address, content)).status_code == 401
        refused = await guest.send(method, address, content)
        assert (refused.status_code, refused.json()["error"]) == (403, "forbidden"), path
        refused = await bot.send(method, address, content)
        assert (refused.status_code, refused.json()["sentence"]) == (403, SESSION_ONLY), path
        allowed = await hugo.send(method, address, content)
        assert allowed.status_code in (200, 201, 404), allowed.text
        elsewhere = await hugo.send(method, address, content, headers={"Origin": "http://elsewhere.example"})
        assert elsewhere.status_code == (200 if method == "GET" else 403), path


async def test_a_suspended_account_is_told_until_when_and_why(server: LiveServer) -> None:
    hugo, dietrich = await operator(server, "Hugo 3"), await account(server, "Dietrich")
    bot = await program(server, dietrich, "read")
    table = await dietrich.open(TEUTONICA)
    until, path = tomorrow(), f"/api/operator/people/{dietrich.id}/suspension"
    async with dietrich.listen(table["id"]) as live_socket:
        await live_socket.receive("entries")
        await hugo.ask("PUT", path, {"until": until, "reason": "Insults in the chat."})
        assert (await live_socket.closing())[0] in (4401, 4403)
    assert (await dietrich.send("GET", "/api/session")).status_code == 401
    assert (await bot.send("GET", "/api/session")).json()["error"] == "suspended"
    again = server.anonymous()
    refused = await again.send("POST", "/api/session", {"name": "Dietrich", "password": PASSWORD})
    assert (refused.status_code, refused.json()["error"]) == (403, "suspended")
    assert refused.json()["facts"] == {"until": until, "reason": "Insults in the chat."}
    wrong = await again.send("POST", "/api/session", {"name": "Dietrich", "password": "incorrect horse"})
    assert wrong.status_code == 401
    await hugo.ask("DELETE", path)
    await again.ask("POST", "/api/session", {"name": "Dietrich", "password": PASSWORD})
    assert (await hugo.send("DELETE", path)).status_code == 409


async def test_a_suspended_guest_returns_afterwards(server: LiveServer) -> None:
    hugo, clara = await operator(server, "Hugo 4"), await server.sign_in("Clara")
    path = f"/api/operator/people/{clara.id}/suspension"
    await hugo.ask("PUT", path, {"reason": "spam"})
    refused = await clara.send("GET", "/api/session?optional=true")
    assert (refused.json()["error"], refused.json()["facts"]["until"]) == ("suspended", None)
    await hugo.ask("DELETE", path)
    assert (await clara.ask("GET", "/api/session"))["id"] == clara.id
    await hugo.ask("PUT", path, {"reason": "spam"})
    assert (await clara.send("DELETE", "/api/session")).status_code == 204


async def test_suspensions_and_roles_reach_every_node_at_once(nodes: list[LiveServer]) -> None:
    hugo, clara = await operator(nodes[0], "Hugo"), await nodes[0].sign_in("Clara")
    elsewhere = nodes[1].same_account(clara)
    path = f"/api/operator/people/{clara.id}/suspension"
    for _ in range(2):
        await hugo.ask("PUT", path, {"reason": "spam"})
        assert (await elsewhere.send("GET", "/api/session")).json()["error"] == "suspended"
        await hugo.ask("DELETE", path)
        assert (await elsewhere.send("GET", "/api/session")).status_code == 200
    status = "/api/operator/status"
    assert (await nodes[1].same_account(hugo).send("GET", status)).status_code == 200
    await nodes[0].node.administration.set_role("test", hugo.id, None)
    assert (await nodes[1].same_account(hugo).send("GET", status)).status_code == 403


async def test_an_operator_is_not_suspended(server: LiveServer) -> None:
    hugo = await operator(server, "Hugo 5")
    answer = await hugo.send("PUT", f"/api/operator/people/{hugo.id}/suspension", {"reason": "spam"})
    assert (answer.status_code, "kontor admin revoke" in answer.json()["sentence"]) == (409, True)


async def test_a_renamed_account_has_its_new_name_everywhere(server: LiveServer) -> None:
    hugo, rude = await operator(server, "Hugo 6"), await account(server, "Rude Name")
    await account(server, "Gerda")
    table = await rude.open(TEUTONICA, public=True)
    await rude.ask("POST", f"/api/tables/{table['id']}/messages", {"text": "hello"})
    path = f"/api/operator/people/{rude.id}/name"
    for taken in ("Gerda", "Gеrda", "GERDA"):  # noqa: RUF001 - the second one has a Cyrillic letter
        assert (await hugo.send("PUT", path, {"name": taken, "reason": "offends"})).status_code == 409
    await hugo.ask("PUT", path, {"name": "Polite Name", "reason": "offends"})
    seen = await server.anonymous().look(table["id"])
    assert (seen["seats"][0]["name"], seen["messages"][0]["name"]) == ("Polite Name", "Polite Name")
    await server.anonymous().ask("POST", "/api/session", {"name": "Polite Name", "password": PASSWORD})
    logged = (await hugo.ask("GET", "/api/operator/log"))["entries"][0]
    assert (logged["action"], logged["facts"]) == ("rename", {"before": "Rude Name", "after": "Polite Name"})
    assert logged["actor"] == f"Hugo 6 ({hugo.id})"


async def test_people_are_told_what_operators_did(server: LiveServer) -> None:
    hugo, clara, anneke = (
        await operator(server, "Hugo 12"),
        await server.sign_in("Clara"),
        await server.sign_in("Anneke"),
    )
    made = await anneke.ask("POST", "/api/reports", {"kind": "person", "account_id": clara.id, "reason": "name"})
    assert [facts["kind"] for facts in await told(hugo)] == ["report"]
    await hugo.ask("PUT", f"/api/operator/people/{clara.id}/name", {"name": "Gentle", "reason": "offends"})
    await hugo.ask("PUT", f"/api/operator/reports/{made['id']}/resolution", {"resolution": "renamed"})
    assert [(facts["kind"], facts.get("name")) for facts in await told(clara)] == [("renamed", "Gentle")]
    assert [facts["kind"] for facts in await told(anneke)] == ["resolved"]
    assert "Anneke" not in str(await told(clara))


async def told(client: Client) -> list[dict[str, Any]]:
    """Return the facts of the notices about moderation of an account."""
    notices = (await client.ask("GET", "/api/notices"))["notices"]
    return [notice["data"] for notice in notices if notice["event"] == "moderation"]


async def test_announcements_are_shown_until_they_end(server: LiveServer) -> None:
    hugo, reader = await operator(server, "Hugo 7"), server.anonymous()
    for old in (await reader.ask("GET", "/api/announcements"))["announcements"]:
        await hugo.ask("DELETE", f"/api/operator/announcements/{old['id']}")
    path = "/api/operator/announcements"
    content = {"texts": {"en": "Maintenance at 8", "de": "Wartung um 8"}, "until": tomorrow()}
    made = await hugo.ask("POST", path, content)
    shown = (await reader.ask("GET", "/api/announcements"))["announcements"]
    assert [(each["id"], each["texts"]) for each in shown] == [(made["id"], content["texts"])]
    for texts in ({}, {"en": " "}, {"en": "x" * 301}, {"es": "x"}):
        assert (await hugo.send("POST", path, {**content, "texts": texts})).status_code == 422
    assert (await hugo.send("POST", path, {**content, "until": 1000})).status_code == 422
    for _ in range(2):
        await hugo.ask("POST", path, content)
    assert (await hugo.send("POST", path, content)).status_code == 409
    for each in (await reader.ask("GET", "/api/announcements"))["announcements"]:
        await hugo.ask("DELETE", f"{path}/{each['id']}")
    assert (await hugo.send("DELETE", f"{path}/{made['id']}")).status_code == 404
    assert (await reader.ask("GET", "/api/announcements"))["announcements"] == []


async def test_the_status_shows_load_queues_and_storage(server: LiveServer) -> None:
    hugo = await operator(server, "Hugo 8")
    table = await hugo.open(TEUTONICA, ["human", "human", "human"])
    await hugo.play(table["id"], "place bremen--osnabruck.2 t")
    await server.node.load.update()
    status = await hugo.ask("GET", "/api/operator/status")
    load = status["history"][-1]
    assert load["requests"] > 0
    assert load["moves"] > 0
    assert 0 < load["p50"] <= load["p99"]
    assert load["memory"] > 10_000_000
    assert [node["id"] for node in status["nodes"]] == [server.node.id]
    assert status["storage"]["database"] > 10_000
    assert status["storage"]["free"] > 0
    assert status["tables"]["running"] >= 1
    assert set(status["queues"]["deliveries"].values()) == {0}


async def test_errors_are_counted_by_kind(server: LiveServer, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(*_: object) -> None:
        raise OSError("secret of Anneke")

    hugo = await operator(server, "Hugo 9")
    monkeypatch.setattr(server.node.tables, "count", fail)
    with pytest.raises(AssertionError, match="internal-error"):
        await hugo.ask("GET", "/api/operator/status")
    monkeypatch.undo()
    errors = (await hugo.ask("GET", "/api/operator/status"))["errors"]
    assert errors.get("500 GET /api/operator/status") == 1, errors
    assert "secret" not in str(errors)


async def test_every_node_knows_the_others(nodes: list[LiveServer]) -> None:
    loads: list[LoadMonitor] = [server.node.load for server in nodes]
    for load in (*loads, loads[0]):
        await load.update()
    assert {node.id for node in loads[0].nodes} == {server.node.id for server in nodes}
    hugo = await operator(nodes[0], "Hugo 10")
    status = await hugo.ask("GET", "/api/operator/status")
    assert len(status["nodes"]) == 2
    assert status["storage"]["shared"]
    await loads[1].stop()
    await loads[0].update()
    assert [node.id for node in loads[0].nodes] == [nodes[0].node.id]
    loads[1].start()


async def test_two_operators_resolve_a_report_once(nodes: list[LiveServer]) -> None:
    hugo, iris = await operator(nodes[0], "Hugo 11"), await operator(nodes[1], "Iris 11")
    clara, anneke = await nodes[0].sign_in("Clara"), await nodes[0].sign_in("Anneke")
    made = await anneke.ask("POST", "/api/reports", {"kind": "person", "account_id": clara.id, "reason": "spam"})
    path, content = f"/api/operator/reports/{made['id']}/resolution", {"resolution": "done"}
    answers = await asyncio.gather(*(each.send("PUT", path, content) for each in (hugo, iris)))
    assert sorted(answer.status_code for answer in answers) == [204, 409]


def test_quantiles_are_estimated_from_buckets() -> None:
    counts = Counter({0.005: 0, 0.01: 50, 0.1: 100, float("inf"): 100})
    assert quantile(counts, 0.5) == 10.0
    assert quantile(counts, 0.75) == pytest.approx(55.0)
    assert quantile(Counter({0.1: 0, float("inf"): 0}), 0.5) == 0.0
    assert quantile(Counter({0.1: 0, float("inf"): 5}), 0.5) == 100.0
    two = total([LoadSample(1, requests=2, p99=10), LoadSample(2, requests=3, p99=7)])
    assert (two.at, two.requests, two.p99) == (2, 5, 10)
