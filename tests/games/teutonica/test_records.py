"""Recorded games replay to the same score sheets, and perft counts are unchanged."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from kontor.core.record import read_record, replay
from kontor.games.teutonica.game import Teutonica
from kontor.games.teutonica.setup import EDITIONS, configurations
from tests.games.teutonica.make_records import chosen_setups, name_of
from tests.marks import case

HERE = Path(__file__).parent
RECORDS = sorted((HERE / "records").glob("*.json"))
PERFTS = sorted((HERE / "perft").glob("*.json"))
SHORT = 2


def load(path: Path) -> dict[str, Any]:
    """Return the content of a record or perft file."""
    content: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return content


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
@case("HT-RNG-3")
def test_a_recorded_game_replays_to_its_score_sheet(path: Path) -> None:
    record = read_record(load(path))
    assert record.result is not None
    game = Teutonica(record.setup)
    position = replay(game, record)
    assert game.scores(position).json() == {key: record.result[key] for key in ("scores", "winners")}


def test_the_records_cover_every_ending_board_edition_and_variant() -> None:
    contents = [load(path) for path in RECORDS]
    setups = [content["setup"] for content in contents]
    assert {name_of(setup) for setup in chosen_setups()} <= {path.stem for path in RECORDS}
    assert {content["result"]["ended_by"] for content in contents} == {
        "twenty-points",
        "marker-supply",
        "completed-cities",
        "marker-stuck",
        "turn-cap",
    }
    assert {setup["edition"] for setup in setups} == set(EDITIONS)
    played = {(setup["edition"], setup["board"], setup["players"]) for setup in setups}
    assert {(s["edition"], s["board"], s["players"]) for s in configurations()} <= played
    assert {module for setup in setups for module in setup["modules"]} == {
        module for setup in configurations() for module in setup["modules"]
    }


def check_counts(path: Path, deepest: int) -> None:
    """Check the perft counts of a file up to a depth."""
    content = load(path)
    game = Teutonica(content["setup"])
    position = game.read_position(content["position"])
    counts = {int(depth): lines for depth, lines in content["lines"].items() if int(depth) <= deepest}
    assert {depth: game.perft(position, depth) for depth in range(1, len(counts) + 1)} == counts


@pytest.mark.parametrize("path", PERFTS, ids=lambda path: path.stem)
def test_perft_counts_are_unchanged(path: Path) -> None:
    check_counts(path, SHORT)


@pytest.mark.soak
@pytest.mark.parametrize("path", PERFTS, ids=lambda path: path.stem)
def test_perft_counts_are_unchanged_to_the_full_depth(path: Path) -> None:
    check_counts(path, 99)


def test_perft_files_exist_for_every_board() -> None:
    boards = {load(path)["setup"]["board"] for path in PERFTS}
    assert boards == {setup["board"] for setup in configurations()}
