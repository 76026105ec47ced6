"""The words of a study of balance: rows and sentences that the page, the terminal and the documentation share."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping
from typing import Any

from kontor.arena.match import Order
from kontor.core import registry
from kontor.core.game import Setup
from kontor.study.figures import decimal, percent, signed_decimal, stable

Finding = Mapping[str, Any]

SURE = 0.05
USUAL_CAP = Order.cap
ORDINALS = ("first", "second", "third", "fourth", "fifth")
SEAT_HEAD = ("turn order", "wins", "share", "95 % interval", "mean score", "above the game's mean")
CONTESTANT_HEAD = ("agent", "seats", "wins", "share", "95 % interval", "mean score", "above the game's mean")
ENDING_HEAD = ("ending", "games", "share", "95 % interval", "mean rounds", "best score")
LINE_HEAD = ("line", "mean", "winners", "others", "difference")
PROGRESS_HEAD = ("name", "winners", "others", "points per level", "win share per level")
TRAIT_HEAD = ("name", "seats with it", "winners", "others", "points for one more", "win share for one more")


def title(setup: Setup) -> str:
    """The game on the box."""
    return registry.game_type(setup["game"]).title


def command_of(result: Finding) -> str:
    """The command that gives the same figures."""
    return " ".join(["kontor balance", *map(shlex.quote, words_of(result))])


def words_of(result: Finding) -> Iterator[str]:
    """What follows `kontor balance` to repeat a study."""
    setup, budget = result["setup"], result["budget"]
    yield setup["game"]
    for field in ("edition", "board", "players"):
        if field in setup:
            yield from (f"--{field}", str(setup[field]))
    for module in setup.get("modules", []):
        yield from ("--module", module)
    for switch, value in own_switches(setup).items():
        yield from ("--switch", f"{switch}={str(value).lower() if isinstance(value, bool) else value}")
    yield from (
        "--agents",
        ",".join(result["agents"]),
        "--games",
        str(result["asked"]),
        "--seed",
        str(result["seed"]),
    )
    if result["cap"] != USUAL_CAP:
        yield from ("--cap", str(result["cap"]))
    if budget is not None:
        seconds, playouts = budget["seconds"], budget["playouts"]
        yield from ("--simulations", str(playouts)) if seconds is None else ("--budget-ms", f"{1000 * seconds:g}")
    if result["divide"] != 1:
        yield from ("--divide", f"{result['divide']:g}")


def own_switches(setup: Setup) -> dict[str, Any]:
    """The switches of a setup that are not at their defaults."""
    usual = registry.game({name: value for name, value in setup.items() if name != "switches"}).setup.get(
        "switches", {}
    )
    return {name: value for name, value in setup.get("switches", {}).items() if usual.get(name) != value}


def span(finding: Finding) -> str:
    """The interval of a share."""
    low, high = finding["interval"]
    return f"{percent(low)} – {percent(high)}"


def signed(slope: Finding | None, scale: float = 1.0) -> str:
    """A difference with its interval, or a dash where too few games tell."""
    if slope is None:
        return "–"
    estimate, low, high = (scale * value for value in (slope["estimate"], *slope["interval"]))
    return f"{signed_decimal(estimate)} ({signed_decimal(low)} to {signed_decimal(high)})"


def chance(p: float) -> str:
    """How likely chance alone gives as much."""
    return "p < 0.001" if stable(p) < 0.001 else f"p = {decimal(p, 3)}"


def order(place: int) -> str:
    """A place in turn order as a word."""
    return ORDINALS[place - 1] if place <= len(ORDINALS) else f"{place}th"


def seat_rows(result: Finding) -> list[list[str]]:
    """A row for every place in turn order."""
    return [
        [
            order(seat["place"]),
            decimal(seat["wins"]),
            percent(seat["win_share"]),
            span(seat),
            decimal(seat["mean_score"]),
            signed(seat["above"]),
        ]
        for seat in result["seats"]
    ]


def contestant_rows(result: Finding) -> list[list[str]]:
    """A row for every agent, the most successful first."""
    ranked = sorted(result["contestants"], key=lambda each: -each["win_share"])
    return [
        [
            each["name"],
            str(each["games"]),
            decimal(each["wins"]),
            percent(each["win_share"]),
            span(each),
            decimal(each["mean_score"]),
            signed(each["above"]),
        ]
        for each in ranked
    ]


def ending_rows(result: Finding) -> list[list[str]]:
    """A row for every ending."""
    return [
        [
            each["ending"],
            str(each["games"]),
            percent(each["share"]),
            span(each),
            decimal(each["rounds"]),
            decimal(each["best_score"]),
        ]
        for each in result["endings"]
    ]


def line_rows(result: Finding) -> list[list[str]]:
    """A row for every score line."""
    return [
        [
            each["name"],
            decimal(each["mean"]),
            decimal(each["winners"]),
            decimal(each["others"]),
            signed(each["difference"]),
        ]
        for each in result["lines"]
    ]


def progress_rows(part: Finding) -> list[list[str]]:
    """A row for everything that seats progress in, after one round."""
    return [
        [
            each["name"],
            decimal(each["winners"], 2),
            decimal(each["others"], 2),
            signed(each["points"]),
            signed(each["wins"], 100) + (" %" if each["wins"] else ""),
        ]
        for each in part["names"]
    ]


def trait_rows(part: Finding) -> list[list[str]]:
    """A row for every trait of a kind; a star where the points are surely not by chance."""
    return [
        [
            each["name"],
            percent(each["share"]),
            decimal(each["winners"], 2),
            decimal(each["others"], 2),
            signed(each["points"]) + star(each),
            signed(each["wins"], 100) + " %",
        ]
        for each in part["names"]
    ]


def star(trait: Finding) -> str:
    """A star for what is surely not by chance, allowing for how many traits of the kind were looked at."""
    return " *" if stable(trait["points"]["q"]) < SURE else ""


def in_short(result: Finding) -> Iterator[str]:
    """What a study shows, a sentence for each part."""
    yield seats_in_short(result)
    if len(result["contestants"]) > 1:
        yield contestants_in_short(result)
    yield endings_in_short(result)
    yield from progress_in_short(result)
    yield from traits_in_short(result)


def seats_in_short(result: Finding) -> str:
    """Which seat wins most, and whether that may be chance."""
    best = max(result["seats"], key=lambda seat: seat["win_share"])
    worst = min(result["seats"], key=lambda seat: seat["win_share"])
    test = result["seat_test"]["p"]
    verdict = "Seats are not equal" if stable(test) < SURE else "No seat is surely better than another"
    return (
        f"{verdict} ({chance(test)}): the {order(best['place'])} player wins {percent(best['win_share'])} "
        f"({span(best)}), the {order(worst['place'])} {percent(worst['win_share'])} ({span(worst)})."
    )


def contestants_in_short(result: Finding) -> str:
    """Which agent wins most."""
    ranked = sorted(result["contestants"], key=lambda each: -each["win_share"])
    told = ", ".join(f"{each['name']} {percent(each['win_share'])}" for each in ranked)
    return f"Seats won by agent: {told} ({chance(result['contestant_test']['p'])} for equal agents)."


def endings_in_short(result: Finding) -> str:
    """How games end."""
    most = result["endings"][0]
    return (
        f"{percent(most['share'])} of the games end by {most['ending']}; they take "
        f"{decimal(result['rounds']['mean'])} rounds on average, and the winner leads by "
        f"{decimal(result['margin']['estimate'])} points."
    )


def progress_in_short(result: Finding) -> Iterator[str]:
    """What goes with most points early in the game."""
    for part in result["progress"]:
        known = [each for each in part["names"] if each["points"] and surely(each) > 0]
        if known:
            best = max(known, key=surely)
            yield (
                f"After round {part['round']}, one more in {best['name']} goes with {signed(best['points'])} points "
                "at the end, everything else there being equal."
            )


def traits_in_short(result: Finding) -> Iterator[str]:
    """The trait of every kind that surely goes with most points."""
    told = []
    for part in result["traits"]:
        best = max(part["names"], key=surely, default=None)
        if best and star(best) and surely(best) > 0:
            told.append(f"{part['kind']} {best['name']} {signed(best['points'])}")
    if told:
        yield f"What most surely goes with points, kind by kind: {'; '.join(told)}."


def surely(trait: Finding) -> float:
    """The least number of points that something goes with, as far as anybody can be sure."""
    low: float = trait["points"]["interval"][0]
    return low
