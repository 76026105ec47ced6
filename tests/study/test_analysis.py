"""Analysis: chances, what moves gave away, gifts and displacements."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from kontor.core import registry
from kontor.core.agent import Budget
from kontor.core.record import Record, read_record
from kontor.study.account import account
from kontor.study.analysis import DOUBT, Analysis, next_choices
from kontor.study.decisions import decisions, gifts
from kontor.study.displacements import displacements
from kontor.study.looking import expected

RECORDS = Path(__file__).parent / "records"
GAMES = Path(__file__).parents[1] / "games"
PLANTED = 16  # the number of the planted blunder


def record_at(path: Path) -> Record:
    """A record from a file."""
    record = read_record(json.loads(path.read_text(encoding="utf-8")))
    record.setup.setdefault("game", path.parents[1].name)
    return record


def analysed(record: Record, simulations: int = 24, jobs: int = 1) -> dict[str, Any]:
    """The account of a record after a quick look."""
    analysis = Analysis(registry.game(record.setup), record, Budget(playouts=simulations))
    analysis.run(jobs, lambda done, whole: None)
    return account(analysis)


@cache
def planted() -> dict[str, Any]:
    """The account of a game in which somebody ends the turn instead of winning at once."""
    return analysed(record_at(RECORDS / "planted-blunder.json"))


def test_a_planted_blunder_is_found_and_named() -> None:
    worst = planted()["turning_points"][0]
    assert (worst["number"], worst["seat"], worst["move"]) == (PLANTED, 2, "end-turn")
    assert worst["best"] == "create arnheim--kampen"
    assert worst["kept"] == 1.0
    assert worst["gave_away"] > 0.5
    assert "ends the game" in worst["sentence"]
    assert worst["better"]["deeds"][-1] == {"event": "GameEnded", "ending": "marker-supply"}
    assert planted()["decisions"][PLANTED - 1]["gave_away"] == worst["gave_away"]


def test_the_blunder_is_on_the_account_of_its_seat_and_turn() -> None:
    given = [seat["gave_away"] for seat in planted()["seats"]]
    assert given.index(max(given)) == 2
    turn = max(planted()["turns"], key=lambda each: each["gave_away"])
    assert turn["seat"] == 2
    assert PLANTED in turn["numbers"]
    assert turn["numbers"] == [9, 10, 11, 12, 13, 14, 15, 16, 18]


def test_chances_are_shares_of_one_game_and_doubtful_differences_are_none() -> None:
    for decision in planted()["decisions"]:
        assert sum(decision["before"]) == pytest.approx(1, abs=0.01)
        assert sum(decision["after"]) == pytest.approx(1, abs=0.01)
        assert decision["gave_away"] == 0 or decision["gave_away"] >= DOUBT
        assert decision["gave_away"] == 0 or not decision["forced"]


def test_any_number_of_jobs_finds_the_same() -> None:
    record = record_at(RECORDS / "planted-blunder.json")
    assert analysed(record, jobs=2) == planted()


def test_nothing_is_asked_about_forced_moves() -> None:
    record = record_at(RECORDS / "planted-blunder.json")
    analysis = Analysis(registry.game(record.setup), record)
    forced = {decision.number for decision in analysis.course if decision.is_forced}
    assert forced
    assert {question.number for question in analysis.questions()} == set(analysis.by_number) - forced


def test_an_account_may_be_asked_for_at_any_moment() -> None:
    record = record_at(RECORDS / "planted-blunder.json")
    found = account(Analysis(registry.game(record.setup), record))
    assert found["decisions"][PLANTED - 1]["gave_away"] is None
    assert found["turning_points"] == []


def test_what_chance_brings_is_nobodys_doing() -> None:
    record = record_at(RECORDS / "planted-blunder.json")
    game = registry.game(record.setup)
    course = decisions(game, record)
    assert next_choices(course)[PLANTED] is None  # the marker is drawn after it


def test_every_secret_is_judged_by_the_view_of_its_seat() -> None:
    path = GAMES / "teutonica" / "records" / "second_hanse-4-5_4p_mission-cards.json"
    record = record_at(path)
    game = registry.game(record.setup)
    analysis = Analysis(game, Record(record.setup, record.moves[:40], revision=record.revision))
    for question in analysis.questions():
        seat = analysis.by_number[question.number].seat
        assert game.view(bytearray(question.before), seat) == question.before


def test_points_gifted_to_rivals_are_those_of_the_events() -> None:
    record = record_at(GAMES / "teutonica" / "records" / "big-box_hanse-4-5_4p.json")
    game = registry.game(record.setup)
    gifted = 0
    for decision in decisions(game, record):
        scored = [event.facts for event in decision.events if event.name == "ControlScored"]
        due = sum(facts["points"] for facts in scored if facts["seat"] != decision.seat)
        given = sum(gift["lines"].get("track", 0) for gift in gifts(game, decision))
        assert given == due
        gifted += given
    assert gifted > 0


def test_displacements_are_followed_until_the_victim_stands_again() -> None:
    record = record_at(GAMES / "teutonica" / "records" / "big-box_hanse-4-5_4p.json")
    course = decisions(registry.game(record.setup), record)
    found = displacements(course)
    assert len(found) == sum(words.startswith("displace ") for words in record.moves)
    assert sum(each.relocated for each in found) == sum(words.startswith("relocate ") for words in record.moves)
    for each in found:
        assert sum(each.fee.values()) == (2 if each.kind == "m" else 1)
        assert each.by.number < each.last.number


def test_hansa_can_be_analysed_too() -> None:
    record = record_at(GAMES / "hansa" / "records" / "two-light.json")
    found = analysed(Record(record.setup, record.moves[:60], revision=record.revision), simulations=8)
    assert found["displacements"] == []
    assert len(found["seats"]) == 2


def test_a_look_without_time_is_still_a_look() -> None:
    record = record_at(RECORDS / "planted-blunder.json")
    game = registry.game(record.setup)
    position = decisions(game, record)[0].before
    assert sum(expected(game, position, Budget(seconds=1e-9), 1)) == pytest.approx(1, abs=0.01)
