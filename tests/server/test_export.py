"""The export of an account: everything about it, no secret, and nothing about others."""

from pathlib import Path

import pytest

from tests.server.live_server import LiveServer, live_server
from tests.server.test_moves import TEUTONICA, seat_all
from tests.server.test_permissions import kept

pytestmark = pytest.mark.anyio

MISSIONS = {**TEUTONICA, "modules": ["mission-cards"]}


async def test_an_export_has_everything_about_the_account(server: LiveServer) -> None:
    ada, zoe = await kept(server, "Exported"), await server.sign_in("Zoe")
    token = await ada.ask("POST", "/api/tokens", {"label": "my bot"})
    hook = await ada.ask("POST", "/api/webhooks", {"url": "https://example.org/kontor"})
    table = await ada.open(TEUTONICA, public=True, title="Sunday")
    for client, words in ((ada, "mine"), (zoe, "hers")):
        await client.ask("POST", f"/api/tables/{table['id']}/messages", {"text": words})
    await ada.play(table["id"], "income 1 0")
    answer = await ada.send("GET", "/api/session/export")
    assert answer.headers["content-disposition"] == 'attachment; filename="kontor-account.json"'
    found = answer.json()
    assert (found["account"]["name"], found["account"]["guest"]) == ("Exported", False)
    assert [each["label"] for each in found["tokens"]] == ["my bot"]
    assert [each["text"] for each in found["messages"]] == ["mine"]
    (game,) = found["games"]
    assert (game["title"], game["seats"], game["host"]) == ("Sunday", [0], True)
    assert game["record"]["moves"][-1] == "income 1 0"
    for secret in (token["token"], hook["secret"], "argon2", "hers", ada.http.cookies["kontor_session"]):
        assert secret not in answer.text


async def test_a_running_game_keeps_the_secrets_of_others(server: LiveServer) -> None:
    table, (ada, _, _) = await seat_all(server, MISSIONS)
    own = (await ada.ask("GET", "/api/session/export"))["games"][0]["record"]
    assert own == await ada.ask("GET", f"/api/tables/{table['id']}/record")
    assert any("?" in words for words in own["moves"])


async def test_exports_are_limited(folder: Path) -> None:
    async with live_server(folder, exports_per_hour=2.0) as server:
        ada = await server.sign_in("Ada")
        statuses = [(await ada.send("GET", "/api/session/export")).status_code for _ in range(3)]
    assert statuses == [200, 200, 429]
