"""The report of a study of balance: one self-contained HTML page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from itertools import groupby
from pathlib import Path
from typing import Any

from kontor.arena import plots
from kontor.arena.html_page import document, figure, table
from kontor.arena.report import budget_text, faults, setup_labels
from kontor.study.balance import charts, report_text
from kontor.study.balance.report_text import Finding
from kontor.study.number_format import decimal

STYLE = """
.lead { font-size: 1.05rem; }
.short { border-left: 3px solid var(--rule); margin: 1.4rem 0; padding: .2rem 0 .2rem 1.2rem; }
.short li { margin: .45rem 0; }
.short ul { margin: 0; padding-left: 1rem; }
.note { max-width: 46rem; }
details { margin: .6rem 0; }
summary { cursor: pointer; color: var(--faint); }
pre { white-space: pre-wrap; padding: .7rem .9rem; border: 1px solid var(--rule); border-radius: 6px; }
"""
METHOD = (
    "Only seats of the same game are compared, after removing the effects of turn order and agent. "
    "Intervals are 95 % intervals with standard errors clustered by game. A star, and a strong colour in a plot, mark"
    " significant effects, adjusted for the number of names of a kind (Benjamini and Hochberg; one star in twenty "
    "may still be wrong).",
    "This is association, not cause: a winner may have more of something because it plays well, or win because it "
    "has more of it. Only turn order and agents are assigned evenly by the study itself, so that a difference "
    "between them is an effect.",
    "The results hold for the agents that played. Other players may make more of what these neglect.",
)


def write_report(path: Path, result: Mapping[str, Any]) -> None:
    """Write the page for a result."""
    path.write_text(page(result), encoding="utf-8")


def page(result: Mapping[str, Any]) -> str:
    """Return the whole page."""
    name = f"The balance of {report_text.title(result['setup'])}"
    parts = list(sections(result)) if "seats" in result else []
    body = [head(name, result), *parts, repeat(result), faults(result["faults"])]
    return document(name, "\n".join(body), STYLE)


def head(name: str, result: Mapping[str, Any]) -> str:
    """Return what was played, and how."""
    facts = [f"{result['games']} games", f"seed {result['seed']}", ", ".join(result["agents"])]
    if result["budget"] is not None:
        facts.append(budget_text(result["budget"]))
    if not result["complete"]:
        facts.append("not all games have been played")
    lead = f'<p class="lead">{escape(", ".join(setup_labels(result["setup"])))}</p>'
    return f"<h1>{escape(name)}</h1>\n{lead}\n<p>{escape(' · '.join(facts))}</p>"


def sections(result: Mapping[str, Any]) -> Iterator[str]:
    """Yield the sections of the page."""
    yield summary(result)
    yield from seats(result)
    if len(result["agent_results"]) > 1:
        yield from agent_results(result)
    yield from endings(result)
    yield from lines(result)
    yield from note("How to read what follows", METHOD)
    yield from progress(result)
    for part in result["traits"]:
        if part["names"]:
            yield from trait(part)


def summary(result: Finding) -> str:
    """Return the findings as sentences."""
    items = "\n".join(f"<li>{escape(sentence)}</li>" for sentence in report_text.summary(result))
    return f'<div class="short"><ul>\n{items}\n</ul></div>'


def seats(result: Finding) -> Iterator[str]:
    """Yield the section on turn order."""
    found = [{**seat, "name": report_text.order(seat["place"])} for seat in result["seats"]]
    test = result["seat_test"]
    caption = (
        f"Whether equal seats would give shares as unequal as these: {report_text.p_value_text(test['p'])} "
        f"(Pearson's test, {test['freedom']} degrees of freedom)."
    )
    yield figure("Turn order", plots.win_shares(found, len(found)), caption)
    yield table(report_text.SEAT_COLUMNS, report_text.seat_rows(result))


def agent_results(result: Finding) -> Iterator[str]:
    """Yield the section on agents."""
    ranked = sorted(result["agent_results"], key=lambda each: -each["win_share"])
    caption = f"Every agent sits in every seat equally often; {report_text.p_value_text(result['agent_test']['p'])}."
    yield figure("Agents and styles", plots.win_shares(ranked, len(result["seats"])), caption)
    yield table(report_text.AGENT_COLUMNS, report_text.agent_rows(result))


def endings(result: Finding) -> Iterator[str]:
    """Yield the section on endings and the length of games."""
    yield figure("Endings", plots.endings({each["ending"]: each["games"] for each in result["endings"]}))
    yield table(report_text.ENDING_COLUMNS, report_text.ending_rows(result))
    length = result["rounds"]
    caption = f"Mean {decimal(length['mean'])} rounds, longest {length['longest']}."
    yield figure("Length of the games", plots.rounds(length["games"]), caption)


def lines(result: Finding) -> Iterator[str]:
    """Yield the section on score lines."""
    sides = [
        {"name": side, "lines": {each["name"]: each[side] for each in result["lines"]}}
        for side in ("winners", "others")
    ]
    places = ", ".join(map(decimal, result["places"]))
    yield figure("Scores by line", plots.score_lines(sides), f"Mean score by place, first to last: {places}.")
    yield table(report_text.LINE_COLUMNS, report_text.line_rows(result))


def progress(result: Finding) -> Iterator[str]:
    """Yield the sections on progress, kind by kind."""
    by_kind = groupby(
        sorted(result["progress"], key=lambda part: str(part["kind"])), key=lambda part: str(part["kind"])
    )
    for kind, found in by_kind:
        parts = list(found)
        own = [each for each in result["curves"] if each["kind"] == kind]
        yield figure(f"Progress: {kind}", charts.curves(kind, own), "Mean of every seat after every round.")
        yield from compared_progress(kind, parts, 1 / len(result["seats"]))
        for part in parts:
            yield f"<p>After round {part['round']}, {part['games']} games</p>"
            yield table(report_text.PROGRESS_COLUMNS, report_text.progress_rows(part))


def compared_progress(kind: str, parts: Sequence[Finding], equal: float) -> Iterator[str]:
    """Yield the plots that compare seats by progress, where there is something to compare."""
    won = charts.levels(kind, parts, equal)
    if won:
        caption = "Levels that fewer than 20 seats had are left out; dotted: equal chances."
        yield figure(f"Wins by level: {kind}", won, caption)
    worth = charts.slopes(kind, parts, "points at the end for one more, the others being equal")
    if worth:
        yield figure(f"The value of each {kind}", worth)


def trait(part: Finding) -> Iterator[str]:
    """Yield the section on one kind of trait."""
    label = "points for one more than rivals of the same game have"
    many = len(part["names"]) > charts.MAX_ROWS
    caption = "Those with most and fewest points; the table has all." if many else ""
    kind = part["kind"]
    yield figure(f"{kind[0].upper()}{kind[1:]}", charts.forest(kind, part["names"], label), caption)
    whole = table(report_text.TRAIT_COLUMNS, report_text.trait_rows(part))
    yield f"<details><summary>All figures</summary>\n{whole}\n</details>"


def note(heading: str, paragraphs: Sequence[str]) -> Iterator[str]:
    """Yield a heading and paragraphs."""
    yield f"<h2>{escape(heading)}</h2>"
    for paragraph in paragraphs:
        yield f'<p class="note">{escape(paragraph)}</p>'


def repeat(result: Mapping[str, Any]) -> str:
    """Return the command that reproduces the figures."""
    return f"<h2>Repeat it</h2>\n<pre><code>{escape(report_text.command_of(result))}</code></pre>"
