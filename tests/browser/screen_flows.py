"""Screens as functions that show them, for pictures and for tests: the pages; others are in modules `*_screens`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Browser, Page

from tests.browser.home_tables import open_public_tables, own_games
from tests.browser.servers import Server, new_context

LONG = 120_000  # milliseconds
# After a change of the address the screen before is still there until the next frame.
TWO_FRAMES = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
SHOWN_IMAGES = "Array.from(document.images).filter(each => each.getBoundingClientRect().top < innerHeight)"
Flow = Callable[["Visit"], None]
SCREENS: dict[str, Flow] = {}
WHOLE_PAGES = {
    "account",
    "groups",
    "group",
    "tournament",
    "start",
    "new",
    "home",
    "operator",
    "profile",
    "learn",
    "puzzles",
    "end",
    "end-hansa",
}


class Visit:
    """A page of one look, the tables that all looks share, and the server for screens that need more content."""

    def __init__(self, page: Page, tables: dict[str, str], server: Server | None = None) -> None:
        self.page = page
        self.tables = tables
        self.server = server

    def go(self, address: str) -> None:
        """Show a screen, also when it is the one that is shown."""
        if self.page.url.endswith(address):
            self.page.goto("/#/join/none/1/none")
        self.page.goto(f"/#/{address}")
        self.page.evaluate(TWO_FRAMES)

    def table(self, name: str, make: Callable[[], dict[str, Any]], part: str = "") -> None:
        """Show a table, which is opened for the first look that needs it."""
        if name not in self.tables:
            answer = self.page.request.post("/api/tables", data=make())
            assert answer.ok, answer.text()
            self.tables[name] = answer.json()["id"]
        self.go(f"table/{self.tables[name]}{part}")
        self.page.locator("main.map, .result").first.wait_for()

    def press_first_target(self) -> None:
        """Choose the first target of the map with the keyboard, which also brings it into sight."""
        target = self.page.locator(".spots [role=button]").first
        if target.count():
            target.evaluate("spot => spot.focus()")
            self.page.keyboard.press("Home")
            self.page.keyboard.press("Enter")


def screen(name: str) -> Callable[[Flow], Flow]:
    """Add a screen under a name."""

    def add(flow: Flow) -> Flow:
        SCREENS[name] = flow
        return flow

    return add


@screen("start")
def show_start(visit: Visit) -> None:
    """The first page of a new visitor."""
    visit.go("new")
    visit.page.locator("#new-game").wait_for()


@screen("home")
def show_own_games(visit: Visit) -> None:
    """The home page of somebody with games, and with open tables of others."""
    if "home" not in visit.tables:
        visit.tables["home"] = own_games(visit.page)["hanse"]
        open_public_tables(visit.page)
    visit.page.evaluate("localStorage.setItem('kontor.home', 'yes')")
    visit.go("")
    visit.page.locator("main[aria-busy=false]").wait_for()
    visit.page.locator("main article img").first.wait_for()
    visit.page.wait_for_function(f"() => {SHOWN_IMAGES}.every(each => each.complete && each.naturalWidth > 0)")


@screen("new")
def show_new(visit: Visit) -> None:
    """A new game with all its options."""
    show_start(visit)
    visit.page.locator("summary").last.click()


@screen("settings")
def show_settings(visit: Visit) -> None:
    """The settings, from the bar or from the menu."""
    show_start(visit)
    button = visit.page.locator("button.menu:visible")
    if button.count():
        button.click()
        visit.page.locator("dialog[open] nav button").last.click()
    else:
        visit.page.locator(".buttons button:has(use[href='#i-gear'])").click()
    visit.page.locator("dialog[open] input[role=switch]").first.wait_for()


@screen("notifications")
def show_notifications(visit: Visit) -> None:
    """How the reader wants to be told of events."""
    visit.go("notifications")
    visit.page.locator("main .row select").first.wait_for()


@screen("notices")
def show_notices(visit: Visit) -> None:
    """The list behind the bell, with a friend request."""
    own = visit.page.request.get("/api/session").json()["id"]
    browser = visit.page.context.browser
    assert browser is not None
    other = browser.new_context(base_url=visit.page.evaluate("location.origin"))
    assert other.request.post("/api/session", data={"name": "Bertram"}).ok
    assert other.request.post("/api/friends", data={"account_id": own}).ok
    other.close()
    visit.go("puzzles")
    visit.page.locator("main ol a").first.wait_for()
    visit.page.locator(".bell button").click()
    visit.page.locator("dialog[open] li a").first.wait_for()


@screen("learn")
def show_learn(visit: Visit) -> None:
    """The list of lessons."""
    visit.go("learn")
    visit.page.locator("main section ol").first.wait_for()


@screen("rules")
def show_rules(visit: Visit) -> None:
    """The rule book at one rule."""
    visit.go("rules/teutonica/HT-DSP-8")
    visit.page.locator("#rule-HT-DSP-8").wait_for()


@screen("puzzles")
def show_puzzles(visit: Visit) -> None:
    """The list of puzzles."""
    visit.go("puzzles")
    visit.page.locator("main ol a").first.wait_for()


@screen("puzzle")
def show_puzzle(visit: Visit) -> None:
    """The first puzzle of the list."""
    show_puzzles(visit)
    visit.page.locator("main ol a").first.click()
    visit.page.locator("[data-puzzle]").wait_for()


@screen("puzzle-explained")
def show_solution(visit: Visit) -> None:
    """A puzzle with its solution."""
    show_puzzle(visit)
    visit.page.locator("[data-shows-solution]").click()
    visit.page.locator("[data-puzzle] ol li").first.wait_for(timeout=LONG)


class Visitors:
    """Pages in any look that share one account, so that tables are opened once."""

    def __init__(self, browser: Browser, server: Server) -> None:
        self.browser = browser
        self.server = server
        self.tables: dict[str, str] = {}
        self.cookies: list[Any] = []

    def page(self, **settings: Any) -> Page:
        """Return a new page that is signed in."""
        context = new_context(self.browser, self.server, **settings)
        if self.cookies:
            context.add_cookies(self.cookies)
        else:
            assert context.request.post("/api/session", data={"name": "Ada"}).ok
            self.cookies = list(context.cookies())
        page = context.new_page()
        page.goto("/")
        return page
