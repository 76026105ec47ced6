"""Rule set: the parts of the rules that modules select, replace and extend before a game is built."""

from __future__ import annotations

from typing import Any

from kontor.games.teutonica.rules.cities import Posts
from kontor.games.teutonica.rules.hooks import MarkerHook, PieceHook
from kontor.games.teutonica.rules.reach import PermissionReach, Reach
from kontor.games.teutonica.rules.steps.replacement_markers import (
    FreeRouteCondition,
    RouteCondition,
    UnmarkedRouteCondition,
)
from kontor.games.teutonica.rules.steps.step import Stage, Step
from kontor.games.teutonica.rules.steps.use_marker import MarkerStep


def sizes(first: dict[str, int]) -> dict[str, int]:
    """Return the number of moves in each block; the blocks are in the order of their moves."""
    names, numbers = list(first), list(first.values())
    return {names[n]: numbers[n + 1] - numbers[n] for n in range(len(names) - 1)}


class RuleSet:
    """Parts of the rules that editions, boards, switches and modules choose.

    `first` maps each block to the number of its first move, and "end" to the number of moves; `size` maps each block
    to its number of moves; `start` holds the number of start markers per type.
    """

    first: dict[str, int]
    size: dict[str, int]
    switches: dict[str, Any]
    start: list[int]
    reach: Reach
    posts: Posts
    piece_hook: PieceHook
    marker_hook: MarkerHook
    placing_reach: Reach | None
    conditions: list[RouteCondition]
    opening: list[Stage]
    neutral_creation: list[Stage]
    uses: list[MarkerStep]
    steps: list[tuple[int, Step]]

    def __init__(self, first: dict[str, int], switches: dict[str, Any], start: list[int], has_gateways: bool) -> None:
        self.first = first
        self.size = sizes(first)
        self.switches = switches
        self.start = start
        self.reach = PermissionReach() if has_gateways else Reach()
        self.posts = Posts()
        self.piece_hook = PieceHook()
        self.marker_hook = MarkerHook()
        self.placing_reach = None
        self.conditions = [RouteCondition()]
        if switches["marker_stuck"] == "relax":
            self.conditions += [FreeRouteCondition(), UnmarkedRouteCondition()]
        self.opening = []
        self.neutral_creation = []
        self.uses = []
        self.steps = []
