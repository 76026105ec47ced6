"""Plots as SVG whose text takes the colour of the surrounding page."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from io import StringIO
from typing import Any

from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

TEXT_COLOUR = "#010203"
PALETTE = (
    "#3b7dd8",
    "#d98a29",
    "#4c9f70",
    "#b3589a",
    "#8a7ad1",
    "#c0504d",
    "#5aa5b5",
    "#a08c4a",
    "#7f8fa6",
    "#c77f9b",
)
STYLE: Any = {
    "svg.fonttype": "none",
    "font.family": "sans-serif",
    "font.size": 10.0,
    "text.color": TEXT_COLOUR,
    "axes.edgecolor": TEXT_COLOUR,
    "axes.labelcolor": TEXT_COLOUR,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "xtick.color": TEXT_COLOUR,
    "ytick.color": TEXT_COLOUR,
    "legend.frameon": False,
}
WIDTH, ROW_HEIGHT = 7.6, 0.42

Draw = Callable[[Axes], None]


def axes_svg(name: str, draw: Draw, height: float) -> str:
    """Return what a function draws on one pair of axes as SVG; the name makes its ids unique."""
    return figure_svg(name, lambda figure: draw(figure.add_subplot()), height)


def figure_svg(name: str, draw: Callable[[Figure], None], height: float) -> str:
    """Return what a function draws on a whole figure as SVG."""
    with rc_context({**STYLE, "svg.hashsalt": name}):
        figure = Figure(figsize=(WIDTH, height), layout="constrained")
        draw(figure)
        page = StringIO()
        figure.savefig(page, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
    return inline(page.getvalue())


def inline(svg: str) -> str:
    """Return an SVG document as a part of a page, without namespaces and with the text colour of the page."""
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    svg = re.sub(r'\s+xmlns(:\w+)?="[^"]*"| id="[\w.]+_\d+"', "", svg)
    svg = svg.replace("xlink:href", "href").replace(TEXT_COLOUR, "currentColor")
    return re.sub(r'(<svg[^>]*?) width="[^"]*"', r"\1", re.sub(r'(<svg[^>]*?) height="[^"]*"', r"\1", svg, count=1))


def win_shares(agents: Sequence[dict[str, Any]], seats: int) -> str:
    """Plot the win share of every agent with its interval, and the share of equal agents."""

    def draw(axes: Axes) -> None:
        rows = range(len(agents))
        shares = [100 * agent["win_share"] for agent in agents]
        below = [100 * (agent["win_share"] - agent["interval"][0]) for agent in agents]
        above = [100 * (agent["interval"][1] - agent["win_share"]) for agent in agents]
        axes.errorbar(shares, rows, xerr=[below, above], fmt="o", color=PALETTE[0], capsize=4, markersize=6)
        axes.axvline(100 / seats, color=TEXT_COLOUR, linestyle=":", linewidth=1)
        most = max(200 / seats, *(100 * agent["interval"][1] for agent in agents))
        axes.set(
            xlim=(-0.02 * most, min(102.0, 1.05 * most)),
            xlabel="wins per seat in %, with 95 % interval; dotted: equal strength",
        )
        name_rows(axes, [agent["name"] for agent in agents])

    return axes_svg("win-shares", draw, 0.9 + ROW_HEIGHT * len(agents))


def score_lines(agents: Sequence[dict[str, Any]]) -> str:
    """Plot the mean score of every agent, stacked by score line; negative lines go to the left."""
    names = list(dict.fromkeys(line for agent in agents for line in agent["lines"] if agent["lines"][line]))

    def draw(axes: Axes) -> None:
        right, left = [0.0] * len(agents), [0.0] * len(agents)
        for number, line in enumerate(names):
            for row, agent in enumerate(agents):
                points = agent["lines"].get(line, 0.0)
                side = right if points >= 0 else left
                label = line.replace("_", " ") if row == 0 else None
                axes.barh(row, points, left=side[row], height=0.6, color=colour(number), label=label)
                side[row] += points
        axes.set_xlabel("mean points")
        name_rows(axes, [agent["name"] for agent in agents])
        axes.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0), fontsize=9)

    return axes_svg("score-lines", draw, max(0.9 + ROW_HEIGHT * len(agents), 0.5 + 0.22 * len(names)))


def endings(ended_by: dict[str, int]) -> str:
    """Plot how often every ending occurred."""

    def draw(axes: Axes) -> None:
        bars = axes.barh(range(len(ended_by)), list(ended_by.values()), height=0.6, color=PALETTE[2])
        axes.bar_label(bars, padding=4)
        axes.set_xlabel("games")
        name_rows(axes, list(ended_by))

    return axes_svg("endings", draw, 0.9 + ROW_HEIGHT * len(ended_by))


def rounds(games: dict[str, int]) -> str:
    """Plot how many games took how many rounds."""

    def draw(axes: Axes) -> None:
        axes.bar([int(number) for number in games], list(games.values()), width=0.8, color=PALETTE[1])
        axes.set(xlabel="rounds", ylabel="games")
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes.yaxis.set_major_locator(MaxNLocator(integer=True))

    return axes_svg("rounds", draw, 2.6)


def name_rows(axes: Axes, names: Sequence[str]) -> None:
    """Name the rows of a plot, the first on top."""
    axes.set_yticks(range(len(names)), [name.rpartition("/")[2] for name in names])
    axes.set_ylim(len(names) - 0.5, -0.5)
    axes.tick_params(axis="y", length=0)


def colour(number: int) -> str:
    """Return the colour of the series of that number."""
    return PALETTE[number % len(PALETTE)]
