"""The list of sessions: coarse devices and times, ended one by one or all, at every node."""

import pytest

from kontor.server import clock
from kontor.server.service.devices import device_of
from kontor.server.store.sessions import HOUR, MAX_SESSIONS, Device
from tests.server.live_server import Client, LiveServer
from tests.server.test_moves import TEUTONICA
from tests.server.test_permissions import kept, program

pytestmark = pytest.mark.anyio

FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0"
IPHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
    "Version/19.0 Mobile/15E148 Safari/604.1"
)
EDGE = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0"


async def second_browser(server: LiveServer, name: str, user_agent: str = FIREFOX) -> Client:
    """Sign in to an account with another browser."""
    client = server.anonymous()
    client.http.headers["User-Agent"] = user_agent
    await client.ask("POST", "/api/session", {"name": name, "password": "correct horse"})
    return client


@pytest.mark.parametrize(
    ("header", "device"),
    [
        (FIREFOX, Device("Firefox", "Linux")),
        (IPHONE, Device("Safari", "iPhone")),
        (EDGE, Device("Edge", "Windows")),
        ("Mozilla/5.0 (Linux; Android 16) Chrome/140.0 Mobile Safari/537.36", Device("Chrome", "Android")),
        ("python-httpx/0.28.1", Device()),
        ("", Device()),
    ],
)
def test_a_device_is_named_coarsely(header: str, device: Device) -> None:
    assert device_of(header) == device


async def test_sessions_are_listed_with_device_and_hour(server: LiveServer) -> None:
    ada = await kept(server, "Listing")
    phone = await second_browser(server, "Listing", IPHONE)
    found = (await phone.ask("GET", "/api/sessions"))["sessions"]
    assert sorted((each["browser"], each["system"], each["current"]) for each in found if each["browser"]) == [
        ("Safari", "iPhone", True)
    ]
    assert len(found) == 2
    assert all(each["used_at"] % HOUR == 0 and each["created_at"] > 0 for each in found)
    assert set(found[0]) == {"id", "browser", "system", "created_at", "used_at", "current"}
    assert [each["current"] for each in (await ada.ask("GET", "/api/sessions"))["sessions"]].count(True) == 1


async def test_the_hour_of_the_last_use_is_stored(server: LiveServer, monkeypatch: pytest.MonkeyPatch) -> None:
    ada = await server.sign_in("Ada")
    (before,) = (await ada.ask("GET", "/api/sessions"))["sessions"]
    server.node.accounts._cache.clear()  # as if half a minute had passed
    later = clock.now() + 3 * HOUR
    monkeypatch.setattr("kontor.server.service.accounts.now", lambda: later)
    (after,) = (await ada.ask("GET", "/api/sessions"))["sessions"]
    assert (after["used_at"], after["created_at"]) == (later - later % HOUR, before["created_at"])


async def test_one_session_is_ended(server: LiveServer) -> None:
    ada = await kept(server, "Ending one")
    thief = await second_browser(server, "Ending one")
    table = await ada.open(TEUTONICA)
    ids = {each["current"]: each["id"] for each in (await ada.ask("GET", "/api/sessions"))["sessions"]}
    async with thief.listen(table["id"]) as live_socket:
        await live_socket.receive("entries")
        await ada.ask("DELETE", f"/api/sessions/{ids[False]}")
        assert (await live_socket.closing())[0] == 4401
    assert (await thief.send("GET", "/api/session")).status_code == 401
    assert (await ada.send("DELETE", f"/api/sessions/{ids[False]}")).status_code == 404


async def test_nobody_ends_the_session_of_another_account(server: LiveServer) -> None:
    ada, zoe = await server.sign_in("Ada"), await server.sign_in("Zoe")
    (own,) = (await ada.ask("GET", "/api/sessions"))["sessions"]
    assert (await zoe.send("DELETE", f"/api/sessions/{own['id']}")).status_code == 404
    for wrong in ("%25", "0" * 15, "G" * 16):
        assert (await zoe.send("DELETE", f"/api/sessions/{wrong}")).status_code in (404, 422)
    await zoe.ask("DELETE", "/api/sessions")
    assert (await ada.send("GET", "/api/session")).status_code == 200


async def test_sessions_are_for_browsers_only(server: LiveServer) -> None:
    ada = await server.sign_in("Ada")
    bot = await program(server, ada, "read", "play", "manage")
    asked = [
        ("GET", "/api/sessions", None),
        ("DELETE", "/api/sessions", None),
        ("DELETE", f"/api/sessions/{'0' * 16}", None),
        ("GET", "/api/session/account", None),
        ("PATCH", "/api/session/account", {"private": True}),
        ("GET", "/api/session/export", None),
        ("POST", "/api/session/deletion", {"name": "Ada"}),
    ]
    for method, path, content in asked:
        assert (await bot.send(method, path, content)).status_code == 403, path
        assert (await server.anonymous().send(method, path, content)).status_code == 401, path
    assert (await ada.ask("GET", "/api/session/account"))["private"] is False


async def test_all_other_sessions_are_ended_at_every_node(nodes: list[LiveServer]) -> None:
    ada = await kept(nodes[0], "Everywhere")
    others = [await second_browser(node, "Everywhere") for node in nodes]
    await ada.ask("DELETE", "/api/sessions")
    assert [(await other.send("GET", "/api/session")).status_code for other in others] == [401, 401]
    assert len((await ada.ask("GET", "/api/sessions"))["sessions"]) == 1


async def test_an_account_keeps_a_bounded_number_of_sessions(server: LiveServer) -> None:
    ada = await server.sign_in("Ada")
    account = await server.node.accounts.store.by_id(ada.id)
    assert account is not None
    for _ in range(MAX_SESSIONS + 3):
        await server.node.accounts.open_session(account, Device())
    assert len(await server.node.accounts.sessions.of(ada.id, clock.now())) == MAX_SESSIONS


async def test_the_privacy_of_an_account_is_changed(server: LiveServer) -> None:
    ada = await server.sign_in("Ada")
    assert (await ada.ask("PATCH", "/api/session/account", {"private": True}))["private"]
    own = await ada.ask("GET", "/api/session/account")
    assert (own["private"], own["guest"], own["password_at"]) == (True, True, None)
    for wrong in ({}, {"private": "perhaps"}, {"private": True, "name": "Eve"}):
        assert (await ada.send("PATCH", "/api/session/account", wrong)).status_code == 422
