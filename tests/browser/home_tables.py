"""Fills the home page: games that wait for the reader or for others, finished ones, and open tables of others."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import APIRequestContext, Browser, Page

from tests.browser.recorded_tables import computers, cut, recorded
from tests.browser.servers import Server, new_context

DAYS = {"kind": "turn", "seconds": 172_800, "agent": "light"}
BUDGET = {"kind": "budget", "seconds": 900, "increment": 15, "agent": "light"}
HANSE = {"game": "teutonica", "board": "hanse-4-5", "players": 4}
BRITANNIA = {"game": "teutonica", "board": "britannia-2-3", "players": 3}
BALTIC = {"game": "hansa", "players": 3}
OPEN = [{"kind": "human"}, {"kind": "open"}, {"kind": "open"}]


def post(request: APIRequestContext, path: str, content: dict[str, Any]) -> Any:
    """Send a request, and return the content of its response."""
    answer = request.post(path, data=content)
    assert answer.ok, answer.text()
    return answer.json() if answer.status != 204 else None


def own_games(page: Page, name: str = "Anneke") -> dict[str, str]:
    """Open games of the reader: two that wait for it, one with a free seat, and one that is over."""
    post(page.request, "/api/session", {"name": name})
    hanse = cut(recorded("teutonica/big-box_hanse-4-5_4p"), 0.5, 12)
    baltic = cut(recorded("hansa/four-light"), 0.5)
    plans: dict[str, dict[str, Any]] = {
        "hanse": {"record": hanse, "seats": computers(hanse["setup"]), "clock": DAYS},
        "baltic": {"record": baltic, "seats": computers(baltic["setup"])},
        "free": {"setup": BRITANNIA, "seats": [{"kind": "open"}, {"kind": "human"}, {"kind": "open"}]},
        "over": {"record": recorded("teutonica/big-box_hanse-2-3_3p")},
    }
    return {key: post(page.request, "/api/tables", plan)["id"] for key, plan in plans.items()}


def tables_of_others(browser: Browser, server: Server, pages: int = 1) -> None:
    """Open public tables of another person: with open seats, of both games, and running."""
    context = new_context(browser, server)
    public_tables(context.request, pages)
    context.close()


def open_public_tables(page: Page) -> None:
    """Open public tables of another person on the server of a page."""
    context = page.context.browser.new_context(base_url=page.url.partition("#")[0])  # type: ignore[union-attr]
    public_tables(context.request, 1)
    context.close()


def public_tables(request: APIRequestContext, pages: int) -> None:
    """Open public tables of a new guest."""
    post(request, "/api/session", {"name": "Bertram"})
    for _ in range(pages):
        post(request, "/api/tables", {"setup": HANSE, "public": True, "clock": DAYS})
        post(request, "/api/tables", {"setup": BALTIC, "seats": OPEN, "public": True, "clock": BUDGET})
    mine = [{"kind": "human"}] * 3
    post(request, "/api/tables", {"setup": BRITANNIA, "seats": mine, "public": True})


def show_home(page: Page) -> None:
    """Show the home page with its sentences and maps."""
    page.goto("/#/")
    page.reload()  # the session was made beside the page
    page.locator("main[aria-busy=false]").wait_for()
