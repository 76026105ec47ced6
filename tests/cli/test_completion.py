"""Protects shell completion: the protocol of click offers games, boards, modules, agents, rules and files."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from click.shell_completion import FishComplete

from kontor.cli.completions import starting_with
from kontor.cli.main import COMMANDS, main

PROGRAM = "import sys; sys.argv[0] = 'kontor'; from kontor.cli.main import main; main(prog_name='kontor')"


def shell(**variables: str) -> str:
    """Return what the command prints for a shell."""
    environment = {**os.environ, **variables}
    call = [sys.executable, "-c", PROGRAM]
    return subprocess.run(call, env=environment, capture_output=True, text=True, check=True, timeout=60).stdout


def completed(words: str) -> list[str]:
    """Return the completions of the last word with their types."""
    *before, typed = words.split(" ")[1:]
    found = FishComplete(main, {}, "kontor", "_KONTOR_COMPLETE").get_completions(before, typed)
    return [f"{item.type},{item.value}" for item in found]


OFFERED = [
    ("kontor ", [f"plain,{name}" for name in COMMANDS]),
    ("kontor sim", ["plain,simulate"]),
    ("kontor simulate teu", ["plain,teutonica"]),
    ("kontor simulate teutonica --board bri", ["plain,britannia-2-3", "plain,britannia-4-5"]),
    ("kontor simulate teutonica --board ./fri", ["file,./fri"]),
    ("kontor simulate teutonica --edition b", ["plain,big-box"]),
    ("kontor simulate teutonica --module m", ["plain,mission-cards"]),
    ("kontor simulate hansa --module e", ["plain,extra-card"]),
    ("kontor simulate teutonica --switch income", ["plain,income=up-to", "plain,income=exact"]),
    ("kontor tournament teutonica --agents light,gr", ["plain,light,greedy"]),
    ("kontor simulate teutonica --agents search+ru", ["plain,search+rusher"]),
    ("kontor simulate teutonica --agents my/", ["file,my/"]),
    ("kontor replay gam", ["file,gam"]),
    ("kontor legal gam", ["file,gam"]),
    ("kontor simulate hansa --records gam", ["dir,gam"]),
    ("kontor rules ht-dsp-1", [f"plain,HT-DSP-{n}" for n in (1, 10, 11, 12, 13, 14, 15)]),
    ("kontor rules --language f", ["plain,fr"]),
]


@pytest.mark.parametrize(("words", "expected"), OFFERED, ids=lambda part: part if isinstance(part, str) else "")
def test_words_are_completed(words: str, expected: list[str]) -> None:
    assert completed(words) == expected


def test_the_installed_command_speaks_the_protocol_of_shells() -> None:
    words = {"COMP_WORDS": "kontor simulate teu", "COMP_CWORD": "teu"}
    assert shell(_KONTOR_COMPLETE="fish_complete", **words).startswith("plain,teutonica")


@pytest.mark.parametrize("name", ["bash", "zsh", "fish"])
def test_there_is_a_script_for_every_documented_shell(name: str) -> None:
    script = shell(_KONTOR_COMPLETE=f"{name}_source")
    assert "_KONTOR_COMPLETE" in script
    assert f"{name}_complete" in script


def test_a_value_is_offered_once() -> None:
    assert [item.value for item in starting_with("a", ["ab", "b", "ab", "ac"])] == ["ab", "ac"]
