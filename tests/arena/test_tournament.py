"""Protects tournaments: balanced, equal for any number of jobs, and not stopped by a faulty agent."""

from __future__ import annotations

import json
from collections import Counter
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from kontor.arena.match import Outcome, SeatOutcome, TournamentConfig
from kontor.arena.play import Fault
from kontor.arena.ratings import interval, ranks, ratings
from kontor.arena.records import ArenaError
from kontor.arena.results import tournament_result
from kontor.arena.seating import block_size, rounded_games, seating
from kontor.arena.supervised_agent import BudgetPolicy
from kontor.arena.tournament import RunOptions, Tournament, check_installed, tournament_config
from kontor.core import registry
from kontor.core.agent import Budget
from kontor.core.record import read_record, replay
from tests.arena.faulty_agents import named

NIM = {"game": "nim", "players": 3}


pytestmark = pytest.mark.usefixtures("nim")


def tournament_result_of(
    agents: list[str], games: int = 6, budget_policy: BudgetPolicy | None = None, jobs: int = 1, **setup: Any
) -> dict[str, Any]:
    """Return the result of a tournament of Nim."""
    tournament = Tournament(
        tournament_config({**NIM, **setup}, agents, budget_policy=budget_policy), games, RunOptions(jobs)
    )
    tournament.play()
    return tournament.result()


def agent_result(result: dict[str, Any], name: str) -> dict[str, Any]:
    """Return the result of one agent."""
    found: dict[str, Any] = next(agent for agent in result["agents"] if agent["name"] == name)
    return found


def without_times(result: dict[str, Any]) -> dict[str, Any]:
    """Return the part of a result that does not depend on how the games were run."""
    times = {"seconds", "decisions_per_second", "ms_per_decision", "slowest_ms"}
    agents = [{key: value for key, value in agent.items() if key not in times} for agent in result["agents"]]
    return {**{key: value for key, value in result.items() if key not in times}, "agents": agents}


SIZES = [(agents, seats) for agents, seats in product(range(1, 8), range(2, 6))]


@pytest.mark.parametrize(("size", "seats"), SIZES)
def test_every_agent_sits_in_every_seat_equally_often(size: int, seats: int) -> None:
    agents = [f"agent-{number}" for number in range(size)]
    games = rounded_games(3 * block_size(agents, seats) - 1, agents, seats)
    assert games == 3 * block_size(agents, seats)
    seats_taken = Counter((name, seat) for n in range(games) for seat, name in enumerate(seating(agents, seats, n)))
    assert len(seats_taken) == size * seats
    assert len(set(seats_taken.values())) == 1


def test_one_agent_against_three_has_the_same_group_in_every_game() -> None:
    agents = ["greedy", "light", "light", "light"]
    assert block_size(agents, 4) == 4
    assert [seating(agents, 4, number).index("greedy") for number in range(8)] == [0, 1, 2, 3, 0, 1, 2, 3]
    assert all(Counter(seating(agents, 4, number)) == Counter(agents) for number in range(40))


def test_the_order_of_agents_changes_from_block_to_block() -> None:
    orders = {tuple(seating(["a", "b", "c", "d"], 4, 4 * number)) for number in range(6)}
    assert len(orders) == 6


def test_more_agents_than_seats_play_in_all_combinations() -> None:
    agents = ["a", "b", "c", "d"]
    groups = Counter(frozenset(seating(agents, 3, number)) for number in range(block_size(agents, 3)))
    assert len(groups) == 4
    assert set(groups.values()) == {3}


INTERVALS = [
    (0, 10, 0.0, 0.308497),
    (5, 10, 0.187086, 0.812914),
    (10, 10, 0.691503, 1.0),
    (194, 200, 0.935849, 0.988913),
    (0, 0, 0.0, 1.0),
]


@pytest.mark.parametrize(("wins", "games", "low", "high"), INTERVALS)
def test_intervals_agree_with_published_values(wins: int, games: int, low: float, high: float) -> None:
    assert interval(wins, games) == pytest.approx((low, high), abs=1e-6)


def test_an_interval_of_a_shared_win_lies_between_its_neighbours() -> None:
    below, between, above = interval(5, 10), interval(5.5, 10), interval(6, 10)
    assert below < between < above
    assert below[1] < between[1] < above[1]


def outcome(number: int, totals: dict[str, int], winners: list[int], fault: Fault | None = None) -> Outcome:
    """Return a game with these points."""
    seats = [SeatOutcome(name, {"points": points}, 2, 0.5, 0.3) for name, points in totals.items()]
    return Outcome(number, "done", 9, 20, "", winners, seats, fault)


def test_ranks_put_winners_first_and_ties_together() -> None:
    assert ranks(outcome(0, {"a": 4, "b": 7, "c": 4, "d": 7}, [3])) == [3, 2, 3, 1]


def test_ratings_rise_with_wins_and_void_games_do_not_rate() -> None:
    games = [outcome(number, {"a": 9, "b": 5}, [0]) for number in range(20)]
    rated = ratings(games)
    assert rated["a"][0] > 25 > rated["b"][0]
    assert rated["a"][1] < 25 / 3
    assert not ratings([outcome(0, {"a": 9, "b": 5}, [], Fault("b", "raised", "b raised."))])


def test_the_result_of_known_games() -> None:
    config = TournamentConfig({"game": "toy"}, 1, ("a", "b"))
    fault = Fault("b", "raised", "b raised X.", 1)
    games = [
        outcome(0, {"a": 4, "b": 4}, [0, 1]),
        outcome(2, {"b": 1, "a": 8}, [1]),
        outcome(3, {"a": 0, "b": 0}, [], fault),
    ]
    result = tournament_result(config, games, seconds=2.0)
    assert result == tournament_result(config, games[::-1], seconds=2.0)
    a, b = result["agents"]
    assert (a["games"], a["wins"], a["win_share"], a["mean_score"]) == (2, 1.5, 0.75, 6.0)
    assert (b["games"], b["wins"], b["faults"], b["mean_score"]) == (3, 0.5, 1, 2.5)
    assert (a["decisions"], a["ms_per_decision"], a["slowest_ms"]) == (6, 250.0, 300.0)
    assert (result["games"], result["void"], result["decisions_per_second"]) == (3, 1, 6.0)
    assert result["places"] == [6.0, 2.5]
    assert result["rounds"] == {"mean": 5.0, "longest": 5, "games": {"5": 2}}
    assert result["faults"] == [
        {"game": 4, "move": 21, "agent": "b", "kind": "raised", "sentence": "b raised X.", "seat": 1}
    ]


def test_wins_add_up_to_the_games() -> None:
    result = tournament_result_of(["uniform", named("Steady")], 30)
    assert result["games"] == 30
    assert sum(agent["wins"] for agent in result["agents"]) == pytest.approx(30)
    assert sum(agent["games"] for agent in result["agents"]) == 90
    for agent in result["agents"]:
        assert sum(agent["lines"].values()) == pytest.approx(agent["mean_score"])
        assert agent["interval"][0] < agent["win_share"] < agent["interval"][1]


def test_the_seed_decides_everything() -> None:
    assert without_times(tournament_result_of(["uniform"], 9)) == without_times(tournament_result_of(["uniform"], 9))
    configs = [tournament_config(NIM, ["uniform"], seed=seed) for seed in (1, 2)]
    hashes = set()
    for config in configs:
        tournament = Tournament(config, 3)
        tournament.play()
        hashes.add(tournament.result()["hash"])
    assert len(hashes) == 2


@pytest.mark.parametrize("game", ["teutonica", "hansa"])
def test_the_number_of_jobs_does_not_matter(game: str) -> None:
    config = tournament_config({"game": game, "players": 3}, ["light", "uniform"], cap=60)
    results = []
    for jobs in (1, 2):
        tournament = Tournament(config, 6, RunOptions(jobs))
        tournament.play()
        results.append(without_times(tournament.result()))
    assert results[0] == results[1]


FAULTS = [
    ("Raising", "raised", "raised ValueError: no idea."),
    ("Leaving", "raised", "raised SystemExit: 3."),
    ("Cheating", "illegal", "which is not legal there."),
    ("Babbling", "illegal", "answered 'pass', which is not legal there."),
]


@pytest.mark.parametrize(("name", "kind", "end"), FAULTS)
def test_a_faulty_agent_loses_and_the_tournament_continues(name: str, kind: str, end: str) -> None:
    result = tournament_result_of([named(name), "uniform", "uniform", named("Steady")], 12)
    faulty, steady = agent_result(result, named(name)), agent_result(result, named("Steady"))
    assert result["games"] == 12
    assert 0 < result["void"] < 12
    assert all(fault["agent"] == named(name) and fault["kind"] == kind for fault in result["faults"])
    assert all(fault["sentence"].startswith(named(name)) for fault in result["faults"])
    assert all(fault["sentence"].endswith(end) for fault in result["faults"])
    assert (faulty["games"], faulty["wins"], faulty["faults"]) == (result["void"], 0, result["void"])
    assert steady["games"] < 9
    assert steady["faults"] == 0
    finished = result["games"] - result["void"]
    assert sum(agent["wins"] for agent in result["agents"]) == pytest.approx(finished)


def test_an_agent_that_never_answers_runs_out_of_time() -> None:
    result = tournament_result_of([named("Dreaming"), "uniform"], 2, BudgetPolicy(Budget(seconds=0.01)), players=2)
    assert result["void"] == 2
    for fault in result["faults"]:
        assert fault["kind"] == "time"
        assert fault["sentence"] == f"{named('Dreaming')} thought for more than 1.0 s with a budget of 0.01 s."
    assert result["seconds"] < 10


DEATHS = [("Quitting", "ended with exit code 3"), ("Choking", "was killed by signal 9")]


@pytest.mark.parametrize(("name", "how"), DEATHS)
def test_an_agent_that_ends_its_process_is_at_fault(name: str, how: str, tmp_path: Path) -> None:
    config = tournament_config(NIM, [named(name), "uniform", "uniform"])
    tournaments = [Tournament(config, 3, RunOptions(jobs, str(tmp_path / str(jobs)))) for jobs in (1, 2)]
    for tournament in tournaments:
        tournament.play()
    one, two = (tournament.result() for tournament in tournaments)
    assert without_times(one) == without_times(two)
    assert (one["games"], one["void"], agent_result(one, named(name))["faults"]) == (3, 3, 3)
    assert [(fault["kind"], fault["seat"], fault["move"]) for fault in one["faults"]] == [
        *(("died", 0, 7), ("died", 1, 8), ("died", 2, 9)),
    ]
    for fault in one["faults"]:
        assert fault["sentence"] == f"{named(name)} was deciding when its process {how}."
    for record in [read_record(json.loads(path.read_text())) for path in (tmp_path / "1").iterdir()]:
        assert len(record.moves) in (6, 7, 8)
        replay(registry.game(NIM), record)


def test_an_agent_stuck_in_compiled_code_is_stopped() -> None:
    result = tournament_result_of(
        [named("Lost"), named("Steady")], 2, BudgetPolicy(Budget(seconds=0.01)), players=2, jobs=2
    )
    assert [(fault["kind"], fault["agent"]) for fault in result["faults"]] == [("time", named("Lost"))] * 2
    for fault in result["faults"]:
        assert fault["sentence"] == f"{named('Lost')} thought for more than 1.0 s and did not react to its alarm."


def test_output_of_agents_is_not_mixed_with_results(capfd: pytest.CaptureFixture[str]) -> None:
    assert tournament_result_of([named("Chatting")], 3)["faults"] == []
    printed = capfd.readouterr()
    assert printed.out == ""
    assert "hm\n" in printed.err


def test_an_agent_that_cannot_be_made_is_refused_at_once() -> None:
    with pytest.raises(ArenaError, match="cannot be created: LookupError: no weights"):
        Tournament(tournament_config(NIM, ["uniform", named("Fragile")]), 1)


def test_budgets_are_the_agents_own_unless_one_is_given_and_time_is_divided() -> None:
    assert tournament_result_of([named("Thrifty")], 3)["void"] == 3
    assert tournament_result_of([named("Thrifty")], 3, BudgetPolicy(divide=2.0))["void"] == 0
    assert tournament_result_of([named("Thrifty")], 3, BudgetPolicy(Budget(seconds=2.0)))["void"] == 0
    assert tournament_result_of([named("Thrifty")], 3, BudgetPolicy(Budget(playouts=2)))["void"] == 3


def test_agents_get_views_and_cannot_change_the_game() -> None:
    assert tournament_result_of([named("Spying")], 3)["faults"] == []


def test_missing_libraries_are_named() -> None:
    with pytest.raises(ArenaError, match=r"need numbers_of_atlantis; install kontor-games\[arena\]"):
        check_installed(["json", "numbers_of_atlantis"])
