"""A computer seat of the level `expert` states its plan to everyone at the table, and it reveals no secret."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from kontor.agents.greedy import Greedy
from kontor.agents.reasons import POINTS, Reason, stated_plan
from kontor.core.agent import Budget
from kontor.core.game import Game
from kontor.core.values import PositionBytes
from kontor.kernel.generator import Generator
from kontor.server.service.games import game_of
from kontor.server.workers.work_queue import Job
from kontor.server.workers.worker import ChosenMove
from tests.server.live_server import Client, LiveServer, live_server, plan
from tests.server.test_moves import HANSA, TEUTONICA

pytestmark = pytest.mark.anyio

SOME_PLAN = Reason(POINTS, {"line": "cities", "points": 2, "turns": 1})  # for openings that gain nothing soon
EXPERTS = ["human", "expert", "expert+builder"]


def hurry(server: LiveServer, monkeypatch: pytest.MonkeyPatch, seconds: float = 0.0) -> None:
    """Let computer seats plan instead of searching, and take some seconds for decisions after the first of a turn."""

    async def choose(
        game: Game, view: PositionBytes, agent: str, job: Job | None = None, with_plan: bool = False
    ) -> ChosenMove:
        await asyncio.sleep(0 if with_plan else seconds)
        move = Greedy().choose(game, view, Budget(), Generator(1))
        return ChosenMove(move, stated_plan(game, view, move) or SOME_PLAN if with_plan else None)

    monkeypatch.setattr(server.node.pool, "choose", choose)


def seats_of(update: Any) -> set[int]:
    """Return the seats that have moved."""
    return {entry["seat"] for entry in update["entries"]}


async def play_on(client: Client, table: str) -> list[Any]:
    """Play the turn of a person, and return what is sent until the next one."""
    async with client.listen(table, state=True) as live_socket:
        number = (await client.play(table, "income 1 0", "income 1 0", "end-turn"))["number"]
        while (update := await live_socket.receive("entries"))["decision"] != 0 or update["number"] <= number:
            pass
    return live_socket.received


async def play_turn(server: LiveServer, setup: dict[str, Any], players: list[str]) -> tuple[Client, str, list[Any]]:
    """Return the host of a new table and the table after the turns of all players, and what was sent."""
    ada = await server.sign_in("Ada")
    table = await ada.open(setup, players, public=True)
    return ada, table["id"], await play_on(ada, table["id"])


async def test_every_viewer_reads_the_same_plans(server: LiveServer, monkeypatch: pytest.MonkeyPatch) -> None:
    hurry(server, monkeypatch)
    setup = {**TEUTONICA, "modules": ["mission-cards"]}
    ada, table, received = await play_turn(server, setup, EXPERTS)
    plans = (await ada.look(table))["state"]["plans"]
    assert [each["seat"] for each in plans] == [1, 2]
    assert [each["turn"] for each in plans] == [2, 3]
    assert {each["reason"]["word"] for each in plans} <= {"gain", "points"}
    assert (await server.anonymous().look(table))["state"]["plans"] == plans
    own = await ada.ask("GET", f"/api/tables/{table}?seat=0")
    assert own["state"]["plans"] == plans
    moves = [update for update in received if update["type"] == "entries" and seats_of(update) == {1}]
    assert len(moves) > 1
    assert [update["state"]["plans"][0] for update in moves] == [plans[0]] * len(moves)


async def test_a_plan_ends_with_the_next_turn_of_its_seat(
    server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    hurry(server, monkeypatch)
    ada, table, first = await play_turn(server, TEUTONICA, EXPERTS)
    shown = [update["state"] for update in [*first, *await play_on(ada, table)] if update["type"] == "entries"]
    plans = [(state["turn"], each["turn"]) for state in shown for each in state["plans"] if each["seat"] == 1]
    assert {made for _, made in plans} == {2, 5}
    assert {turn for turn, made in plans if made == 2} == {2, 3, 4}


async def test_other_players_and_past_states_have_no_plans(
    server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    hurry(server, monkeypatch)
    ada, table, _ = await play_turn(server, TEUTONICA, ["human", "hard", "expert"])
    state = (await ada.look(table))["state"]
    assert [each["seat"] for each in state["plans"]] == [2]
    past = await ada.ask("GET", f"/api/tables/{table}/states?number={state['number'] - 1}")
    assert [each["plans"] for each in past["states"]] == [[]]


async def test_a_seat_that_is_handed_over_has_no_plan(server: LiveServer, monkeypatch: pytest.MonkeyPatch) -> None:
    hurry(server, monkeypatch)
    ada, table, _ = await play_turn(server, TEUTONICA, EXPERTS)
    await ada.ask("PUT", f"/api/tables/{table}/seats/1", {"agent": "medium"})
    assert [each["seat"] for each in (await ada.look(table))["state"]["plans"]] == [2]


async def test_an_expert_states_a_plan_in_the_other_game(server: LiveServer, monkeypatch: pytest.MonkeyPatch) -> None:
    hurry(server, monkeypatch)
    ada = await server.sign_in("Ada")
    table = await ada.open({**HANSA, "start_player": 0}, [plan("expert"), plan("human")])
    async with ada.listen(table["id"], since=0, state=True) as live_socket:
        while (update := await live_socket.receive("entries"))["decision"] is None:
            pass
    assert [each["seat"] for each in update["state"]["plans"]] == [0]


async def test_plans_are_gone_after_a_restart(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with live_server(folder) as server:
        hurry(server, monkeypatch)
        _, table, _ = await play_turn(server, TEUTONICA, EXPERTS)
    async with live_server(folder) as server:
        assert (await server.anonymous().look(table))["state"]["plans"] == []


def view_with_plan(game: Game) -> PositionBytes:
    """Return the first position of a game, as its seat sees it, in which the best turn leads to something soon."""
    position = game.start()
    while True:
        move = game.legal_moves(position)[0]
        if game.to_move(position) >= 0:
            move = Greedy().choose(game, position, Budget(), Generator(1))
            if stated_plan(game, position, move) is not None:
                return game.view(position, game.to_move(position))
        game.advance(position, move)


async def test_a_worker_returns_a_plan_only_if_it_is_wanted(server: LiveServer) -> None:
    game = game_of(TEUTONICA)
    view = view_with_plan(game)
    chosen = await server.node.pool.choose(game, view, "greedy", with_plan=True)
    assert chosen.plan == stated_plan(game, view, chosen.move)
    assert chosen.plan is not None
    assert (await server.node.pool.choose(game, view, "greedy")).plan is None
