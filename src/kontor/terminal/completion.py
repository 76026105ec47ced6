"""What the completion menu offers: words of legal moves, and commands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from kontor.terminal.move_choice import MoveChoice


@dataclass(frozen=True)
class WordSuggestion:
    """A word of a move or a command, with a note for the menu."""

    word: str
    note: str = ""
    is_last: bool = True


class MoveSuggestions:
    """Suggestions for the moves of a position and for commands."""

    def __init__(self, choice: MoveChoice, commands: Mapping[str, str]) -> None:
        self.choice = choice
        self.commands = commands

    def __call__(self, words: Sequence[str], part: str) -> Iterator[WordSuggestion]:
        """Yield the words that can follow."""
        if words[:1] == ["moves"]:
            words = words[1:]
        for word in self.choice.next_words(words, part):
            further = self.choice.begun([*words, word])
            note = count_text(len(further)) if further else ""
            yield WordSuggestion(word, note, not further)
        if not words:
            yield from (
                WordSuggestion(name, note)
                for name, note in self.commands.items()
                if name.startswith(part) and name not in self.choice.verbs()
            )


def count_text(count: int) -> str:
    """Return a number of moves."""
    return "1 move" if count == 1 else f"{count} moves"
