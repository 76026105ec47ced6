"""Every screen fits every size: the map keeps its room, no text is cut off, and fingers hit every control."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.all_screens import SCREENS
from tests.browser.layout_checks import AT_REST, clipped, map_share, page_room, small_targets
from tests.browser.screen_flows import Visit, Visitors
from tests.browser.screenshots import LOCALES, MORE_SIZES, SIZES
from tests.browser.servers import Server
from tests.browser.table_screens import show_decision, show_sheet, show_table

ALL_SIZES = {**SIZES, **MORE_SIZES}
LEAST_SHARE = 0.6
PHONES = ["390x844", "844x390", "zoom200", "320x640", "768x1024"]
# The short selection: what is shown most often, at the sizes and in the languages where it is tightest.
SHORT = [("de", "390x844"), ("fr", "1366x768"), ("en", "zoom200")]
SHORT_SCREENS = [
    "start",
    "account",
    "settings",
    "table-hanse",
    "choose-displace",
    "choose-hand",
    "table-baltic",
    "details",
]
TOUCHED = ["390x844", "844x390"]


@pytest.fixture(scope="module")
def visitors(browser: Browser, server: Server) -> Visitors:
    """Pages of one account, so that all looks share their tables."""
    return Visitors(browser, server)


def opened(visitors: Visitors, size: str, locale: str = "en") -> Iterator[Visit]:
    """Open a page in a size and a language."""
    page = visitors.page(options=ALL_SIZES[size], locale=locale)
    yield Visit(page, visitors.tables, visitors.server)
    page.context.close()


@pytest.mark.parametrize("size", PHONES)
def test_the_map_keeps_most_of_a_small_screen(visitors: Visitors, size: str) -> None:
    for visit in opened(visitors, size, "de"):
        show_table(visit, "hanse")
        assert map_share(visit.page) >= LEAST_SHARE
        assert page_room(visit.page) == [0, 0]


def test_a_rail_can_stand_on_the_left(browser: Browser, server: Server) -> None:
    own = Visitors(browser, server)
    visit = Visit(own.page(options=SIZES["844x390"], rail="left"), own.tables)
    show_table(visit, "hanse")
    rail = visit.page.locator("aside.left").bounding_box()
    assert rail is not None
    assert (rail["x"], rail["width"]) == (0, 150)
    visit.page.context.close()


def test_a_sheet_makes_way_for_the_choice(visitors: Visitors) -> None:
    for visit in opened(visitors, "390x844"):
        show_sheet(visit, "hanse", 0)
        grip = visit.page.locator(".grip")
        expect(grip).to_have_attribute("aria-expanded", "true")
        visit.page.locator("[data-verb=place]").tap()
        expect(grip).to_have_attribute("aria-expanded", "false")


@pytest.mark.parametrize("size", TOUCHED)
def test_what_can_be_chosen_is_in_sight(visitors: Visitors, size: str) -> None:
    for visit in opened(visitors, size, "de"):
        show_decision(visit, "displace")
        for control in visit.page.locator("[data-move]:visible").all():
            expect(control).to_be_in_viewport()


def look_at(visit: Visit, screens: list[str], touch: bool) -> dict[str, list[str]]:
    """Return the texts that do not fit and the controls that are too small, by screen."""
    found: dict[str, list[str]] = {}
    for screen in screens:
        SCREENS[screen](visit)
        visit.page.wait_for_function(AT_REST)
        found[screen] = clipped(visit.page) + (small_targets(visit.page) if touch else [])
    return {screen: faults for screen, faults in found.items() if faults}


@pytest.mark.parametrize(("locale", "size"), SHORT)
def test_important_screens_fit(visitors: Visitors, locale: str, size: str) -> None:
    for visit in opened(visitors, size, locale):
        assert look_at(visit, SHORT_SCREENS, size in TOUCHED) == {}


@pytest.mark.soak
@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("size", ALL_SIZES)
def test_every_screen_fits(visitors: Visitors, locale: str, size: str) -> None:
    for visit in opened(visitors, size, locale):
        assert look_at(visit, list(SCREENS), "has_touch" in ALL_SIZES[size]) == {}


def test_a_stranger_causes_no_error(browser: Browser, server: Server) -> None:
    page: Page = browser.new_page(base_url=server.address)
    problems: list[str] = []
    page.on("console", lambda line: problems.append(line.text) if line.type == "error" else None)
    page.goto("/")
    page.locator("#new-game").wait_for()
    page.close()
    assert problems == []
