"""Protects exported kernel functions: both kernels reject invalid arguments with an exception and never crash."""

from __future__ import annotations

import ast
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from kernel_compiler.build import kernels
from kontor.core.values import IllegalMove
from kontor.kernel.runtime.errors import PositionError
from kontor.kernel.runtime.loading import COMPILED, INTERPRETED
from tests.kernel.calls import SETUPS, BadArguments, Call, Calls, new_game, position_after
from tests.kernel.fuzzing import try_one

ROOT = Path(__file__).parents[2]
CASES = [(name, kernel) for name in SETUPS for kernel in (COMPILED, INTERPRETED)]
BOTH = pytest.mark.parametrize(("name", "kernel"), CASES, ids=lambda value: str(value))


@BOTH
def test_a_position_of_another_game_is_rejected(name: str, kernel: str) -> None:
    game = new_game(name, kernel)
    other = "hansa" if name == "teutonica" else "teutonica"
    with pytest.raises(PositionError, match="bytes and should have"):
        game.legal_moves(new_game(other, kernel).start())


@BOTH
def test_a_position_with_another_number_of_players_is_rejected(name: str, kernel: str) -> None:
    game, fewer = new_game(name, kernel), new_game(name, kernel, {"players": 2})
    position = position_after(fewer, 1, 10)
    before = position[:]
    with pytest.raises(PositionError, match="another game or setup"):
        game.play_out(position, 1, ["light"] * game.players, 300)
    assert position == before


@BOTH
def test_random_bytes_before_a_valid_checksum_are_rejected(name: str, kernel: str) -> None:
    game = new_game(name, kernel)
    position = game.start()
    position[:-8] = bytes((7 * n + 3) % 256 for n in range(len(position) - 8))
    for method in (game.legal_moves, game.scores, game.ended_by, game.position_json, game.derived_state):
        with pytest.raises(PositionError, match="changed outside the game"):
            method(position)


@BOTH
def test_every_changed_byte_is_detected(name: str, kernel: str) -> None:
    game = new_game(name, kernel)
    position = position_after(game, 2, 15)
    for n in range(0, len(position), 7):
        changed = position[:]
        changed[n] ^= 1
        with pytest.raises(PositionError):
            game.check(changed)


@BOTH
@pytest.mark.parametrize("agents", [["light"], [], ["light"] * 9, "light", None], ids=str)
def test_a_wrong_number_of_agents_is_rejected(name: str, kernel: str, agents: Any) -> None:
    game = new_game(name, kernel)
    position, before = game.start(), game.start()
    with pytest.raises((TypeError, ValueError), match="agents"):
        game.play_out(position, 1, agents, 300)
    assert position == before


@BOTH
def test_the_error_for_an_unknown_agent_lists_the_known_ones(name: str, kernel: str) -> None:
    game = new_game(name, kernel)
    with pytest.raises(ValueError, match="'expert' is unknown; it may be uniform, light"):
        game.play_out(game.start(), 1, ["expert"] * game.players, 300)
    with pytest.raises(ValueError, match="it may be uniform, light"):
        game.suggest(game.start(), 1, "expert")


@BOTH
@pytest.mark.parametrize("number", [-1, 1 << 20, 1 << 40])
def test_a_move_number_out_of_range_is_illegal(name: str, kernel: str, number: int) -> None:
    game = new_game(name, kernel)
    position = position_after(game, 2, 15)
    before = position[:]
    with pytest.raises(IllegalMove):
        game.advance(position, number)
    assert position == before


@BOTH
@pytest.mark.parametrize("seat", [-1, 9, 1 << 40, None, "0"], ids=str)
def test_a_seat_that_does_not_exist_is_rejected(name: str, kernel: str, seat: Any) -> None:
    game = new_game(name, kernel)
    with pytest.raises((TypeError, ValueError), match="seat"):
        game.observe(game.start(), seat)


@BOTH
def test_there_are_no_plans_while_a_chance_move_is_due(name: str, kernel: str) -> None:
    game = new_game(name, kernel)
    position = game.start()
    assert game.to_move(position) < 0
    with pytest.raises(ValueError, match="no seat is to move"):
        game.engine.planner(2).first_moves(position, 2)


@BOTH
def test_masks_changed_by_the_caller_make_no_move_legal(name: str, kernel: str) -> None:
    calls = Calls(name, kernel)
    arguments = calls.batch_arguments()
    batch = calls.game.engine.batch(*arguments.values())
    for n in range(len(arguments["seat_policies"])):
        batch.begin(n, n)
    masks, chosen = arguments["rows"][2], arguments["rows"][5][:]
    forbidden = masks.index(0)
    masks[:] = bytes([1] * len(masks))
    chosen[0] = forbidden
    assert batch.step(chosen) == 0


def test_positions_of_both_kernels_are_the_same() -> None:
    for name in SETUPS:
        positions = [position_after(new_game(name, kernel), 5, 20) for kernel in (COMPILED, INTERPRETED)]
        assert positions[0] == positions[1]
        assert new_game(name, COMPILED).legal_moves(positions[1]) == new_game(name, INTERPRETED).legal_moves(
            positions[0]
        )


def exported_functions(name: str) -> set[str]:
    """Return the names of the exported functions of a game's kernel, found in its sources."""
    kernel = next(kernel for kernel in kernels(ROOT) if kernel.name == f"kontor.games.{name}._compiled")
    found = set()
    for module in kernel.modules:
        source = (ROOT / "src" / module.replace(".", "/")).with_suffix(".py").read_text(encoding="utf-8")
        functions = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.FunctionDef)]
        found |= {node.name for node in functions if "exported" in map(ast.unparse, node.decorator_list)}
    return found


@pytest.mark.parametrize("name", SETUPS)
def test_the_fuzz_test_calls_every_exported_function(name: str) -> None:
    calls = Calls(name, COMPILED)
    assert {*calls.all(), *calls.rule_builders()} == exported_functions(name)


@pytest.mark.parametrize("name", SETUPS)
@pytest.mark.parametrize("base", ["BaseEngine", "SearchEngine"])
def test_only_the_engine_of_a_game_can_be_created(name: str, base: str) -> None:
    module = sys.modules[type(new_game(name, COMPILED).engine).__module__]
    with pytest.raises(TypeError, match="only the engine of a game"):
        getattr(module, base)()


def fuzz(name: str, kernel: str, seed: int, calls: int) -> None:
    """Make invalid calls in a separate process, which must not crash."""
    command = [sys.executable, "-m", "tests.kernel.fuzzing", name, kernel, str(seed), str(calls)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=600)
    assert (done.returncode, done.stdout) == (0, f"calls made: {calls}\n"), done.stderr


@BOTH
def test_invalid_arguments_raise_exceptions_and_change_nothing(name: str, kernel: str) -> None:
    fuzz(name, kernel, 1, 2000 if kernel == COMPILED else 400)


REMOVED = {
    "to_move": ("kontor.kernel.checksum.Checksum.is_correct", lambda self, cells: True),
    "play_out": ("kontor.kernel.engine.checked_policies", lambda policies, *rest: policies),
    "row": ("kontor.kernel.observation.checked_number", lambda value, *rest: value),
    "run_simulations": ("kontor.kernel.search.tree.checked_number", lambda value, *rest: value),
    "set_weights": ("kontor.games.teutonica.engine.checked_weights", lambda rows, *rest: rows),
    "observer": ("kontor.kernel.observation.checked_tables", lambda tables, *rest: tables),
}


def try_many(function: str, call: Call, bad: BadArguments, chance: random.Random) -> None:
    """Call a function with many invalid arguments."""
    for _ in range(200):
        try_one(function, call, bad, chance)


@pytest.mark.parametrize("function", REMOVED)
def test_the_fuzz_test_detects_a_missing_check(function: str, monkeypatch: pytest.MonkeyPatch) -> None:
    chance = random.Random(1)
    calls = Calls("teutonica", INTERPRETED)
    call, bad = calls.all()[function], BadArguments(calls, chance)
    monkeypatch.setattr(*REMOVED[function])
    with pytest.raises((SystemExit, LookupError)):
        try_many(function, call, bad, chance)


@pytest.mark.soak
@BOTH
@pytest.mark.parametrize("seed", range(2, 6))
def test_many_invalid_arguments_raise_exceptions(name: str, kernel: str, seed: int) -> None:
    fuzz(name, kernel, seed, 40000 if kernel == COMPILED else 5000)
