"""Every response matches the description of the API, whatever is sent, and no request fails."""

from __future__ import annotations

import copy
import itertools
import json
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis import Case
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from kontor.core import registry
from kontor.core.record import read_record, walk
from kontor.server.app import create_app
from kontor.server.settings import Settings
from tests.server.server_process import server_process

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
GAMES = Path(__file__).parent.parent / "games"
UNLIMITED = {
    "requests_per_second": 1e9,
    "anonymous_requests_per_second": 1e9,
    "passwords_per_minute": 1e9,
    "tables_per_account": 10**9,
    "tables_per_hour": 1e9,
    "guests_per_hour": 1e9,
    "messages_per_minute": 1e9,
    "invitations_per_hour": 1e9,
    "reports_per_hour": 1e9,
    "groups_per_hour": 1e9,
    "webhooks_per_hour": 1e9,
    "push_subscriptions_per_hour": 1e9,
    "pings_per_minute": 1e9,
}
FEW = settings(
    max_examples=8, derandomize=True, deadline=None, database=None, suppress_health_check=list(HealthCheck)
)
MANY = settings(FEW, max_examples=400)
described = schemathesis.openapi.from_dict(create_app(Settings(data=Path(tempfile.gettempdir()))).openapi()).exclude(
    path_regex="/events$"
)  # whose responses do not end: test_events.py


class World:
    """A server with some content, and an account that may do most things there."""

    def __init__(self, address: str) -> None:
        self.client = httpx.Client(base_url=address, timeout=20)
        self.client.post("/api/session", json={"name": "Ada"}).raise_for_status()
        self.token = self.ask("/api/tokens", {"label": "bot", "scopes": ["read", "play", "manage"]})["token"]
        self._turn = itertools.count()
        self.tables = [self.table(n) for n in range(4)]
        self.games = {n: self.table(n) for n in (1, 2)}  # in which only moves are made

    def ask(self, path: str, content: object) -> Any:
        """Send a request and return the content of a successful response."""
        return self.client.post(path, json=content).raise_for_status().json()

    def table(self, number: int) -> str:
        """Create a table: public, at one screen, with a clock and secrets, or with a game that is over."""
        hansa, teutonica = {"game": "hansa", "players": 2}, {"game": "teutonica", "players": 3}
        secret = {**teutonica, "modules": ["mission-cards", "emperors-favour"]}
        plans: list[dict[str, Any]] = [
            {"setup": teutonica, "public": True, "undo": "agreed"},
            {"setup": hansa, "seats": [{"kind": "human"}] * 2},
            {"setup": secret, "seats": [{"kind": "human"}] * 3, "clock": {"kind": "budget", "seconds": 1000}},
            {"setup": hansa, "seats": [{"kind": "agent", "agent": "light"}] * 2},
        ]
        return str(self.ask("/api/tables", plans[number])["id"])

    def settle(self, case: Case[Any]) -> dict[str, str]:
        """Replace most parameters by existing ones, and return headers that authenticate."""
        turn = next(self._turn)
        if turn % 4 and "table_id" in (case.path_parameters or {}):
            case.path_parameters["table_id"] = self.tables[turn % len(self.tables)]
        if turn % 3 and isinstance(case.body, dict) and case.operation.label == "POST /api/tables":
            case.body = {**case.body, "record": None, "setup": {"game": "hansa", "players": turn % 5}}
        if turn % 3 and isinstance(case.body, dict) and case.operation.path.endswith("/moves"):
            case.body = self.move(case.path_parameters["table_id"], case.body)
        return {"Authorization": f"Bearer {self.token}"} if turn % 5 else {}

    def move(self, table: str, body: dict[str, Any]) -> dict[str, Any]:
        """Return a body with the right number and, if there is one, a legal move."""
        state = self.client.get(f"/api/tables/{table}").json().get("state")
        if not state:
            return body
        words = state["moves"][0]["words"] if state["moves"] else body.get("move")
        return {**body, "number": state["number"], "move": words}


@pytest.fixture(scope="module")
def world() -> Iterator[World]:
    """Run a server in a process of its own, without rate limits."""
    with tempfile.TemporaryDirectory() as folder, server_process("--data", folder, **UNLIMITED) as server:
        yield World(server.start())
        assert '"level": "error"' not in server.log()


def check(world: World, case: Case[Any]) -> None:
    """Send a request and compare the response with the description."""
    headers = world.settle(case)
    answer = case.call(base_url=str(world.client.base_url), headers=headers, timeout=20)
    case.validate_response(answer, checks=CHECKS)


@described.parametrize()
@FEW
def test_every_answer_is_as_described(case: Case[Any], world: World) -> None:
    check(world, case)


@pytest.mark.soak
@described.parametrize()
@MANY
def test_every_answer_is_as_described_for_long(case: Case[Any], world: World) -> None:
    check(world, case)


JUNK: list[Any] = [
    None,
    True,
    -1,
    0,
    10**9,
    1.5,
    "",
    "?",
    "x",
    "n",
    [],
    {},
    [None],
    [[]],
    {"x": 1},
    ["x", "x"],
    [0, "t"],
    "hansa",
]


@st.composite
def spoilt(draw: st.DrawFn, content: Any) -> Any:
    """Return content in which some part is junk, missing, or repeated."""
    if not isinstance(content, dict | list) or not content or draw(st.integers(0, 3)) == 0:
        return draw(st.sampled_from(JUNK))
    made = copy.copy(content)
    place: Any = draw(st.sampled_from(sorted(made) if isinstance(made, dict) else range(len(made))))
    if draw(st.integers(0, 5)) == 0:
        del made[place]
    elif isinstance(made, list) and draw(st.booleans()):
        made.append(made[place])
    else:
        made[place] = draw(spoilt(made[place]))
    return made


def records() -> list[dict[str, Any]]:
    """Return records of both games: some from the start, some from a position, and what follows."""
    found = [json.loads(file.read_text()) for file in sorted(GAMES.glob("*/records/*.json"))[::4]]
    begun = [{**record, "moves": record["moves"][:60], "result": None} for record in found]
    return [*begun, *map(started, begun)]


def started(record: dict[str, Any]) -> dict[str, Any]:
    """Return a record that begins with the last position of another one."""
    game = registry.game(record["setup"])
    *_, position = walk(game, read_record(record))
    return {**record, "start": game.position_json(position), "moves": []}


def send_spoilt(world: World, record: dict[str, Any]) -> None:
    """Create a table with a record and read everything it leads to; nothing of that may fail."""
    answer = world.client.post("/api/tables", json={"record": record})
    assert answer.status_code in (201, 422, 429), answer.text
    if answer.status_code == 201:
        table = f"/api/tables/{answer.json()['id']}"
        for path in ("", "/record", "/at/0", "?seat=0"):
            assert world.client.get(table + path).status_code in (200, 403), answer.text


@settings(FEW, max_examples=60)
@given(st.sampled_from(records()).flatmap(spoilt))
def test_no_record_makes_it_fail(world: World, record: Any) -> None:
    send_spoilt(world, record)


@pytest.mark.soak
@settings(FEW, max_examples=5000)
@given(st.sampled_from(records()).flatmap(spoilt))
def test_no_record_makes_it_fail_for_long(world: World, record: Any) -> None:
    send_spoilt(world, record)


PLANS: list[dict[str, Any]] = [
    {
        "setup": {
            "game": "teutonica",
            "edition": "big-box",
            "board": "hanse-4-5",
            "players": 4,
            "modules": ["mission-cards", "emperors-favour"],
            "switches": {"income": "up-to", "marker_facing": "down"},
        },
        "seats": [{"kind": "human", "name": "Ada"}, {"kind": "open"}, {"kind": "open"}, {"kind": "human"}],
        "title": "Sunday",
        "public": True,
        "undo": "agreed",
        "hints": True,
        "clock": {"kind": "budget", "seconds": 1200, "increment": 20, "agent": "light"},
    },
    {"setup": {"game": "teutonica", "modules": ["promo-markers"], "markers": {"tribute": 2, "actions-3": 13}}},
    {"setup": {"game": "hansa", "players": 3, "modules": ["extra-card"], "start_player": 1}, "practice": False},
]


def send_plan(world: World, plan: Any) -> None:
    """Create a table by a plan, if it is valid, and read it."""
    answer = world.client.post("/api/tables", json=plan)
    assert answer.status_code in (201, 422), answer.text
    if answer.status_code == 201:
        assert world.client.get(f"/api/tables/{answer.json()['id']}").status_code == 200


@settings(FEW, max_examples=60)
@given(st.sampled_from(PLANS).flatmap(spoilt))
def test_no_plan_of_a_table_makes_it_fail(world: World, plan: Any) -> None:
    send_plan(world, plan)


@pytest.mark.soak
@settings(FEW, max_examples=5000)
@given(st.sampled_from(PLANS).flatmap(spoilt))
def test_no_plan_of_a_table_makes_it_fail_for_long(world: World, plan: Any) -> None:
    send_plan(world, plan)


@st.composite
def odd_words(draw: st.DrawFn, words: str) -> str:
    """Return words of which one was left out, repeated, or replaced by one of another move."""
    parts = words.split(" ")
    place = draw(st.integers(0, len(parts) - 1))
    other = draw(st.sampled_from([[], [parts[place]] * 2, ["?"], ["chance"], ["-1"], ["t"], [""], [parts[0] + ".1"]]))
    return " ".join([*parts[:place], *other, *parts[place + 1 :]])


def known_moves() -> list[tuple[str, Any]]:
    """Return moves of recorded games, in words and as objects."""
    found = {}
    for record in records():
        game = registry.game(record["setup"])
        found.update({words: game.move_json(game.parse_move(words)) for words in record["moves"]})
    return sorted(found.items())


ODD_MOVES = st.sampled_from(known_moves()).flatmap(lambda move: st.one_of(odd_words(move[0]), spoilt(move[1])))


def send_odd_move(world: World, move: Any, number: int) -> None:
    """Send an odd move, and then play on."""
    table = world.games[number]
    state = world.client.get(f"/api/tables/{table}").json()["state"]
    if state["over"]:
        world.games[number] = world.table(number)
        return
    for content in (move, state["moves"][0]["words"]):
        body = {"number": state["number"], "move": content}
        answer = world.client.post(f"/api/tables/{table}/moves", json=body)
        assert answer.status_code in (200, 409, 422), answer.text


@settings(FEW, max_examples=60)
@given(ODD_MOVES, st.integers(1, 2))
def test_no_move_makes_it_fail(world: World, move: Any, number: int) -> None:
    send_odd_move(world, move, number)


@pytest.mark.soak
@settings(FEW, max_examples=5000)
@given(ODD_MOVES, st.integers(1, 2))
def test_no_move_makes_it_fail_for_long(world: World, move: Any, number: int) -> None:
    send_odd_move(world, move, number)
