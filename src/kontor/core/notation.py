"""The notation of moves: conversion between numbers, texts and objects without loss."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from kontor.core.move_problems import Form, field_problem, value_problem, verb_problem
from kontor.kernel.arguments import checked_number
from kontor.kernel.runtime.errors import clipped, shown

Value = str | int | bool | list[str] | tuple[str, int]


class UnknownMove(ValueError):
    """Raised for a text or an object that names no move of the game; the text says why and suggests the nearest."""

    def __init__(self, quoted: str, problem: str) -> None:
        super().__init__(f"{quoted} names no move of this game: {problem}")
        self.quoted = quoted
        self.problem = problem

    def __reduce__(self) -> tuple[type[UnknownMove], tuple[str, str]]:
        """Pickle both parts of the text."""
        return type(self), (self.quoted, self.problem)


@dataclass(frozen=True)
class Block:
    """All moves of one kind: the verb, the names of the fields, and one row of values per move.

    If `named` is true, the text contains the name of the first field, which distinguishes the block from others with
    the same verb: `reward post dortmund`.
    """

    name: str
    verb: str
    fields: tuple[str, ...]
    rows: Sequence[tuple[Value, ...]]
    named: bool = False

    def form(self, value_text: Callable[[Value], str], example: str) -> Form:
        """Return fields and values as text, for errors; a `true` whose name is the whole text is left out."""
        is_word = value_text is text_of and self.named and list(self.rows) == [(True,)]
        rows = [()] if is_word else [tuple(map(value_text, row)) for row in self.rows]
        return Form(self.fields, rows, example, self.fields[:1] if self.named else ())


def text_of(value: Value) -> str:
    """Return a value as text: a list joined by commas, a compound id such as a tile by hyphens."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return "-".join(map(str, value))
    return ",".join(value) if isinstance(value, list) else str(value)


def json_text(value: object) -> str:
    """Return a value as JSON, at most 60 characters of each part; what JSON cannot express is described."""
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(json_text_of_part, value))}]"
    return json_text_of_part(value)


def json_text_of_part(value: object) -> str:
    """Return a string, number, true or false as JSON."""
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str) else shown(value)


class MoveList:
    """Every move of a game; a move is its index in this list."""

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
    def _texts(self) -> list[str]:
        return [self._text(block, row) for block, row in self._located]

    @cached_property
    def _by_text(self) -> dict[str, int]:
        return {text: index for index, text in enumerate(self._texts)}

    @cached_property
    def _field_names(self) -> dict[str, set[str]]:
        names: dict[str, set[str]] = {}
        for block in self.blocks:
            names.setdefault(block.verb, set()).update(block.fields)
        return names

    @cached_property
    def _by_bare_text(self) -> dict[str, int]:
        return {self._bare(text): index for index, text in enumerate(self._texts)}

    @staticmethod
    def _text(block: Block, row: tuple[Value, ...]) -> str:
        if block.named and row == (True,):
            return f"{block.verb} {block.fields[0]}"
        name = [block.fields[0]] if block.named else []
        return " ".join([block.verb, *name, *map(text_of, row)])

    def _bare(self, text: str) -> str:
        verb, *values = text.split()
        names = self._field_names.get(verb, set())
        return " ".join([verb, *(value for value in values if value not in names)])

    def text(self, move: int) -> str:
        """Return a move as text: `displace dortmund--paderborn.2 t 0`."""
        return self._texts[self._checked(move)]

    def _checked(self, move: int) -> int:
        number: int = checked_number(move, 0, self.size - 1, "the move")
        return number

    def json(self, move: int) -> dict[str, Any]:
        """Return a move as an object: `{"do": "displace", "space": …}`."""
        block, row = self._located[self._checked(move)]
        values = [list(value) if isinstance(value, tuple) else value for value in row]
        return {"do": block.verb, **dict(zip(block.fields, values, strict=True))}

    def parse(self, text: str) -> int:
        """Return the move of a text; the name of a field may precede its value."""
        if not isinstance(text, str):
            raise TypeError(f"a move must be given as text, not {type(text).__name__}.")
        plain = " ".join(text.split())
        found = self._by_text.get(plain)
        if found is None and plain:
            found = self._parse_with_names(plain)
        if found is None:
            raise UnknownMove(shown(text), self._text_problem(plain.split()))
        return found

    def parse_json(self, content: Mapping[str, Any]) -> int:
        """Return the move of an object."""
        if not isinstance(content, Mapping):
            raise TypeError(f"a move must be given as an object, not {type(content).__name__}.")
        verb, fields = content.get("do"), {key: content[key] for key in content if key != "do"}
        at = 0
        for block in self.blocks:
            if block.verb == verb and set(block.fields) == set(fields):
                row = tuple(fields[name] for name in block.fields)
                for n, candidate in enumerate(block.rows):
                    if equal_rows(candidate, row):
                        return at + n
            at += len(block.rows)
        quoted = clipped("{" + ", ".join(f"{shown(key)}: {shown(content[key])}" for key in content) + "}")
        raise UnknownMove(quoted, self._json_problem(verb, fields))

    def _parse_with_names(self, text: str) -> int | None:
        """Return the move of a text that names fields, unless it names a field that the move does not have."""
        verb, *values = text.split()
        found = self._by_bare_text.get(self._bare(text))
        if found is None:
            return None
        named = self._field_names[verb].intersection(values)
        return found if named.issubset(self._located[found][0].fields) else None

    def _text_problem(self, words: Sequence[str]) -> str:
        """Return what is wrong with the words of a text that names no move."""
        verb, *values = words or [""]
        forms = self._forms(verb, text_of)
        if not forms:
            return verb_problem(verb, self._field_names)
        named = {value for value in values if value in self._field_names[verb]}
        meant = [form for form in forms if named <= set(form.fields)]
        return value_problem(verb, [value for value in values if value not in named], meant or forms)

    def _json_problem(self, verb: object, fields: Mapping[str, Any]) -> str:
        """Return what is wrong with an object that names no move."""
        forms = self._forms(verb, json_text)
        if not forms or not isinstance(verb, str):
            return verb_problem(verb, self._field_names)
        meant = [form for form in forms if set(form.fields) == set(fields)]
        if not meant:
            return field_problem(verb, fields, forms)
        return value_problem(verb, [json_text(fields[name]) for name in meant[0].fields], meant)

    def _forms(self, verb: object, value_text: Callable[[Value], str]) -> list[Form]:
        """Return the forms of a verb, with their values and examples as text or as JSON."""
        blocks = [block for block in self.blocks if block.verb == verb]
        if value_text is text_of:
            return [block.form(text_of, self._text(block, block.rows[0])) for block in blocks]
        return [block.form(json_text, json.dumps(self.json(self.first[block.name]))) for block in blocks]


def equal_rows(one: tuple[Value, ...], other: tuple[Any, ...]) -> bool:
    """Return whether two rows have equal values of equal types, so that 1 is not true."""
    return all(equal_values(a, b) for a, b in zip(one, other, strict=True))


def equal_values(one: object, other: object) -> bool:
    """Return whether the value of a row equals the value of an object."""
    if isinstance(one, list | tuple):
        return isinstance(other, list) and len(one) == len(other) and all(map(equal_values, one, other))
    return type(one) is type(other) and one == other
