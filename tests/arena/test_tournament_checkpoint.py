"""Protects checkpoint files: an interrupted tournament continues where it stopped."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kontor.arena.records import ArenaError
from kontor.arena.tournament import RunOptions, Tournament, tournament_config
from tests.arena.test_tournament import NIM, without_times

AGENTS = ["uniform"]


pytestmark = pytest.mark.usefixtures("nim")


def tournament(checkpoint: Path | None, games: int = 9, records: Path | None = None, seed: int = 1) -> Tournament:
    """Return a tournament of Nim that may have a checkpoint file."""
    options = RunOptions(
        checkpoint=str(checkpoint) if checkpoint else None, records=str(records) if records else None
    )
    return Tournament(tournament_config(NIM, AGENTS, seed=seed), games, options)


def interrupted(checkpoint: Path, after: int, records: Path | None = None) -> Tournament:
    """Return a tournament that is stopped after some games."""
    begun = tournament(checkpoint, records=records)

    def stop(_: int) -> None:
        if len(begun.outcomes) == after:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        begun.play(stop)
    return begun


def test_an_interrupted_tournament_has_results_and_can_be_continued(tmp_path: Path) -> None:
    checkpoint, records = tmp_path / "checkpoint", tmp_path / "records"
    partial = interrupted(checkpoint, 4, records).result()
    assert (partial["games"], partial["complete"]) == (4, False)
    again, heard = tournament(checkpoint, records=records), list[int]()
    assert len(again.outcomes) == 4
    again.play(heard.append)
    assert sum(heard) == 5
    whole = tournament(None)
    whole.play()
    assert without_times(again.result()) == without_times(whole.result())
    assert again.result()["seconds"] > partial["seconds"]
    assert len(list(records.iterdir())) == 9


def test_records_of_games_that_the_checkpoint_missed_are_written_again(tmp_path: Path) -> None:
    checkpoint, records = tmp_path / "checkpoint", tmp_path / "records"
    interrupted(checkpoint, 1, records)
    checkpoint.write_bytes(checkpoint.read_bytes().splitlines(keepends=True)[0])
    tournament(checkpoint, records=records).play()
    assert len(list(records.iterdir())) == 9


def test_nothing_is_written_before_a_game_is_played(tmp_path: Path) -> None:
    tournament(tmp_path / "checkpoint", records=tmp_path / "records")
    assert list(tmp_path.iterdir()) == []


def test_an_incomplete_last_line_is_played_again(tmp_path: Path) -> None:
    checkpoint = tmp_path / "checkpoint"
    interrupted(checkpoint, 4)
    raw = checkpoint.read_bytes()
    checkpoint.write_bytes(raw[:-20])
    again = tournament(checkpoint)
    assert len(again.outcomes) == 3
    again.play()
    assert len(checkpoint.read_text(encoding="utf-8").splitlines()) == 10
    assert tournament(checkpoint).result()["complete"]


def test_a_finished_tournament_can_be_lengthened(tmp_path: Path) -> None:
    tournament(tmp_path / "checkpoint", 3).play()
    longer = tournament(tmp_path / "checkpoint", 6)
    assert len(longer.outcomes) == 3
    longer.play()
    assert longer.result()["games"] == 6
    assert tournament(tmp_path / "checkpoint", 3).result()["games"] == 3


def test_a_checkpoint_of_another_tournament_is_refused(tmp_path: Path) -> None:
    checkpoint = tmp_path / "checkpoint"
    tournament(checkpoint).play()
    before = checkpoint.read_bytes()
    with pytest.raises(ArenaError, match="is of another tournament"):
        tournament(checkpoint, seed=2)
    assert checkpoint.read_bytes() == before


@pytest.mark.parametrize("line", ["{}", '{"seconds": 1, "game": {}}', "[]", "no JSON"])
def test_a_damaged_checkpoint_is_refused(line: str, tmp_path: Path) -> None:
    checkpoint = tmp_path / "checkpoint"
    tournament(checkpoint).play()
    with checkpoint.open("a", encoding="utf-8") as file:
        file.write(f"{line}\n")
    with pytest.raises(ArenaError, match="checkpoint"):
        tournament(checkpoint)


def test_a_checkpoint_cannot_be_a_folder(tmp_path: Path) -> None:
    with pytest.raises(ArenaError, match="cannot be used"):
        tournament(tmp_path)


def test_other_files_are_not_changed(tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    notes.write_text("Some notes,\ntwo lines", encoding="utf-8")
    with pytest.raises(ArenaError, match="is no JSON"):
        tournament(notes)
    notes.write_text(json.dumps({"a": 1}), encoding="utf-8")
    with pytest.raises(ArenaError, match="checkpoint"):
        tournament(notes)
    assert notes.read_text(encoding="utf-8") == '{"a": 1}'
