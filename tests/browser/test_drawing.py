"""The map of the browser and the drawing of the same position in Python look alike."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image
from playwright.sync_api import Page, ViewportSize

import kontor
from kontor.core.record import read_record
from tests.browser.recorded_tables import open_record, recorded

RECORDS = [
    "teutonica/big-box_hanse-4-5_5p",
    "teutonica/big-box_hanse-2-3_3p",
    "teutonica/big-box_east-3-5_4p_promo-markers",
    "teutonica/big-box_britannia-4-5_4p",
    "hansa/four-light",
]
LARGE: ViewportSize = {"width": 1900, "height": 1700}  # so that names have their usual size
SIZE = (400, 300)  # of the pictures that are compared: outlines of letters and the texture of paper do not count
STRIKING = 60  # difference of a colour from 0 to 255 that is seen at once
MOST_STRIKING = 0.001  # share of such pixels
LEAST_CORRELATION = 0.96


@pytest.mark.parametrize("name", [RECORDS[0], *(pytest.param(each, marks=pytest.mark.soak) for each in RECORDS[1:])])
def test_the_drawing_matches_the_browser(page: Page, name: str) -> None:
    record = recorded(name)
    page.set_viewport_size(LARGE)
    open_record(page, record, "/replay")
    slider = page.locator("input[type=range]")
    slider.fill(str(slider.get_attribute("max")))
    page.wait_for_timeout(1500)  # pieces are moving
    browser = pixels(page.locator(".sheet svg").first.screenshot())
    setup = {"game": name.partition("/")[0], **record["setup"]}
    ours = pixels(drawn_by_browser(page, {**record, "setup": setup}))
    difference = np.abs(browser - ours).max(axis=2)
    assert (difference > STRIKING).mean() < MOST_STRIKING
    assert np.corrcoef(browser.ravel(), ours.ravel())[0, 1] > LEAST_CORRELATION


def drawn_by_browser(page: Page, record: dict[str, Any]) -> bytes:
    """Return a picture of the Python drawing of the last position of a record."""
    state = kontor.replay(read_record(record))
    page.set_content(f"<body style='margin:0'>{state.svg(last=[], width=900)}</body>")
    return page.locator("svg").screenshot()


def pixels(png: bytes) -> NDArray[np.float64]:
    """Return the colours of a picture, made small."""
    small = Image.open(BytesIO(png)).convert("RGB").resize(SIZE)
    return np.asarray(small, dtype=np.float64)
