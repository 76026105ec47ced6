"""The score sheet as a coloured table."""

from __future__ import annotations

from collections.abc import Sequence

from kontor.core.game import Game
from kontor.core.styled_text import StyledText, aligned, styled
from kontor.core.values import ScoreSheet

LEAST_WIDTH = 5


def score_table(game: Game, sheet: ScoreSheet, labels: Sequence[str]) -> list[StyledText]:
    """Return a row per score line and a column per seat."""
    widths = [max(len(label), LEAST_WIDTH) for label in labels]
    styles = [game.presentation.seat_colour(seat) for seat in range(len(labels))]

    def row(name: str, values: Sequence[object], style: str = "") -> list[StyledText]:
        cells = zip(values, widths, styles, strict=True)
        return [
            styled(name, style or "dim"),
            *(styled(str(value).rjust(wide), style or own) for value, wide, own in cells),
        ]

    lines = [row(name, [score.lines[name] for score in sheet.scores]) for name in sheet.scores[0].lines]
    return aligned([row("", labels), *lines, row("total", [score.total for score in sheet.scores], "bold")])


def winners_sentence(sheet: ScoreSheet, labels: Sequence[str]) -> str:
    """Return the winners as a sentence."""
    names = [labels[seat] for seat in sheet.winners]
    return f"{names[0]} wins." if len(names) == 1 else f"{' and '.join(names)} share the win."
