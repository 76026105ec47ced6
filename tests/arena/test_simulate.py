"""Playing and simulating, proved with a toy game and no kernel."""

from __future__ import annotations

import os
import tracemalloc
from collections.abc import Iterator

import pytest

from kontor.arena.play import game_seed, play, record
from kontor.arena.simulate import Order, play_share, simulate
from kontor.arena.tally import Tally
from kontor.arena.workers import WorkerDied, shares
from kontor.core import registry
from kontor.core.agent import Uniform
from kontor.core.record import replay
from tests.core.nim import Nim, NimFamily

SETUP = {"game": "nim", "players": 3}


@pytest.fixture(autouse=True)
def _nim() -> Iterator[None]:
    registry.register(NimFamily())
    yield
    registry.forget("nim")


def test_the_one_loop_plays_to_the_end() -> None:
    game = Nim(SETUP)
    played = play(game, [Uniform()] * 3, seed=1, cap=100)
    assert not played.capped
    assert replay(game, record(game, played)) == played.position
    assert play(game, [Uniform()] * 3, seed=1, cap=100) == played
    assert play(game, [Uniform()] * 3, seed=2, cap=100) != played


def test_the_one_loop_stops_past_the_cap() -> None:
    game = Nim(SETUP)
    played = play(game, [Uniform()] * 3, seed=1, cap=2)
    assert played.capped
    assert game.turn(played.position) == 3
    result = record(game, played).result
    assert result is not None
    assert result["ended_by"] == "turn-cap"


def test_every_game_has_a_seed_of_its_own() -> None:
    seeds = {game_seed(seed, number) for seed in range(100) for number in range(100)}
    assert len(seeds) == 10_000


@pytest.mark.parametrize("jobs", [1, 2, 3, 7])
def test_the_shares_of_all_jobs_add_up_to_the_same(jobs: int) -> None:
    order = Order(SETUP, ["uniform"] * 3, games=101)
    whole, sum_of_shares = Tally(3), Tally(3)
    for portion in play_share(order, 1, 0):
        whole.add(portion)
    for job in reversed(range(jobs)):
        for portion in play_share(order, jobs, job):
            sum_of_shares.add(portion)
    assert sum_of_shares == whole
    assert whole.games == 101


def test_shared_wins_are_counted_in_parts() -> None:
    result = simulate(SETUP, ["uniform"], 60)
    assert sum(seat["wins"] for seat in result["seats"]) == pytest.approx(60)
    assert any(seat["wins"] % 1 for seat in result["seats"])


def test_progress_hears_of_every_game() -> None:
    heard: list[int] = []
    simulate(SETUP, ["uniform"], 500, progress=heard.append)
    assert sum(heard) == 500
    assert len(heard) > 5


def test_memory_does_not_grow_with_the_number_of_games() -> None:
    simulate(SETUP, ["uniform"], 10)
    small, large = peak_of(100), peak_of(800)
    assert large < small + 10_000


def peak_of(games: int) -> int:
    """The most memory a simulation takes, in bytes."""
    tracemalloc.start()
    simulate(SETUP, ["uniform"], games)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak


def numbers(order: int, jobs: int, job: int) -> Iterator[int]:
    """A share of the numbers below the order."""
    yield from range(job, order, jobs)


def trouble(order: int, jobs: int, job: int) -> Iterator[int]:
    """A share that fails."""
    yield job
    raise LookupError("no such thing")


def death(order: int, jobs: int, job: int) -> Iterator[int]:
    """A share whose process dies."""
    yield job
    os._exit(3)


def test_workers_send_their_shares_home() -> None:
    assert sorted(shares(numbers, 10, 2)) == list(range(10))


def test_a_workers_trouble_comes_home() -> None:
    with pytest.raises(LookupError, match="no such thing"):
        list(shares(trouble, 1, 2))


def test_a_worker_that_dies_is_noticed() -> None:
    with pytest.raises(WorkerDied):
        list(shares(death, 1, 2))
