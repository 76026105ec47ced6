"""The report of a training: how well positions of unseen games are predicted, by setup, and calibration by board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kontor.training.model import log_loss
from kontor.training.samples import Samples

Array = NDArray[Any]
Predictions = Mapping[str, Mapping[int, Array]]  # predictor -> players -> chances of all positions

DECILES = 10


def uniform_chances(samples: Samples) -> Array:
    """Return equal chances for all seats."""
    return np.full(samples.results.shape, 1 / samples.players)


def loss_rows(
    samples: Mapping[int, Samples], predictions: Predictions, groups: Sequence[str]
) -> list[dict[str, Any]]:
    """Return the mean log-loss of every predictor in every group of setups, and in all of them together."""
    rows = []
    for number, group in enumerate(groups):
        chosen = {players: each.groups == number for players, each in samples.items()}
        if any(each.any() for each in chosen.values()):
            rows.append({"setups": group, **group_losses(samples, predictions, chosen)})
    everything = {players: np.ones(len(each.groups), bool) for players, each in samples.items()}
    return [*rows, {"setups": "all", **group_losses(samples, predictions, everything)}]


def group_losses(
    samples: Mapping[int, Samples], predictions: Predictions, chosen: Mapping[int, Array]
) -> dict[str, Any]:
    """Return the numbers of games and positions, and the mean log-loss of every predictor over some positions."""
    games = sum(len(np.unique(each.games[chosen[players]])) for players, each in samples.items())
    positions = sum(int(rows.sum()) for rows in chosen.values())
    losses = {
        name: sum(
            float(log_loss(chances[players], each.results)[chosen[players]].sum())
            for players, each in samples.items()
        )
        / max(positions, 1)
        for name, chances in predictions.items()
    }
    return {"games": games, "positions": positions, **losses}


def paired_difference(samples: Mapping[int, Samples], first: Mapping[int, Array], second: Mapping[int, Array]) -> Any:
    """Return the mean difference of two log-losses over games, and its standard error."""
    differences = []
    for players, each in samples.items():
        loss = log_loss(first[players], each.results) - log_loss(second[players], each.results)
        games, index = np.unique(each.games, return_inverse=True)
        differences.append(np.bincount(index, loss) / np.bincount(index))
        assert len(games)
    found = np.concatenate(differences)
    return float(found.mean()), float(found.std() / np.sqrt(len(found)))


def calibration(samples: Mapping[int, Samples], chances: Mapping[int, Array], groups: Sequence[str]) -> list[Any]:
    """Return for every board, by tenths of the predicted chance: cases, mean prediction and share of wins."""
    boards: dict[str, list[tuple[Array, Array]]] = {}
    for players, each in samples.items():
        for number in np.unique(each.groups):
            rows = each.groups == number
            board = groups[number].partition(",")[0]
            boards.setdefault(board, []).append((chances[players][rows].ravel(), each.results[rows].ravel()))
    return [
        {"board": board, "deciles": deciles(*(np.concatenate(part) for part in zip(*pairs, strict=True)))}
        for board, pairs in boards.items()
    ]


def deciles(predicted: Array, seen: Array) -> list[dict[str, float]]:
    """Return cases, mean prediction and share of wins for every tenth of the predicted chance."""
    index = np.minimum((predicted * DECILES).astype(int), DECILES - 1)
    return [
        {
            "from": number / DECILES,
            "cases": int((index == number).sum()),
            "predicted": float(predicted[index == number].mean()),
            "seen": float(seen[index == number].mean()),
        }
        for number in range(DECILES)
        if (index == number).any()
    ]


def loss_table(rows: Sequence[Mapping[str, Any]]) -> str:
    """Return the log-losses as a Markdown table."""
    predictors = [name for name in rows[0] if name not in ("setups", "games", "positions")]
    lines = [
        f"| setups | games | positions | {' | '.join(predictors)} |",
        f"|---|---|---|{'---|' * len(predictors)}",
    ]
    for row in rows:
        losses = " | ".join(f"{row[name]:.3f}" for name in predictors)
        lines.append(f"| {row['setups']} | {row['games']} | {row['positions']} | {losses} |")
    return "\n".join(lines)


def calibration_table(found: Sequence[Mapping[str, Any]]) -> str:
    """Return the calibration as a Markdown table: predicted and seen chances in per cent, and cases."""
    head = " | ".join(f"{10 * n}–{10 * n + 10} %" for n in range(DECILES))
    lines = [f"| board | {head} |", f"|---|{'---|' * DECILES}"]
    for board in found:
        cells = {round(each["from"] * DECILES): each for each in board["deciles"]}
        texts = [
            f"{100 * cells[n]['predicted']:.1f} → {100 * cells[n]['seen']:.1f} ({cells[n]['cases']})"
            if n in cells
            else ""
            for n in range(DECILES)
        ]
        lines.append(f"| {board['board']} | {' | '.join(texts)} |")
    return "\n".join(lines)
