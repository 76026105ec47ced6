"""What the README and the index of the documentation say can be run and found."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from kontor.cli.main import VERBS
from tests.cli.running import kontor

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]


def test_the_library_example_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (code,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    exec(code, {})
    assert "'winners'" in capsys.readouterr().out


def test_the_commands_exist_with_the_options_shown() -> None:
    commands = re.findall(r"^kontor (\w+)(.*)$", README, re.MULTILINE)
    assert commands
    for verb, rest in commands:
        assert verb in VERBS
        assert set(re.findall(r"--\w+", rest)) <= set(re.findall(r"--\w+", kontor(verb, "--help").stdout))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    links = re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8"))
    missing = [link for link in links if "://" not in link and not (page.parent / link).exists()]
    assert not missing


def test_the_index_lists_every_page() -> None:
    index = ROOT / "docs" / "README.md"
    listed = {(index.parent / link).resolve() for link in re.findall(r"\]\(([^)]+)\)", index.read_text("utf-8"))}
    assert {*(ROOT / "docs").rglob("*.md")} - {index} <= listed
