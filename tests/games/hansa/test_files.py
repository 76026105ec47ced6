"""Protects recorded games and perft counts: both kernels reproduce the stored files."""

import json
from pathlib import Path
from typing import Any

import pytest

from kontor.core.record import BrokenRecord, read_record, replay
from kontor.core.values import PositionBytes
from kontor.games.hansa.game import Hansa
from tests.games.hansa.make_files import GAMES, PERFT, POSITIONS, RECORDS

RECORD_FILES = sorted(RECORDS.glob("*.json"))
PERFT_FILES = sorted(PERFT.glob("*.json"))

every_kernel = pytest.mark.parametrize("kernel", ["compiled", "interpreted"])


def load(file: Path) -> dict[str, Any]:
    """Return the content of a file."""
    content: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return content


def test_every_file_is_there() -> None:
    assert {file.stem for file in RECORD_FILES} == set(GAMES)
    assert {file.stem for file in PERFT_FILES} == set(POSITIONS)


@every_kernel
@pytest.mark.parametrize("file", RECORD_FILES, ids=lambda file: file.stem)
def test_recorded_games_replay(file: Path, kernel: str) -> None:
    record = read_record(load(file))
    assert record.result is not None
    assert record.result["ended_by"] == "last-pile"
    game = Hansa(record.setup, kernel)
    assert game.ended_by(replay(game, record)) == "last-pile"


def test_a_broken_record_is_rejected() -> None:
    content = load(RECORD_FILES[0])
    at = next(n for n, text in enumerate(content["moves"]) if text.startswith("sail"))
    content["moves"][at] = "sail stockholm" if content["moves"][at] != "sail stockholm" else "sail riga"
    with pytest.raises(BrokenRecord) as caught:
        replay(Hansa(content["setup"]), read_record(content))
    assert caught.value.number >= at + 1


def count(game: Hansa, position: PositionBytes, depth: int) -> int:
    """Count the sequences of legal moves of a depth, move by move."""
    moves = game.legal_moves(position)
    if depth == 1:
        return len(moves)
    total = 0
    for move in moves:
        after = position[:]
        game.advance(after, move)
        total += count(game, after, depth - 1)
    return total


@every_kernel
@pytest.mark.parametrize("file", PERFT_FILES, ids=lambda file: file.stem)
def test_perft(file: Path, kernel: str) -> None:
    content = load(file)
    game = Hansa(content["setup"], kernel)
    position = game.read_position(content["position"])
    assert [game.perft(position, depth) for depth in (1, 2, 3)] == content["lines"]
    assert [count(game, position, depth) for depth in (1, 2)] == content["lines"][:2]
