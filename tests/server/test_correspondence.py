"""Correspondence clocks: time per turn, reserve, vacations, outages, and what follows when time has run out."""

import asyncio
import math
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import select

from kontor.core import registry
from kontor.core.record import read_record, replay
from kontor.core.values import PositionBytes, Seat
from kontor.server import clock as server_clock
from kontor.server.clock import steady
from kontor.server.service.clock_warnings import ClockWarnings, warning_moment
from kontor.server.service.game_clock import CorrespondenceRule, GameClock
from kontor.server.service.match import Match
from kontor.server.service.move_line import MoveLine, new_line
from kontor.server.service.pauses import DAY, allowed_vacation, merged, moment_after, pause_end, running_time
from kontor.server.service.play import move_batch
from kontor.server.store import outages
from kontor.server.store.entries import Entry
from kontor.server.store.models import NoticeRow
from kontor.server.store.table_extras import TableExtras
from kontor.server.store.table_info import SeatInfo, TableInfo
from tests.server.live_server import Client, LiveServer, live_server
from tests.server.test_clocks import SetClock
from tests.server.test_moves import TEUTONICA, seat_all

pytestmark = pytest.mark.anyio

HOUR = 3_600_000
RULE: dict[str, Any] = {
    "kind": "correspondence",
    "per_move": 2 * DAY,
    "reserve": DAY,
    "vacation_days": 7,
    "expired": "turn",
    "agent": "light",
}


@pytest.fixture
def wall(monkeypatch: pytest.MonkeyPatch) -> SetClock:
    """Replace the wall clock by an adjustable one."""
    clock = SetClock()
    monkeypatch.setattr(server_clock, "source", clock)
    return clock


def line_of(*deciders: Seat) -> MoveLine:
    """Return a line of moves after which these seats decided."""
    line = new_line(2, deciders[0], PositionBytes())
    for decider in deciders[1:]:
        line = line.append(0, None, None, decider, PositionBytes())
    return line


def test_a_turn_uses_its_own_time_first_and_then_the_reserve() -> None:
    clock = GameClock(CorrespondenceRule(per_move=100, reserve=50)).charge(line_of(0), 80)
    assert (clock.left(line_of(0, 0), 0), clock.reserve_left(0)) == (70, 50)
    clock = clock.charge(line_of(0, 0), 40)
    assert (clock.left(line_of(0, 0), 0), clock.reserve_left(0)) == (30, 30)
    assert clock.left(line_of(0, 0, 1), 0) == 130, "the next turn has its own time, and what is left of the reserve"
    assert clock.left(line_of(0, 0, 1), 1) == 150


def test_undo_gives_no_reserve_back_and_no_debt_remains() -> None:
    clock = GameClock(CorrespondenceRule(per_move=100, reserve=50)).charge(line_of(0), 500)
    assert clock.left(line_of(0, 1), 0) == 100
    assert clock.left(line_of(0), 0) == 0
    assert clock.charge(line_of(0, 1), 120).go_back(0).reserve_left(1) == 30


def test_pauses_do_not_count() -> None:
    pauses = merged([(10, 20), (15, 30), (50, 60), (40, 40)])
    assert pauses == [(10, 30), (50, 60)]
    assert running_time(0, 100, pauses) == 70
    assert running_time(15, 55, pauses) == 20
    assert moment_after(0, 10, pauses) == 10, "a vacation does not begin when time is over"
    assert moment_after(0, 11, pauses) == 31
    assert moment_after(15, 0, pauses) == 30
    assert (pause_end(29, pauses), pause_end(30, pauses)) == (30, None)


def test_vacation_days_of_a_table_are_limited() -> None:
    taken = [(0, 3 * DAY), (5 * DAY, 20 * DAY)]
    assert allowed_vacation(taken, DAY, 7) == [(DAY, 3 * DAY), (5 * DAY, 10 * DAY)]
    assert allowed_vacation(taken, 30 * DAY, 7) == []


@given(st.integers(0, 1000), st.integers(0, 1000), st.lists(st.tuples(st.integers(0, 900), st.integers(0, 200))))
@settings(max_examples=200, deadline=None)
def test_the_deadline_is_when_the_time_has_run(start: int, left: int, lengths: list[tuple[int, int]]) -> None:
    pauses = merged((begin, begin + length) for begin, length in lengths)
    deadline = moment_after(start, left, pauses)
    assert running_time(start, deadline, pauses) == left
    assert running_time(start, deadline - 1, pauses) < left or left == 0


async def began(server: LiveServer, **rule: Any) -> tuple[Any, list[Client]]:
    """Create a table with a correspondence clock and three guests."""
    return await seat_all(server, TEUTONICA, clock={**RULE, **rule})


async def entries_until(client: Client, table: Any, kind: str) -> list[Any]:
    """Wait for an entry of a kind made by the clock, and return all entries after the table was created."""
    async with client.listen(table["id"], since=table["state"]["number"]) as live_socket:
        while True:
            update = await live_socket.receive("entries")
            if any((each["kind"], each["by"]) == (kind, "clock") for each in update["entries"]):
                return [each for message in live_socket.received for each in message.get("entries", [])]


async def test_the_computer_plays_the_turn_of_a_player_without_time(server: LiveServer, wall: SetClock) -> None:
    table, (ada, berta, _) = await began(server)
    await ada.play(table["id"], table["state"]["moves"][0]["words"])
    wall.set_by = 3 * DAY - HOUR
    seen = (await ada.look(table["id"]))["state"]["clock"]
    assert HOUR - 60_000 < seen["left"][0] <= HOUR
    assert seen["correspondence"]["reserve"][0] == DAY, "the reserve of the decision under way is charged with it"
    wall.set_by += 2 * HOUR
    server.node.auto_moves.check(table["id"])
    async with berta.listen(table["id"]) as live_socket:
        while (await live_socket.receive("entries"))["to_move"] == 0:
            pass
    after = await ada.look(table["id"], since=table["state"]["number"])
    assert [entry["by"] for entry in after["entries"] if entry["seat"] == 0][:2] == ["player", "clock"]
    assert after["state"]["clock"]["correspondence"]["reserve"][0] == 0
    assert after["state"]["undo"]["limit"] in ("clock", "revealed")


async def test_the_computer_takes_over_the_seat_until_its_player_returns(server: LiveServer, wall: SetClock) -> None:
    table, (ada, *_) = await began(server, expired="seat")
    wall.set_by = 3 * DAY + HOUR
    server.node.auto_moves.check(table["id"])
    entries = await entries_until(ada, table, "seat")
    assert entries[0]["change"] == {"kind": "agent", "name": None, "agent": "light", "left": "Ada"}
    await ada.ask("POST", f"/api/tables/{table['id']}/seats/0", {})
    assert (await ada.look(table["id"]))["seats"][0]["kind"] == "human"


async def test_the_game_ends_and_its_record_replays(server: LiveServer, wall: SetClock) -> None:
    table, (ada, berta, _) = await began(server, expired="game")
    await ada.play(table["id"], table["state"]["moves"][0]["words"])
    wall.set_by = 3 * DAY + HOUR
    server.node.auto_moves.check(table["id"])
    assert (await entries_until(berta, table, "end"))[-1]["seat"] == 0
    seen = await berta.look(table["id"])
    state = seen["state"]
    assert (state["over"], state["ended_by"], state["to_move"], state["moves"]) == (True, "time", None, [])
    assert 0 not in state["winners"]
    assert state["winners"]
    moved = await ada.move(table["id"], state["number"], "end-turn")
    assert moved.status_code == 409
    assert (await ada.undo(table["id"], state["number"])).status_code == 422
    assert state["undo"]["limit"] == "over"
    record = read_record(await berta.ask("GET", f"/api/tables/{table['id']}/record"))
    assert record.result is not None
    assert (record.result["ended_by"], record.result["expired"]) == ("time", 0)
    replay(registry.game(record.setup), record)
    again = await berta.ask("POST", "/api/tables", {"record": record.json()})
    assert again["state"]["number"] == len(record.moves)
    assert (await ada.ask("GET", "/api/tables"))["tables"][0]["ended_by"] == "time"


async def test_time_left_does_not_depend_on_a_restart(
    folder: Path, wall: SetClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outages, "SHORTEST", 100 * DAY)  # setting the clock forwards would look like an outage
    async with live_server(folder) as server:
        table, (ada, *_) = await began(server)
        cookies = ada.http.cookies
        await ada.play(table["id"], table["state"]["moves"][0]["words"])
        wall.set_by = 26 * HOUR
    async with live_server(folder) as server:
        client = server.anonymous()
        client.http.cookies.update(cookies)
        left = (await client.look(table["id"]))["state"]["clock"]["left"]
    assert left == [pytest.approx(3 * DAY - 26 * HOUR, abs=60_000), 3 * DAY, 3 * DAY]


@given(st.lists(st.integers(0, DAY), max_size=4), st.lists(st.tuples(st.integers(0, 99), st.integers(1, 99))))
@settings(max_examples=40, deadline=None)
def test_all_nodes_compute_the_same_time(waits: list[int], lengths: list[tuple[int, int]]) -> None:
    """A node that has followed the game and one that reads the log later agree, whenever each of them was started."""
    vacations = merged((begin * HOUR, (begin + length) * HOUR) for begin, length in lengths)
    clock = SetClock()
    table = table_with({"ada": tuple(vacations)})
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(server_clock, "source", clock)
        clock.set_by = -clock.wall()
        followed = Match(table, server_since=steady())
        entries = list[Entry]()
        for wait in waits:
            clock.set_by += wait
            batch = move_batch(followed, followed.game.legal_moves(followed.timeline.position)[0], "player")
            followed.follow(batch.entries)
            entries += batch.entries
        read = Match(table, entries, server_since=steady() + 5)
        moment = steady()
        assert [read.time_left(seat, moment) for seat in (0, 1)] == [
            pytest.approx(followed.time_left(seat, moment), abs=50) for seat in (0, 1)
        ]
        assert read.deadline() == pytest.approx(followed.deadline(), abs=50)


def table_with(vacations: dict[str, tuple[tuple[int, int], ...]]) -> TableInfo:
    """Return a table of two accounts whose game begins at the moment 0."""
    seats = (SeatInfo(0, "human", "ada", "Ada"), SeatInfo(1, "human", "berta", "Berta"))
    setup = registry.game({"game": "hansa", "players": 2, "start_player": 0}).setup
    extras = TableExtras(vacations=vacations)
    return TableInfo("t", "ada", "", setup, None, 1, False, "own", RULE, 0, 0, seats, extras=extras)


async def test_an_outage_takes_no_time(folder: Path, wall: SetClock) -> None:
    async with live_server(folder) as server:
        table, (ada, *_) = await began(server)
        cookies = ada.http.cookies
    wall.set_by = 10 * DAY
    async with live_server(folder) as server:
        client = server.anonymous()
        client.http.cookies.update(cookies)
        state = (await client.look(table["id"]))["state"]
        assert state["clock"]["left"][0] > 3 * DAY - 60_000
        assert state["number"] == table["state"]["number"]


async def test_a_vacation_stops_the_clock_and_is_shown_to_the_others(server: LiveServer, wall: SetClock) -> None:
    table, (ada, berta, _) = await began(server)
    until = server_clock.now() + 30 * DAY
    async with berta.listen(table["id"]) as live_socket:
        await live_socket.receive("entries")
        await ada.ask("POST", "/api/vacation", {"until": until})
        told = (await live_socket.receive("entries"))["clock"]["correspondence"]
    assert told["vacation"][0] == pytest.approx(server_clock.now() + 7 * DAY, abs=60_000), "the days of the table"
    assert told["vacation"][1] is None
    listed = (await ada.ask("GET", "/api/home"))["running"][0]
    assert listed["vacation_until"] == told["vacation"][0]
    assert told["deadline"] == pytest.approx(server_clock.now() + 10 * DAY, abs=60_000)
    wall.set_by = 5 * DAY
    state = (await berta.look(table["id"]))["state"]["clock"]
    assert state["left"][0] > 3 * DAY - 60_000
    assert state["correspondence"]["vacation_left"][0] == pytest.approx(2 * DAY, abs=60_000)
    await ada.ask("DELETE", "/api/vacation")
    wall.set_by = 6 * DAY
    state = (await berta.look(table["id"]))["state"]["clock"]
    assert state["left"][0] == pytest.approx(2 * DAY, abs=60_000)
    listed = (await ada.ask("GET", "/api/home"))["running"][0]
    assert (listed["time_left"], listed["vacation_until"]) == (pytest.approx(2 * DAY, abs=60_000), None)
    assert state["correspondence"]["vacation"] == [None, None, None]
    assert (await ada.ask("GET", "/api/vacation")) == {"since": None, "until": None}


async def test_bad_vacations_change_nothing(server: LiveServer, wall: SetClock) -> None:
    ada = await server.sign_in("Ada")
    moment = server_clock.now()
    for until in (moment - 1, moment + 61 * DAY, -1, "tomorrow", None, 2**60):
        assert (await ada.send("POST", "/api/vacation", {"until": until})).status_code == 422
    assert (await ada.send("DELETE", "/api/vacation")).status_code == 404
    answers = await asyncio.gather(
        *(ada.send("POST", "/api/vacation", {"until": moment + DAY + n}) for n in range(8))
    )
    assert sorted(answer.status_code for answer in answers) == [201] + 7 * [409]
    assert (await server.anonymous().send("POST", "/api/vacation", {"until": moment + DAY})).status_code == 401


async def test_a_vacation_does_not_save_time_that_is_over(server: LiveServer, wall: SetClock) -> None:
    table, (ada, *_) = await began(server, vacation_days=7)
    match = await server.node.matches.get(table["id"])
    wall.set_by = 4 * DAY
    await ada.ask("POST", "/api/vacation", {"until": server_clock.now() + 5 * DAY})
    assert match.time_left(0, steady()) <= 0


@pytest.mark.parametrize(
    "wrong",
    [
        {"per_move": 0},
        {"per_move": 10**12},
        {"reserve": -1},
        {"vacation_days": 400},
        {"expired": "nothing"},
        {"agent": "nobody"},
        {"agent": None},
        {"seconds": 5},
        {"kind": "chess"},
    ],
)
async def test_wrong_clocks_are_rejected(server: LiveServer, wrong: dict[str, Any]) -> None:
    ada = await server.sign_in("Ada")
    answer = await ada.send("POST", "/api/tables", {"setup": TEUTONICA, "clock": {**RULE, **wrong}})
    assert answer.status_code == 422


async def warnings_of(server: LiveServer, account_id: str) -> list[Any]:
    """Return the facts of the clock warnings of an account."""
    query = select(NoticeRow.data).where(NoticeRow.account_id == account_id, NoticeRow.event == "clock")
    async with server.node.database.reading() as session:
        return list(await session.scalars(query))


async def test_a_player_is_warned_once_before_the_time_is_over(server: LiveServer, wall: SetClock) -> None:
    table, (ada, *_) = await began(server, reserve=0)
    match, warnings = await server.node.matches.get(table["id"]), server.node.auto_moves.warnings
    assert await warnings.check(match) == pytest.approx(46 * 3600, abs=60)
    assert await warnings_of(server, ada.id) == []
    wall.set_by = 47 * HOUR
    await asyncio.gather(*(ClockWarnings(server.node.database).check(match) for _ in range(3)))
    assert await warnings.check(match) == math.inf
    (warning,) = await warnings_of(server, ada.id)
    assert warning["until"] == pytest.approx(server_clock.now() + HOUR, abs=60_000)


async def test_a_player_on_vacation_is_warned_afterwards(server: LiveServer, wall: SetClock) -> None:
    table, (ada, *_) = await began(server, reserve=0)
    wall.set_by = 45 * HOUR
    await ada.ask("POST", "/api/vacation", {"until": server_clock.now() + 3 * DAY})
    match = await server.node.matches.get(table["id"])
    assert warning_moment(match) == pytest.approx(server_clock.now() + 3 * DAY + HOUR, abs=60_000)
    await ada.ask("DELETE", "/api/vacation")
