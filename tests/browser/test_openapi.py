"""The types of the client are those of the server."""

import json
from pathlib import Path

from kontor.server.app import create_app

FILE = Path(__file__).parents[2] / "web" / "openapi.json"


def test_the_description_the_client_is_built_from_is_current() -> None:
    kept, now = json.loads(FILE.read_text(encoding="utf-8")), create_app().openapi()
    current = (kept["paths"], kept["components"]) == (now["paths"], now["components"])
    assert current, "The API has changed; run `make api`, and look whether the client still fits."
