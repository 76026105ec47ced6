"""The profile and rated games in a real browser."""

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.profile_screens import add_finished_games, show_profile
from tests.browser.screen_flows import Visit
from tests.browser.servers import PHONE, Server, visitor
from tests.browser.test_screens import LAPTOP, LOOKS, axe_violations
from tests.server.live_server import suggestion

SOME = [("en", "light", LAPTOP), ("de", "dark", PHONE)]


def become(page: Page, name: str) -> str:
    """Make a browser that of a guest, and return the id of the account."""
    answer = page.request.post("/api/session", data={"name": name})
    assert answer.ok, answer.text()
    return str(answer.json()["id"])


def test_a_profile_shows_the_rating_and_the_history(browser: Browser, server: Server) -> None:
    with visitor(browser, server, still=True) as page:
        anneke = become(page, "Anneke")
        page.goto("/#/profile")
        expect(page.get_by_role("heading", name="Anneke")).to_be_visible()
        expect(page.get_by_text("Guests are not rated.")).to_be_visible()
        expect(page.get_by_text("No finished games.")).to_be_visible()
        add_finished_games(server.folder, anneke)
        page.reload()
        expect(page.get_by_role("img", name="Rating in Hansa Teutonica")).to_be_visible()
        expect(page.locator("main ol li")).to_have_count(20)
        expect(page.get_by_role("button", name="Rematch")).to_have_count(20)
        page.get_by_role("button", name="Show more").click()
        expect(page.locator("main ol li")).to_have_count(40)
        page.get_by_label("Game", exact=True).last.select_option("hansa")
        expect(page.locator("main ol li").first).to_contain_text("The Baltic")
        page.get_by_label("Opponents").select_option("computers")
        expect(page.get_by_text("No finished games.")).to_be_visible()
        page.get_by_label("Opponents").select_option("people")
        page.locator("main ol li a[href*='#/profile/']").first.click()
        expect(page.locator("main h1")).not_to_have_text("Anneke")
        expect(page.get_by_role("button", name="Rematch")).to_have_count(0)


def test_a_private_profile_shows_the_name_only(browser: Browser, server: Server) -> None:
    with visitor(browser, server, still=True) as page, visitor(browser, server, still=True) as other:
        bertram = become(page, "Bertram Q")
        become(other, "Clara Q")
        assert page.request.patch("/api/session/account", data={"private": True}).ok
        other.goto(f"/#/profile/{bertram}")
        expect(other.get_by_text("Shows the name only")).to_be_visible()
        expect(other.locator("main section")).to_have_count(1)
        other.get_by_role("button", name="Ask to be friends").click()
        expect(other.get_by_text("You have asked to be friends.")).to_be_visible()
        page.goto("/#/profile")
        expect(page.get_by_text("Only this name is public")).to_be_visible()
        expect(page.get_by_role("heading", name="History")).to_be_visible()


def test_a_new_game_with_others_is_rated_unless_that_is_switched_off(browser: Browser, server: Server) -> None:
    with visitor(browser, server, still=True) as page:
        page.goto("/#/new")
        rated = page.get_by_role("switch", name="Rated game")
        expect(rated).not_to_be_checked()
        page.get_by_label("Seat 2").select_option("open")
        expect(rated).to_be_checked()
        expect(page.get_by_role("switch", name="Hints for everybody")).to_have_count(0)
        page.get_by_role("switch", name="Public table").check()
        page.get_by_label("from", exact=True).fill("1400")
        with page.expect_response("**/api/tables") as answer:
            page.get_by_role("button", name="Open the table").click()
        table: dict[str, Any] = answer.value.json()
        assert (table["rated"], table["rating_min"], table["rating_max"], table["hints"]) == (True, 1400, None, False)


def finish(page: Page, table_id: str) -> None:
    """Play a game to its end by requests; the computer moves in between."""
    while True:
        table = page.request.get(f"/api/tables/{table_id}").json()
        state = table["state"]
        if state["over"]:
            return
        while state["decision"] is not None:
            move = suggestion(table["setup"], state, state["number"])
            content = {"number": state["number"], "move": move}
            state = page.request.post(f"/api/tables/{table_id}/moves?state=true", data=content).json()["state"]


@pytest.mark.soak
def test_the_end_of_a_rated_game_says_what_it_has_changed(browser: Browser, server: Server) -> None:
    with visitor(browser, server, still=True) as page:
        become(page, "Hugo Q")
        assert page.request.put("/api/session/password", data={"password": "seven merchants sail"}).ok
        seats = [{"kind": "human"}, {"kind": "agent", "agent": "medium"}]
        plan = {"setup": {"game": "hansa", "players": 2}, "seats": seats, "rated": True}
        table = page.request.post("/api/tables", data=plan).json()["id"]
        page.goto(f"/#/table/{table}")
        expect(page.get_by_text("1500").first).to_be_visible()
        finish(page, table)
        page.goto(f"/#/table/{table}/end")
        expect(page.locator(".result .rating")).to_contain_text("with 2 players.")


@pytest.mark.parametrize(
    ("locale", "theme", "options"),
    [pytest.param(*look, marks=() if look in SOME else pytest.mark.soak) for look in LOOKS],
)
def test_axe_finds_nothing_on_a_profile(
    browser: Browser, server: Server, locale: str, theme: str, options: dict[str, Any]
) -> None:
    with visitor(browser, server, theme=theme, locale=locale, options=options, still=True) as page:
        become(page, "Dietrich Q")
        show_profile(Visit(page, {}, server))
        assert axe_violations(page) == []
