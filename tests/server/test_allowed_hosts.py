"""The server answers only to its own host names, and trusts only its own proxies."""

import socket
from ipaddress import IPv4Network
from pathlib import Path
from typing import Any

import httpx
import pytest

from kontor.server.app import create_app
from kontor.server.http_server import config
from kontor.server.settings import Settings
from tests.server.live_server import LiveServer, live_server
from tests.server.raw_client import RawConnection, Reply, cookie_of, raw_connection
from tests.server.server_process import server_process
from tests.server.test_moves import TEUTONICA

pytestmark = pytest.mark.anyio

LIVE = ("Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13")
KEY = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="


async def status_of(server: LiveServer, host: str, path: str = "/api/games", *headers: str) -> int:
    """Return the status of a request with a Host header."""
    async with raw_connection(server) as link:
        return (await asked(link, host, path, *headers)).status


async def asked(link: RawConnection, host: str, path: str, *headers: str) -> Reply:
    """Send a request with a Host header and return the response."""
    await link.send("\r\n".join([f"GET {path} HTTP/1.1", f"Host: {host}", *headers, "", ""]).encode())
    return await link.reply()


OWN = ["localhost", "LOCALHOST:8137", "localhost.", "a.localhost", "127.0.0.1:1", "127.8.9.1", "[::1]:8137"]
OWN += ["192.168.1.20:8137", "[fe80::1]", socket.gethostname()]
OWN += ["kontor.example", "Kontor.Example:443", "inside.example"]


async def test_the_server_answers_under_its_own_names_only(folder: Path) -> None:
    settings: dict[str, Any] = {"public_url": "https://kontor.example/play", "hosts": ("inside.example",)}
    async with live_server(folder, **settings) as server:
        assert {host: await status_of(server, host) for host in OWN} == dict.fromkeys(OWN, 200)
        for host in ("rebound.example", "kontor.example.rebound.example", "localhost.rebound.example", "", "*"):
            assert await status_of(server, host) == 421, host


async def test_a_rejected_host_is_answered_with_the_setting_to_change(server: LiveServer) -> None:
    async with raw_connection(server) as link:
        reply = await asked(link, "rebound.example", "/api/session")
    assert (reply.status, "setting hosts" in reply.sentence) == (421, True)
    assert reply.headers["x-content-type-options"] == "nosniff"


async def test_a_live_socket_under_a_foreign_name_is_refused(server: LiveServer) -> None:
    ada = await server.sign_in("Ada")
    path = f"/api/tables/{(await ada.open(TEUTONICA))['id']}/live"
    assert await status_of(server, "rebound.example", path, cookie_of(ada), *LIVE, KEY) == 421
    assert await status_of(server, "localhost", path, cookie_of(ada), *LIVE, KEY) == 101


def test_the_name_given_to_listen_on_is_answered(folder: Path) -> None:
    with server_process("--data", folder, "--host", "localhost", workers=1, hosts='["games.example"]') as server:
        address = server.start()
        for host, status in (("localhost", 200), ("games.example", 200), ("other.example", 421)):
            assert httpx.get(f"{address}/healthz", headers={"Host": host}).status_code == status


async def is_limited(folder: Path, forwarded: str, **settings: Any) -> bool:
    """Return whether requests are counted as those of one address although their forwarded headers differ."""
    few: dict[str, Any] = {"anonymous_requests_at_once": 3, "anonymous_requests_per_second": 0.01}
    async with live_server(folder, **few, **settings) as server:
        client = server.anonymous()
        headers = [{"X-Forwarded-For": forwarded.format(n)} for n in range(1, 7)]
        answers = [await client.send("GET", "/api/session", headers=sent) for sent in headers]
    return 429 in [answer.status_code for answer in answers]


async def test_forwarded_addresses_are_believed_only_from_a_configured_proxy(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", "*")
    assert await is_limited(folder, "203.0.113.{}")
    assert await is_limited(folder, "203.0.113.{}", proxies=("192.0.2.0/24",))
    assert not await is_limited(folder, "203.0.113.{}", proxies=("127.0.0.1",))


async def test_the_last_address_that_no_proxy_has_is_the_client(folder: Path) -> None:
    proxies = ("127.0.0.1", "192.0.2.0/24")
    assert await is_limited(folder, "198.51.100.{}, 203.0.113.9, 192.0.2.7", proxies=proxies)
    assert not await is_limited(folder, "198.51.100.1, 203.0.113.{}, 192.0.2.7", proxies=proxies)


async def test_a_forwarded_scheme_is_believed_only_from_a_configured_proxy(folder: Path) -> None:
    for proxies, secure in (((), False), (("127.0.0.0/8",), True)):
        async with live_server(folder, proxies=proxies) as server:
            headers = {"X-Forwarded-Proto": "https"}
            answer = await server.anonymous().send("POST", "/api/session", {"name": "Ada"}, headers=headers)
        assert ("secure" in answer.headers["set-cookie"].lower()) is secure


def test_an_ipv4_proxy_is_known_on_a_socket_for_both_protocols(folder: Path) -> None:
    made = config(create_app(Settings(data=folder, proxies=(IPv4Network("127.0.0.0/8"),))))
    assert "::ffff:127.0.0.0/104" in made.forwarded_allow_ips
