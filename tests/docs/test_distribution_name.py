"""Protects that every instruction to install the project uses the name and the extras of pyproject.toml."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from code_checks.files import text_files
from kontor.arena.records import ArenaError
from kontor.study.balance.study import check_installed
from tests.docs.pages import ROOT, read

PROJECT = tomllib.loads(read(ROOT / "pyproject.toml"))["project"]
NAME: str = PROJECT["name"]
EXTRAS = set(PROJECT["optional-dependencies"])
FOLDERS = ("src", "docs", "docs_builder", "deploy", "examples", "web", "benchmarks", "kernel_compiler")
WARNING = "`pip install kontor` installs a different project"
WITH_EXTRAS = re.compile(r"(?<![\w/.-])(kontor[\w-]*)\[([\w,-]+)\]")
INSTALLED = re.compile(r"pip install (?:--?[\w-]+ )*['\"]?(kontor[\w-]*)")


def shown_files() -> list[Path]:
    """Return the files that users read or that print messages."""
    listed = [
        path for path in text_files(ROOT) if path.startswith(FOLDERS) or path in ("README.md", "CONTRIBUTING.md")
    ]
    return [ROOT / path for path in listed] + sorted((ROOT / "deploy").iterdir())


def test_every_extra_that_is_named_exists() -> None:
    found = [(path, *found) for path in shown_files() for found in WITH_EXTRAS.findall(read(path))]
    wrong = [each for each in found if each[1] != NAME or not set(each[2].split(",")) <= EXTRAS]
    assert len(found) >= 10
    assert not wrong


def test_every_installation_names_the_project() -> None:
    found = [(path, name) for path in shown_files() for name in INSTALLED.findall(read(path).replace(WARNING, ""))]
    assert found
    assert {name for _, name in found} == {NAME}, found


def test_the_first_page_warns_of_the_other_project() -> None:
    assert WARNING in read(ROOT / "README.md")


@pytest.mark.parametrize("extra", ["arena", "research"])
def test_messages_made_at_run_time_name_the_project(extra: str) -> None:
    with pytest.raises(ArenaError, match=rf"install {NAME}\[{extra}\]\.$"):
        check_installed(["module_that_is_not_there"], extra)
