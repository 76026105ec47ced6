"""The client and the page of the API work under the content security policy."""

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, expect

from tests.browser.recorded_tables import computers, open_record, recorded
from tests.browser.servers import Server, visitor
from tests.browser.table_actions import open_table, wait_for_turn


def console_errors(page: Page) -> list[str]:
    """Collect what a page writes to the console as an error from now on."""
    found: list[str] = []

    def note(message: ConsoleMessage) -> None:
        if message.type == "error" and "401" not in message.text:  # the answer to a visitor without a session
            found.append(message.text)

    page.on("console", note)
    return found


def test_no_screen_breaks_the_policy(browser: Browser, server: Server) -> None:
    with visitor(browser, server) as page:
        found = console_errors(page)
        page.reload()
        page.locator("#new-game").wait_for()
        for game in ("teutonica", "hansa"):
            open_table(page, setup := {"game": game, "players": 3}, computers(setup))
            wait_for_turn(page)
            page.goto(f"/#/rules/{game}")
            page.get_by_role("heading").first.wait_for()
        for path in ("/#/learn", "/#/puzzles"):
            page.goto(path)
            page.get_by_role("heading").first.wait_for()
        open_record(page, recorded("teutonica/big-box_east-3-5_3p"), "/replay")
        page.locator("input[type=range]").wait_for()
        assert found == []


def test_the_page_of_the_api_works_under_its_policy(browser: Browser, server: Server) -> None:
    with visitor(browser, server) as page:
        found = console_errors(page)
        page.goto("/api/docs")
        expect(page.get_by_text("/api/tables/{table_id}/moves").first).to_be_visible()
        page.get_by_text("/api/tables/{table_id}/moves").first.click()
        page.wait_for_timeout(300)
        assert found == []


@pytest.mark.parametrize("path", ["/", "/api/docs"])
def test_a_foreign_script_does_not_run(browser: Browser, server: Server, path: str) -> None:
    with visitor(browser, server, expected="Content Security Policy") as page:
        page.goto(path)
        page.evaluate("""() => {
          const script = document.createElement("script");
          script.textContent = "window.foreign = true";
          document.body.append(script);
        }""")
        assert page.evaluate("window.foreign") is None
