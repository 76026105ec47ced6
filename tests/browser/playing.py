"""Playing by clicking what is offered; which of it, a quick policy says."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Page

from kontor.server.service.games import game_of

WAIT = """number => {
  const panel = document.querySelector("[data-number]");
  return location.hash.endsWith("/end") || (panel && Number(panel.dataset.number) > number && DECIDES);
}"""
MIDDLE = """spot => {
  const shape = spot.querySelector(".hit");
  const map = shape.ownerSVGElement;
  const sheet = map.getBoundingClientRect();
  const scale = sheet.width / map.viewBox.baseVal.width;
  const box = shape.getBBox();
  const at = shape.tagName === "path" ? shape.getPointAtLength(shape.getTotalLength() * PART)
    : { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  return [sheet.x + at.x * scale, sheet.y + at.y * scale];
}"""


def table_id(page: Page) -> str:
    """The table that a page shows."""
    found = re.search(r"#/table/(\w+)", page.url)
    assert found is not None, page.url
    return found[1]


def told(page: Page) -> dict[str, Any]:
    """The table as the server tells it to this browser."""
    answer = page.request.get(f"/api/tables/{table_id(page)}")
    assert answer.ok, answer.text()
    content: dict[str, Any] = answer.json()
    return content


def wait_for_turn(page: Page, number: int = -1) -> None:
    """Wait until the page shows something after a number that has to be decided here, or the end."""
    page.wait_for_function(WAIT.replace("DECIDES", 'panel.dataset.decides === "true"'), arg=number)


def is_over(page: Page) -> bool:
    """Whether the page shows the score sheet."""
    return page.url.endswith("/end")


def advice(setup: dict[str, Any], position: dict[str, Any], seed: int) -> str:
    """What a quick policy plays in the position that a browser was told."""
    game = game_of(setup)
    return game.move_text(game.suggest(game.read_position(position), seed, "light"))


def is_phone(page: Page) -> bool:
    """Whether the page is touched with fingers."""
    return bool(page.evaluate("matchMedia('(pointer: coarse)').matches"))


def click_spot(page: Page, spot: str, part: float = 0.5) -> None:
    """Click a place of the map with the mouse, or touch it on a phone."""
    x, y = page.locator(f'[id="spot-{spot}"]').evaluate(MIDDLE.replace("PART", str(part)))
    if is_phone(page):
        page.touchscreen.tap(x, y)
    else:
        page.mouse.click(x, y)


def lit_spot(page: Page, words: str, position: dict[str, Any]) -> str | None:
    """The place among those that are lit at which a move is chosen."""
    lit: list[str] = page.locator(".spots [role=button]").evaluate_all("all => all.map(one => one.id.slice(5))")
    return next((spot for word in words.split()[1:] for spot in lit if means(spot, word, position)), None)


def means(spot: str, word: str, position: dict[str, Any]) -> bool:
    """Whether a place is what a word of a move names: itself, a post of that city, or a store of that tile."""
    sort, _, name = spot.partition(":")
    whole, _, number = name.rpartition(".")
    if sort == "warehouse":
        stored = position["warehouses"][whole][int(number) - 1]
        return bool(stored) and f"{stored[0]}-{stored[1]}" == word
    return name == word or (sort == "post" and whole == word)


def click_move(page: Page, words: str, position: dict[str, Any]) -> None:
    """Make a move by clicking: its sort, its place, and what is left to choose."""
    button = page.locator(f'[data-move="{words}"]')
    row = page.locator(f'[data-verb="{words.split()[0]}"]')
    if not button.count() and row.count():
        row.click()
    if not button.count() and (spot := lit_spot(page, words, position)):
        number = shown_number(page)
        click_spot(page, spot)
        page.wait_for_function(
            "([words, number]) => document.querySelector(`[data-move='${words}']`)"
            " || Number(document.querySelector('[data-number]')?.dataset.number ?? 1e9) > number",
            arg=[words, number],
        )
    if button.count():
        button.first.click()


def shown_number(page: Page) -> int:
    """The number of the moment that the panel speaks of."""
    return int(page.locator("[data-number]").get_attribute("data-number") or 0)


def shown_state(page: Page) -> dict[str, Any]:
    """The moment that the panel speaks of, without all that went before it."""
    answer = page.request.get(f"/api/tables/{table_id(page)}/at/{shown_number(page)}")
    assert answer.ok, answer.text()
    content: dict[str, Any] = answer.json()
    return content


def play(page: Page, moves: int = 10_000, turn: int = 10_000) -> int:
    """Play until the end, for some moves, or until a turn begins; how many moves were made."""
    setup = told(page)["setup"]
    for made in range(moves):
        wait_for_turn(page)
        if is_over(page):
            return made
        state = shown_state(page)
        if state["turn"] > turn:
            return made
        click_move(page, advice(setup, state["position"], made), state["position"])
        page.wait_for_function(WAIT.replace("DECIDES", "true"), arg=state["number"])
    return moves


def base_position(page: Page, setup: dict[str, Any], seats: list[dict[str, Any]], **more: Any) -> str:
    """Open a table by the API, for what no click is needed for, and go there."""
    if not page.request.get("/api/session").ok:
        assert page.request.post("/api/session", data={"name": "Ada"}).ok
    answer = page.request.post("/api/tables", data={"setup": setup, "seats": seats, **more})
    assert answer.ok, answer.text()
    table: str = answer.json()["id"]
    page.goto(f"/#/table/{table}")
    page.locator("[data-number]").wait_for()
    return table
