"""Playing and simulating, proved with a toy game and no kernel."""

from __future__ import annotations

import tracemalloc

import pytest

from kontor.arena.play import game_seed, play, record
from kontor.arena.simulate import Order, Player, simulate
from kontor.arena.tally import Tally
from kontor.core.agent import Uniform
from kontor.core.record import replay
from tests.core.nim import Nim

SETUP = {"game": "nim", "players": 3}


pytestmark = pytest.mark.usefixtures("nim")


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
def test_chunks_add_up_to_the_same_in_any_order(jobs: int) -> None:
    order = Order(SETUP, ["uniform"] * 3, games=101)
    player, sum_of_chunks = Player(order), Tally(3)
    for numbers in reversed(list(order.chunks(jobs))):
        sum_of_chunks.add(player.play(numbers).tally)
    assert sum_of_chunks == player.play(range(101)).tally
    assert sum_of_chunks.games == 101


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
