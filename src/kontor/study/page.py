"""The page of an analysis: curves, turning points with their maps, and tables, in one file of HTML."""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import Any

from kontor.arena.pages import document, figure, table
from kontor.arena.report import budget_text
from kontor.core import registry
from kontor.study import maps
from kontor.study.deeds import told
from kontor.study.figures import percent, signed_decimal, signed_percent
from kontor.study.maps.ink import colour_of

STYLE = """
.point { border-top: 1px solid var(--rule); margin-top: 2rem; padding-top: .4rem; }
.point h3 { font-size: 1rem; font-weight: 600; margin: .6rem 0 .2rem; }
.point p { color: inherit; }
svg.map { max-height: 46rem; }
"""


def write_page(path: Path, account: dict[str, Any]) -> None:
    """Write the page of an account."""
    path.write_text(page(account), encoding="utf-8")


def page(account: dict[str, Any]) -> str:
    """The whole page."""
    title = f"Analysis: {registry.game_type(account['setup']['game']).title}"
    parts = [head(title, account), *plots(account), players(account), points(account), driven(account)]
    return document(title, "\n".join(parts), STYLE)


def seat_name(account: dict[str, Any], seat: int | str) -> str:
    """A seat by its number and its colour on the maps."""
    return "neutral" if isinstance(seat, str) else f"seat {seat} ({colour_of(account['setup']['game'], seat)})"


def head(title: str, account: dict[str, Any]) -> str:
    """What was analysed, and how to read it."""
    setup, result = account["setup"], account["result"]
    words = [str(setup[name]) for name in ("edition", "board") if name in setup]
    words += [f"{setup['players']} players", *setup.get("modules", [])]
    facts = [f"{account['moves']} moves", budget_text(account["budget"]), f"seed {account['seed']}"]
    if result:
        winners = " and ".join(seat_name(account, seat) for seat in result["winners"])
        facts += [f"ended by {result['ended_by']}", f"won by {winners}"]
    how = (
        "Chances are the computer's estimates, each from the view of the seat that decides. A move gives away what "
        f"the best move found would have kept; less than {percent(account['doubt'], 0)} counts as nothing. "
        "Turning points were looked at a second time, for longer."
    )
    lines = [", ".join(words), " · ".join(facts), how]
    return f"<h1>{escape(title)}</h1>\n" + "\n".join(f"<p>{escape(line)}</p>" for line in lines)


def plots(account: dict[str, Any]) -> list[str]:
    """The curves, if anything was looked at."""
    if not any(decision["before"] for decision in account["decisions"]):
        return []
    from kontor.study import curves

    found = [figure("Chances", curves.chances(account), "Dotted: the turning points below, by their number.")]
    if any(turn["gave_away"] for turn in account["turns"]):
        found.append(figure("Given away, turn by turn", curves.given_away(account)))
    return found


def players(account: dict[str, Any]) -> str:
    """The table of all seats."""
    names = (
        "player",
        "score",
        "choices",
        "given away",
        "gifted",
        "received",
        "displaced others",
        "fees",
        "displaced",
    )
    scores = (account["result"] or {}).get("scores")
    rows = [seat_row(account, seat, scores) for seat in account["seats"]]
    said = "Gifted and received: points that a move scored for another player. Fees: pieces paid for displacing."
    return f"<h2>Players</h2>\n{table(names, rows)}\n<p>{said}</p>"


def seat_row(account: dict[str, Any], seat: dict[str, Any], scores: list[dict[str, Any]] | None) -> list[str]:
    """One player's row."""
    figures = [
        percent(seat["gave_away"], 0),
        *(str(seat[name]) for name in ("gifted", "received", "displacements", "fees")),
    ]
    score = str(scores[seat["seat"]]["total"]) if scores else "–"
    return [seat_name(account, seat["seat"]), score, str(seat["choices"]), *figures, str(seat["displaced"])]


def points(account: dict[str, Any]) -> str:
    """The turning points, each with its map."""
    if not account["turning_points"]:
        return "<h2>Turning points</h2>\n<p>No move gave away more than the estimates are sure of.</p>"
    found = [turning_point(account, n, point) for n, point in enumerate(account["turning_points"], 1)]
    return "<h2>Turning points</h2>\n" + "\n".join(found)


def turning_point(account: dict[str, Any], number: int, point: dict[str, Any]) -> str:
    """One turning point: the sentence, both lines, and the position before it."""
    title = f"{number}. {seat_name(account, point['seat'])}, move {point['number']}"
    drawn = maps.draw(account["setup"], point["position"], places(point["better"]["moves"]))
    lines = [f"{name}: {line_text(point[key])}" for name, key in (("Played", "played"), ("Better", "better"))]
    caption = "Before the move; gold: where the better turn goes." if drawn else ""
    return (
        f'<section class="point"><h3>{escape(title)}</h3>\n<p>{escape(point["sentence"])}</p>\n'
        f"<figure>{drawn}<figcaption>{caption}</figcaption></figure>\n"
        + "\n".join(f"<p>{line}</p>" for line in lines)
        + "</section>"
    )


def places(moves: list[str]) -> frozenset[str]:
    """The places that moves name."""
    return frozenset(word for move in moves for word in move.split()[1:])


def line_text(line: dict[str, Any]) -> str:
    """A line of moves and what it brings."""
    moves = ", ".join(f"<code>{escape(move)}</code>" for move in line["moves"])
    return f"{moves} – {escape(told(line['deeds']))} ({signed_decimal(line['points'], 0)} points)"


def driven(account: dict[str, Any]) -> str:
    """The table of all displacements."""
    if not account["displacements"]:
        return ""
    names = ("space", "move", "by", "victim", "fee", "extras for the victim", "route created", "chance", "victim's")
    rows = [displacement_row(account, each) for each in account["displacements"]]
    said = "Chance: how much it changed until the victim stood again, for both."
    return f"<h2>Displacements</h2>\n{table(names, rows)}\n<p>{said}</p>"


def displacement_row(account: dict[str, Any], each: dict[str, Any]) -> list[str]:
    """One displacement's row."""
    changes = ["–" if change is None else signed_percent(change, 0) for change in each["changes"].values()]
    fee = f"{each['fee']['traders']} t, {each['fee']['merchants']} m"
    seats = [seat_name(account, each["by"]), seat_name(account, each["victim"])]
    created = "yes" if each["led_to_route"] else "no"
    return [each["space"], str(each["number"]), *seats, fee, str(each["extras"]), created, *changes]
