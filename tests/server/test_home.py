"""The home page shows the games of an account, the open tables and the puzzle of the day, fast and in one request."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from kontor.server.service import daily_puzzle
from kontor.server.store.events import queue_event
from kontor.server.store.models import RatingRow, TableRow
from kontor.study.puzzle_collection import puzzles
from tests.server.live_server import Client, LiveServer, live_server
from tests.server.many_tables import counted_queries, fill, median_ms
from tests.server.test_moves import TEUTONICA, seat_all

pytestmark = pytest.mark.anyio

QUERIES = 11
MEDIAN_MS = 100  # of processor time, because machines that run tests are busy; benchmarks/home.py measures the goal
PLACE = "place emden--groningen.1 t"


async def home(client: Client) -> Any:
    """Return the home page."""
    return await client.ask("GET", "/api/home")


async def test_games_that_wait_come_first_and_say_what_happened(server: LiveServer) -> None:
    table, (ada, berta, _) = await seat_all(server, TEUTONICA)
    other, _ = await seat_all(server, TEUTONICA)
    await ada.play(table["id"], PLACE)
    seen = await home(ada)
    game = seen["running"][0]
    assert (game["id"], game["your_turn"], game["to_move"]) == (table["id"], True, 0)
    assert (game["turn"], game["scores"], game["moves_since"]) == (1, [0, 0, 0], 0)
    assert game["moves"][-1]["events"][0]["event"] == "Placed"
    await ada.play(table["id"], "end-turn")
    seen = await home(ada)
    assert (seen["waiting"], seen["total"]) == (0, 1)
    waiting = (await home(berta))["running"][0]
    assert (waiting["your_turn"], waiting["moves_since"]) == (True, 2)
    assert waiting["turn_at"] == waiting["moved_at"]
    assert other["id"] not in {game["id"] for game in seen["running"]}


async def test_the_game_with_the_least_time_left_comes_first(server: LiveServer) -> None:
    ada = await server.sign_in("Ada")
    seats = ["human", "human", "human"]
    slow = await ada.open(TEUTONICA, seats, clock={"kind": "turn", "seconds": 100_000})
    fast = await ada.open(TEUTONICA, seats, clock={"kind": "turn", "seconds": 1_000})
    free = await ada.open(TEUTONICA, seats)
    games = (await home(ada))["running"]
    assert [game["id"] for game in games] == [fast["id"], slow["id"], free["id"]]
    assert 900_000 < games[0]["time_left"] <= 1_000_000
    assert games[2]["time_left"] is None


async def test_an_undone_move_is_not_shown(server: LiveServer) -> None:
    table, (ada, _, _) = await seat_all(server, TEUTONICA)
    state = await ada.play(table["id"], PLACE)
    await ada.undo(table["id"], state["number"])
    assert (await home(ada))["running"][0]["moves"] == []


async def test_practice_is_in_no_list(server: LiveServer) -> None:
    ada = await server.sign_in("Ada")
    await ada.open(TEUTONICA, ["human"] * 3, practice=True)
    seen = await home(ada)
    assert (seen["running"], seen["finished"]["tables"]) == ([], [])


async def test_open_tables_are_filtered_and_paged(server: LiveServer) -> None:
    ada, berta = await server.sign_in("Ada"), await server.sign_in("Berta")
    await ada.open({"game": "hansa", "players": 3}, public=True, title="Baltic")
    made = [await ada.open(TEUTONICA, public=True, rated=True, rating_min=1500, title=f"Table {n}") for n in range(5)]
    path = "/api/tables?which=open&open=true&game=teutonica&limit=2"
    pages: list[str] = []
    cursor: str | None = ""
    while cursor is not None:
        page = await berta.ask("GET", path + (f"&cursor={cursor}" if cursor else ""))
        pages += [table["id"] for table in page["tables"]]
        assert all(table["host_person"]["name"] for table in page["tables"])
        cursor = page["next"]
    assert set(pages) >= {table["id"] for table in made}
    assert len(pages) == len(set(pages))
    titles = [table["title"] for table in (await berta.ask("GET", f"{path}&rating=1400&limit=50"))["tables"]]
    assert not any(title.startswith("Table") for title in titles)
    assert (await berta.ask("GET", "/api/tables?which=open&board=nowhere"))["tables"] == []
    assert (await berta.ask("GET", "/api/tables?which=open&module=nothing"))["tables"] == []
    assert (await berta.send("GET", "/api/tables?which=open&cursor=7")).status_code == 422


async def test_a_full_table_is_running_and_a_left_one_is_open_again(server: LiveServer) -> None:
    ada, berta = await server.sign_in("Ada"), await server.sign_in("Berta")
    table = await ada.open(TEUTONICA, ["human", "human", "open"], public=True)

    async def listed(is_open: str) -> bool:
        found = await berta.ask("GET", f"/api/tables?which=open&open={is_open}&limit=100")
        return table["id"] in {each["id"] for each in found["tables"]}

    assert await listed("true")
    await berta.ask("POST", f"/api/tables/{table['id']}/seats/2", {})
    assert await listed("false")
    assert not await listed("true")
    await berta.ask("PUT", f"/api/tables/{table['id']}/seats/2", {"agent": None})
    assert await listed("true")


@pytest.mark.parametrize("content", [{"rating_min": -1}, {"rating_max": 10_000}, {"rating_min": 9, "rating_max": 8}])
async def test_a_range_of_ratings_has_to_be_one(server: LiveServer, content: dict[str, int]) -> None:
    ada = await server.sign_in("Ada")
    answer = await ada.send("POST", "/api/tables", {"setup": TEUTONICA, "public": True, "rated": True, **content})
    assert answer.status_code == 422
    assert (await home(ada))["running"] == []


async def test_the_home_page_needs_an_account(server: LiveServer) -> None:
    assert (await server.anonymous().send("GET", "/api/home")).status_code == 401


async def test_changes_are_sent_to_those_who_play_and_to_nobody_else(server: LiveServer) -> None:
    table, (ada, berta, _) = await seat_all(server, TEUTONICA)
    stranger = await server.sign_in("Clara")
    async with berta.follow() as news, stranger.follow() as other:
        await news.receive("ready")
        await other.receive("ready")
        await ada.play(table["id"], PLACE, "end-turn")
        while not (game := (await news.receive("games"))["games"][0])["your_turn"]:
            pass
        assert (game["id"], game["to_move"]) == (table["id"], 1)
        own = await stranger.open(TEUTONICA)
        assert [game["id"] for game in (await other.receive("games"))["games"]] == [own["id"]]


async def test_a_seat_that_is_taken_is_sent_to_host_and_player(server: LiveServer) -> None:
    ada, berta = await server.sign_in("Ada"), await server.sign_in("Berta")
    table = await ada.open(TEUTONICA, public=True)
    async with ada.follow() as host, berta.follow() as player:
        await host.receive("ready")
        await player.receive("ready")
        await berta.ask("POST", f"/api/tables/{table['id']}/seats/1", {})
        assert (await host.receive("games"))["games"][0]["seats"][1]["name"] == "Berta"
        assert (await player.receive("games"))["games"][0]["seats"][1]["yours"]
        await berta.ask("PUT", f"/api/tables/{table['id']}/seats/1", {"agent": None})
        assert (await player.receive("games"))["gone"] == [table["id"]]


async def see_announcements(servers: list[LiveServer]) -> None:
    """Open a table and cause a notice while another account follows its own games, on one or several nodes."""
    server = servers[0]
    ada, berta = await server.sign_in("Ada"), await servers[-1].sign_in("Berta")
    async with berta.follow() as news:
        await news.receive("ready")
        await ada.open(TEUTONICA, public=True)
        assert await news.receive("listed") == {"type": "listed"}
        async with server.node.database.writing() as session:
            await queue_event(session, [berta.id], "friend", data={"name": "Ada"})
        assert await news.receive("notices") == {"type": "notices"}
        await berta.ask("POST", "/api/notices/read", {})
        assert await news.receive("notices") == {"type": "notices"}


async def test_new_listed_tables_and_notices_are_announced(server: LiveServer) -> None:
    await see_announcements([server])


async def test_new_listed_tables_and_notices_are_announced_at_other_nodes(nodes: list[LiveServer]) -> None:
    await see_announcements(nodes)


async def test_tables_of_blocked_people_are_hidden_in_both_directions(server: LiveServer) -> None:
    ada, berta, clara = [await server.sign_in(name) for name in ("Ada", "Berta", "Clara")]
    own = (await ada.open(TEUTONICA, public=True))["id"]
    joined = (await clara.open(TEUTONICA, public=True))["id"]
    await ada.ask("POST", f"/api/tables/{joined}/seats/1", {})
    other = (await berta.open(TEUTONICA, public=True))["id"]

    async def listed(client: Client) -> set[str]:
        return {table["id"] for table in (await client.ask("GET", "/api/tables?which=open&limit=100"))["tables"]}

    assert {own, joined, other} <= await listed(berta)
    await berta.ask("PUT", f"/api/people/{ada.id}/block")
    assert not {own, joined} & await listed(berta)
    assert other not in await listed(ada)
    assert {own, joined, other} <= await listed(clara)
    assert own not in {table["id"] for table in (await home(berta))["open"]["tables"]}


async def test_a_game_that_a_player_hides_is_not_for_strangers(server: LiveServer) -> None:
    ada, berta, clara = [await server.sign_in(name) for name in ("Ada", "Berta", "Clara")]
    table = (await ada.open(TEUTONICA, ["human", "light", "open"], public=True))["id"]
    path = f"/api/tables/{table}"
    await ada.ask("PATCH", "/api/session/account", {"watchable": False})

    async def listed() -> bool:
        pages = [await clara.ask("GET", f"/api/tables?which={which}&limit=100") for which in ("open", "public")]
        return any(table == each["id"] for page in pages for each in page["tables"])

    assert await listed(), "a seat is open"
    await berta.ask("POST", f"{path}/seats/2", {})
    assert not await listed()
    assert (await clara.send("GET", path)).status_code == 403
    assert (await server.anonymous().send("GET", path)).status_code == 403
    assert (await berta.send("GET", path)).status_code == 200
    await ada.ask("PATCH", "/api/session/account", {"watchable": True})
    assert await listed()
    assert (await clara.send("GET", path)).status_code == 200
    async with clara.listen(table) as watched:
        await watched.receive("entries")
        await ada.ask("PATCH", "/api/session/account", {"watchable": False})
        assert (await watched.closing())[0] == 4403
    hidden = await ada.open(TEUTONICA, ["human", "light", "light"], public=True)
    assert (await clara.send("GET", f"/api/tables/{hidden['id']}")).status_code == 403


async def test_open_tables_of_hosts_with_a_similar_rating(server: LiveServer) -> None:
    ada, berta = await server.sign_in("Ada"), await server.sign_in("Berta")
    table = (await ada.open(TEUTONICA, public=True))["id"]
    async with server.node.database.writing() as session:
        session.add(RatingRow(pool="teutonica", account_id=ada.id, mu=30.0, sigma=2.0, games=30))

    async def near(points: int) -> bool:
        found = await berta.ask("GET", f"/api/tables?which=open&near={points}&limit=100")
        return table in {each["id"] for each in found["tables"]}

    assert (await near(149), await near(151)) == (False, True)
    await ada.ask("PATCH", "/api/session/account", {"private": True})
    assert await near(10), "a hidden rating is not told by a filter"


async def test_a_session_that_ends_closes_the_connection(server: LiveServer) -> None:
    ada = await server.sign_in("Ada")
    async with ada.follow() as news:
        await news.receive("ready")
        await ada.ask("DELETE", "/api/session")
        assert (await news.closing())[0] == 4401


async def test_nobody_follows_without_an_account(server: LiveServer) -> None:
    async with server.anonymous().follow() as news:
        assert (await news.closing())[0] == 4401


async def test_another_node_sends_changes(nodes: list[LiveServer]) -> None:
    ada = await nodes[0].sign_in("Ada")
    table = await ada.open(TEUTONICA, ["human"] * 3)
    elsewhere = nodes[1].same_account(ada)
    async with elsewhere.follow() as news:
        await news.receive("ready")
        await ada.play(table["id"], PLACE)
        assert (await news.receive("games"))["games"][0]["moves"][-1]["events"][0]["event"] == "Placed"
        other = await ada.open(TEUTONICA)
        assert other["id"] in [game["id"] for game in (await news.receive("games"))["games"]]


async def test_the_puzzle_of_the_day_is_counted_once(server: LiveServer, monkeypatch: pytest.MonkeyPatch) -> None:
    ada, day = await server.sign_in("Ada"), 20_000
    monkeypatch.setattr(daily_puzzle, "today", lambda: day)
    for _ in range(3):
        puzzle = (await ada.ask("GET", "/api/puzzles/daily"))["puzzle"]
        path, moves = f"/api/puzzles/{puzzle['id']}/answer", list(puzzles()[puzzle["id"]].solution)
        await asyncio.gather(*(ada.ask("POST", path, {"moves": moves}) for _ in range(3)))
        await ada.ask("POST", path, {"moves": []})
        day += 1
    assert (await home(ada))["daily"]["streak"] == 3
    day += 1
    seen = await ada.ask("GET", "/api/puzzles/daily")
    assert seen["streak"] == 0
    assert [each["solved"] for each in seen["days"]] == [None, None, True, True, True, None, None]


async def test_a_puzzle_that_was_given_up_is_not_solved_later(server: LiveServer) -> None:
    ada = await server.sign_in("Ada")
    puzzle = (await ada.ask("GET", "/api/puzzles/daily"))["puzzle"]
    for moves in ([], list(puzzles()[puzzle["id"]].solution)):
        await ada.ask("POST", f"/api/puzzles/{puzzle['id']}/answer", {"moves": moves})
    seen = await ada.ask("GET", "/api/puzzles/daily")
    assert (seen["streak"], seen["days"][-1]["solved"]) == (0, False)


def test_no_puzzle_is_repeated_before_all_were_shown() -> None:
    shown = [daily_puzzle.puzzle_of(day).id for day in range(20_000, 20_000 + len(puzzles()))]
    assert sorted(shown) == sorted(puzzles())


def test_any_two_weeks_have_puzzles_of_both_games() -> None:
    games = [daily_puzzle.puzzle_of(day).setup["game"] for day in range(20_000, 20_013 + len(puzzles()))]
    fortnights = [set(games[start : start + 14]) for start in range(len(puzzles()))]
    assert all(each == {"teutonica", "hansa"} for each in fortnights)


async def test_a_missing_summary_is_computed_when_it_is_shown(folder: Path) -> None:
    async with live_server(folder) as server:
        ada = await server.sign_in("Ada")
        table = await ada.open(TEUTONICA, ["human"] * 3)
        await ada.play(table["id"], PLACE)
        server.node.matches._cache.clear()
        async with ada.follow() as news:
            await news.receive("ready")
            assert (await home(ada))["running"][0]["scores"] is None
            assert (await news.receive("games"))["games"][0]["scores"] == [0, 0, 0]


async def test_the_summary_of_moves_is_stored_later_and_shown_at_once(folder: Path) -> None:
    async with live_server(folder) as server:
        ada = await server.sign_in("Ada")
        table = await ada.open(TEUTONICA, ["human"] * 3)
        await ada.play(table["id"], PLACE)
        query = select(TableRow.summary).where(TableRow.id == table["id"])
        async with server.node.database.reading() as session:
            assert await session.scalar(query) is None
        shown = (await home(ada))["running"][0]
        assert len(shown["moves"]) == 1
        await server.node.summaries._store_changed()
        async with server.node.database.reading() as session:
            stored = await session.scalar(query)
        assert stored is not None
        assert stored["moves"] == shown["moves"]


@pytest.fixture(params=["sqlite", "postgresql"])
async def crowded(request: pytest.FixtureRequest, folder: Path) -> Any:
    """Run a server with 10,000 tables, and sign in a person who has 2,000 finished games and 40 running ones."""
    shared = {"database": request.getfixturevalue("postgres").url} if request.param == "postgresql" else {}
    async with live_server(folder, requests_at_once=2000, sweep_seconds=3600.0, **shared) as server:
        ada = await server.sign_in("Ada")
        await fill(server.node, ada.id)
        await server.node.result_backfill.stop()  # it would look at all tables that were added beside the server
        yield server, ada


async def test_the_home_page_is_fast_with_many_tables(crowded: tuple[LiveServer, Client]) -> None:
    server, ada = crowded
    seen = await home(ada)
    assert (seen["total"], len(seen["running"]), len(seen["finished"]["tables"])) == (40, 40, 8)
    newest = [game["ended_at"] for game in seen["finished"]["tables"]]
    assert newest == sorted(newest, reverse=True)
    with counted_queries(server.node) as statements:
        await server.node.home.home(ada.id)
    assert len([text for text in statements if "lives" not in text]) == QUERIES, statements
    assert await median_ms(ada, "/api/home", 15, time.process_time) < MEDIAN_MS
    after = seen["finished"]["next"]
    finished = f"/api/tables?which=finished&limit=20&cursor={after}"
    listed = "/api/tables?which=open&game=hansa&open=true&limit=20"
    assert await median_ms(ada, finished, 5, time.process_time) < MEDIAN_MS
    assert await median_ms(ada, listed, 5, time.process_time) < MEDIAN_MS
