"""The analysis of a replay and the puzzles work in the browser."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import Page, expect

from kontor.study.puzzle_collection import puzzles
from tests.browser.screenshots import LONG, PLANTED
from tests.browser.servers import Server
from tests.browser.test_screens import axe_violations


def opened(page: Page, content: dict[str, Any]) -> str:
    """The id of a table that the visitor opens."""
    page.request.post("/api/session", data={"name": "Ada"})
    table: dict[str, Any] = page.request.post("/api/tables", data=content).json()
    return str(table["id"])


def test_a_replay_names_the_planted_blunder(page: Page) -> None:
    table = opened(page, {"record": json.loads(PLANTED.read_text(encoding="utf-8"))})
    page.goto(f"/#/table/{table}/replay")
    page.get_by_role("button", name="Analyse this game").click()
    worst = page.get_by_role("button", name="Move 16: Ada (Yellow) lost")
    worst.click(timeout=LONG)
    expect(page.get_by_text("Better: create the route Arnheim–Kampen")).to_be_visible()
    expect(page.get_by_role("img", name="Chances of winning: ")).to_be_visible()
    assert axe_violations(page) == []


def test_a_game_with_others_offers_no_analysis(page: Page) -> None:
    seats = [{"kind": "human"}, {"kind": "open"}]
    table = opened(page, {"setup": {"game": "hansa", "players": 2}, "seats": seats})
    page.goto(f"/#/table/{table}/replay")
    expect(page.get_by_role("slider")).to_be_visible()
    expect(page.get_by_role("button", name="Analyse this game")).to_have_count(0)


def test_a_wrong_turn_is_reported_and_the_solution_explained(page: Page) -> None:
    page.goto("/#/puzzles")
    page.get_by_role("link", name="Solve the next one").click()
    page.get_by_role("button", name="End turn").click()
    verdict = page.get_by_role("region", name="Puzzles")
    expect(verdict).to_have_attribute("data-solved", "false", timeout=LONG)
    page.get_by_role("button", name="Show the solution").click()
    expect(verdict).to_contain_text("It leaves a chance of")
    assert axe_violations(page) == []
    page.get_by_role("button", name="Show it on the map").click()
    expect(page.get_by_role("slider")).to_be_visible()


def test_the_best_turn_solves_a_puzzle(page: Page, server: Server) -> None:
    puzzle = next(iter(puzzles().values()))
    with page.expect_response(
        lambda each: each.url.endswith("/api/tables") and each.request.method == "POST"
    ) as response:
        page.goto(f"/#/puzzles/{puzzle.id}")
    table = response.value.json()
    number = table["state"]["number"]
    expect(page.get_by_role("region", name="Puzzles")).to_have_attribute("data-solved", "open")
    for words in puzzle.solution:
        made = page.request.post(f"/api/tables/{table['id']}/moves", data={"number": number, "move": words})
        number = made.json()["number"]
    expect(page.get_by_role("region", name="Puzzles")).to_have_attribute("data-solved", "true", timeout=LONG)
    expect(page.get_by_role("button", name="Next puzzle")).to_be_visible()
    page.goto("/#/puzzles")
    expect(page.get_by_text(f"1 of {len(puzzles())} solved")).to_be_visible()
