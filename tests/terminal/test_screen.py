"""Colours appear on terminals only, unless the environment says otherwise; lines are broken between words."""

from __future__ import annotations

import io

import pytest

from kontor.terminal.screen import Screen, shows_colour


class Terminal(io.StringIO):
    """A stream that is a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("stream", "environment", "expected"),
    [
        (Terminal(), {"TERM": "xterm"}, True),
        (Terminal(), {"TERM": "dumb"}, False),
        (Terminal(), {"NO_COLOR": "1", "FORCE_COLOR": "1"}, False),
        (io.StringIO(), {"TERM": "xterm"}, False),
        (io.StringIO(), {"FORCE_COLOR": "1"}, True),
    ],
)
def test_colour_follows_the_stream_and_the_environment(
    stream: io.StringIO, environment: dict[str, str], expected: bool
) -> None:
    assert shows_colour(stream, environment) is expected


def test_a_long_sentence_is_broken_between_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    stream = io.StringIO()
    Screen(stream).write_sentence("word " * 30 + "end.")
    lines = stream.getvalue().splitlines()
    assert max(map(len, lines)) <= 60
    assert " ".join(line.strip() for line in lines).split() == ["word"] * 30 + ["end."]


def test_only_a_terminal_shows_a_status() -> None:
    plain, terminal = io.StringIO(), Terminal()
    Screen(plain).write_status("thinking")
    Screen(terminal).write_status("thinking")
    assert plain.getvalue() == ""
    assert terminal.getvalue().endswith("thinking")
