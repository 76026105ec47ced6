"""Protects `kontor simulate`: the same games for any number of jobs and in both kernels."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from kontor.arena.agent_games import digest_of
from kontor.core import registry
from kontor.kernel.runtime.loading import is_compiled
from tests.cli.commands import INTERRUPTIBLE, command, kontor, printed, refused

KEYS = [
    *("setup", "agents", "kernel", "games", "finished", "capped", "ended_by", "decisions", "seconds"),
    *("decisions_per_second", "games_per_second", "seats", "hash"),
]
TIMES = {"seconds", "decisions_per_second", "games_per_second", "kernel"}


def without_times(result: dict[str, Any]) -> dict[str, Any]:
    """What must not depend on how the games were played."""
    return {name: value for name, value in result.items() if name not in TIMES}


def test_what_is_printed() -> None:
    result = printed("simulate", "teutonica", "--players", 3, "--games", 6, "--seed", 3)
    assert list(result) == KEYS
    assert result["setup"]["board"] == "hanse-2-3"
    assert result["agents"] == ["light"] * 3
    assert (result["games"], result["finished"], result["capped"]) == (6, 6, 0)
    assert sum(result["ended_by"].values()) == 6
    assert sum(seat["wins"] for seat in result["seats"]) == pytest.approx(6)
    for seat in result["seats"]:
        assert list(seat) == ["wins", "mean_score", "lines"]
        assert sum(seat["lines"].values()) == pytest.approx(seat["mean_score"])
    assert len(result["hash"]) == 16


def test_the_options_make_the_setup() -> None:
    where = ["--edition", "second", "--board", "britannia-2-3", "--players", 2]
    how = ["--games", 1, "--cap", 3, "--agents", "uniform,light"]
    switched = ["income=exact", "markers_mid_action=yes", "place2_same_route=no"]
    switches = [word for switch in switched for word in ("--switch", switch)]
    result = printed("simulate", "teutonica", *where, *how, *switches)
    setup = result["setup"]
    assert (setup["edition"], setup["board"], setup["players"]) == ("second", "britannia-2-3", 2)
    assert setup["modules"] == ["two-player-neutral"]
    assert setup["switches"]["income"] == "exact"
    assert setup["switches"]["markers_mid_action"] is True
    assert setup["switches"]["place2_same_route"] is False
    assert result["agents"] == ["uniform", "light"]
    modules = ["--module", "mission-cards", "--module", "emperors-favour"]
    setup = printed("simulate", "teutonica", *modules, "--games", 1)["setup"]
    assert setup["modules"] == ["mission-cards", "emperors-favour"]


def test_a_capped_game_is_scored_as_it_stands() -> None:
    result = printed("simulate", "teutonica", "--games", 3, "--cap", 5, "--agents", "uniform")
    assert (result["finished"], result["capped"], result["ended_by"]) == (0, 3, {"turn-cap": 3})
    assert sum(seat["wins"] for seat in result["seats"]) == pytest.approx(3)


def test_seeds_matter_and_jobs_and_kernels_do_not() -> None:
    line = ["simulate", "teutonica", "--module", "mission-cards", "--games", 7, "--json"]
    one = json.loads(kontor(*line).stdout)
    other = json.loads(kontor(*line, "--seed", 2).stdout)
    assert one["hash"] != other["hash"]
    kernels = ["interpreted", "compiled"] if is_compiled("kontor.games.teutonica") else ["interpreted"]
    for kernel in kernels:
        two_jobs = command(*line, "--jobs", 2, KONTOR_KERNEL=kernel)
        assert two_jobs.stderr == ""
        result = json.loads(two_jobs.stdout)
        assert result["kernel"] == kernel
        assert without_times(result) == without_times(one)


AGENTS = Path(__file__).parents[1] / "arena" / "faulty_agents.py"
THINKING = [
    ["teutonica", "--players", "3", "--agents", "greedy+rusher,easy,light"],
    ["hansa", "--players", "2", "--agents", "search", "--simulations", "4"],
]


@pytest.mark.parametrize("line", THINKING, ids=lambda line: line[0])
def test_agents_that_think_play_the_same_games_with_any_number_of_jobs(line: list[str], tmp_path: Path) -> None:
    line = ["simulate", *line, "--games", "2", "--cap", "60"]
    one = printed(*line, "--records", tmp_path / "records")
    assert without_times(one) == without_times(printed(*line, "--jobs", 2))
    assert printed("replay", tmp_path / "records" / "game-000002.json")["ok"]
    assert one["hash"] != printed(*line, "--seed", 2)["hash"]


def test_an_agent_from_a_file_that_fails_ends_the_simulation_with_a_sentence() -> None:
    line = ["simulate", "hansa", "--players", 2, "--games", 2]
    raised = refused(*line, "--agents", f"light,{AGENTS}:Raising", code=2)
    assert "game 1, seat 1, move " in raised
    assert "raised ValueError" in raised
    assert "was deciding when its process" in refused(*line, "--agents", f"{AGENTS}:Quitting", code=2)


def test_the_hash_of_moves_is_that_of_the_kernel() -> None:
    game = registry.game({"game": "hansa", "players": 2})
    playout = game.play_out(game.start(), 7, ["light", "light"], 1000, keep_moves=True)
    assert digest_of(playout.moves) == playout.digest


def test_records_replay_to_the_scores_of_the_simulation(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "records"
    result = printed("simulate", "teutonica", "--games", 4, "--records", folder)
    files = sorted(folder.iterdir())
    assert [file.name for file in files] == [f"game-{n:06}.json" for n in range(1, 5)]
    totals = [0] * 4
    for file in files:
        assert printed("replay", file)["ok"]
        scores = json.loads(file.read_text(encoding="utf-8"))["result"]["scores"]
        totals = [total + score["total"] for total, score in zip(totals, scores, strict=True)]
    assert [total / 4 for total in totals] == [seat["mean_score"] for seat in result["seats"]]
    assert without_times(result) == without_times(printed("simulate", "teutonica", "--games", 4))


def test_records_of_capped_games_replay(tmp_path: Path) -> None:
    kontor("simulate", "teutonica", "--games", 1, "--cap", 4, "--records", tmp_path / "records")
    answer = printed("replay", tmp_path / "records" / "game-000001.json")
    assert answer["result"]["ended_by"] == "turn-cap"


def test_records_never_go_among_other_files(tmp_path: Path) -> None:
    (tmp_path / "diary").touch()
    sentence = refused("simulate", "teutonica", "--games", 1, "--records", tmp_path, code=2)
    assert "is not empty" in sentence
    assert [path.name for path in tmp_path.iterdir()] == ["diary"]
    assert "cannot be created" in refused("simulate", "teutonica", "--records", tmp_path / "diary", code=2)


def test_text_output() -> None:
    text = kontor("simulate", "teutonica", "--games", 2).stdout
    assert "  games       2: 2 finished, 0 capped\n" in text
    assert "  mean score" in text


WRONG = [
    (["go"], "game 'go' is unknown"),
    (["teutonica", "--players", "7"], "players 7 is unknown"),
    (["teutonica", "--board", "atlantis"], "board 'atlantis' is unknown"),
    (["teutonica", "--edition", "third"], "edition 'third' is unknown"),
    (["teutonica", "--board", "east-3-5", "--module", "mission-cards"], "is not played on the board"),
    (["teutonica", "--switch", "income"], "must have the form NAME=VALUE"),
    (["teutonica", "--switch", "income=sometimes"], "switch income 'sometimes' is unknown"),
    (["teutonica", "--agents", "genius"], "agent 'genius' is unknown; it may be uniform, light"),
    (["teutonica", "--agents", "light,light"], "2 agents for 4 seats"),
    (["teutonica", "--games", "0"], "'--games'"),
    (["teutonica", "--jobs", "0"], "'--jobs'"),
    (["teutonica", "--seed", "x"], "'--seed'"),
    (["teutonica", "--cap", "100000"], "'--cap'"),
    (["teutonica", "--ray-address", "auto"], "--ray-address needs --engine ray"),
    (["teutonica", "--engine", "ray", "--ray-address", "ray://head:10001"], "must be HOST:PORT or auto"),
    (["teutonica", "--engine", "ray", "--ray-address", "127.0.0.1:1"], "no connection to the Ray address"),
]


def test_a_cluster_needs_a_library(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    assert "install kontor-games[cluster]" in refused("simulate", "hansa", "--engine", "ray", code=2)


@pytest.mark.parametrize(("line", "sentence"), WRONG, ids=lambda part: " ".join(part))
def test_wrong_calls_write_nothing(line: list[str], sentence: str, tmp_path: Path) -> None:
    folder = tmp_path / "records"
    assert sentence in refused("simulate", *line, "--records", folder, code=2)
    assert not folder.exists()


@pytest.mark.skipif(os.name == "nt", reason="Ctrl-C is sent by a signal")
@pytest.mark.parametrize("jobs", [1, 2])
def test_ctrl_c_stops_with_one_sentence(jobs: int, tmp_path: Path) -> None:
    line = [
        "simulate",
        "teutonica",
        "--games",
        "10000000",
        "--jobs",
        str(jobs),
        "--records",
        str(tmp_path / "r"),
    ]
    with subprocess.Popen(
        [sys.executable, "-c", INTERRUPTIBLE, *line],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as process:
        wait_for_games(tmp_path / "r")
        os.killpg(process.pid, signal.SIGINT)
        stdout, stderr = process.communicate(timeout=60)
    assert (process.returncode, stdout, stderr) == (130, b"", b"kontor: interrupted.\n")


def wait_for_games(folder: Path) -> None:
    """Wait until the first record is there."""
    deadline = time.monotonic() + 60
    while not list(folder.glob("*.json")):
        assert time.monotonic() < deadline
        time.sleep(0.05)
