"""Every board, two-player variant and module can be played in the browser."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from kontor.core.record import read_record, walk
from kontor.server.service.games import game_of
from tests.browser.recorded_tables import computers, open_record, recorded
from tests.browser.table_actions import click_move, open_table, play, table_of, wait_for_turn

FAVOURS = "teutonica/big-box_hanse-4-5_4p_mission-cards_emperors-favour_promo-markers"
MODULES = ["mission-cards", "emperors-favour", "promo-markers"]
SETUPS: list[dict[str, Any]] = [
    *({"game": "teutonica", "board": f"{name}-4-5", "players": 4} for name in ("hanse", "britannia")),
    *({"game": "teutonica", "board": f"{name}-2-3", "players": 3} for name in ("hanse", "britannia")),
    {"game": "teutonica", "board": "east-3-5", "players": 3},
    {"game": "teutonica", "edition": "first", "board": "hanse-2-3", "players": 2},
    {"game": "teutonica", "edition": "big-box", "board": "hanse-2-3", "players": 2},
    {"game": "teutonica", "board": "hanse-4-5", "players": 4, "modules": MODULES},
    {"game": "hansa", "players": 4, "modules": ["extra-card"]},
]


def play_turns(page: Page, setup: dict[str, Any], turns: int) -> None:
    """Open a table and play some turns by clicking."""
    open_table(page, setup, computers(setup))
    assert play(page, turn=turns) >= turns // setup["players"]
    assert table_of(page)["state"]["turn"] > turns


def named(setup: dict[str, Any]) -> str:
    """Return the id of a setup in test names."""
    return "-".join(map(str, setup.values()))


@pytest.mark.parametrize("setup", [SETUPS[n] for n in (1, 4, 5, 6, 7, 8)], ids=named)  # every map and variant once
def test_a_round_is_played(page: Page, setup: dict[str, Any]) -> None:
    play_turns(page, setup, setup["players"])


@pytest.mark.soak
@pytest.mark.parametrize("setup", SETUPS, ids=named)
def test_ten_turns_are_played(page: Page, setup: dict[str, Any]) -> None:
    play_turns(page, setup, 10)


def before_favour(record: dict[str, Any]) -> tuple[dict[str, Any], str]:
    """Return the moves of a record up to where seat 0 can buy a favour, and that move."""
    game = game_of(record["setup"])
    for made, position in enumerate(walk(game, read_record(record))):
        words = [game.move_text(move) for move in game.legal_moves(position)] if game.to_move(position) == 0 else []
        if bought := next((move for move in words if move.startswith("buy-favour")), None):
            return {**record, "moves": record["moves"][:made], "result": None}, bought
    raise AssertionError("Seat 0 can buy no favour in this record.")


def test_a_favour_is_bought_and_a_mission_looked_at(page: Page) -> None:
    record, bought = before_favour(recorded(FAVOURS))
    open_record(page, record, seats=computers(record["setup"]))
    wait_for_turn(page)
    page.get_by_role("button", name="Look at the mission card").click()
    expect(page.locator("ol.mission li")).to_have_count(3)
    page.keyboard.press("Escape")
    position = table_of(page)["state"]["position"]
    click_move(page, bought, position)
    expect(page.get_by_role("region", name="Desk of Ada").locator(".seal")).to_have_count(1)
    assert table_of(page)["state"]["position"]["favours"]["0"] == [bought.split()[1]]


def test_a_tall_board_lies_at_the_left_and_has_the_full_height(page: Page) -> None:
    setup = {"game": "teutonica", "board": "britannia-2-3", "players": 3}
    open_table(page, setup, computers(setup))
    box = page.locator("main.map").bounding_box()
    assert box is not None
    assert (box["x"] < 20, box["height"] > 0.9 * 768) == (True, True), box
