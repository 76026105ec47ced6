"""Whole games can be played to the end by clicking."""

from playwright.sync_api import Page, expect

from tests.browser.table_actions import play, table_of, wait_for_turn


def choose(page: Page, name: str, value: str) -> None:
    """Choose who plays a seat."""
    page.get_by_label(name, exact=True).select_option(value)


def test_hansa_teutonica_is_played_to_its_end(page: Page) -> None:
    for seat in ("Seat 2", "Seat 3"):
        choose(page, seat, "light")
    page.get_by_role("button", name="Open the table").click()
    wait_for_turn(page)
    assert play(page) > 30
    expect(page.get_by_role("heading", name="Score sheet")).to_be_visible()
    table = table_of(page)
    assert table["state"]["over"]
    for score in table["state"]["scores"]:
        expect(page.get_by_role("cell", name=str(score["total"]), exact=True).first).to_be_visible()


def test_hansa_is_played_to_its_end(page: Page) -> None:
    page.get_by_text("The Baltic").click()
    for seat in ("Seat 2", "Seat 3"):
        choose(page, seat, "light")
    page.get_by_role("button", name="Open the table").click()
    wait_for_turn(page)
    assert play(page) > 10
    expect(page.get_by_role("heading", name="Score sheet")).to_be_visible()
    assert table_of(page)["state"]["ended_by"] == "last-pile"
