"""`kontor show` draws positions and records as text or SVG, and refuses what it cannot draw."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from kontor.core import registry
from kontor.core.state import State
from tests.cli.commands import kontor, refused, written

SETUP = {"game": "teutonica", "players": 3, "modules": ["mission-cards"]}


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """Return a file with a record of a few moves."""
    state = State(registry.game(SETUP), seed=3)
    state.push("place bremen--minden.1 t")
    state.push("place bremen--minden.2 t")
    state.save(tmp_path / "record.json")
    return tmp_path / "record.json"


def shown(*args: object, stdin: str | None = None) -> str:
    """Return the output of a successful call."""
    result = kontor("show", *args, stdin=stdin)
    assert (result.exit_code, result.stderr) == (0, "")
    return result.stdout


def test_the_end_of_a_record_is_drawn_without_colours(record: Path) -> None:
    text = shown(record)
    assert "bremen--minden          0t 0t .." in text
    assert "Turn 1: seat 0 is to move, 0 actions left." in text
    assert "\x1b" not in text


def test_an_earlier_position_of_a_record_is_drawn(record: Path) -> None:
    moves = len(json.loads(record.read_text())["moves"])
    assert "bremen--minden          0t .. .." in shown(record, "--at", moves - 1)


def test_the_view_of_a_seat_hides_what_it_may_not_know(record: Path) -> None:
    assert shown(record).count("mission ?") == 0
    assert shown(record, "--seat", 1).count("mission ?") == 2


def test_positions_are_drawn_from_json_and_from_one_line(tmp_path: Path) -> None:
    position = {"spaces": {"bremen--minden.3": [2, "m"]}}
    state = State(registry.game(SETUP), registry.game(SETUP).read_position(position), chance="manual")
    for text in (shown(written(tmp_path, state.json())), shown("-", stdin=state.text())):
        assert "bremen--minden          .. .. 2m" in text


def test_the_width_is_that_of_the_option(record: Path) -> None:
    narrow, wide = shown(record, "--width", 80), shown(record, "--width", 120)
    assert max(map(len, narrow.splitlines())) <= 80 < max(map(len, wide.splitlines())) <= 120


def test_the_map_is_written_as_svg(record: Path, tmp_path: Path) -> None:
    assert shown(record, "--svg", tmp_path / "map.svg") == ""
    assert ElementTree.parse(tmp_path / "map.svg").getroot().tag.endswith("svg")


def test_colour_can_be_forced(record: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\x1b[1;38;5;160m0t\x1b[0m" in shown(record)


def test_what_cannot_be_drawn_is_refused(record: Path, tmp_path: Path) -> None:
    position = written(tmp_path, {"setup": SETUP})
    assert "--at needs a record" in refused("show", position, "--at", 3, code=2)
    assert "--seat 7 does not exist" in refused("show", record, "--seat", 7, code=2)
    assert "cannot be cut after move 99" in refused("show", record, "--at", 99, code=2)
    assert "cannot be read" in refused("show", tmp_path / "missing.json", code=2)
    assert "cannot be written" in refused("show", record, "--svg", tmp_path / "no" / "map.svg", code=2)
