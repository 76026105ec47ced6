"""The page of an analysis: plots, turning points with maps, and tables, in one HTML file."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from pathlib import Path
from typing import Any

from kontor.arena.html_page import document, figure, table
from kontor.arena.report import budget_text, setup_labels
from kontor.core import registry
from kontor.core.drawing.options import DrawingOptions
from kontor.study.notable_events import events_clause
from kontor.study.number_format import percent, signed_decimal, signed_percent

SEAT_COLUMNS = {"gifted": "gifted", "received": "received"}
DISPLACEMENT_COLUMNS = {"displacements": "displaced others", "fees": "fees", "displaced": "displaced"}
STYLE = """
.point { border-top: 1px solid var(--rule); margin-top: 2rem; padding-top: .4rem; }
.point h3 { font-size: 1rem; font-weight: 600; margin: .6rem 0 .2rem; }
.point p { color: inherit; }
.point svg { max-height: 46rem; }
"""


def write_page(path: Path, analysis: dict[str, Any]) -> None:
    """Write the page of an analysis."""
    path.write_text(page(analysis), encoding="utf-8")


def page(analysis: dict[str, Any]) -> str:
    """Return the whole page."""
    title = f"Analysis: {registry.game_type(analysis['setup']['game']).title}"
    parts = [
        heading(title, analysis),
        *plots(analysis),
        player_table(analysis),
        turning_points(analysis),
        displacement_table(analysis),
    ]
    return document(title, "\n".join(parts), STYLE)


def seat_name(analysis: dict[str, Any], seat: int | str) -> str:
    """Return a seat by its number and its colour on the maps."""
    presentation = registry.game_type(analysis["setup"]["game"]).presentation
    return "neutral" if isinstance(seat, str) else f"seat {seat} ({presentation.seat_colour(seat)})"


def heading(title: str, analysis: dict[str, Any]) -> str:
    """Return what was analysed, and how to read it."""
    setup, result = analysis["setup"], analysis["result"]
    facts = [f"{analysis['moves']} moves", budget_text(analysis["budget"]), f"seed {analysis['seed']}"]
    if result:
        winners = " and ".join(seat_name(analysis, seat) for seat in result["winners"])
        facts += [f"ended by {result['ended_by']}", f"won by {winners}"]
    explanation = (
        "Chances are the computer's estimates, each from the view of the seat that decides. A move gives away what "
        f"the best move found would have kept; less than {percent(analysis['threshold'], 0)} counts as nothing. "
        "Turning points were evaluated a second time with a larger budget."
    )
    lines = [", ".join(setup_labels(setup)), " · ".join(facts), explanation]
    return f"<h1>{escape(title)}</h1>\n" + "\n".join(f"<p>{escape(line)}</p>" for line in lines)


def plots(analysis: dict[str, Any]) -> list[str]:
    """Return the plots, if anything was evaluated."""
    if not any(decision["before"] for decision in analysis["decisions"]):
        return []
    from kontor.study import analysis_plots

    found = [
        figure("Chances", analysis_plots.chances(analysis), "Dotted: the turning points below, by their number.")
    ]
    if any(turn["gave_away"] for turn in analysis["turns"]):
        found.append(figure("Given away, turn by turn", analysis_plots.given_away(analysis)))
    return found


def player_table(analysis: dict[str, Any]) -> str:
    """Return the table of all seats."""
    columns = SEAT_COLUMNS | (DISPLACEMENT_COLUMNS if analysis["displacements"] else {})
    scores = (analysis["result"] or {}).get("scores")
    rows = [seat_row(analysis, seat, scores, columns) for seat in analysis["seats"]]
    note = "Gifted and received: points that a move scored for another player."
    if analysis["displacements"]:
        note += " Fees: pieces paid for displacing."
    names = ("player", "score", "choices", "given away", *columns.values())
    return f"<h2>Players</h2>\n{table(names, rows)}\n<p>{note}</p>"


def seat_row(
    analysis: dict[str, Any], seat: dict[str, Any], scores: list[dict[str, Any]] | None, columns: Mapping[str, str]
) -> list[str]:
    """Return the row of one seat."""
    score = str(scores[seat["seat"]]["total"]) if scores else "–"
    figures = [str(seat["choices"]), percent(seat["gave_away"], 0), *(str(seat[name]) for name in columns)]
    return [seat_name(analysis, seat["seat"]), score, *figures]


def turning_points(analysis: dict[str, Any]) -> str:
    """Return the turning points, each with its map."""
    if not analysis["turning_points"]:
        return "<h2>Turning points</h2>\n<p>No move gave away more than the accuracy of the estimates.</p>"
    found = [turning_point(analysis, n, point) for n, point in enumerate(analysis["turning_points"], 1)]
    return "<h2>Turning points</h2>\n" + "\n".join(found)


def turning_point(analysis: dict[str, Any], number: int, point: dict[str, Any]) -> str:
    """Return one turning point: the sentence, both lines, and the position before it."""
    title = f"{number}. {seat_name(analysis, point['seat'])}, move {point['number']}"
    map_svg = position_map(analysis["setup"], point["position"], point["better"]["moves"])
    lines = [
        f"{name}: {line_text(analysis['setup']['game'], point[key])}"
        for name, key in (("Played", "played"), ("Better", "better"))
    ]
    caption = "Before the move; gold: where the better turn goes." if map_svg else ""
    return (
        f'<section class="point"><h3>{escape(title)}</h3>\n<p>{escape(point["sentence"])}</p>\n'
        f"<figure>{map_svg}<figcaption>{caption}</figcaption></figure>\n"
        + "\n".join(f"<p>{line}</p>" for line in lines)
        + "</section>"
    )


def position_map(setup: dict[str, Any], position: Mapping[str, Any], moves: list[str]) -> str:
    """Return the map of a position with the places that moves name highlighted."""
    presentation = registry.game_type(setup["game"]).presentation
    words = dict.fromkeys(word for move in moves for word in move.split()[1:])
    places = presentation.map_places(setup)
    options = DrawingOptions(highlights=[word for word in words if word in places])
    return presentation.draw_map(setup, position, options)


def line_text(game: str, line: dict[str, Any]) -> str:
    """Return a line of moves with its events and points."""
    moves = ", ".join(f"<code>{escape(move)}</code>" for move in line["moves"])
    return f"{moves} – {escape(events_clause(game, line['events']))} ({signed_decimal(line['points'], 0)} points)"


def displacement_table(analysis: dict[str, Any]) -> str:
    """Return the table of all displacements."""
    if not analysis["displacements"]:
        return ""
    names = ("space", "move", "by", "victim", "fee", "extras for the victim", "route created", "chance", "victim's")
    rows = [displacement_row(analysis, each) for each in analysis["displacements"]]
    note = "Chance: its change for both seats until the displaced piece was placed again."
    return f"<h2>Displacements</h2>\n{table(names, rows)}\n<p>{note}</p>"


def displacement_row(analysis: dict[str, Any], each: dict[str, Any]) -> list[str]:
    """Return the row of one displacement."""
    changes = ["–" if change is None else signed_percent(change, 0) for change in each["changes"].values()]
    fee = ", ".join(f"{count} {kind[0]}" for kind, count in each["fee"].items())
    seats = [seat_name(analysis, each["by"]), seat_name(analysis, each["victim"])]
    created = "yes" if each["led_to_route"] else "no"
    return [each["space"], str(each["number"]), *seats, fee, str(each["extras"]), created, *changes]
