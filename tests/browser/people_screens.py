"""The screens on which people find each other, and those of the operators."""

from __future__ import annotations

import subprocess
from http import HTTPStatus
from typing import Any

from sqlalchemy import update

from kontor.server.store.database import open_sqlite_writer
from kontor.server.store.models import AccountRow
from tests.browser.screen_flows import Visit, screen, show_start
from tests.browser.servers import Server


@screen("join")
def show_invitation(visit: Visit) -> None:
    """The screen of an invitation link."""
    visit.go("join/abc/1/secret")
    visit.page.locator("form").wait_for()


@screen("invite")
def show_invite(visit: Visit) -> None:
    """The seats of a table, with a link for one of them."""
    seats = [{"kind": "human"}, {"kind": "open"}, {"kind": "open"}]
    visit.table("open-seats", lambda: {"setup": {"game": "teutonica", "players": 3}, "seats": seats})
    menu = visit.page.locator("button.menu:visible")
    if menu.count():
        menu.click()
    visit.page.locator("button:visible:has(use[href='#i-link'])").first.click()
    visit.page.locator("dialog[open] li button").first.click()
    visit.page.locator("dialog[open] input").first.wait_for()


@screen("slow-game")
def show_slow_game(visit: Visit) -> None:
    """The clock of a new game that lasts for weeks."""
    show_start(visit)
    visit.page.locator("label select:has(option[value=correspondence])").select_option("correspondence")
    visit.page.locator("fieldset select").last.scroll_into_view_if_needed()


@screen("seat")
def show_seat(visit: Visit) -> None:
    """One's own seat: vacation and handing over."""
    seats = [{"kind": "human"}, {"kind": "open"}, {"kind": "open"}]
    clock = {"kind": "correspondence", "per_move": 172_800_000, "reserve": 86_400_000, "vacation_days": 14}
    visit.table("slow", lambda: {"setup": {"game": "teutonica", "players": 3}, "seats": seats, "clock": clock})
    menu = visit.page.locator("button.menu:visible")
    if menu.count():
        menu.click()
        visit.page.locator("dialog[open] button:has(use[href='#i-person'])").click()
    else:
        visit.page.locator("header button:has(use[href='#i-person'])").first.click()
    visit.page.locator("dialog[open] section").last.wait_for()


@screen("groups")
def show_groups(visit: Visit) -> None:
    """Groups, friends and quick match."""
    group_of(visit)
    visit.go("groups")
    visit.page.locator("main .card").nth(2).wait_for()


@screen("group")
def show_group(visit: Visit) -> None:
    """A group as its owner sees it."""
    visit.go(f"group/{group_of(visit)}")
    visit.page.locator("main .card").nth(5).wait_for()


@screen("tournament")
def show_tournament(visit: Visit) -> None:
    """A tournament that members can enter."""
    visit.go(f"tournament/{tournament_of(visit)}")
    visit.page.locator("main .card li").wait_for()


def group_of(visit: Visit) -> str:
    """Return the group of the visitor; groups are limited, so there is one for all pictures."""
    if "group" not in visit.tables:
        group = {"name": "Thursday club", "description": "We play at eight."}
        visit.tables["group"] = created(visit, "/api/groups", group)
    return visit.tables["group"]


def tournament_of(visit: Visit) -> str:
    """Return a tournament of the group of the visitor, who takes part."""
    if "tournament" not in visit.tables:
        clock = {"kind": "budget", "seconds": 900, "increment": 15}
        plan = {"name": "Spring league", "kind": "swiss", "clock": clock, "setup": {"game": "hansa", "players": 2}}
        tournament = created(visit, f"/api/groups/{group_of(visit)}/tournaments", plan)
        visit.page.request.post(f"/api/tournaments/{tournament}/players")
        visit.tables["tournament"] = tournament
    return visit.tables["tournament"]


def created(visit: Visit, path: str, content: dict[str, Any]) -> str:
    """Create something on the server and return its id."""
    answer = visit.page.request.post(path, data=content)
    assert answer.ok, answer.text()
    return str(answer.json()["id"])


@screen("operator")
def show_operator(visit: Visit) -> None:
    """The page of the operators, which needs the database of the server."""
    if visit.server is not None and not is_operator(visit):
        make_operator(visit.server, visit.page.request.get("/api/session").json()["id"])
        while not is_operator(visit):
            visit.page.wait_for_timeout(200)  # the server has not noticed it yet
    visit.go("operator")
    visit.page.locator("figure, [role=alert]").first.wait_for()


def is_operator(visit: Visit) -> bool:
    """Return whether the visitor may see the page of the operators."""
    return visit.page.request.get("/api/operator/status").status == HTTPStatus.OK


def make_operator(server: Server, account: str) -> None:
    """Make an account an operator, as a host does; guests cannot be operators, so it gets a password first."""
    engine = open_sqlite_writer(f"sqlite:///{server.folder / 'kontor.sqlite'}")
    with engine.begin() as connection:
        connection.execute(update(AccountRow).where(AccountRow.id == account).values(password="-"))
    engine.dispose()
    call = [str(server.program), "admin", "grant", account, "--yes", "--data", str(server.folder)]
    subprocess.run(call, check=True, stdout=subprocess.DEVNULL)
