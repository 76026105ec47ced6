"""The turn card: actions as chips with undo, an end of the turn that is never an accident, keys, and one prompt."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.recorded_tables import cut, open_record, recorded
from tests.browser.servers import Server, visitor
from tests.browser.table_actions import click_move, open_table, shown_number, table_id, table_of, wait_for_turn

SETUP = {"game": "teutonica", "board": "hanse-2-3", "players": 3}
PEOPLE = [{"kind": "human"}, {"kind": "human", "name": "Ben"}, {"kind": "human", "name": "Cleo"}]
COMPUTERS = [{"kind": "human"}, *[{"kind": "agent", "agent": "light"}] * 2]
FIRST, SECOND = "place bremen--osnabruck.1 t", "place bremen--osnabruck.2 t"
CHIPS = "[data-undo]"


@pytest.fixture
def careful(browser: Browser, server: Server) -> Iterator[Page]:
    """A page with the usual settings: it asks before an early end, and the end can be taken back."""
    with visitor(browser, server, confirm=True, takeBack=True) as page:
        yield page


def begin(page: Page, *moves: str, seats: list[dict[str, Any]] = PEOPLE, **more: Any) -> str:
    """Open a table and make some moves."""
    table = open_table(page, SETUP, seats, **more)
    wait_for_turn(page)
    for words in moves:
        number = shown_number(page)
        click_move(page, words, {})
        wait_for_turn(page, number)
    return table


def moves_made(page: Page, table: str = "") -> list[str]:
    """Return the moves in effect, in words."""
    record = page.request.get(f"/api/tables/{table or table_id(page)}/record").json()
    moves: list[str] = record["moves"]
    return [words for words in moves if not words.startswith("chance")]


def test_every_action_is_a_chip_that_undoes_it_and_what_followed(page: Page) -> None:
    begin(page, FIRST, SECOND)
    chips = page.locator(CHIPS)
    expect(chips).to_have_count(2)
    first = page.get_by_role("button", name="Undo Place Bremen–Osnabrück, and the action after it")
    first.hover()
    expect(chips.nth(1)).to_have_class(re.compile("faded"))
    number = shown_number(page)
    first.click()
    wait_for_turn(page, number)
    expect(chips).to_have_count(0)
    assert moves_made(page) == []
    click_move(page, FIRST, {})
    wait_for_turn(page, number + 1)
    expect(chips).to_have_count(1)
    expect(page.get_by_role("list", name="Actions of this turn").get_by_role("listitem")).to_have_count(2)


def test_the_whole_turn_is_undone_with_one_click(page: Page) -> None:
    begin(page, FIRST, SECOND)
    number = shown_number(page)
    page.get_by_role("button", name="Undo all").click()
    wait_for_turn(page, number)
    assert moves_made(page) == []
    expect(page.get_by_role("button", name="Undo all")).to_have_count(0)


def test_a_move_of_hansa_is_a_chip(page: Page) -> None:
    open_record(page, cut(recorded("hansa/three-light"), 0.5), seats=PEOPLE)
    wait_for_turn(page)
    sail = next((m["words"] for m in table_of(page)["state"]["moves"] if m["words"].startswith("sail")), "")
    while not sail:
        number = shown_number(page)
        click_move(page, table_of(page)["state"]["moves"][0]["words"], table_of(page)["state"]["position"])
        wait_for_turn(page, number)
        sail = next((m["words"] for m in table_of(page)["state"]["moves"] if m["words"].startswith("sail")), "")
    before, number = table_of(page)["state"]["length"], shown_number(page)
    click_move(page, sail, {})
    wait_for_turn(page, number)
    page.locator(CHIPS).last.click()
    wait_for_turn(page, number + 1)
    assert table_of(page)["state"]["length"] == before


def test_an_early_end_asks_first(careful: Page) -> None:
    begin(careful, FIRST)
    end = careful.get_by_role("button", name="End turn")
    expect(end).to_have_class(re.compile("plain"))
    end.click()
    expect(careful.get_by_text("One action is unused. End the turn?")).to_be_visible()
    careful.keyboard.press("Escape")
    expect(careful.get_by_text("End the turn?")).to_have_count(0)
    careful.keyboard.press("n")
    careful.get_by_role("button", name="Keep playing").click()
    assert moves_made(careful) == [FIRST]
    wait_for_turn(careful)


def test_the_end_of_a_turn_is_taken_back_or_sent(careful: Page) -> None:
    begin(careful, FIRST, SECOND)
    expect(careful.get_by_role("button", name="End turn")).to_have_class(re.compile("main"))
    careful.keyboard.press("n")
    expect(careful.get_by_text("The turn has ended")).to_be_visible()
    expect(careful.locator(".spots [role=button]")).to_have_count(0)
    assert moves_made(careful) == [FIRST, SECOND]
    careful.get_by_role("button", name="Take back").click()
    wait_for_turn(careful)
    number = shown_number(careful)
    careful.keyboard.press("n")
    careful.keyboard.press("n")
    wait_for_turn(careful, number)
    assert moves_made(careful) == [FIRST, SECOND, "end-turn"]
    careful.keyboard.press("n")
    careful.keyboard.press("n")
    expect(careful.get_by_text("Sent in", exact=False).last).to_be_visible()
    wait_for_turn(careful, number + 1)  # after four seconds it is sent without any key
    assert moves_made(careful) == [FIRST, SECOND, "end-turn", "end-turn"]


def test_leaving_sends_the_end_of_the_turn(careful: Page) -> None:
    table = begin(careful, FIRST, SECOND)
    careful.keyboard.press("n")
    expect(careful.get_by_text("The turn has ended")).to_be_visible()
    careful.goto("/#/new")
    careful.locator("#new-game").wait_for()
    assert moves_made(careful, table) == [FIRST, SECOND, "end-turn"]
    careful.goto(f"/#/table/{table}")
    wait_for_turn(careful)
    careful.keyboard.press("n")
    careful.keyboard.press("n")
    expect(careful.get_by_text("The turn has ended")).to_be_visible()
    careful.goto("about:blank")
    assert moves_made(careful, table) == [FIRST, SECOND, "end-turn", "end-turn"]


def test_a_player_short_of_time_sends_the_end_at_once(careful: Page) -> None:
    begin(careful, FIRST, SECOND, clock={"kind": "turn", "seconds": 50})
    number = shown_number(careful)
    careful.keyboard.press("n")
    wait_for_turn(careful, number)
    assert moves_made(careful)[-1] == "end-turn"


def test_keys_are_fixed_to_actions_and_listed(page: Page) -> None:
    begin(page)
    page.keyboard.press("b")
    expect(page.locator('[data-verb="place"]')).to_have_attribute("aria-pressed", "true")
    assert str(page.evaluate("document.activeElement.id")).startswith("spot-space:")
    page.keyboard.press("e")
    expect(page.get_by_text("HT-RTE-1")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_text("HT-RTE-1")).to_have_count(0)
    page.keyboard.press("?")
    keys = page.get_by_role("dialog", name="Keys")
    expect(keys.get_by_text("Displace")).to_be_visible()
    expect(keys.get_by_text("turning point")).to_have_count(0)
    expect(keys.locator("dl > div", has_text="go to the next place on the map").locator("kbd")).to_contain_text("← ↑")
    expect(keys.locator("dl > div", has_text="show the whole map").locator("kbd")).to_have_text("0")
    page.keyboard.press("Escape")
    expect(keys).to_have_count(0)


def test_the_actions_and_the_map_are_reached_with_few_tabs(page: Page) -> None:
    begin(page)
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert str(page.evaluate("document.activeElement.id")).startswith("spot-")
    page.locator("body").evaluate("body => { body.tabIndex = -1; body.focus(); }")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(page.locator('[data-verb="income"]')).to_be_focused()


def test_the_prompt_follows_only_the_turn(page: Page) -> None:
    begin(page)
    prompt = page.locator(".prompt")
    text = prompt.inner_text()
    assert text
    page.locator('[id="spot-city:minden"]').hover(force=True)
    page.wait_for_timeout(400)
    assert prompt.inner_text() == text
    page.locator('[id="spot-city:bremen"]').focus()
    page.wait_for_timeout(400)
    assert prompt.inner_text() == text
    page.locator('[data-verb="create"]').click(force=True)
    expect(page.get_by_text("HT-RTE-1")).to_be_visible()
    number = shown_number(page)
    click_move(page, FIRST, {})
    wait_for_turn(page, number)
    expect(page.get_by_text("HT-RTE-1")).to_have_count(0)
    assert prompt.inner_text() == text


def test_what_cannot_be_undone_says_why(page: Page) -> None:
    begin(page, FIRST, undo="never")
    page.locator(CHIPS).first.click(force=True)
    expect(page.get_by_role("status").get_by_text("At this table")).to_be_visible()
    begin(page, FIRST, seats=COMPUTERS)
    number = shown_number(page)
    page.keyboard.press("n")
    wait_for_turn(page, number)
    page.keyboard.press("u")
    expect(page.get_by_role("status").get_by_text("Others have decided since")).to_be_visible()
    expect(page.get_by_role("button", name="Undo", exact=True)).to_have_attribute("aria-disabled", "true")


def test_moves_are_announced(browser: Browser, server: Server) -> None:
    with visitor(browser, server) as page:
        begin(page, FIRST, seats=COMPUTERS)
        polite, assertive = page.locator("[aria-live=polite]"), page.locator("[aria-live=assertive]")
        expect(polite).to_have_text("You placed a trader on Bremen–Osnabrück 1")
        number = shown_number(page)
        page.keyboard.press("n")
        wait_for_turn(page, number)
        expect(assertive).not_to_be_empty()


def test_create_with_one_complete_route_opens_its_rewards(page: Page) -> None:
    spaces = {f"bremen--osnabruck.{n}": [0, "t"] for n in (1, 2, 3)}
    start = {"active": 0, "actions": 2, "spaces": spaces}
    open_record(page, {"format": 1, "revision": 1, "setup": SETUP, "start": start, "moves": [], "result": None})
    wait_for_turn(page)
    number = shown_number(page)
    page.keyboard.press("e")
    wait_for_turn(page, number)
    assert moves_made(page) == ["create bremen--osnabruck"]
    prompt = page.locator(".prompt")
    expect(prompt).to_contain_text("Choose your reward")
    page.locator('[id="spot-city:minden"]').hover(force=True)
    page.wait_for_timeout(400)
    expect(prompt).to_contain_text("Choose your reward")
    page.keyboard.press("u")
    wait_for_turn(page, number + 1)
    assert moves_made(page) == []
