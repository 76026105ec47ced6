"""Protects the batch environment: the same games as one by one, with every kernel and any number of processes."""

from __future__ import annotations

from hashlib import blake2b
from typing import Any

import numpy as np
import pytest

from kontor.core import registry
from kontor.core.agent import chance_move
from kontor.core.seeds import game_seed
from kontor.envs.batch import BatchEnvironment
from kontor.kernel.generator import Generator
from kontor.kernel.runtime.loading import is_compiled
from kontor.kernel.seats import CHANCE
from tests.envs.setups import SETUPS


def digest(setup: dict[str, Any], steps: int, **options: Any) -> str:
    """Return a hash of every array of every step of a batch that follows its hints."""
    found = blake2b(digest_size=8)
    with BatchEnvironment(setup, 6, 7, advisor="light", **options) as batch:
        for _ in range(steps):
            for array in batch.step(batch.now.hints):
                found.update(np.ascontiguousarray(array).tobytes())
    return found.hexdigest()


@pytest.mark.skipif(not is_compiled("kontor.games.teutonica"), reason="there is no compiled kernel to compare with")
@pytest.mark.parametrize("name", SETUPS)
def test_both_kernels_play_the_same(name: str) -> None:
    compiled = digest(SETUPS[name], 40, cap=12, kernel="compiled")
    assert digest(SETUPS[name], 40, cap=12, kernel="interpreted") == compiled


@pytest.mark.parametrize("opponents", [None, "light"])
def test_any_number_of_processes_plays_the_same(opponents: str | None) -> None:
    alone, together = (
        digest(SETUPS["hansa-2"], 80, cap=20, opponents=opponents, processes=processes) for processes in (1, 3)
    )
    assert alone == together


@pytest.mark.parametrize("name", SETUPS)
def test_games_agree_with_the_rules(name: str) -> None:
    batch = BatchEnvironment(SETUPS[name], 4, 3, advisor="light")
    game: Any = batch.game
    for _ in range(60):
        now = batch.step(batch.now.hints)
        for n in range(4):
            position = batch.position(n)
            assert now.seats[n] == game.to_move(position)
            assert np.flatnonzero(now.masks[n]).tolist() == game.legal_moves(position)
            assert now.observations[n].tobytes() == game.observe(position, game.to_move(position))


@pytest.mark.parametrize("game_type", ["teutonica", "hansa"])
def test_every_configuration_can_be_played(game_type: str) -> None:
    for setup in registry.game_type(game_type).configurations():
        batch = BatchEnvironment(setup, 2, 1, opponents="light", advisor="light")
        highs = np.array(batch.observation_spec.highs)
        for _ in range(20):
            now = batch.step(batch.now.hints)
            assert now.masks.any(axis=1).all()
            assert (now.observations <= highs).all()


def test_a_game_that_ends_is_scored_and_restarted() -> None:
    batch = BatchEnvironment(SETUPS["hansa-4-card"], 32, 5, advisor="light", reward="margin")
    finished = 0
    while finished < 40:
        now = batch.step(batch.now.hints)
        for n in np.flatnonzero(now.finished).tolist():
            finished += 1
            assert now.returns[n].sum() == pytest.approx(0, abs=1e-3)
            assert not now.truncated[n]
            assert batch.game.turn(batch.position(n)) == 1
    assert now.masks.any(axis=1).all()


@pytest.mark.parametrize("name", ["hansa-4-card", "promos-favours"])
def test_chance_follows_the_seed_of_a_game(name: str) -> None:
    batch = BatchEnvironment(SETUPS[name], 3, 11, advisor="light")
    game, generator = batch.game, Generator(game_seed(game_seed(11, 2), 0))
    position = game.start()
    for _ in range(100):
        while game.to_move(position) == CHANCE:
            game.advance(position, chance_move(game, position, generator))
        assert batch.position(2) == position
        game.advance(position, int(batch.now.hints[2]))
        batch.step(batch.now.hints)


def test_opponents_play_all_seats_but_one() -> None:
    batch = BatchEnvironment(SETUPS["hanse-4"], 8, 2, opponents="light", advisor="uniform")
    for _ in range(100):
        assert batch.now.seats.tolist() == [0, 1, 2, 3] * 2
        batch.step(batch.now.hints)


def test_a_game_past_its_cap_is_truncated() -> None:
    batch = BatchEnvironment(SETUPS["hansa-2"], 3, 2, advisor="light", cap=4)
    ended = 0
    while ended < 3:
        now = batch.step(batch.now.hints)
        ended += int(now.finished.sum())
        assert (now.finished == now.truncated).all()


def test_an_illegal_action_changes_nothing() -> None:
    batch = BatchEnvironment(SETUPS["hansa-2"], 3, 2, advisor="light")
    before = [batch.position(n) for n in range(3)]
    for wrong in (-1, batch.actions, int(np.argmin(batch.now.masks[2]))):
        actions = batch.now.hints.copy()
        actions[2] = wrong
        with pytest.raises(ValueError, match=f"action {wrong} is not legal in game 2"):
            batch.step(actions)
    assert [batch.position(n) for n in range(3)] == before


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"opponents": "greedy"}, "policy 'greedy'"),
        ({"processes": 0}, "processes"),
        ({"games": 1, "processes": 2}, "processes"),
        ({"cap": 3}, "cap of turns"),
        ({"reward": "luck"}, "reward 'luck'"),
    ],
)
def test_invalid_batches_are_rejected(options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        BatchEnvironment(SETUPS["hansa-2"], **options)


def test_one_action_is_needed_for_every_game() -> None:
    batch = BatchEnvironment(SETUPS["hansa-2"], 3)
    with pytest.raises(ValueError, match="shape"):
        batch.step(np.zeros(2, np.int32))
