"""Lessons can be played to their end, and rules, hints and explanations are found."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from kontor.core.agent import chance_move
from kontor.core.game import Game
from kontor.core.record import read_record, replay
from kontor.core.values import PositionBytes
from kontor.kernel.generator import Generator
from kontor.kernel.seats import CHANCE
from kontor.server.service.games import game_of
from tests.browser.servers import PHONE, Server, visitor
from tests.browser.table_actions import click_move, click_spot, open_table, table_id, table_of, wait_for_turn
from tests.browser.test_screens import axe_violations

CLIENT_GAMES = Path(__file__).parents[2] / "web" / "src" / "games"
GAMES = ("teutonica", "hansa")
MOST_MOVES = 40
ALONE = [{"kind": "human"}, {"kind": "agent", "agent": "light"}, {"kind": "agent", "agent": "light"}]


def course(game: str) -> dict[str, Any]:
    """The lessons of a game."""
    content: dict[str, Any] = json.loads(
        (CLIENT_GAMES / game / "learning" / "course.json").read_text(encoding="utf-8")
    )
    return content


def matches(wanted: Any, given: Any) -> bool:
    """Return whether a fact is what a lesson asks for."""
    if isinstance(wanted, str) and wanted.endswith("*"):
        return str(given).startswith(wanted[:-1])
    return bool(wanted == given)


def fulfils(game: Game, position: PositionBytes, move: int, until: dict[str, Any]) -> bool:
    """Return whether a move ends a step."""
    if "move" in until:
        return game.move_text(move).split()[0] == str(until["move"])
    facts = until.get("facts", {})
    return any(
        event.name == until["event"] and all(matches(value, event.facts.get(name)) for name, value in facts.items())
        for event in game.events(position, move)
    )


def wanted_move(game: Game, position: PositionBytes, step: dict[str, Any]) -> int:
    """Return a move that ends a step, or one with a verb that the step points out."""
    moves = game.legal_moves(position)
    fulfilling = [move for move in moves if fulfils(game, position, move, step["until"])]
    helping = [move for move in moves if game.move_text(move).split()[0] in step.get("verbs", ())]
    return [*fulfilling, *helping][0]


def lesson_start(content: dict[str, Any], lesson: dict[str, Any]) -> tuple[Game, PositionBytes]:
    """Return the game and the position with which the client begins a lesson."""
    game = game_of(content["setup"])
    if "start" not in lesson:
        return game, game.start()
    start = {**content.get("start", {}), **lesson["start"]}
    record = {"format": 1, "setup": game.setup, "start": start, "moves": lesson.get("moves", [])}
    return game, replay(game, read_record(record))


def advance_to_learner(game: Game, position: PositionBytes) -> None:
    """Make the moves of chance and of the computer players until the learner is to move."""
    generator = Generator(1)
    while (seat := game.to_move(position)) != 0:
        chance = seat == CHANCE
        game.advance(
            position, chance_move(game, position, generator) if chance else game.suggest(position, 1, "light")
        )


def complete_step(game: Game, position: PositionBytes, step: dict[str, Any]) -> None:
    """Make moves of the learner until a step has ended as often as it asks for."""
    left = step["until"].get("times", 1)
    for _ in range(MOST_MOVES):
        advance_to_learner(game, position)
        move = wanted_move(game, position, step)
        left -= fulfils(game, position, move, step["until"])
        game.advance(position, move)
        if not left:
            return
    raise AssertionError(f"The step {step['id']} does not end within {MOST_MOVES} moves.")


def lesson_table(page: Page) -> dict[str, Any]:
    """Return the table of the lesson as the server sends it to this browser."""
    table = page.locator("[data-table]").get_attribute("data-table")
    content: dict[str, Any] = page.request.get(f"/api/tables/{table}").json()
    return content


def do_step(page: Page, lesson: dict[str, Any], step: dict[str, Any]) -> None:
    """Do what a step asks for until the lesson goes on."""
    coach = page.locator(f'[data-lesson="{lesson["id"]}"]')
    expect(coach).to_have_attribute("data-step", step["id"])
    if "until" not in step:
        coach.get_by_role("button", name="Next").click()
        return
    while coach.get_attribute("data-step") == step["id"]:
        wait_for_turn(page)
        if coach.get_attribute("data-step") != step["id"]:
            return
        table = lesson_table(page)
        if page.locator("[data-hand]").count():
            click_spot(page, step["spots"][0])
        else:
            game = game_of(table["setup"])
            move = wanted_move(game, game.read_position(table["state"]["position"]), step)
            click_move(page, game.move_text(move), table["state"]["position"])
        page.wait_for_function(
            "([step, number]) => document.querySelector('[data-lesson]').dataset.step !== step"
            " || Number(document.querySelector('[data-number]').dataset.number) > number",
            arg=[step["id"], table["state"]["number"]],
        )


def do_lesson(page: Page, lesson: dict[str, Any]) -> None:
    """Play a lesson to its end."""
    for step in lesson["steps"]:
        do_step(page, lesson, step)
    expect(page.locator(f'[data-lesson="{lesson["id"]}"]')).to_have_attribute("data-step", "done")


@pytest.mark.parametrize("game", GAMES)
def test_every_lesson_can_be_completed(game: str) -> None:
    content = course(game)
    for lesson in content["lessons"]:
        played, position = lesson_start(content, lesson)
        for step in lesson["steps"]:
            if "until" in step:
                complete_step(played, position, step)


@pytest.mark.parametrize("game", GAMES)
def test_the_first_and_the_last_lesson_are_played(page: Page, game: str) -> None:
    lessons = course(game)["lessons"]
    page.get_by_role("link", name="Learn to play").click()
    page.locator(f"section[aria-labelledby=course-{game}]").get_by_role("link", name="Start").click()
    do_lesson(page, lessons[0])
    page.locator("[data-lesson]").get_by_role("button", name="Next").click()
    expect(page.locator(f'[data-lesson="{lessons[1]["id"]}"]')).to_be_visible()
    page.goto(f"/#/learn/{game}/{lessons[-1]['id']}")
    do_lesson(page, lessons[-1])
    expect(page.get_by_text("You can play now!")).to_be_visible()
    page.get_by_role("link", name="All lessons").click()
    expect(page.get_by_text(f"2 of {len(lessons)} lessons")).to_be_visible()
    page.reload()
    expect(page.get_by_text(f"2 of {len(lessons)} lessons")).to_be_visible()


@pytest.mark.soak
@pytest.mark.parametrize("game", GAMES)
def test_every_lesson_is_played_to_its_end(page: Page, game: str) -> None:
    lessons = course(game)["lessons"]
    page.get_by_role("link", name="Learn to play").click()
    page.locator(f"section[aria-labelledby=course-{game}]").get_by_role("link", name="Start").click()
    for lesson in lessons[:-1]:
        do_lesson(page, lesson)
        page.locator("[data-lesson]").get_by_role("button", name="Next").click()
    do_lesson(page, lessons[-1])
    expect(page.get_by_text("You can play now!")).to_be_visible()
    page.get_by_role("link", name="All lessons").click()
    expect(page.get_by_text(f"{len(lessons)} of {len(lessons)} lessons")).to_be_visible()
    page.reload()
    expect(page.get_by_text(f"{len(lessons)} of {len(lessons)} lessons")).to_be_visible()


def test_practice_tables_are_not_listed(page: Page) -> None:
    page.goto("/#/learn/hansa/sail")
    page.locator("[data-lesson]").wait_for()
    page.goto("/#/")
    page.locator("#new-game").wait_for()
    assert page.request.get("/api/tables").json()["tables"] == []


def test_a_move_off_track_is_reported_and_undone(page: Page) -> None:
    page.goto("/#/learn/teutonica/route")
    wait_for_turn(page)
    table = lesson_table(page)
    click_move(page, "income 1 0", table["state"]["position"])
    coach = page.locator("[data-lesson]")
    expect(coach).to_contain_text("That is allowed, too")
    coach.get_by_role("button", name="Undo").click()
    expect(coach).not_to_contain_text("That is allowed, too")
    coach.get_by_role("link", name="Skip").click()
    expect(page.locator('[data-lesson="ability"]')).to_be_visible()
    page.get_by_role("link", name="Previous lesson").click()
    expect(page.locator('[data-lesson="route"]')).to_be_visible()


def test_rules_are_searched_and_filtered(page: Page) -> None:
    page.get_by_role("link", name="Rules").click()
    page.get_by_role("searchbox").fill("ship spaces merchants")
    expect(page.locator("#rule-HT-EAS-3")).to_be_visible()
    page.get_by_label("Map", exact=True).select_option("hanse-4-5")
    expect(page.locator("#rule-HT-EAS-3")).to_have_count(0)
    page.get_by_role("searchbox").fill("")
    page.get_by_label("Map", exact=True).select_option("hanse-2-3")
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
    open_table(page, {"game": "teutonica", "players": 3}, ALONE)
    wait_for_turn(page)
    page.locator('[data-verb="create"]').click(force=True)
    page.get_by_role("link", name="Open rule HT-RTE-1").click()
    expect(page.locator("#rule-HT-RTE-1.asked")).to_be_in_viewport()
    expect(page.get_by_label("Edition", exact=True)).to_have_value("big-box")


def test_a_hint_is_shown_and_can_be_followed(page: Page) -> None:
    open_table(page, {"game": "hansa", "players": 3, "start_player": 0}, ALONE)
    wait_for_turn(page)
    page.get_by_role("button", name="Hint").click()
    advice = page.locator("[data-hint]")
    advice.wait_for()
    words = advice.get_attribute("data-hint") or ""
    table = table_of(page)
    assert words in {legal["words"] for legal in table["state"]["moves"]}
    expect(page.locator(".hint")).to_contain_text("chance of winning")
    assert axe_violations(page) == []
    click_move(page, words, table["state"]["position"])
    wait_for_turn(page, table["state"]["number"])
    expect(advice).to_have_count(0)


def test_there_is_no_hint_among_several_people(page: Page) -> None:
    open_table(page, {"game": "hansa", "players": 2}, [{"kind": "human"}, {"kind": "open"}])
    assert not page.request.get(f"/api/tables/{table_id(page)}").json()["hints"]
    expect(page.get_by_role("button", name="Hint")).to_have_count(0)


def test_things_are_explained_to_pointer_and_keyboard(page: Page) -> None:
    open_table(page, {"game": "teutonica", "players": 3}, ALONE)
    wait_for_turn(page)
    page.locator(".pieces [data-explain='teutonica.desk.stock']").hover()
    expect(page.get_by_role("tooltip")).to_contain_text("supply by income")
    page.locator("[id='spot-post:hamburg.1']").hover(force=True)
    expect(page.get_by_role("tooltip")).to_contain_text("Hamburg")
    assert axe_violations(page) == []
    page.locator(".track[data-explain='teutonica.ability.bank']").focus()
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("tooltip")).to_contain_text("Book")
    page.keyboard.press("Escape")
    expect(page.get_by_role("tooltip")).to_have_count(0)


def test_a_long_press_explains_and_chooses_nothing(browser: Browser, server: Server) -> None:
    with visitor(browser, server, options=PHONE) as page:
        open_table(page, {"game": "teutonica", "players": 3}, ALONE)
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
    """Return the axe violations of the learning screens."""
    for address in ("learn", "learn/teutonica/place", "learn/hansa/sell", "rules", "rules/hansa/H-BUY-3"):
        page.goto(f"/#/{address}")
        page.locator("main section ol, [data-lesson], .book article").first.wait_for()
        yield address, axe_violations(page)


LOOKS = [
    pytest.param({}, marks=pytest.mark.soak, id="laptop"),
    pytest.param({"theme": "dark", "locale": "fr", "options": PHONE}, id="phone at night"),
]


@pytest.mark.parametrize("look", LOOKS)
def test_axe_finds_nothing_on_learning_screens(browser: Browser, server: Server, look: dict[str, Any]) -> None:
    with visitor(browser, server, **look) as page:
        assert {screen: found for screen, found in learning_screens(page) if found} == {}
