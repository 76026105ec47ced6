"""The legal moves as a player types them: completed word by word, abbreviated, or chosen by number."""

from __future__ import annotations

from collections.abc import Sequence

from kontor.core.game import Game
from kontor.core.move import Move


class MoveChoice:
    """The legal moves of a position."""

    def __init__(self, game: Game, moves: Sequence[Move]) -> None:
        self.game = game
        self.moves = moves
        self.words = [move.text.split() for move in moves]

    def verbs(self) -> list[str]:
        """Return the first words of the moves."""
        return list(dict.fromkeys(words[0] for words in self.words))

    def find(self, text: str) -> Move | None:
        """Return the legal move that a text, an abbreviation or a number means, or None."""
        words = text.split()
        if len(words) == 1 and words[0].isdecimal():
            number = int(words[0])
            return self.moves[number - 1] if 1 <= number <= len(self.moves) else None
        exact = [move for move, own in zip(self.moves, self.words, strict=True) if own == words]
        similar = self.similar(words)
        whole = [move for move in similar if len(move.text.split()) == len(words)]
        begun = similar if words[0] in self.verbs() else []
        return exact[0] if exact else self.only_one(whole) or self.only_one(begun)

    def only_one(self, found: Sequence[Move]) -> Move | None:
        """Return the first of some moves if their difference does not matter, such as the space of a route."""
        meanings = {self.game.presentation.canonical_move(move.text) for move in found}
        return found[0] if len(meanings) == 1 else None

    def similar(self, words: Sequence[str]) -> list[Move]:
        """Return the moves whose verb begins as typed and whose further words contain those typed."""
        return [
            move
            for move, own in zip(self.moves, self.words, strict=True)
            if words
            and len(own) >= len(words)
            and own[0].startswith(words[0])
            and all(part in word for part, word in zip(words[1:], own[1:], strict=False))
        ]

    def begun(self, words: Sequence[str]) -> list[Move]:
        """Return the moves that begin with some whole words."""
        count = len(words)
        return [
            move
            for move, own in zip(self.moves, self.words, strict=True)
            if len(own) > count and own[:count] == list(words)
        ]

    def next_words(self, words: Sequence[str], part: str) -> list[str]:
        """Return the words that can follow some words: those that begin with a part, then those that contain it."""
        count = len(words)
        found = dict.fromkeys(move.text.split()[count] for move in self.begun(words))
        first = [word for word in found if word.startswith(part)]
        return first + [word for word in found if part and part in word and word not in first]
