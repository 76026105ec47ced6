"""Protects the examples of the API page: every command works with curl and is answered as its comment says."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.docs.pages import ROOT, blocks
from tests.server.server_process import server_process

SHOWN_ADDRESS = "http://127.0.0.1:8137"
CURL = shutil.which("curl")
LOGGED = "%{stderr}\\n@@ %{method} %{url_effective} %{http_code} %{content_type}\\n"
NO_CONTENT = "204"
ANSWER = re.compile(r"# (\d{3})(?: (\S.*))?$", re.MULTILINE)
NOT_SHOWN = {
    "POST /api/webhooks/{webhook_id}/ping",  # calls a host outside
    "PUT /api/session/mail",  # needs a mail server
    "DELETE /api/session/mail",
    "POST /api/session/recovery",
    "POST /api/session/recovery/link",
    "PUT /api/session/recovery",
}
EXAMPLES = [block.text for block in blocks(ROOT / "docs" / "reference" / "api.md") if block.language == "bash"]


@dataclass(frozen=True)
class Answer:
    """The response that curl got: the request, its status and its content type."""

    method: str
    path: str
    status: str
    content_type: str


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> list[Answer]:
    """Run all examples in order with a curl that logs every response, and return what was logged."""
    if CURL is None:
        pytest.skip("curl is not installed")
    folder = tmp_path_factory.mktemp("examples")
    logging = folder / "bin" / "curl"
    logging.parent.mkdir()
    logging.write_text(f'#!/bin/sh\nexec {CURL} -sS --write-out "{LOGGED}" "$@"\n', encoding="utf-8")
    logging.chmod(0o755)
    with server_process("--data", folder / "data", workers=1) as server:
        script = "\n".join(EXAMPLES).replace(SHOWN_ADDRESS, server.start())
        call = ["bash", "-uc", script]
        done = subprocess.run(call, cwd=folder, env=environment(folder), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    lines = [line.removeprefix("@@ ").split(" ", 3) for line in done.stderr.splitlines() if line.startswith("@@ ")]
    return [Answer(method, urlsplit(url).path, status, rest) for method, url, status, rest in lines]


def environment(folder: Path) -> dict[str, str]:
    """Return an environment in which curl is the logging one and python3 this Python."""
    (folder / "bin" / "python3").symlink_to(sys.executable)
    return {**os.environ, "PATH": f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}"}


def test_every_response_is_as_shown(answers: list[Answer]) -> None:
    shown = [found for text in EXAMPLES for found in ANSWER.findall(text)]
    assert len(shown) == sum(text.count("curl ") for text in EXAMPLES) == len(answers)
    wrong = [
        (answer, status, content_type)
        for answer, (status, content_type) in zip(answers, shown, strict=True)
        if (answer.status, answer.content_type if status != NO_CONTENT else "") != (status, content_type)
    ]
    assert wrong == []


def test_every_route_a_person_would_try_is_shown(answers: list[Answer]) -> None:
    paths = json.loads((ROOT / "web" / "openapi.json").read_text(encoding="utf-8"))["paths"]
    patterns = {path: re.compile(re.sub(r"\{\w+\}", "[^/]+", path)) for path in paths}
    tried = {
        f"{answer.method} {path}" for answer in answers for path in paths if patterns[path].fullmatch(answer.path)
    }
    described = {f"{method.upper()} {path}" for path, methods in paths.items() for method in methods}
    assert described - tried == NOT_SHOWN
