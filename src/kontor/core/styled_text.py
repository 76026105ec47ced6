"""Text with styles for terminals: pieces of text in a style, their plain width, columns and line breaks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

RESET = "\x1b[0m"
# Colours of the 256-colour palette that are legible on dark and on light backgrounds; white is the bold text colour.
SGR = {
    "": "",
    "bold": "1",
    "dim": "2",
    "heading": "1;4",
    "marked": "7",
    "red": "1;38;5;160",
    "blue": "1;38;5;33",
    "yellow": "1;38;5;178",
    "green": "1;38;5;35",
    "purple": "1;38;5;135",
    "grey": "1;38;5;245",
    "white": "1",
    "neutral": "1;38;5;137",
    "orange": "1;38;5;208",
    "brown": "1;38;5;130",
    "pink": "1;38;5;205",
}
GAP = 2


@dataclass(frozen=True)
class StyledText:
    """One line of text whose parts have styles; its length is what a terminal shows."""

    parts: tuple[tuple[str, str], ...] = ()  # text and style

    def __add__(self, other: StyledText | str) -> StyledText:
        """Return both texts as one."""
        return StyledText(self.parts + (styled(other) if isinstance(other, str) else other).parts)

    def __len__(self) -> int:
        """Return the number of characters that are shown."""
        return sum(len(text) for text, _ in self.parts)

    def pad(self, width: int) -> StyledText:
        """Return the text, filled with blanks up to a width."""
        return self + " " * (width - len(self)) if len(self) < width else self

    def render(self, colour: bool) -> str:
        """Return the text for a terminal, with escape sequences if it shows colours."""
        text = "".join(paint(text, style) if colour else text for text, style in self.parts)
        return text.rstrip()


def styled(text: str, style: str = "") -> StyledText:
    """Return a text in one style."""
    return StyledText(((text, style),))


def paint(text: str, style: str) -> str:
    """Return a text with the escape sequences of a style."""
    codes = SGR[style]
    return f"\x1b[{codes}m{text}{RESET}" if codes and text else text


def joined(texts: Iterable[StyledText], separator: str = " ") -> StyledText:
    """Return texts as one, with a separator between them."""
    result = StyledText()
    for number, text in enumerate(texts):
        result = result + separator + text if number else text
    return result


def wrapped(label: str, texts: Sequence[StyledText], width: int, separator: str = ", ") -> Iterator[StyledText]:
    """Yield lines that begin with a label and hold as many of the texts as fit; further lines are indented."""
    line, is_first = styled(label, "bold"), True
    for number, text in enumerate(texts):
        tail = separator if number < len(texts) - 1 else ""
        if not is_first and len(line) + len(text + tail.rstrip()) > width:
            yield line
            line = styled(" " * len(label))
        line, is_first = line + text + tail, False
    if not is_first:
        yield line


def columns(cells: Sequence[StyledText], width: int) -> list[StyledText]:
    """Return cells in as many columns as fit into a width, in order down the columns."""
    for count in range(len(cells), 1, -1):
        height = -(-len(cells) // count)
        stacks = [cells[at : at + height] for at in range(0, len(cells), height)]
        widths = [max(map(len, stack)) for stack in stacks]
        if sum(widths) + GAP * (len(widths) - 1) <= width:
            return [row_of(stacks, widths, row) for row in range(height)]
    return list(cells)


def row_of(stacks: Sequence[Sequence[StyledText]], widths: Sequence[int], row: int) -> StyledText:
    """Return one row of several columns."""
    cells = [stack[row].pad(width) for stack, width in zip(stacks, widths, strict=True) if row < len(stack)]
    return joined(cells, " " * GAP)


def aligned(rows: Sequence[Sequence[StyledText]]) -> list[StyledText]:
    """Return the rows of a table with aligned columns."""
    widths = [max(len(row[n]) for row in rows) for n in range(len(rows[0]))]
    return [joined([cell.pad(width) for cell, width in zip(row, widths, strict=True)], " " * GAP) for row in rows]
