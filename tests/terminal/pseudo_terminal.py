"""`kontor play` in a pseudo-terminal: keys in, the screen as a person sees it out."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pexpect
import pyte

from kontor.core.state import State

PROGRAM = "from kontor.cli.main import main; main()"
SECONDS = 60  # to wait for an answer, on a slow machine
COLUMNS, LINES = 80, 24
ASK_FOR_CURSOR = b"\x1b[6n"  # sent once for every line that prompt_toolkit reads


class PseudoTerminal:
    """The program `kontor` with arguments, its keyboard and its screen."""

    def __init__(self, *arguments: str, folder: Path, columns: int = COLUMNS, lines: int = LINES) -> None:
        self.screen = pyte.HistoryScreen(columns, lines, history=1000)
        self.stream = pyte.ByteStream(self.screen)
        self.output = b""
        self.prompts = 0  # how many lines the program has asked for
        self.child: pexpect.spawn[bytes] = pexpect.spawn(
            sys.executable,
            ["-c", PROGRAM, *arguments],
            cwd=folder,
            env={**os.environ, "TERM": "xterm-256color"},
            dimensions=(lines, columns),
            timeout=SECONDS,
        )

    def send(self, keys: str) -> None:
        """Press keys."""
        self.child.send(keys)

    def enter(self, line: str) -> None:
        """Type a line and wait until the program asks for the next one."""
        before = self.prompts
        self.send(f"{line}\r")
        self.wait_until(lambda: self.prompts > before, f"the answer to {line!r}")

    def read(self) -> None:
        """Draw what the program wrote; answer its question for the place of the cursor as a terminal does."""
        try:
            written = self.child.read_nonblocking(65536, timeout=0.02)
        except pexpect.TIMEOUT:
            return
        except pexpect.EOF:
            self.child.wait()
            return
        asked = (self.output[1 - len(ASK_FOR_CURSOR) :] + written).count(ASK_FOR_CURSOR)
        self.output += written
        self.stream.feed(written)
        self.prompts += asked
        if asked:
            self.child.send(f"\x1b[{self.screen.cursor.y + 1};{self.screen.cursor.x + 1}R")

    def wait_until(self, is_reached: Callable[[], bool], what: str) -> None:
        """Read until a condition holds."""
        limit = time.monotonic() + SECONDS
        while not is_reached():
            assert time.monotonic() < limit, f"{what} did not come:\n{self.text}"
            self.read()

    def wait_for(self, text: str) -> None:
        """Read until a text is on the screen or has left it at the top, as it may within one reading."""
        self.wait_until(lambda: text in self.text or text in self.scrolled, text)

    def wait_for_prompt(self, prompt: str) -> None:
        """Read until the cursor stands behind an empty prompt."""
        self.wait_until(lambda: self.line == prompt, prompt)

    def wait_for_end(self) -> int:
        """Read until the program ends, and return its exit code."""
        self.wait_until(lambda: not self.child.isalive(), "the end")
        self.child.close()
        return int(self.child.exitstatus or 0)

    @property
    def text(self) -> str:
        """Return the screen, without blanks at the ends of lines."""
        return "\n".join(line.rstrip() for line in self.screen.display)

    @property
    def scrolled(self) -> str:
        """Return the lines that left the screen at the top."""
        columns = range(self.screen.columns)
        return "\n".join("".join(line[x].data for x in columns).rstrip() for line in self.screen.history.top)

    @property
    def line(self) -> str:
        """Return the line of the cursor."""
        return self.screen.display[self.screen.cursor.y].rstrip()

    @property
    def menu(self) -> list[str]:
        """Return the words of the completion menu, which is below the line of the cursor and above the toolbar."""
        return " ".join(self.screen.display[self.screen.cursor.y + 1 : -1]).split()


def type_game(terminal: PseudoTerminal, state: State, prompt: str, choose: Callable[[State], str]) -> int:
    """Type the moves of seat 0 until the mirrored game is over, and return how many there were.

    `choose` makes the moves of the other seats in the state and returns the next one of seat 0.
    """
    typed = 0
    while not state.is_over:
        move = choose(state)
        if move:
            terminal.wait_for_prompt(prompt)
            terminal.enter(move)
            typed += 1
    return typed
