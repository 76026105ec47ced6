"""The report of a study of balance: one page of HTML that needs nothing from outside."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from itertools import groupby
from pathlib import Path
from typing import Any

from kontor.arena import plots
from kontor.arena.pages import document, figure, table
from kontor.arena.report import budget_text, faults
from kontor.study.balance import charts, words
from kontor.study.balance.words import Finding
from kontor.study.figures import decimal

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
    "Only seats of the same game are compared with each other, and what the place in turn order and the agent "
    "explain is taken away first. Intervals are for 95 %, and allow for the seats of a game depending on each other. "
    "A star, and a strong colour in a plot, mark what is surely not by chance, allowing for how many things of a "
    "kind were looked at (Benjamini and Hochberg; one star in twenty may still be wrong).",
    "All this is association, not cause: a winner controls more cities because it plays well, and it may play well "
    "because it controls them. Only the places in turn order and the agents are shared out evenly by the study "
    "itself, so that a difference between them is their own.",
    "It is true of the agents that played. Other players may make more of what these neglect.",
)


def write_report(path: Path, result: Mapping[str, Any]) -> None:
    """Write the page for a result."""
    path.write_text(page(result), encoding="utf-8")


def page(result: Mapping[str, Any]) -> str:
    """The whole page."""
    name = f"The balance of {words.title(result['setup'])}"
    parts = list(sections(result)) if "seats" in result else []
    body = [head(name, result), *parts, repeat(result), faults(result["faults"])]
    return document(name, "\n".join(body), STYLE)


def head(name: str, result: Mapping[str, Any]) -> str:
    """What was played, and how."""
    setup = result["setup"]
    played = [str(setup[field]) for field in ("edition", "board") if field in setup]
    played += [f"{setup['players']} players", *setup.get("modules", [])]
    facts = [f"{result['games']} games", f"seed {result['seed']}", ", ".join(result["agents"])]
    if result["budget"] is not None:
        facts.append(budget_text(result["budget"]))
    if not result["complete"]:
        facts.append("not all games have been played")
    lead = f'<p class="lead">{escape(", ".join(played))}</p>'
    return f"<h1>{escape(name)}</h1>\n{lead}\n<p>{escape(' · '.join(facts))}</p>"


def sections(result: Mapping[str, Any]) -> Iterator[str]:
    """Everything that was found."""
    yield in_short(result)
    yield from seats(result)
    if len(result["contestants"]) > 1:
        yield from contestants(result)
    yield from endings(result)
    yield from lines(result)
    yield from note("How to read what follows", METHOD)
    yield from progress(result)
    for part in result["traits"]:
        if part["names"]:
            yield from trait(part)


def in_short(result: Finding) -> str:
    """The findings as sentences."""
    items = "\n".join(f"<li>{escape(sentence)}</li>" for sentence in words.in_short(result))
    return f'<div class="short"><ul>\n{items}\n</ul></div>'


def seats(result: Finding) -> Iterator[str]:
    """Whether the place in turn order matters."""
    found = [{**seat, "name": words.order(seat["place"])} for seat in result["seats"]]
    test = result["seat_test"]
    caption = (
        f"Whether equal seats would give shares as unequal as these: {words.chance(test['p'])} "
        f"(Pearson's test, {test['freedom']} degrees of freedom)."
    )
    yield figure("The order of turns", plots.win_shares(found, len(found)), caption)
    yield table(words.SEAT_HEAD, words.seat_rows(result))


def contestants(result: Finding) -> Iterator[str]:
    """Whether the agents differ."""
    ranked = sorted(result["contestants"], key=lambda each: -each["win_share"])
    caption = f"Every agent sits in every seat equally often; {words.chance(result['contestant_test']['p'])}."
    yield figure("Agents and styles", plots.win_shares(ranked, len(result["seats"])), caption)
    yield table(words.CONTESTANT_HEAD, words.contestant_rows(result))


def endings(result: Finding) -> Iterator[str]:
    """How games end, and when."""
    yield figure("Endings", plots.endings({each["ending"]: each["games"] for each in result["endings"]}))
    yield table(words.ENDING_HEAD, words.ending_rows(result))
    length = result["rounds"]
    caption = f"Mean {decimal(length['mean'])} rounds, longest {length['longest']}."
    yield figure("Length of the games", plots.rounds(length["games"]), caption)


def lines(result: Finding) -> Iterator[str]:
    """Where winners get their points."""
    sides = [
        {"name": side, "lines": {each["name"]: each[side] for each in result["lines"]}}
        for side in ("winners", "others")
    ]
    places = ", ".join(map(decimal, result["places"]))
    yield figure("Scores by line", plots.score_lines(sides), f"Mean score by place, first to last: {places}.")
    yield table(words.LINE_HEAD, words.line_rows(result))


def progress(result: Finding) -> Iterator[str]:
    """What being further early in the game goes with, kind by kind."""
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
            yield table(words.PROGRESS_HEAD, words.progress_rows(part))


def compared_progress(kind: str, parts: Sequence[Finding], equal: float) -> Iterator[str]:
    """The plots that compare seats which have come further with others, where there is something to compare."""
    won = charts.levels(kind, parts, equal)
    if won:
        caption = "Levels that fewer than 20 seats had are left out; dotted: equal chances."
        yield figure(f"Wins by level: {kind}", won, caption)
    worth = charts.slopes(kind, parts, "points at the end for one more, the others being equal")
    if worth:
        yield figure(f"The value of each {kind}", worth)


def trait(part: Finding) -> Iterator[str]:
    """What having or doing more of the things of one kind goes with."""
    label = "points for one more than rivals of the same game have"
    many = len(part["names"]) > charts.MOST_ROWS
    caption = "Those with most and fewest points; the table has all." if many else ""
    kind = part["kind"]
    yield figure(f"{kind[0].upper()}{kind[1:]}", charts.forest(kind, part["names"], label), caption)
    whole = table(words.TRAIT_HEAD, words.trait_rows(part))
    yield f"<details><summary>All figures</summary>\n{whole}\n</details>"


def note(heading: str, paragraphs: Sequence[str]) -> Iterator[str]:
    """A note in words."""
    yield f"<h2>{escape(heading)}</h2>"
    for paragraph in paragraphs:
        yield f'<p class="note">{escape(paragraph)}</p>'


def repeat(result: Mapping[str, Any]) -> str:
    """The command that gives the same figures."""
    return f"<h2>Repeat it</h2>\n<pre><code>{escape(words.command_of(result))}</code></pre>"
