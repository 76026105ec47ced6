"""Reports: what was seen is stored, once per reporter and subject, and only operators read it."""

import asyncio
from pathlib import Path

import pytest

from tests.server.administrators import account, operator
from tests.server.live_server import LiveServer, live_server
from tests.server.test_moves import TEUTONICA

pytestmark = pytest.mark.anyio

REPORTS = "/api/reports"


async def test_a_message_is_stored_as_it_was(server: LiveServer) -> None:
    anneke, bertram = await server.sign_in("Anneke"), await server.sign_in("Bertram")
    table = await anneke.open(TEUTONICA, public=True)
    said = await bertram.ask("POST", f"/api/tables/{table['id']}/messages", {"text": "You are a bad loser"})
    assert said["account_id"] == bertram.id
    content = {"kind": "message", "table_id": table["id"], "message": said["number"], "reason": "harassment"}
    made = await anneke.ask("POST", REPORTS, {**content, "text": "  Again and again.\x1b "})
    hugo = await operator(server, "Hugo 1")
    found = [each for each in (await hugo.ask("GET", "/api/operator/reports"))["reports"] if each["id"] == made["id"]]
    assert found[0]["context"] == "Bertram: You are a bad loser"
    assert (found[0]["text"], found[0]["reason"]) == ("Again and again.", "harassment")
    assert (found[0]["reporter"]["name"], found[0]["person"]["id"]) == ("Anneke", bertram.id)


async def test_nobody_has_two_open_reports_about_the_same(server: LiveServer) -> None:
    anneke, bertram = await server.sign_in("Anneke"), await server.sign_in("Bertram")
    content = {"kind": "person", "account_id": bertram.id, "reason": "spam"}
    answers = await asyncio.gather(*(anneke.send("POST", REPORTS, content) for _ in range(4)))
    assert sorted(answer.status_code for answer in answers) == [201, 409, 409, 409]
    made = next(answer.json()["id"] for answer in answers if answer.is_success)
    hugo = await operator(server, "Hugo 2")
    resolved = {"resolution": "Talked to both."}
    await hugo.ask("PUT", f"/api/operator/reports/{made}/resolution", resolved)
    assert (await hugo.send("PUT", f"/api/operator/reports/{made}/resolution", resolved)).status_code == 409
    assert (await anneke.send("POST", REPORTS, content)).status_code == 201
    listed = (await hugo.ask("GET", "/api/operator/reports?resolved=true"))["reports"]
    assert [each["resolution"] for each in listed if each["id"] == made] == ["Talked to both."]


async def test_reports_at_two_nodes_at_once_are_one(nodes: list[LiveServer]) -> None:
    anneke, bertram = await nodes[0].sign_in("Anneke"), await nodes[0].sign_in("Bertram")
    callers = [anneke, nodes[1].same_account(anneke)]
    content = {"kind": "person", "account_id": bertram.id, "reason": "spam"}
    answers = await asyncio.gather(*(caller.send("POST", REPORTS, content) for caller in callers * 2))
    assert sorted(answer.status_code for answer in answers) == [201, 409, 409, 409]


async def test_bad_reports_are_refused(server: LiveServer) -> None:
    anneke, bertram = await server.sign_in("Anneke"), await server.sign_in("Bertram")
    hidden = await bertram.open(TEUTONICA)
    person = {"kind": "person", "account_id": bertram.id, "reason": "spam"}
    asked = [
        (422, {**person, "reason": "boring"}),
        (422, {**person, "text": "x" * 1001}),
        (422, {**person, "more": 1}),
        (422, {**person, "kind": "planet"}),
        (422, {**person, "account_id": "../x"}),
        (422, {**person, "account_id": anneke.id}),
        (404, {**person, "account_id": "nobody"}),
        (404, {"kind": "table", "table_id": "nothing", "reason": "name"}),
        (403, {"kind": "table", "table_id": hidden["id"], "reason": "name"}),
        (403, {"kind": "message", "table_id": hidden["id"], "message": 1, "reason": "spam"}),
        (422, {"kind": "message", "table_id": hidden["id"], "message": -1, "reason": "spam"}),
    ]
    for status, content in asked:
        assert (await anneke.send("POST", REPORTS, content)).status_code == status, content
    assert (await server.anonymous().send("POST", REPORTS, person)).status_code == 401
    assert (await anneke.send("POST", REPORTS, person)).status_code == 201


async def test_reports_are_limited(folder: Path) -> None:
    async with live_server(folder, reports_per_hour=2) as server:
        anneke = await account(server, "Anneke")
        others = [await server.sign_in(name) for name in ("Bertram", "Clara", "Dietrich")]
        content = {"kind": "person", "reason": "spam"}
        answers = [await anneke.send("POST", REPORTS, {**content, "account_id": other.id}) for other in others]
    assert [answer.status_code for answer in answers] == [201, 201, 429]
