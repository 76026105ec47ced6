"""Usual actions take no more clicks and taps than the flows of the design allow."""

import pytest
from playwright.sync_api import Browser

from tests.browser.interaction_costs import ACTIONS, SIZES, cost_of
from tests.browser.servers import Server, visitor

PHONE = "390x844"


@pytest.mark.parametrize(
    "size", [pytest.param(size, marks=() if size == PHONE else pytest.mark.soak) for size in SIZES]
)
def test_no_action_takes_more_clicks_than_its_flow(browser: Browser, server: Server, size: str) -> None:
    with visitor(browser, server, options=SIZES[size], confirm=True) as page:
        costs = {action.name: cost_of(page, action, action.by_pointer).clicks for action in ACTIONS}
    assert costs == {action.name: action.most_clicks for action in ACTIONS}


def test_every_action_can_be_done_with_keys(browser: Browser, server: Server) -> None:
    with visitor(browser, server, confirm=True) as page:
        assert all(cost_of(page, action, action.by_keys).clicks == 0 for action in ACTIONS)
