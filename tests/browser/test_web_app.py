"""The installable web app: offline reading, push messages and the settings of notifications."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import MEMORY
from tests.browser.servers import Server, visitor
from tests.browser.service_worker import ALLOWED, ServiceWorker, notified_browser
from tests.browser.table_screens import LESSONS
from tests.browser.test_screens import axe_violations

HUMANS = [{"kind": "human"}, {"kind": "human"}]
UNREACHABLE = "Failed to load resource|ERR_|WebSocket|Failed to fetch"


@pytest.fixture
def own_server() -> Iterator[Server]:
    """Start a server that one test stops and starts."""
    with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as folder:
        server = Server(Path(folder))
        server.start()
        yield server
        server.stop()


def test_the_client_can_be_installed(page: Page) -> None:
    manifest = page.request.get("/manifest.webmanifest")
    assert manifest.headers["content-type"] == "application/manifest+json"
    content = manifest.json()
    assert (content["start_url"], content["display"], content["scope"]) == ("/", "standalone", "/")
    for icon in content["icons"]:
        assert page.request.get(icon["src"]).ok
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in content["icons"]}
    worker = page.request.get("/sw.js")
    assert (worker.headers["content-type"].partition(";")[0], worker.headers["cache-control"]) == (
        "text/javascript",
        "no-cache",
    )
    errors = page.context.new_cdp_session(page).send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [error["errorId"] for error in errors if error["errorId"] != "in-incognito"] == []


def test_rules_lessons_and_puzzles_are_read_without_a_network(browser: Browser, own_server: Server) -> None:
    with visitor(browser, own_server, UNREACHABLE, options=ALLOWED) as page:
        ServiceWorker(page)
        lesson, puzzle = f"/#/learn/hansa/{LESSONS['hansa']}", "/#/puzzles"
        page.goto(lesson)
        page.locator("[data-lesson]").wait_for()
        page.goto(puzzle)
        page.locator("main ol a, main li a").first.click()
        page.locator("[data-puzzle]").wait_for()
        puzzle = page.url
        page.wait_for_function("async () => (await (await caches.open('kontor-practice')).keys()).length === 2")
        own_server.stop()
        page.goto("/#/rules/hansa")
        page.reload()
        expect(page.locator("main")).to_contain_text("H-BUY-3")
        page.goto(lesson)
        page.reload()
        expect(page.locator("[data-lesson]")).to_be_visible()
        expect(page.get_by_role("alert")).to_contain_text("You are offline")
        first = page.locator("[data-lesson]").get_attribute("data-step")
        page.get_by_role("button", name="Next").click()
        expect(page.locator("[data-lesson]")).not_to_have_attribute("data-step", first or "")
        page.goto(puzzle)
        page.reload()
        expect(page.locator("[data-puzzle]")).to_be_visible()
        page.goto("/#/table/unknown")
        page.reload()
        expect(page.get_by_role("heading", name="You are offline")).to_be_visible()
        own_server.start()
        expect(page.get_by_role("heading", name="You are offline")).to_be_hidden()


def test_a_push_message_opens_the_table(browser: Browser, server: Server) -> None:
    with notified_browser(browser, server) as context:
        page = context.new_page()
        page.goto("/")
        worker = ServiceWorker(page)
        page.request.post("/api/session", data={"name": "Anneke"})
        setup = {"game": "hansa", "players": 2}
        table = page.request.post("/api/tables", data={"setup": setup, "seats": HUMANS}).json()["id"]
        path = f"#/table/{table}"
        message = {"title": "Your turn: Sunday", "text": "Decide", "path": path, "event": "turn", "tag": table}
        assert worker.notification_of(message) == {"title": "Your turn: Sunday", "body": "Decide", "tag": table}
        worker.deliver({**message, "title": "Your turn again"})
        page.wait_for_function(
            """async () => (await (await navigator.serviceWorker.ready).getNotifications())
                .map(({ title }) => title).join() === "Your turn again"
            """
        )
        worker.click_notification()
        page.wait_for_url(f"**/{path}")
        page.locator("main.map").wait_for()
        assert worker.notifications() == []
        worker.deliver(message)
        page.wait_for_timeout(300)
        assert worker.notifications() == []  # the table is open and visible


def test_settings_are_kept_and_notices_are_read(browser: Browser, server: Server) -> None:
    with visitor(browser, server) as page:
        own = page.request.post("/api/session", data={"name": "Anneke"}).json()["id"]
        page.goto("/#/notifications")
        ended = page.get_by_role("group", name="A game ended")
        ended.get_by_label("Push").select_option("never")
        assert axe_violations(page) == []
        page.get_by_role("switch", name="Quiet hours").click()
        page.get_by_label("from", exact=True).fill("23:30")
        page.get_by_label("from", exact=True).blur()
        expect(page.get_by_label("to", exact=True)).to_have_value("07:00")
        page.wait_for_function(
            """async () => {
                const { quiet_hours: quiet, choices } = await (await fetch("/api/notifications")).json();
                return quiet?.start === 1410 && choices.ended.push === "never";
            }"""
        )
        page.reload()
        expect(page.get_by_label("from", exact=True)).to_have_value("23:30")
        expect(page.get_by_role("group", name="A game ended").get_by_label("Push")).to_have_value("never")
        with visitor(browser, server) as other:
            other.request.post("/api/session", data={"name": "Bertram"})
            assert other.request.post("/api/friends", data={"account_id": own}).ok
        page.reload()
        page.get_by_role("button", name="Notices: 1 unread").click()
        expect(page.get_by_role("dialog")).to_contain_text("Bertram has sent you a friend request.")
        assert axe_violations(page) == []
        page.get_by_role("button", name="Mark all as read").click()
        expect(page.locator(".bell .count")).to_have_count(0)
