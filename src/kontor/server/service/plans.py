"""Plans: moves that a player wants to make in the next turn, kept until they are played or no longer legal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from kontor.core.values import Seat
from kontor.server.errors import Conflict, Invalid
from kontor.server.service.match import Match
from kontor.server.service.orders import seat_key
from kontor.server.service.previews import PlayedLine, planned_view, play, refusal_json
from kontor.server.service.serialization import move_json
from kontor.server.service.time_slicer import TimeSlicer
from kontor.server.service.viewers import Viewer
from kontor.server.store.order_book import Plan
from kontor.server.store.orders import Orders


class PlanService:
    """Shows and changes the plan of a seat to the account that holds it, and to nobody else."""

    def __init__(self, orders: Orders, slicer: TimeSlicer) -> None:
        self.orders = orders
        self.slicer = slicer

    async def plan(self, match: Match, viewer: Viewer, seat: Seat | None) -> dict[str, Any]:
        """Return the plan of a seat, and why it is no longer legal, if so."""
        found = await self.orders.plan(seat_key(match, viewer, seat))
        return plan_json(match, viewer, found)

    async def set_plan(
        self, match: Match, viewer: Viewer, seat: Seat | None, version: int, moves: Sequence[str]
    ) -> dict[str, Any]:
        """Replace the plan of a seat by moves that are legal one after another, or reject them; none removes it."""
        key = seat_key(match, viewer, seat)
        if moves and match.over:
            raise Conflict("The game is over; there is no turn to plan.")
        self.slicer.limits.charge_moves(len(moves))
        made = list[str]()
        if moves:
            played = planned_line(match, viewer, key.seat, moves)
            if played.refusal is not None:
                raise played.refusal
            made = played.made
        plan = Plan(key, version, tuple(made))
        current = await self.orders.plan(key)
        if current.version != version or not await self.orders.replace_plan(plan):
            raise Conflict("Your plan was changed meanwhile; read it again, and nothing is lost.")
        return plan_json(match, viewer, replace(plan, version=version + 1))


def planned_line(match: Match, viewer: Viewer, seat: Seat, moves: Sequence[str]) -> PlayedLine:
    """Play moves of a seat in its own turn, or as if its turn began now."""
    position = match.game.view(match.timeline.position, seat) if match.to_move == seat else planned_view(match, seat)
    played = play(match, viewer, position, moves, seat)
    if played.refusal is None and len(played.made) < len(moves):
        raise Invalid(f"After {len(played.made)} moves another player or chance decides; a plan ends there.")
    return played


def plan_json(match: Match, viewer: Viewer, plan: Plan) -> dict[str, Any]:
    """Return a plan as its player reads it."""
    refusal = None if match.over or not plan.moves else problem_of(match, viewer, plan)
    return {
        "seat": plan.key.seat,
        "number": match.number,
        "version": plan.version,
        "moves": [] if match.over else [planned_move(match, words) for words in plan.moves],
        "refusal": refusal,
    }


def planned_move(match: Match, words: str) -> dict[str, Any]:
    """Return a planned move in words and as an object."""
    return move_json(match.game, match.game.parse_move(words))


def problem_of(match: Match, viewer: Viewer, plan: Plan) -> dict[str, Any] | None:
    """Return why a plan cannot be played now, None if it can."""
    try:
        played = planned_line(match, viewer, plan.key.seat, plan.moves)
    except (Conflict, Invalid) as problem:
        return {"error": problem.code, "sentence": problem.sentence, "rule": None, "facts": {}}
    return None if played.refusal is None else refusal_json(played.refusal)
