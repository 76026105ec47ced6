"""The screen of a terminal: its size, whether it shows colours, and writing to it."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Mapping
from typing import TextIO

from kontor.core.styled_text import StyledText, styled, wrapped

CLEAR = "\x1b[2J\x1b[3J\x1b[H"
MIN_WIDTH, MAX_WIDTH = 60, 160


def shows_colour(stream: TextIO, environment: Mapping[str, str] = os.environ) -> bool:
    """Return whether a stream shows colours: on terminals, unless NO_COLOR or FORCE_COLOR says otherwise."""
    if environment.get("NO_COLOR"):
        return False
    if environment.get("FORCE_COLOR"):
        return True
    return stream.isatty() and environment.get("TERM") != "dumb"


class Screen:
    """Standard output as a terminal; its size is read whenever it is needed, because it may change."""

    def __init__(self, stream: TextIO | None = None) -> None:
        self.stream = stream or sys.stdout
        self.colour = shows_colour(self.stream)
        self.is_terminal = self.stream.isatty()

    @property
    def width(self) -> int:
        """Return the number of columns to use."""
        return max(MIN_WIDTH, min(MAX_WIDTH, shutil.get_terminal_size().columns))

    @property
    def height(self) -> int:
        """Return the number of lines."""
        return shutil.get_terminal_size().lines

    def write(self, text: str = "") -> None:
        """Write lines of text."""
        self.stream.write(text + "\n")
        self.stream.flush()

    def write_line(self, line: StyledText) -> None:
        """Write one line in its styles."""
        self.write(line.render(self.colour))

    def write_sentence(self, text: str, style: str = "") -> None:
        """Write a sentence with line breaks between words."""
        self.write_words("", text, style)

    def write_words(self, label: str, text: str, style: str = "") -> None:
        """Write a label and a text beside it, with line breaks between words."""
        words = [styled(word, style) for word in text.split(" ")]
        for line in wrapped(label, words, self.width - 1, " "):
            self.write_line(line)

    def write_status(self, text: str) -> None:
        """Show a text on the last line until the next output; only on terminals."""
        if self.is_terminal:
            self.stream.write(f"\r\x1b[K{text}")
            self.stream.flush()

    def clear_status(self) -> None:
        """Remove the text shown by `write_status`."""
        self.write_status("")

    def clear(self) -> None:
        """Remove everything, so that the next player does not see it; without a terminal, scroll it away."""
        self.stream.write(CLEAR if self.is_terminal else "\n" * self.height)
        self.stream.flush()
