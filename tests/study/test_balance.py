"""Protects studies of balance: statistics of games, comparison of seats, and the output of the command."""

from __future__ import annotations

import json
import random
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import stats

from kontor.arena.match import Outcome, SeatOutcome
from kontor.core import registry
from kontor.core.game import Game
from kontor.study.balance.findings import equality_test, findings, milestones
from kontor.study.balance.frame import Frame
from kontor.study.balance.regression import WithinGameRegression, adjusted_p_values, mean_slope
from kontor.study.balance.replayed_game import ReplayedGame, SeatProgress, replay_game
from kontor.study.balance.report import page
from kontor.study.balance.report_text import command_of, summary
from tests.arena.entry_points import declare
from tests.arena.faulty_agents import named
from tests.arena.test_tournament_report import TagChecker
from tests.cli.commands import INTERRUPTIBLE, kontor, printed, refused

KINDS = ("seats", "agent_results", "endings", "lines", "progress", "curves", "traits")
SMALL = ("hansa", "--players", 2, "--games", 40)


@cache
def small_study() -> Any:
    """Return the printed result of the small study; tests do not change it."""
    return printed("balance", *SMALL)


def light_game(game: Game, seed: int = 1) -> tuple[ReplayedGame, bytearray]:
    """Return the statistics of a game between light players, and its last position."""
    position = game.start()
    playout = game.play_out(position, seed, ["light"] * game.players, 1000, keep_moves=True)
    return replay_game(game, (7, list(playout.moves))), position


def test_statistics_of_a_game_of_hansa_teutonica() -> None:
    game = registry.game({"game": "teutonica", "players": 3})
    replayed, position = light_game(game)
    last = game.position_json(position)
    assert replayed.number == 7
    assert replayed.first == 0
    assert [seat for turn, seat in replayed.deciders if turn == 1 and seat >= 0][-1] == 0
    assert len(replayed.rounds) == (game.turn(position) - 1) // 3
    for seat, statistics in enumerate(replayed.statistics):
        levels = last["abilities"][str(seat)]
        assert {name: level for name, level in statistics["ability"].items() if level} == {
            name: level for name, level in levels.items() if level
        }
        assert statistics["event"]["routes created"] == sum(statistics["route created"].values())
        posts = [post for city in last["posts"].values() for post in city if post and post[0] == seat]
        extra = [post for city in last.get("extra_posts", {}).values() for post in city if post[0] == seat]
        assert sum(statistics["posts in a city"].values()) == len(posts) + len(extra)
    assert sum(sum(statistics["city controlled"].values()) for statistics in replayed.statistics) == len(
        game.derived_state(position)["control"]
    )
    made, suffered = (
        sum(statistics["event"][f"displacements {how}"] for statistics in replayed.statistics)
        for how in ("made", "suffered")
    )
    assert made == suffered > 0


def test_statistics_of_a_game_of_hansa() -> None:
    game = registry.game({"game": "hansa", "players": 3, "start_player": 2})
    replayed, position = light_game(game)
    last = game.position_json(position)
    assert replayed.first == 2
    for seat, statistics in enumerate(replayed.statistics):
        assert statistics["goods sold"] == Counter(colour for colour, _ in last["sold"][str(seat)])
        assert sum(statistics["goods held"].values()) == len(last["held"][str(seat)])
        assert statistics["event"]["ship moves"] == sum(statistics["port sailed to"].values())
        assert statistics["posts in a port"] == {
            port: posts[str(seat)] for port, posts in last["posts"].items() if posts.get(str(seat))
        }


def test_the_neutral_player_has_no_statistics() -> None:
    replayed, _ = light_game(registry.game({"game": "teutonica", "players": 2}))
    assert len(replayed.statistics) == 2
    assert replayed.statistics[0]["event"]["displacements made"] > 0


def synthetic_frame(games: int, gain: float, seed: int = 1) -> Frame:
    """Return games of three with a known effect of each stone and a bonus for the third in turn order."""
    draw = random.Random(seed)
    outcomes, replayed_games = [], []
    for number in range(games):
        first, common = draw.randrange(3), draw.gauss(40, 10)
        stones = [draw.randrange(4) for _ in range(3)]
        places = [(seat - first) % 3 for seat in range(3)]
        points = [
            round(common + gain * stones[seat] + 2 * (places[seat] == 2) + draw.gauss(0, 2)) for seat in range(3)
        ]
        seats = [SeatOutcome("maker", {"line": each}, 1, 0.0, 0.0) for each in points]
        winners = [seat for seat in range(3) if points[seat] == max(points)]
        outcomes.append(Outcome(number, "over", 9, 20, "", winners, seats))
        statistics = [{"stone": Counter({"white": count, "black": draw.randrange(3)})} for count in stones]
        rounds = [[SeatProgress(0, {"level": {"stones": count}}) for count in stones] for _ in range(3)]
        replayed_games.append(ReplayedGame(number, [(1, first)], rounds, statistics))
    return Frame(3, outcomes, replayed_games)


def test_a_planted_effect_is_found_and_nothing_else() -> None:
    found = findings(synthetic_frame(400, 3.0), ["maker"])
    (stones,) = found["traits"]
    white, black = stones["names"]
    assert (white["name"], black["name"]) == ("white", "black")
    low, high = white["points"]["interval"]
    assert low < 3.0 < high
    assert high - low < 0.6
    assert white["points"]["q"] < 0.001 < black["points"]["q"]
    assert black["points"]["interval"][0] < 0 < black["points"]["interval"][1]
    third = found["seats"][2]
    assert third["above"]["estimate"] == pytest.approx(4 / 3, abs=0.4)
    for part in found["progress"]:
        assert part["names"][0]["points"]["estimate"] == pytest.approx(white["points"]["estimate"])


def test_slopes_are_those_of_least_squares_with_a_mean_for_every_game() -> None:
    frame = synthetic_frame(60, 1.0)
    regression = WithinGameRegression(frame)
    stones = frame.trait("stone", "white")
    (slope,) = regression.slopes([stones], regression.points)
    games = np.repeat(np.eye(60), 3, axis=0)
    places = np.tile(np.eye(3)[:, 1:], (60, 1))
    columns = np.column_stack([stones.ravel(), places, games])
    due = np.linalg.lstsq(columns, frame.scores.ravel(), rcond=None)[0][0]
    assert slope is not None
    assert slope.estimate == pytest.approx(due)


def test_false_positives_are_rare() -> None:
    slopes = [WithinGameRegression(synthetic_frame(60, 0.0, seed)) for seed in range(40)]
    frames = [synthetic_frame(60, 0.0, seed) for seed in range(40)]
    found = [
        each.slopes([frame.trait("stone", "black")], each.points)[0]
        for each, frame in zip(slopes, frames, strict=True)
    ]
    assert sum(slope is not None and slope.p < 0.05 for slope in found) <= 6


@pytest.mark.parametrize("games", [1, 2, 3])
def test_very_few_games_are_not_an_error(games: int) -> None:
    found = findings(synthetic_frame(games, 3.0), ["maker", "nobody"])
    assert [each["name"] for each in found["agent_results"]] == ["maker"]
    assert "NaN" not in json.dumps(found)


def test_games_won_by_all_seats_have_no_others() -> None:
    frame = synthetic_frame(2, 0.0)
    shared = [replace(outcome, winners=[0, 1, 2]) for outcome in frame.outcomes]
    found = findings(Frame(3, shared, frame.replayed_games), ["maker"])
    assert "NaN" not in json.dumps(found)
    assert found["seats"][0]["wins"] == pytest.approx(2 / 3)


def test_a_study_without_a_finished_game() -> None:
    result = printed("balance", "hansa", "--players", 2, "--agents", named("Raising"), "--games", 2)
    assert (result["void"], "seats" in result) == (2, False)
    assert "<h2>Faults</h2>" in page(result)
    assert (
        "Faults: a loss"
        in kontor("balance", "hansa", "--players", 2, "--agents", named("Raising"), "--games", 2).stdout
    )


def test_too_few_games_give_no_estimate() -> None:
    frame = synthetic_frame(12, 3.0)
    regression = WithinGameRegression(frame)
    assert regression.slopes([frame.trait("stone", "white")], regression.points) == [None]
    assert findings(frame, ["maker"])["traits"] == [{"kind": "stone", "names": []}]


def test_effects_of_turn_order_give_no_estimate() -> None:
    frame = synthetic_frame(60, 3.0)
    regression = WithinGameRegression(frame)
    place = np.tile([0.0, 1.0, 0.0], (60, 1))
    assert regression.slopes([place], regression.points) == [None]
    twice = [frame.trait("stone", "white")] * 2
    both = [slope.estimate for slope in regression.slopes(twice, regression.points) if slope]
    assert both == pytest.approx([1.5, 1.5], abs=0.3)


def test_tests_are_those_of_scipy() -> None:
    assert equality_test([30.0, 50.0, 40.0], [1, 1, 1])["p"] == pytest.approx(stats.chisquare([30, 50, 40]).pvalue)
    values = np.array([1.0, 2.0, 4.0, 8.0])
    due = stats.ttest_1samp(values, 0)
    assert mean_slope(values).p == pytest.approx(due.pvalue)
    interval = due.confidence_interval(0.95)
    assert (mean_slope(values).low, mean_slope(values).high) == pytest.approx((interval.low, interval.high))
    assert adjusted_p_values([]) == []
    assert milestones(synthetic_frame(30, 1.0)) == [1, 2]


def test_what_is_printed() -> None:
    result = small_study()
    assert result["balance"] == 1
    assert (result["games"], result["complete"], result["agents"]) == (40, True, ["easy"])
    assert all(result[kind] for kind in KINDS)
    assert sum(seat["wins"] for seat in result["seats"]) == pytest.approx(40)
    assert "seconds" not in result
    assert {part["kind"] for part in result["traits"]} >= {"event", "goods sold", "port sailed to", "posts in a port"}
    assert json.dumps(result) == json.dumps(printed("balance", *SMALL, "--jobs", 2))


def test_text_output() -> None:
    text = kontor("balance", *SMALL).stdout
    for heading in ("Turn order", "Endings", "Score lines", "Standing after round", "Goods sold"):
        assert f"\n{heading}" in text
    assert "equal seats  p" in text
    assert "\nAgents\n" not in text


def test_an_interrupted_study_can_be_continued(tmp_path: Path) -> None:
    checkpoint = tmp_path / "checkpoint"
    line = ["balance", "hansa", "--players", "2", "--games", "2000", "--resume", str(checkpoint)]
    call = [sys.executable, "-c", INTERRUPTIBLE, *line]
    with subprocess.Popen(call, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as run:
        while not checkpoint.exists() or checkpoint.read_bytes().count(b"\n") < 30:
            time.sleep(0.05)
        run.send_signal(signal.SIGINT)
        said, why = run.communicate(timeout=180)
    assert run.returncode == 130
    assert b"Turn order" in said
    assert re.fullmatch(rb"kontor: interrupted after \d+ of 2000 games\.\n", why)
    assert printed("balance", *SMALL, "--resume", checkpoint) == small_study()


def test_a_checkpoint_without_moves_is_rejected(tmp_path: Path) -> None:
    checkpoint = tmp_path / "checkpoint"
    printed("tournament", "hansa", "--players", 2, "--agents", "light", "--games", 2, "--resume", checkpoint)
    line = ("balance", "hansa", "--players", 2, "--agents", "light", "--games", 2, "--resume", checkpoint)
    assert "is of another tournament" in refused(*line, code=2)


def test_the_page_is_well_formed_and_self_contained(tmp_path: Path) -> None:
    report = tmp_path / "page.html"
    result = printed("balance", *SMALL, "--report", report)
    text = report.read_text(encoding="utf-8")
    assert text == page(result)
    tags = TagChecker(text)
    assert tags.open == []
    assert len(tags.ids) == len(set(tags.ids))
    assert not re.search(r"https?:|//[a-z]|<script|<link|@import|<img", text)
    assert set(re.findall(r'(?:href="|url\()#([\w-]+)', text)) <= set(tags.ids)
    for title in ("Turn order", "Endings", "Scores by line", "Progress: standing", "Goods sold"):
        assert f"<h2>{title}</h2>" in text
    assert "association, not cause" in text
    assert all(sentence.replace("<", "&lt;") in text for sentence in summary(result))


def test_the_command_on_the_page_repeats_the_study() -> None:
    line = ["teutonica", "--players", 2, "--switch", "income=exact", "--agents", "light", "--games", 2]
    result = printed("balance", *line, "--seed", 5, "--cap", 30, "--simulations", 9)
    words = command_of(result).split()
    assert words[:3] == ["kontor", "balance", "teutonica"]
    assert "--module two-player-neutral --switch income=exact" in command_of(result)
    assert printed(*words[1:]) == result


def test_the_tables_of_parquet_hold_the_games(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    folder = tmp_path / "tables"
    result = printed("balance", "teutonica", "--agents", "light", "--games", 4, "--parquet", folder)
    tables: dict[str, Any] = {path.stem: parquet.read_table(path).to_pylist() for path in folder.iterdir()}
    assert set(tables) == {"games", "seats", "rounds", "traits", "decisions"}
    assert [row["game"] for row in tables["games"]] == [0, 1, 2, 3]
    assert sum(row["won"] for row in tables["seats"]) == pytest.approx(4)
    seat = tables["seats"][0]
    assert seat["score"] == sum(points for column, points in seat.items() if column.startswith("line_"))
    assert {"ability_keys", "ability_actions", "score", "round"} <= set(tables["rounds"][0])
    assert len(tables["decisions"]) == sum(row["moves"] for row in tables["games"])
    assert tables["decisions"][0]["seat"] is None
    assert tables["decisions"][0]["text"].startswith("chance ")
    assert result["games"] == 4


def test_what_cannot_be_written_is_refused_before_anything_is_played(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert "is not a folder" in refused("balance", *SMALL, "--parquet", tmp_path / "file", code=2)
    assert "cannot be created" in refused("balance", *SMALL, "--parquet", tmp_path / "no" / "tables", code=2)
    assert "cannot be written" in refused("balance", *SMALL, "--report", tmp_path / "no" / "page.html", code=2)
    assert "is unknown" in refused("balance", "hansa", "--agents", "greedy+rusher", code=2)


def test_a_game_without_statistics_has_no_traits(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path_factory.mktemp("packages")
    declare(folder, "nim = tests.arena.entry_points:NIM_TYPE")
    monkeypatch.syspath_prepend(folder)
    result = printed("balance", "nim", "--players", 2, "--agents", "uniform", "--games", 8)
    assert (result["progress"], result["traits"], result["curves"]) == ([], [], [])
    assert "<h1>" in page(result)
