"""Administration in the browser: a report that an operator resolves by a suspension, and an announcement."""

import re
import subprocess
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.layout_checks import clipped, small_targets
from tests.browser.servers import PHONE, Server, visitor
from tests.browser.test_screens import axe_violations

TEUTONICA = {"game": "teutonica", "players": 3}
PASSWORD = "seven merchants"


def admin(server: Server, *words: str) -> None:
    """Run `kontor admin` on the database of a server that runs."""
    call = [str(server.program), "admin", *words, "--data", str(server.folder)]
    subprocess.run(call, check=True, capture_output=True, timeout=60)


def become(page: Page, name: str, password: str | None = None) -> str:
    """Create an account with a name in the browser of a page, and return its id."""
    made = page.request.post("/api/session", data={"name": name})
    assert made.ok, made.text()
    if password:
        assert page.request.put("/api/session/password", data={"password": password}).ok
    return str(made.json()["id"])


@pytest.fixture
def hugo(browser: Browser, own_server: Server) -> Iterator[Page]:
    """The browser of an operator."""
    with visitor(browser, own_server) as page:
        become(page, "Hugo", PASSWORD)
        admin(own_server, "grant", "Hugo", "--yes")
        yield page


def test_a_report_leads_to_a_suspension(browser: Browser, own_server: Server, hugo: Page) -> None:
    with visitor(browser, own_server) as anneke, visitor(browser, own_server, expected="403") as dietrich:
        become(anneke, "Anneke")
        become(dietrich, "Dietrich")
        table = anneke.request.post("/api/tables", data={"setup": TEUTONICA, "public": True}).json()["id"]
        said = {"text": "You are a bad loser"}
        assert dietrich.request.post(f"/api/tables/{table}/messages", data=said).ok
        report_from_chat(anneke, table)
        suspend_from_report(hugo)
        dietrich.goto("/#/puzzles")
        dietrich.reload()
        expect(dietrich.get_by_role("alert").filter(has_text="Insults in the chat")).to_be_visible()
        assert dietrich.request.get("/api/session").status == 403


def report_from_chat(anneke: Page, table: str) -> None:
    """Report and block the writer of a message, and close the chat of the own table."""
    anneke.goto(f"/#/table/{table}")
    anneke.get_by_role("button", name="Chat").click()
    anneke.get_by_role("button", name="Report or block Dietrich").click()
    dialog = anneke.get_by_role("dialog")
    dialog.get_by_label("What is wrong?").select_option("harassment")
    dialog.get_by_label(re.compile("What happened")).fill("Since yesterday.")
    assert axe_violations(anneke) == []
    dialog.get_by_role("button", name="Report", exact=True).click()
    expect(dialog.get_by_role("status")).to_contain_text("An operator will look at it")
    dialog.get_by_role("button", name="Block Dietrich").click()
    expect(dialog.get_by_role("button", name="Unblock Dietrich")).to_be_visible()
    dialog.get_by_role("button", name="Close").click()
    expect(anneke.get_by_text("1 message of a person you have blocked is hidden")).to_be_visible()
    anneke.get_by_role("button", name="Close the chat").click()
    expect(anneke.get_by_text("The host has closed the chat.")).to_be_visible()


def suspend_from_report(hugo: Page) -> None:
    """Suspend a reported person and resolve the report on the page of the operators."""
    hugo.goto("/#/operator")
    report = hugo.get_by_role("listitem").filter(has_text="You are a bad loser")
    expect(report).to_contain_text("Since yesterday.")
    assert axe_violations(hugo) == []
    report.get_by_role("button", name="Suspend").click()
    dialog = hugo.get_by_role("dialog")
    dialog.get_by_label("Reason, which Dietrich reads").fill("Insults in the chat")
    assert axe_violations(hugo) == []
    dialog.get_by_role("button", name="Suspend").click()
    expect(report).to_contain_text("suspended until")
    report.get_by_role("button", name="Resolve").click()
    hugo.get_by_label("What was done?").fill("Suspended for a week")
    hugo.get_by_role("dialog").get_by_role("button", name="Resolve").click()
    expect(hugo.get_by_text("No open reports.")).to_be_visible()
    expect(hugo.get_by_text("Suspended for a week")).to_be_visible()


def test_an_announcement_is_shown_until_it_is_hidden(browser: Browser, own_server: Server, hugo: Page) -> None:
    hugo.goto("/#/operator")
    hugo.get_by_role("textbox", name="English").fill("Maintenance at 8")
    hugo.get_by_role("textbox", name="Deutsch").fill("Wartung um 8")
    hugo.get_by_role("button", name="Announce").click()
    expect(hugo.get_by_role("region", name="Announcement")).to_contain_text("Maintenance at 8")
    with visitor(browser, own_server, locale="de", options=PHONE) as reader:
        shown = reader.get_by_role("region", name="Mitteilung")
        expect(shown).to_contain_text("Wartung um 8")
        assert axe_violations(reader) == []
        reader.goto("/#/learn")
        expect(shown).to_be_visible()
        shown.get_by_role("button").click()
        expect(shown).to_have_count(0)
        reader.reload()
        reader.locator("main section ol").first.wait_for()
        expect(shown).to_have_count(0)


def test_the_page_is_for_operators_only(browser: Browser, server: Server) -> None:
    with visitor(browser, server, expected="40[13]") as page:
        page.goto("/#/operator")
        expect(page.get_by_role("alert")).to_contain_text("for the operators of the server")


@pytest.mark.parametrize("locale", ["de", pytest.param("fr", marks=pytest.mark.soak)])
def test_the_page_of_the_operators_fits_a_phone(browser: Browser, own_server: Server, locale: str) -> None:
    with visitor(browser, own_server, locale=locale, theme="dark", options=PHONE) as page:
        become(page, "Hugo", PASSWORD)
        admin(own_server, "grant", "Hugo", "--yes")
        page.goto("/#/operator")
        page.locator("figure").first.wait_for()
        assert clipped(page) == []
        assert small_targets(page) == []
        assert axe_violations(page) == []
