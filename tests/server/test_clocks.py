"""Clocks: time per turn or a budget, also with undo, and the moves of players without time left."""

import time
from pathlib import Path

import pytest

from kontor.core.values import PositionBytes, Seat
from kontor.kernel.seats import CHANCE
from kontor.server import clock as server_clock
from kontor.server.service.game_clock import ClockRule, GameClock
from kontor.server.service.move_line import MoveLine, new_line
from tests.server.live_server import LiveServer, live_server
from tests.server.test_moves import TEUTONICA, seat_all

pytestmark = pytest.mark.anyio


def line_of(*deciders: Seat) -> MoveLine:
    """Return a line of moves after which these seats decided."""
    line = new_line(2, deciders[0], PositionBytes())
    for decider in deciders[1:]:
        line = line.append(0, None, None, decider, PositionBytes())
    return line


def test_a_turn_ended_twice_has_the_time_of_one() -> None:
    clock = GameClock(ClockRule("turn", 60)).charge(line_of(1, 0), 10_000).charge(line_of(1, 0, 0), 5_000)
    assert clock.left(line_of(1, 0, 0, 1), 1) == 60_000
    clock = clock.charge(line_of(1, 0, 0, 1), 7_000).go_back(2)
    assert clock.left(line_of(1, 0, 0), 0) == 45_000
    assert clock.left(line_of(1, 0, 0, 1), 1) == 60_000


def test_a_budget_gains_by_handing_over_and_loses_that_by_undo() -> None:
    clock = GameClock(ClockRule("budget", 60, increment=5)).charge(line_of(0), 20_000)
    assert clock.left(line_of(0, 0), 0) == 40_000
    assert clock.left(line_of(0, CHANCE, 1), 0) == 45_000
    clock = clock.go_back(0)
    assert clock.left(line_of(0), 0) == 40_000
    assert clock.left(line_of(0), 1) == 60_000


async def test_a_player_without_time_makes_the_smallest_choice(server: LiveServer) -> None:
    table, (ada, berta, _) = await seat_all(server, TEUTONICA, clock={"kind": "turn", "seconds": 1})
    async with berta.listen(table["id"]) as live_socket:
        while (update := await live_socket.receive("entries"))["to_move"] != 1:
            pass
    entries = (await ada.look(table["id"], since=table["state"]["number"]))["entries"]
    mine = [entry for entry in entries if entry["seat"] == 0]
    assert {entry["by"] for entry in mine} == {"clock"}
    assert mine[0]["words"] == table["state"]["moves"][0]["words"]
    assert update["clock"]["running"] == 1
    assert update["undo"]["limit"] == "clock"


async def test_an_agent_plays_for_a_player_without_budget(server: LiveServer) -> None:
    clock = {"kind": "budget", "seconds": 1, "increment": 0, "agent": "light"}
    table, (ada, *_) = await seat_all(server, TEUTONICA, clock=clock)
    async with ada.listen(table["id"]) as live_socket:
        while not (update := await live_socket.receive("entries"))["to_move"]:
            pass
    assert update["clock"]["left"][0] <= 0
    entries = (await ada.look(table["id"], since=table["state"]["number"]))["entries"]
    assert {entry["by"] for entry in entries if entry["seat"] == 0} == {"clock"}


async def test_no_clock_runs_while_a_seat_is_open(server: LiveServer) -> None:
    ada = await server.sign_in("Ada")
    table = await ada.open(TEUTONICA, clock={"kind": "turn", "seconds": 5})
    assert table["state"]["clock"]["running"] is None
    assert table["state"]["clock"]["left"] == [5000, 5000, 5000]


async def test_time_without_a_running_server_does_not_count(folder: Path) -> None:
    async with live_server(folder) as server:
        ada = await server.sign_in("Ada")
        table = await ada.open(TEUTONICA, ["human"] * 3, clock={"kind": "budget", "seconds": 600}, public=True)
        match = await server.node.matches.get(table["id"])
    began = match.turn_since
    assert match.time_left(0, began + 60_000) == 540_000
    match.server_since = began + 50_000
    assert match.time_left(0, began + 60_000) == 590_000


HOUR = 3_600_000


class SetClock(server_clock.SystemTime):
    """The clocks of the system, with an adjustable wall clock."""

    def __init__(self) -> None:
        self.set_by = 0

    def wall(self) -> int:
        """Return the adjusted wall time."""
        return super().wall() + self.set_by


@pytest.fixture
def wall(monkeypatch: pytest.MonkeyPatch) -> SetClock:
    """Replace the wall clock by an adjustable one."""
    clock = SetClock()
    monkeypatch.setattr(server_clock, "source", clock)
    return clock


@pytest.mark.parametrize("jump", [HOUR, -HOUR], ids=["forwards", "backwards"])
async def test_setting_the_wall_clock_takes_no_time_from_players(folder: Path, wall: SetClock, jump: int) -> None:
    async with live_server(folder, matches_bytes=1) as server:
        table, (ada, berta, _) = await seat_all(server, TEUTONICA, clock={"kind": "budget", "seconds": 60})
        await berta.look(table["id"])
        wall.set_by = jump
        first = (await berta.look(table["id"]))["state"]["clock"]["left"][0]
        other = await ada.open(TEUTONICA)
        await ada.look(other["id"])  # of the first table nothing is left in memory
        again = await ada.look(table["id"])
        after = await ada.play(table["id"], again["state"]["moves"][0]["words"])
        stamped = (await ada.look(table["id"], since=0))["entries"][-1]["at"]
    assert 40_000 < again["state"]["clock"]["left"][0] <= first <= 60_000
    assert 40_000 < after["clock"]["left"][0] <= 60_000
    assert abs(stamped - wall.wall()) < 40_000 or jump < 0


@pytest.mark.parametrize("jump", [HOUR, -HOUR], ids=["forwards", "backwards"])
async def test_setting_the_wall_clock_does_not_stop_game_clocks(
    server: LiveServer, wall: SetClock, jump: int
) -> None:
    table, (ada, *_) = await seat_all(server, TEUTONICA, clock={"kind": "turn", "seconds": 2})
    wall.set_by = jump
    begun = time.monotonic()
    async with ada.listen(table["id"], since=table["state"]["number"]) as live_socket:
        while not (update := await live_socket.receive("entries"))["entries"]:
            pass
    assert update["entries"][0]["by"] == "clock"
    assert time.monotonic() - begun > 0.5
