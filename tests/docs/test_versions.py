"""Protects that package, command and changelog have the same version."""

from __future__ import annotations

import re
from importlib.metadata import version

import kontor
from tests.cli.commands import kontor as run
from tests.docs.pages import ROOT, read

RELEASED = re.compile(r"^## \[(\d+\.\d+\.\d+)\] – \d{4}-\d{2}-\d{2}$", re.MULTILINE)


def test_the_command_says_the_version_of_the_package() -> None:
    assert run("--version").stdout == f"kontor {kontor.__version__}\n"


def test_the_installed_package_has_the_version_of_the_source() -> None:
    assert version("kontor-games") == kontor.__version__


def test_the_last_release_of_the_changelog_is_this_one() -> None:
    changelog = read(ROOT / "CHANGELOG.md")
    releases = RELEASED.findall(changelog)
    assert releases[0] == kontor.__version__
    assert changelog.index("## [Unreleased]") < changelog.index(f"## [{releases[0]}]")
    assert len(re.findall(r"^## ", changelog, re.MULTILINE)) == len(releases) + 1
