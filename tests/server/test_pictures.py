"""Positions of a table are shared as pictures and texts, as far as the reader may see them."""

import xml.etree.ElementTree as ET
from typing import Any

import pytest

import kontor
from tests.server.live_server import LiveServer
from tests.server.test_moves import HANSA, TEUTONICA, seat_all
from tests.server.test_secrets import MISSIONS

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("setup", [TEUTONICA, HANSA])
async def test_the_map_of_a_moment_is_a_stand_alone_svg(server: LiveServer, setup: dict[str, Any]) -> None:
    ada = await server.sign_in("Ada")
    table = await ada.open(setup)
    number = table["state"]["number"]
    path = f"/api/tables/{table['id']}/at/{number}/picture.svg"
    answer = await ada.send("GET", path)
    assert answer.status_code == 200
    assert ET.fromstring(answer.text).tag == "{http://www.w3.org/2000/svg}svg"
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert answer.headers["content-disposition"] == f'attachment; filename="kontor-{table["id"]}-{number}.svg"'
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert "sandbox" in answer.headers["content-security-policy"]
    dark = await ada.send("GET", f"{path}?theme=dark&palette=lantern")
    assert dark.text != answer.text
    assert (await ada.send("GET", f"{path}?theme=pink")).status_code == 422


async def test_the_text_of_a_moment_is_read_by_the_library(server: LiveServer) -> None:
    ada = await server.sign_in("Ada")
    table = await ada.open(TEUTONICA)
    await ada.play(table["id"], "place bremen--osnabruck.2 t")
    now = (await ada.look(table["id"]))["state"]
    answer = await ada.send("GET", f"/api/tables/{table['id']}/at/{now['number']}/position.txt")
    assert answer.headers["content-type"].startswith("text/plain")
    assert kontor.parse(answer.text).json()["position"] == now["position"]


async def test_moments_to_come_and_private_tables_are_refused(server: LiveServer) -> None:
    ada, bert = await server.sign_in("Ada"), await server.sign_in("Bert")
    table = await ada.open(TEUTONICA)
    for name in ("picture.svg", "position.txt"):
        path = f"/api/tables/{table['id']}/at"
        assert (await ada.send("GET", f"{path}/999/{name}")).status_code == 404
        assert (await bert.send("GET", f"{path}/0/{name}")).status_code == 403


async def test_they_keep_the_secrets_of_other_seats(server: LiveServer) -> None:
    table, clients = await seat_all(server, MISSIONS, public=True)
    number = (await clients[0].look(table["id"]))["state"]["number"]
    path = f"/api/tables/{table['id']}/at/{number}"
    own = [(await client.send("GET", f"{path}/position.txt")).text for client in clients]
    public = (await server.anonymous().send("GET", f"{path}/position.txt")).text
    assert len({*own, public}) == len(clients) + 1
    for seat, text in enumerate(own):
        missions = kontor.parse(text, chance="manual").json()["position"]["missions"]
        assert [number for number, card in missions.items() if card != "?"] == [str(seat)]
    for name in ("picture.svg", "position.txt"):
        assert (await clients[0].send("GET", f"{path}/{name}?seat=1")).status_code == 403


async def test_a_thumbnail_is_small_and_shows_the_last_move(server: LiveServer) -> None:
    ada = await server.sign_in("Ada")
    table = await ada.open(TEUTONICA, ["human"] * 3)
    state = await ada.play(table["id"], "place emden--groningen.1 t")
    answer = await ada.send("GET", f"/api/tables/{table['id']}/at/{state['number']}/thumbnail.svg")
    assert answer.headers["content-type"] == "image/svg+xml"
    assert "immutable" in answer.headers["cache-control"]
    assert int(answer.headers["content-length"]) < 30_000
    assert "emden--groningen.1" in answer.text
    assert "halle" not in answer.text
    stranger = await server.sign_in("Clara")
    refused = await stranger.send("GET", f"/api/tables/{table['id']}/at/{state['number']}/thumbnail.svg")
    assert refused.status_code == 403
