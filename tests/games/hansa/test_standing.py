"""What follows from a position by the rules, for those who draw it."""

from kontor.core.game import Standing
from tests.marks import case
from tests.rules.hansa.scenario import GREY, YELLOW, Scenario


@case("H-BUY-3")
def test_leaders_are_told_where_somebody_leads() -> None:
    s = Scenario(posts={"danzig": {"0": 4, "1": 2}, "riga": {"0": 1, "1": 1}, "reval": {"1": 1}})
    assert isinstance(s.game, Standing)
    assert s.game.standing(s.position) == {"leaders": {"danzig": GREY, "reval": YELLOW}}
