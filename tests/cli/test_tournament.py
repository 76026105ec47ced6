"""Protects `kontor tournament`: output, errors, interruption and resumption."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.arena.entry_points import declare
from tests.arena.faulty_agents import named
from tests.arena.test_tournament import without_times
from tests.cli.commands import INTERRUPTIBLE, command, kontor, printed, refused

KEYS = [
    *("requested", "block", "complete", "setup", "seed", "cap", "budget", "divide", "games", "void", "seconds"),
    *("decisions", "decisions_per_second", "agents", "ended_by", "rounds", "places", "faults", "hash"),
]
AGENT_KEYS = [
    *("name", "games", "wins", "win_share", "interval", "mean_score", "lines", "rating", "rating_spread"),
    *("decisions", "ms_per_decision", "slowest_ms", "faults"),
]


def test_what_is_printed() -> None:
    line = ["teutonica", "--players", 3, "--agents", "light,uniform,uniform", "--games", 4, "--seed", 3]
    result = printed("tournament", *line)
    assert list(result) == KEYS
    assert (result["requested"], result["block"], result["games"], result["complete"]) == (4, 3, 6, True)
    assert result["setup"]["board"] == "hanse-2-3"
    light, uniform = result["agents"]
    assert list(light) == list(uniform) == AGENT_KEYS
    assert (light["name"], light["games"], uniform["games"]) == ("light", 6, 12)
    assert light["wins"] + uniform["wins"] == pytest.approx(6)
    assert light["rating"] > uniform["rating"]
    low, high = light["interval"]
    assert 0 <= low < light["win_share"] <= high <= 1
    assert light["ms_per_decision"] > 0
    assert sum(result["ended_by"].values()) == 6
    assert result["places"] == sorted(result["places"], reverse=True)


def test_text_output() -> None:
    text = kontor("tournament", "hansa", "--players", 3, "--agents", "light,uniform", "--games", 7).stdout
    assert "12, 7 rounded up to whole blocks of 6 that balance the seats" in text
    assert "95 % interval" in text
    assert "every agent with its own budget" in text


def test_budgets_and_options_are_printed() -> None:
    few = ["teutonica", "--agents", "light", "--games", 1, "--cap", 9]
    result = printed("tournament", *few, "--budget-ms", 300, "--divide", 10)
    assert (result["budget"], result["divide"]) == ({"seconds": 0.3, "playouts": None}, 10.0)
    assert result["ended_by"] == {"turn-cap": 4}
    text = kontor("tournament", *few, "--simulations", 50, "--divide", 2).stdout
    assert "50 simulations a decision, time divided by 2" in text


def test_jobs_do_not_matter() -> None:
    line = ["tournament", "teutonica", "--agents", "light,uniform,light", "--games", 1, "--cap", 80, "--json"]
    one = json.loads(kontor(*line).stdout)
    two = command(*line, "--jobs", 2)
    assert two.stderr == ""
    assert without_times(json.loads(two.stdout)) == without_times(one)


def test_faults_are_printed_and_do_not_fail_the_command() -> None:
    line = ["tournament", "hansa", "--players", 2, "--agents", f"light,{named('Raising')}", "--games", 12]
    result = kontor(*line, "--cap", 9)
    assert result.exit_code == 0
    assert f": {named('Raising')} raised ValueError: no idea." in result.stdout
    assert "12 void" in result.stdout
    assert "… and 2 more." in result.stdout


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_agent_that_ends_its_process_is_a_fault_like_others(jobs: int) -> None:
    agents = f"light,{named('Quitting')}"
    result = kontor("tournament", "hansa", "--players", 2, "--agents", agents, "--games", 2, "--jobs", jobs)
    assert result.exit_code == 0
    assert f": {named('Quitting')} was deciding when its process ended with exit code 3." in result.stdout


TRAP = """
import os
from tests.core.nim import Nim, NimType

class Trap(Nim):
    def chance_weights(self, position):
        os._exit(4)

class TrapType(NimType):
    def game(self, setup, kernel=None):
        return Trap(setup)

game_type = TrapType()
"""


def test_a_lost_worker_without_a_deciding_agent_names_its_game(tmp_path: Path) -> None:
    (tmp_path / "trap.py").write_text(TRAP, encoding="utf-8")
    declare(tmp_path, "nim = trap:game_type")
    path = os.pathsep.join([str(tmp_path), *sys.path])
    lost = command("tournament", "nim", "--agents", "uniform", "--games", 4, "--json", PYTHONPATH=path)
    assert lost.returncode == 2
    assert json.loads(lost.stdout)["games"] == 0
    sentence = "the worker process of game 1 ended with exit code 4. 0 of 4 games were finished."
    assert lost.stderr == f"kontor: {sentence}\n"


def test_records_replay(tmp_path: Path) -> None:
    folder = tmp_path / "records"
    agents = f"light,{named('Cheating')}"
    result = printed("tournament", "hansa", "--players", 2, "--agents", agents, "--games", 2, "--records", folder)
    assert result["void"] == 2
    assert [file.name for file in sorted(folder.iterdir())] == ["game-000001.json", "game-000002.json"]
    for file in folder.iterdir():
        assert printed("replay", file)["result"] is None


def test_the_report_is_written(tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    line = ["tournament", "teutonica", "--agents", "light", "--games", 4, "--report", path]
    assert kontor(*line).exit_code == 0
    text = path.read_text(encoding="utf-8")
    assert "http" not in text
    assert "Scores by line" in text


def test_heavy_libraries_are_imported_late() -> None:
    code = "import sys, kontor.cli.simulate, kontor.cli.tournament; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert not {"matplotlib", "numpy", "openskill", "scipy"} & set(loaded)


WRONG = [
    (["teutonica"], "'--agents'"),
    (["go", "--agents", "light"], "game 'go' is unknown"),
    (["teutonica", "--agents", "genius"], "agent 'genius' is unknown"),
    (["teutonica", "--agents", ""], "agent '' is unknown"),
    (["teutonica", "--agents", "nowhere.py:Genius"], "cannot be loaded"),
    (["teutonica", "--agents", "light", "--players", "7"], "players 7 is unknown"),
    (["teutonica", "--agents", "light", "--budget-ms", "5", "--simulations", "5"], "exclude each other"),
    (["teutonica", "--agents", "light", "--budget-ms", "0"], "'--budget-ms'"),
    (["teutonica", "--agents", "light", "--divide", "0"], "'--divide'"),
    (["teutonica", "--agents", "light", "--report", "no/such/folder/r.html"], "cannot be written"),
    (["teutonica", "--agents", "light", "--resume", "no/such/folder/checkpoint"], "cannot be used"),
    (["teutonica", "--agents", "light", "--engine", "steam"], "'--engine'"),
    (["teutonica", "--agents", "light", "--ray-address", "auto"], "--ray-address needs --engine ray"),
    (
        ["teutonica", "--agents", "light", "--engine", "ray", "--ray-address", "127.0.0.1:1"],
        "no connection to the Ray address",
    ),
]


@pytest.mark.parametrize(("line", "sentence"), WRONG, ids=lambda part: " ".join(part))
def test_wrong_calls_write_nothing(line: list[str], sentence: str, tmp_path: Path) -> None:
    folder = tmp_path / "records"
    assert sentence in refused("tournament", *line, "--records", folder, code=2)
    assert not folder.exists()


def started(line: list[str]) -> subprocess.Popen[bytes]:
    """Run the command in its own process group, in which Ctrl-C works."""
    return subprocess.Popen(
        [sys.executable, "-c", INTERRUPTIBLE, *line],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )


def wait_for_lines(checkpoint: Path, count: int) -> None:
    """Wait until a checkpoint file has so many lines."""
    deadline = time.monotonic() + 60
    while not checkpoint.exists() or checkpoint.read_bytes().count(b"\n") < count:
        assert time.monotonic() < deadline
        time.sleep(0.02)


ENDLESS = ["tournament", "teutonica", "--agents", "light,uniform", "--games", "1000000", "--cap", "100", "--json"]


@pytest.mark.skipif(os.name == "nt", reason="Ctrl-C is sent by a signal")
@pytest.mark.parametrize("jobs", [1, 2])
def test_ctrl_c_prints_what_was_played(jobs: int, tmp_path: Path) -> None:
    checkpoint, report = tmp_path / "checkpoint", tmp_path / "report.html"
    with started([*ENDLESS, "--jobs", str(jobs), "--resume", str(checkpoint), "--report", str(report)]) as process:
        wait_for_lines(checkpoint, 4)
        os.killpg(process.pid, signal.SIGINT)
        stdout, stderr = process.communicate(timeout=60)
    result = json.loads(stdout)
    assert process.returncode == 130
    assert not result["complete"]
    assert result["games"] >= 3
    assert stderr.decode() == f"kontor: interrupted after {result['games']} of 1000000 games.\n"
    assert "not all games have been played" in report.read_text(encoding="utf-8")


@pytest.mark.skipif(os.name == "nt", reason="a process is killed by a signal")
def test_a_killed_tournament_is_continued(tmp_path: Path) -> None:
    checkpoint = tmp_path / "checkpoint"
    with started([*ENDLESS, "--resume", str(checkpoint)]) as process:
        wait_for_lines(checkpoint, 4)
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate(timeout=60)
    played = checkpoint.read_bytes().count(b"\n") - 1
    line = [*ENDLESS[:-1], "--games", str(played + 8)]
    continued = printed(*line, "--resume", checkpoint)
    assert continued["complete"]
    assert without_times(continued) == without_times(printed(*line))
