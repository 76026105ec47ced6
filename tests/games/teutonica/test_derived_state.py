"""The derived state contains the controller of each city and the sizes of the largest networks."""

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
