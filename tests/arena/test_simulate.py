"""Protects playing and simulating with a small game without a kernel."""

from __future__ import annotations

import tracemalloc

import pytest

from kontor.arena.play import play, record_of_game
from kontor.arena.simulate import SimulationConfig, Simulator, simulate
from kontor.arena.totals import GameTotals
from kontor.core.agent import Uniform
from kontor.core.record import replay
from kontor.core.seeds import game_seed
from tests.core.nim import Nim

SETUP = {"game": "nim", "players": 3}


pytestmark = pytest.mark.usefixtures("nim")


def test_play_reaches_the_end_of_a_game() -> None:
    game = Nim(SETUP)
    played = play(game, [Uniform()] * 3, seed=1, cap=100)
    assert not played.capped
    assert replay(game, record_of_game(game, played)) == played.position
    assert play(game, [Uniform()] * 3, seed=1, cap=100) == played
    assert play(game, [Uniform()] * 3, seed=2, cap=100) != played


def test_play_stops_after_the_cap() -> None:
    game = Nim(SETUP)
    played = play(game, [Uniform()] * 3, seed=1, cap=2)
    assert played.capped
    assert game.turn(played.position) == 3
    result = record_of_game(game, played).result
    assert result is not None
    assert result["ended_by"] == "turn-cap"


def test_every_game_has_its_own_seed() -> None:
    seeds = {game_seed(seed, number) for seed in range(100) for number in range(100)}
    assert len(seeds) == 10_000


@pytest.mark.parametrize("jobs", [1, 2, 3, 7])
def test_chunks_add_up_to_the_same_in_any_order(jobs: int) -> None:
    config = SimulationConfig(SETUP, ["uniform"] * 3, games=101)
    simulator, sum_of_chunks = Simulator(config), GameTotals(3)
    for numbers in reversed(list(config.chunks(jobs))):
        sum_of_chunks.merge(simulator.play(numbers).totals)
    assert sum_of_chunks == simulator.play(range(101)).totals
    assert sum_of_chunks.games == 101


def test_shared_wins_are_counted_in_parts() -> None:
    result = simulate(SETUP, ["uniform"], 60)
    assert sum(seat["wins"] for seat in result["seats"]) == pytest.approx(60)
    assert any(seat["wins"] % 1 for seat in result["seats"])


def test_progress_counts_every_game() -> None:
    heard: list[int] = []
    simulate(SETUP, ["uniform"], 500, progress=heard.append)
    assert sum(heard) == 500
    assert len(heard) > 5


def test_memory_does_not_grow_with_the_number_of_games() -> None:
    simulate(SETUP, ["uniform"], 10)
    small, large = peak_of(100), peak_of(800)
    assert large < small + 10_000


def peak_of(games: int) -> int:
    """Return the peak memory of a simulation in bytes."""
    tracemalloc.start()
    simulate(SETUP, ["uniform"], games)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak
