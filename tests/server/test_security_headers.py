"""Every response has the security headers, also errors."""

from pathlib import Path

import httpx
import pytest

from kontor.server.middleware.security_headers import DATA_POLICY, DEFAULTS, PAGE_POLICY
from kontor.server.routes import pages
from tests.server.live_server import LiveServer, live_server
from tests.server.raw_client import Reply, raw_connection, websocket_request
from tests.server.test_moves import TEUTONICA

pytestmark = pytest.mark.anyio


def check(headers: httpx.Headers | dict[str, str], policy: str = DATA_POLICY, cache: str = "no-store") -> None:
    """Check that a response has all security headers, each once."""
    expected = {**DEFAULTS, "Content-Security-Policy": policy, "Cache-Control": cache}
    assert {name: headers.get(name.lower()) for name in expected} == {
        name: value if isinstance(headers, httpx.Headers) else value.lower() for name, value in expected.items()
    }


def check_reply(reply: Reply, status: int) -> None:
    """Check a response that was read from a raw connection."""
    assert reply.status == status
    check(reply.headers)


async def test_answers_and_refusals_carry_the_headers(server: LiveServer) -> None:
    ada = await server.sign_in("Ada")
    table = (await ada.open(TEUTONICA))["id"]
    asked = [
        ("GET", f"/api/tables/{table}", 200),
        ("GET", "/api/session", 200),
        ("GET", "/api/nothing", 404),
        ("PATCH", "/api/session", 405),
        ("POST", f"/api/tables/{table}/moves", 422),
        ("GET", "/healthz", 200),
        ("GET", "/metrics", 200),
    ]
    for method, path, status in asked:
        answer = await ada.send(method, path)
        assert answer.status_code == status
        check(answer.headers)


async def test_rejected_requests_have_the_headers(server: LiveServer) -> None:
    async with raw_connection(server) as link:
        check_reply(await link.ask("POST /api/session", ["Origin: http://elsewhere.example"]), 403)
    async with raw_connection(server) as link:
        await link.send(websocket_request("/api/tables/abc/live", "Origin: http://elsewhere.example"))
        check_reply(await link.reply(), 403)
    async with raw_connection(server) as link:
        await link.send(b"no request at all\r\n\r\n")
        check_reply(await link.reply(), 400)
    async with raw_connection(server) as link:
        await link.send(b"GET / HTTP/1.1\r\nX: " + b"x" * 70_000)
        check_reply(await link.reply(), 431)


async def test_too_many_requests_and_failures_carry_the_headers(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with live_server(folder, anonymous_requests_at_once=3, anonymous_requests_per_second=0.01) as server:
        anonymous = server.anonymous()
        monkeypatch.setattr(server.node.accounts, "create_guest", None)  # a route that fails unexpectedly
        answers = [await anonymous.send("POST", "/api/session", {"name": "Ada"}) for _ in range(4)]
    assert [answer.status_code for answer in answers] == [500, 500, 500, 429]
    for answer in answers:
        check(answer.headers)


async def test_pages_are_asked_for_again_and_hashed_files_kept(
    server: LiveServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("page")
    (tmp_path / "assets" / "index-Cm_GfQF7.js").write_text("1")
    monkeypatch.setattr(pages, "CLIENT", tmp_path)
    http = server.anonymous().http
    check((await http.get("/")).headers, PAGE_POLICY, "no-cache")
    check((await http.get("/some/page")).headers, PAGE_POLICY, "no-cache")
    check((await http.get("/assets/index-Cm_GfQF7.js")).headers, cache=pages.IMMUTABLE)
    check((await http.get("/api/assets/swagger-ui.css")).headers, cache="no-cache")


async def test_only_the_script_of_the_api_page_is_allowed_inline(server: LiveServer) -> None:
    answer = await server.anonymous().http.get("/api/docs")
    policy = answer.headers["content-security-policy"]
    assert policy.count("'sha256-") == 1
    assert "script-src 'self' 'sha256-" in policy
    assert "'unsafe-inline'" not in policy.replace("style-src-attr 'unsafe-inline'", "")
