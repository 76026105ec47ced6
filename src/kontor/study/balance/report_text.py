"""Rows and sentences of a study of balance, shared by the page, the terminal and the documentation."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping
from typing import Any

from kontor.arena.match import TournamentConfig
from kontor.core import registry
from kontor.core.values import Setup
from kontor.study.number_format import decimal, percent, signed_decimal, stable

Finding = Mapping[str, Any]

SIGNIFICANCE = 0.05
DEFAULT_CAP = TournamentConfig.cap
ORDINALS = ("first", "second", "third", "fourth", "fifth")
SEAT_COLUMNS = ("turn order", "wins", "share", "95 % interval", "mean score", "above the game's mean")
AGENT_COLUMNS = ("agent", "seats", "wins", "share", "95 % interval", "mean score", "above the game's mean")
ENDING_COLUMNS = ("ending", "games", "share", "95 % interval", "mean rounds", "best score")
LINE_COLUMNS = ("line", "mean", "winners", "others", "difference")
PROGRESS_COLUMNS = ("name", "winners", "others", "points per level", "win share per level")
TRAIT_COLUMNS = ("name", "seats with it", "winners", "others", "points for one more", "win share for one more")


def title(setup: Setup) -> str:
    """Return the title of the game of a setup."""
    return registry.game_type(setup["game"]).title


def command_of(result: Finding) -> str:
    """Return the command that reproduces a study."""
    return " ".join(["kontor balance", *map(shlex.quote, command_arguments(result))])


def command_arguments(result: Finding) -> Iterator[str]:
    """Yield the arguments of `kontor balance` that reproduce a study."""
    setup, budget = result["setup"], result["budget"]
    yield setup["game"]
    for field in ("edition", "board", "players"):
        if field in setup:
            yield from (f"--{field}", str(setup[field]))
    for module in setup.get("modules", []):
        yield from ("--module", module)
    for switch, value in changed_switches(setup).items():
        yield from ("--switch", f"{switch}={str(value).lower() if isinstance(value, bool) else value}")
    yield from (
        "--agents",
        ",".join(result["agents"]),
        "--games",
        str(result["requested"]),
        "--seed",
        str(result["seed"]),
    )
    if result["cap"] != DEFAULT_CAP:
        yield from ("--cap", str(result["cap"]))
    if budget is not None:
        seconds, playouts = budget["seconds"], budget["playouts"]
        yield from ("--simulations", str(playouts)) if seconds is None else ("--budget-ms", f"{1000 * seconds:g}")
    if result["divide"] != 1:
        yield from ("--divide", f"{result['divide']:g}")


def changed_switches(setup: Setup) -> dict[str, Any]:
    """Return the switches of a setup that are not at their defaults."""
    default = registry.game({name: value for name, value in setup.items() if name != "switches"}).setup.get(
        "switches", {}
    )
    return {name: value for name, value in setup.get("switches", {}).items() if default.get(name) != value}


def interval_text(finding: Finding) -> str:
    """Return the interval of a share."""
    low, high = finding["interval"]
    return f"{percent(low)} – {percent(high)}"


def slope_text(slope: Finding | None, scale: float = 1.0) -> str:
    """Return a difference with its interval, or a dash if there are too few games."""
    if slope is None:
        return "–"
    estimate, low, high = (scale * value for value in (slope["estimate"], *slope["interval"]))
    return f"{signed_decimal(estimate)} ({signed_decimal(low)} to {signed_decimal(high)})"


def p_value_text(p: float) -> str:
    """Return a p-value as text."""
    return "p < 0.001" if stable(p) < 0.001 else f"p = {decimal(p, 3)}"


def order(place: int) -> str:
    """Return a place in turn order as a word."""
    return ORDINALS[place - 1] if place <= len(ORDINALS) else f"{place}th"


def seat_rows(result: Finding) -> list[list[str]]:
    """Return a row for every place in turn order."""
    return [
        [
            order(seat["place"]),
            decimal(seat["wins"]),
            percent(seat["win_share"]),
            interval_text(seat),
            decimal(seat["mean_score"]),
            slope_text(seat["above"]),
        ]
        for seat in result["seats"]
    ]


def agent_rows(result: Finding) -> list[list[str]]:
    """Return a row for every agent, the most successful first."""
    ranked = sorted(result["agent_results"], key=lambda each: -each["win_share"])
    return [
        [
            each["name"],
            str(each["games"]),
            decimal(each["wins"]),
            percent(each["win_share"]),
            interval_text(each),
            decimal(each["mean_score"]),
            slope_text(each["above"]),
        ]
        for each in ranked
    ]


def ending_rows(result: Finding) -> list[list[str]]:
    """Return a row for every ending."""
    return [
        [
            each["ending"],
            str(each["games"]),
            percent(each["share"]),
            interval_text(each),
            decimal(each["rounds"]),
            decimal(each["best_score"]),
        ]
        for each in result["endings"]
    ]


def line_rows(result: Finding) -> list[list[str]]:
    """Return a row for every score line."""
    return [
        [
            each["name"],
            decimal(each["mean"]),
            decimal(each["winners"]),
            decimal(each["others"]),
            slope_text(each["difference"]),
        ]
        for each in result["lines"]
    ]


def progress_rows(part: Finding) -> list[list[str]]:
    """Return a row for every name of progress after one round."""
    return [
        [
            each["name"],
            decimal(each["winners"], 2),
            decimal(each["others"], 2),
            slope_text(each["points"]),
            slope_text(each["wins"], 100) + (" %" if each["wins"] else ""),
        ]
        for each in part["names"]
    ]


def trait_rows(part: Finding) -> list[list[str]]:
    """Return a row for every trait of a kind, with a star if its points are significant."""
    return [
        [
            each["name"],
            percent(each["share"]),
            decimal(each["winners"], 2),
            decimal(each["others"], 2),
            slope_text(each["points"]) + significance_mark(each),
            slope_text(each["wins"], 100) + " %",
        ]
        for each in part["names"]
    ]


def significance_mark(trait: Finding) -> str:
    """Return a star if the points of a trait are significant after adjusting for multiple tests."""
    return " *" if stable(trait["points"]["q"]) < SIGNIFICANCE else ""


def summary(result: Finding) -> Iterator[str]:
    """Yield one sentence for each part of a study."""
    yield seats_summary(result)
    if len(result["agent_results"]) > 1:
        yield agents_summary(result)
    yield endings_summary(result)
    yield from progress_summary(result)
    yield from traits_summary(result)


def seats_summary(result: Finding) -> str:
    """Return which seat wins most, and whether that is significant."""
    best = max(result["seats"], key=lambda seat: seat["win_share"])
    worst = min(result["seats"], key=lambda seat: seat["win_share"])
    test = result["seat_test"]["p"]
    verdict = "Seats are not equal" if stable(test) < SIGNIFICANCE else "No seat is significantly better than another"
    return (
        f"{verdict} ({p_value_text(test)}): the {order(best['place'])} player wins {percent(best['win_share'])} "
        f"({interval_text(best)}), the {order(worst['place'])} {percent(worst['win_share'])} "
        f"({interval_text(worst)})."
    )


def agents_summary(result: Finding) -> str:
    """Return which agent wins most."""
    ranked = sorted(result["agent_results"], key=lambda each: -each["win_share"])
    parts = ", ".join(f"{each['name']} {percent(each['win_share'])}" for each in ranked)
    return f"Seats won by agent: {parts} ({p_value_text(result['agent_test']['p'])} for equal agents)."


def endings_summary(result: Finding) -> str:
    """Return how games end."""
    most = result["endings"][0]
    return (
        f"{percent(most['share'])} of the games end by {most['ending']}; they take "
        f"{decimal(result['rounds']['mean'])} rounds on average, and the winner leads by "
        f"{decimal(result['margin']['estimate'])} points."
    )


def progress_summary(result: Finding) -> Iterator[str]:
    """Yield the progress with the largest certain effect on points after each round."""
    for part in result["progress"]:
        known = [each for each in part["names"] if each["points"] and lower_bound(each) > 0]
        if known:
            best = max(known, key=lower_bound)
            yield (
                f"After round {part['round']}, one more in {best['name']} is associated with "
                f"{slope_text(best['points'])} points at the end, the other progress being equal."
            )


def traits_summary(result: Finding) -> Iterator[str]:
    """Yield the trait of every kind with the largest certain effect on points."""
    parts = []
    for part in result["traits"]:
        best = max(part["names"], key=lower_bound, default=None)
        if best and significance_mark(best) and lower_bound(best) > 0:
            parts.append(f"{part['kind']} {best['name']} {slope_text(best['points'])}")
    if parts:
        yield f"What most surely is associated with points, kind by kind: {'; '.join(parts)}."


def lower_bound(trait: Finding) -> float:
    """Return the lower bound of the effect on points."""
    low: float = trait["points"]["interval"][0]
    return low
