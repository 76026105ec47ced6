"""People who know each other: invitations on the home page, an offered seat, defaults of a group, and strangers."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, Page, expect

from tests.browser.home_tables import post, show_home, tables_of_others
from tests.browser.servers import Server, visitor

HANSE = {"game": "teutonica", "board": "hanse-2-3", "players": 3}
TWO_OPEN = [{"kind": "human"}, {"kind": "open"}, {"kind": "open"}]
OWN = [{"kind": "human"}] * 3


def account_id(page: Page) -> str:
    """Return the account of a browser."""
    return str(page.request.get("/api/session").json()["id"])


def befriend(one: Page, other: Page) -> None:
    """Make two browsers those of Anneke and Bertram, who are friends."""
    post(one.request, "/api/session", {"name": "Anneke"})
    post(other.request, "/api/session", {"name": "Bertram"})
    post(one.request, "/api/friends", {"account_id": account_id(other)})
    post(other.request, "/api/friends", {"account_id": account_id(one)})


def test_an_invitation_arrives_on_the_home_page_and_leads_to_the_table(browser: Browser, server: Server) -> None:
    with visitor(browser, server) as host, visitor(browser, server) as guest:
        befriend(host, guest)
        post(
            guest.request, "/api/tables", {"setup": HANSE, "seats": OWN}
        )  # only those who have games have a home page
        show_home(guest)
        table = post(host.request, "/api/tables", {"setup": HANSE, "seats": TWO_OPEN})["id"]
        post(host.request, f"/api/tables/{table}/invited", {"accounts": [account_id(guest)]})
        invitation = guest.get_by_role("listitem").filter(has_text="Anneke invites you")
        invitation.get_by_role("button", name="Sit down").click()
        expect(guest).to_have_url(re.compile(f"#/table/{table}$"))
        guest.locator("main.map").wait_for()
        assert "Bertram" in [seat["name"] for seat in guest.request.get(f"/api/tables/{table}").json()["seats"]]


def test_a_seat_is_offered_to_a_friend(browser: Browser, server: Server) -> None:
    with visitor(browser, server) as host, visitor(browser, server) as friend, visitor(browser, server) as clara:
        befriend(host, friend)
        post(clara.request, "/api/session", {"name": "Clara"})
        table = post(host.request, "/api/tables", {"setup": HANSE, "seats": TWO_OPEN, "public": True})["id"]
        for seat in (1, 2):
            post(clara.request, f"/api/tables/{table}/seats/{seat}", {})
        host.goto(f"/#/table/{table}")
        host.reload()
        host.get_by_role("button", name="My seat").click()
        host.get_by_role("dialog", name="My seat").get_by_role("button", name="Offer: Bertram").click()
        expect(host.get_by_role("dialog").get_by_text("offered", exact=True)).to_be_visible()
        friend.goto(f"/#/table/{table}")
        friend.reload()
        friend.get_by_role("button", name="Take the seat").click()
        expect(friend.get_by_role("button", name="Take the seat")).to_have_count(0)
        seats = friend.request.get(f"/api/tables/{table}").json()["seats"]
        assert [seat["yours"] for seat in seats] == [True, False, False]


def test_a_player_hides_games_from_strangers(browser: Browser, server: Server) -> None:
    with visitor(browser, server) as player, visitor(browser, server, expected="403") as stranger:
        post(player.request, "/api/session", {"name": "Clara"})
        post(stranger.request, "/api/session", {"name": "Dietrich"})
        table = post(player.request, "/api/tables", {"setup": HANSE, "seats": OWN, "public": True})["id"]
        stranger.goto(f"/#/table/{table}")
        stranger.locator("main.map").wait_for()
        player.goto("/#/account")
        player.reload()
        switch = player.get_by_role("switch", name="Strangers may watch my games")
        expect(switch).to_be_checked()
        with player.expect_response("**/api/session/account") as saved:
            switch.click()
        assert saved.value.ok
        stranger.reload()
        expect(stranger.get_by_role("heading", name="This table cannot be shown")).to_be_visible()
        player.reload()
        expect(switch).not_to_be_checked()


def test_open_tables_are_filtered_by_rating(browser: Browser, server: Server) -> None:
    tables_of_others(browser, server)
    with visitor(browser, server) as page:
        post(page.request, "/api/session", {"name": "Iris"})
        post(page.request, "/api/tables", {"setup": HANSE, "seats": OWN})
        show_home(page)
        filtered = page.get_by_role("button", name="my rating ± 200")
        with page.expect_response(re.compile("near=200")) as answer:
            filtered.click()
        assert answer.value.ok
        expect(filtered).to_have_attribute("aria-pressed", "true")
        with page.expect_response(re.compile(r"/api/tables\?(?!.*near=)")):
            filtered.click()
        expect(filtered).to_have_attribute("aria-pressed", "false")


def test_a_new_table_of_a_group_has_its_defaults(browser: Browser, server: Server) -> None:
    with visitor(browser, server) as owner:
        post(owner.request, "/api/session", {"name": "Hugo"})
        group = post(owner.request, "/api/groups", {"name": "Thursday club", "description": ""})["id"]
        owner.goto(f"/#/group/{group}")
        owner.reload()
        form = owner.locator("form").filter(has=owner.get_by_role("button", name="Save", exact=True))
        form.get_by_label("Players").select_option("3")
        form.get_by_label("Undo").select_option("never")
        with owner.expect_response(lambda answer: answer.request.method in ("PUT", "PATCH")) as saved:
            form.get_by_role("button", name="Save", exact=True).click()
        assert saved.value.ok
        owner.reload()
        expect(form.get_by_label("Undo")).to_have_value("never")
        owner.get_by_role("button", name="New table").click()
        owner.wait_for_url(re.compile("#/table/"))
        table = owner.request.get(f"/api/tables/{owner.url.rpartition('/')[2]}").json()
        assert (table["setup"]["players"], table["undo_policy"]) == (3, "never")
