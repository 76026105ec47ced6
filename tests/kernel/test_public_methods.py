"""Protects the methods of games: both kernels answer wrong positions, seats, moves and types with a sentence."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from kontor.kernel.runtime.loading import COMPILED, INTERPRETED
from tests.kernel.calls import SEARCH_OPTIONS, SETUPS, new_game, position_after

CASES = [(name, kernel) for name in SETUPS for kernel in (COMPILED, INTERPRETED)]
POSITIONS: list[Any] = [None, 5, "x", b"", bytearray(), bytearray(5000)]
SEATS: list[Any] = [-1, 9, 1 << 70, "0", 1.0, [0]]
MOVES: list[Any] = [None, "1", 1.5, [0]]
NUMBERS: list[Any] = [-1, 1 << 70]
STYLES: list[Any] = [None, "fast", 5, ["balanced"]]
POSITION_ONLY = (
    "check",
    "content",
    "to_move",
    "turn",
    "legal_moves",
    "distinct_moves",
    "chance_weights",
    "scores",
    "ended_by",
    "position_json",
    "derived_state",
    "progress_statistics",
    "final_statistics",
)


@cache
def shared(name: str, kernel: str) -> tuple[Any, bytearray]:
    """Return a game and one of its positions."""
    game = new_game(name, kernel)
    return game, position_after(game, 3, 10)


def valid_calls(game: Any, position: bytearray) -> dict[str, list[Any]]:
    """Return valid arguments of the methods that take more than a position."""
    move = game.legal_moves(position)[0]
    return {
        **{method: [position] for method in POSITION_ONLY},
        "advance": [position[:], move],
        "events": [position, move],
        "commits": [position, move],
        "move_text": [move],
        "move_json": [move],
        "parse_move": [game.move_text(move)],
        "parse_move_json": [game.move_json(move)],
        "view": [position, 0],
        "redacted_move": [position, move, 0],
        "observe": [position, 0],
        "suggest": [position, 1, "light"],
        "closing_move": [position, 1],
        "plans": [position, "balanced", 1, 1],
        "tree": [position, "balanced", 1, SEARCH_OPTIONS],
        "play_out": [position[:], 1, ["light"] * game.players, 3],
        "perft": [position, 1],
        "style_weights": [0, "balanced"],
    }


WRONG: dict[str, list[list[Any]]] = {
    **{method: [POSITIONS] for method in POSITION_ONLY},
    "advance": [POSITIONS, MOVES + NUMBERS],
    "events": [POSITIONS, MOVES + NUMBERS],
    "commits": [POSITIONS, MOVES + NUMBERS],
    "move_text": [MOVES + NUMBERS],
    "move_json": [MOVES + NUMBERS],
    "parse_move": [[None, 5, "", "place", b"stop"]],
    "parse_move_json": [[None, 5, {}, [], {"do": []}, "stop"]],
    "view": [POSITIONS, SEATS],
    "redacted_move": [POSITIONS, MOVES + NUMBERS, SEATS],
    "observe": [POSITIONS, [None, *SEATS]],
    "suggest": [POSITIONS, [None, "1", -1], [None, "hard", 5, ["light"]]],
    "closing_move": [POSITIONS, [None, "1", -1]],
    "plans": [POSITIONS, STYLES, [None, 0, "1"], [None, 0, "1"]],
    "tree": [POSITIONS, STYLES, [None, "1", -1], [None, [], [0] * 8, "x"]],
    "play_out": [POSITIONS, [None, -1], [None, [], ["light"], "light", [None] * 9], [None, -1]],
    "perft": [POSITIONS, [None, -1, 65]],
    "style_weights": [[None, *SEATS], STYLES],
}


def refused(method: Callable[..., Any], arguments: list[Any]) -> str:
    """Return the sentence with which a call is refused."""
    with pytest.raises((TypeError, ValueError)) as caught:
        method(*arguments)
    return str(caught.value)


@pytest.mark.parametrize(("name", "kernel"), CASES, ids=str)
@pytest.mark.parametrize("method", WRONG)
def test_a_wrong_argument_is_answered_with_a_sentence(name: str, kernel: str, method: str) -> None:
    game, position = shared(name, kernel)
    call, before = getattr(game, method), position[:]
    valid = valid_calls(game, position)[method]
    for n, values in enumerate(WRONG[method]):
        for value in values:
            sentence = refused(call, [*valid[:n], value, *valid[n + 1 :]])
            assert sentence[-1] in ".]" or "has incorrect type" in sentence, sentence
            assert "object" not in sentence or "as an object" in sentence, sentence
    assert position == before
    call(*valid)


@pytest.mark.parametrize(("name", "kernel"), CASES, ids=str)
def test_a_refusal_needs_a_known_position_and_an_illegal_move(name: str, kernel: str) -> None:
    game, position = shared(name, kernel)
    legal = game.legal_moves(position)[0]
    illegal = next(move for move in range(game.move_count) if move not in game.legal_moves(position))
    for wrong in POSITIONS:
        refused(game.refusal, [wrong, illegal])
    for wrong in [*MOVES, legal]:
        assert "the move" in refused(game.refusal, [position, wrong])
    assert game.refusal(position, illegal).rule


@pytest.mark.parametrize(("name", "kernel"), CASES, ids=str)
@pytest.mark.parametrize("policies", [None, 5, "xx", [None], [b""], [b"\x09" * 4]], ids=repr)
def test_a_batch_needs_a_policy_for_every_seat(name: str, kernel: str, policies: Any) -> None:
    game, _ = shared(name, kernel)
    assert "polic" in refused(game.batch, [policies, b"", 40, game.move_count, []])
