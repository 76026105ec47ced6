"""The short path of a move answers as the route does, checks the same, and remembers nothing that has changed."""

from __future__ import annotations

import asyncio
import io
import json
import sys
from typing import Any

import orjson
import pytest
from websockets.frames import Frame, Opcode

from kontor.server.logs import LineWriter, json_line
from kontor.server.service.live_updates import text_frame
from kontor.server.store.order_book import OrderBook, SeatKey
from tests.server.live_server import Client, LiveServer
from tests.server.test_moves import TEUTONICA

pytestmark = pytest.mark.anyio

JSON = {"Content-Type": "application/json"}


async def make(client: Client, table: str, body: bytes, **headers: str) -> Any:
    """Send the body of a move as it is."""
    return await client.http.post(f"/api/tables/{table}/moves", content=body, headers={**JSON, **headers})


def counted(server: LiveServer, status: str) -> float:
    """Return how many moves were answered with a status."""
    labels = {"method": "POST", "route": "/api/tables/{table_id}/moves", "status": status}
    return server.node.metrics.registry.get_sample_value("kontor_requests_total", labels) or 0.0


async def test_a_move_is_accepted_in_every_form(server: LiveServer) -> None:
    ada = await server.sign_in("Ada")
    table = await ada.open(TEUTONICA, ["human"] * 3)
    place = table["id"]
    for form in ("plain", "spaces", "escaped", "object", "close"):
        state = (await ada.look(place))["state"]
        number, move = state["number"], state["moves"][0]
        words = move["words"]
        body = {
            "plain": orjson.dumps({"number": number, "move": words}),
            "spaces": json.dumps({"move": words, "number": number}, indent=2).encode(),
            "escaped": b'{"number":%d,"move":"\\u%04x%b"}' % (number, ord(words[0]), words[1:].encode()),
            "object": orjson.dumps({"number": number, "move": move["move"]}),
            "close": orjson.dumps({"number": number, "move": words}),
        }[form]
        answer = await make(ada, place, body, **({"Connection": "close"} if form == "close" else {}))
        assert answer.status_code == 200, (form, answer.text)
        assert answer.json()["entries"][0]["words"] == words
        assert answer.headers["x-frame-options"] == "DENY"
        assert answer.headers["cache-control"] == "no-store"


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b'{"number":0,"move":"a","move":"b"}', 422),
        (b'{"number":0,"move":' + b"[" * 60 + b"]" * 60 + b"}", 422),
        (b'{"number":0}', 422),
        (b'{"number":-1,"move":"end-turn"}', 422),
        (b'{"number":0,"move":"' + b"x" * 201 + b'"}', 422),
        (b'{"number":99,"move":"end-turn"}', 409),
        (b'{"number":0,"move":"fly"}', 422),
        (b'{"number":0,"move":"' + b"x" * 30_000 + b'"}', 413),
    ],
)
async def test_an_unusual_body_gets_the_usual_error(server: LiveServer, body: bytes, status: int) -> None:
    ada = await server.sign_in("Ada")
    table = await ada.open(TEUTONICA, ["human"] * 3)
    number = table["state"]["number"]
    answer = await make(ada, table["id"], body.replace(b'"number":0', b'"number":%d' % number))
    assert (answer.status_code, set(answer.json()) >= {"error", "sentence", "facts"}) == (status, True), answer.text
    assert answer.headers["x-content-type-options"] == "nosniff"


async def test_a_move_without_an_account_or_from_another_origin_is_rejected(server: LiveServer) -> None:
    ada = await server.sign_in("Ada")
    table = await ada.open(TEUTONICA, ["human"] * 3)
    body = orjson.dumps({"number": table["state"]["number"], "move": table["state"]["moves"][0]["words"]})
    stranger = Client(server.address)
    assert (await make(stranger, table["id"], body)).status_code == 401
    await stranger.http.aclose()
    for _ in range(2):
        assert (await make(ada, table["id"], body, Origin="https://evil.example")).status_code == 403
        assert (await make(ada, table["id"], body, Host="evil.example")).status_code in (400, 421)
    assert (await make(ada, table["id"], body)).status_code == 200


async def test_a_request_is_counted_once_whichever_way_it_takes(
    server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = await server.sign_in("Ada")
    table = await ada.open(TEUTONICA, ["human"] * 3)
    limits, taken = server.node.limits, list[str]()
    take = limits.take

    def note(account: Any, *rest: Any) -> None:
        taken.append(account.id)
        take(account, *rest)

    before = [counted(server, status) for status in ("409", "422")]
    monkeypatch.setattr(limits, "take", note)
    await make(ada, table["id"], b'{"number":1000,"move":"end-turn"}')
    await make(ada, table["id"], b'{"number":1000}')
    assert taken == [ada.id] * 2
    assert [counted(server, status) for status in ("409", "422")] == [count + 1 for count in before]


async def test_a_seat_known_to_have_no_orders_has_those_that_are_set_later(server: LiveServer) -> None:
    ada = await server.sign_in("Ada")
    table = await ada.open(TEUTONICA, ["human"] * 3)
    orders, key = server.node.stored_orders, SeatKey(table["id"], 0, ada.id)
    assert (await orders.known_book(key)).is_empty
    assert await orders.replace_book(OrderBook(key, default={"put": "network"}))
    assert (await orders.known_book(key)).default == {"put": "network"}


@pytest.mark.parametrize("length", [0, 125, 126, 65_535, 65_536])
def test_a_frame_is_that_of_the_library(length: int) -> None:
    text = b"x" * length
    assert text_frame(text) == Frame(Opcode.TEXT, text).serialize(mask=False)


async def test_lines_of_the_log_stay_in_order_and_problems_are_written_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    written = io.StringIO()
    monkeypatch.setattr(sys, "stderr", written)
    writer = LineWriter("kontor.test")
    writer.info(json_line(writer, "info", {"event": "first"}))
    assert written.getvalue() == ""
    writer.warning(json_line(writer, "warning", {"event": "second"}))
    writer.info(json_line(writer, "info", {"event": "third"}))
    assert [json.loads(line)["event"] for line in written.getvalue().splitlines()] == ["first", "second"]
    await asyncio.sleep(0.3)
    lines = [json.loads(line) for line in written.getvalue().splitlines()]
    assert [line["event"] for line in lines] == ["first", "second", "third"]
    assert {line["logger"] for line in lines} == {"kontor.test"}
    assert lines[0]["timestamp"].endswith("Z")
