"""The client offers exactly the moves that the server sends."""

import json
from collections import Counter
from typing import Any

from playwright.sync_api import Page, Route, WebSocketRoute

from tests.browser.table_actions import click_spot, open_table, wait_for_turn

PEOPLE = [{"kind": "human"}, {"kind": "human", "name": "Ben"}, {"kind": "human", "name": "Cleo"}]
KEPT = 5


def with_fewer_moves(table: dict[str, Any]) -> dict[str, Any]:
    """Return an answer of the server without every fifth legal move."""
    state = table.get("state") or {}
    kept = [move for n, move in enumerate(state.get("moves", [])) if n % KEPT]
    return {**table, "state": {**state, "moves": kept}} if state else table


def drop_some_moves(page: Page) -> None:
    """Remove some legal moves from everything the page receives."""

    def answer(route: Route) -> None:
        response = route.fetch()
        route.fulfill(response=response, json=with_fewer_moves(response.json()))

    def listen(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        server.on_message(lambda text: socket.send(json.dumps(with_fewer_moves(json.loads(text)))))

    page.route("**/api/tables/*", answer)
    page.route_web_socket("**/live*", listen)


def targets(page: Page) -> set[str]:
    """Return the spots that can be chosen."""
    return set(page.locator(".spots [role=button]").evaluate_all("all => all.map(one => one.id.slice(5))"))


def test_exactly_what_the_server_offers_can_be_chosen(page: Page) -> None:
    drop_some_moves(page)
    table = open_table(page, {"game": "teutonica", "players": 3}, PEOPLE)
    wait_for_turn(page)
    moves = page.evaluate(f"fetch('/api/tables/{table}').then(answer => answer.json())")["state"]["moves"]
    tiles = page.locator("[data-verb]:not([aria-disabled])").evaluate_all("all => all.map(one => one.dataset.verb)")
    assert set(tiles) == {move["move"]["do"] for move in moves} - {"end-turn"}
    page.locator('[data-verb="place"]').click()
    assert targets(page) == {f"space:{move['move']['space']}" for move in moves if move["move"]["do"] == "place"}
    spaces = Counter(f"space:{move['move']['space']}" for move in moves if move["move"]["do"] == "place")
    space = next(space for space, count in spaces.items() if count > 1)
    click_spot(page, space)
    offered = page.locator(".popover [data-move]").evaluate_all("all => all.map(one => one.dataset.move)")
    assert offered == [move["words"] for move in moves if move["move"].get("space") == space.removeprefix("space:")]
