"""Puzzles are listed without their solutions, and answers are checked and explained."""

from typing import Any

import pytest

from kontor.study.puzzle_collection import puzzles
from tests.server.live_server import LiveServer

pytestmark = pytest.mark.anyio


async def first_of(server: LiveServer) -> dict[str, Any]:
    """Return the first puzzle of the list."""
    ada = await server.sign_in("Ada")
    listed = await ada.ask("GET", "/api/puzzles")
    found: dict[str, Any] = await ada.ask("GET", f"/api/puzzles/{listed['puzzles'][0]['id']}")
    return found


async def test_puzzles_are_listed_by_board_and_difficulty(server: LiveServer) -> None:
    ada = await server.sign_in("Ada")
    everything = (await ada.ask("GET", "/api/puzzles"))["puzzles"]
    assert len(everything) == len(puzzles())
    one = everything[0]
    asked = f"/api/puzzles?game={one['game']}&board={one['board']}&difficulty={one['difficulty']}"
    some = (await ada.ask("GET", asked))["puzzles"]
    assert one in some
    assert all(each["difficulty"] == one["difficulty"] and each["board"] == one["board"] for each in some)


async def test_a_puzzle_is_returned_without_its_solution(server: LiveServer) -> None:
    puzzle = await first_of(server)
    assert {"solution", "chance", "alternative", "explanation"}.isdisjoint(puzzle)


async def test_the_solution_solves_it_and_is_explained(server: LiveServer) -> None:
    ada, puzzle = await server.sign_in("Ada"), await first_of(server)
    moves = list(puzzles()[puzzle["id"]].solution)
    received = await ada.ask("POST", f"/api/puzzles/{puzzle['id']}/answer", {"moves": moves})
    assert received["solved"] is True
    assert received["solution"] == moves
    assert [step["do"] for step in received["steps"]] == [text.split()[0] for text in moves]
    assert received["alternative"]["chance"] < received["chance"]


async def test_a_wrong_turn_does_not_solve_it(server: LiveServer) -> None:
    ada, puzzle = await server.sign_in("Ada"), await first_of(server)
    received = await ada.ask("POST", f"/api/puzzles/{puzzle['id']}/answer", {"moves": ["end-turn"]})
    assert received["solved"] is False
    assert received["explanation"]["word"] in ("wins", "ends", "scores", "prepares")


async def test_no_moves_show_the_solution(server: LiveServer) -> None:
    ada, puzzle = await server.sign_in("Ada"), await first_of(server)
    received = await ada.ask("POST", f"/api/puzzles/{puzzle['id']}/answer", {"moves": []})
    assert received["solved"] is False
    assert received["solution"]


@pytest.mark.parametrize("moves", [["fly me"], ["end-turn", "end-turn", "end-turn"], ["income 99 0"]])
async def test_what_is_not_legal_is_refused(server: LiveServer, moves: list[str]) -> None:
    ada, puzzle = await server.sign_in("Ada"), await first_of(server)
    assert (await ada.send("POST", f"/api/puzzles/{puzzle['id']}/answer", {"moves": moves})).status_code == 422


async def test_a_puzzle_is_played_on_a_real_board(server: LiveServer) -> None:
    ada, puzzle = await server.sign_in("Ada"), await first_of(server)
    record = {"format": 1, "setup": puzzle["setup"], "start": puzzle["position"], "moves": []}
    table = await ada.ask("POST", "/api/tables", {"record": record, "practice": True})
    assert table["state"]["to_move"] == puzzle["seat"]
    assert table["state"]["decision"] == puzzle["seat"]


async def test_an_unknown_puzzle_is_unknown(server: LiveServer) -> None:
    ada = await server.sign_in("Ada")
    assert (await ada.send("GET", "/api/puzzles/no-such-puzzle")).status_code == 404
