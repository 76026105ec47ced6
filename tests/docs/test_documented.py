"""Protects that everything that can be used is documented."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from kontor.agents.catalog import NAMES
from kontor.cli.main import COMMANDS
from kontor.core import registry
from kontor.games.hansa.formats.positions import reader as hansa_reader
from kontor.games.teutonica.configuration import Configuration
from kontor.games.teutonica.formats.positions.pending import ARGUMENTS
from kontor.games.teutonica.formats.positions.reader import PositionReader
from tests.cli.commands import printed
from tests.docs.pages import ROOT, read
from tests.rules.ledger import load

README = read(ROOT / "README.md")
COMMAND_LINE = read(ROOT / "docs" / "reference" / "command-line.md")
API = read(ROOT / "docs" / "reference" / "api.md")
INTERCHANGE = read(ROOT / "docs" / "reference" / "interchange.md")
ROUTES = json.loads((ROOT / "web" / "openapi.json").read_text(encoding="utf-8"))["paths"]


@pytest.mark.parametrize("command_name", COMMANDS)
def test_every_command_is_described(command_name: str) -> None:
    assert re.search(rf"^\| `kontor {command_name}\b", COMMAND_LINE, re.MULTILINE)


@pytest.mark.parametrize("name", NAMES)
def test_every_agent_is_named(name: str) -> None:
    assert f"`{name}`" in README
    assert f"`{name}`" in COMMAND_LINE


def test_the_table_of_the_readme_is_what_can_be_played() -> None:
    rows = re.findall(r"^\| Hansa.*$", README, re.MULTILINE)
    games = sorted(printed("games")["games"], key=lambda each: each["game"], reverse=True)
    assert rows == [row for each in games for row in rows_of(each)]


def rows_of(played: dict[str, Any]) -> Iterator[str]:
    """Yield the rows of the table about a game, one per edition."""
    for edition in played.get("editions", []):
        boards = " · ".join(f"`{board}` {span(counts)}" for board, counts in edition["boards"].items())
        year = f"`{edition['edition']}` ({edition['year']})"
        yield f"| {played['title']} | {year} | {boards} | {comma_separated(edition['modules'])} |"
    if "editions" not in played:
        yield f"| {played['title']} | (2004) | {span(played['players'])} | {comma_separated(played['modules'])} |"


def span(counts: list[int]) -> str:
    """Return the range of consecutive player counts."""
    assert counts == list(range(counts[0], counts[-1] + 1))
    return f"{counts[0]}–{counts[-1]}"


def comma_separated(modules: list[str]) -> str:
    """The names of modules."""
    return " · ".join(f"`{module}`" for module in modules)


@pytest.mark.parametrize("path", ROUTES)
def test_every_route_is_described(path: str) -> None:
    rows = [row for row in API.splitlines() if row.startswith("|") and names(row, path)]
    for method in ROUTES[path]:
        assert any(re.search(rf"`{method.upper()}\b", row) for row in rows), f"{method.upper()} {path}"


def names(row: str, path: str) -> bool:
    """Return whether a row of the table describes a route; a shared beginning is written as `…`."""
    plain = re.sub(r"\{\w+\}", "{}", path)
    shown = [re.sub(r"\{\w+\}", "{}", word) for word in re.findall(r"(?:/|…)[\w/{}.…-]*", row)]
    heads = [word for word in shown if word.startswith("/")]
    ends = [head + word.removeprefix("…") for head in heads for word in shown if word.startswith("…")]
    return plain in heads + ends


def test_every_field_of_a_position_is_described() -> None:
    reader = PositionReader(Configuration({"players": 4}), {})
    fields = {*reader.fields(), *hansa_reader.FIELDS}
    assert [field for field in sorted(fields) if f"`{field}`" not in INTERCHANGE] == []


def test_every_task_of_a_decision_under_way_is_described() -> None:
    words = {*ARGUMENTS, *(name for arguments in ARGUMENTS.values() for name, *_ in arguments)}
    assert [word for word in sorted(words) if f"`{word}`" not in INTERCHANGE] == []


@pytest.mark.parametrize("name", registry.names())
def test_every_move_is_described(name: str) -> None:
    moves = registry.game({"game": name}).moves  # type: ignore[attr-defined]
    verbs = {block.verb for block in moves.blocks}
    assert [command_name for command_name in sorted(verbs) if f"`{command_name}`" not in INTERCHANGE] == []


@pytest.mark.parametrize("name", registry.names())
def test_boards_modules_and_switches_are_those_of_the_ledger(name: str) -> None:
    (played,) = [each for each in printed("games")["games"] if each["game"] == name]
    ledger = load(name)
    editions = played.get("editions", [played])
    assert {board for edition in editions for board in edition.get("boards", [])} == set(ledger.boards)
    assert {module for edition in editions for module in edition["modules"]} == set(ledger.modules)
    assert set(played["switches"]) <= {switch.name for switch in ledger.switches}
