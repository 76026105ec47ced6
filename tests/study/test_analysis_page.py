"""Protects the page of an analysis: well-formed, self-contained, with a map of every board."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from kontor.core import registry
from kontor.core.drawing.options import DrawingOptions
from kontor.core.record import position_at, read_record
from kontor.study.analysis_page import page
from tests.arena.test_tournament_report import TagChecker
from tests.study.test_analysis import GAMES, planted


def test_the_page_is_well_formed_and_self_contained() -> None:
    text = page(planted())
    assert TagChecker(text).open == []
    plain = re.sub(r' xmlns(:xlink)?="http://www\.w3\.org/[^"]+"', "", text)
    assert not re.search(r"https?:|//[a-z]|<script|<link|@import|<img", plain)
    for title in ("Chances", "Given away, turn by turn", "Players", "Turning points"):
        assert f"<h2>{title}</h2>" in text
    assert text.count('aria-label="The map of') == len(planted()["turning_points"])
    assert "create arnheim--kampen" in text


def test_the_same_analysis_gives_the_same_page() -> None:
    assert page(planted()) == page(planted())


@pytest.mark.parametrize(
    "path",
    [
        "teutonica/records/big-box_hanse-2-3_3p.json",
        "teutonica/records/big-box_hanse-4-5_5p.json",
        "teutonica/records/big-box_east-3-5_4p_promo-markers.json",
        "teutonica/records/big-box_britannia-2-3_2p_two-player-neutral.json",
        "teutonica/records/big-box_britannia-4-5_4p.json",
        "hansa/records/four-light.json",
    ],
)
def test_every_board_has_a_map(path: str) -> None:
    record = read_record(json.loads((GAMES / Path(path)).read_text(encoding="utf-8")))
    record.setup.setdefault("game", path.partition("/")[0])
    game = registry.game(record.setup)
    position = game.position_json(position_at(game, record, len(record.moves) * 2 // 3))
    drawn = registry.game_type(game.setup["game"]).presentation.draw_map(game.setup, position, DrawingOptions())
    assert TagChecker(drawn).open == []
    pieces = len(position.get("spaces", {})) or sum(map(len, position["posts"].values()))
    assert drawn.count("data-owner=") >= pieces
