"""Protects the analysis: chances, what moves gave away, gifts and displacements."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from kontor.core import registry
from kontor.core.agent import Budget
from kontor.core.record import Record, read_record
from kontor.games.teutonica.displacements import find_displacements
from kontor.study.analysis import MIN_DIFFERENCE, Analysis, next_choices
from kontor.study.analysis_data import analysis_data
from kontor.study.decisions import gifts, record_decisions
from kontor.study.evaluation import win_chances

RECORDS = Path(__file__).parent / "records"
GAMES = Path(__file__).parents[1] / "games"
PLANTED = 16  # the number of the planted blunder


def record_at(path: Path) -> Record:
    """Return the record in a file."""
    record = read_record(json.loads(path.read_text(encoding="utf-8")))
    record.setup.setdefault("game", path.parents[1].name)
    return record


def analysed(record: Record, simulations: int = 24, jobs: int = 1) -> dict[str, Any]:
    """Return the analysis of a record with a small budget."""
    analysis = Analysis(registry.game(record.setup), record, Budget(playouts=simulations))
    analysis.run(jobs, lambda done, whole: None)
    return analysis_data(analysis)


@cache
def planted() -> dict[str, Any]:
    """Return the analysis of a game in which a seat ends its turn instead of winning at once."""
    return analysed(record_at(RECORDS / "planted-blunder.json"))


def test_a_planted_blunder_is_found_and_named() -> None:
    worst = planted()["turning_points"][0]
    assert (worst["number"], worst["seat"], worst["move"]) == (PLANTED, 2, "end-turn")
    assert worst["best"] == "create arnheim--kampen"
    assert worst["kept"] == 1.0
    assert worst["gave_away"] > 0.5
    assert "ends the game" in worst["sentence"]
    assert worst["better"]["events"][-1] == {"event": "GameEnded", "ending": "marker-supply"}
    assert planted()["decisions"][PLANTED - 1]["gave_away"] == worst["gave_away"]


def test_the_blunder_is_assigned_to_its_seat_and_turn() -> None:
    given = [seat["gave_away"] for seat in planted()["seats"]]
    assert given.index(max(given)) == 2
    turn = max(planted()["turns"], key=lambda each: each["gave_away"])
    assert turn["seat"] == 2
    assert PLANTED in turn["numbers"]
    assert turn["numbers"] == [9, 10, 11, 12, 13, 14, 15, 16, 18]


def test_chances_add_up_to_one_and_small_differences_are_ignored() -> None:
    for decision in planted()["decisions"]:
        assert sum(decision["before"]) == pytest.approx(1, abs=0.01)
        assert sum(decision["after"]) == pytest.approx(1, abs=0.01)
        assert decision["gave_away"] == 0 or decision["gave_away"] >= MIN_DIFFERENCE
        assert decision["gave_away"] == 0 or not decision["forced"]


def test_any_number_of_jobs_finds_the_same() -> None:
    record = record_at(RECORDS / "planted-blunder.json")
    assert analysed(record, jobs=2) == planted()


def test_forced_moves_are_not_evaluated() -> None:
    record = record_at(RECORDS / "planted-blunder.json")
    analysis = Analysis(registry.game(record.setup), record)
    forced = {decision.number for decision in analysis.decisions if decision.is_forced}
    assert forced
    assert {request.number for request in analysis.requests()} == set(analysis.by_number) - forced


def test_an_unfinished_analysis_has_data() -> None:
    record = record_at(RECORDS / "planted-blunder.json")
    found = analysis_data(Analysis(registry.game(record.setup), record))
    assert found["decisions"][PLANTED - 1]["gave_away"] is None
    assert found["turning_points"] == []


def test_chance_separates_decisions() -> None:
    record = record_at(RECORDS / "planted-blunder.json")
    game = registry.game(record.setup)
    decisions = record_decisions(game, record)
    assert next_choices(decisions)[PLANTED] is None  # the marker is drawn after it


def test_decisions_are_evaluated_from_the_view_of_their_seat() -> None:
    path = GAMES / "teutonica" / "records" / "second_hanse-4-5_4p_mission-cards.json"
    record = record_at(path)
    game = registry.game(record.setup)
    analysis = Analysis(game, Record(record.setup, record.moves[:40], revision=record.revision))
    for request in analysis.requests():
        seat = analysis.by_number[request.number].seat
        assert game.view(bytearray(request.before), seat) == request.before


def test_points_gifted_to_rivals_are_those_of_the_events() -> None:
    record = record_at(GAMES / "teutonica" / "records" / "big-box_hanse-4-5_4p.json")
    game = registry.game(record.setup)
    gifted = 0
    for decision in record_decisions(game, record):
        scored = [event.facts for event in decision.events if event.name == "ControlScored"]
        due = sum(facts["points"] for facts in scored if facts["seat"] != decision.seat)
        given = sum(gift["lines"].get("track", 0) for gift in gifts(game, decision))
        assert given == due
        gifted += given
    assert gifted > 0


def test_displacements_include_fees_and_relocations() -> None:
    record = record_at(GAMES / "teutonica" / "records" / "big-box_hanse-4-5_4p.json")
    decisions = record_decisions(registry.game(record.setup), record)
    found = find_displacements(decisions)
    assert len(found) == sum(text.startswith("displace ") for text in record.moves)
    assert sum(each.relocated for each in found) == sum(text.startswith("relocate ") for text in record.moves)
    for each in found:
        assert sum(each.fee.values()) == (2 if each.kind == "m" else 1)
        assert each.by.number < each.last.number


def test_hansa_can_be_analysed_too() -> None:
    record = record_at(GAMES / "hansa" / "records" / "two-light.json")
    found = analysed(Record(record.setup, record.moves[:60], revision=record.revision), simulations=8)
    assert found["displacements"] == []
    assert len(found["seats"]) == 2


def test_a_tiny_time_budget_still_gives_chances() -> None:
    record = record_at(RECORDS / "planted-blunder.json")
    game = registry.game(record.setup)
    position = record_decisions(game, record)[0].before
    assert sum(win_chances(game, position, Budget(seconds=1e-9), 1)) == pytest.approx(1, abs=0.01)
