"""Hints: their content, who may ask for them, and practice tables."""

from pathlib import Path
from typing import Any

import pytest

from kontor.agents.reasons import prospect, reason
from kontor.core import registry
from kontor.core.agent import CandidateMove, Estimate, MoveAnalysis
from kontor.core.game import Game
from kontor.core.values import PositionBytes
from kontor.server.service.games import game_of
from tests.core.nim import NimType
from tests.server.live_server import Client, LiveServer, live_server
from tests.server.test_moves import HANSA, TEUTONICA

pytestmark = pytest.mark.anyio


async def asked(client: Client, table: dict[str, Any], **query: Any) -> Any:
    """Ask for a hint and return the response."""
    path = f"/api/tables/{table['id']}/hint"
    return await client.send("POST", path, {"number": table["state"]["number"]}, params=query)


@pytest.mark.parametrize("setup", [HANSA, TEUTONICA])
async def test_a_hint_is_a_legal_move_with_a_reason(server: LiveServer, setup: dict[str, Any]) -> None:
    ada = await server.sign_in("Ada")
    table = await ada.open(setup, ["human", *["light"] * (setup["players"] - 1)])
    while table["state"]["decision"] is None:
        table = await ada.look(table["id"])
    hint = (await asked(ada, table)).json()
    assert hint["words"] in {legal["words"] for legal in table["state"]["moves"]}
    assert (hint["number"], hint["seat"]) == (table["state"]["number"], table["state"]["decision"])
    reason = hint["reason"]
    assert reason["word"] in ("points", "prospect", "gain")
    assert reason["word"] == "gain" or reason["line"] in table["state"]["scores"][0]["lines"]
    assert 0 <= hint["chance"] <= 1
    assert hint["words"] not in [other["words"] for other in hint["others"]]


async def test_hints_are_given_where_one_person_plays_and_elsewhere_if_the_host_wants_them(
    server: LiveServer,
) -> None:
    ada, ben = await server.sign_in("Ada"), await server.sign_in("Ben")
    for wanted, status in ((False, 403), (True, 200)):
        table = await ada.open({**HANSA, "start_player": 0}, ["human", "open"], hints=wanted)
        assert table["hints"] is wanted
        await ben.ask("POST", f"/api/tables/{table['id']}/seats/1", {"invitation": table["invitations"]["1"]})
        assert (await asked(ada, table)).status_code == status
        assert (await asked(ben, table)).status_code == 403


async def test_people_at_one_screen_get_hints(server: LiveServer) -> None:
    ada = await server.sign_in("Ada")
    table = await ada.open(HANSA, ["human", "human"])
    assert table["hints"]
    seat = table["state"]["decision"]
    assert (await asked(ada, table, seat=seat)).json()["seat"] == seat
    assert (await asked(ada, table, seat=1 - seat)).status_code == 403


async def test_a_hint_is_only_for_players_at_the_number_they_know(server: LiveServer) -> None:
    ada, ben = await server.sign_in("Ada"), await server.sign_in("Ben")
    table = await ada.open({**HANSA, "start_player": 0}, ["human", "light"], public=True)
    assert (await asked(ben, table)).status_code == 403
    assert (await asked(server.anonymous(), table)).status_code == 401
    stale = {**table, "state": {**table["state"], "number": table["state"]["number"] - 1}}
    assert (await asked(ada, stale)).status_code == 409


async def test_a_hint_does_not_depend_on_what_its_seat_may_not_know(server: LiveServer) -> None:
    ada = await server.sign_in("Ada")
    table = await ada.open({**TEUTONICA, "modules": ["mission-cards"]}, ["human", "light", "light"])
    seen: list[tuple[bytes, PositionBytes]] = []
    pool = server.node.pool
    original = pool.advise

    async def recorded_game(game: Game, view: PositionBytes, agent: str, account: str) -> Any:
        match = await server.node.matches.get(table["id"])
        seen.append((bytes(view), game.view(match.timeline.position, 0)))
        return await original(game, view, agent, account)

    pool.advise = recorded_game  # type: ignore[method-assign]
    try:
        assert (await asked(ada, table)).status_code == 200
    finally:
        pool.advise = original  # type: ignore[method-assign]
    assert [given == bytes(allowed) for given, allowed in seen] == [True]


async def test_hints_are_rate_limited(folder: Path) -> None:
    async with live_server(folder, hints_per_minute=3) as server:
        ada = await server.sign_in("Ada")
        table = await ada.open({**HANSA, "start_player": 0}, ["human", "light"])
        answers = [(await asked(ada, table)).status_code for _ in range(4)]
    assert answers == [200, 200, 200, 429]


async def test_a_game_that_no_computer_plans_has_no_hints(server: LiveServer) -> None:
    registry.register(NimType())
    try:
        ada = await server.sign_in("Ada")
        table = await ada.open({"game": "nim", "players": 2}, ["human", "human"])
        answer = await asked(ada, table)
        assert (answer.status_code, "no hints" in answer.json()["sentence"]) == (422, True)
    finally:
        registry.unregister("nim")


def thought_of(game: Game, words: str) -> MoveAnalysis:
    """A thought that ends with a move and expects points from cities."""
    move = game.parse_move(words)
    lines = [{line: 9.0 if line == "cities" else 0.0 for line in game.scores(game.start()).scores[0].lines}] * 3
    return MoveAnalysis(move, [CandidateMove(move, 1.0, 0.5)], Estimate([0.4, 0.3, 0.3], lines))


def filled(route: str, count: int = 3) -> dict[str, Any]:
    """A position in which the first seat has one action left and stands on all spaces of a route."""
    spaces = {f"{route}.{n}": [0, "t"] for n in range(1, count + 1)}
    return {"active": 0, "actions": 1, "turn": 9, "spaces": spaces, "supply": {"0": [1, 0]}}


@pytest.mark.parametrize(
    ("position", "words", "word", "facts"),
    [
        (filled("dortmund--duisburg", 2), "end-turn", "points", {"line": "cities", "turns": 1}),
        (filled("dortmund--duisburg", 2), "create dortmund--duisburg", "points", {"points": 3, "turns": 0}),
        (
            filled("gottingen--quedlinburg"),
            "create gottingen--quedlinburg",
            "gain",
            {"event": {"event": "AbilityDeveloped", "seat": 0, "ability": "actions", "level": 1}},
        ),
    ],
)
def test_reasons_of_hansa_teutonica(position: Any, words: str, word: str, facts: dict[str, Any]) -> None:
    game = game_of(TEUTONICA)
    found = reason(game, game.read_position(position), thought_of(game, words))
    assert (found.word, {name: found.facts.get(name) for name in facts}) == (word, facts)


def test_what_is_expected_at_all_is_the_last_reason() -> None:
    game = game_of(TEUTONICA)
    found = prospect(game, 0, game.start(), thought_of(game, "end-turn").estimate)
    assert (found.word, found.facts) == ("prospect", {"line": "cities", "points": 9})


def test_a_single_move_needs_no_other_reason() -> None:
    game = game_of(TEUTONICA)
    position = game.read_position({"active": 0, "actions": 0})
    assert reason(game, position, thought_of(game, "end-turn")).word == "only-move"


async def test_practice_stands_in_no_list_and_gives_way_to_the_next(server: LiveServer) -> None:
    ada = await server.sign_in("Ada")
    record = {"format": 1, "setup": TEUTONICA, "start": {"active": 0, "actions": 2}, "moves": [], "revision": 1}
    seats = [{"kind": "human"}, *[{"kind": "agent", "agent": "light"}] * 2]
    plan = {"record": record, "seats": seats, "practice": True}
    first, second = [await ada.ask("POST", "/api/tables", plan) for _ in range(2)]
    assert first["practice"]
    assert first["state"]["position"]["actions"] == 2
    assert (await ada.ask("GET", "/api/tables"))["tables"] == []
    assert await server.node.tables.running_of(ada.id) == 1
    assert (await ada.play(second["id"], "income 1 0"))["decision"] == 0


@pytest.mark.parametrize("wish", [{"public": True}, {"seats": [{"kind": "human"}, {"kind": "open"}]}])
async def test_others_cannot_join_a_practice_table(server: LiveServer, wish: dict[str, Any]) -> None:
    ada = await server.sign_in("Ada")
    plan = {"setup": HANSA, "practice": True, "seats": [{"kind": "human"}, {"kind": "human"}], **wish}
    answer = await ada.send("POST", "/api/tables", plan)
    assert (answer.status_code, "practice" in answer.json()["sentence"]) == (422, True)
