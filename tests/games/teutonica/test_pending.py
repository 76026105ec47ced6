"""A position with pending decisions can be written and read back unchanged."""

from collections.abc import Iterator

import pytest

from kontor.games.teutonica.formats.positions.ids import PositionIds
from kontor.games.teutonica.formats.positions.pending import ARGUMENTS
from kontor.games.teutonica.formats.positions.pending_reader import stages_of
from kontor.games.teutonica.game import Teutonica
from kontor.games.teutonica.rules.tasks import SEQUENCE_NAMES
from tests.games.teutonica.walks import (
    BRITANNIA,
    EAST,
    EVERY_SETUP,
    FAVOURS,
    HANSE,
    NEUTRAL,
    PROMOS,
    Content,
    Setup,
    assert_round_trip,
    game,
    random_walk,
    takes_traders,
    tasks_of,
)
from tests.marks import case


def after(setup: Setup, content: Content, *moves: str) -> Content:
    """Return the position after moves; check the round trip before and after each."""
    played = game(setup)
    position = played.read_position(content)
    for words in moves:
        assert_round_trip(played, position)
        played.advance(position, played.parse_move(words))
    return assert_round_trip(played, position)


def own_route(setup: Setup, route: str) -> Content:
    """Return the spaces of a route with a piece of seat 0 on each."""
    board = game(setup).board.json
    spaces = next(found["spaces"] for found in board["routes"] if found["id"] == route)
    return {f"{route}.{n + 1}": [0, "m" if sort == "merchant" else "t"] for n, sort in enumerate(spaces)}


def permanent_routes() -> Iterator[tuple[Setup, str, str]]:
    """Yield the routes with a permanent marker."""
    for setup in (EAST, BRITANNIA):
        for route in game(setup).board.json["routes"]:
            if route["permanent"]:
                yield setup, route["id"], route["permanent"]


@pytest.mark.parametrize(("setup", "route", "permanent"), list(permanent_routes()))
def test_permanent_markers_under_way(setup: Setup, route: str, permanent: str) -> None:
    content: Content = {"spaces": own_route(setup, route), "abilities": {"0": {"book": 3}}}
    tasks = {
        "move-2-any": "lifting",
        "develop-privilege": "privilege-gift",
        "green-city-post": "green-post",
        "place-2-from-route": "two-of-route",
        "place-2-wales-scotland": "two-abroad",
    }
    free = next(space for space in game(setup).board.spaces if space not in content["spaces"])
    content["spaces"][free] = [0, "m"]
    done = after(setup, content, f"create {route}", "reward nothing")
    assert tasks[permanent] in tasks_of(done)
    played = game(setup)
    for position in random_walk(played, played.read_position(done), 5, 6):
        assert_round_trip(played, position)


@case("HT-DSP-11")
def test_a_lifted_extra_under_way() -> None:
    others = [space for space in game().board.spaces if not space.startswith("bremen--osnabruck")]
    houses = [space for space in others if takes_traders(space)][:11]
    content = {"spaces": {"bremen--osnabruck.1": [1, "m"]} | {space: [1, "t"] for space in houses}}
    done = after(HANSE, content, "displace bremen--osnabruck.1 t 0", f"lift {houses[0]}")
    assert tasks_of(done) == {"relocation", "extra-put"}
    assert done["pending"]["hand"] == [[1, "t"]]


@case("HT-FAV-7")
def test_an_income_reaction_under_way() -> None:
    done = after(FAVOURS, {"favours": {"2": ["income-share"]}}, "income 1 0")
    assert done["pending"] == {"tasks": [{"task": "income-reaction"}]}
    played = game(FAVOURS)
    assert played.to_move(played.read_position(done)) == 2


@case("HT-PRO-3")
def test_tributes_under_way() -> None:
    content = {
        "spaces": own_route(PROMOS, "bremen--osnabruck"),
        "attached": {"emden--osnabruck": [[1, "tribute"], [2, "tribute"]]},
    }
    done = after(PROMOS, content, "create bremen--osnabruck", "reward post osnabruck")
    assert [frame["seat"] for frame in done["pending"]["tasks"][1:]] == [2, 1]


@case("HT-PRO-2", "HT-PRO-4")
def test_promo_markers_under_way() -> None:
    content = {"unused_markers": {"0": ["swap-marker", "block"]}, "used_markers": {"1": ["actions-3"]}}
    assert tasks_of(after(PROMOS, content, "use swap-marker")) == {"swapping"}
    assert after(PROMOS, content, "use block")["pending"]["tasks"] == [{"task": "attachment", "marker": "block"}]


@case("HT-RPL-5")
def test_a_face_down_marker_under_way() -> None:
    setup = {"switches": {"marker_facing": "down"}}
    content = {
        "spaces": own_route(setup, "bremen--osnabruck"),
        "markers_on_routes": {"bremen--osnabruck": "?"},
    }
    done = after(setup, content, "create bremen--osnabruck")
    assert done["pending"]["tasks"][1] == {"task": "reveal", "owner": 0, "route": "bremen--osnabruck"}


def test_a_pause_and_a_fresh_marker_under_way() -> None:
    setup = {"switches": {"markers_mid_action": True}}
    content = {
        "spaces": own_route(setup, "bremen--osnabruck") | {"hamburg--luneburg.1": [1, "t"]},
        "markers_on_routes": {"bremen--osnabruck": "actions-3"},
        "unused_markers": {"0": ["move-3"]},
    }
    done = after(setup, content, "create bremen--osnabruck", "stop", "use move-3")
    assert done["pending"]["fresh"] == "actions-3"
    assert tasks_of(done) == {"creation", "pause", "lifting"}


def test_markers_placed_at_once_under_way() -> None:
    setup = {"switches": {"marker_place_time": "end-of-action"}}
    content = {
        "spaces": own_route(setup, "bremen--osnabruck"),
        "markers_on_routes": {"bremen--osnabruck": "actions-3"},
    }
    done = after(setup, content, "create bremen--osnabruck", "reward nothing")
    assert tasks_of(done) == {"placement", "look"}
    assert done["pending"]["drawn"] is False


def crowded(setup: Setup) -> Content:
    """Return spaces with a piece on every route, so that a marker fits no route."""
    return {f"{route}.1": [n % 4, "t"] for n, route in enumerate(game(setup).board.routes)}


@case("HT-RPL-6")
def test_a_stuck_marker_that_has_ended_the_game() -> None:
    setup = {"switches": {"marker_stuck": "end-game"}}
    done = after(setup, {"spaces": crowded(setup), "plate": {"0": ["actions-3"]}}, "end-turn")
    assert done["pending"] == {"marker_stuck": "over"}
    assert game(setup).ended_by(game(setup).read_position(done)) == "marker-stuck"


@case("HT-RPL-6")
def test_a_stuck_marker_that_will_end_the_game() -> None:
    setup = {"switches": {"marker_stuck": "end-game", "marker_place_time": "end-of-action"}}
    done = after(setup, {"spaces": crowded(setup), "plate": {"0": 1}}, "chance actions-3")
    assert done["pending"] == {"marker_stuck": "this-turn"}
    assert game(setup).ended_by(game(setup).read_position(done)) is None


@case("HT-P2N-5")
def test_a_neutral_route_under_way() -> None:
    played = game(NEUTRAL)
    route = next(r for r in played.board.json["routes"] if set(r["spaces"]) == {"any"} and len(r["spaces"]) == 3)
    spaces = {f"{route['id']}.{n}": ["n", "t"] for n in (1, 2)}
    content = {
        "spaces": spaces | {other_space(played, route["id"]): ["n", "t"]},
        "unused_markers": {"0": ["move-3"]},
        "markers_on_routes": {},
    }
    lifted = other_space(played, route["id"])
    done = after(NEUTRAL, content, "use move-3", f"lift {lifted}", "stop", f"put {route['id']}.3")
    assert tasks_of(done) == {"neutral-creation", "neutral-post"}


def other_space(played: Teutonica, route: str) -> str:
    """Return a house space of another route."""
    return next(f"{r['id']}.1" for r in played.board.json["routes"] if r["id"] != route and r["spaces"][0] == "any")


def test_removals_and_moves_under_way() -> None:
    spaces = {"bremen--osnabruck.1": [0, "t"], "bremen--osnabruck.2": [1, "m"]}
    removing = {"edition": "second", "players": 4}
    done = after(removing, {"spaces": spaces, "unused_markers": {"0": ["remove-3"]}}, "use remove-3")
    assert done["pending"]["tasks"] == [{"task": "removal", "left": 3, "must": True}]
    lifted = after(HANSE, {"spaces": spaces}, "lift bremen--osnabruck.1")
    assert lifted["pending"] == {"tasks": [{"task": "putting", "whose": "own"}], "hand": [[0, "t"]]}


def test_every_task_has_its_form_and_every_sequence_its_stages() -> None:
    for setup in [*EVERY_SETUP, {"switches": {"markers_mid_action": True}}]:
        played = Teutonica(setup, "interpreted")
        ids = PositionIds(played.configuration)
        for sequence, stages in zip(SEQUENCE_NAMES, played.configuration.engine.referee.stages, strict=True):
            assert sequence in ARGUMENTS
            if stages:
                assert stages_of(ids, sequence) == len(stages)
