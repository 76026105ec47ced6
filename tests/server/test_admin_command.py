"""`kontor admin` on the database of a running server, which notices every change."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import func, select

from kontor.cli.admin_options import confirm
from kontor.cli.errors import CheckFailed
from kontor.server.store.models import ResultRow
from tests.cli.commands import kontor
from tests.server.administrators import PASSWORD, account
from tests.server.live_server import Client, LiveServer, live_server
from tests.server.postgres import Postgres
from tests.server.test_moves import TEUTONICA

pytestmark = pytest.mark.anyio

NOTICED_SECONDS = 5.0


class Admin:
    """Runs `kontor admin` on a database."""

    def __init__(self, *where: object) -> None:
        self.where = where

    async def run(self, *words: object, code: int = 0) -> str:
        """Return what a command prints, on standard error if it fails."""
        done = await asyncio.to_thread(kontor, "admin", *words, *self.where)
        assert done.exit_code == code, done.output
        return done.stderr if code else done.stdout

    async def listed(self, what: str, *words: object) -> list[dict[str, Any]]:
        """Return what a list contains."""
        found: list[dict[str, Any]] = json.loads(await self.run(what, *words, "--json"))[what]
        return found


async def noticed(check: Callable[[], Awaitable[bool]]) -> None:
    """Wait until a running server has noticed a change."""
    async with asyncio.timeout(NOTICED_SECONDS):
        while not await check():
            await asyncio.sleep(0.05)


async def status_of(client: Client, path: str = "/api/session") -> int:
    """Return the status of a response."""
    return (await client.send("GET", path)).status_code


async def administer_accounts(server: LiveServer, admin: Admin) -> None:
    """Make an operator, suspend, rename, and read the log, while the server runs."""
    dietrich, clara = await account(server, "Dietrich"), await server.sign_in("Clara")
    table = await clara.open(TEUTONICA, ["human", "human", "human"], public=True)
    assert await status_of(dietrich, "/api/operator/status") == 403
    await admin.run("grant", "dietrich", "--yes")
    await noticed(lambda: answers(dietrich, "/api/operator/status", 200))
    refused = await admin.run("suspend", "Dietrich", "--days", 7, "--reason", "Insults", "--yes", code=2)
    assert "revoke that role first" in refused
    await admin.run("revoke", dietrich.id)
    assert "until" in await admin.run("suspend", "Dietrich", "--days", 7, "--reason", "Insults", "--yes")
    await noticed(lambda: answers(dietrich, "/api/session", 401))
    signing_in = {"name": "Dietrich", "password": PASSWORD}
    answer = (await server.anonymous().send("POST", "/api/session", signing_in)).json()
    assert (answer["error"], answer["facts"]["reason"]) == ("suspended", "Insults")
    assert [each["name"] for each in await admin.listed("accounts", "--suspended")] == ["Dietrich"]
    await admin.run("unsuspend", "Dietrich")
    await server.anonymous().ask("POST", "/api/session", signing_in)
    async with clara.listen(table["id"]) as live_socket:
        await admin.run("rename", clara.id, "Iris", "--reason", "The name offends", "--yes")
        while (await live_socket.receive("seats"))["seats"][0]["name"] != "Iris":
            pass  # sent at the start, and again when the server notices that an account is no longer suspended
    assert "looks like it" in await admin.run("rename", clara.id, "Dietrích", "--reason", "x", "--yes", code=2)
    entries = await admin.listed("log")
    assert [entry["action"] for entry in entries] == ["rename", "unsuspend", "suspend", "revoke", "grant"]
    assert all("@" in entry["actor"] for entry in entries)
    assert [entry["action"] for entry in await admin.listed("log", "--account", "Iris")] == ["rename"]


async def answers(client: Client, path: str, status: int) -> bool:
    """Return whether a request is answered with a status."""
    return await status_of(client, path) == status


async def close_and_delete(server: LiveServer, admin: Admin) -> None:
    """Close a table at which somebody watches, and delete the account that plays there."""
    gerda, watcher = await account(server, "Gerda"), await server.sign_in("Clara")
    table = await gerda.open(TEUTONICA, ["human", "human", "human"], public=True, rated=False)
    other = await gerda.open(TEUTONICA, ["human", "light", "light"], public=True)
    async with watcher.listen(table["id"], since=table["state"]["number"], state=True) as live_socket:
        await live_socket.receive("entries")
        await admin.run("close", table["id"], "--reason", "The title offends", "--yes")
        while not (news := await live_socket.receive("entries"))["over"]:
            pass
    assert (news["entries"][-1]["kind"], news["entries"][-1]["by"]) == ("end", "operator")
    assert (news["state"]["ended_by"], news["state"]["winners"], news["decision"]) == ("closed", [], None)
    move = await gerda.move(table["id"], news["number"], table["state"]["moves"][0]["words"])
    assert move.status_code in (403, 409)
    assert (await gerda.ask("GET", f"/api/tables/{table['id']}/record"))["result"] is None
    assert "over already" in await admin.run("close", table["id"], "--reason", "x", "--yes", code=2)
    assert "no such table" in (await admin.run("close", "nothing", "--reason", "x", "--yes", code=2)).lower()
    async with server.node.database.reading() as session:
        results = select(func.count()).where(ResultRow.table_id == table["id"])
        assert await session.scalar(results) == 0
    await admin.run("delete", "Gerda", "--reason", "Asked for it", "--yes")
    await noticed(lambda: answers(gerda, "/api/session", 401))
    assert (await watcher.look(other["id"]))["seats"][0]["name"] in ("", None)
    assert [entry["action"] for entry in await admin.listed("log", "--limit", 2)] == ["delete", "close"]


async def administer_the_rest(server: LiveServer, admin: Admin) -> None:
    """Announce, read and resolve reports, and list tables."""
    anneke, bertram = await server.sign_in("Anneke"), await server.sign_in("Bertram")
    table = await anneke.open(TEUTONICA, public=True, title="Sunday")
    made = await anneke.ask("POST", "/api/reports", {"kind": "person", "account_id": bertram.id, "reason": "spam"})
    assert [each["id"] for each in await admin.listed("reports", "--account", bertram.id)] == [made["id"]]
    await admin.run("resolve", made["id"], "--resolution", "A warning")
    assert await admin.listed("reports") == []
    assert "resolved already" in await admin.run("resolve", made["id"], "--resolution", "A warning", code=2)
    assert (await admin.listed("reports", "--resolved"))[0]["resolution"] == "A warning"
    await admin.run("announce", "--en", "Maintenance", "--de", "Wartung", "--hours", 1)
    shown = (await server.anonymous().ask("GET", "/api/announcements"))["announcements"]
    assert [each["texts"] for each in shown] == [{"en": "Maintenance", "de": "Wartung"}]
    await admin.run("withdraw", (await admin.listed("announcements"))[0]["id"])
    assert (await server.anonymous().ask("GET", "/api/announcements"))["announcements"] == []
    assert [each["id"] for each in await admin.listed("tables", "--running", "--account", anneke.id)] == [table["id"]]
    for listing in ("accounts", "tables", "reports", "announcements", "log"):
        assert await admin.run(listing)


async def test_administration_of_an_embedded_database(folder: Path) -> None:
    async with live_server(folder) as server:
        admin = Admin("--data", folder)
        await administer_accounts(server, admin)
        await close_and_delete(server, admin)
        await administer_the_rest(server, admin)


async def test_administration_of_a_shared_database(postgres: Postgres) -> None:
    async with live_server(Path(), database=postgres.url) as server:
        admin = Admin("--database", postgres.url)
        await administer_accounts(server, admin)
        await close_and_delete(server, admin)
        await administer_the_rest(server, admin)


async def test_mistakes_are_explained_and_change_nothing(folder: Path, tmp_path: Path) -> None:
    assert "name its folder with --data" in await Admin("--data", tmp_path / "none").run("accounts", code=2)
    assert not (tmp_path / "none").exists()
    async with live_server(folder) as server:
        admin = Admin("--data", folder)
        guests = [await server.sign_in("Clara") for _ in range(2)]
        several = await admin.run("suspend", "Clara", "--forever", "--reason", "x", "--yes", code=2)
        assert all(guest.id in several for guest in guests)
        assert "lists them" in await admin.run("unsuspend", "Nobody", code=2)
        assert "give one of" in await admin.run("suspend", guests[0].id, "--reason", "x", "--yes", code=2)
        assert "--yes" in await admin.run("suspend", guests[0].id, "--forever", "--reason", "x", code=2)
        assert "characters" in await admin.run("suspend", guests[0].id, "--forever", "--reason", " ", "--yes", code=2)
        past = ("--until", "2020-01-01", "--reason", "x", "--yes")
        assert "future" in await admin.run("suspend", guests[0].id, *past, code=2)
        assert "guest" in await admin.run("grant", guests[0].id, "--yes", code=2)
        assert "did you mean" in (await admin.run("suspnd", code=2)).lower()
        assert "--hours" in await admin.run("announce", "--en", "x", code=2)
        assert await admin.listed("log") == []
        assert await status_of(guests[0]) == 200


def test_an_action_is_confirmed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("click.confirm", lambda _: False)
    with pytest.raises(CheckFailed, match="nothing was changed"):
        confirm("Really?", yes=False)
    monkeypatch.setattr("click.confirm", lambda _: True)
    confirm("Really?", yes=False)
