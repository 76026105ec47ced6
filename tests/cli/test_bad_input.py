"""Protects that invalid input gives one sentence and exit code 2 with every command, without a traceback."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.cli.commands import command, kontor, refused, written

COMMANDS = [["legal"], ["apply", "end-turn"], ["score"], ["perft", "--depth", "1"]]
READERS = [*COMMANDS, ["replay"]]

Content = dict[str, Any]


def position(setup: Content | None = None, **fields: Any) -> Content:
    return {"setup": {"game": "teutonica", **(setup or {})}, "position": fields}


WRONG_CONTENT: dict[str, tuple[Content, str]] = {
    "an unknown board": (position({"board": "atlantis"}), "board 'atlantis' is unknown"),
    "seven players": (position({"players": 7}), "players 7 is unknown"),
    "an unknown game": (position({"game": "go"}), "game 'go' is unknown; it may be"),
    "a module on the wrong board": (
        position({"board": "east-3-5", "modules": ["mission-cards"]}),
        "the module 'mission-cards' is not played on the board 'east-3-5'",
    ),
    "a switch that is none": (position({"switches": {"luck": True}}), "switch 'luck' is unknown"),
    "28 traders": (position(supply={"0": [28, 0]}), "'supply'"),
    "12 traders where there are 11": (position(supply={"0": [12, 1]}), "'supply'"),
    "a gap in posts": (position(posts={"dortmund": [None, [0, "t"]]}), "'posts' leaves a gap"),
    "a trader on a ship space": (
        position({"board": "east-3-5"}, spaces={"danzig--malmo.4": [0, "t"]}),
        "'spaces'",
    ),
    "a position that is a list": ({"setup": {}, "position": []}, "'position' must be an object"),
    "a setup that is a list": ({"setup": [], "position": {}}, "no object 'setup'"),
    "no setup": ({"position": {}}, "no object 'setup'"),
    "an unknown field": ({**position(), "colour": "red"}, "unknown field 'colour'"),
    "a record without a setup": ({"format": 1, "moves": []}, "no field 'setup'"),
    "a record of another format": ({"format": 2, "setup": {}, "moves": []}, "only format 1"),
}


@pytest.mark.parametrize("name", WRONG_CONTENT)
@pytest.mark.parametrize("verb", COMMANDS, ids=lambda verb: verb[0])
def test_wrong_content(name: str, verb: list[str], tmp_path: Path) -> None:
    content, sentence = WRONG_CONTENT[name]
    file = written(tmp_path, content)
    assert sentence in refused(verb[0], file, *verb[1:], code=2)
    assert [path.name for path in tmp_path.iterdir()] == ["input.json"]


WRONG_TEXT: dict[str, tuple[bytes, str]] = {
    "invalid JSON": (b'{"setup": {},\n "position": {', "is not valid JSON: Expecting property name"),
    "nothing": (b"", "is not valid JSON: Expecting value at line 1, column 1"),
    "a list": (b"[1, 2]", "holds no JSON object"),
    "a binary file": (bytes(range(256)) * 8, "is not UTF-8 text"),
    "zeros": (bytes(1000), "is not valid JSON"),
    "a nested bomb": (b"[" * 100_000, "is nested too deeply"),
    "a nest of objects": (b'{"setup":' * 100_000, "is nested too deeply"),
    "a closed nest": (b'{"setup": ' + b"[" * 200 + b"]" * 200 + b"}", "is nested more than 32 deep"),
    "a number of 5000 digits": (b'{"setup": ' + b"9" * 5000 + b"}", "has a number of 5000 digits"),
    "no number": (b'{"setup": NaN}', "has NaN, which is no JSON value"),
    "an endless number": (b'{"setup": 1e999}', "has a number that is too large"),
    "half a character": (b'{"setup": "\\ud800"}', "holds text with half a character"),
    "a key twice": (b'{"setup": {}, "setup": {}}', "names the field 'setup' more than once"),
}


@pytest.mark.parametrize("name", WRONG_TEXT)
@pytest.mark.parametrize("verb", READERS, ids=lambda verb: verb[0])
def test_wrong_text(name: str, verb: list[str], tmp_path: Path) -> None:
    raw, sentence = WRONG_TEXT[name]
    file = tmp_path / "input.json"
    file.write_bytes(raw)
    assert sentence in refused(verb[0], file, *verb[1:], code=2)
    assert "standard input" in refused(verb[0], "-", *verb[1:], code=2, stdin=raw)


@pytest.mark.parametrize("verb", READERS, ids=lambda verb: verb[0])
def test_a_file_of_50_megabytes(verb: list[str], tmp_path: Path) -> None:
    file = tmp_path / "input.json"
    with file.open("wb") as large:
        large.truncate(50_000_000)
    assert "is too large: more than 8 MB" in refused(verb[0], file, *verb[1:], code=2)


@pytest.mark.parametrize("verb", READERS, ids=lambda verb: verb[0])
def test_files_that_cannot_be_read(verb: list[str], tmp_path: Path) -> None:
    assert "cannot be read: No such file" in refused(verb[0], tmp_path / "none", *verb[1:], code=2)
    assert "cannot be read: Is a directory" in refused(verb[0], tmp_path, *verb[1:], code=2)
    assert "cannot be read" in refused(verb[0], "nul\0", *verb[1:], code=2)


def test_a_long_value_is_not_repeated_in_full(tmp_path: Path) -> None:
    file = written(tmp_path, position({"board": "x" * 100_000}))
    result = kontor("legal", file)
    assert result.exit_code == 2
    assert len(result.stderr) < 500


WRONG_CALLS = [
    (["fly"], "no command is named 'fly'"),
    (["simulat", "--players", "2"], "no command is named 'simulat'. Did you mean 'simulate'?"),
    (["legal"], "Missing argument 'FILE'"),
    (["legal", "--fast", "x"], "no option is named '--fast'"),
    (["simulate", "hansa", "--playrs", "2"], "no option is named '--playrs'. Did you mean '--players'?"),
    (["--verison"], "no option is named '--verison'. Did you mean '--version'?"),
    (["simulate", "hanza"], "Did you mean 'hansa'?"),
    (["simulate", "teutonica", "--board", "hanse-45"], "Did you mean 'hanse-4-5'?"),
    (["simulate", "teutonica", "--edition", "bigbox"], "Did you mean 'big-box'?"),
    (["simulate", "teutonica", "--module", "mission"], "Did you mean 'mission-cards'?"),
    (["simulate", "teutonica", "--agents", "gredy"], "Did you mean 'greedy'?"),
    (["simulate", "teutonica", "--agents", "search+rush"], "Did you mean 'rusher'?"),
    (["legal", "x", "y"], "Got unexpected extra argument (y)"),
    (["apply", "x"], "Missing argument 'MOVE...'"),
    (["perft", "x"], "Missing option '--depth'"),
    (["perft", "x", "--depth", "-1"], "'--depth'"),
]


@pytest.mark.parametrize(("call", "sentence"), WRONG_CALLS, ids=lambda part: " ".join(part))
def test_wrong_calls(call: list[str], sentence: str) -> None:
    assert sentence in refused(*call, code=2)


def test_an_unexpected_error_shows_no_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(path: str) -> None:
        raise KeyError("surprise")

    monkeypatch.delenv("KONTOR_TRACEBACK", raising=False)
    monkeypatch.setattr("kontor.cli.legal.read_state_file", fail)
    assert "an unexpected error occurred (KeyError: 'surprise')" in refused("legal", "x", code=2)
    monkeypatch.setenv("KONTOR_TRACEBACK", "1")
    assert isinstance(kontor("legal", "x").exception, KeyError)


def test_a_separate_process_prints_the_same_error(tmp_path: Path) -> None:
    result = command("legal", written(tmp_path, position({"board": "atlantis"})))
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr.startswith("kontor: setup: board 'atlantis' is unknown")
    assert result.stderr.count("\n") == 1


def test_an_unknown_kernel_is_named() -> None:
    result = command("games", KONTOR_KERNEL="fast")
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr.startswith("kontor: KONTOR_KERNEL is 'fast'")


def test_a_closed_pipe_is_no_traceback(tmp_path: Path) -> None:
    file = written(tmp_path, position())
    read, write = os.pipe()
    os.close(read)
    try:
        line = [sys.executable, "-c", "from kontor.cli.main import main; main()", "legal", str(file)]
        result = subprocess.run(line, stdout=write, stderr=subprocess.PIPE, text=True, check=False)
    finally:
        os.close(write)
    assert "Traceback" not in result.stderr
