"""The profile, with finished games of several people, for pictures and for tests that walk over all screens."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Connection, insert, select, update

from kontor.server.clock import now
from kontor.server.store.database import open_sqlite_writer
from kontor.server.store.entries import Outcome
from kontor.server.store.models import AccountRow, SeatRow, TableRow
from kontor.server.store.results import write_results
from tests.browser.screen_flows import Visit, screen

DAY: Final = 86_400_000
OTHERS: Final = ["Bertram", "Clara", "Dietrich", "Hugo", "Iris"]
GAMES: Final = 40
SETUPS: Final[list[dict[str, Any]]] = [
    {"game": "teutonica", "edition": "big-box", "board": board, "modules": []}
    for board in ("hanse-4-5", "hanse-4-5", "east-3-5", "britannia-4-5")
] + [{"game": "hansa", "modules": []}]
LINES: Final = {
    "teutonica": {"track": 14, "abilities": 6, "markers": 5, "special": 2, "cities": 9, "network": 8},
    "hansa": {"held": 12, "sold": 18, "ports": 9},
}


def add_finished_games(folder: Path, account_id: str) -> None:
    """Let an account have played many rated games, and some against the computer, in the database of a server."""
    engine = open_sqlite_writer(f"sqlite:///{folder / 'kontor.sqlite'}")
    rng = random.Random(7)
    with engine.begin() as connection:
        if connection.scalar(select(AccountRow.id).where(AccountRow.id == f"{account_id[:6]}0")):
            return
        connection.execute(update(AccountRow).where(AccountRow.id == account_id).values(password="-"))
        others = [add_account(connection, f"{account_id[:6]}{n}", name) for n, name in enumerate(OTHERS)]
        for number in range(GAMES):
            players: list[dict[str, Any]] = [{"account_id": account_id}]
            players += [{"account_id": other} for other in rng.sample(others, 3)]
            if number % 7 == 3:
                players[3] = {"agent": "hard"}
            moment = now() - (GAMES - number) * DAY
            add_game(connection, f"{account_id[:9]}g{number}", players, moment, rng)
    engine.dispose()


def add_account(connection: Connection, account_id: str, name: str) -> str:
    """Add a person with a password."""
    connection.execute(insert(AccountRow).values(id=account_id, name=name, password="-", created_at=0))
    return account_id


def add_game(
    connection: Connection, table_id: str, players: list[dict[str, Any]], moment: int, rng: random.Random
) -> None:
    """Add a rated table whose game is over, with its results."""
    setup = {**rng.choice(SETUPS), "players": len(players)}
    ended_by = "last-pile" if setup["game"] == "hansa" else rng.choice(["twenty-points", "marker-supply"])
    facts = {"title": "", "setup": setup, "revision": 1, "public": True, "undo": "own", "ended_by": ended_by}
    times = {"created_at": moment, "begun_at": moment, "moved_at": moment}
    numbers = {"version": 0, "number": 0, "rated": True}
    connection.execute(
        insert(TableRow).values(id=table_id, host=players[0]["account_id"], **facts, **times, **numbers)
    )
    for seat, player in enumerate(players):
        kind = "agent" if "agent" in player else "human"
        connection.execute(insert(SeatRow).values(table_id=table_id, seat=seat, kind=kind, **player))
    lines = [
        {line: rng.randint(most // 3, most) for line, most in LINES[str(setup["game"])].items()} for _ in players
    ]
    totals = [sum(each.values()) for each in lines]
    write_results(connection, table_id, Outcome([1 + sum(other > one for other in totals) for one in totals], lines))


@screen("profile")
def show_profile(visit: Visit) -> None:
    """The profile of a person who has played for some weeks."""
    person = visit.page.request.get("/api/session").json()["id"]
    if visit.server is not None:
        add_finished_games(visit.server.folder, person)
    visit.go(f"profile/{person}")
    visit.page.locator("main h1").wait_for()
    visit.page.locator("main ol li, main ol + p").first.wait_for()
