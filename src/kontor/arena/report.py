"""The report of a tournament: one self-contained HTML page."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import Any

from kontor.arena.html_page import document, figure, table
from kontor.core import registry
from kontor.core.values import Setup

MAX_FAULTS = 50


def write_report(path: Path, result: dict[str, Any]) -> None:
    """Write the page for a result."""
    path.write_text(page(result), encoding="utf-8")


def page(result: dict[str, Any]) -> str:
    """Return the whole page."""
    title = f"Tournament: {registry.game_type(result['setup']['game']).title}"
    body = "\n".join([heading(title, result), results(result), *figures(result), faults(result["faults"])])
    return document(title, body)


def heading(title: str, result: dict[str, Any]) -> str:
    """Return what was played, and how."""
    labels, budget = setup_labels(result["setup"]), result["budget"]
    facts = [f"{result['games']} games", f"seed {result['seed']}", f"{result['seconds']:.1f} s", budget_text(budget)]
    if result["divide"] != 1:
        facts.append(f"time budgets divided by {result['divide']:g}")
    if not result["complete"]:
        facts.append("not all games have been played")
    return f"<h1>{escape(title)}</h1>\n<p>{escape(', '.join(labels))}</p>\n<p>{escape(' · '.join(facts))}</p>"


def setup_labels(setup: Setup) -> list[str]:
    """Return edition, board, number of players and modules of a setup."""
    labels = [str(setup[name]) for name in ("edition", "board") if name in setup]
    return [*labels, f"{setup.get('players', '?')} players", *setup.get("modules", [])]


def budget_text(budget: dict[str, Any] | None) -> str:
    """Return the budget of a decision as text."""
    if budget is None:
        return "every agent with its own budget"
    if budget["seconds"] is not None:
        return f"{1000 * budget['seconds']:g} ms a decision"
    return f"{budget['playouts']} simulations a decision"


def results(result: dict[str, Any]) -> str:
    """Return the table of all agents."""
    names = ("agent", "games", "wins", "share", "95 % interval", "score", "rating", "ms / decision", "slowest")
    return f"<h2>Results</h2>\n{table(names, [agent_row(agent) for agent in ranked(result)])}"


def ranked(result: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the agents, the most successful first."""
    return sorted(result["agents"], key=lambda agent: (-agent["win_share"], -agent["rating"]))


def agent_row(agent: dict[str, Any]) -> list[str]:
    """Return the row of one agent."""
    low, high = agent["interval"]
    return [
        agent["name"],
        str(agent["games"]),
        f"{agent['wins']:.4g}",
        f"{agent['win_share']:.1%}",
        f"{low:.1%} – {high:.1%}",
        f"{agent['mean_score']:.1f}",
        f"{agent['rating']:.1f} ± {2 * agent['rating_spread']:.1f}",
        f"{agent['ms_per_decision']:.2f}",
        f"{agent['slowest_ms']:.0f}",
    ]


def figures(result: dict[str, Any]) -> list[str]:
    """Return the plots, if any game was finished."""
    if not result["ended_by"]:
        return []
    from kontor.arena import plots

    agents, length = ranked(result), result["rounds"]
    places = ", ".join(f"{score:.1f}" for score in result["places"])
    longest = f"Mean {length['mean']:.1f} rounds, longest {length['longest']}."
    return [
        figure("Win shares", plots.win_shares(agents, len(result["places"]))),
        figure("Scores by line", plots.score_lines(agents), f"Mean score by place, first to last: {places}."),
        figure("Endings", plots.endings(result["ended_by"])),
        figure("Length of the games", plots.rounds(length["games"]), longest),
    ]


def faults(found: Sequence[dict[str, Any]]) -> str:
    """Return the table of faults."""
    if not found:
        return ""
    rows = [[str(fault["game"]), str(fault["seat"]), str(fault["move"]), fault["sentence"]] for fault in found]
    more = f"<p>… and {len(found) - MAX_FAULTS} more.</p>" if len(found) > MAX_FAULTS else ""
    note = "<p>A game with a fault is a loss for the agent at fault and void for the others.</p>"
    return f"<h2>Faults</h2>\n{note}{table(('game', 'seat', 'move', 'what'), rows[:MAX_FAULTS])}{more}"
