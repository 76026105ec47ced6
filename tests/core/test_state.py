"""Protects states: playing by text, taking back, chance from a seed or by hand, copies, comparison, and files."""

from __future__ import annotations

import copy
import json
import pickle
from collections.abc import Iterator
from pathlib import Path

import pytest

import kontor
from kontor.core import registry
from kontor.core.state import State
from tests.core.nim import Nim, NimType

GAME = Nim({"players": 2})


@pytest.fixture
def state() -> State:
    return GAME.new_state(seed=5)


@pytest.fixture
def _registered() -> Iterator[None]:
    registry.register(NimType())
    yield
    registry.unregister(NimType.name)


def test_chance_moves_are_made_from_the_seed(state: State) -> None:
    assert state.to_move == 0
    assert [move.verb for move in state.moves] == ["chance"] * 5
    assert GAME.new_state(seed=5) == state
    assert len({GAME.new_state(seed=seed).key() for seed in range(20)}) > 10


def test_a_state_without_a_seed_names_the_seed_it_took() -> None:
    state = GAME.new_state()
    assert GAME.new_state(seed=state.seed).moves == state.moves


def test_a_move_is_made_by_move_text_number_or_object(state: State) -> None:
    move = state.legal_moves[0]
    results = []
    for form in (move, move.text, move.number, move.json()):
        other = state.copy()
        assert other.push(form) == move
        results.append(other)
    assert results[1:] == results[:-1]
    assert results[0] != state


def test_a_refused_move_changes_nothing(state: State) -> None:
    before, legal = state.copy(), {move.number for move in state.legal_moves}
    illegal = next(number for number in range(GAME.move_count) if number not in legal)
    with pytest.raises(kontor.IllegalMove):
        state.push(illegal)
    with pytest.raises(kontor.UnknownMove):
        state.push("jump left 1")
    with pytest.raises(TypeError, match="not float"):
        state.push(1.5)  # type: ignore[arg-type]
    assert state == before
    assert state.moves == before.moves


def test_pop_takes_back_a_decision_with_its_chance_moves(state: State) -> None:
    start, moves = state.copy(), list[kontor.Move]()
    while not state.is_over:
        moves.append(state.push(state.legal_moves[-1]))
    end = state.copy()
    assert [state.pop() for _ in moves] == moves[::-1]
    assert (state, state.moves) == (start, start.moves)
    for move in moves:
        state.push(move)
    assert (state, state.moves) == (end, end.moves)


def test_pop_without_a_decision_is_refused(state: State) -> None:
    with pytest.raises(IndexError, match="none was made"):
        state.pop()


def test_manual_chance_waits_for_the_caller() -> None:
    state = GAME.new_state(chance="manual")
    assert state.to_move == kontor.CHANCE
    assert sum(state.chance_moves().values()) == pytest.approx(1)
    dealt = state.push(next(iter(state.chance_moves())))
    assert state.pop() == dealt
    assert state.moves == []
    with pytest.raises(ValueError, match="'seed' or 'manual'"):
        GAME.new_state(chance="dice")  # type: ignore[arg-type]


def test_the_end_of_a_game_has_winners_and_a_result(state: State) -> None:
    assert (state.is_over, state.winners, state.ended_by) == (False, [], None)
    while state.legal_moves:
        state.push(state.legal_moves[0])
    assert state.is_over
    assert state.winners == list(state.scores().winners)
    assert state.record().result is not None
    assert state.events


def test_copies_are_equal_and_independent(state: State) -> None:
    for other in (state.copy(), copy.copy(state), copy.deepcopy(state)):
        assert other == state
        other.push(other.legal_moves[0])
        assert other != state
    with pytest.raises(TypeError, match="unhashable"):
        hash(state)


@pytest.mark.usefixtures("_registered")
def test_a_pickled_state_plays_on_with_the_same_chance(state: State) -> None:
    again = pickle.loads(pickle.dumps(state))
    assert (again, again.moves, again.record()) == (state, state.moves, state.record())
    for each in (state, again):
        while not each.is_over:
            each.push(each.legal_moves[0])
    assert again == state


def test_a_view_hides_secrets_and_its_history(state: State) -> None:
    assert state.view(0).json() == {"setup": GAME.setup, "position": GAME.position_json(GAME.view(state.raw, 0))}
    assert state.view(0) != state.view(1)
    assert state.view(None).moves == []


@pytest.mark.usefixtures("_registered")
def test_a_saved_game_is_loaded_with_its_moves(state: State, tmp_path: Path) -> None:
    state.push(state.legal_moves[0])
    state.save(tmp_path / "game.json")
    again = kontor.load(tmp_path / "game.json")
    assert (again, again.moves) == (state, state.moves)
    assert again.pop() == state.pop()


@pytest.mark.usefixtures("_registered")
def test_a_state_of_a_position_keeps_its_start_in_records(state: State, tmp_path: Path) -> None:
    (tmp_path / "position.json").write_text(json.dumps(state.json()))
    loaded = kontor.load(tmp_path / "position.json")
    assert loaded == state
    assert loaded.moves == []
    loaded.push(loaded.legal_moves[0])
    assert loaded.record().start == state.json()["position"]
    assert kontor.replay(loaded.record()) == loaded


@pytest.mark.usefixtures("_registered")
@pytest.mark.parametrize("content", ["{", "[]", '{"setup": 1}', '{"position": {}}', '{"setup": {}, "moves": 3}'])
def test_a_file_that_holds_no_game_is_refused(content: str, tmp_path: Path) -> None:
    (tmp_path / "game.json").write_text(content)
    with pytest.raises(ValueError, match=r"[a-z].*\.$"):
        kontor.load(tmp_path / "game.json")


def test_a_move_has_the_fields_of_its_text(state: State) -> None:
    move = next(move for move in state.legal_moves if move.verb == "take")
    assert str(move) == f"take {move.pile} {move.sticks}"
    assert move.fields == {"pile": move.pile, "sticks": move.sticks}
    assert "pile" in dir(move)
    assert pickle.loads(pickle.dumps(move)) == copy.deepcopy(move) == move
    assert len({move, copy.copy(move)}) == 1
    for wrong in ("space", "_other"):
        with pytest.raises(AttributeError, match=wrong):
            getattr(move, wrong)
    with pytest.raises(AttributeError, match="does not change"):
        move.number = 3


def test_records_are_values(state: State, tmp_path: Path) -> None:
    record = state.record()
    assert kontor.Record.parse(record.text()) == record
    assert len({record, copy.deepcopy(record), pickle.loads(pickle.dumps(record))}) == 1
    record.save(tmp_path / "record.json")
    assert kontor.Record.load(tmp_path / "record.json") == record
    with pytest.raises(kontor.RecordError, match="not valid JSON"):
        kontor.Record.parse("{")
