"""Journals: a tournament that was stopped goes on where it was."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kontor.arena.records import ArenaError
from kontor.arena.tournament import Means, Tournament, order_of
from tests.arena.test_tournament import NIM, timeless

AGENTS = ["uniform"]


pytestmark = pytest.mark.usefixtures("nim")


def tournament(journal: Path | None, games: int = 9, records: Path | None = None, seed: int = 1) -> Tournament:
    """A tournament of Nim that may have a journal."""
    means = Means(journal=str(journal) if journal else None, records=str(records) if records else None)
    return Tournament(order_of(NIM, AGENTS, seed=seed), games, means)


def interrupted(journal: Path, after: int, records: Path | None = None) -> Tournament:
    """A tournament that is stopped after some games."""
    begun = tournament(journal, records=records)

    def stop(_: int) -> None:
        if len(begun.outcomes) == after:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        begun.play(stop)
    return begun


def test_an_interrupted_tournament_has_results_and_can_be_continued(tmp_path: Path) -> None:
    journal, records = tmp_path / "journal", tmp_path / "records"
    partial = interrupted(journal, 4, records).result()
    assert (partial["games"], partial["complete"]) == (4, False)
    again, heard = tournament(journal, records=records), list[int]()
    assert len(again.outcomes) == 4
    again.play(heard.append)
    assert sum(heard) == 5
    whole = tournament(None)
    whole.play()
    assert timeless(again.result()) == timeless(whole.result())
    assert again.result()["seconds"] > partial["seconds"]
    assert len(list(records.iterdir())) == 9


def test_records_of_games_that_the_journal_missed_are_written_again(tmp_path: Path) -> None:
    journal, records = tmp_path / "journal", tmp_path / "records"
    interrupted(journal, 1, records)
    journal.write_bytes(journal.read_bytes().splitlines(keepends=True)[0])
    tournament(journal, records=records).play()
    assert len(list(records.iterdir())) == 9


def test_nothing_is_written_before_a_game_is_played(tmp_path: Path) -> None:
    tournament(tmp_path / "journal", records=tmp_path / "records")
    assert list(tmp_path.iterdir()) == []


def test_a_torn_last_line_is_played_again(tmp_path: Path) -> None:
    journal = tmp_path / "journal"
    interrupted(journal, 4)
    raw = journal.read_bytes()
    journal.write_bytes(raw[:-20])
    again = tournament(journal)
    assert len(again.outcomes) == 3
    again.play()
    assert len(journal.read_text(encoding="utf-8").splitlines()) == 10
    assert tournament(journal).result()["complete"]


def test_a_finished_tournament_can_be_lengthened(tmp_path: Path) -> None:
    tournament(tmp_path / "journal", 3).play()
    longer = tournament(tmp_path / "journal", 6)
    assert len(longer.outcomes) == 3
    longer.play()
    assert longer.result()["games"] == 6
    assert tournament(tmp_path / "journal", 3).result()["games"] == 3


def test_a_journal_of_another_tournament_is_refused(tmp_path: Path) -> None:
    journal = tmp_path / "journal"
    tournament(journal).play()
    before = journal.read_bytes()
    with pytest.raises(ArenaError, match="is of another tournament"):
        tournament(journal, seed=2)
    assert journal.read_bytes() == before


@pytest.mark.parametrize("line", ["{}", '{"clock": 1, "game": {}}', "[]", "no JSON"])
def test_a_damaged_journal_is_refused(line: str, tmp_path: Path) -> None:
    journal = tmp_path / "journal"
    tournament(journal).play()
    with journal.open("a", encoding="utf-8") as file:
        file.write(f"{line}\n")
    with pytest.raises(ArenaError, match="journal"):
        tournament(journal)


def test_a_journal_cannot_be_a_folder(tmp_path: Path) -> None:
    with pytest.raises(ArenaError, match="cannot be used"):
        tournament(tmp_path)


def test_other_files_are_left_alone(tmp_path: Path) -> None:
    diary = tmp_path / "diary"
    diary.write_text("Dear diary,\nnothing happened", encoding="utf-8")
    with pytest.raises(ArenaError, match="is no JSON"):
        tournament(diary)
    diary.write_text(json.dumps({"a": 1}), encoding="utf-8")
    with pytest.raises(ArenaError, match="journal"):
        tournament(diary)
    assert diary.read_text(encoding="utf-8") == '{"a": 1}'
