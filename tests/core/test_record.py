"""Protects records: reading, replaying and shortening them, and the detection of wrong ones."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from kontor.core.contract import check_game
from kontor.core.record import (
    BrokenRecord,
    Record,
    RecordError,
    position_at,
    read_record,
    replay,
    result_of,
    shorten,
    walk,
)
from kontor.kernel.seats import GAME_OVER
from tests.core.nim import Nim

GAME = Nim({"players": 3})


@pytest.fixture
def record() -> Record:
    return check_game(GAME, seed=3)


def test_a_record_goes_through_json_without_loss(record: Record) -> None:
    content = json.loads(json.dumps(record.json()))
    assert list(content) == ["format", "setup", "revision", "start", "moves", "result"]
    assert read_record(content) == record


def test_a_record_replays_to_the_end(record: Record) -> None:
    position = replay(GAME, record)
    assert GAME.to_move(position) == GAME_OVER
    assert record.result == result_of(GAME, position)


def test_walk_yields_the_position_after_every_move(record: Record) -> None:
    turns = [GAME.turn(position) for position in walk(GAME, record)]
    assert len(turns) == len(record.moves) + 1
    assert turns == sorted(turns)


def test_undo_shortens_the_record(record: Record) -> None:
    last = len(record.moves)
    shorter = shorten(record, last - 1)
    assert shorter.moves == record.moves[:-1]
    assert shorter.result is None
    again = replay(GAME, shorter)
    GAME.advance(again, GAME.parse_move(record.moves[-1]))
    assert again == replay(GAME, record) == position_at(GAME, record, last)
    assert position_at(GAME, record, 0) == GAME.start()


@pytest.mark.parametrize("number", [-1, 10_000])
def test_a_record_cannot_be_cut_where_it_has_no_moves(record: Record, number: int) -> None:
    with pytest.raises(RecordError, match="cannot be cut"):
        shorten(record, number)


def test_a_record_may_start_from_a_position(record: Record) -> None:
    start = GAME.position_json(position_at(GAME, record, 7))
    rest = replace(record, start=start, moves=record.moves[7:])
    assert replay(GAME, rest) == replay(GAME, record)


@pytest.mark.parametrize(
    ("text", "reason"), [("take left 9", "names no move"), ("chance 1", "is not legal there \\[NIM-1\\]")]
)
def test_the_first_wrong_move_is_named(record: Record, text: str, reason: str) -> None:
    moves = (*record.moves[:7], text, *record.moves[7:])
    with pytest.raises(BrokenRecord, match=f"move 8, '{text}', {reason}") as broken:
        replay(GAME, replace(record, moves=moves))
    assert (broken.value.number, broken.value.move_text) == (8, text)


@pytest.mark.parametrize(("name", "value"), [("ended_by", "boredom"), ("winners", []), ("scores", []), ("extra", 1)])
def test_a_wrong_result_breaks_the_record(record: Record, name: str, value: object) -> None:
    assert record.result is not None
    with pytest.raises(BrokenRecord, match=f"the result has a wrong '{name}'"):
        replay(GAME, replace(record, result={**record.result, name: value}))


def test_a_result_before_the_end_breaks_the_record(record: Record) -> None:
    early = replace(shorten(record, 8), result=record.result)
    with pytest.raises(BrokenRecord, match="the game is not over"):
        replay(GAME, early)


def test_a_capped_game_has_a_result(record: Record) -> None:
    position = position_at(GAME, record, 8)
    assert result_of(GAME, position) is None
    result = result_of(GAME, position, capped=True)
    assert result is not None
    assert result["ended_by"] == "turn-cap"
    replay(GAME, replace(shorten(record, 8), result=result))


def test_a_record_of_another_revision_is_not_replayed(record: Record) -> None:
    with pytest.raises(RecordError, match="revision 2"):
        replay(GAME, replace(record, revision=2))


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"format": 2}, "only format 1"),
    ({"format": True}, "only format 1"),
    ({"format": "1"}, "only format 1"),
    ({"setup": []}, "'setup' must be an object"),
    ({"revision": "1"}, "'revision' must be a whole number"),
    ({"start": []}, "'start' must be an object or null"),
    ({"result": 5}, "'result' must be an object or null"),
    ({"moves": "stop"}, "list of moves as text"),
    ({"moves": [{"do": "stop"}]}, "list of moves as text"),
    ({"colour": "red"}, "unknown field 'colour'"),
]


@pytest.mark.parametrize(("change", "sentence"), WRONG)
def test_data_that_is_no_record_is_rejected(record: Record, change: dict[str, Any], sentence: str) -> None:
    with pytest.raises(RecordError, match=sentence):
        read_record({**record.json(), **change})


@pytest.mark.parametrize("name", ["format", "setup", "moves"])
def test_a_record_needs_its_fields(record: Record, name: str) -> None:
    content = record.json()
    del content[name]
    with pytest.raises(RecordError, match=f"no field '{name}'"):
        read_record(content)


@pytest.mark.parametrize("content", [None, [], "record", 5])
def test_a_record_is_an_object(content: object) -> None:
    with pytest.raises(RecordError, match="a record is an object"):
        read_record(content)
