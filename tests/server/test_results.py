"""Results: one row for every seat of a finished game, written with its end; old games get theirs at the start."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import anyio
import pytest
from sqlalchemy import select

from kontor.server.store.models import RatingLogRow, ResultRow
from tests.server.live_server import LiveServer, live_server
from tests.server.rating_games import HANSA, finish, registered, rows_of, seat_both, seat_of

pytestmark = pytest.mark.anyio

OLD = Path(__file__).parent / "databases" / "version-0.1.0.sqlite"


async def test_a_finished_game_has_a_result_for_every_seat(server: LiveServer) -> None:
    anneke, bertram = await server.sign_in("Anneke"), await server.sign_in("Bertram")
    table = await seat_both(anneke, bertram, rated=True)
    assert await rows_of(server, table["id"]) == []
    await finish(server, table["id"])
    rows, state = await rows_of(server, table["id"]), (await anneke.look(table["id"]))["state"]
    assert [row.account_id for row in rows] == [anneke.id, bertram.id]
    assert [row.score for row in rows] == [score["total"] for score in state["scores"]]
    assert [row.lines for row in rows] == [score["lines"] for score in state["scores"]]
    assert [row.place == 1 for row in rows] == [seat in state["winners"] for seat in (0, 1)]
    for row in rows:
        assert (row.game, row.players, row.ended_by, row.late_moves) == ("hansa", 2, state["ended_by"], 0)
        assert row.moves > 5
        assert (row.rated, row.sequence) == (False, None), "guests are not rated"


async def test_people_with_passwords_are_rated_one_game_after_another(server: LiveServer) -> None:
    anneke, bertram = await registered(server, "Clara"), await registered(server, "Dietrich")
    tables = [await seat_both(one, other, rated=True) for one, other in ((anneke, bertram), (bertram, anneke))]
    for table in tables:
        await finish(server, table["id"])
    rows = [row for table in tables for row in await rows_of(server, table["id"])]
    assert all(row.rated for row in rows)
    first, same, second, also = (row.sequence or 0 for row in rows)
    assert first == same < second == also


@pytest.mark.parametrize(("by_host", "counts"), [(False, True), (True, False)])
async def test_a_seat_that_was_left_counts_for_its_player_unless_the_host_replaced_it(
    server: LiveServer, by_host: bool, counts: bool
) -> None:
    anneke, bertram = await registered(server, f"Hugo {by_host}"), await registered(server, f"Iris {by_host}")
    table = await seat_both(anneke, bertram, rated=True)
    await (anneke if by_host else bertram).ask("PUT", seat_of(table, 1), {"agent": "beginner"})
    await finish(server, table["id"])
    rows = await rows_of(server, table["id"])
    assert rows[1].account_id == (bertram.id if counts else None)
    assert rows[1].agent == "beginner"
    assert rows[0].rated
    assert rows[1].rated


async def test_practice_and_records_have_no_results(server: LiveServer) -> None:
    anneke = await server.sign_in("Anneke P")
    practice = await anneke.open(HANSA, ["human", "human"], practice=True)
    await finish(server, practice["id"])
    record = await anneke.ask("GET", f"/api/tables/{practice['id']}/record")
    study = await anneke.ask("POST", "/api/tables", {"record": record})
    assert study["state"]["over"]
    assert await rows_of(server, practice["id"]) == await rows_of(server, study["id"]) == []


async def test_one_person_on_several_seats_is_marked(server: LiveServer) -> None:
    anneke = await registered(server, "Anneke S")
    table = await anneke.open(HANSA, ["human", "human"], rated=True)
    await finish(server, table["id"])
    assert {(row.shared, row.rated) for row in await rows_of(server, table["id"])} == {(True, False)}


@pytest.mark.parametrize(
    "options",
    [
        {"rated": True, "hints": True},
        {"rated": True, "practice": True},
        {"rating_min": 1400},
        {"rated": True, "rating_min": 1600, "rating_max": 1500},
        {"rated": True, "rating_min": -1},
    ],
)
async def test_contradictory_options_of_rated_tables_are_refused(server: LiveServer, options: Any) -> None:
    anneke = await server.sign_in("Anneke O")
    plan = {"setup": HANSA, "seats": [{"kind": "human"}, {"kind": "human"}], **options}
    answer = await anneke.send("POST", "/api/tables", plan)
    assert answer.status_code == 422, answer.text
    assert (await anneke.ask("GET", "/api/tables"))["tables"] == []


async def test_rated_tables_give_no_hints(server: LiveServer) -> None:
    anneke = await server.sign_in("Anneke H")
    for rated in (False, True):
        assert (await anneke.open(HANSA, ["human", "beginner"], rated=rated))["hints"] is not rated


async def test_old_games_get_their_results_at_the_start(folder: Path) -> None:
    shutil.copyfile(OLD, folder / "kontor.sqlite")
    with closing(sqlite3.connect(OLD)) as old:
        ended = {row[0] for row in old.execute("SELECT id FROM tables WHERE ended_by IS NOT NULL")}
    for _ in range(2):  # once more after a restart
        async with live_server(folder) as server:
            await wait_for_backfill(server)
            async with server.node.database.reading() as session:
                rows = list(await session.scalars(select(ResultRow)))
            assert {row.table_id for row in rows} == ended
            for table_id in ended:
                own = [row for row in rows if row.table_id == table_id]
                match = await server.node.matches.get(table_id)
                sheet = match.game.scores(match.timeline.position)
                assert [row.score for row in own] == [score.total for score in sheet.scores]
                assert {row.ended_at for row in own} == {match.last_at}


async def wait_for_backfill(server: LiveServer) -> None:
    """Wait until all results of old games were added."""
    with anyio.fail_after(20):
        while True:
            async with server.node.database.reading() as session:
                if await session.scalar(select(RatingLogRow.backfilled)) is None:
                    return
            await anyio.sleep(0.02)
