"""Plots of a study of balance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from kontor.arena.plots import PALETTE, ROW_HEIGHT, TEXT_COLOUR, axes_svg, colour, figure_svg, name_rows
from kontor.study.balance.report_text import significance_mark

Finding = Mapping[str, Any]

INSIGNIFICANT_COLOUR = "#9aa3ab"
MAX_ROWS = 24


def columns(count: int) -> int:
    """Return how many of so many plots stand side by side."""
    return 2 if count in (2, 4) else min(count, 3)


def grid(figure: Figure, count: int) -> list[Axes]:
    """Return so many plots in rows."""
    across = columns(count)
    return [figure.add_subplot(ceil(count / across), across, number + 1) for number in range(count)]


def legend(figure: Figure) -> None:
    """Add a common legend below all plots of a figure."""
    handles, labels = figure.axes[0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", ncols=len(labels), fontsize=9)


def curves(name: str, found: Sequence[Finding]) -> str:
    """Plot the progress of winners and others after every round, one plot for each name."""

    def draw(figure: Figure) -> None:
        for axes, each in zip(grid(figure, len(found)), found, strict=True):
            after = range(1, len(each["winners"]) + 1)
            axes.plot(after, each["winners"], color=PALETTE[0], linewidth=2, label="winners")
            axes.plot(after, each["others"], color=PALETTE[1], linewidth=2, label="others", linestyle="--")
            axes.set_title(each["name"], fontsize=10)
            axes.set_ylim(0, 1.05 * max(1.0, *each["winners"], *each["others"]))
            axes.xaxis.set_major_locator(MaxNLocator(nbins=5, integer=True))
            axes.set_xlabel("rounds")
        legend(figure)

    return figure_svg(f"curves-{name}", draw, 0.4 + 2.0 * ceil(len(found) / columns(len(found))))


def levels(name: str, parts: Sequence[Finding], equal: float) -> str:
    """Plot the win share at every level after some rounds, one plot for each name with several levels."""
    found = [[part["names"][n]["levels"] for part in parts] for n in range(len(parts[0]["names"]))]
    shown = [n for n, rows in enumerate(found) if any(len(row) > 1 for row in rows)]
    highest = max((each["interval"][1] for rows in found for row in rows for each in row), default=equal)

    def draw(figure: Figure) -> None:
        for axes, n in zip(grid(figure, len(shown)), shown, strict=True):
            axes.axhline(100 * equal, color=TEXT_COLOUR, linestyle=":", linewidth=1)
            for number, (part, row) in enumerate(zip(parts, found[n], strict=True)):
                draw_levels(axes, row, number, f"after round {part['round']}")
            axes.set_title(parts[0]["names"][n]["name"], fontsize=10)
            axes.set(ylim=(0, min(102.0, 105 * highest)), ylabel="seats won in %", xlabel="level")
            axes.xaxis.set_major_locator(MaxNLocator(nbins=6, integer=True))
            axes.margins(x=0.12)
        legend(figure)

    return figure_svg(f"levels-{name}", draw, 0.4 + 2.2 * ceil(len(shown) / columns(len(shown)))) if shown else ""


def draw_levels(axes: Axes, found: Sequence[Finding], number: int, label: str) -> None:
    """Draw the win shares at the levels after one round, slightly shifted from those of other rounds."""
    shares = [100 * each["win_share"] for each in found]
    below = [100 * (each["win_share"] - each["interval"][0]) for each in found]
    above = [100 * (each["interval"][1] - each["win_share"]) for each in found]
    where = [each["level"] + 0.14 * (number - 1) for each in found]
    axes.errorbar(
        where, shares, yerr=[below, above], fmt="o-", color=colour(number), markersize=4, linewidth=1, label=label
    )


def forest(name: str, found: Sequence[Finding], label: str) -> str:
    """Plot the estimated effect of one more of everything with intervals, pale if not significant."""
    shown = list(found) if len(found) <= MAX_ROWS else [*found[: MAX_ROWS // 2], *found[-MAX_ROWS // 2 :]]

    def draw(axes: Axes) -> None:
        axes.axvline(0, color=TEXT_COLOUR, linestyle=":", linewidth=1)
        for row, each in enumerate(shown):
            points = each["points"]
            low, high = points["interval"]
            shade = PALETTE[0] if significance_mark(each) else INSIGNIFICANT_COLOUR
            axes.plot([low, high], [row, row], color=shade, linewidth=2, solid_capstyle="round")
            axes.plot(points["estimate"], row, "o", color=shade, markersize=6)
        axes.set_xlabel(label)
        name_rows(axes, [each["name"] for each in shown])
        axes.grid(axis="x", alpha=0.15)

    return axes_svg(f"forest-{name}", draw, 0.8 + 0.62 * ROW_HEIGHT * max(len(shown), 2))


def slopes(name: str, parts: Sequence[Finding], label: str) -> str:
    """Plot the estimated effect of one more level after each of some rounds."""
    rows = range(len(parts[0]["names"]))
    shown = [n for n in rows if any(part["names"][n]["points"] for part in parts)]

    def draw(axes: Axes) -> None:
        axes.axvline(0, color=TEXT_COLOUR, linestyle=":", linewidth=1)
        for number, part in enumerate(parts):
            found = [part["names"][n] for n in shown]
            draw_slopes(axes, found, 0.22 * (number - 1), number, f"after round {part['round']}")
        axes.set_xlabel(label)
        name_rows(axes, [parts[0]["names"][n]["name"] for n in shown])
        axes.grid(axis="x", alpha=0.15)
        axes.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0), fontsize=9)

    return axes_svg(f"slopes-{name}", draw, 0.9 + 1.3 * ROW_HEIGHT * len(shown)) if shown else ""


def draw_slopes(axes: Axes, found: Sequence[Finding], shift: float, number: int, label: str) -> None:
    """Draw the estimates after one round."""
    known = [(row + shift, each["points"]) for row, each in enumerate(found) if each["points"]]
    for row, points in known:
        axes.plot(points["interval"], [row, row], color=colour(number), linewidth=2, solid_capstyle="round")
    where = [points["estimate"] for _, points in known]
    axes.plot(where, [row for row, _ in known], "o", color=colour(number), markersize=6, label=label)
