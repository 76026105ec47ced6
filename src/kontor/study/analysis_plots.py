"""Plots of an analysis as SVG: every seat's chances, and what was given away."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from matplotlib.axes import Axes

from kontor.arena.plots import TEXT_COLOUR, axes_svg
from kontor.core import registry
from kontor.core.drawing.theme import theme

DASHES = ("-", "--", "-.", ":", (0, (5, 1, 1, 1, 1, 1)))


def colours(analysis: dict[str, Any]) -> list[str]:
    """Return the colours of all seats."""
    presentation = registry.game_type(analysis["setup"]["game"]).presentation
    tones = theme("light", "heraldry").tones
    return [tones[presentation.seat_colour(seat)][0] for seat in range(len(analysis["seats"]))]


def chances(analysis: dict[str, Any]) -> str:
    """Plot every seat's chance of winning before each decision, with the turning points."""
    known = [decision for decision in analysis["decisions"] if decision["before"]]
    numbers = [*(decision["number"] for decision in known), *(each["number"] + 1 for each in known[-1:])]
    rows = [*(decision["before"] for decision in known), *(each["after"] for each in known[-1:])]

    def draw(axes: Axes) -> None:
        for seat, colour in enumerate(colours(analysis)):
            values = [100 * row[seat] for row in rows]
            axes.plot(numbers, values, color=colour, linestyle=DASHES[seat % 5], linewidth=1.8, label=f"seat {seat}")
        mark(axes, analysis["turning_points"])
        axes.set(xlabel="move", ylabel="chance of winning in %", ylim=(-2, 102), xlim=(0, numbers[-1]))
        axes.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0), fontsize=9)

    return axes_svg("chances", draw, 3.4)


def mark(axes: Axes, points: Sequence[dict[str, Any]]) -> None:
    """Number the turning points, the worst first."""
    for n, point in enumerate(points, 1):
        axes.axvline(point["number"], color=TEXT_COLOUR, linestyle=":", linewidth=0.8)
        axes.annotate(str(n), (point["number"], 101), ha="center", va="bottom", fontsize=9, annotation_clip=False)


def given_away(analysis: dict[str, Any]) -> str:
    """Plot what was given away turn by turn."""
    turns = [turn for turn in analysis["turns"] if turn["gave_away"]]
    fills = colours(analysis)

    def draw(axes: Axes) -> None:
        shades = [fills[turn["seat"]] for turn in turns]
        heights = [100 * turn["gave_away"] for turn in turns]
        axes.bar([turn["turn"] for turn in turns], heights, color=shades, edgecolor=TEXT_COLOUR, linewidth=0.4)
        axes.set(xlabel="turn", ylabel="given away in %")

    return axes_svg("given-away", draw, 2.2)
