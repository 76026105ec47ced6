"""Protects the batch environment: the same games as one by one, with every kernel and any number of processes."""

from __future__ import annotations

import copy
import pickle
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
    with BatchEnvironment(setup, 6, 7, advisor="light", **options) as batch:
        return followed(batch, steps)


def followed(batch: BatchEnvironment, steps: int) -> str:
    """Follow the hints for some steps, and return a hash of all that happened."""
    found = blake2b(digest_size=8)
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


def test_lists_are_actions_and_other_types_are_rejected() -> None:
    batch = BatchEnvironment(SETUPS["hansa-2"], 3, advisor="light")
    batch.step(batch.now.hints.tolist())
    with pytest.raises(TypeError, match="whole numbers"):
        batch.step([0.5, 1.0, 2.0])


def test_masks_and_observations_cannot_be_changed() -> None:
    now = BatchEnvironment(SETUPS["hansa-2"], 3).now
    for array in (now.masks, now.observations):
        with pytest.raises(ValueError, match="read-only"):
            array[0, 0] = 1


@pytest.mark.parametrize("processes", [1, 2])
def test_a_reset_with_a_seed_repeats_the_games(processes: int) -> None:
    with BatchEnvironment(SETUPS["promos-favours"], 4, 9, advisor="light", processes=processes) as batch:
        first = [batch.position(n) for n in range(4)]
        followed(batch, 20)
        batch.reset()
        assert [batch.position(n) for n in range(4)] != first
        batch.reset(9)
        assert [batch.position(n) for n in range(4)] == first


def test_a_reset_of_some_games_keeps_the_others() -> None:
    batch = BatchEnvironment(SETUPS["hansa-2"], 4, 9, advisor="light")
    followed(batch, 5)
    before = [batch.position(n) for n in range(4)]
    batch.reset(options={"reset_mask": np.array([True, False, False, True])})
    after = [batch.position(n) for n in range(4)]
    assert [one == other for one, other in zip(before, after, strict=True)] == [False, True, True, False]


@pytest.mark.parametrize("options", [{"games": [1]}, {"reset_mask": [1, 0]}, {"reset_mask": np.ones(3, np.bool_)}])
def test_invalid_options_of_a_reset_are_rejected(options: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="option"):
        BatchEnvironment(SETUPS["hansa-2"], 2).reset(options=options)


@pytest.mark.parametrize("opponents", [None, "light"])
@pytest.mark.parametrize("name", SETUPS)
def test_a_restored_batch_plays_the_same_games(name: str, opponents: str | None) -> None:
    batch = BatchEnvironment(SETUPS[name], 4, 5, advisor="uniform", opponents=opponents, cap=14)
    followed(batch, 30)
    content, now = batch.snapshot(), [array.copy() for array in batch.now]
    expected = followed(batch, 60)
    restored = batch.restore(content)
    assert all((one == other).all() for one, other in zip(now, restored, strict=True))
    assert batch.snapshot() == content
    assert followed(batch, 60) == expected


def test_a_snapshot_belongs_to_one_kind_of_batch_with_any_kernel_and_number_of_processes() -> None:
    batch = BatchEnvironment(SETUPS["hansa-2"], 4, 5, advisor="light")
    followed(batch, 30)
    content = batch.snapshot()
    with BatchEnvironment(SETUPS["hansa-2"], 4, 6, advisor="light", processes=3, kernel="interpreted") as other:
        other.restore(content)
        assert other == batch
        assert followed(other, 20) == followed(batch, 20)
    for wrong in (content[:-50], b"", BatchEnvironment(SETUPS["hansa-2"], 3).snapshot()):
        with pytest.raises(ValueError, match="snapshot"):
            batch.restore(wrong)


def test_copies_and_pickles_are_equal_and_independent() -> None:
    batch = BatchEnvironment(SETUPS["hansa-2"], 2, 5, advisor="light")
    copies = [copy.deepcopy(batch), pickle.loads(pickle.dumps(batch))]
    assert all(each == batch for each in copies)
    followed(batch, 3)
    assert all(each != batch for each in copies)
    assert repr(batch) == repr(copies[0])


def test_the_terminal_observation_shows_the_last_position() -> None:
    batch = BatchEnvironment(SETUPS["hansa-2"], 4, 5, advisor="light", cap=8)
    while not batch.now.finished.any():
        before, now = [(batch.position(n), batch.now.seats[n]) for n in range(4)], batch.now.hints.copy()
        batch.step(now)
    n = int(np.argmax(batch.now.finished))
    position, seat = before[n]
    batch.game.advance(position, int(now[n]))
    while batch.game.to_move(position) == CHANCE:
        position = position_after_chance(batch, position, n)
    assert batch.now.terminal_observations[n].tobytes() == batch.game.observe(position, int(seat))


def position_after_chance(batch: BatchEnvironment, position: bytearray, n: int) -> bytearray:
    """Return the position after the chance move whose observation the batch shows."""
    shown = batch.now.terminal_observations[n].tobytes()
    for move in batch.game.legal_moves(position):
        after = position[:]
        batch.game.advance(after, move)
        if any(batch.game.observe(after, seat) == shown for seat in range(batch.game.players)):
            return after
    raise AssertionError("no chance move leads to the terminal observation")


def test_a_game_can_be_looked_at() -> None:
    batch = BatchEnvironment(SETUPS["hansa-2"], 2, 5)
    assert batch.state(1).raw == batch.position(1)
    assert batch.render(1) == str(batch.state(1))
    with pytest.raises(ValueError, match="there is no game 2"):
        batch.render(2)
    with pytest.raises(ValueError, match="render mode 'smell'"):
        batch.render(0, "smell")
