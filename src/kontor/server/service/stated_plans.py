"""The plans that computer players state: what a seat gains within its next turns, as everyone may know it.

They are in the memory of the node that plays the table, and gone when it restarts.
"""

from __future__ import annotations

from typing import Any

from kontor.agents.levels import states_plan
from kontor.core.values import Seat
from kontor.kernel.seats import CHANCE
from kontor.server.service.match import Match, StatedPlan
from kontor.server.store.entries import COMPUTER
from kontor.server.store.table_info import AGENT


def is_plan_due(match: Match, seat: Seat) -> bool:
    """Return whether a seat states a plan with its next move: an agent that does so begins its turn."""
    return seat_states_plan(match, seat) and begins_turn(match)


def seat_states_plan(match: Match, seat: Seat) -> bool:
    """Return whether the player of a seat is an agent that states its plans."""
    player = match.table.seats[seat]
    return player.kind == AGENT and states_plan(player.agent or "")


def begins_turn(match: Match) -> bool:
    """Return whether no seat has decided anything in the present turn."""
    game, line = match.game, match.timeline.line.previous
    while line is not None and line.decider == CHANCE:
        line = line.previous
    return line is None or game.turn(line.position(game)) < game.turn(match.timeline.position)


def plans_json(match: Match) -> list[dict[str, Any]]:
    """Return the plans that are still those of their seats, the same for every viewer."""
    return [
        {"seat": plan.seat, "turn": plan.turn, "reason": {"word": plan.reason.word, **plan.reason.facts}}
        for plan in match.plans.values()
        if is_current(match, plan)
    ]


def is_current(match: Match, plan: StatedPlan) -> bool:
    """Return whether a seat has begun to play its plan, and its next turn has not begun."""
    if match.over or match.number < plan.number or not seat_states_plan(match, plan.seat):
        return False
    entry = match.entries[plan.number - 1]
    is_made = (entry.seat, entry.by) == (plan.seat, COMPUTER)
    return is_made and match.game.turn(match.timeline.position) < plan.turn + match.game.players
