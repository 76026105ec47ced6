"""Learning: every lesson is played to its end, rules are found, hints are given, and things are explained."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from kontor.core.game import Game, PositionBytes
from kontor.server.service.games import game_of
from tests.browser.playing import base_position, click_move, table_id, told, wait_for_turn
from tests.browser.running import PHONE, Server, visitor
from tests.browser.test_screens import faults

COURSES = Path(__file__).parents[2] / "web" / "src" / "learning" / "courses"
GAMES = ("teutonica", "hansa")
ALONE = [{"kind": "human"}, {"kind": "agent", "agent": "light"}, {"kind": "agent", "agent": "light"}]


def course(game: str) -> dict[str, Any]:
    """The lessons of a game."""
    content: dict[str, Any] = json.loads((COURSES / f"{game}.json").read_text(encoding="utf-8"))
    return content


def is_like(wanted: Any, given: Any) -> bool:
    """Whether a fact is what a lesson asks for."""
    if isinstance(wanted, str) and wanted.endswith("*"):
        return str(given).startswith(wanted[:-1])
    return bool(wanted == given)


def brings(game: Game, position: PositionBytes, move: int, until: dict[str, Any]) -> bool:
    """Whether a move brings about what a step waits for."""
    if "move" in until:
        return game.move_text(move).split()[0] == str(until["move"])
    facts = until.get("facts", {})
    return any(
        event.name == until["event"] and all(is_like(value, event.facts.get(name)) for name, value in facts.items())
        for event in game.events(position, move)
    )


def wanted_move(table: dict[str, Any], step: dict[str, Any]) -> str:
    """A move that fulfils a step, or one of a sort it asks for on the way there."""
    game = game_of(table["setup"])
    position = game.read_position(table["state"]["position"])
    moves = game.legal_moves(position)
    fulfilling = [move for move in moves if brings(game, position, move, step["until"])]
    helping = [move for move in moves if game.move_text(move).split()[0] in step.get("verbs", ())]
    return game.move_text([*fulfilling, *helping][0])


def lesson_table(page: Page) -> dict[str, Any]:
    """The table of the lesson, as the server tells it to this browser."""
    table = page.locator("[data-table]").get_attribute("data-table")
    content: dict[str, Any] = page.request.get(f"/api/tables/{table}").json()
    return content


def do_step(page: Page, lesson: dict[str, Any], step: dict[str, Any]) -> None:
    """Do what a step asks for until the lesson goes on."""
    coach = page.locator(f'[data-lesson="{lesson["id"]}"]')
    expect(coach).to_have_attribute("data-step", step["id"])
    if "until" not in step:
        coach.get_by_role("button", name="Go on").click()
        return
    while coach.get_attribute("data-step") == step["id"]:
        wait_for_turn(page)
        if coach.get_attribute("data-step") != step["id"]:
            return
        table = lesson_table(page)
        click_move(page, wanted_move(table, step), table["state"]["position"])
        page.wait_for_function(
            "number => Number(document.querySelector('[data-number]').dataset.number) > number",
            arg=table["state"]["number"],
        )


def do_lesson(page: Page, lesson: dict[str, Any]) -> None:
    """Play a lesson to its end."""
    for step in lesson["steps"]:
        do_step(page, lesson, step)
    expect(page.locator(f'[data-lesson="{lesson["id"]}"]')).to_have_attribute("data-step", "done")


@pytest.mark.parametrize("game", GAMES)
def test_every_lesson_is_played_to_its_end(page: Page, game: str) -> None:
    lessons = course(game)["lessons"]
    page.get_by_role("link", name="Learn to play").click()
    page.locator(f"section[aria-labelledby=course-{game}]").get_by_role("link", name="Begin").click()
    for lesson in lessons[:-1]:
        do_lesson(page, lesson)
        page.locator("[data-lesson]").get_by_role("button", name="Go on").click()
    do_lesson(page, lessons[-1])
    expect(page.get_by_text("You know enough to win!")).to_be_visible()
    page.get_by_role("link", name="All lessons").click()
    expect(page.get_by_text(f"{len(lessons)} of {len(lessons)} lessons")).to_be_visible()
    page.reload()
    expect(page.get_by_text(f"{len(lessons)} of {len(lessons)} lessons")).to_be_visible()


def test_practice_does_not_stand_among_the_tables(page: Page) -> None:
    page.goto("/#/learn/hansa/sail")
    page.locator("[data-lesson]").wait_for()
    page.goto("/#/")
    page.locator("#new-game").wait_for()
    assert page.request.get("/api/tables").json()["tables"] == []


def test_who_strays_is_told_and_undoes_it(page: Page) -> None:
    page.goto("/#/learn/teutonica/route")
    wait_for_turn(page)
    table = lesson_table(page)
    click_move(page, "income 1 0", table["state"]["position"])
    coach = page.locator("[data-lesson]")
    expect(coach).to_contain_text("That is allowed too")
    coach.get_by_role("button", name="Undo").click()
    expect(coach).not_to_contain_text("That is allowed too")
    coach.get_by_role("link", name="Skip").click()
    expect(page.locator('[data-lesson="ability"]')).to_be_visible()
    page.get_by_role("link", name="Lesson before").click()
    expect(page.locator('[data-lesson="route"]')).to_be_visible()


def test_rules_are_searched_and_filtered(page: Page) -> None:
    page.get_by_role("link", name="Rules").click()
    page.get_by_role("searchbox").fill("ship spaces merchants")
    expect(page.locator("#rule-HT-EAS-3")).to_be_visible()
    page.get_by_label("Board", exact=True).select_option("hanse-4-5")
    expect(page.locator("#rule-HT-EAS-3")).to_have_count(0)
    page.get_by_role("searchbox").fill("")
    page.get_by_label("Board", exact=True).select_option("hanse-2-3")
    page.get_by_label("Edition", exact=True).select_option("first")
    expect(page.locator("#rule-HT-P2P-4")).to_have_count(1)
    expect(page.locator("#rule-HT-FAV-1")).to_have_count(0)
    page.get_by_label("Players", exact=True).select_option("3")
    expect(page.locator("#rule-HT-P2P-4")).to_have_count(0)
    page.get_by_label("Game", exact=True).select_option("hansa")
    expect(page.locator("#rule-H-BUY-3 table")).to_be_visible()
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("dialog").get_by_text("Deutsch").click()
    page.keyboard.press("Escape")
    expect(page.locator("#rule-H-SCORE-4")).to_contain_text("sind nichts wert")


def test_a_refusal_leads_to_its_rule(page: Page) -> None:
    base_position(page, {"game": "teutonica", "players": 3}, ALONE)
    wait_for_turn(page)
    page.locator('[data-verb="create"]').click(force=True)
    page.get_by_role("link", name="Open the rule HT-RTE-1").click()
    expect(page.locator("#rule-HT-RTE-1.asked")).to_be_in_viewport()
    expect(page.get_by_label("Edition", exact=True)).to_have_value("big-box")


def test_a_hint_is_shown_and_can_be_followed(page: Page) -> None:
    base_position(page, {"game": "hansa", "players": 3, "start_player": 0}, ALONE)
    wait_for_turn(page)
    page.get_by_role("button", name="Hint").click()
    advice = page.locator("[data-hint]")
    advice.wait_for()
    words = advice.get_attribute("data-hint") or ""
    table = told(page)
    assert words in {legal["words"] for legal in table["state"]["moves"]}
    expect(page.locator(".hint")).to_contain_text("chances of winning")
    assert faults(page) == []
    click_move(page, words, table["state"]["position"])
    wait_for_turn(page, table["state"]["number"])
    expect(advice).to_have_count(0)


def test_nobody_gets_a_hint_among_several_people(page: Page) -> None:
    base_position(page, {"game": "hansa", "players": 2}, [{"kind": "human"}, {"kind": "open"}])
    assert not page.request.get(f"/api/tables/{table_id(page)}").json()["hints"]
    expect(page.get_by_role("button", name="Hint")).to_have_count(0)


def test_things_are_explained_to_pointer_and_keyboard(page: Page) -> None:
    base_position(page, {"game": "teutonica", "players": 3}, ALONE)
    wait_for_turn(page)
    page.locator(".pieces [data-explain='teutonica.desk.stock']").hover()
    expect(page.get_by_role("tooltip")).to_contain_text("by income first")
    page.locator("[id='spot-post:hamburg.1']").hover(force=True)
    expect(page.get_by_role("tooltip")).to_contain_text("Hamburg")
    assert faults(page) == []
    page.locator(".track[data-explain='teutonica.ability.bank']").focus()
    page.keyboard.press("Shift+Tab")
    expect(page.get_by_role("tooltip")).to_contain_text("Book")
    page.keyboard.press("Escape")
    expect(page.get_by_role("tooltip")).to_have_count(0)


def test_a_finger_that_holds_is_told_and_chooses_nothing(browser: Browser, server: Server) -> None:
    with visitor(browser, server, options=PHONE) as page:
        base_position(page, {"game": "teutonica", "players": 3}, ALONE)
        wait_for_turn(page)
        page.get_by_role("button", name="Show the whole map").click()
        page.wait_for_timeout(300)
        box = page.locator("[id='spot-space:hamburg--stade.1'] .hit").bounding_box()
        assert box is not None
        point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
        fingers = page.context.new_cdp_session(page)
        fingers.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
        expect(page.get_by_role("tooltip")).to_contain_text("Hamburg")
        fingers.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        expect(page.get_by_role("tooltip")).to_contain_text("Hamburg")
        expect(page.locator(".spots [aria-pressed=true]")).to_have_count(0)


def learning_screens(page: Page) -> Iterator[tuple[str, list[str]]]:
    """What axe finds on the screens for learners."""
    for address in ("learn", "learn/teutonica/place", "learn/hansa/sell", "rules", "rules/hansa/H-BUY-3"):
        page.goto(f"/#/{address}")
        page.locator("main section ol, [data-lesson], .book article").first.wait_for()
        yield address, faults(page)


LOOKS = {"laptop": {}, "phone at night": {"theme": "dark", "locale": "fr", "options": PHONE}}


@pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS.keys())
def test_axe_finds_nothing_where_one_learns(browser: Browser, server: Server, look: dict[str, Any]) -> None:
    with visitor(browser, server, **look) as page:
        assert {screen: found for screen, found in learning_screens(page) if found} == {}
