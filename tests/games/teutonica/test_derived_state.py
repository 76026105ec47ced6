"""The derived state contains the controller of each city, the completed cities and the largest networks."""

from tests.marks import case
from tests.rules.scenario import BLUE, RED, Scenario


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
