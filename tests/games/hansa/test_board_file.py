"""Protects the board file: it satisfies its own checks and agrees with the page about the board."""

from collections.abc import Iterator
from copy import deepcopy
from itertools import pairwise
from pathlib import Path

import pytest

from kontor.core.values import SetupError
from kontor.games.hansa.board_file import BoardFile, load
from tests.marks import case

PAGE = Path(__file__).resolve().parents[3] / "docs" / "rules" / "hansa-board.md"
BOARD = BoardFile()
CHECKS = BOARD.json["checks"]
LINKS = {(link["from"], link["to"]) for link in BOARD.json["routes"]}


def exits(port: str) -> set[str]:
    """Return the ports to which arrows lead."""
    return {to for start, to in LINKS if start == port}


def reachable(port: str) -> set[str]:
    """Return the ports that a ship can reach."""
    seen: set[str] = set()
    todo = [port]
    while todo:
        for other in exits(todo.pop()) - seen:
            seen.add(other)
            todo.append(other)
    return seen


def loops(path: list[str]) -> Iterator[list[str]]:
    """Yield the loops that extend a path and visit no port twice."""
    for port in sorted(exits(path[-1])):
        if port == path[0]:
            yield path
        elif port not in path:
            yield from loops([*path, port])


@case("H-BOARD-1", "H-BOARD-2")
def test_ports_have_numbers_and_warehouses() -> None:
    assert len(BOARD.ports) == CHECKS["port_count"] == 9
    assert [port["number"] for port in BOARD.port_entries] == list(range(1, 10))
    assert (BOARD.ports[0], BOARD.ports[-1]) == ("tonsberg", "riga")
    assert {port["warehouses"] for port in BOARD.port_entries} == {1, 2}
    names = {port["name"] for port in BOARD.port_entries}
    assert names == {
        *("Tønsberg", "Aalborg", "København", "Lübeck", "Stockholm"),
        *("Kalmar", "Danzig", "Reval", "Riga"),
    }


@case("H-BOARD-5")
def test_five_ports_have_two_warehouses() -> None:
    doubles = {port["id"] for port in BOARD.port_entries if port["warehouses"] == 2}
    assert doubles == {"tonsberg", "aalborg", "lubeck", "stockholm", "riga"}
    assert len(BOARD.slots) == BOARD.json["warehouse_reasoning"]["total"] == 14


@case("H-BOARD-3", "H-BOARD-4", "A-14")
def test_thirteen_arrows_lead_one_way() -> None:
    assert len(LINKS) == 13
    assert CHECKS["no_two_way_links"]
    assert not {(to, start) for start, to in LINKS} & LINKS
    kinds = {(link["from"], link["to"]): link["kind"] for link in BOARD.json["routes"]}
    assert [link for link, kind in kinds.items() if kind == "overland"] == [("tonsberg", "stockholm")]


@case("H-INV-8")
def test_every_port_can_be_reached_from_every_other() -> None:
    assert CHECKS["strongly_connected"]
    for port in BOARD.ports:
        assert reachable(port) == set(BOARD.ports)


@case("H-BOARD-4")
def test_exits_entries_and_paths_are_those_of_the_sources() -> None:
    for port, targets in CHECKS["exits_exact"].items():
        assert exits(port) == set(targets)
    for port, sources in CHECKS["entries_exact"].items():
        assert {start for start, to in LINKS if to == port} == set(sources)
    for path in CHECKS["legal_paths"]:
        assert set(pairwise(path)) <= LINKS
    assert not {tuple(move) for move in CHECKS["illegal_moves"]} & LINKS


@case("H-BOARD-4")
def test_the_published_loops_are_all_loops_except_the_longest() -> None:
    def rotated(loop: list[str]) -> tuple[str, ...]:
        at = loop.index(min(loop))
        return (*loop[at:], *loop[:at])

    found = {rotated(loop) for port in BOARD.ports for loop in loops([port])}
    assert {loop for loop in found if len(loop) <= 4} == {rotated(loop) for loop in CHECKS["loops"]}
    assert sorted(map(len, found)) == [3, 3, 3, 4, 7]


@pytest.mark.parametrize("row", BOARD.json["by_player_count"], ids=lambda row: str(row["players"]))
def test_derived_numbers_of_the_file_are_right(row: dict[str, int]) -> None:
    tiles = (6 - row["colours_removed"]) * 13
    assert row["tiles_in_game"] == tiles
    assert (row["tiles_on_board"], row["tiles_in_supply"]) == (14, tiles - 14)
    assert row["bank_at_start"] == 22 - 3 * row["players"]


def test_every_entry_has_a_source() -> None:
    found = BOARD.provenance()
    assert set(found) == {"rulebook", "confirmed", "reconstructed"}
    assert sum(map(len, found.values())) == 9 * 3 + 13 + 3
    assert "link copenhagen to danzig" in found["rulebook"]
    assert "warehouses of aalborg" in found["confirmed"]
    assert "direction of reval to riga" in found["reconstructed"]


def test_the_page_about_the_board_lists_the_same_sources() -> None:
    listed: dict[str, list[str]] = {}
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            entries = listed.setdefault(line.removeprefix("## ").lower(), [])
        elif line.startswith("- "):
            entries.append(line.removeprefix("- "))
    assert listed == {**BOARD.provenance(), "how to correct it": []}


def test_a_board_that_is_too_large_is_refused() -> None:
    content = deepcopy(load())
    content["ports"][0]["warehouses"] = 30
    with pytest.raises(SetupError, match="24 warehouses"):
        BoardFile(content)
