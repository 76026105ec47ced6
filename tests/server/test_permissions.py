"""Permissions: what passwords protect, what tokens may do, and which names are free."""

from pathlib import Path
from typing import Any

import pytest

from kontor.server.app import create_app
from kontor.server.authentication import needed_scope
from kontor.server.settings import Settings
from kontor.server.store.accounts import Account
from tests.server.live_server import Client, LiveServer, live_server
from tests.server.test_moves import TEUTONICA

pytestmark = pytest.mark.anyio

PASSWORD = "/api/session/password"
SESSION_ONLY = "A token cannot do this; sign in with a browser."


async def kept(server: LiveServer, name: str, password: str = "correct horse") -> Client:
    """Return the client of a new account with a password."""
    client = await server.sign_in(name)
    await client.ask("PUT", PASSWORD, {"password": password})
    return client


async def program(server: LiveServer, owner: Client, *scopes: str) -> Client:
    """Return a client with a new token that has these scopes."""
    token = await owner.ask("POST", "/api/tokens", {"label": "bot", **({"scopes": scopes} if scopes else {})})
    bot = server.anonymous()
    bot.http.headers["Authorization"] = f"Bearer {token['token']}"
    return bot


async def test_changing_a_password_needs_the_old_one(server: LiveServer) -> None:
    ada = await kept(server, "Changing")
    for old in ({}, {"old": "incorrect horse"}):
        answer = await ada.send("PUT", PASSWORD, {"password": "another horse", **old})
        assert answer.status_code == 403
    await ada.ask("PUT", PASSWORD, {"password": "another horse", "old": "correct horse"})
    elsewhere = server.anonymous()
    wrong = await elsewhere.send("POST", "/api/session", {"name": "Changing", "password": "correct horse"})
    assert wrong.status_code == 401
    await elsewhere.ask("POST", "/api/session", {"name": "Changing", "password": "another horse"})


async def test_changing_a_password_ends_other_sessions(server: LiveServer) -> None:
    ada = await kept(server, "Ending")
    table = await ada.open(TEUTONICA)
    thief = server.anonymous()
    await thief.ask("POST", "/api/session", {"name": "Ending", "password": "correct horse"})
    async with thief.listen(table["id"]) as live_socket, ada.listen(table["id"]) as own:
        await live_socket.receive("entries")
        await own.receive("entries")
        await ada.ask("PUT", PASSWORD, {"password": "another horse", "old": "correct horse"})
        assert (await live_socket.closing())[0] == 4401
        state = await ada.play(table["id"], "place bremen--osnabruck.2 t")
        assert (await own.receive_until(state["number"]))[-1] == state["number"]
    assert (await thief.send("GET", "/api/session")).status_code == 401
    assert (await ada.send("GET", "/api/session")).status_code == 200


async def test_the_owner_can_sign_in_while_others_guess(folder: Path) -> None:
    async with live_server(folder, passwords_per_minute=1.0) as server:
        await kept(server, "Kept")
        wrong = {"name": "Kept", "password": "incorrect horse"}
        answers = [await server.anonymous().send("POST", "/api/session", wrong) for _ in range(5)]
        assert answers[-1].status_code == 429
        accounts = server.node.accounts
        account, _ = await accounts.sign_in("Kept", "correct horse", "127.0.0.9")
        assert account.name == "Kept"


async def test_other_spellings_of_a_name_share_its_attempts(folder: Path) -> None:
    async with live_server(folder, passwords_per_minute=1.0) as server:
        await kept(server, "Kept")
        names = ("Kept", "KEPT", "\uff2bept", "K\uff45pt")
        wrong = [{"name": name, "password": "incorrect horse"} for name in names]
        answers = [(await server.anonymous().send("POST", "/api/session", each)).status_code for each in wrong]
    assert answers == [401, 401, 429, 429]


async def test_setting_passwords_is_limited(folder: Path) -> None:
    async with live_server(folder, passwords_per_minute=1.0) as server:
        ada = await kept(server, "Kept")
        changed = {"password": "another horse", "old": "incorrect horse"}
        answers = [(await ada.send("PUT", PASSWORD, changed)).status_code for _ in range(4)]
    assert answers == [403, 403, 429, 429]


async def test_tokens_neither_set_passwords_nor_make_tokens(server: LiveServer) -> None:
    ada = await server.sign_in("Ada")
    bot = await program(server, ada, "read", "play", "manage")
    asked: list[tuple[str, str, Any]] = [
        ("PUT", PASSWORD, {"password": "correct horse"}),
        ("POST", "/api/tokens", {"label": "another"}),
        ("GET", "/api/tokens", None),
        ("DELETE", "/api/tokens/abc", None),
        ("POST", "/api/session", {"name": "Renamed"}),
    ]
    for method, path, content in asked:
        answer = await bot.send(method, path, content)
        assert (answer.status_code, answer.json()["sentence"]) == (403, SESSION_ONLY), path
    bot.http.cookies.update(ada.http.cookies)
    assert (await bot.send("POST", "/api/tokens", {"label": "another"})).status_code == 403
    assert (await ada.ask("GET", "/api/session"))["guest"]


async def test_a_token_does_what_its_scopes_say(server: LiveServer) -> None:
    ada = await server.sign_in("Ada")
    table = await ada.open(TEUTONICA, ["human", "open", "open"])
    reader, player, manager = [await program(server, ada, scope) for scope in ("read", "play", "manage")]
    bots = {"read": reader, "play": player, "manage": manager}
    address = f"/api/tables/{table['id']}"
    move = {"number": table["state"]["number"], "move": "place bremen--osnabruck.2 t"}
    asked: list[tuple[str, str, str, Any]] = [
        ("read", "GET", address, None),
        ("play", "POST", f"{address}/moves", move),
        ("play", "POST", f"{address}/messages", {"text": "hello"}),
        ("manage", "POST", f"{address}/invitations", {"seat": 1}),
        ("manage", "PUT", f"{address}/seats/1", {"agent": "light"}),
        ("manage", "POST", "/api/tables", {"setup": TEUTONICA}),
        ("manage", "GET", "/api/webhooks", None),
        ("manage", "GET", "/api/notifications", None),
        ("manage", "GET", "/api/push/subscriptions", None),
        ("read", "GET", "/api/notices", None),
    ]
    for scope, method, path, content in asked:
        for other in bots.keys() - {scope}:
            answer = await bots[other].send(method, path, content)
            assert answer.status_code == 403, (other, path)
            assert f"the scope '{scope}'" in answer.json()["sentence"]
        assert (await bots[scope].send(method, path, content)).is_success, (scope, path)
    async with reader.listen(table["id"]) as live_socket:
        await live_socket.receive("entries")
    async with manager.listen(table["id"]) as live_socket:
        assert (await live_socket.closing())[0] == 4403


async def test_a_token_reads_and_plays_unless_more_is_asked_for(server: LiveServer) -> None:
    ada = await server.sign_in("Ada")
    await program(server, ada)
    assert (await ada.ask("GET", "/api/tokens"))["tokens"][0]["scopes"] == ["read", "play"]
    assert (await ada.send("POST", "/api/tokens", {"label": "bot", "scopes": ["all"]})).status_code == 422
    assert (await ada.send("POST", "/api/tokens", {"label": "bot", "scopes": []})).status_code == 422


def test_only_known_routes_need_less_than_manage(folder: Path) -> None:
    paths = create_app(Settings(data=folder)).openapi()["paths"]
    unsafe = [(method.upper(), path) for path, methods in paths.items() for method in methods.keys() - {"get"}]
    played = sorted(path for method, path in unsafe if needed_scope(method, path) == "play")
    table = "/api/tables/{table_id}"
    posted = (
        "absence",
        "analysis",
        "hint",
        "messages",
        "moves",
        "preview",
        "previews",
        "seats/{seat}",
        "undo",
        "watchers",
    )
    others = ("/api/invitations/{table_id}", "/api/puzzles/{puzzle_id}/answer", "/api/quick-match")
    entering = "/api/tournaments/{tournament_id}/players"
    assert played == [*others, *(f"{table}/{path}" for path in posted), entering]


@pytest.mark.parametrize("name", ["vaul", "VAUL", "Vau1", "Vául", "V\u0430ul", "V a u l"])
async def test_a_guest_cannot_bear_the_name_of_an_account(server: LiveServer, name: str) -> None:
    host = server.anonymous()
    if (await host.send("POST", "/api/session", {"name": "Vaul"})).is_success:
        await host.ask("PUT", PASSWORD, {"password": "correct horse"})
    guest = server.anonymous()
    answer = await guest.send("POST", "/api/session", {"name": name})
    assert (answer.status_code, answer.json()["error"]) == (409, "conflict")
    zoe = await server.sign_in("Zoe")
    assert (await zoe.send("POST", "/api/session", {"name": name})).status_code == 409
    table = await (await server.sign_in("Ada")).open(TEUTONICA, public=True)
    seat = f"/api/tables/{table['id']}/seats/1"
    assert (await zoe.send("POST", seat, {"name": name})).status_code == 409
    plan = [{"kind": "human", "name": name}, "open", "open"]
    with pytest.raises(AssertionError, match="looks like it"):
        await zoe.open(TEUTONICA, plan)


async def test_a_guest_who_had_the_name_first_plays_on(server: LiveServer) -> None:
    guest = await server.sign_in("Earlier")
    await kept(server, "Earlier")
    table = await guest.open(TEUTONICA)
    assert table["seats"][0]["name"] == "Earlier"
    assert (await guest.ask("POST", "/api/session", {"name": "Earlier"}))["name"] == "Earlier"
    assert (await guest.send("PUT", PASSWORD, {"password": "correct horse"})).status_code == 409


async def test_names_without_a_visible_form_are_refused(server: LiveServer) -> None:
    ada = await server.sign_in("Ada")
    bad = "A\u202eda"
    asked = [
        ("POST", "/api/session", {"name": bad}),
        ("POST", "/api/tokens", {"label": bad}),
        ("POST", "/api/tables", {"setup": TEUTONICA, "title": bad}),
        ("POST", "/api/tables", {"setup": TEUTONICA, "seats": [{"kind": "human", "name": bad}] * 3}),
    ]
    for method, path, content in asked:
        answer = await ada.send(method, path, content)
        assert answer.status_code == 422
        assert "U+202E" in answer.json()["sentence"]
    table = await ada.open(TEUTONICA, title="  Sunday\u00a0night ")
    assert table["title"] == "Sunday night"
    said = await ada.ask("POST", f"/api/tables/{table['id']}/messages", {"text": "\u202eab\u200dc\x1b"})
    assert said["text"] == "ab\u200dc"


async def test_an_account_with_a_name_that_is_no_longer_allowed_signs_in(server: LiveServer) -> None:
    accounts = server.node.accounts
    account = Account("oldaccount", "O\u200bld")
    await accounts.store.add(account, 0)
    await accounts.set_password(account, "", "correct horse", None, "127.0.0.1")
    back = {"name": "O\u200bld", "password": "correct horse"}
    assert (await server.anonymous().ask("POST", "/api/session", back))["id"] == "oldaccount"
