"""Accounts in real browsers: a guest keeps the games, returns on another device, and recovers a password."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser import account_screens
from tests.browser.mail import link_of, running_mail_server, server_with_mail
from tests.browser.recorded_tables import open_record, recorded
from tests.browser.screen_flows import Visit
from tests.browser.servers import PHONE, Server, visitor
from tests.browser.test_screens import LAPTOP, LOOKS, axe_violations

PASSWORD = "seven merchants sail"
SCREENS = (
    account_screens.show_sign_in,
    account_screens.show_recover,
    account_screens.show_account,
    account_screens.show_account_menu,
    account_screens.show_password,
)
SOME = [("en", "light", LAPTOP), ("fr", "dark", PHONE)]


def become(page: Page, name: str) -> None:
    """Make a browser that of a guest."""
    assert page.request.post("/api/session", data={"name": name}).ok


def open_game(page: Page) -> str:
    """Open a table against the computer and return its id."""
    seats = [{"kind": "human"}, {"kind": "agent", "agent": "light"}, {"kind": "agent", "agent": "light"}]
    answer = page.request.post("/api/tables", data={"setup": {"game": "teutonica", "players": 3}, "seats": seats})
    assert answer.ok, answer.text()
    table: str = answer.json()["id"]
    return table


def set_password(page: Page) -> None:
    """Set the first password on the account page."""
    page.goto("/#/account")
    page.get_by_role("button", name="Set a password").click()
    page.get_by_label("New password").fill(PASSWORD)
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text(re.compile("^set in"))).to_be_visible()


def sign_in(page: Page, name: str, password: str) -> None:
    """Sign in on the sign-in page."""
    page.goto("/#/sign-in")
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label("Password").fill(password)
    page.locator("form button[type=submit]").click()


def test_a_guest_keeps_the_games_and_returns_on_another_device(browser: Browser, server: Server) -> None:
    with visitor(browser, server) as page, visitor(browser, server, expected="401", options=PHONE) as phone:
        become(page, "Anneke K")
        table = open_game(page)
        page.goto(f"/#/table/{table}")
        page.locator("main.map").wait_for()
        set_password(page)
        sign_in(phone, "anneke k", "not the password")
        expect(phone.get_by_role("alert")).to_have_text("Name and password do not match.")
        phone.get_by_label("Password").fill(PASSWORD)
        phone.locator("form button[type=submit]").click()
        expect(phone.locator(f"a[href*='{table}']").first).to_be_visible()
        page.reload()
        sessions = page.locator("section", has=page.get_by_role("heading", name="Signed in on")).locator(".row")
        expect(sessions).to_have_count(2)
        page.get_by_role("button", name="Sign out all others").click()
        expect(sessions).to_have_count(1)
        phone.goto("/#/account")
        phone.reload()
        expect(phone.get_by_text("Nobody is signed in here.")).to_be_visible()


def test_a_guest_takes_the_games_along(browser: Browser, server: Server) -> None:
    with visitor(browser, server) as page:
        become(page, "Clara K")
        assert page.request.put("/api/session/password", data={"password": PASSWORD}).ok
        page.context.clear_cookies()
        become(page, "Visitor")
        table = open_game(page)
        page.reload()

        def answer_late(route: Route) -> None:
            page.wait_for_timeout(1500)
            route.continue_()

        page.route("**/api/home", answer_late)
        sign_in(page, "Clara K", PASSWORD)
        expect(page.locator(f"a[href*='{table}']").first).to_be_visible()
        found = page.request.get(f"/api/tables/{table}").json()
        assert (found["seats"][0]["name"], found["seats"][0]["yours"]) == ("Clara K", True)


def test_a_password_is_recovered_by_mail(browser: Browser) -> None:
    with running_mail_server() as post, server_with_mail(post) as server:
        with visitor(browser, server) as page:
            become(page, "Dietrich")
            set_password(page)
            page.locator(".row", has_text="E-mail").get_by_role("button", name="Set").click()
            page.get_by_label("E-mail address").fill("dietrich@example.org")
            page.get_by_role("button", name="Send the link").click()
            expect(page.get_by_text("A link was sent to dietrich@example.org.")).to_be_visible()
            page.goto(link_of(post, 0))
            page.locator("button").click()
            page.goto(f"{server.address}/#/account")
            expect(page.get_by_text("di…@example.org · confirmed")).to_be_visible()
        with visitor(browser, server, expected="404") as elsewhere:
            elsewhere.goto("/#/sign-in")
            elsewhere.get_by_role("link", name="Forgotten your password?").click()
            elsewhere.get_by_label("Name or e-mail address").fill("Dietrich")
            elsewhere.get_by_role("button", name="Send the link").click()
            expect(elsewhere.get_by_role("status").filter(has_text="a link is on its way")).to_be_visible()
            link = link_of(post, 1)
            elsewhere.goto(link)
            elsewhere.locator("form input[type=password]").fill("eight merchants sail")
            elsewhere.get_by_role("button", name="Save and sign in").click()
            expect(elsewhere.get_by_role("button", name="Account of Dietrich")).to_be_visible()
            elsewhere.goto(link)
            expect(elsewhere.get_by_role("alert")).to_have_text("This link is not valid, or no longer.")


def test_tokens_data_and_deletion(browser: Browser, server: Server) -> None:
    with visitor(browser, server, expected="422") as page:
        become(page, "Hugo")
        page.goto("/#/account")
        page.get_by_role("button", name="New token").click()
        page.get_by_label("What is it for?").fill("my bot")
        page.get_by_role("button", name="Create").click()
        token = page.get_by_label("Token", exact=True).input_value()
        bearer = {"Authorization": f"Bearer {token}"}
        assert page.request.get("/api/session", headers=bearer).ok
        page.get_by_role("button", name="Delete the token my bot").click()
        expect(page.get_by_role("button", name="Delete the token my bot")).to_have_count(0)
        assert page.request.get("/api/session", headers=bearer).status == 401
        page.get_by_role("switch", name="Others see my name only").click()
        with page.expect_download() as download:
            page.get_by_role("link", name="Download").click()
        with open(download.value.path(), encoding="utf-8") as file:
            content = json.load(file)
        assert (content["account"]["name"], content["account"]["private"]) == ("Hugo", True)
        page.get_by_role("button", name="Delete account…").click()
        page.get_by_label("Type your name: Hugo").fill("Iris")
        page.get_by_role("button", name="Delete for good").click()
        expect(page.get_by_role("alert")).to_have_text("This is not the name of the account.")
        page.get_by_label("Type your name: Hugo").fill("Hugo")
        page.get_by_role("button", name="Delete for good").click()
        expect(page.get_by_role("link", name="Sign in")).to_be_visible()


def test_a_guest_is_reminded_once_after_a_game(page: Page) -> None:
    open_record(page, recorded("teutonica/big-box_east-3-5_3p"), "/end")
    note = page.get_by_text("A password keeps your name and your games.")
    expect(note).to_be_visible()
    page.get_by_role("button", name="Not now").click()
    expect(note).to_have_count(0)
    page.reload()
    page.locator("table").first.wait_for()
    expect(note).to_have_count(0)


@pytest.mark.parametrize(
    ("locale", "theme", "options"),
    [pytest.param(*look, marks=() if look in SOME else pytest.mark.soak) for look in LOOKS],
)
def test_axe_finds_nothing_on_account_pages(
    browser: Browser, server: Server, locale: str, theme: str, options: dict[str, Any]
) -> None:
    with visitor(browser, server, theme=theme, locale=locale, options=options) as page:
        become(page, "Bertram")
        visit = Visit(page, {})
        problems = {}
        for show in SCREENS:
            show(visit)
            problems[show.__name__] = axe_violations(page)
    assert {name: found for name, found in problems.items() if found} == {}
