"""One notation for moves: numbers inside, words and objects outside, without loss between them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

Value = str | int | bool | list[str] | tuple[str, int]


class UnknownMove(ValueError):
    """Words or an object that name no move of the game."""


@dataclass(frozen=True)
class Block:
    """All moves of one sort: the verb, the names of its fields and one row of values per move.

    `named` says that the words carry the name of the first field, because it excludes the fields of other
    blocks of the same verb: `reward post dortmund`.
    """

    name: str
    verb: str
    fields: tuple[str, ...]
    rows: Sequence[tuple[Value, ...]]
    named: bool = False


def text_of(value: Value) -> str:
    """A value as it stands in words: a list joined by commas, a compound id such as a tile by hyphens."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return "-".join(map(str, value))
    return ",".join(value) if isinstance(value, list) else str(value)


class MoveList:
    """Every move a game can ever offer; a move is its index."""

    def __init__(self, blocks: Iterable[Block]) -> None:
        self.blocks = [block for block in blocks if block.rows]
        self.first: dict[str, int] = {}
        self.size = 0
        for block in blocks:
            self.first[block.name] = self.size
            self.size += len(block.rows)

    @cached_property
    def _located(self) -> list[tuple[Block, tuple[Value, ...]]]:
        return [(block, row) for block in self.blocks for row in block.rows]

    @cached_property
    def _words(self) -> list[str]:
        return [self._phrase(block, row) for block, row in self._located]

    @cached_property
    def _by_words(self) -> dict[str, int]:
        return {words: index for index, words in enumerate(self._words)}

    @cached_property
    def _field_names(self) -> dict[str, set[str]]:
        names: dict[str, set[str]] = {}
        for block in self.blocks:
            names.setdefault(block.verb, set()).update(block.fields)
        return names

    @cached_property
    def _by_bare_words(self) -> dict[str, int]:
        return {self._bare(words): index for index, words in enumerate(self._words)}

    @staticmethod
    def _phrase(block: Block, row: tuple[Value, ...]) -> str:
        if block.named and row == (True,):
            return f"{block.verb} {block.fields[0]}"
        name = [block.fields[0]] if block.named else []
        return " ".join([block.verb, *name, *map(text_of, row)])

    def _bare(self, words: str) -> str:
        verb, *values = words.split()
        names = self._field_names.get(verb, set())
        return " ".join([verb, *(value for value in values if value not in names)])

    def text(self, move: int) -> str:
        """The move as words: `displace dortmund--paderborn.2 t 0`."""
        return self._words[move]

    def json(self, move: int) -> dict[str, Any]:
        """The move as an object: `{"do": "displace", "space": …}`."""
        block, row = self._located[move]
        values = [list(value) if isinstance(value, tuple) else value for value in row]
        return {"do": block.verb, **dict(zip(block.fields, values, strict=True))}

    def parse(self, text: str) -> int:
        """The move that words name; names of fields may stand before their values."""
        plain = " ".join(text.split())
        found = self._by_words.get(plain)
        if found is None and plain:
            found = self._by_bare_words.get(self._bare(plain))
        if found is None:
            raise UnknownMove(f"{text!r} names no move of this game")
        return found

    def parse_json(self, content: Mapping[str, Any]) -> int:
        """The move that an object names."""
        verb, fields = content.get("do"), {key: content[key] for key in content if key != "do"}
        at = 0
        for block in self.blocks:
            if block.verb == verb and set(block.fields) == set(fields):
                row = tuple(fields[name] for name in block.fields)
                for n, candidate in enumerate(block.rows):
                    if same(candidate, row):
                        return at + n
            at += len(block.rows)
        raise UnknownMove(f"{dict(content)!r} names no move of this game")


def same(one: tuple[Value, ...], other: tuple[Any, ...]) -> bool:
    """Whether two rows hold equal values of equal types, so that 1 is not true."""
    return all(alike(a, b) for a, b in zip(one, other, strict=True))


def alike(one: object, other: object) -> bool:
    """Whether a value of a row is what an object holds in its place."""
    if isinstance(one, list | tuple):
        return isinstance(other, list) and len(one) == len(other) and all(map(alike, one, other))
    return type(one) is type(other) and one == other
