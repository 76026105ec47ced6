"""Sessions, passwords, tokens and invitations: who is who, and who may enter."""

from pathlib import Path

import pytest
from sqlalchemy import text

from tests.server.live_server import LiveServer, live_server
from tests.server.test_moves import TEUTONICA

pytestmark = pytest.mark.anyio


async def test_a_name_is_enough(server: LiveServer) -> None:
    client = server.anonymous()
    assert (await client.send("GET", "/api/session")).status_code == 401
    answer = await client.send("POST", "/api/session", {"name": "  Ada  "})
    cookie = answer.headers["set-cookie"].lower()
    assert answer.json()["name"] == "Ada"
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    assert (await client.ask("GET", "/api/session")) == answer.json()
    renamed = await client.ask("POST", "/api/session", {"name": "Ada the Bold"})
    assert (renamed["id"], renamed["name"]) == (answer.json()["id"], "Ada the Bold")


async def test_asking_who_is_signed_in_can_be_without_error(server: LiveServer) -> None:
    client = server.anonymous()
    nobody = await client.send("GET", "/api/session?optional=true")
    assert (nobody.status_code, nobody.content) == (204, b"")
    ada = await client.ask("POST", "/api/session", {"name": "Ada"})
    assert (await client.ask("GET", "/api/session?optional=true")) == ada


async def test_a_cookie_is_secure_over_https(folder: Path) -> None:
    async with live_server(folder, secure_cookie=True) as server:
        answer = await server.anonymous().send("POST", "/api/session", {"name": "Ada"})
        assert "secure" in answer.headers["set-cookie"].lower()


async def test_a_password_keeps_the_account(server: LiveServer) -> None:
    ada = await server.sign_in("Kept")
    await ada.ask("PUT", "/api/session/password", {"password": "correct horse"})
    elsewhere = server.anonymous()
    wrong = await elsewhere.send("POST", "/api/session", {"name": "Kept", "password": "incorrect horse"})
    assert wrong.status_code == 401
    back = await elsewhere.ask("POST", "/api/session", {"name": "kept", "password": "correct horse"})
    assert (back["id"], back["guest"]) == (ada.id, False)
    other = server.anonymous()
    assert (await other.send("POST", "/api/session", {"name": "Kept"})).status_code == 409
    await ada.ask("DELETE", "/api/session")
    assert (await ada.send("GET", "/api/session")).status_code == 401
    assert (await elsewhere.send("GET", "/api/session")).status_code == 200


async def test_password_attempts_are_limited(folder: Path) -> None:
    async with live_server(folder, passwords_per_minute=1.0) as server:
        wrong = {"name": "Kept", "password": "incorrect horse"}
        answers = [await server.anonymous().send("POST", "/api/session", wrong) for _ in range(5)]
    assert [answer.status_code for answer in answers] == [401, 401, 401, 429, 429]
    assert int(answers[-1].headers["retry-after"]) > 1


async def test_a_token_lets_a_program_play(server: LiveServer) -> None:
    ada = await server.sign_in("Ada")
    token = await ada.ask("POST", "/api/tokens", {"label": "my bot"})
    bot = server.anonymous()
    bot.http.headers["Authorization"] = f"Bearer {token['token']}"
    assert (await bot.ask("GET", "/api/session"))["id"] == ada.id
    listed = (await ada.ask("GET", "/api/tokens"))["tokens"]
    assert [(each["id"], "token" in each) for each in listed] == [(token["id"], False)]
    await ada.ask("DELETE", f"/api/tokens/{token['id']}")
    assert (await bot.send("GET", "/api/session")).status_code == 401
    assert (await ada.send("DELETE", f"/api/tokens/{token['id']}")).status_code == 404


async def test_a_private_table_needs_its_link(server: LiveServer) -> None:
    ada, berta, zoe = [await server.sign_in(name) for name in ("Ada", "Berta", "Zoe")]
    table, other = await ada.open(TEUTONICA), await ada.open(TEUTONICA)
    seat = f"/api/tables/{table['id']}/seats/1"
    for invitation in (None, "nonsense", other["invitations"]["1"], table["invitations"]["2"]):
        assert (await zoe.send("POST", seat, {"invitation": invitation})).status_code == 403
    assert (await zoe.send("GET", f"/api/tables/{table['id']}")).status_code == 403
    await berta.ask("POST", seat, {"invitation": table["invitations"]["1"]})
    assert (await zoe.send("POST", seat, {"invitation": table["invitations"]["1"]})).status_code == 409
    assert [seat_info["yours"] for seat_info in (await berta.look(table["id"]))["seats"]] == [False, True, False]


async def test_links_can_be_revoked(server: LiveServer) -> None:
    ada, zoe = await server.sign_in("Ada"), await server.sign_in("Zoe")
    table = await ada.open(TEUTONICA)
    links = f"/api/tables/{table['id']}/invitations"
    assert (await zoe.send("POST", links, {"seat": 1})).status_code == 403
    fresh = await ada.ask("POST", links, {"seat": 1})
    old, seat = table["invitations"]["1"], f"/api/tables/{table['id']}/seats/1"
    assert (await zoe.send("POST", seat, {"invitation": old})).status_code == 403
    await ada.ask("DELETE", f"{links}?seat=1")
    assert (await zoe.send("POST", seat, {"invitation": fresh["invitation"]})).status_code == 403
    assert (await ada.send("DELETE", f"{links}?seat=1")).status_code == 404


async def test_spectators_are_let_in_by_a_link(server: LiveServer) -> None:
    ada, zoe = await server.sign_in("Ada"), await server.sign_in("Zoe")
    table = await ada.open(TEUTONICA)
    link = await ada.ask("POST", f"/api/tables/{table['id']}/invitations", {})
    await zoe.ask("POST", f"/api/tables/{table['id']}/watchers", {"invitation": link["invitation"]})
    assert (await zoe.look(table["id"]))["state"]["moves"] == []


async def test_a_seat_can_be_left_to_an_agent(server: LiveServer) -> None:
    ada, zoe = await server.sign_in("Ada"), await server.sign_in("Zoe")
    table = await ada.open(TEUTONICA, ["human", "human", "open"], public=True)
    seat = f"/api/tables/{table['id']}/seats/1"
    assert (await zoe.send("PUT", seat, {"agent": "light"})).status_code == 403
    await ada.ask("PUT", seat, {"agent": "light"})
    assert [seat_info["kind"] for seat_info in (await ada.look(table["id"]))["seats"]] == ["human", "agent", "open"]
    await ada.ask("PUT", seat, {})
    await zoe.ask("POST", seat, {"name": "Z."})
    assert [seat_info["name"] for seat_info in (await ada.look(table["id"]))["seats"]] == ["Ada", "Z.", None]


async def test_secrets_are_stored_as_hashes(server: LiveServer) -> None:
    ada = await server.sign_in("Hidden")
    await ada.ask("PUT", "/api/session/password", {"password": "correct horse"})
    token = (await ada.ask("POST", "/api/tokens", {"label": "bot"}))["token"]
    table = await ada.open(TEUTONICA)
    secrets = [token, "correct horse", *table["invitations"].values(), *ada.http.cookies.values()]
    async with server.node.database.reading() as session:
        for name in ("accounts", "sessions", "tokens", "invitations"):
            rows = str((await session.execute(text(f"SELECT * FROM {name}"))).all())
            assert not [secret for secret in secrets if secret in rows]


async def test_requests_of_other_origins_are_refused(server: LiveServer) -> None:
    ada = await server.sign_in("Ada")
    for headers in ({"Origin": "http://elsewhere.example"}, {"Origin": "null"}, {"Sec-Fetch-Site": "cross-site"}):
        answer = await ada.http.post("/api/tables", json={"setup": TEUTONICA}, headers=headers)
        assert (answer.status_code, answer.json()["error"]) == (403, "cross-origin")
    same_account = await ada.http.post("/api/tables", json={"setup": TEUTONICA}, headers={"Origin": server.address})
    assert same_account.status_code == 201


async def test_a_forged_cookie_has_no_account(server: LiveServer) -> None:
    client = server.anonymous()
    client.http.cookies.set("kontor_session", "forged")
    assert (await client.send("GET", "/api/session")).status_code == 401
