"""The capacity model computes machines from costs, and names what is exhausted first."""

from itertools import pairwise

import pytest
from capacity import MEASUREMENTS, Assumptions, Costs, Need, measured_rows, need_of, predicted

COSTS = Costs(server=1.0, database=0.2, spectator=0.02, other_node=0.4, notice=0.005)


def needs(costs: Costs = COSTS) -> list[Need]:
    return [need_of(players, costs, Assumptions()) for players in (1_000, 10_000, 100_000, 1_000_000)]


def test_cores_follow_from_the_moves_and_their_costs() -> None:
    need = need_of(2_400, COSTS, Assumptions(players_per_table=3, seconds_per_move=8.0, spectators_per_table=1.0))
    assert need.moves == pytest.approx(100)
    assert need.server_cores == pytest.approx(100 * (1.02 + 3 * 0.005) / 1000 / 0.5)
    assert need.machines == 1


def test_more_players_need_more_of_everything() -> None:
    found = needs()
    for fewer, more in pairwise(found):
        assert fewer.server_cores < more.server_cores
        assert fewer.machines <= more.machines
        assert fewer.euros <= more.euros
    assert found[-1].machines > 1


def test_the_next_bottleneck_is_named() -> None:
    assert "add processes" in needs()[0].bottleneck
    assert "database" in needs(Costs(1.0, 20.0, 0.0, 0.0, 0.0))[-1].bottleneck
    assert "notices" in needs(Costs(1.0, 0.01, 0.0, 0.0, 0.1))[-2].bottleneck


def test_a_rate_is_limited_by_the_processes_or_by_all_cores() -> None:
    result = {"cpu_ms": {"server": 1.0, "client": 0.2}}
    assert predicted(result, processes=1, cores=2) == pytest.approx(1000)
    assert predicted(result, processes=2, cores=2) == pytest.approx(2000 / 1.2)


def test_every_measurement_is_a_row() -> None:
    figures = {"moves_per_second": 5.0, "p50_ms": 1.0, "p99_ms": 2.0, "memory_mb": 100.0, "load_average": 0.1}
    results = {name: {**figures, "cpu_ms": {"server": 1.0, "client": 0.2}} for name in MEASUREMENTS}
    assert measured_rows(results, 2).count("\n") == len(MEASUREMENTS) - 1
