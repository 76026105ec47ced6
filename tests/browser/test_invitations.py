"""Two people meet through a link with a QR code, see who invites to what, and play a rematch with one click each."""

from playwright.sync_api import Browser, Page, expect

from tests.browser.recorded_tables import recorded
from tests.browser.servers import Server, visitor
from tests.browser.test_screens import axe_violations


def nearly_over(page: Page) -> str:
    """Open a table for two with one move left, and return its id."""
    record = recorded("hansa/two-light")
    begun = {**record, "moves": record["moves"][:-1], "result": None}
    seats = [{"kind": "human"}, {"kind": "open"}]
    answer = page.request.post("/api/tables", data={"record": begun, "seats": seats, "public": True})
    assert answer.ok, answer.text()
    return str(answer.json()["id"])


def test_a_new_table_shows_its_invitations(browser: Browser, server: Server) -> None:
    with visitor(browser, server) as host, visitor(browser, server) as guest:
        host.goto("/#/new")
        host.get_by_label("Your name").fill("Anneke")
        host.locator("#new-game").wait_for()
        for kind in host.locator("section select:visible").all()[:6]:
            if "open" in kind.inner_html():
                kind.select_option("open")
        host.get_by_role("button", name="Open the table").click()
        dialog = host.locator("dialog[open]")
        expect(dialog.get_by_role("img", name="QR code of the link")).to_be_visible()
        assert axe_violations(host) == []
        link = dialog.get_by_label("Link", exact=True).first.input_value()
        guest.goto(link)
        expect(guest.get_by_role("heading", name="Anneke invites you")).to_be_visible()
        expect(guest.get_by_text("Hansa Teutonica")).to_be_visible()
        assert axe_violations(guest) == []
        guest.get_by_label("Your name").fill("Bertram")
        guest.get_by_role("button", name="Sit down").click()
        guest.locator("main.map").wait_for()


def test_a_rematch_takes_one_click_each(browser: Browser, server: Server) -> None:
    with visitor(browser, server) as host, visitor(browser, server) as guest:
        for page, name in ((host, "Anneke"), (guest, "Bertram")):
            page.request.post("/api/session", data={"name": name})
        table = nearly_over(host)
        assert guest.request.post(f"/api/tables/{table}/seats/1", data={}).ok
        for page in (host, guest):
            state = page.request.get(f"/api/tables/{table}").json()["state"]
            if state["moves"]:
                page.request.post(
                    f"/api/tables/{table}/moves", data={"number": state["number"], "move": "end-actions"}
                )
        for page in (host, guest):
            page.goto(f"/#/table/{table}/end")
            page.get_by_role("button", name="Play again").click()
            page.wait_for_url(lambda url: "#/table/" in url and table not in url)
            page.locator("main.map").wait_for()
        assert host.url == guest.url
