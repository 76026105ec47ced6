"""A game of two people from the invitation to the rematch, on several devices, with push messages and e-mail."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

import kontor
from tests.browser.in_thread import PATIENCE, in_thread
from tests.browser.mail import link_of, running_mail_server, server_with_mail
from tests.browser.servers import PHONE, Server, visitor
from tests.browser.service_worker import ServiceWorker, notified_browser
from tests.browser.table_actions import shown_number, wait_for_turn
from tests.browser.test_account import become, set_password, sign_in
from tests.server.mail_server import MailServer
from tests.server.push_service import PushBrowser, PushReceiver, push_receiver

PASSWORD = "seven merchants sail"
SETUP = {"game": "hansa", "players": 2}
SEATS = [{"kind": "human"}, {"kind": "open"}]
DAY = 86_400_000
CLOCK = {"kind": "correspondence", "per_move": 2 * DAY, "reserve": DAY, "vacation_days": 14, "expired": "turn"}
SETTINGS = {"webhook_networks": '["127.0.0.0/8"]', "mail_delay_seconds": "0.2"}


@pytest.fixture
def push() -> Iterator[PushReceiver]:
    """Run a push service."""
    with in_thread(push_receiver()) as receiver:
        yield receiver


@pytest.fixture
def post() -> Iterator[MailServer]:
    """Run a mail server."""
    with running_mail_server() as receiver:
        yield receiver


@pytest.fixture
def club(post: MailServer) -> Iterator[Server]:
    """Run a server that may send push messages and e-mail to these two."""
    with server_with_mail(post, **SETTINGS) as started:
        yield started


def wait_until(holds: Callable[[], bool], what: str) -> None:
    """Wait for something outside the browser."""
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, what
        time.sleep(0.02)


def play(table: str, *players: Page) -> dict[str, Any]:
    """Make moves through the API as long as one of some players has to decide, and return the last state."""
    game, seats = kontor.game(SETUP), {seat_of(each, table): each for each in players}
    state = state_of(players[0], table)
    while not state["over"] and state["to_move"] in seats:
        words = game.move_text(game.suggest(game.read_position(state["position"]), state["number"], "light"))
        content = {"number": state["number"], "move": words}
        answer = seats[state["to_move"]].request.post(f"/api/tables/{table}/moves", data=content)
        assert answer.ok, answer.text()
        state = answer.json()["state"] or state_of(players[0], table)
    return state


def state_of(page: Page, table: str) -> dict[str, Any]:
    """Return the state of a table."""
    state: dict[str, Any] = page.request.get(f"/api/tables/{table}").json()["state"]
    return state


def seat_of(page: Page, table: str) -> int:
    """Return the seat of the account of a page."""
    seats = page.request.get(f"/api/tables/{table}").json()["seats"]
    return next(number for number, seat in enumerate(seats) if seat["yours"])


def keep_name(page: Page, push: PushReceiver) -> PushBrowser:
    """Give the account of a page a password and a device that receives push messages."""
    set_password(page)
    device = push.new_browser()
    answer = page.request.post("/api/push/subscriptions", data=device.subscription())
    assert answer.ok, answer.text()
    return device


def verify_mail(page: Page, server: Server, post: MailServer, name: str) -> None:
    """Register and verify an e-mail address."""
    number = len(post.messages)
    assert page.request.put("/api/session/mail", data={"address": f"{name.lower()}@example.org"}).ok
    page.goto(link_of(post, number))
    page.locator("button").click()
    page.goto(f"{server.address}/#/account")
    expect(page.get_by_text("@example.org · confirmed")).to_be_visible()


def test_two_people_meet_play_for_days_are_rated_and_play_again(
    browser: Browser, club: Server, post: MailServer, push: PushReceiver
) -> None:
    with visitor(browser, club) as anneke, visitor(browser, club) as bertram:
        become(anneke, "Anneke")
        first_device = keep_name(anneke, push)
        verify_mail(anneke, club, post, "Anneke")
        plan = {"setup": SETUP, "seats": SEATS, "clock": CLOCK, "rated": True}
        table = anneke.request.post("/api/tables", data=plan).json()
        link = f"{club.address}/#/join/{table['id']}/1/{table['invitations']['1']}"
        table = table["id"]

        bertram.goto(link)
        expect(bertram.locator("main")).to_contain_text("Anneke")
        bertram.get_by_label("Your name").fill("Bertram")
        bertram.get_by_role("button", name="Sit down").click()
        bertram.locator("main.map").wait_for()
        second_device = keep_name(bertram, push)

        play(table, bertram)  # who begins is drawn
        anneke.goto(f"/#/table/{table}")
        wait_for_turn(anneke)
        number = shown_number(anneke)
        play(table, anneke)
        bertram.goto(f"/#/table/{table}")
        wait_for_turn(bertram)
        assert shown_number(bertram) > number

    mails = len(post.messages)
    first_device.messages.clear()
    with visitor(browser, club) as bertram:
        sign_in(bertram, "Bertram", PASSWORD)
        expect(bertram.get_by_role("button", name="Account of Bertram")).to_be_visible()
        play(table, bertram)
    wait_until(lambda: len(first_device.messages) > 0, f"no push message came: {push.problems}")
    wait_until(lambda: len(post.messages) > mails, "no e-mail came")
    assert push.problems == []
    assert table in link_of(post, mails)
    told = first_device.messages[-1].content
    assert table in told["path"]
    assert second_device.endpoint != first_device.endpoint

    with notified_browser(browser, club) as context:
        page = context.new_page()
        page.goto("/")
        worker = ServiceWorker(page)
        sign_in(page, "anneke", PASSWORD)
        expect(page.get_by_role("button", name="Account of Anneke")).to_be_visible()
        assert worker.notification_of(told)["title"] == told["title"]
        worker.click_notification()
        page.wait_for_url(f"**/{told['path']}")
        wait_for_turn(page)

    with visitor(browser, club, options=PHONE) as anneke, visitor(browser, club) as bertram:
        for device, name in ((anneke, "Anneke"), (bertram, "Bertram")):
            sign_in(device, name, PASSWORD)
            expect(device.locator(f"a[href*='{table}']").first).to_be_visible()
        assert play(table, anneke, bertram)["over"]
        anneke.goto(f"/#/table/{table}/end")
        expect(anneke.get_by_text("points of rating")).to_be_visible()
        anneke.get_by_role("button", name="Play again").click()
        anneke.wait_for_url(lambda url: "/table/" in url and table not in url)
        again = anneke.url.rpartition("/table/")[2].partition("/")[0]
        bertram.goto("/#/")
        bertram.get_by_role("button", name="Sit down").first.click()
        bertram.wait_for_url(f"**/table/{again}*")
        seats = bertram.request.get(f"/api/tables/{again}").json()["seats"]
        assert [seat["name"] for seat in seats] == ["Bertram", "Anneke"]
