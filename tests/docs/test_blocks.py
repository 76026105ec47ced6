"""Protects that every command and every code block on a page works.

The pages in PLAYED are executed from top to bottom in an empty folder: files are written, Python and commands run.
On all other pages commands are only parsed, and their names and options compared with the program, because they take
hours (the ladder, studies), need other machines (clusters, hosts) or depend on files of the reader.
"""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import click
import pytest

from kontor.cli.main import COMMANDS, main
from kontor.core.registry import game
from tests.docs.pages import PAGES, ROOT, Block, blocks, commands, kontor_calls, name_of

BIN = Path(sys.executable).parent
PLAYED = [
    "README.md",
    "docs/tutorial.md",
    "docs/how-to/agent.md",
    "docs/how-to/draw.md",
    "docs/how-to/rules-question.md",
    "docs/reference/interchange.md",
    "docs/reference/python.md",
]
PATIENCE = 300
INSTALLS = "pip install"  # done by test_wheel.py, in an environment of its own


def page_id(page: Path) -> str:
    """Return the name of a page in the list of tests."""
    return name_of(page)


@pytest.mark.parametrize("name", PLAYED)
def test_all_blocks_of_a_page_run_in_order(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", f"{BIN}{os.pathsep}{os.environ['PATH']}")
    names: dict[str, Any] = {"__name__": "page"}
    for block in blocks(ROOT / name):
        do(block, names)


def do(block: Block, names: dict[str, Any]) -> None:
    """Execute a block."""
    if "title" in block.options:
        Path(block.options["title"]).write_text(block.text, encoding="utf-8")
    elif block.language == "python":
        exec(compile(block.text, "page", "exec"), names)
    elif block.language == "sh":
        for line in commands(block.text):
            run(line, int(block.options.get("exit", 0)))
    elif block.language == "json":
        check_json(json.loads(block.text))


def run(line: str, code: int) -> None:
    """Run a command; servers are started and stopped, and make targets are only checked."""
    if line.startswith("make "):
        check_target(line.split()[1])
    elif line.startswith("kontor serve"):
        start_and_stop(line)
    elif not line.startswith(INSTALLS):
        done = subprocess.run(["bash", "-c", line], capture_output=True, text=True, timeout=PATIENCE, check=False)
        assert done.returncode == code, done.stdout + done.stderr


def check_target(target: str) -> None:
    """Check that make knows a target, without running it."""
    done = subprocess.run(["make", "-n", target], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def start_and_stop(line: str) -> None:
    """Start a server on a free port, wait for its address, and stop it."""
    call = re.sub(r"--port \d+", "--port 0", line).split("#")[0].split()
    process = subprocess.Popen(call, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    assert process.stdout is not None
    assert process.stdout.readline().startswith("Kontor is at http://")
    process.send_signal(signal.SIGTERM)
    assert process.wait(60) in {0, -signal.SIGTERM}


def check_json(content: dict[str, Any]) -> None:
    """Check that a setup can be played, and that the moves of a record are moves of its game."""
    setup = content.get("setup", content)
    played = game(setup)
    for words in content.get("moves", []):
        played.parse_move(words)


@pytest.mark.parametrize("page", PAGES, ids=page_id)
def test_documented_commands_and_options_exist(page: Path) -> None:
    for command_name, *arguments in kontor_calls(page):
        assert command_name in COMMANDS, f"{name_of(page)}: kontor {command_name}"
        options = {word.partition("=")[0] for word in arguments if word.startswith("--")}
        assert options <= options_of(command_name, arguments), (
            f"{name_of(page)}: kontor {command_name} {' '.join(arguments)}"
        )


def options_of(command_name: str, arguments: list[str]) -> set[str]:
    """Return every option of a command, or of the command of a group that the first argument names."""
    command = main.get_command(click.Context(main), command_name)
    if isinstance(command, click.Group):
        command = command.get_command(click.Context(command), arguments[0])
    assert command is not None
    return {name for param in command.params for name in (*param.opts, *param.secondary_opts)} | {"--help"}


@pytest.mark.parametrize("page", PAGES, ids=page_id)
def test_make_targets_exist(page: Path) -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    text = page.read_text(encoding="utf-8")
    for target in re.findall(r"(?:`|^ *)make ([a-z-]+)(?:`|\s|$)", text, re.MULTILINE):
        assert re.search(rf"^{target}:.*##", makefile, re.MULTILINE), f"{name_of(page)}: make {target}"


@pytest.mark.parametrize("page", PAGES, ids=page_id)
def test_python_blocks_compile(page: Path) -> None:
    for block in blocks(page):
        if block.language == "python":
            compile(block.text, name_of(page), "exec")
