"""The page of an analysis: whole, and with everything it needs inside."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from kontor.core import registry
from kontor.core.record import position_at, read_record
from kontor.study import maps
from kontor.study.page import page
from tests.study.test_analysis import GAMES, planted

VOID_TAGS = {"meta"}


class Balance(HTMLParser):
    """Checks that every tag is closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in VOID_TAGS:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_page_is_whole_and_needs_nothing_from_outside() -> None:
    text = page(planted())
    assert Balance(text).open == []
    assert not re.search(r"https?:|//[a-z]|<script|<link|@import|<img", text)
    for title in ("Chances", "Given away, turn by turn", "Players", "Turning points"):
        assert f"<h2>{title}</h2>" in text
    assert text.count('class="map"') == len(planted()["turning_points"])
    assert "create arnheim--kampen" in text


def test_the_same_account_gives_the_same_page() -> None:
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
    drawn = maps.draw(game.setup, position)
    assert Balance(drawn).open == []
    pieces = len(position.get("spaces", {})) or sum(map(len, position["posts"].values()))
    assert drawn.count("translate(") >= pieces
