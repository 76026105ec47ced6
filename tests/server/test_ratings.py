"""Ratings: the same from the log as in the transactions that end games, on both databases and on several nodes."""

import asyncio
import json
import random
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import func, select, update

from benchmarks.rating_levels import fit, read_pairings
from kontor.core import registry
from kontor.server.store.database import Database
from kontor.server.store.entries import Outcome
from kontor.server.store.models import AccountRow, RatingChangeRow, RatingRow, ResultRow, SeatRow, TableRow
from kontor.server.store.rating_log import compare, read_file, read_log
from kontor.server.store.rating_model import (
    CENTRE,
    NEW,
    RatedGame,
    RatedSeat,
    Rating,
    changes_of,
    level_rating,
    recompute,
)
from kontor.server.store.results import write_results
from tests.cli.commands import kontor, refused
from tests.server.live_server import LiveServer, live_server
from tests.server.postgres import Postgres
from tests.server.rating_games import HANSA, finish, rated_game, registered, stored_ratings
from tests.server.test_backup import run

pytestmark = pytest.mark.anyio

PEOPLE = ["anneke", "bertram", "clara", "dietrich", "hugo", "iris"]
GAMES = 16
PATIENCE = 120.0  # seconds, on a busy machine
Seat = tuple[str | None, str | None]


def silent(_done: int, _total: int) -> None:
    """Report no progress."""


@pytest.fixture(params=["embedded", "shared"])
def url(request: pytest.FixtureRequest, folder: Path) -> str:
    """Return the address of a new database of either kind."""
    if request.param == "embedded":
        return f"sqlite+aiosqlite:///{folder / 'kontor.sqlite'}"
    postgres: Postgres = request.getfixturevalue("postgres")
    postgres.make_database()
    return f"postgresql+asyncpg://{postgres.url.partition('://')[2]}"


@pytest.fixture
async def databases(url: str) -> AsyncIterator[list[Database]]:
    """Open a database twice, as two nodes do."""
    opened = [Database(url, PATIENCE), Database(url, PATIENCE)]
    await opened[0].prepare()
    yield opened
    for database in opened:
        await database.close()


async def add_tables(database: Database, rng: random.Random) -> list[str]:
    """Add people and rated tables whose games are over but have no results yet."""
    async with database.writing() as session:
        session.add_all([AccountRow(id=name, name=name, password="-", created_at=0) for name in PEOPLE])
        await session.flush()
        ids = [f"t{number:03}" for number in range(GAMES)]
        players = {table_id: random_seats(rng) for table_id in ids}
        session.add_all([table_row(table_id, len(seats)) for table_id, seats in players.items()])
        await session.flush()
        for table_id, seats in players.items():
            session.add_all([seat_row(table_id, number, seat) for number, seat in enumerate(seats)])
    return ids


def random_seats(rng: random.Random) -> list[Seat]:
    """Return people, and at some tables a level of the computer."""
    seats: list[Seat] = [(name, None) for name in rng.sample(PEOPLE, rng.randint(2, 5))]
    if rng.random() < 0.3:
        seats[-1] = (None, rng.choice(sorted(registry.game_type("teutonica").level_ratings)))
    return seats


def table_row(table_id: str, players: int) -> TableRow:
    """Return a rated table whose game is over."""
    setup = {"game": "teutonica", "edition": "big-box", "board": "hanse-4-5", "players": players, "modules": []}
    options: dict[str, Any] = {
        "title": "",
        "start": None,
        "revision": 1,
        "public": True,
        "undo": "own",
        "clock": None,
    }
    times = {"created_at": 0, "begun_at": 0, "moved_at": 1}
    return TableRow(id=table_id, host=PEOPLE[0], setup=setup, ended_by="track", rated=True, **options, **times)


def seat_row(table_id: str, number: int, seat: Seat) -> SeatRow:
    """Return a seat of a person or a computer."""
    account_id, agent = seat
    kind = "human" if agent is None else "agent"
    return SeatRow(table_id=table_id, seat=number, kind=kind, account_id=account_id, name=account_id, agent=agent)


async def end_game(database: Database, table_id: str, seed: int) -> None:
    """Write the results of a table as the transaction that ends its game does."""
    async with database.writing() as session:
        query = select(func.count()).where(SeatRow.table_id == table_id)
        seats = await session.scalar(query) or 0
        rng = random.Random(seed)
        places = tuple(rng.randint(1, seats) for _ in range(seats))  # some are shared
        outcome = Outcome(places, tuple({"track": 20 - place} for place in places))
        await (await session.connection()).run_sync(write_results, table_id, outcome)


async def test_games_that_end_at_once_on_two_nodes_are_rated_one_after_another(databases: list[Database]) -> None:
    ids = await add_tables(databases[0], random.Random(1))
    endings = [end_game(databases[n % 2], table_id, n) for n, table_id in enumerate(ids)]
    await asyncio.gather(*endings)
    async with databases[0].reading() as session:
        sequences = set(await session.scalars(select(ResultRow.sequence)))
        changes = await session.scalar(select(func.count()).select_from(RatingChangeRow))
    assert sequences == set(range(1, GAMES + 1))
    log = await read_log(databases[0].url)
    assert compare(log, silent).differences == []
    assert changes == sum(2 * len(game.accounts) for game in log.games)
    assert {key: rating.games for key, rating in log.ratings.items()} == games_played(log.games)


def games_played(games: list[RatedGame]) -> dict[tuple[str, str], int]:
    """Return how often every person is in a pool of the games."""
    found: dict[tuple[str, str], int] = {}
    for game in games:
        for pool in game.pools:
            for account in game.accounts:
                found[pool, account] = found.get((pool, account), 0) + 1
    return found


async def test_an_exported_log_gives_the_stored_ratings(databases: list[Database], tmp_path: Path) -> None:
    database, file = databases[0], tmp_path / "ratings.jsonl"
    for n, table_id in enumerate(await add_tables(database, random.Random(2))):
        await end_game(database, table_id, n)
    place = options_of(database)
    assert f"{GAMES} rated games" in await run("ratings", "export", file, *place)
    log = await read_log(database.url)
    assert read_file(file) == log
    assert recompute(read_file(file).games) == log.ratings
    assert "all are as stored" in await run("ratings", "recompute", file, "--check")
    assert "all are as stored" in await run("ratings", "recompute", "--check", *place)
    assert "all are as stored" in await run("ratings", "recompute", *place)


async def test_a_wrong_rating_is_found_and_corrected(databases: list[Database]) -> None:
    database = databases[0]
    for n, table_id in enumerate((await add_tables(database, random.Random(3)))[:5]):
        await end_game(database, table_id, n)
    before = await read_log(database.url)
    async with database.writing() as session:
        wrong = (RatingRow.pool == "teutonica", RatingRow.account_id == before.games[0].accounts[0])
        await session.execute(update(RatingRow).where(*wrong).values(mu=RatingRow.mu + 1e-6))
    place = options_of(database)
    result = await asyncio.to_thread(kontor, "ratings", "recompute", "--check", *place)
    assert result.exit_code == 2
    assert "1 differ from the stored ones" in result.stderr
    assert "1 were corrected" in await run("ratings", "recompute", *place)
    assert await read_log(database.url) == before


def options_of(database: Database) -> list[object]:
    """Return the options that name a database."""
    if database.embedded:
        return ["--data", Path(database.url.partition(":///")[2]).parent]
    return ["--database", database.url.replace("+asyncpg", "")]


@pytest.mark.parametrize(
    "line",
    [
        "",
        "[]",
        "{}",
        '{"format": 1, "kind": "another"}',
        '{"sequence": 1, "game": "hansa", "players": 2, "seats": []}',
    ],
)
def test_a_file_that_is_no_log_is_refused(line: str, tmp_path: Path) -> None:
    file = tmp_path / "ratings.jsonl"
    file.write_text(line + "\n")
    assert "line 1" in refused("ratings", "recompute", file, code=2)


@pytest.mark.parametrize(
    "change",
    [
        {"sequence": 0},
        {"seats": []},
        {"seats": [{"account": None, "level": "light", "place": 1}] * 2},
        {"game": "go"},
    ],
)
def test_a_game_that_cannot_be_is_refused(change: dict[str, Any], tmp_path: Path) -> None:
    file, seat = tmp_path / "ratings.jsonl", {"account": None, "level": "easy", "place": 1}
    game = {"sequence": 1, "game": "hansa", "players": 2, "seats": [seat, seat], **change}
    file.write_text(json.dumps({"format": 1, "kind": "kontor ratings"}) + "\n" + json.dumps(game) + "\n")
    assert "line 2" in refused("ratings", "recompute", file, code=2)


def test_an_existing_file_is_not_replaced(tmp_path: Path) -> None:
    file = tmp_path / "ratings.jsonl"
    file.write_text("mine")
    assert "exists already" in refused("ratings", "export", file, "--data", tmp_path, code=2)
    assert file.read_text() == "mine"


def test_the_levels_of_the_computer_are_those_measured_by_the_ladder() -> None:
    pairings = read_pairings()
    assert {game: fit([one for one in pairings if one.game == game]) for game in registry.names()} == {
        game: registry.game_type(game).level_ratings for game in registry.names()
    }


def test_levels_are_opponents_with_a_fixed_rating() -> None:
    def change(level: str, place: int) -> int:
        seats = [RatedSeat("anneke", None, place), RatedSeat(None, level, 3 - place)]
        changes = changes_of(RatedGame(1, "teutonica", 2, seats), {})
        assert [(one.pool, one.account_id) for one in changes] == [("teutonica", "anneke"), ("teutonica-2", "anneke")]
        assert changes[0].before == changes[1].before == NEW
        return changes[0].after.points - CENTRE

    gains = [change(level, 1) for level in ("beginner", "easy", "medium", "hard", "expert")]
    losses = [change(level, 2) for level in ("beginner", "easy", "medium", "hard", "expert")]
    assert gains == sorted(gains)
    assert 0 <= 2 * gains[0] < gains[4]
    assert losses == sorted(losses)
    assert losses[0] < 2 * losses[4] < 0


def test_places_that_are_shared_leave_equal_ratings_equal() -> None:
    seats = [RatedSeat("anneke", None, 1), RatedSeat("bertram", None, 1)]
    one, other, *_ = changes_of(RatedGame(1, "hansa", 2, seats), {})
    assert one.after == other.after


def test_a_rating_is_provisional_until_enough_games_were_played() -> None:
    seats = [RatedSeat("anneke", None, 1), RatedSeat(None, "medium", 2)]
    games = [RatedGame(n, "hansa", 2, seats) for n in range(1, 31)]
    uncertain = [recompute(games[:n])["hansa", "anneke"].provisional for n in range(1, 31)]
    assert uncertain[:5] == [True] * 5
    assert uncertain == sorted(uncertain, reverse=True)
    assert not uncertain[-1]


def test_ratings_are_whole_numbers_around_fifteen_hundred() -> None:
    assert (NEW.points, NEW.uncertainty, NEW.provisional) == (1500, 250, True)
    assert level_rating("teutonica", "medium").points == 1500
    assert Rating(mu=26.0).points == 1530


def test_many_games_are_recomputed_in_time() -> None:
    rng, games = random.Random(4), []
    for number in range(1, 2001):
        seats = [RatedSeat(account, level, rng.randint(1, 4)) for account, level in random_seats(rng)]
        games.append(RatedGame(number, "teutonica", len(seats), seats))
    began = time.process_time()
    recompute(games)
    assert time.process_time() - began < 60 * len(games) / 100_000


async def test_games_of_people_change_their_ratings(server: LiveServer) -> None:
    anneke, bertram = await registered(server, "Anneke"), await registered(server, "Bertram")
    table_id = await rated_game(server, anneke, bertram)
    found = await anneke.ask("GET", f"/api/tables/{table_id}/ratings")
    assert found["rated"]
    winners = (await anneke.look(table_id))["state"]["winners"]
    for seat in found["seats"]:
        assert seat["rating"]["points"] == 1500 + seat["change"]
        assert (seat["change"] > 0) == (seat["seat"] in winners)
        assert seat["rating"]["provisional"]
    ratings = await stored_ratings(server)
    assert {pool for pool, account in ratings if account == anneke.id} == {"hansa", "hansa-2"}


async def test_levels_and_people_without_games_at_a_table(server: LiveServer) -> None:
    clara = await registered(server, "Clara")
    table = await clara.open(HANSA, ["human", "hard"])
    found = await clara.ask("GET", f"/api/tables/{table['id']}/ratings")
    assert not found["rated"]
    points = [seat["rating"] and seat["rating"]["points"] for seat in found["seats"]]
    assert points == [None, level_rating("hansa", "hard").points]
    stranger = await server.sign_in("Stranger")
    assert (await stranger.send("GET", f"/api/tables/{table['id']}/ratings")).status_code == 403


async def test_the_range_of_a_table_is_for_those_without_an_invitation(server: LiveServer) -> None:
    host, other, guest = (
        await registered(server, "Dietrich"),
        await registered(server, "Hugo"),
        await server.sign_in("G"),
    )
    options = {"rated": True, "rating_min": 1600, "public": True}
    table = await host.open({**HANSA, "players": 3}, ["human", "open", "open"], **options)
    seat = f"/api/tables/{table['id']}/seats/1"
    refusal = await other.send("POST", seat, {})
    assert (refusal.status_code, "yours is 1500" in refusal.text) == (403, True)
    assert "set a password" in (await guest.send("POST", seat, {})).text
    assert [each["kind"] for each in (await host.look(table["id"]))["seats"]] == ["human", "open", "open"]
    await other.ask("POST", seat, {"invitation": table["invitations"]["1"]})
    async with server.node.database.writing() as session:
        session.add(RatingRow(pool="hansa-3", account_id=host.id, mu=40.0, sigma=2.0, games=50))
    again = await other.open({**HANSA, "players": 3}, ["human", "open", "open"], **options)
    await host.ask("POST", f"/api/tables/{again['id']}/seats/1", {})


async def test_ratings_survive_a_backup(folder: Path, tmp_path: Path) -> None:
    async with live_server(folder / "one") as server:
        anneke, bertram = await registered(server, "Anneke"), await registered(server, "Bertram")
        await rated_game(server, anneke, bertram)
        before = await stored_ratings(server)
        await run("backup", "--data", folder / "one", tmp_path / "backup")
    await run("restore", "--data", folder / "two", tmp_path / "backup")
    async with live_server(folder / "two") as server:
        assert await stored_ratings(server) == before
        again = server.anonymous()
        await again.ask("POST", "/api/session", {"name": "Anneke", "password": "seven merchants sail"})
        table = await again.open(HANSA, ["human", "medium"], rated=True)
        await finish(server, table["id"])
        assert (await stored_ratings(server))["hansa", anneke.id][2] == 2
    assert "2 rated games" in await run("ratings", "recompute", "--check", "--data", folder / "two")
