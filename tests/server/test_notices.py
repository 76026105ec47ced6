"""Notices: what happened while someone was away, kept within limits, read by their owner alone."""

from pathlib import Path
from typing import get_args

import pytest
from sqlalchemy import text

from kontor.server.notify.translations import LANGUAGES, catalogue, event_text
from kontor.server.schemas.notification_settings import EventName
from kontor.server.store.events import DIGEST_EVENT, NOTICES_PER_ACCOUNT, queue_event
from tests.server.live_server import Client, LiveServer, live_server
from tests.server.postgres import Postgres

pytestmark = pytest.mark.anyio


async def happen(
    server: LiveServer, event: EventName, *clients: Client, table: str | None = None, **data: str
) -> None:
    """Queue an event for some accounts."""
    async with server.node.database.writing() as session:
        await queue_event(session, [client.id for client in clients], event, table, data)


async def test_notices_are_listed_and_marked_as_read(server: LiveServer) -> None:
    anneke, bertram = await server.sign_in("Anneke"), await server.sign_in("Bertram")
    await happen(server, "friend", anneke, bertram, name="Clara")
    await happen(server, "group", anneke, title="Sunday", link="#/group/a")
    listed = await anneke.ask("GET", "/api/notices")
    assert (listed["unread"], [each["event"] for each in listed["notices"]]) == (2, ["group", "friend"])
    assert listed["notices"][1]["data"] == {"name": "Clara"}
    assert listed["notices"][1]["text"] == "Clara has sent you a friend request."
    german = (await anneke.ask("GET", "/api/notices?language=de"))["notices"]
    assert german[1]["title"] == "Clara möchte mit dir befreundet sein"
    assert (await bertram.ask("GET", "/api/notices"))["unread"] == 1
    await bertram.ask("POST", "/api/notices/read", {"ids": [listed["notices"][0]["id"]]})  # not Bertram's
    assert (await anneke.ask("GET", "/api/notices"))["unread"] == 2
    await anneke.ask("POST", "/api/notices/read", {"ids": [listed["notices"][0]["id"]]})
    assert [each["read"] for each in (await anneke.ask("GET", "/api/notices"))["notices"]] == [True, False]
    await anneke.ask("POST", "/api/notices/read", {})
    assert (await anneke.ask("GET", "/api/notices"))["unread"] == 0
    assert (await server.anonymous().http.get("/api/notices")).status_code == 401


async def test_an_event_of_a_table_replaces_the_unread_one(server: LiveServer) -> None:
    anneke = await server.sign_in("Anneke")
    table = await anneke.open({"game": "hansa", "players": 2}, ["human", "human"])
    for name in ("Bertram", "Clara"):
        await happen(server, "message", anneke, table=table["id"], name=name)
    await happen(server, "ended", anneke, table=table["id"])
    listed = (await anneke.ask("GET", "/api/notices"))["notices"]
    assert [(each["event"], each["data"].get("name")) for each in listed] == [("ended", None), ("message", "Clara")]


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
async def test_the_newest_notices_are_kept(folder: Path, request: pytest.FixtureRequest, kind: str) -> None:
    postgres: Postgres | None = request.getfixturevalue("postgres") if kind == "postgresql" else None
    async with live_server(folder, database=postgres.url if postgres else None) as server:
        anneke, bertram = await server.sign_in("Anneke"), await server.sign_in("Bertram")
        await happen(server, "friend", bertram, name="Clara")
        for number in range(NOTICES_PER_ACCOUNT + 3):
            await happen(server, "group", anneke, bertram, title=str(number))
        listed = (await anneke.ask("GET", "/api/notices"))["notices"]
        assert [each["data"]["title"] for each in listed][:2] == [
            str(NOTICES_PER_ACCOUNT + 2),
            str(NOTICES_PER_ACCOUNT + 1),
        ]
        async with server.node.database.reading() as session:
            counts = await session.execute(text("SELECT count(*) FROM notices GROUP BY account_id"))
            assert [row[0] for row in counts] == [NOTICES_PER_ACCOUNT] * 2


def test_every_event_has_a_text_in_every_language() -> None:
    events = (*get_args(EventName), DIGEST_EVENT)
    parts = [{name for name in catalogue(language) if "title" in catalogue(language)[name]} for language in LANGUAGES]
    assert parts[0] == parts[1] == parts[2]
    assert set(events) <= parts[0]
    assert {name.partition("-")[0] for name in parts[0]} == set(events)
    facts = {"name": "Clara", "title": "Sunday", "game": "Hansa", "count": 2, "lines": "a"}
    for language in LANGUAGES:
        for part in parts[0]:
            event, _, kind = part.partition("-")
            texts = event_text(language, event, {**facts, "kind": kind})
            assert all(text and "{" not in text for text in texts), (language, part)
