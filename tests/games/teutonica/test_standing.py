"""What follows from a position by the rules, for those who draw it."""

from kontor.core.game import Standing
from tests.marks import case
from tests.rules.scenario import BLUE, RED, Scenario


@case("HT-CTL-1", "HT-NET-1")
def test_control_and_networks_are_told() -> None:
    s = Scenario(posts={"stade": [[BLUE, "m"]], "bremen": [[RED, "m"]], "hamburg": [[RED, "t"], [BLUE, "t"]]})
    assert isinstance(s.game, Standing)
    told = s.game.standing(s.position)
    assert told["control"] == {"stade": BLUE, "bremen": RED, "hamburg": BLUE}
    assert told["networks"] == {"0": 2, "1": 2, "2": 0, "3": 0}


@case("HT-P2N-11")
def test_the_neutral_player_controls_cities_too() -> None:
    s = Scenario("hanse-2-3", players=2, posts={"brunswiek": [["n", "t"]]})
    assert s.game.standing(s.position)["control"] == {"brunswiek": "n"}
