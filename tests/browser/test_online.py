"""Two browsers play at one table, and the client survives a lost connection and a killed server."""

import signal
from typing import Any

from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from tests.browser.servers import Server, visitor
from tests.browser.table_actions import click_move, click_spot, open_table, table_of, wait_for_turn

SETUP = {"game": "teutonica", "board": "hanse-2-3", "players": 3}
SEATS = [{"kind": "human"}, {"kind": "open"}, {"kind": "agent", "agent": "light"}]
LOST = r"net::ERR_|WebSocket connection"  # what the browser itself reports without network or server
RIVAL = "bremen--osnabruck.2"


class HeldMessages:
    """What the server sends to a page through sockets, which can be held back for some time."""

    def __init__(self, page: Page) -> None:
        self.held: list[tuple[WebSocketRoute, str | bytes]] | None = None
        page.route_web_socket("**", self.connect)

    def connect(self, socket: WebSocketRoute) -> None:
        """Connect a socket of the page to the server."""
        socket.connect_to_server().on_message(lambda message: self.receive(socket, message))

    def receive(self, socket: WebSocketRoute, message: str | bytes) -> None:
        """Pass a message on, now or later."""
        if self.held is None:
            socket.send(message)
        else:
            self.held.append((socket, message))

    def hold(self) -> None:
        """Keep all messages from now on."""
        self.held = []

    def release(self) -> None:
        """Pass on what was kept, and from now on everything."""
        held, self.held = self.held or [], None
        for socket, message in held:
            socket.send(message)


def position_with_rival() -> dict[str, Any]:
    """A position in which the first player can displace the second."""
    return {"active": 0, "actions": 2, "spaces": {RIVAL: [1, "t"]}}


def open_with_guest(host: Page, guest: Page) -> None:
    """Open a table and let a guest come by the link that the host makes."""
    host.request.post("/api/session", data={"name": "Ada"})
    record = {"format": 1, "revision": 1, "setup": SETUP, "start": position_with_rival(), "moves": [], "result": None}
    answer = host.request.post("/api/tables", data={"record": record, "seats": SEATS})
    assert answer.ok, answer.text()
    host.goto(f"/#/table/{answer.json()['id']}")
    host.get_by_role("button", name="Seats").click()
    host.get_by_role("listitem").filter(has_text="Seat 2").get_by_role("button", name="Create a link").click()
    link = host.get_by_label("Link", exact=True).first.input_value()
    host.get_by_role("button", name="Close").click()
    guest.goto(link)
    guest.get_by_label("Your name").fill("Ben")
    guest.get_by_role("button", name="Sit down").click()


def test_two_browsers_displace_undo_and_lose_the_connection(browser: Browser, server: Server) -> None:
    with visitor(browser, server) as host, visitor(browser, server, expected=LOST) as guest:
        open_with_guest(host, guest)
        wait_for_turn(host)
        expect(guest.get_by_text("Ada has to decide.")).to_be_visible()
        click_move(host, "place bremen--osnabruck.1 t", {})
        piece = '[data-space="bremen--osnabruck.1"] [data-owner=red]'
        expect(guest.locator(piece)).to_have_count(1)
        host.get_by_role("button", name="Undo", exact=True).click()
        expect(guest.locator(piece)).to_have_count(0)
        click_move(host, f"displace {RIVAL} t 0", {})
        wait_for_turn(guest)
        expect(guest).to_have_title("● Your turn – Kontor")
        guest.context.set_offline(True)
        expect(guest.get_by_role("alert")).to_contain_text("cannot be reached")
        guest.context.set_offline(False)
        expect(guest.get_by_role("alert")).to_have_count(0)
        relocation = next(
            move["words"] for move in table_of(guest)["state"]["moves"] if move["move"]["do"] == "relocate"
        )
        click_move(guest, relocation, {})
        expect(host.locator(f'[data-space="{relocation.split()[1]}"] [data-owner=blue]')).to_have_count(1)


def test_a_killed_server_comes_back_without_a_reload(browser: Browser, server: Server) -> None:
    with visitor(browser, server, expected=LOST) as page:
        open_table(page, {"game": "teutonica", "players": 2}, [{"kind": "human"}, {"kind": "human", "name": "Ben"}])
        wait_for_turn(page)
        opened = page.evaluate("performance.timeOrigin")
        server.stop(signal.SIGKILL)
        page.locator('[data-verb="income"]').click()
        page.locator('[data-move^="income"]').first.click()
        expect(page.get_by_role("alert")).to_contain_text("cannot be reached")
        before = page.locator("[data-number]").get_attribute("data-number")
        server.start()
        wait_for_turn(page, int(before or 0))
        expect(page.get_by_role("alert")).to_have_count(0)
        assert [entry["words"].split()[0] for entry in table_of(page)["entries"] if entry["kind"] == "move"] == [
            "income"
        ]
        assert page.evaluate("performance.timeOrigin") == opened


def test_what_cannot_be_done_is_explained_with_its_rule(page: Page) -> None:
    open_table(page, SETUP, [{"kind": "human"}] * 3)
    wait_for_turn(page)
    click_spot(page, "city:minden")
    expect(page.get_by_text("HT-TRN-3")).to_be_visible()
    click_spot(page, "route:dortmund--paderborn", 0.62)
    expect(page.get_by_text("HT-RTE-1")).to_be_visible()


def test_moves_of_others_are_followed_and_can_be_skipped(browser: Browser, server: Server) -> None:
    with visitor(browser, server, follow=True) as page:
        messages = HeldMessages(page)
        open_table(page, SETUP, [{"kind": "human"}, *[{"kind": "agent", "agent": "light"}] * 2])
        wait_for_turn(page)
        number = table_of(page)["state"]["number"]
        messages.hold()
        click_move(page, "end-turn", {})
        while table_of(page)["state"]["decision"] is None:
            page.wait_for_timeout(100)
        messages.release()  # the moves of both computers arrive together, so that there are some to skip
        page.get_by_role("button", name="Skip", exact=True).click()
        wait_for_turn(page, number)
        page.get_by_role("button", name="One move back").click()
        expect(page.get_by_role("heading", name="Looking back")).to_be_visible()
        page.get_by_role("button", name="Back to now").click()
        wait_for_turn(page, number)


def test_a_page_of_an_older_version_is_loaded_anew(browser: Browser, server: Server) -> None:
    with visitor(browser, server, expected="404|dynamically imported module") as page:
        loads: list[Page] = []
        page.on("domcontentloaded", lambda loaded: loads.append(loaded))
        page.route(
            "**/assets/TableScreen-*.js",
            lambda route: route.continue_() if loads else route.fulfill(status=404),
        )
        opened = page.evaluate("performance.timeOrigin")
        open_table(page, SETUP, [{"kind": "human"}] * 3)
        wait_for_turn(page)
        assert page.evaluate("performance.timeOrigin") != opened
