"""Rules as a value: what modules select, wrap and add before a game is composed of them."""

from __future__ import annotations

from typing import Any

from kontor.games.teutonica.rules.arrivals import Arrivals
from kontor.games.teutonica.rules.cities import Posts
from kontor.games.teutonica.rules.reach import PermissionReach, Reach
from kontor.games.teutonica.rules.steps.replacing import Condition, Landing, UnmarkedOnly, WithoutOpenEnd
from kontor.games.teutonica.rules.steps.step import Stage, Step


def sizes(first: dict[str, int]) -> dict[str, int]:
    """How many moves each sort has; the sorts stand in the order of their moves."""
    names, numbers = list(first), list(first.values())
    return {names[n]: numbers[n + 1] - numbers[n] for n in range(len(names) - 1)}


class Rules:
    """The parts of the rules that editions, boards, switches and modules choose.

    `first` says with which number the moves of each sort begin and, as "end", how many moves there are; `size` says
    how many moves each sort has; `start` holds the start markers per type.
    """

    first: dict[str, int]
    size: dict[str, int]
    switches: dict[str, Any]
    start: list[int]
    reach: Reach
    posts: Posts
    arrivals: Arrivals
    landing: Landing
    placing_reach: Reach | None
    conditions: list[Condition]
    opening: list[Stage]
    neutral_creation: list[Stage]
    uses: list[Step]
    steps: list[tuple[int, Step]]

    def __init__(self, first: dict[str, int], switches: dict[str, Any], start: list[int], has_gateways: bool) -> None:
        self.first = first
        self.size = sizes(first)
        self.switches = switches
        self.start = start
        self.reach = PermissionReach() if has_gateways else Reach()
        self.posts = Posts()
        self.arrivals = Arrivals()
        self.landing = Landing()
        self.placing_reach = None
        self.conditions = [Condition()]
        if switches["marker_stuck"] == "relax":
            self.conditions += [WithoutOpenEnd(), UnmarkedOnly()]
        self.opening = []
        self.neutral_creation = []
        self.uses = []
        self.steps = []
