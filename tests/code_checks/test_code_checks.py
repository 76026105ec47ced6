"""The checks of names fail on a planted violation and accept the repository."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from code_checks import game_names, retired_names
from code_checks.files import Violation

ROOT = Path(__file__).parents[2]
LIST = """
exempt = ["CHANGELOG.md"]
[[group]]
paths = ["src"]
[group.names]
Herald = "NotificationScheduler"
"""


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository with two games and a list of retired names."""
    for path in ("src/kontor/games/chess", "src/kontor/games/go", "src/kontor/study", "docs"):
        (tmp_path / path).mkdir(parents=True)
    for game in ("chess", "go"):
        (tmp_path / "src/kontor/games" / game / "__init__.py").write_text(f'"""The game {game}."""\n')
    (tmp_path / "retired.toml").write_text(LIST)
    subprocess.run(["git", "init", "--quiet", str(tmp_path)], check=True)
    return tmp_path


def found(repository: Path) -> list[Violation]:
    """Return all violations in a repository."""
    return sorted(
        [*retired_names.violations(repository, repository / "retired.toml"), *game_names.violations(repository)]
    )


def test_a_repository_without_violations_passes(repository: Path) -> None:
    (repository / "src/kontor/study/page.py").write_text("Heralds = gopher = 1\n")
    (repository / "CHANGELOG.md").write_text("Herald\n")
    (repository / "docs/guide.md").write_text("Herald and chess\n")
    assert found(repository) == []


def test_a_retired_name_is_reported_with_its_replacement(repository: Path) -> None:
    (repository / "src/kontor/study/page.py").write_text("\nherald = Herald()\n")
    assert [str(violation) for violation in found(repository)] == [
        "src/kontor/study/page.py:2: Herald is a retired name: use NotificationScheduler"
    ]


@pytest.mark.parametrize(
    "line", ["import chess", 'GAME = "Go"', "from kontor.games.go import board", "chess_map = 1"]
)
def test_a_game_named_in_shared_code_is_reported(repository: Path, line: str) -> None:
    (repository / "src/kontor/study/page.py").write_text(f"{line}\n")
    assert [violation.path for violation in found(repository)] == ["src/kontor/study/page.py"]


def test_this_repository_passes() -> None:
    assert [*retired_names.violations(ROOT), *game_names.violations(ROOT)] == []
