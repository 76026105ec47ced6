"""Plots of games, as SVG that takes its text colour from the page around it."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from io import StringIO
from typing import Any

from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

INK = "#010203"
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
    "text.color": INK,
    "axes.edgecolor": INK,
    "axes.labelcolor": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "xtick.color": INK,
    "ytick.color": INK,
    "legend.frameon": False,
}
WIDTH, ROW = 7.6, 0.42

Draw = Callable[[Axes], None]


def drawn(name: str, draw: Draw, height: float) -> str:
    """What a function draws, as SVG to put into a page; the name keeps its ids apart from those of others."""
    return sketched(name, lambda figure: draw(figure.add_subplot()), height)


def sketched(name: str, sketch: Callable[[Figure], None], height: float) -> str:
    """What a function draws on a whole figure, as SVG to put into a page."""
    with rc_context({**STYLE, "svg.hashsalt": name}):
        figure = Figure(figsize=(WIDTH, height), layout="constrained")
        sketch(figure)
        page = StringIO()
        figure.savefig(page, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
    return inline(page.getvalue())


def inline(svg: str) -> str:
    """An SVG document as part of a page: no outside names, and the ink of the page."""
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    svg = re.sub(r'\s+xmlns(:\w+)?="[^"]*"| id="[\w.]+_\d+"', "", svg)
    svg = svg.replace("xlink:href", "href").replace(INK, "currentColor")
    return re.sub(r'(<svg[^>]*?) width="[^"]*"', r"\1", re.sub(r'(<svg[^>]*?) height="[^"]*"', r"\1", svg, count=1))


def win_shares(agents: Sequence[dict[str, Any]], seats: int) -> str:
    """The win share of every agent with its interval, and the share of equals."""

    def draw(axes: Axes) -> None:
        rows = range(len(agents))
        shares = [100 * agent["win_share"] for agent in agents]
        below = [100 * (agent["win_share"] - agent["interval"][0]) for agent in agents]
        above = [100 * (agent["interval"][1] - agent["win_share"]) for agent in agents]
        axes.errorbar(shares, rows, xerr=[below, above], fmt="o", color=PALETTE[0], capsize=4, markersize=6)
        axes.axvline(100 / seats, color=INK, linestyle=":", linewidth=1)
        most = max(200 / seats, *(100 * agent["interval"][1] for agent in agents))
        axes.set(
            xlim=(-0.02 * most, min(102.0, 1.05 * most)),
            xlabel="wins per seat in %, with 95 % interval; dotted: equal strength",
        )
        name_rows(axes, [agent["name"] for agent in agents])

    return drawn("win-shares", draw, 0.9 + ROW * len(agents))


def score_lines(agents: Sequence[dict[str, Any]]) -> str:
    """The mean score of every agent, line upon line; what is below zero goes to the left."""
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

    return drawn("score-lines", draw, max(0.9 + ROW * len(agents), 0.5 + 0.22 * len(names)))


def endings(ended_by: dict[str, int]) -> str:
    """How often every ending occurred."""

    def draw(axes: Axes) -> None:
        bars = axes.barh(range(len(ended_by)), list(ended_by.values()), height=0.6, color=PALETTE[2])
        axes.bar_label(bars, padding=4)
        axes.set_xlabel("games")
        name_rows(axes, list(ended_by))

    return drawn("endings", draw, 0.9 + ROW * len(ended_by))


def rounds(games: dict[str, int]) -> str:
    """How many games took how many rounds."""

    def draw(axes: Axes) -> None:
        axes.bar([int(number) for number in games], list(games.values()), width=0.8, color=PALETTE[1])
        axes.set(xlabel="rounds", ylabel="games")
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes.yaxis.set_major_locator(MaxNLocator(integer=True))

    return drawn("rounds", draw, 2.6)


def name_rows(axes: Axes, names: Sequence[str]) -> None:
    """Name the rows of a plot, the first on top."""
    axes.set_yticks(range(len(names)), [name.rpartition("/")[2] for name in names])
    axes.set_ylim(len(names) - 0.5, -0.5)
    axes.tick_params(axis="y", length=0)


def colour(number: int) -> str:
    """A colour for the part of that number."""
    return PALETTE[number % len(PALETTE)]
