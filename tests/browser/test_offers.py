"""The client knows no rules: it offers what the server offers, no more and no less."""

import json
from collections import Counter
from typing import Any

from playwright.sync_api import Page, Route, WebSocketRoute

from tests.browser.playing import base_position, click_spot, wait_for_turn

PEOPLE = [{"kind": "human"}, {"kind": "human", "name": "Ben"}, {"kind": "human", "name": "Cleo"}]
KEPT = 5


def some_of(table: dict[str, Any]) -> dict[str, Any]:
    """What a server tells that leaves out every fifth move."""
    state = table.get("state") or {}
    kept = [move for n, move in enumerate(state.get("moves", [])) if n % KEPT]
    return {**table, "state": {**state, "moves": kept}} if state else table


def offer_some(page: Page) -> None:
    """Let the server of a page offer only some moves."""

    def answer(route: Route) -> None:
        told = route.fetch()
        route.fulfill(response=told, json=some_of(told.json()))

    def listen(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        server.on_message(lambda text: socket.send(json.dumps(some_of(json.loads(text)))))

    page.route("**/api/tables/*", answer)
    page.route_web_socket("**/live*", listen)


def lit(page: Page) -> set[str]:
    """The places that can be chosen."""
    return set(page.locator(".spots [role=button]").evaluate_all("all => all.map(one => one.id.slice(5))"))


def test_exactly_what_the_server_offers_can_be_chosen(page: Page) -> None:
    offer_some(page)
    table = base_position(page, {"game": "teutonica", "players": 3}, PEOPLE)
    wait_for_turn(page)
    moves = page.evaluate(f"fetch('/api/tables/{table}').then(told => told.json())")["state"]["moves"]
    verbs = Counter(move["move"]["do"] for move in moves)
    rows = page.locator("[data-verb]:not([aria-disabled])")
    counts = rows.evaluate_all(
        "all => all.map(row => [row.dataset.verb, Number(row.querySelector('.count').textContent)])"
    )
    assert dict(counts) == {verb: verbs[verb] for verb in verbs if verb != "end-turn"}
    page.locator('[data-verb="place"]').click()
    assert lit(page) == {f"space:{move['move']['space']}" for move in moves if move["move"]["do"] == "place"}
    spaces = Counter(f"space:{move['move']['space']}" for move in moves if move["move"]["do"] == "place")
    space = next(space for space, count in spaces.items() if count > 1)
    click_spot(page, space)
    offered = page.locator(".buttons [data-move]").evaluate_all("all => all.map(one => one.dataset.move)")
    assert offered == [move["words"] for move in moves if move["move"].get("space") == space.removeprefix("space:")]
