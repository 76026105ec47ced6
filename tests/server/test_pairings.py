"""Pairings: nobody plays twice in a round, pairs and seats are balanced, and nobody meets again without need."""

import random
from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kontor.server.service.pairings.history import History, PlayedTable
from kontor.server.service.pairings.rounds import KNOCKOUT, ROUND_ROBIN, SWISS, Field, paired, rounds_of
from kontor.server.service.pairings.seating import table_sizes
from kontor.server.service.pairings.standings import standings

FEW = settings(max_examples=40, deadline=None, derandomize=True, database=None)
SIZES = {2: (2,), 3: (3,), 4: (3, 4, 5), 5: (4, 5)}


def field_of(count: int, size: int, withdrawn: tuple[str, ...] = ()) -> Field:
    """Return a field of players with the names a, b, c and so on."""
    return Field(tuple(chr(97 + n) for n in range(count)), frozenset(withdrawn), size, SIZES[size])


def played(kind: str, field: Field, rounds: int, seed: int) -> list[PlayedTable]:
    """Play a tournament with random results and return its tables."""
    chance, tables = random.Random(seed), list[PlayedTable]()
    for number in range(1, rounds + 1):
        for players in paired(kind, number, field, tables):
            places = list(range(1, len(players) + 1))
            chance.shuffle(places)
            tables.append(PlayedTable(number, players, tuple(places)))
    return tables


def check_round(field: Field, tables: list[PlayedTable], number: int) -> None:
    """Check that everybody who has not withdrawn is at one table of a round, or has a bye."""
    names = [player for table in tables if table.round == number for player in table.players]
    assert sorted(names) == sorted(field.active)


@FEW
@given(st.integers(2, 14), st.integers(0, 99))
def test_in_a_round_robin_of_two_everybody_meets_everybody_once(count: int, seed: int) -> None:
    field = field_of(count, 2)
    rounds = rounds_of(ROUND_ROBIN, count, 2, (2,), None)
    tables = played(ROUND_ROBIN, field, rounds, seed)
    for number in range(1, rounds + 1):
        check_round(field, tables, number)
    history = History(tables)
    assert all(history.met(*pair) == 1 for pair in combinations(field.players, 2))
    assert set(history.byes.values()) == ({1} if count % 2 else set())
    assert all(abs(history.seats[player, 0] - history.seats[player, 1]) <= 2 for player in field.players)


@FEW
@given(st.integers(6, 16), st.sampled_from([3, 4, 5]), st.integers(0, 99))
def test_in_a_league_of_larger_tables_pairs_and_seats_are_balanced(count: int, size: int, seed: int) -> None:
    field, rounds = field_of(count, size), 6
    tables = played(ROUND_ROBIN, field, rounds, seed)
    for number in range(1, rounds + 1):
        check_round(field, tables, number)
    history = History(tables)
    meetings = [history.met(*pair) for pair in combinations(field.players, 2)]
    assert max(meetings) - min(meetings) <= 4
    assert sum(meetings) / len(meetings) + 2.5 >= max(meetings)
    byes = [history.byes[player] for player in field.players]
    assert max(byes) - min(byes) <= 1
    seats = Counter(history.seats[player, seat] for player in field.players for seat in range(min(SIZES[size])))
    assert max(seats) <= 4


@FEW
@given(st.integers(4, 20), st.integers(0, 99))
def test_the_swiss_system_repeats_no_meeting_and_no_bye(count: int, seed: int) -> None:
    field = field_of(count, 2)
    rounds = min(rounds_of(SWISS, count, 2, (2,), None), count // 2)
    tables = played(SWISS, field, rounds, seed)
    for number in range(1, rounds + 1):
        check_round(field, tables, number)
    history = History(tables)
    assert max(history.meetings.values()) == 1
    assert max(history.byes.values(), default=0) <= 1


@FEW
@given(st.integers(8, 20), st.integers(0, 99))
def test_the_swiss_system_pairs_equal_points(count: int, seed: int) -> None:
    field = field_of(count - count % 2, 2)
    tables = played(SWISS, field, 3, seed)
    before = History(table for table in tables if table.round < 3)
    gaps = [abs(before.score(t.players[0]) - before.score(t.players[1])) for t in tables if t.round == 3]
    assert max(gaps) <= 1


@FEW
@given(st.integers(2, 20), st.sampled_from([2, 3, 4, 5]), st.integers(0, 99))
def test_a_knockout_ends_with_one_winner(count: int, size: int, seed: int) -> None:
    if not table_sizes(count, size, SIZES[size]):
        return
    field = field_of(count, size)
    rounds = rounds_of(KNOCKOUT, count, size, SIZES[size], None)
    tables = played(KNOCKOUT, field, rounds, seed)
    check_round(field, tables, 1)
    last = [table for table in tables if table.round == rounds]
    assert len(last) == 1
    ranks = standings(KNOCKOUT, field.players, tables)
    winner = last[0].players[0] if last[0].is_bye else last[0].players[(last[0].places or ()).index(1)]
    assert (ranks[0].player, ranks[0].rank) == (winner, 1)


def test_first_entrants_of_a_knockout_meet_late_and_have_the_byes() -> None:
    first = paired(KNOCKOUT, 1, field_of(6, 2), [])
    assert [set(table) for table in first] == [{"a"}, {"d", "e"}, {"b"}, {"c", "f"}]


def test_a_tie_at_a_knockout_is_decided_by_points_and_then_by_entry() -> None:
    field = field_of(4, 2)
    tables = [PlayedTable(1, ("a", "d"), (1, 1)), PlayedTable(1, ("b", "c"), (2, 1))]
    assert set(paired(KNOCKOUT, 2, field, tables)[0]) == {"a", "c"}


def test_who_withdraws_is_paired_no_more() -> None:
    for kind in (ROUND_ROBIN, SWISS, KNOCKOUT):
        field = field_of(7, 2, ("c",))
        tables = [PlayedTable(1, pair, (1, 2)) for pair in (("a", "b"), ("c", "d"), ("e", "f"))]
        tables.append(PlayedTable(1, ("g",), (1,)))
        names = [player for table in paired(kind, 2, field, tables) for player in table]
        assert "c" not in names
        assert len(names) == len(set(names))


@pytest.mark.parametrize(
    ("players", "size", "allowed", "expected"),
    [
        (8, 4, (3, 4, 5), [4, 4]),
        (7, 4, (3, 4, 5), [4, 3]),
        (9, 4, (3, 4, 5), [5, 4]),
        (5, 4, (4,), [4]),
        (2, 3, (3,), []),
        (6, 5, (4, 5), [5]),
        (11, 3, (2, 3), [3, 3, 3, 2]),
    ],
)
def test_table_sizes(players: int, size: int, allowed: tuple[int, ...], expected: list[int]) -> None:
    assert table_sizes(players, size, allowed) == expected


def test_standings_count_places_and_break_ties() -> None:
    tables = [
        PlayedTable(1, ("a", "b", "c", "d"), (1, 2, 3, 4)),
        PlayedTable(2, ("b", "a", "c", "d"), (1, 2, 4, 0)),
    ]
    found = standings(ROUND_ROBIN, ("a", "b", "c", "d"), tables)
    assert [(each.player, each.rank) for each in found] == [("a", 1), ("b", 1), ("c", 3), ("d", 4)]
    assert [float(each.points) for each in found][3] == 0
    third = PlayedTable(3, ("a", "b"), (2, 1))
    assert standings(ROUND_ROBIN, ("a", "b", "c", "d"), [*tables, third])[0].player == "b"


def test_an_absent_player_loses_to_all_and_equal_places_share_points() -> None:
    table = PlayedTable(1, ("a", "b", "c"), (1, 1, 0))
    assert table.points() == {"a": pytest.approx(0.75), "b": pytest.approx(0.75), "c": 0}
    assert PlayedTable(1, ("a", "b"), (0, 0)).points() == {"a": 0, "b": 0}
