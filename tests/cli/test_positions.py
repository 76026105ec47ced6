"""Protects `kontor legal`, `apply`, `score` and `perft` on positions and records."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kontor.core import registry
from tests.cli.commands import START, kontor, printed, refused, written

PLACE = "place bremen--osnabruck.1 t"


@pytest.fixture
def start(tmp_path: Path) -> Path:
    return written(tmp_path, START)


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A record of two chance moves."""
    game = registry.game({"game": "teutonica"})
    position, moves = game.start(), []
    for _ in range(2):
        move = game.legal_moves(position)[0]
        moves.append(game.move_text(move))
        game.advance(position, move)
    return written(tmp_path, {"format": 1, "setup": game.setup, "revision": 1, "start": None, "moves": moves})


def test_legal_lists_every_move(start: Path) -> None:
    answer = printed("legal", start)
    game = registry.game({"game": "teutonica"})
    moves = game.legal_moves(game.read_position({}))
    assert list(answer) == ["to_move", "number", "moves"]
    assert (answer["to_move"], answer["number"]) == (0, 0)
    assert answer["moves"] == [game.move_json(move) for move in moves]


def test_legal_reads_a_record_and_counts_its_moves(record: Path) -> None:
    answer = printed("legal", record)
    assert (answer["to_move"], answer["number"]) == ("chance", 2)


def test_a_setup_alone_is_the_start_of_the_game() -> None:
    answer = printed("legal", "-", stdin='{"setup": {"players": 3}}')
    assert (answer["to_move"], answer["number"]) == ("chance", 0)


def test_legal_as_text(start: Path) -> None:
    result = kontor("legal", start)
    head, *moves = result.stdout.splitlines()
    assert head == f"Seat 0 is to move, after 0 moves; {len(moves)} legal:"
    assert f"  {PLACE}" in moves


def test_a_file_may_be_standard_input(start: Path) -> None:
    assert printed("legal", "-", stdin=json.dumps(START)) == printed("legal", start)
    assert printed("legal", "-", stdin=b"\xef\xbb\xbf" + json.dumps(START).encode()) == printed("legal", start)


def test_apply_accepts_text_and_objects(start: Path) -> None:
    content = {"do": "place", "space": "bremen--osnabruck.2", "kind": "m"}
    answer = printed("apply", start, PLACE, json.dumps(content))
    keys = ["position", "to_move", "number", "actions", "moves", "events", "over", "ended_by", "scores"]
    assert list(answer) == keys
    assert answer["position"]["spaces"] == {"bremen--osnabruck.1": [0, "t"], "bremen--osnabruck.2": [0, "m"]}
    assert (answer["to_move"], answer["number"], answer["actions"]) == (0, 2, 0)
    assert answer["moves"] == [{"do": "end-turn"}]
    assert [event["event"] for event in answer["events"]] == ["Placed", "Placed"]
    assert answer["events"][0] == {"event": "Placed", "seat": 0, "kind": "t", "space": "bremen--osnabruck.1"}
    assert (answer["over"], answer["ended_by"]) == (False, None)
    assert [score["total"] for score in answer["scores"]] == [0, 0, 0, 0]


def test_a_printed_position_can_be_used_as_input(start: Path, tmp_path: Path) -> None:
    middle = printed("apply", start, PLACE)["position"]
    again = written(tmp_path, {**START, "position": middle})
    in_two = printed("apply", again, "place bremen--osnabruck.2 t", "end-turn")
    at_once = printed("apply", written(tmp_path, START), PLACE, "place bremen--osnabruck.2 t", "end-turn")
    assert in_two["position"] == at_once["position"]


def test_apply_continues_a_record(record: Path) -> None:
    move = printed("legal", record)["moves"][0]
    assert printed("apply", record, json.dumps(move))["number"] == 3


def test_apply_as_text(start: Path) -> None:
    text = kontor("apply", start, PLACE).stdout
    assert "  Placed seat=0 kind=t space=bremen--osnabruck.1\n" in text
    assert '  spaces: {"bremen--osnabruck.1": [0, "t"]}\n' in text
    assert "Seat 0 is to move, after 1 moves" in text


def test_an_illegal_move_is_refused_with_its_rule(start: Path) -> None:
    before = start.read_bytes()
    sentence = refused("apply", start, PLACE, "displace bremen--osnabruck.2 t 0", code=1)
    claim = "the space bremen--osnabruck.2 has no piece of another player [HT-DSP-1]."
    assert sentence == f"'displace bremen--osnabruck.2 t 0' is not legal: {claim}"
    assert start.read_bytes() == before
    assert refused("apply", start, "income 9 0", "--json", code=1).endswith(
        "the stock has too few traders (6 of 9) [HT-INC-3]."
    )


@pytest.mark.parametrize("move", ["fly", "", "place bremen--osnabruck.9 t", '{"do": "fly"}', '{"do": ["fly"]}'])
def test_text_that_names_no_move_is_rejected(start: Path, move: str) -> None:
    assert "names no move of this game" in refused("apply", start, move, code=2)


def test_a_move_with_invalid_json_is_rejected(start: Path) -> None:
    assert "the move is not valid JSON" in refused("apply", start, '{"do": ', code=2)


def test_score_shows_the_sheet(tmp_path: Path) -> None:
    posts = {"dortmund": [[1, "m"]]}
    file = written(tmp_path, {**START, "position": {"posts": posts, "score": {"2": 4}}})
    answer = printed("score", file)
    assert answer["scores"][1]["lines"]["cities"] == 2
    assert answer["scores"][2] == {
        "total": 4,
        "lines": {**dict.fromkeys(answer["scores"][2]["lines"], 0), "track": 4},
    }
    assert answer["winners"] == [2]
    text = kontor("score", file).stdout
    assert "Seat 2 wins. Seat 0 is to move" in text
    assert text.splitlines()[0].split() == ["seat", "0", "seat", "1", "seat", "2", "seat", "3"]


def test_perft_counts_lines(start: Path) -> None:
    first = printed("legal", start)["moves"]
    assert printed("perft", start, "--depth", 0) == {"depth": 0, "lines": 1}
    assert printed("perft", start, "--depth", 1) == {"depth": 1, "lines": len(first)}
    assert kontor("perft", start, "--depth", 1).stdout == f"depth 1: {len(first)} lines\n"


def test_deep_perft_is_the_sum_of_shallow_ones() -> None:
    setup = {"setup": {"players": 3}}
    lines = registry.game({"game": "teutonica", "players": 3})
    whole = printed("perft", "-", "--depth", 4, stdin=json.dumps(setup))
    assert whole == {"depth": 4, "lines": lines.perft(lines.start(), 4)}
