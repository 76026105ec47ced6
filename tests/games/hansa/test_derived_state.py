"""Protects the derived state that clients draw: the leader of each port."""

from tests.marks import case
from tests.rules.hansa.scenario import GREY, YELLOW, Scenario


@case("H-BUY-3")
def test_leaders_of_ports_with_a_single_leader() -> None:
    s = Scenario(posts={"danzig": {"0": 4, "1": 2}, "riga": {"0": 1, "1": 1}, "reval": {"1": 1}})
    assert s.game.derived_state(s.position) == {"leaders": {"danzig": GREY, "reval": YELLOW}}
