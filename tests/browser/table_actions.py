"""Plays at a table in the browser by clicking moves that a quick policy chooses."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page

from kontor.server.service.games import game_of

WAIT = """number => {
  const panel = document.querySelector("[data-number]");
  return location.hash.endsWith("/end") || (panel && Number(panel.dataset.number) > number && DECIDES);
}"""
LIFTED = """([hand, number]) => document.querySelector(`[data-hand="${hand}"]`)
  || (!document.querySelector("[data-hand]") && document.querySelector(`[data-number]`)?.dataset.number > number)"""
LIFT, STOP = "lift ", "stop"
Choose = Callable[[Page, str, dict[str, Any]], None]
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
    """Return the id of the table that a page shows."""
    found = re.search(r"#/table/(\w+)", page.url)
    assert found is not None, page.url
    return found[1]


def table_of(page: Page) -> dict[str, Any]:
    """Return the table as the server sends it to this browser."""
    answer = page.request.get(f"/api/tables/{table_id(page)}")
    assert answer.ok, answer.text()
    content: dict[str, Any] = answer.json()
    return content


def wait_for_turn(page: Page, number: int = -1) -> None:
    """Wait until the page shows a decision of this browser after an entry number, or the end."""
    page.wait_for_function(WAIT.replace("DECIDES", 'panel.dataset.decides === "true"'), arg=number)


def is_over(page: Page) -> bool:
    """Return whether the page shows the score sheet."""
    return page.url.endswith("/end")


def advice(setup: dict[str, Any], position: dict[str, Any], seed: int) -> str:
    """Return the move of a quick policy in the position that a browser received."""
    game = game_of(setup)
    return game.move_text(game.suggest(game.read_position(position), seed, "light"))


def is_phone(page: Page) -> bool:
    """Return whether the page has a touch screen."""
    return bool(page.evaluate("matchMedia('(pointer: coarse)').matches"))


def click_spot(page: Page, spot: str, part: float = 0.5) -> None:
    """Click a spot of the map, or tap it on a phone."""
    x, y = page.locator(f'[id="spot-{spot}"]').evaluate(MIDDLE.replace("PART", str(part)))
    if is_phone(page):
        page.touchscreen.tap(x, y)
    else:
        page.mouse.click(x, y)


def target_of(page: Page, words: str, position: dict[str, Any]) -> str | None:
    """Return the target at which a move is chosen."""
    targets: list[str] = page.locator(".spots [role=button]").evaluate_all("all => all.map(one => one.id.slice(5))")
    found = (spot for word in words.split()[1:] for spot in targets if is_spot_of(spot, word, position))
    return next(found, targets[0] if len(targets) == 1 else None)


def is_spot_of(spot: str, word: str, position: dict[str, Any]) -> bool:
    """Return whether a word of a move names a spot: itself, a post of that city, or a warehouse with that tile."""
    sort, _, name = spot.partition(":")
    whole, _, number = name.rpartition(".")
    if sort == "warehouse":
        stored = position["warehouses"][whole][int(number) - 1]
        return bool(stored) and f"{stored[0]}-{stored[1]}" == word
    return name == word or (sort == "post" and whole == word)


def click_move(page: Page, words: str, position: dict[str, Any]) -> None:
    """Make a move by clicking its verb, its spot and the button of the move."""
    pick_token(page, words)
    button = page.locator(f'[data-move="{words}"]')
    row = page.locator(f'[data-verb="{words.split()[0]}"]')
    if not button.count() and row.count():
        row.click()
        if not page.locator(f'[data-verb="{words.split()[0]}"][aria-pressed="true"]').count() and not button.count():
            return  # its only move was played at once; what is lit by then belongs to the next decision
    if not button.count() and (spot := target_of(page, words, position)):
        number = shown_number(page)
        click_spot(page, spot)
        if words.startswith(LIFT):  # drafted: nothing is sent before the first destination
            page.locator("[data-hand]").wait_for()
            return
        page.wait_for_function(
            "([words, number]) => document.querySelector(`[data-move='${words}']`)"
            " || Number(document.querySelector('[data-number]')?.dataset.number ?? 1e9) > number",
            arg=[words, number],
        )
    if button.count():
        button.first.click()


def pick_token(page: Page, words: str) -> None:
    """Pick the kind of piece that a move of a displaced player places, if there is a choice."""
    token = page.locator(f'[data-token="{words.split()[-1]}"][aria-pressed="false"]')
    if words.startswith("relocate") and token.count():
        token.click()


def shown_number(page: Page) -> int:
    """Return the entry number of the state that the action panel shows."""
    return int(page.locator("[data-number]").get_attribute("data-number") or 0)


def shown_state(page: Page) -> dict[str, Any]:
    """Return the state that the action panel shows."""
    answer = page.request.get(f"/api/tables/{table_id(page)}/at/{shown_number(page)}")
    assert answer.ok, answer.text()
    content: dict[str, Any] = answer.json()
    return content


def play(page: Page, moves: int = 10_000, turn: int = 10_000, choose: Choose = click_move) -> int:
    """Play until the end, for some moves, or until a turn begins, and return the number of moves made."""
    setup = table_of(page)["setup"]
    for made in range(moves):
        wait_for_turn(page)
        if is_over(page):
            return made
        state = shown_state(page)
        if state["turn"] > turn:
            return made
        make_move(page, setup, state, made, choose)
    return moves


def make_move(
    page: Page, setup: dict[str, Any], state: dict[str, Any], seed: int, choose: Choose = click_move
) -> None:
    """Make the move that a quick policy advises, or with the hand all moves up to the first destination."""
    line = advised_line(setup, state["position"], seed)
    for words in line:
        if words != STOP or len(line) == 1:
            choose(page, words, state["position"])
        if words.startswith(LIFT):
            page.wait_for_function(LIFTED, arg=[hand_after(state, line, words), state["number"]])
            if not page.locator("[data-hand]").count():  # another piece was put down, where keys did not lead to it
                return
    page.wait_for_function(WAIT.replace("DECIDES", "true"), arg=state["number"] + len(line) - 1)


def advised_line(setup: dict[str, Any], position: dict[str, Any], seed: int) -> list[str]:
    """Return the move of a quick policy; after a lift also what it would do next, up to the first destination."""
    game = game_of(setup)
    after, line = game.read_position(position), list[str]()
    while not line or line[-1].startswith(LIFT) or (line[-1] == STOP and len(line) > 1):
        move = game.suggest(after, seed + len(line), "light")
        line.append(game.move_text(move))
        game.advance(after, move)
    return line


def hand_after(state: dict[str, Any], line: list[str], words: str) -> int:
    """Return how many pieces are in the hand after a lift of a line."""
    held = len(state["position"].get("pending", {}).get("hand", []))
    return held + line.index(words) + 1


def open_position(page: Page, setup: dict[str, Any], seats: list[dict[str, Any]], start: dict[str, Any]) -> str:
    """Open a table that begins with a position and go there."""
    record = {"format": 1, "setup": setup, "revision": 1, "start": start, "moves": []}
    return open_table(page, None, seats, record=record)


def open_table(page: Page, setup: dict[str, Any] | None, seats: list[dict[str, Any]], **more: Any) -> str:
    """Open a table through the API and go there."""
    if not page.request.get("/api/session").ok:
        assert page.request.post("/api/session", data={"name": "Ada"}).ok
    answer = page.request.post("/api/tables", data={"setup": setup, "seats": seats, **more})
    assert answer.ok, answer.text()
    table: str = answer.json()["id"]
    page.goto(f"/#/table/{table}")
    page.locator("[data-number]").wait_for()
    return table
