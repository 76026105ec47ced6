"""The screens of a table: boards, decisions, orders, replays, endings and lessons."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from kontor.core.record import read_record, walk
from kontor.server.service.games import game_of
from tests.browser.recorded_tables import computers, cut, recorded
from tests.browser.screen_flows import LONG, SCREENS, Visit, screen

PLANTED = Path(__file__).parents[1] / "study" / "records" / "planted-blunder.json"
TABLES = {
    "hanse": ("teutonica/big-box_hanse-2-3_3p", 0.05),
    "hanse-late": ("teutonica/big-box_hanse-4-5_5p", 0.8),
    "hanse-favours": ("teutonica/big-box_hanse-4-5_4p_mission-cards_emperors-favour_promo-markers", 0.6),
    "hanse-pawn": ("teutonica/first_hanse-2-3_2p_two-player-pawn", 0.5),
    "hanse-neutral": ("teutonica/big-box_hanse-2-3_2p_two-player-neutral", 0.6),
    "east": ("teutonica/big-box_east-3-5_4p", 0.6),
    "britannia": ("teutonica/big-box_britannia-2-3_3p", 0.6),
    "britannia-late": ("teutonica/big-box_britannia-4-5_5p", 0.8),
    "baltic": ("hansa/four-light", 0.5),
}
# Decisions with a chooser of their own: the record, and the verb that seat 0 may choose there.
DECISIONS = {
    "place": ("teutonica/big-box_hanse-2-3_3p", "place"),
    "displace": ("teutonica/big-box_hanse-4-5_4p", "displace"),
    "income": ("teutonica/big-box_hanse-4-5_5p", "income"),
    "hand": ("teutonica/big-box_hanse-2-3_3p", "lift"),
    "create": ("teutonica/big-box_hanse-2-3_3p", "create"),
    "rewards": ("teutonica/big-box_hanse-2-3_3p", "reward"),
    "displaced": ("teutonica/big-box_hanse-4-5_5p", "relocate"),
    "marker": ("teutonica/big-box_hanse-2-3_3p", "use"),
    "favour": ("teutonica/big-box_hanse-4-5_4p_mission-cards_emperors-favour_promo-markers", "buy-favour"),
    "pawn": ("teutonica/first_hanse-2-3_2p_two-player-pawn", "pawn"),
    "sail": ("hansa/four-light", "sail"),
    "buy": ("hansa/four-light", "buy"),
    "sell": ("hansa/four-light", "sell"),
    "build": ("hansa/four-light", "build"),
}
IMMEDIATE = ("create", "rewards", "displaced")
ENDS = {"end": "teutonica/big-box_hanse-4-5_4p", "end-hansa": "hansa/three-card-light"}
LESSONS = {"teutonica": "displace", "hansa": "sail"}


@cache
def position_with(file: str, verb: str) -> dict[str, Any]:
    """Return a record up to a decision of seat 0 with several moves of a verb, or else with one."""
    record = recorded(file)
    game = game_of(record["setup"])
    single = None
    for made, position in enumerate(walk(game, read_record(record))):
        if game.to_move(position) != 0:
            continue
        moves = [game.move_text(move) for move in game.legal_moves(position)]
        count = sum(words.split()[0] == verb for words in moves)
        found = {**record, "moves": record["moves"][:made], "result": None}
        if count > 1:
            return found
        single = single or (found if count else None)
    assert single is not None, f"No decision with {verb} in {file}."
    return single


def seated(record: dict[str, Any]) -> dict[str, Any]:
    """Return the table of one person who continues a record against computer players."""
    return {"record": record, "seats": computers(record["setup"])}


@screen("menu")
def show_menu(visit: Visit) -> None:
    """The menu of small screens; larger ones have no such button."""
    show_table(visit, "hanse")
    button = visit.page.locator("button.menu:visible")
    if button.count():
        button.click()
        visit.page.locator("dialog[open]").wait_for()


@screen("report")
def show_report(visit: Visit) -> None:
    """The form that reports a table, from the chat of a table of somebody else."""
    visit.tables.setdefault("reported", foreign_table(visit.page))
    visit.go(f"table/{visit.tables['reported']}")
    visit.page.locator("main.map").first.wait_for()
    open_chat(visit)
    visit.page.locator(".chat .more button").click()
    visit.page.locator("dialog[open] textarea").wait_for()


def foreign_table(page: Page) -> str:
    """Open a public table in another browser context, and return its id."""
    browser = page.context.browser
    assert browser is not None
    other = browser.new_context(base_url=page.evaluate("location.origin"))
    try:
        assert other.request.post("/api/session", data={"name": "Bertram"}).ok
        opened = other.request.post(
            "/api/tables", data={"setup": {"game": "teutonica", "players": 3}, "public": True}
        )
        table: str = opened.json()["id"]
        assert other.request.post(f"/api/tables/{table}/messages", data={"text": "Good luck!"}).ok
        return table
    finally:
        other.close()


def open_chat(visit: Visit) -> None:
    """Show the chat, which smaller screens have in the sheet of the log, behind a button of the rail or in a tab."""
    grip, rail = visit.page.locator(".grip"), visit.page.locator("aside .buttons > button")
    if grip.count():
        grip.press("ArrowUp")
        visit.page.get_by_role("tab").nth(2).click()
    elif rail.count():
        rail.nth(2).click()
        visit.page.locator("dialog[open]").wait_for()
    elif visit.page.get_by_role("tab").count():
        visit.page.get_by_role("tab").last.click()
    visit.page.locator("button.text:visible").last.click()
    visit.page.locator(".chat:visible").wait_for()


@screen("waiting")
def show_waiting(visit: Visit) -> None:
    """A table that waits for others to sit down."""
    seats = [{"kind": "open"}, {"kind": "human"}, {"kind": "open"}]
    visit.table("waiting", lambda: {"setup": {"game": "teutonica", "players": 3}, "seats": seats})


def show_others_turn(visit: Visit) -> None:
    """A table at which another player decides, so that orders can be given and turns be planned."""
    start = {
        "active": 1,
        "actions": 2,
        "turn": 9,
        "spaces": {"minden--munster.2": [0, "m"], "bremen--minden.1": [0, "t"], "bremen--minden.2": [0, "t"]},
        "supply": {"0": [3, 0], "1": [5, 1]},
    }
    setup = {"game": "teutonica", "players": 3}
    record = {"format": 1, "setup": setup, "revision": 1, "start": start, "moves": []}
    seats = [{"kind": "human"}, {"kind": "open"}, {"kind": "open"}]
    visit.table("others-turn", lambda: {"record": record, "seats": seats})
    visit.page.locator("[data-plan-begin]").wait_for()


@screen("orders")
def show_orders(visit: Visit) -> None:
    """The orders of a player, with the order of one piece open."""
    show_others_turn(visit)
    visit.page.locator("[data-order-of=default], [data-orders-open]").first.wait_for()
    visit.page.locator('[id="spot-space:minden--munster.2"]').evaluate("spot => spot.focus()")
    visit.page.keyboard.press("o")
    visit.page.locator("[data-put=city]").click()


@screen("plan")
def show_plan(visit: Visit) -> None:
    """A turn that is planned while others decide."""
    show_others_turn(visit)
    visit.page.locator("[data-plan-begin]").click()
    visit.page.locator("[data-planning]").wait_for()
    visit.press_first_target()


@screen("hint")
def show_hint(visit: Visit) -> None:
    """A hint of the computer."""
    show_table(visit, "hanse")
    visit.page.locator("button:visible:has(use[href='#i-help'])").last.click()
    visit.page.locator("[data-hint]").wait_for()


@screen("details")
def show_details(visit: Visit) -> None:
    """The details of another player, from a seat of a phone or a card; held sideways, the rivals only."""
    show_table(visit, "hanse-favours")
    openers = visit.page.locator("button[data-seat]:visible, article button[aria-haspopup=dialog]:visible")
    if openers.count():
        openers.nth(1).click()
        visit.page.locator("[data-details]:popover-open").wait_for()


@screen("replay")
def show_replay(visit: Visit) -> None:
    """A replay in the middle of a game."""
    visit.table("replay", lambda: {"record": recorded(ENDS["end"])}, "/replay")
    visit.page.locator("input[type=range]").fill("60")


@screen("analysis")
def show_analysis(visit: Visit) -> None:
    """The analysis of a replay, at its first turning point."""
    visit.table("analysis", lambda: {"record": json.loads(PLANTED.read_text(encoding="utf-8"))}, "/replay")
    button = visit.page.locator("[data-analyse]")
    points = visit.page.locator(".points ol button")
    button.or_(points).first.wait_for()
    if button.count():
        button.first.click()
    points.first.click(timeout=LONG)


@screen("tab-desk")
def show_desk(visit: Visit) -> None:
    """The own desk, in the sheet of a phone or the side sheet of the rail."""
    show_sheet(visit, "hanse-favours", 0)


@screen("tab-rivals")
def show_rivals(visit: Visit) -> None:
    """The rivals in the sheet of a phone."""
    show_sheet(visit, "hanse-late", 1)


@screen("tab-log")
def show_log(visit: Visit) -> None:
    """The log in the sheet of a phone or the side sheet of the rail."""
    show_sheet(visit, "hanse-late", 2)


def show_sheet(visit: Visit, table: str, tab: int) -> None:
    """Pull a tab of the sheet up; a rail has a button for the players and one for the log."""
    show_table(visit, table)
    grip, rail = visit.page.locator(".grip"), visit.page.locator("aside .buttons > button")
    if grip.count():
        grip.press("ArrowUp")
        visit.page.get_by_role("tab").nth(tab).click()
    elif rail.count():
        rail.nth(2 if tab == 2 else 1).click()
        visit.page.locator("dialog[open]").wait_for()


def show_table(visit: Visit, name: str) -> None:
    """A board in play."""
    file, share = TABLES[name]
    visit.table(name, lambda: seated(cut(recorded(file), share, 12 if "teutonica" in file else 2)))
    visit.page.locator("[data-number]").first.wait_for()


def show_decision(visit: Visit, name: str) -> None:
    """The chooser of a decision."""
    file, verb = DECISIONS[name]
    visit.tables.pop(name, None)  # a click may play the move where no choice is left
    visit.table(name, lambda: seated(position_with(file, verb)))
    visit.page.locator("[data-number]").first.wait_for()
    control = visit.page.locator(f"[data-verb='{verb}']")
    if control.count():
        control.first.click()
    if name not in IMMEDIATE:
        visit.press_first_target()


def show_end(visit: Visit, name: str) -> None:
    """The score sheet of a game."""
    visit.table(name, lambda: {"record": recorded(ENDS[name])}, "/end")
    visit.page.locator("svg[role=img] .line").first.wait_for()


def show_lesson(visit: Visit, game: str) -> None:
    """A lesson."""
    visit.go(f"learn/{game}/{LESSONS[game]}")
    visit.page.locator(f"[data-lesson={LESSONS[game]}]").wait_for()


def add_named(prefix: str, names: list[str], show: Callable[[Visit, str], None]) -> None:
    """Add one screen for each name."""
    for name in names:
        SCREENS[f"{prefix}{name}"] = lambda visit, name=name: show(visit, name)  # type: ignore[misc]


add_named("table-", list(TABLES), show_table)
add_named("choose-", list(DECISIONS), show_decision)
add_named("", list(ENDS), show_end)
add_named("lesson-", list(LESSONS), show_lesson)
