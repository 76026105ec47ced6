"""Protects help, colours and environment variables of the command line."""

from __future__ import annotations

import os
import pty
import subprocess
import sys

import pytest

from kontor.cli.environment import check_environment
from kontor.cli.errors import InvalidInput
from kontor.cli.main import COMMANDS
from tests.cli.commands import command, kontor, refused

PROGRAM = [sys.executable, "-c", "from kontor.cli.main import main; main()"]
RULE = ["rules", "HT-DSP-2"]
ESCAPE = "\x1b["


@pytest.mark.parametrize("call", [[], ["-h"], ["--help"]], ids=str)
def test_without_arguments_help_lists_every_command(call: list[str]) -> None:
    result = kontor(*call)
    assert (result.exit_code, result.stderr) == (0, "")
    lines = result.stdout.partition("Commands:\n")[2].splitlines()
    assert [line.split()[0] for line in lines] == list(COMMANDS)
    assert not [line for line in lines if line.endswith("...") or not line.endswith(".")]
    assert max(map(len, lines)) <= 80


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself(name: str) -> None:
    short, long = kontor(name, "-h"), kontor(name, "--help")
    assert (short.exit_code, short.stdout) == (0, long.stdout)
    assert short.stdout.startswith(f"Usage: kontor {name} ")


MISSPELT = [
    ("KONTOR_SERVER_WORKER", "KONTOR_SERVER_WORKERS"),
    ("KONTOR_DATABASE", "KONTOR_SERVER_DATABASE"),
    ("KONTOR_KERNAL", "KONTOR_KERNEL"),
    ("KONTOR_TRACEBAK", "KONTOR_TRACEBACK"),
    ("kontor_server_public_uri", "KONTOR_SERVER_PUBLIC_URL"),
]


@pytest.mark.parametrize(("name", "meant"), MISSPELT)
def test_every_command_rejects_a_misspelt_setting(monkeypatch: pytest.MonkeyPatch, name: str, meant: str) -> None:
    monkeypatch.setenv(name, "1")
    assert refused("games", code=2) == f"{name} is not a setting; the nearest one is {meant}."


def test_variables_that_are_no_settings_are_ignored() -> None:
    links = {"KUBERNETES_SERVICE_HOST": "10.0.0.1", "KONTOR_PORT": "tcp://10.0.0.2:80", "KONTOR_PORT_80_TCP": "1"}
    check_environment({"KONTOR_KERNEL": "x", "KONTOR_TRACEBACK": "1", "KONTOR_SERVER_DATA": "x", "KONTORS": "1"})
    check_environment(links)
    with pytest.raises(InvalidInput):
        check_environment({"KONTOR_PORT": "80"})


def test_without_the_server_its_settings_are_not_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "kontor.server.settings", None)
    check_environment({"KONTOR_SERVER_DATA": "x", "KONTOR_SERVER_WORKER": "1"})
    with pytest.raises(InvalidInput, match="the nearest one is KONTOR_KERNEL"):
        check_environment({"KONTOR_KERNAL": "compiled"})


@pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")
def test_colour_only_on_terminals_and_without_no_color() -> None:
    assert ESCAPE not in command(*RULE).stdout
    environment = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    assert ESCAPE in on_terminal(environment)
    assert ESCAPE not in on_terminal({**environment, "NO_COLOR": "1"})


def on_terminal(environment: dict[str, str]) -> str:
    """Return what a command prints on a terminal."""
    own_end, its_end = pty.openpty()
    done = subprocess.run([*PROGRAM, *RULE], stdout=its_end, env=environment, check=True, timeout=60)
    os.close(its_end)
    assert done.returncode == 0
    printed = os.read(own_end, 1 << 16).decode()
    os.close(own_end)
    return printed
