"""The request guard and the pages: which requests are rejected or limited, and which files are served."""

from pathlib import Path

import pytest

from kontor.server.routes import pages
from tests.server.live_server import LiveServer, live_server
from tests.server.raw_client import cookie_of, raw_connection, websocket_request
from tests.server.test_moves import TEUTONICA

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(
    ("body", "status", "words"),
    [
        (b'{"name": "' + b"x" * 20_000 + b'"}', 413, "larger than 20000 bytes"),
        (b"{" + b",".join(b'"field %d": 1' % n for n in range(1000)) + b"}", 422, "1000 fields"),
        (b'{"name": ' + b"[" * 500 + b"]" * 500 + b"}", 422, "deep"),
        (b"[" * 19_000, 422, "deep"),
        (b'{"name": "\\ud800"}', 422, "half a character"),
        (b'{"name": "a\\u0000b"}', 422, "null character"),
        (b'{"name": NaN}', 422, "NaN"),
        (b'{"name": 1e999}', 422, "too large"),
        (b'{"name": ' + b"9" * 30 + b"}", 422, "digits"),
        (b'{"name": ' + b"9" * 19_000 + b"}", 422, "digits"),
        (b'{"name": -1e99999999}', 422, "too large"),
        (b'{"name": Infinity}', 422, "Infinity"),
        (b'{"name": "Ada", "name": "Berta"}', 422, "'name' more than once"),
        (b'{"name": "Ada", "more": [{"a": 1, "a": 1}]}', 422, "'a' more than once"),
        (b"\xff\xfe", 422, "UTF-8"),
        (b'{"name": "\xc3\x28"}', 422, "UTF-8"),
        (b'\xef\xbb\xbf{"name": "Ada"}', 422, "valid JSON"),
        (b'{"name": "Ada"} x', 422, "valid JSON"),
        (b"{", 422, "valid JSON"),
        (b'{"name": ""}', 422, "name"),
        (b'{"name": "Ada", "admin": true}', 422, "admin"),
    ],
)
async def test_a_wrong_body_gets_a_clear_answer(server: LiveServer, body: bytes, status: int, words: str) -> None:
    headers = {"Content-Type": "application/json"}
    answer = await server.anonymous().http.post("/api/session", content=body, headers=headers)
    assert (answer.status_code, words in answer.json()["sentence"]) == (status, True), answer.text


@pytest.mark.parametrize(
    "origin", ["http://elsewhere.example", "null", "http://[", "://", "http://kontor.elsewhere.example", "kontor"]
)
async def test_other_origins_change_nothing_and_receive_nothing(server: LiveServer, origin: str) -> None:
    ada = await server.sign_in("Ada")
    table = (await ada.open(TEUTONICA, public=True))["id"]
    headers = [f"Origin: {origin}", cookie_of(ada)]
    async with raw_connection(server) as one, raw_connection(server) as other:
        asked = await one.ask("POST /api/tokens", headers, b'{"label": "theirs"}')
        await other.send(websocket_request(f"/api/tables/{table}/live", *headers))
        heard = await other.reply()
    for reply in (asked, heard):
        assert (reply.status, reply.sentence) == (403, "Requests of other origins are rejected.")
    assert (await ada.ask("GET", "/api/tokens"))["tokens"] == []


async def test_a_forged_or_ended_session_has_no_account(server: LiveServer) -> None:
    ada = await server.sign_in("Ada")
    table, secret = (await ada.open(TEUTONICA))["id"], cookie_of(ada)
    await ada.ask("DELETE", "/api/session")
    async with raw_connection(server) as link:
        for cookie in (
            secret,
            f"{secret}x",
            "Cookie: kontor_session=\xff\xfe",
            "Cookie: kontor_session=" + "x" * 4000,
        ):
            who = await link.ask("GET /api/session", [cookie])
            seen = await link.ask(f"GET /api/tables/{table}", [cookie])
            assert (who.status, "Sign in first" in who.sentence) == (401, True)
            assert (seen.status, "private" in seen.sentence) == (403, True)


async def test_tables_and_tokens_are_limited(folder: Path) -> None:
    async with live_server(folder, tables_per_account=2, tokens_per_account=1) as server:
        ada = await server.sign_in("Ada")
        opened = [(await ada.send("POST", "/api/tables", {"setup": TEUTONICA})).status_code for _ in range(3)]
        made = [(await ada.send("POST", "/api/tokens", {"label": "bot"})).status_code for _ in range(2)]
    assert (opened, made) == ([201, 201, 429], [201, 429])


async def test_games_come_with_boards_and_agents(server: LiveServer) -> None:
    client = server.anonymous()
    answer = await client.http.get("/api/games")
    content = answer.json()
    games = {game["game"]: game for game in content["games"]}
    assert {"uniform", "light", "greedy", *content["levels"]} <= set(content["agents"])
    assert set(content["levels"]) <= set(games["teutonica"]["agents"])
    assert {"hanse-4-5", "components", "mission-cards"} <= set(games["teutonica"]["files"])
    assert games["hansa"]["files"]["hansa"]["ports"]
    again = await client.http.get("/api/games", headers={"If-None-Match": answer.headers["etag"]})
    assert again.status_code == 304


async def test_the_api_describes_itself_without_outside_assets(server: LiveServer) -> None:
    client = server.anonymous()
    paths = (await client.ask("GET", "/api/openapi.json"))["paths"]
    assert {"/api/games", "/api/tables", "/api/tables/{table_id}/moves", "/api/tokens"} <= set(paths)
    page = (await client.http.get("/api/docs")).text
    assert "http://" not in page
    assert "https://" not in page
    for asset in ("swagger-ui-bundle.js", "swagger-ui.css", "favicon.png"):
        assert f"/api/assets/{asset}" in page
        assert (await client.http.get(f"/api/assets/{asset}")).status_code == 200


async def test_health_and_metrics(server: LiveServer) -> None:
    client = server.anonymous()
    assert (await client.ask("GET", "/healthz"))["status"] == "ok"
    metrics = (await client.http.get("/metrics")).text
    assert "kontor_requests_total" in metrics
    assert "kontor_sockets 0.0" in metrics


async def test_the_client_is_served_where_it_is_built(
    server: LiveServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = server.anonymous()
    monkeypatch.setattr(pages, "CLIENT", tmp_path / "client")
    assert (await client.http.get("/")).headers["location"] == "/api/docs"
    (tmp_path / "client" / "assets").mkdir(parents=True)
    (tmp_path / "client" / "index.html").write_text("first page")
    (tmp_path / "client" / "assets" / "a.js").write_text("script")
    (tmp_path / "secret").write_text("secret")
    assert (await client.http.get("/tables/abc")).text == "first page"
    assert (await client.http.get("/assets/a.js")).text == "script"
    assert (await client.http.get("/..%2fsecret")).text == "first page"
    outdated = await client.http.get("/assets/of-another-version.js")
    assert (outdated.status_code, "reload" in outdated.json()["sentence"]) == (404, True)
    unknown = await client.http.get("/api/nonsense")
    assert (unknown.status_code, unknown.json()["error"]) == (404, "http")


@pytest.mark.parametrize(
    "path",
    [
        "/../secret",
        "/..%2fsecret",
        "/%2e%2e/secret",
        "/%2e%2e%2fsecret",
        "/..%5csecret",
        "/assets/../../secret",
        "/assets/%2e%2e/%2e%2e/secret",
        "//secret",
        "/link",
        "/" + "x" * 5000,
        "/%00",
        "/assets/a.js%00",
        "/%ff%fe",
    ],
)
async def test_no_path_leads_out_of_the_client(
    server: LiveServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    (tmp_path / "client" / "assets").mkdir(parents=True)
    (tmp_path / "client" / "index.html").write_text("first page")
    (tmp_path / "client" / "assets" / "a.js").write_text("script")
    (tmp_path / "secret").write_text("secret")
    (tmp_path / "client" / "link").symlink_to(tmp_path / "secret")
    monkeypatch.setattr(pages, "CLIENT", tmp_path / "client")
    async with raw_connection(server) as link:
        for asked in (path, f"{tmp_path}/secret", f"/{tmp_path}/secret"):
            reply = await link.ask(f"GET {asked}")
            is_asset = asked.startswith("/assets/")
            assert reply.status == 404 if is_asset else reply.body == b"first page"


@pytest.mark.parametrize(
    "path", ["/api/assets/../../secret", "/api/assets/%2e%2e/%2e%2e/pyproject.toml", "/api/assets//"]
)
async def test_no_path_leads_out_of_the_assets(server: LiveServer, path: str) -> None:
    async with raw_connection(server) as link:
        reply = await link.ask(f"GET {path}")
    assert (reply.status, reply.sentence[:9]) == (404, "Not Found")
