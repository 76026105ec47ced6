"""The analysis of a replay and the puzzles work in the browser."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
from typing import Any

from PIL import Image
from playwright.sync_api import Page, Route, expect

import kontor
from kontor.study.puzzle_collection import puzzles
from tests.browser.screen_flows import LONG
from tests.browser.servers import Server
from tests.browser.table_actions import click_move, shown_state
from tests.browser.table_screens import PLANTED
from tests.browser.test_screens import axe_violations


def opened(page: Page, content: dict[str, Any]) -> str:
    """The id of a table that the visitor opens."""
    page.request.post("/api/session", data={"name": "Ada"})
    table: dict[str, Any] = page.request.post("/api/tables", data=content).json()
    return str(table["id"])


def planted(page: Page) -> str:
    """Return the id of a table with the record of a game with one planted blunder."""
    return opened(page, {"record": json.loads(PLANTED.read_text(encoding="utf-8"))})


def test_the_analysis_compares_the_planted_blunder_with_the_better_turn(page: Page) -> None:
    table = planted(page)
    page.goto(f"/#/table/{table}/replay/14")
    page.get_by_role("button", name="Analyse this game").click()
    page.get_by_role("button", name="Next mistake").wait_for(timeout=LONG)
    page.keyboard.press("j")
    expect(page).to_have_url(re.compile(f"/table/{table}/analysis/15$"))
    better = page.get_by_role("region", name="Better")
    expect(better).to_contain_text("Create the route Arnheim–Kampen")
    expect(page.get_by_role("region", name="Played by Ada (Yellow)")).to_contain_text("End the turn")
    arrows = page.locator("[data-arrow]")
    expect(arrows).to_have_count(1)
    spots = arrows.evaluate_all("all => all.map(each => [each.dataset.arrow, each.dataset.to])")
    assert spots == [["1", "route:arnheim--kampen"]]
    expect(page.get_by_text("better, in this order")).to_be_visible()
    for moment in ("Before", "After"):
        expect(page.get_by_role("img", name=f"{moment}: Chances of winning: ")).to_be_visible()
    rows = page.get_by_role("list", name="Turning points").get_by_role("button")
    row = rows.first
    expect(row).to_have_attribute("aria-current", "true")
    assert row.evaluate("row => row.scrollWidth <= row.clientWidth && row.scrollHeight <= row.clientHeight")
    assert axe_violations(page) == []
    page.keyboard.press(".")
    expect(page).to_have_url(re.compile("/analysis/16$"))
    expect(page.locator("[data-arrow]")).to_have_count(0)
    page.keyboard.press("k")
    expect(page).to_have_url(re.compile("/analysis/15$"))
    page.get_by_label("Turning points of").select_option(label="Ada (Red)")
    expect(rows.filter(has_text="Ada (Yellow)")).to_have_count(0)
    expect(page.get_by_text(f"{rows.count()} found")).to_be_visible()
    expect(page.get_by_role("button", name="Next mistake")).to_be_enabled(enabled=rows.count() > 0)


def test_the_address_holds_the_moment(page: Page) -> None:
    table = planted(page)
    page.goto(f"/#/table/{table}/replay/7")
    slider = page.get_by_role("slider")
    expect(slider).to_have_value("7")
    page.keyboard.press(".")
    expect(page).to_have_url(re.compile("/replay/8$"))
    expect(slider).to_have_value("8")
    page.keyboard.press(">")
    expect(page).not_to_have_url(re.compile("/replay/8$"))
    page.go_back()
    expect(slider).to_have_value("8")
    page.go_forward()
    expect(slider).not_to_have_value("8")
    page.goto(f"/#/table/{table}/replay/999")
    expect(page).to_have_url(re.compile("/replay/32$"))
    expect(page.get_by_text("There is no moment 999 in this game")).to_be_visible()
    page.keyboard.press(",")
    expect(page).to_have_url(re.compile("/replay/31$"))
    expect(page.get_by_text("There is no moment 999")).to_have_count(0)


def test_steps_count_from_the_moment_that_is_loading(page: Page) -> None:
    table = planted(page)
    page.goto(f"/#/table/{table}/replay/7")
    slider = page.get_by_role("slider")
    expect(slider).to_have_value("7")
    held: list[Route] = []
    page.route(f"**/api/tables/{table}/at/*", lambda route: route.continue_() if held else held.append(route))
    for _ in range(3):
        page.keyboard.press(".")
    while not held:
        page.wait_for_timeout(10)
    held[0].continue_()
    expect(slider).to_have_value("10")


def test_a_look_back_during_the_game_returns_to_now(page: Page) -> None:
    seats = [{"kind": "human"}, {"kind": "open"}]
    table = opened(page, {"setup": {"game": "hansa", "players": 2}, "seats": seats, "public": True})
    page.goto(f"/#/table/{table}")
    page.get_by_role("button", name="One move back").click()
    expect(page).to_have_url(re.compile(rf"/table/{table}/replay/\d+$"))
    page.get_by_role("button", name="Back to now").click()
    expect(page).to_have_url(re.compile(f"/table/{table}$"))
    expect(page.get_by_role("slider")).to_have_count(0)


def test_a_reader_plays_on_from_a_moment_of_a_replay(page: Page) -> None:
    table = planted(page)
    page.goto(f"/#/table/{table}/replay/15")
    expect(page.get_by_role("slider")).to_have_value("15")
    page.get_by_role("button", name="Play from here").click()
    dialog = page.get_by_role("dialog", name="Play from here")
    expect(dialog.get_by_role("radio", name="Ada (Yellow)")).to_be_checked()
    dialog.get_by_label("The others").select_option("easy")
    dialog.get_by_role("button", name="Begin").click()
    page.wait_for_url(re.compile(f"/table/(?!{table})[a-z0-9]+$"))
    page.locator("[data-number='15'][data-decides='true']").wait_for()
    copy = page.request.get(f"/api/tables/{page.url.rpartition('/')[2]}").json()
    assert [seat["kind"] for seat in copy["seats"]] == ["agent", "agent", "human", "agent"]
    assert copy["state"]["position"] == page.request.get(f"/api/tables/{table}/at/15").json()["position"]


def test_moves_are_tried_on_a_private_copy(page: Page) -> None:
    table = planted(page)
    page.goto(f"/#/table/{table}/replay/15")
    expect(page.get_by_role("slider")).to_have_value("15")
    page.keyboard.press("t")
    page.wait_for_url(re.compile(f"/try/{table}/replay/15$"))
    page.locator("[data-number='15'][data-decides='true']").wait_for()
    click_move(page, "create arnheim--kampen", shown_state(page)["position"])
    page.locator("[data-number='16']").wait_for()
    page.get_by_role("link", name="Back to the game").last.click()
    expect(page).to_have_url(re.compile(f"/table/{table}/replay/15$"))
    assert page.request.get(f"/api/tables/{table}").json()["state"]["number"] == 32


def test_a_game_with_secrets_of_others_cannot_be_continued(page: Page, server: Server) -> None:
    setup = {"game": "teutonica", "players": 3, "modules": ["mission-cards"]}
    seats = [{"kind": "human"}, {"kind": "agent", "agent": "light"}, {"kind": "agent", "agent": "light"}]
    table = opened(page, {"setup": setup, "seats": seats})
    page.goto(f"/#/table/{table}/replay")
    page.get_by_role("button", name="Play from here").click()
    page.get_by_role("dialog").get_by_role("button", name="Begin").click()
    expect(page.get_by_text("Other players still have secret cards in this game.")).to_be_visible()
    assert table in page.url


def test_a_position_is_shared_as_link_picture_and_text(page: Page) -> None:
    table = planted(page)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(f"/#/table/{table}/replay/15")
    expect(page.get_by_role("slider")).to_have_value("15")
    page.get_by_role("button", name="Share this position").click()
    dialog = page.get_by_role("dialog", name="Share this position")
    link = dialog.get_by_label("Link to this moment")
    expect(link).to_have_value(re.compile(f"#/table/{table}/replay/15$"))
    expect(dialog).to_contain_text("The table is private")
    assert axe_violations(page) == []
    with page.expect_download() as saved:
        dialog.get_by_role("button", name="Download SVG").click()
    assert ET.parse(saved.value.path()).getroot().tag == "{http://www.w3.org/2000/svg}svg"
    assert saved.value.suggested_filename == f"kontor-{table}-15.svg"
    with page.expect_download() as saved:
        dialog.get_by_role("button", name="Download PNG").click()
    with Image.open(saved.value.path()) as picture:
        assert (picture.format, picture.width) == ("PNG", 2000)
        assert len(picture.convert("RGB").resize((60, 42)).getcolors(60 * 42) or []) > 100
    dialog.get_by_role("button", name="Copy text").click()
    expect(dialog.get_by_text("Copied.")).to_be_visible()
    text = page.evaluate("navigator.clipboard.readText()")
    assert kontor.parse(text).json()["position"] == page.request.get(f"/api/tables/{table}/at/15").json()["position"]
    dialog.get_by_role("button", name="Let everyone with the link watch").click()
    expect(link).to_have_value(re.compile(f"#/watch/{table}/[^/]+/15$"))


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


def test_a_puzzle_of_hansa_names_the_seats_shows_the_solution_and_is_played_on(page: Page) -> None:
    puzzle = next(each for each in puzzles().values() if each.setup["game"] == "hansa")
    page.goto("/#/puzzles")
    page.get_by_label("Game").select_option("hansa")
    first = page.locator("main ol a").first
    expect(first).to_have_attribute("href", re.compile(f"{puzzle.id}$"))
    first.click()
    panel = page.get_by_role("region", name="Puzzles")
    expect(panel).to_contain_text("You play")
    expect(page.get_by_text("Computer 2" if puzzle.seat == 0 else "Computer 1").first).to_be_visible()
    page.get_by_role("button", name="Show the solution").click()
    expect(panel).to_contain_text("It leaves a chance of", timeout=LONG)
    arrows = page.locator("[data-arrow]")
    expect(arrows.first).to_be_attached()
    ports = arrows.evaluate_all("all => all.map(each => each.dataset.to)")
    sailed = [f"port:{text.split()[1]}" for text in puzzle.solution if text.startswith("sail ")]
    assert set(sailed) <= set(ports)
    panel.get_by_role("button", name="Play from here").click()
    page.get_by_role("dialog").get_by_role("button", name="Begin").click()
    page.wait_for_url(re.compile("/table/[a-z0-9]+$"))
    table = page.request.get(f"/api/tables/{page.url.rpartition('/')[2]}").json()
    assert [seat["yours"] for seat in table["seats"]].index(True) == puzzle.seat
    page.goto(f"/#/puzzles/{next(iter(puzzles()))}")
    expect(panel).to_contain_text("You play")


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
        page.locator(f"[data-number='{number}'][data-decides='true']").wait_for()
        state = page.request.get(f"/api/tables/{table['id']}/at/{number}").json()
        click_move(page, words, state["position"])
        number += 1
    expect(page.get_by_role("region", name="Puzzles")).to_have_attribute("data-solved", "true", timeout=LONG)
    expect(page.get_by_role("button", name="Next puzzle")).to_be_visible()
    page.goto("/#/puzzles")
    expect(page.get_by_text(f"1 of {len(puzzles())} solved")).to_be_visible()
