"""Advising: what the computer would do in somebody's place, and why."""

from __future__ import annotations

from typing import Any, Final

from kontor.agents.catalog import AgentError, check_agent
from kontor.server.computers.pool import Pool
from kontor.server.computers.worker import Advice
from kontor.server.limits import Buckets
from kontor.server.service.match import Match
from kontor.server.service.playing import stale
from kontor.server.service.refusals import NotYours, TooMuch, Wrong
from kontor.server.service.telling import Eyes, move_json

ADVISER: Final = "hard"
MOST_OTHERS: Final = 3


class Advising:
    """Asks an agent on behalf of the player who is to move, with the eyes of that player's seat."""

    def __init__(self, pool: Pool, hints: Buckets) -> None:
        self.pool = pool
        self.hints = hints

    async def hint(self, match: Match, eyes: Eyes, number: int) -> dict[str, Any]:
        """A hint for the caller, if one is given at this table and it is the caller's decision."""
        if number != match.number:
            raise stale(match, eyes, number)
        check_hint(match, eyes)
        self.hints.take(eyes.account_id or "")
        game, seat = match.game, match.to_move
        view = game.view(match.course.position, seat)
        advice = await self.pool.advise(game, view, ADVISER, eyes.account_id or "")
        if advice is None:
            raise TooMuch("No hint came in time; ask again in a moment.")
        return {"number": number, "seat": seat, **advice_json(match, advice)}


def check_hint(match: Match, eyes: Eyes) -> None:
    """Refuse a hint that is not due to the caller."""
    if match.over or eyes.decision(match.to_move) is None:
        raise NotYours("A hint is for the seat that is to move, and it is not yours.")
    if not match.card.gives_hints:
        raise NotYours("Several people play here, and the host has not allowed hints; ask for them with a new table.")
    try:
        check_agent(ADVISER, match.game)
    except AgentError as problem:
        raise Wrong(f"There are no hints for this game: {problem}") from problem


def advice_json(match: Match, advice: Advice) -> dict[str, Any]:
    """Advice as data."""
    best, *others = advice.choices
    return {
        **move_json(match.game, advice.move),
        "reason": {"word": advice.reason.word, **advice.reason.facts},
        "chance": round(best.chance, 3) if others else None,
        "others": [
            {**move_json(match.game, choice.move), "chance": round(choice.chance, 3)}
            for choice in others[:MOST_OTHERS]
        ],
    }
