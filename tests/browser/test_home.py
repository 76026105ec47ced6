"""The home page shows the reader's games, changes by itself, and is used with keyboard and phone."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, Page, expect

from tests.browser.home_tables import own_games, post, show_home, tables_of_others
from tests.browser.servers import PHONE, Server, visitor
from tests.browser.test_screens import axe_violations

HANSE = {"game": "teutonica", "board": "hanse-2-3", "players": 3}
SEATS = [{"kind": "human"}, {"kind": "open"}, {"kind": "agent", "agent": "light"}]


def test_a_new_visitor_sees_the_start_page_and_then_the_own_games(page: Page) -> None:
    expect(page.locator("#new-game")).to_be_visible()
    own_games(page)
    page.reload()
    expect(page.get_by_role("heading", name="Your games", exact=True)).to_be_visible()
    cards = page.get_by_role("article").filter(has=page.get_by_role("link", name=re.compile("^Play:")))
    expect(cards).to_have_count(2)
    expect(cards.first).to_contain_text("1 day 23 hr")  # the least time left comes first
    expect(cards.first).to_contain_text("since your last turn")
    expect(page).to_have_title("(2) Kontor")
    picture = cards.first.locator("img")
    expect(picture).to_have_js_property("complete", True)
    assert picture.evaluate("image => image.naturalWidth") > 0
    expect(page.get_by_text("ended: you won")).to_be_visible()
    page.get_by_role("link", name="New game").click()
    expect(page.locator("#new-game")).to_be_visible()


def test_a_move_of_another_changes_the_page(browser: Browser, server: Server) -> None:
    with visitor(browser, server) as host, visitor(browser, server) as guest:
        post(host.request, "/api/session", {"name": "Anneke"})
        post(guest.request, "/api/session", {"name": "Bertram"})
        table = post(host.request, "/api/tables", {"setup": HANSE, "seats": SEATS})
        show_home(host)
        expect(host.get_by_text("One seat is free")).to_be_visible()
        secret = table["invitations"]["1"]
        post(guest.request, f"/api/tables/{table['id']}/seats/1", {"invitation": secret})
        expect(host.get_by_text("One seat is free")).to_have_count(0)
        expect(host.get_by_role("article").get_by_role("img", name="Bertram")).to_be_visible()
        show_home(guest)
        expect(guest.get_by_text("Anneke is to move")).to_be_visible()
        expect(guest).to_have_title("Kontor")
        number = table["state"]["number"]
        post(host.request, f"/api/tables/{table['id']}/moves", {"number": number, "move": "end-turn"})
        expect(guest.get_by_role("article", name=re.compile("your turn"))).to_be_visible()
        expect(guest).to_have_title("(1) Kontor")
        expect(host.get_by_text("Bertram is to move")).to_be_visible()


def test_open_tables_are_filtered_and_paged_with_the_keyboard(browser: Browser, server: Server) -> None:
    tables_of_others(browser, server, 9)
    with visitor(browser, server) as page:
        own_games(page)
        show_home(page)
        rows = page.locator("tbody tr")
        page.get_by_label("Map", exact=True).select_option(label="Hansa")
        expect(page.locator("tbody").get_by_text("The Hanse")).to_have_count(0)
        page.get_by_label("Map", exact=True).select_option(label="all maps")
        page.get_by_label("Seats", exact=True).select_option(label="with open seats")
        expect(rows.first).to_contain_text("Sit down")
        page.get_by_label("Seats", exact=True).select_option(label="to watch")
        expect(rows.first.get_by_role("link", name="Watch")).to_be_visible()
        show_home(page)
        expect(rows).to_have_count(8)
        page.get_by_role("button", name="More").press("Enter")
        expect(rows.nth(8).locator("button, a").first).to_be_focused()
        rows.nth(8).get_by_role("button", name="Sit down").press("Enter")
        page.locator("main.map").wait_for()


def test_the_page_fits_a_phone_and_passes_axe(browser: Browser, server: Server) -> None:
    tables_of_others(browser, server)
    with visitor(browser, server, options=PHONE) as page:
        own_games(page)
        show_home(page)
        expect(page.get_by_role("heading", name="Puzzle of the day")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        assert axe_violations(page) == []
