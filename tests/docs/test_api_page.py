"""Protects that the examples on the API page work as shown."""

from __future__ import annotations

import json
import re
import textwrap
import time
from typing import Any

from kontor.server.notify.signatures import new_key, signature_headers
from kontor.server.schemas.tables import NewTable
from tests.docs.pages import INDENTED, ROOT, read

BLOCKS = [textwrap.dedent(block) for block in re.findall(INDENTED, read(ROOT / "docs" / "reference" / "api.md"))]


def test_calls_are_verified_by_the_code_shown() -> None:
    names: dict[str, Any] = {}
    exec("\n".join(block for block in BLOCKS if "import base64" in block or "is_genuine" in block), names)
    secret, body = new_key(), b'{"event": "ping"}'
    headers = signature_headers(secret, "delivery", int(time.time()), body)
    assert names["is_genuine"](secret, headers, body)
    assert not names["is_genuine"](secret, headers, body + b" ")
    assert not names["is_genuine"](new_key(), headers, body)


def test_a_table_is_opened_by_the_body_shown() -> None:
    (body,) = [json.loads(block) for block in BLOCKS if '"title": "Sunday"' in block]
    assert NewTable.model_validate(body).title == "Sunday"
