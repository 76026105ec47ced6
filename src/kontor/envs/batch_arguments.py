"""Checks of the arguments of a batch environment."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kontor.core.kernel_game import POLICIES

RESET_MASK = "reset_mask"


def check_policy(name: str | None) -> None:
    """Reject an unknown kernel policy."""
    if name is not None and name not in POLICIES:
        raise ValueError(f"the policy {name!r} is unknown; it may be {', '.join(POLICIES)}.")


def check_numbers(players: int, games: int, cap: int, processes: int) -> None:
    """Reject numbers of games, turns or processes that are out of range."""
    if not 1 <= processes <= games:
        raise ValueError(f"{games} games cannot be divided among {processes} processes.")
    check_cap(players, cap)


def check_cap(players: int, cap: int) -> None:
    """Reject a turn limit before which some seat might not decide."""
    if cap < 2 * players:
        raise ValueError(f"the cap of turns must be at least {2 * players}, so that every seat gets to decide.")


def checked_actions(actions: ArrayLike, games: int, count: int) -> NDArray[np.integer[Any]]:
    """Return actions as an array of 32 bits or of numbers below `count`, one for every game."""
    chosen = np.asarray(actions)
    if chosen.shape != (games,):
        raise ValueError(f"actions must have the shape {(games,)}, not {chosen.shape}.")
    if chosen.dtype.kind not in "iu":
        raise TypeError(f"actions must be whole numbers, not of the type {chosen.dtype}.")
    if chosen.dtype != np.int32:  # with fewer bits, a number out of range could become that of a legal action
        check_each(chosen, (chosen >= 0) & (chosen < count))
    return chosen


def check_legal(chosen: NDArray[np.int32], masks: NDArray[np.bool_]) -> None:
    """Reject actions that the masks do not allow."""
    in_range = (chosen >= 0) & (chosen < masks.shape[1])
    check_each(chosen, in_range & masks[np.arange(len(masks)), np.where(in_range, chosen, 0)])


def check_each(chosen: NDArray[np.integer[Any]], legal: NDArray[np.bool_]) -> None:
    """Reject actions unless each of them is marked as legal."""
    if not legal.all():
        game = int(np.argmin(legal))
        raise illegal_action(int(chosen[game]), game)


def illegal_action(action: int, game: int) -> ValueError:
    """Return the exception for an action that is not legal."""
    return ValueError(f"action {action} is not legal in game {game}: choose one that its mask allows.")


def games_to_reset(games: int, options: Mapping[str, Any] | None) -> list[int]:
    """Return the games that the option `reset_mask` marks, or all of them."""
    unknown = set(options or {}) - {RESET_MASK}
    if unknown:
        raise ValueError(f"the option {min(unknown)!r} is unknown; it may be {RESET_MASK}.")
    mask = np.asarray((options or {}).get(RESET_MASK, np.ones(games, np.bool_)))
    if mask.shape != (games,) or mask.dtype != np.bool_:
        raise ValueError(f"the option {RESET_MASK!r} must be an array of {games} truth values.")
    return [int(n) for n in np.flatnonzero(mask)]
