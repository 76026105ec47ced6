"""Takes the picture of the README: `python -m tests.docs.picture`."""

from __future__ import annotations

import io
import tempfile
from pathlib import Path

from PIL import Image

from tests.browser.chromium import chromium
from tests.browser.recorded_tables import computers, cut, open_record, recorded
from tests.browser.servers import Server, visitor
from tests.docs.pages import ROOT

PICTURE = ROOT / "docs" / "pictures" / "table.webp"
GAME = "teutonica/big-box_hanse-4-5_4p"
SHARE = 0.7
SIZE = {"viewport": {"width": 1440, "height": 900}}


def main() -> None:
    """Open a table in the middle of a recorded game, and save a screenshot."""
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        server = Server(Path(folder))
        server.start()
        with visitor(browser, server, options=SIZE, locale="en") as page:
            record = cut(recorded(GAME), SHARE, 12)
            open_record(page, record, seats=computers(record["setup"]))
            page.wait_for_timeout(1500)
            Image.open(io.BytesIO(page.screenshot())).save(PICTURE, quality=82, method=6)
        server.stop()


if __name__ == "__main__":
    main()
