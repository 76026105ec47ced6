"""Writes the OpenAPI description of the server to `web/openapi.json`, from which the client's types are generated.

Run it from the root of the repository: `.venv/bin/python web/tools/openapi.py`.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from kontor.server.app import create_app

FILE = Path(__file__).parent.parent / "openapi.json"


def api_description() -> dict[str, Any]:
    """Return the OpenAPI description without the version of the program."""
    schema = create_app().openapi()
    schema["info"]["version"] = "1"
    return schema


if __name__ == "__main__":
    FILE.write_text(json.dumps(api_description(), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
