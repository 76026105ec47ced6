"""The reliability plot: predicted chances and shares of wins, one diagram for each board, as an SVG file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from kontor.arena.plots import PALETTE, TEXT_COLOUR, figure_svg
from kontor.training.calibration import LEAST_CASES

COLUMNS = 3
ROW_HEIGHT = 2.7
TEXT = "#6b7680"  # legible on light and dark pages


def reliability_plot(rows: Sequence[Mapping[str, Any]]) -> str:
    """Return the plot of some boards; tenths with few cases are left out."""

    def draw(figure: Figure) -> None:
        for n, row in enumerate(rows, 1):
            axes = figure.add_subplot(ceil(len(rows) / COLUMNS), COLUMNS, n)
            draw_board(axes, row)

    svg = figure_svg("reliability", draw, ROW_HEIGHT * ceil(len(rows) / COLUMNS))
    return svg.replace("<svg", f'<svg xmlns="http://www.w3.org/2000/svg" color="{TEXT}"', 1)


def draw_board(axes: Axes, row: Mapping[str, Any]) -> None:
    """Draw the diagram of a board."""
    shown = [each for each in row["deciles"] if each["cases"] >= LEAST_CASES]
    axes.plot([0, 100], [0, 100], color=TEXT_COLOUR, linestyle=":", linewidth=1)
    predicted = [100 * each["predicted"] for each in shown]
    axes.plot(predicted, [100 * each["seen"] for each in shown], "o-", color=PALETTE[0], markersize=4, linewidth=1)
    axes.set_title(f"{row['board']} ({row['games']} games)", fontsize=10)
    axes.set(xlim=(0, 100), ylim=(0, 100), xlabel="predicted %", ylabel="won %", aspect="equal")
