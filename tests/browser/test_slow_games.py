"""Games that last for weeks: clocks in days, vacations, handing over a seat, and the vote about an absent player."""

import sqlite3
from contextlib import closing
from typing import Any

from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.servers import PHONE, Server, visitor

DAY = 86_400_000
SETUP = {"game": "teutonica", "board": "hanse-2-3", "players": 3}
SEATS = [{"kind": "human"}, {"kind": "open"}, {"kind": "agent", "agent": "light"}]
CLOCK = {"kind": "correspondence", "per_move": 2 * DAY, "reserve": DAY, "vacation_days": 14, "expired": "seat"}
LOST = r"net::ERR_|WebSocket connection"


def open_for_two(host: Page, guest: Page, **more: Any) -> str:
    """Open a table of two people and a computer, and show it to both."""
    host.request.post("/api/session", data={"name": "Anneke"})
    table = host.request.post("/api/tables", data={"setup": SETUP, "seats": SEATS, **more}).json()
    guest.request.post("/api/session", data={"name": "Bertram"})
    link = {"invitation": table["invitations"]["1"]}
    assert guest.request.post(f"/api/tables/{table['id']}/seats/1", data=link).ok
    for page in (host, guest):
        page.goto(f"/#/table/{table['id']}")
        page.locator("main.map").wait_for()
    return str(table["id"])


def own_seat(page: Page) -> Locator:
    """Open the dialog of one's own seat."""
    menu = page.locator("button.menu:visible")
    if menu.count():
        menu.click()
    page.get_by_role("button", name="My seat").click()
    return page.get_by_role("dialog", name="My seat")


def test_a_vacation_is_shown_to_others_and_a_seat_is_handed_over(browser: Browser, server: Server) -> None:
    with (
        visitor(browser, server) as host,
        visitor(browser, server, options=PHONE) as guest,
        visitor(browser, server) as third,
    ):
        open_for_two(host, guest, clock=CLOCK)
        expect(host.locator(".clock.running:visible").first).to_contain_text("2d 23h")
        seat = own_seat(host)
        seat.get_by_role("button", name="Begin the vacation").click()
        expect(seat.get_by_text("on vacation until")).to_be_visible()
        host.keyboard.press("Escape")
        expect(guest.get_by_text("Anneke has to decide. (on vacation until")).to_be_visible()
        seat = own_seat(guest)
        seat.get_by_role("button", name="Create a link").click()
        link = seat.get_by_label("Link", exact=True).input_value()
        third.goto(link)
        third.get_by_label("Your name").fill("Clara")
        third.get_by_role("button", name="Sit down").click()
        expect(host.get_by_text("Bertram handed the seat over to Clara.")).to_be_visible()
        expect(guest.get_by_role("dialog", name="My seat")).to_have_count(0)


def test_the_others_replace_an_absent_player(browser: Browser, server: Server) -> None:
    with visitor(browser, server, expected=LOST) as host, visitor(browser, server, expected=LOST) as guest:
        table = open_for_two(host, guest)
        expect(guest.get_by_text("Anneke has to decide.")).to_be_visible()
        server.stop()
        with closing(sqlite3.connect(server.folder / "kontor.sqlite")) as database, database:
            database.execute("UPDATE entries SET at = at - ? WHERE table_id = ?", (4 * DAY, table))
            database.execute("UPDATE tables SET begun_at = begun_at - ? WHERE id = ?", (4 * DAY, table))
        server.start()
        guest.reload()
        vote = guest.get_by_role("group", name="Absent player")
        expect(vote).to_contain_text("Anneke has been away for long. Shall the computer play on? 0 of 1 agree.")
        vote.get_by_role("button", name="Yes, replace").click()
        expect(guest.get_by_text("the others replaced Anneke")).to_be_visible()


def test_the_form_offers_a_clock_for_weeks(page: Page) -> None:
    page.goto("/#/")
    page.get_by_role("combobox", name="Clock").select_option("correspondence")
    page.get_by_role("combobox", name="For each turn").select_option(label="3 days")
    page.get_by_role("combobox", name="If time runs out").select_option(label="the game ends")
    page.get_by_role("combobox", name="Seat 2").select_option("open")
    page.get_by_role("button", name="Open the table").click()
    page.locator("main.map").wait_for()
    table = page.request.get(f"/api/tables/{page.url.split('/table/')[1].split('/')[0]}").json()
    rule = table["clock_rule"]
    assert (rule["per_move"], rule["vacation_days"], rule["expired"]) == (3 * DAY, 14, "game")
