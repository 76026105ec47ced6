"""Hints: the move of a searching agent, and its reason as a clause."""

from __future__ import annotations

from typing import Any

from kontor.agents.catalog import AgentError, check_agent
from kontor.agents.reasons import GAIN, ONLY_MOVE, POINTS, Reason, reason
from kontor.agents.search import Search
from kontor.core.agent import Budget
from kontor.core.game import Game
from kontor.core.state import State
from kontor.core.values import Event
from kontor.kernel.generator import Generator
from kontor.terminal.log import event_clause

HINT_AGENT = "search"
BUDGET = Budget(seconds=1.0)


def hint(state: State) -> str:
    """Return a move for the seat to move and why it is good, as a sentence."""
    game, moves = state.game, state.legal_moves
    if len(moves) == 1:
        return f"Play {moves[0]}: it is the only move."
    agent = Search()
    try:
        check_agent(HINT_AGENT, game)
    except AgentError:
        return f"There are no hints for {game.setup['game']}: it has no evaluation of positions."
    view = game.view(state.raw, state.to_move)
    found = agent.analyze(game, view, BUDGET, Generator(state.turn))
    why = reason_clause(game, reason(game, view, found))
    return f"Play {game.move_text(found.move)}: {why} (chance of winning {found.choices[0].chance:.0%})."


def plan_sentence(game: Game, name: str, why: Reason) -> str:
    """Return the plan of a computer player as a sentence."""
    return f"The plan of {name}: {reason_clause(game, why, 'its')}."


def reason_clause(game: Game, why: Reason, whose: str = "your") -> str:
    """Return a reason as a clause; `whose` turns and points it is about."""
    if why.word == ONLY_MOVE:
        return "it is the only move"
    if why.word == GAIN:
        return f"it {gain_clause(game, dict(why.facts['event']))} {within(why.facts['turns'], whose)}"
    if why.word == POINTS:
        gained = f"{points_text(why.facts['points'])} ({why.facts['line']})"
        return f"it gains {gained} {within(why.facts['turns'], whose)}"
    return f"most of {whose} further points will come from {why.facts['line']} (about {why.facts['points']})"


def gain_clause(game: Game, facts: dict[str, Any]) -> str:
    """Return the event of a gain as a clause."""
    name = facts.pop("event")
    return event_clause(game, Event(name, facts)) or f"leads to {name}"


def points_text(points: int) -> str:
    """Return a number of points."""
    return "1 point" if points == 1 else f"{points} points"


def within(turns: int, whose: str) -> str:
    """Return when something happens, counted in own turns after the one under way."""
    if turns == 0:
        return "this turn"
    return f"in {whose} next turn" if turns == 1 else f"within {turns} turns"
