"""The derived state contains control, completed cities, the largest networks and the open displacement."""

import random
from typing import Any

from kontor.games.teutonica.post_state import kept_state
from kontor.kernel.seats import GAME_OVER
from tests.marks import case
from tests.rules.scenario import BLUE, FULL, RED, Scenario, crowd
from tests.rules.test_displace import TARGET, displaced, parked


@case("HT-CTL-1", "HT-NET-1")
def test_derived_state_contains_control_and_networks() -> None:
    s = Scenario(posts={"stade": [[BLUE, "m"]], "bremen": [[RED, "m"]], "hamburg": [[RED, "t"], [BLUE, "t"]]})
    derived = s.game.derived_state(s.position)
    assert derived["control"] == {"stade": BLUE, "bremen": RED, "hamburg": BLUE}
    assert derived["networks"] == {"0": 2, "1": 2, "2": 0, "3": 0}


@case("HT-P2N-11")
def test_the_neutral_player_controls_cities_too() -> None:
    s = Scenario("hanse-2-3", players=2, posts={"brunswiek": [["n", "t"]]})
    assert s.game.derived_state(s.position)["control"] == {"brunswiek": "n"}


@case("HT-PST-6", "HT-EAS-5")
def test_full_cities_and_green_cities_with_a_post_are_completed() -> None:
    posts = {"halle": [[BLUE, "t"], [RED, "t"]], "danzig": [[RED, "t"]]}
    s = Scenario("east-3-5", players=3, posts=posts, green_posts={"belgard": [[RED, "m", "permanent"]]})
    assert s.game.derived_state(s.position)["completed"] == ["belgard", "halle"]


@case("HT-SCO-H", "HT-REG-1")
def test_only_lines_that_can_count_are_named() -> None:
    plain = ["track", "abilities", "markers", "special", "cities", "network"]
    assert lines_of("hanse-4-5") == plain
    assert lines_of("hanse-4-5", "mission-cards") == [*plain, "mission"]
    assert lines_of("britannia-4-5") == [*plain[:5], "regions", "network"]


def lines_of(board: str, *modules: str) -> list[str]:
    game = Scenario(board, players=4, modules=modules).game
    lines: list[str] = game.derived_state(game.start())["score_lines"]
    return lines


def displacement(s: Scenario) -> dict[str, Any]:
    """Return the displacement that is being answered."""
    found: dict[str, Any] = s.game.derived_state(s.position)["displacement"]
    return found


def offered_spaces(s: Scenario, verb: str = "relocate") -> set[str]:
    """Return the spaces of the legal moves with a verb."""
    return {words.split()[0] for words in s.offered(verb)}


@case("HT-DSP-5", "HT-DSP-8")
def test_a_displacement_says_what_is_left_and_which_spaces_are_open() -> None:
    s = Scenario(spaces={"minden--munster.2": [BLUE, "m"]}, supply={RED: [4, 0]})
    assert "displacement" not in s.game.derived_state(s.position)
    s.play("displace minden--munster.2 t 0")
    found = displacement(s)
    assert (found["owner"], found["by"], found["route"]) == (BLUE, RED, "minden--munster")
    assert (found["displaced"], found["extras"], found["placed"], found["source"]) == ("m", 2, 0, "stock")
    assert (found["ring"], found["anywhere"], found["in_hand"]) == (1, False, False)
    assert set(found["spaces"]["1"]) == offered_spaces(s)
    assert "bremen--minden.1" in found["spaces"]["1"]
    assert "bremen--hannover.1" in found["spaces"]["2"]
    assert not set(found["spaces"]["1"]) & set(found["spaces"]["2"])
    s.play("relocate bremen--minden.1 m")
    found = displacement(s)
    assert (found["displaced"], found["extras"], found["placed"]) == (None, 2, 1)
    s.play("relocate bremen--minden.2 t")
    s.play("relocate bremen--minden.3 t")
    assert "displacement" not in s.game.derived_state(s.position)


@case("HT-DSP-8")
def test_the_second_rank_is_open_when_the_first_is_full() -> None:
    first, second = "dortmund--duisburg.1", "arnheim--duisburg.1"
    spaces = {**crowd("hanse-4-5", range(5), first, second), TARGET: [BLUE, "t"]}
    s = Scenario(players=5, spaces=spaces, abilities=dict.fromkeys(range(5), FULL)).play(f"displace {TARGET} t 0")
    assert displacement(s)["spaces"] == {"1": [first], "2": [second]}
    s.play(f"relocate {first} t")
    found = displacement(s)
    assert (found["ring"], found["spaces"]) == (2, {"1": [second], "2": []})
    assert offered_spaces(s) == {second}


@case("HT-DSP-6", "HT-DSP-11")
def test_the_source_of_extras_is_named_down_to_the_routes() -> None:
    assert displacement(displaced("t", posts=parked(6), stock={BLUE: (0, 0)}))["source"] == "supply"
    posts = parked(9) | {"stade": [[BLUE, "m"]]}
    s = displaced("t", spaces={"hamburg--lubeck.1": [BLUE, "t"]}, posts=posts)
    assert displacement(s)["source"] == "routes"
    s.play("relocate dortmund--duisburg.1 t", "lift hamburg--lubeck.1")
    found = displacement(s)
    assert (found["in_hand"], found["placed"], found["extras"]) == (True, 1, 0)
    assert set(found["spaces"]["1"]) == offered_spaces(s, "put")


@case("HT-DSP-14")
def test_a_favour_opens_all_spaces_at_once() -> None:
    s = displaced("t", modules=["emperors-favour"], favours={BLUE: ["displaced-anywhere"]}, stock={BLUE: (2, 0)})
    found = displacement(s)
    assert (found["anywhere"], found["spaces"]["2"]) == (True, [])
    assert set(found["spaces"]["1"]) == offered_spaces(s)


@case("HT-P2N-3")
def test_a_neutral_piece_is_placed_for_the_neutral_player() -> None:
    s = Scenario("hanse-2-3", players=2, spaces={"dortmund--duisburg.1": ["n", "t"]}, supply={RED: [4, 0]})
    s.play("displace dortmund--duisburg.1 t 0")
    found = displacement(s)
    assert (found["owner"], found["by"], found["source"]) == ("n", RED, "stock")


def test_what_is_kept_for_posts_equals_what_the_cells_say_in_every_position_of_a_game() -> None:
    game = Scenario("east-3-5", players=3).game
    position, chooser = game.start(), random.Random(7)
    found: list[dict[str, Any]] = []
    while game.to_move(position) != GAME_OVER and len(found) < 400:
        moves = [*game.legal_moves(position)]
        routes = [move for move in moves if game.move_text(move).startswith("create")]
        game.advance(position, chooser.choice(routes or moves))
        kept = game.derived_state(position)
        kept_state.cache_clear()
        found.append(game.derived_state(position))
        assert kept == found[-1]
        kept["control"]["nowhere"] = 0  # what is returned belongs to the caller
        found[-1]["completed"].append("nowhere")
        assert "nowhere" not in (*game.derived_state(position)["control"], *game.derived_state(position)["completed"])
    assert any(state["control"] for state in found)
