"""Drawings are stand-alone SVG, show everything in a position of every configuration, and mark the right places."""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from pathlib import Path
from random import Random
from time import process_time
from typing import Any
from xml.etree import ElementTree

import pytest

import kontor
from kontor.core import registry
from kontor.core.drawing.options import DrawingOptions
from kontor.core.drawing.png import NoConverter
from kontor.games.teutonica.drawing import layout, spots
from kontor.games.teutonica.drawing import map as draw
from kontor.games.teutonica.setup import configurations
from tests.calibration import python_slowdown

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "kontor"
BOARDS = PACKAGE / "games" / "teutonica" / "data" / "boards"
CLIENT = ROOT / "web" / "src"
SOURCES = {".ts", ".svelte", ".css"}
FIXTURES = ROOT / "web" / "fixtures"
NAMES = sorted(path.name.removesuffix(".json") for path in FIXTURES.glob("*.*.json"))
SVG = "{http://www.w3.org/2000/svg}"
LINK = "{http://www.w3.org/1999/xlink}href"
LARGEST = 300_000
SLOWEST_MS = 20


def fixture(name: str) -> dict[str, Any]:
    """Return a position of a played game."""
    content: dict[str, Any] = json.loads((FIXTURES / f"{name}.json").read_text(encoding="utf-8"))
    return content


def drawing(name: str, **options: Any) -> str:
    """Return the drawing of a position of a played game."""
    content = fixture(name)
    presentation = registry.game_type(content["setup"]["game"]).presentation
    chosen = DrawingOptions(derived=content["derived"], **options)
    return presentation.draw_map(content["setup"], content["position"], chosen)


def drawn_pieces(root: ElementTree.Element) -> Counter[str]:
    """Count the drawn pieces by shape."""
    return Counter(found.attrib["data-piece"] for found in root.iter() if "data-piece" in found.attrib)


def held_pieces(content: dict[str, Any]) -> Counter[str]:
    """Count the pieces that a position has on its map, by shape."""
    position, derived = content["position"], content["derived"]
    groups = [position.get(name, {}) for name in ("posts", "extra_posts", "green_posts")]
    lists = [
        *position.get("spaces", {}).values(),
        *(each for group in groups for city in group.values() for each in city),
    ]
    if content["setup"]["game"] == "hansa":
        return Counter(merchant=sum(map(len, position["posts"].values())))
    kinds = Counter({"t": "trader", "m": "merchant"}[held[1]] for held in lists if held)
    promos = sum(map(len, position.get("attached", {}).values()))
    shields = len(position["score"]) + len(derived["control"]) + promos
    return kinds + Counter(merchant=len(position.get("special", {})), shield=shields)


@pytest.mark.parametrize("name", NAMES)
def test_a_drawing_stands_alone_and_shows_every_piece(name: str) -> None:
    for theme in ("light", "dark"):
        text = drawing(name, theme=theme)
        root = ElementTree.fromstring(text)
        ids = [found.attrib["id"] for found in root.iter() if "id" in found.attrib]
        references = {
            *re.findall(r"url\(#([^)]+)\)", text),
            *(f.attrib[LINK][1:] for f in root.iter() if LINK in f.attrib),
        }
        assert root.tag == f"{SVG}svg"
        assert len(ids) == len(set(ids))
        assert references <= set(ids)
        assert not re.search(r"var\(|currentColor|<style|<image|<script|@import|class=", text)
        assert set(re.findall(r"https?://[^\"]+", text)) == {SVG[1:-1], LINK[1:].partition("}")[0]}
        assert len(text) < LARGEST
        assert drawn_pieces(root) == held_pieces(fixture(name))


def test_markers_tiles_and_names_are_drawn() -> None:
    content = fixture("hanse-4-5.late")
    root = ElementTree.fromstring(drawing("hanse-4-5.late", names=["A<", "B", "C", "D"], caption="Late & lost"))
    words = [found.text for found in root.iter(f"{SVG}text")]
    markers = {found.attrib["data-marker"] for found in root.iter() if "data-marker" in found.attrib}
    assert markers == set(content["position"]["markers_on_routes"])
    assert {"A<", "Late & lost", "Lübeck", "Completed cities"} <= set(words)
    hansa = fixture("baltic.mid")
    tiles = [f"{tile[0]}-{tile[1]}" for port in hansa["position"]["warehouses"].values() for tile in port if tile]
    assert sorted(re.findall(r'data-tile="([^"]+)"', drawing("baltic.mid"))) == sorted(tiles)


def test_every_configuration_is_drawn_after_random_moves() -> None:
    setups = [*configurations(), *({"game": "hansa", "players": players} for players in (2, 3, 4))]
    boards = set()
    for number, setup in enumerate(setups):
        state = kontor.game({"game": "teutonica", **setup}).new_state(seed=number)
        dice = Random(number)
        for _ in range(10 + number % 30):
            if moves := state.legal_moves:
                state.push(dice.choice(moves))
        root = ElementTree.fromstring(state.svg())
        boards.add(root.attrib["aria-label"] + str(setup["players"]))
        pieces = len(state.json()["position"].get("spaces", {}))
        assert sum(drawn_pieces(root).values()) >= pieces
    assert len(boards) > 10


def test_marks_lie_at_the_places_they_name() -> None:
    content = fixture("hanse-4-5.mid")
    board = json.loads((BOARDS / "hanse-4-5.json").read_text(encoding="utf-8"))
    route = next(each for each in board["routes"] if each["id"] == "bremen--minden")
    (x, y), (to_x, to_y) = route["points"][0], route["points"][1]
    plain, marked = drawing("hanse-4-5.mid"), {}
    for option in ("highlights", "last"):
        marked[option] = drawing("hanse-4-5.mid", **{option: ["bremen--minden.1"]})
        added = marked[option][len(plain) - len("</svg>") :]
        assert re.findall(r'<circle cx="([^"]+)" cy="([^"]+)"', added)[0] == (f"{x:g}", f"{y:g}")
    assert marked["last"] != marked["highlights"]
    arrow = drawing("hanse-4-5.mid", arrows=[("bremen--minden.1", "bremen--minden.2")])[len(plain) - len("</svg>") :]
    assert f"M{x:g} {y:g}Q" in arrow
    assert f"M{to_x:g} {to_y:g}L" in arrow
    for place in ("bremen", "bremen--minden", "bremen.1"):
        assert len(drawing("hanse-4-5.mid", highlights=[place])) > len(plain)
    assert content["setup"]["players"] == 4


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"theme": "drak"}, "no theme 'drak': choose 'light' or 'dark'. Did you mean 'dark'?"),
        ({"highlights": ["bremn"]}, "no place 'bremn' on this map. Did you mean 'bremen'"),
        ({"arrows": [("bremen", "atlantis")]}, "no place 'atlantis'"),
        ({"names": ["Ada"]}, "needs 3 names, one for every seat, not 1"),
        ({"palette": "lanten"}, "Did you mean 'lantern'?"),
        ({"width": 3}, "is 50 to 20000 pixels, not 3"),
    ],
)
def test_a_wrong_option_is_rejected_with_a_suggestion(options: dict[str, Any], message: str) -> None:
    state = kontor.game("teutonica", players=3).new_state(seed=1)
    with pytest.raises(ValueError, match=re.escape(message)):
        state.svg(**options)


def test_a_board_without_a_stored_layout_is_drawn_on_plain_land(monkeypatch: pytest.MonkeyPatch) -> None:
    known = layout.map_file
    monkeypatch.setattr(layout, "map_file", lambda name: None)
    for cached in (layout.layout_of, spots.spots, draw.background):
        cached.cache_clear()
    try:
        assert drawn_pieces(ElementTree.fromstring(drawing("hanse-4-5.late"))) == held_pieces(
            fixture("hanse-4-5.late")
        )
    finally:
        monkeypatch.setattr(layout, "map_file", known)
        for cached in (layout.layout_of, spots.spots, draw.background):
            cached.cache_clear()


def test_a_drawing_takes_less_than_twenty_milliseconds() -> None:
    def measure() -> float:
        began = process_time()
        drawing("britannia-4-5.late")
        return (process_time() - began) * 1000

    measure()
    assert min(measure() for _ in range(5)) < SLOWEST_MS * python_slowdown()


def test_png_has_the_width_that_was_asked_for() -> None:
    pytest.importorskip("resvg_py")
    picture = kontor.game("hansa", players=2).new_state(seed=1).png(width=200)
    assert picture[:8] == b"\x89PNG\r\n\x1a\n"
    assert int.from_bytes(picture[16:20], "big") == 200


def test_png_without_the_converter_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(NoConverter, match=r"install kontor-games\[draw\]"):
        kontor.game("hansa", players=2).new_state(seed=1).png()


def test_the_client_reads_the_map_data_of_the_package() -> None:
    sources = "\n".join(path.read_text(encoding="utf-8") for path in CLIENT.rglob("*") if path.suffix in SOURCES)
    shared = [*(PACKAGE / "core" / "drawing" / "data").iterdir(), *PACKAGE.glob("games/*/data/*.svg")]
    for path in shared:
        assert f"src/kontor/{path.relative_to(PACKAGE).as_posix()}" in sources
    for folder in {path.parent for path in PACKAGE.glob("games/*/data/maps/**/*.json")}:
        assert f"src/kontor/{folder.relative_to(PACKAGE).as_posix()}/" in sources
    assert not list(CLIENT.rglob("*.svg"))
