"""Doors and pages: what is turned away, what is limited, and what is served."""

from pathlib import Path

import pytest

from kontor.server.routes import pages
from tests.server.running import Running, running
from tests.server.test_playing import TEUTONICA

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(
    ("body", "status", "words"),
    [
        (b'{"name": "' + b"x" * 1_100_000 + b'"}', 413, "larger"),
        (b'{"name": ' + b"[" * 500 + b"]" * 500 + b"}", 422, "deep"),
        (b"[" * 100_000, 422, "deep"),
        (b'{"name": "\\ud800"}', 422, "half a character"),
        (b'{"name": "a\\u0000b"}', 422, "null character"),
        (b'{"name": NaN}', 422, "NaN"),
        (b'{"name": 1e999}', 422, "too large"),
        (b'{"name": ' + b"9" * 30 + b"}", 422, "digits"),
        (b"\xff\xfe", 422, "UTF-8"),
        (b"{", 422, "valid JSON"),
        (b'{"name": ""}', 422, "name"),
        (b'{"name": "Ada", "admin": true}', 422, "admin"),
    ],
)
async def test_a_wrong_body_gets_a_clear_answer(server: Running, body: bytes, status: int, words: str) -> None:
    headers = {"Content-Type": "application/json"}
    answer = await server.stranger().http.post("/api/session", content=body, headers=headers)
    assert (answer.status_code, words in answer.json()["sentence"]) == (status, True), answer.text


async def test_one_session_cannot_take_all_the_time(folder: Path) -> None:
    async with running(folder, requests_at_once=20, requests_per_second=0.5) as server:
        ada, berta = await server.arrive("Ada"), await server.arrive("Berta")
        answers = [(await ada.send("GET", "/api/session")).status_code for _ in range(40)]
        assert (answers[0], answers[-1]) == (200, 429)
        assert (await berta.send("GET", "/api/session")).status_code == 200


async def test_tables_and_tokens_are_limited(folder: Path) -> None:
    async with running(folder, tables_per_account=2, tokens_per_account=1) as server:
        ada = await server.arrive("Ada")
        opened = [(await ada.send("POST", "/api/tables", {"setup": TEUTONICA})).status_code for _ in range(3)]
        made = [(await ada.send("POST", "/api/tokens", {"label": "bot"})).status_code for _ in range(2)]
    assert (opened, made) == ([201, 201, 429], [201, 429])


async def test_games_come_with_boards_and_agents(server: Running) -> None:
    client = server.stranger()
    answer = await client.http.get("/api/games")
    content = answer.json()
    games = {game["game"]: game for game in content["games"]}
    assert {"uniform", "light", "greedy", *content["levels"]} <= set(content["agents"])
    assert set(content["levels"]) <= set(games["teutonica"]["agents"])
    assert {"hanse-4-5", "components", "mission-cards"} <= set(games["teutonica"]["files"])
    assert games["hansa"]["files"]["hansa"]["ports"]
    again = await client.http.get("/api/games", headers={"If-None-Match": answer.headers["etag"]})
    assert again.status_code == 304


async def test_the_api_describes_itself_without_outside_assets(server: Running) -> None:
    client = server.stranger()
    paths = (await client.ask("GET", "/api/openapi.json"))["paths"]
    assert {"/api/games", "/api/tables", "/api/tables/{table_id}/moves", "/api/tokens"} <= set(paths)
    page = (await client.http.get("/api/docs")).text
    assert "http://" not in page
    assert "https://" not in page
    for asset in ("swagger-ui-bundle.js", "swagger-ui.css", "favicon.png"):
        assert f"/api/assets/{asset}" in page
        assert (await client.http.get(f"/api/assets/{asset}")).status_code == 200


async def test_health_and_metrics(server: Running) -> None:
    client = server.stranger()
    assert (await client.ask("GET", "/healthz"))["status"] == "well"
    metrics = (await client.http.get("/metrics")).text
    assert "kontor_requests_total" in metrics
    assert "kontor_sockets 0.0" in metrics


async def test_the_client_is_served_where_it_is_built(
    server: Running, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = server.stranger()
    monkeypatch.setattr(pages, "CLIENT", tmp_path / "client")
    assert (await client.http.get("/")).headers["location"] == "/api/docs"
    (tmp_path / "client" / "assets").mkdir(parents=True)
    (tmp_path / "client" / "index.html").write_text("first page")
    (tmp_path / "client" / "assets" / "a.js").write_text("script")
    (tmp_path / "secret").write_text("secret")
    assert (await client.http.get("/tables/abc")).text == "first page"
    assert (await client.http.get("/assets/a.js")).text == "script"
    assert (await client.http.get("/..%2fsecret")).text == "first page"
    unknown = await client.http.get("/api/nonsense")
    assert (unknown.status_code, unknown.json()["error"]) == (404, "http")
