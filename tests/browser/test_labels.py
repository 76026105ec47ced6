"""After every move the names that screen readers read say what lies at each place of the map."""

from typing import Any

import pytest
from playwright.sync_api import Page

from kontor.server.service.games import game_of
from tests.browser.recorded_tables import open_record, recorded

LABELS = "all => all.map(one => [one.id.slice(5), one.getAttribute('aria-label')])"
SHOWN = "number => Number(document.querySelector('[data-number]')?.dataset.number) >= number"
KINDS = {"t": "trader", "m": "merchant"}
GOODS = {"orange": "grain", "brown": "wax", "red": "cloth", "green": "timber", "blue": "fish", "pink": "wine"}
PEOPLE = ["Ada", "Ben", "Cleo", "Dora", "Emil"]
COMPLETE = [
    pytest.param("hansa/three-light"),
    pytest.param("teutonica/big-box_hanse-2-3_3p", marks=pytest.mark.soak),
    pytest.param("teutonica/big-box_east-3-5_4p", marks=pytest.mark.soak),
    pytest.param("teutonica/big-box_britannia-4-5_5p", marks=pytest.mark.soak),
    pytest.param("teutonica/first_hanse-2-3_2p_two-player-pawn", marks=pytest.mark.soak),
    pytest.param("teutonica/big-box_hanse-2-3_2p_two-player-neutral", marks=pytest.mark.soak),
]


def owner_name(owner: int | str) -> str:
    """Return how labels name an owner."""
    return "neutral" if owner == "n" else PEOPLE[int(owner)]


def piece_words(piece: list[Any] | None) -> list[str]:
    """Return the words that the label of a place with this piece, or with none, has to contain."""
    return ["free"] if piece is None else [owner_name(piece[0]), KINDS[piece[1]]]


def teutonica_words(spot: str, position: dict[str, Any]) -> list[str]:
    """Return the words that the label of a spot of Hansa Teutonica has to contain."""
    sort, _, name = spot.partition(":")
    if sort == "space":
        return piece_words(position["spaces"].get(name))
    city, _, number = name.rpartition(".")
    if sort == "post":
        posts = position["posts"].get(city, [])
        return piece_words(posts[int(number) - 1] if int(number) <= len(posts) else None)
    if sort == "special":
        owner = position["special"].get(name)
        return ["free"] if owner is None else [owner_name(owner)]
    return []


def hansa_words(spot: str, position: dict[str, Any]) -> list[str]:
    """Return the words that the label of a spot of Hansa has to contain."""
    sort, _, name = spot.partition(":")
    if sort == "warehouse":
        port, _, number = name.rpartition(".")
        tile = position["warehouses"][port][int(number) - 1]
        return ["empty"] if tile is None else [GOODS[tile[0]]]
    if sort == "port":
        return [PEOPLE[int(seat)] for seat, count in position["posts"].get(name, {}).items() if count]
    return []


WORDS = {"teutonica": teutonica_words, "hansa": hansa_words}


def wrong_labels(page: Page, game: str, position: dict[str, Any]) -> list[str]:
    """Return the labels that do not match a position."""
    labels: list[list[str]] = page.locator(".spots [id^='spot-']").evaluate_all(LABELS)
    assert labels
    lacking = {label: [word for word in WORDS[game](spot, position) if word not in label] for spot, label in labels}
    return [f"{label} lacks {words}" for label, words in lacking.items() if words]


def play_and_compare(page: Page, record: dict[str, Any], first: int) -> int:
    """Make the moves of a record from one on, and compare all labels after each."""
    game, setup = game_of(record["setup"]), record["setup"]
    seats = [{"kind": "human", "name": name} for name in PEOPLE[: setup["players"]]]
    table = open_record(page, {**record, "moves": record["moves"][:first], "result": None}, seats=seats)
    page.locator("[data-number]").wait_for()
    compared = 0
    while not (state := page.request.get(f"/api/tables/{table}").json()["state"])["over"]:
        page.wait_for_function(SHOWN, arg=state["number"])
        assert wrong_labels(page, setup["game"], state["position"]) == [], state["number"]
        move = game.move_text(game.suggest(game.read_position(state["position"]), state["number"], "light"))
        answer = page.request.post(f"/api/tables/{table}/moves", data={"number": state["number"], "move": move})
        assert answer.ok, answer.text()
        compared += 1
    return compared


@pytest.mark.parametrize("name", COMPLETE)
def test_labels_match_the_position_in_a_complete_game(page: Page, name: str) -> None:
    assert play_and_compare(page, recorded(name), 0) > 30


def test_labels_match_the_position_at_the_end_of_a_game_with_modules(page: Page) -> None:
    record = recorded("teutonica/big-box_hanse-4-5_4p_mission-cards_emperors-favour_promo-markers")
    assert play_and_compare(page, record, len(record["moves"]) * 9 // 10) > 10
