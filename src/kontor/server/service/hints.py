"""Hints: what the computer would play for the seat that is to move, and why."""

from __future__ import annotations

from typing import Any, Final

from kontor.agents.catalog import AgentError, check_agent
from kontor.server.errors import Forbidden, Invalid, LimitExceeded
from kontor.server.limits import TokenBuckets
from kontor.server.service.match import Match
from kontor.server.service.play import check_number
from kontor.server.service.serialization import move_json
from kontor.server.service.viewers import Viewer
from kontor.server.workers.pool import Pool
from kontor.server.workers.worker import Advice

HINT_AGENT: Final = "search"
MAX_ALTERNATIVES: Final = 3


class HintService:
    """Asks an agent for a move, with what the seat of the player may see."""

    def __init__(self, pool: Pool, limit: TokenBuckets) -> None:
        self.pool = pool
        self.limit = limit

    async def hint(self, match: Match, viewer: Viewer, number: int) -> dict[str, Any]:
        """Return a hint, if this table allows hints and the viewer is to move."""
        check_number(match, viewer, number)
        check_hint(match, viewer)
        self.limit.take(viewer.account_id or "")
        game, seat = match.game, match.to_move
        view = game.view(match.timeline.position, seat)
        advice = await self.pool.advise(game, view, HINT_AGENT, viewer.account_id or "")
        if advice is None:
            raise LimitExceeded("No hint was found in time; ask again in a moment.")
        return {"number": number, "seat": seat, **advice_json(match, advice)}


def check_hint(match: Match, viewer: Viewer) -> None:
    """Reject a request for a hint by another seat, at a table without hints, or for a game without them."""
    if match.over or viewer.decision(match.to_move) is None:
        raise Forbidden("A hint is for the seat that is to move, and it is not yours.")
    if not match.table.gives_hints:
        raise Forbidden("Several people play here, and the host has not allowed hints; allow them at a new table.")
    try:
        check_agent(HINT_AGENT, match.game)
    except AgentError as problem:
        raise Invalid(f"There are no hints for this game: {problem}") from problem


def advice_json(match: Match, advice: Advice) -> dict[str, Any]:
    """Return advice as JSON data."""
    best, *others = advice.choices
    return {
        **move_json(match.game, advice.move),
        "reason": {"word": advice.reason.word, **advice.reason.facts},
        "chance": round(best.chance, 3) if others else None,
        "others": [
            {**move_json(match.game, choice.move), "chance": round(choice.chance, 3)}
            for choice in others[:MAX_ALTERNATIVES]
        ],
    }
