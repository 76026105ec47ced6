"""Protects the published studies: one for every board and player count, with the figures of its command."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Any

import pytest
from studies import EXAMPLE, FIRST_GAMES, PAGES, Study, section, studies

from kontor.core import registry
from tests.cli.commands import printed

QUICK = ("hansa-3", "hanse-2-3-3")  # the other studies take longer and are marked soak


def read(page: str) -> str:
    """Return a published page."""
    return (PAGES / f"{page}.md").read_text(encoding="utf-8")


def published(study: Study) -> str:
    """Return the published section of a study."""
    title = f"## {study.heading[0].upper()}{study.heading[1:]}\n"
    return title + read(study.page).split(title)[1].split("\n## ")[0].rstrip() + "\n"


def repeated(study: Study, games: int | None = None) -> dict[str, Any]:
    """Return the result of the command of a study."""
    result: dict[str, Any] = printed(*shlex.split(study.command(games))[1:])
    return result


def named(name: str) -> Study:
    """Return the study of that name."""
    return next(study for study in studies() if study.name == name)


def first_hash(study: Study) -> str:
    """Return the published hash of the first games of a study."""
    (found,) = re.findall(rf"\(`--games {FIRST_GAMES}`\): `(\w+)`", published(study))
    return str(found)


def test_every_board_and_player_count_has_a_study() -> None:
    due = {
        (setup["game"], setup.get("board"), setup["players"])
        for game_type in registry.names()
        for setup in registry.game_type(game_type).configurations()
    }
    texts = [study.arguments.split() for study in studies()]
    found = {
        (
            words[0],
            words[words.index("--board") + 1] if "--board" in words else None,
            int(words[words.index("--players") + 1]),
        )
        for words in texts
    }
    assert found == due


@pytest.mark.parametrize("study", studies(), ids=lambda study: study.name)
def test_every_study_is_published_with_its_command(study: Study) -> None:
    text = published(study)
    assert f"```\n{study.command()}\n```" in text
    assert re.search(r"Hash of all \d+ games: `\w{16}`", text)
    assert Path(PAGES / "README.md").read_text(encoding="utf-8").count(f"[{study.page}, {study.heading}]") >= 1


@pytest.mark.parametrize("page", sorted(path.stem for path in PAGES.glob("*.md")))
def test_no_page_prints_a_sign_before_zero(page: str) -> None:
    assert not re.findall(r"[+-]0\.0(?!\d)", read(page))


def test_the_example_is_what_its_command_gives() -> None:
    assert section(EXAMPLE, repeated(EXAMPLE)).replace("## Example", "### Example") in read("README")


@pytest.mark.parametrize("name", QUICK)
def test_the_first_games_are_those_of_the_command(name: str) -> None:
    study = named(name)
    assert repeated(study, FIRST_GAMES)["hash"] == first_hash(study)


@pytest.mark.soak
@pytest.mark.parametrize("study", studies(), ids=lambda study: study.name)
def test_all_first_games_are_those_of_the_command(study: Study) -> None:
    assert repeated(study, FIRST_GAMES)["hash"] == first_hash(study)


@pytest.mark.soak
@pytest.mark.parametrize("name", ["hansa-2", "hanse-2-3-2-with-the-neutral-player"])
def test_all_figures_are_those_of_the_command(name: str) -> None:
    study = named(name)
    result = repeated(study) | {"first": first_hash(study)}
    assert section(study, result) == published(study).rstrip()
