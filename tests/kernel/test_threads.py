"""Protects games shared by threads: a call, a search tree and a batch see only the position they were given."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Barrier
from typing import Any

import pytest

from kontor.kernel.runtime.loading import COMPILED, INTERPRETED
from tests.kernel.calls import GAMES, SEARCH_OPTIONS, SETUPS, Calls, new_game, position_after

THREADS = 4
ROUNDS = {COMPILED: 60, INTERPRETED: 3}
CASES = [(name, kernel) for name in SETUPS for kernel in (COMPILED, INTERPRETED)]
BOTH = pytest.mark.parametrize(("name", "kernel"), CASES, ids=str)


@pytest.fixture(autouse=True)
def frequent_switches() -> Iterator[None]:
    """Let Python change threads as often as it can."""
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(interval)


def reading(game: Any, position: bytearray) -> list[Any]:
    """Return what many methods answer about a position."""
    moves = game.legal_moves(position)
    after = position[:]
    game.advance(after, moves[0])
    return [
        (game.to_move(position), game.turn(position), moves, after, game.scores(position)),
        [game.events(position, move) for move in moves[:3]],
        (game.position_json(position), game.derived_state(position), game.observe(position, 0)),
        game.read_position(game.position_json(position)),
        [game.plans(position, style, 1, 2) for style in list(game.styles())[:2]],
    ]


def in_threads(work: Callable[[int], Any]) -> list[Any]:
    """Return the results of a function in several threads that begin at the same time."""
    barrier = Barrier(THREADS)

    def run(number: int) -> Any:
        barrier.wait()
        return work(number)

    with ThreadPoolExecutor(THREADS) as pool:
        return list(pool.map(run, range(THREADS)))


@BOTH
def test_threads_that_share_a_game_read_their_own_positions(name: str, kernel: str) -> None:
    game = new_game(name, kernel)
    positions = [position_after(game, seed, 8 + 5 * seed) for seed in range(THREADS)]
    expected = [reading(game, position) for position in positions]

    def work(number: int) -> list[Any]:
        return [reading(game, positions[number]) for _ in range(ROUNDS[kernel])]

    for number, found in enumerate(in_threads(work)):
        assert found == [expected[number]] * ROUNDS[kernel]


@BOTH
def test_threads_that_share_a_game_play_their_own_games(name: str, kernel: str) -> None:
    game = new_game(name, kernel)
    turns = 60 if kernel == COMPILED else 4

    def work(number: int) -> tuple[bytearray, Any]:
        position = game.start()
        return position, game.play_out(position, number, ["light"] * game.players, turns, keep_moves=True)

    assert in_threads(work) == [work(number) for number in range(THREADS)]


def grown(game: Any, position: bytearray, disturb: Callable[[], Any]) -> list[Any]:
    """Return the choices of a tree that grows between other calls."""
    tree = game.tree(position, "balanced", 1, SEARCH_OPTIONS)
    for _ in range(4):
        disturb()
        tree.run_simulations(2)
    choices: list[Any] = tree.choices()
    return choices


@BOTH
def test_a_tree_keeps_its_style_and_position_whatever_else_the_game_does(name: str, kernel: str) -> None:
    game = new_game(name, kernel)
    position, other = position_after(game, 3, 20), position_after(game, 4, 30)
    undisturbed = grown(game, position, lambda: None)
    for style in list(game.styles())[1:3]:
        assert grown(game, position, partial(game.plans, other, style, 1, 2)) == undisturbed
        rival = game.tree(other, style, 2, SEARCH_OPTIONS)
        assert grown(game, position, partial(rival.run_simulations, 1)) == undisturbed


@BOTH
def test_a_tree_and_a_batch_can_be_used_by_another_thread(name: str, kernel: str) -> None:
    game, calls = new_game(name, kernel), Calls(name, kernel)
    position = position_after(game, 3, 20)
    expected = grown(game, position, lambda: None)
    rows = calls.rows()
    policies = [bytes([2] * game.players) for _ in range(GAMES)]

    def work(number: int) -> Any:
        if number:
            return [game.legal_moves(position) for _ in range(ROUNDS[kernel])]
        for n in range(GAMES):
            batch.begin(n, n)
        tree.run_simulations(8)
        return tree.choices(), [batch.position(n) for n in range(GAMES)]

    tree, batch = (
        game.tree(position, "balanced", 1, SEARCH_OPTIONS),
        game.batch(policies, b"", 40, game.move_count, rows),
    )
    (choices, positions), *_ = in_threads(work)
    again = game.batch(policies, b"", 40, game.move_count, calls.rows())
    for n in range(GAMES):
        again.begin(n, n)
    assert choices == expected
    assert positions == [again.position(n) for n in range(GAMES)]
