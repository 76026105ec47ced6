"""Games are opened on the start page and played to their end by clicking."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.recorded_tables import computers, cut, open_record, recorded
from tests.browser.table_actions import play, table_of, wait_for_turn

GAMES = pytest.mark.parametrize("game", ["teutonica", "hansa"])
RECORDS = {"teutonica": "teutonica/big-box_hanse-2-3_3p", "hansa": "hansa/three-light"}
LATE = 0.96  # share of the moves of a record after which a few decisions are left


def open_on_start_page(page: Page, game: str) -> None:
    """Choose a game and two computer players on the start page, and open the table."""
    if game == "hansa":
        page.get_by_text("The Baltic").click()
    for seat in ("Seat 2", "Seat 3"):
        page.get_by_label(seat, exact=True).select_option("light")
    page.get_by_role("button", name="Open the table").click()
    wait_for_turn(page)
    assert table_of(page)["setup"]["game"] == game


def check_score_sheet(page: Page) -> None:
    """Check that the page shows the score sheet of a finished game with the total of every seat."""
    expect(page.get_by_role("heading", name="Score sheet")).to_be_visible()
    state = table_of(page)["state"]
    assert state["over"]
    assert len(state["scores"]) == 3
    for score in state["scores"]:
        expect(page.get_by_role("cell", name=str(score["total"]), exact=True).first).to_be_visible()


@GAMES
def test_a_game_is_opened_on_the_start_page_and_begun(page: Page, game: str) -> None:
    open_on_start_page(page, game)
    assert play(page, 3) == 3


@GAMES
def test_the_end_of_a_game_is_played(page: Page, game: str) -> None:
    record = cut(recorded(RECORDS[game]), LATE)
    open_record(page, record, seats=computers(record["setup"]))
    assert play(page) > 0
    check_score_sheet(page)


@pytest.mark.soak
@GAMES
def test_a_whole_game_is_played(page: Page, game: str) -> None:
    open_on_start_page(page, game)
    assert play(page) > (30 if game == "teutonica" else 10)
    check_score_sheet(page)
