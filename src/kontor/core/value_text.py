"""The values of a position as text: JSON without quotation marks and spaces, with short forms for pieces and keys.

A value is a word, a list `[a,b]` or an object `{key:value,key:value}`; the braces of the outermost object are left
out. The words `yes`, `no` and `-` are true, false and null, digits are a number, `0t` and `nt` are a piece with its
owner and kind, and every other word is a string. A key that begins with a dot continues the key before it up to its
last dot: `bremen--minden.1:0t,.2:1m`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NoReturn

from kontor.core.position_fields import refuse
from kontor.kernel.runtime.errors import shown

CONSTANTS: dict[str, bool | None] = {"yes": True, "no": False, "-": None}
NUMBER = re.compile(r"-?[0-9]{1,9}")
PIECE = re.compile(r"([0-9]|n)([tm])")
TOKEN = re.compile(r"[\[\]{},:]|[^\[\]{},:]+")
DELIMITERS = "[]{},:"
DEEPEST = 8  # nested lists and objects; positions have four


def value_text(value: Any) -> str:
    """Return a value as text."""
    if isinstance(value, Mapping):
        return f"{{{entries_text(value)}}}"
    if isinstance(value, list | tuple):
        items = [value_text(item) for item in value]
        is_piece = len(items) == 2 and PIECE.fullmatch("".join(items))
        return "".join(items) if is_piece else f"[{','.join(items)}]"
    words = {True: "yes", False: "no", None: "-"}
    return words[value] if value is None or isinstance(value, bool) else str(value)


def entries_text(content: Mapping[str, Any]) -> str:
    """Return the entries of an object as text, without braces."""
    entries, before = [], ""
    for key, value in content.items():
        prefix, dot, suffix = key.rpartition(".")
        entries.append(f"{f'.{suffix}' if dot and prefix == before else key}:{value_text(value)}")
        before = prefix if dot else ""
    return ",".join(entries)


def outer_text(value: Any) -> str:
    """Return the value of a field as text: an object that is not empty has no braces."""
    return entries_text(value) if isinstance(value, Mapping) and value else value_text(value)


class ValueReader:
    """Reads the value of one field from its text; raises PositionError with a sentence that names the field."""

    def __init__(self, field: str, text: str) -> None:
        self.field = field
        self.tokens = TOKEN.findall(text)
        self.at = 0
        self.depth = 0

    def outer(self) -> Any:
        """Return the value of the whole text."""
        value = self.entries("") if self.tokens[1:2] == [":"] else self.value()
        if self.at < len(self.tokens):
            refuse(self.field, f"has {shown(self.tokens[self.at])} after its value")
        return value

    def value(self) -> Any:
        """Return the next value."""
        token = self.take()
        if token in ("[", "{"):
            self.depth += 1
            if self.depth > DEEPEST:
                refuse(self.field, f"has more than {DEEPEST} brackets inside each other")
            value: Any = self.items() if token == "[" else self.entries("}")
            self.depth -= 1
            return value
        return self.misplaced(token) if token in DELIMITERS else word_value(token)

    def items(self) -> list[Any]:
        """Return the items of a list up to its closing bracket."""
        found: list[Any] = []
        while not self.closes("]", bool(found)):
            found.append(self.value())
        return found

    def entries(self, end: str) -> dict[str, Any]:
        """Return the entries of an object up to its closing brace, or up to the end of the text."""
        found: dict[str, Any] = {}
        before = ""
        while not self.closes(end, bool(found)):
            key = self.key(before)
            if key in found:
                refuse(self.field, f"names {shown(key)} twice")
            found[key] = self.value()
            before = key
        return found

    def key(self, before: str) -> str:
        """Return the next key; one that begins with a dot continues the key before it."""
        key = self.take()
        if key in DELIMITERS or self.take() != ":":
            refuse(self.field, f"has {shown(key)} where a name and ':' are expected")
        if not key.startswith("."):
            return key
        if "." not in before:
            refuse(self.field, f"has {shown(key)}, but no key with a dot before it")
        return before.rpartition(".")[0] + key

    def closes(self, end: str, follows: bool) -> bool:
        """Return whether a list or object ends here; take the bracket, or the comma before the next item."""
        if not end and self.at == len(self.tokens):
            return True
        if end and self.tokens[self.at : self.at + 1] == [end]:
            self.at += 1
            return True
        if follows and (token := self.take()) != ",":
            self.misplaced(token)
        return False

    def take(self) -> str:
        """Return the next token."""
        if self.at == len(self.tokens):
            refuse(self.field, "has a text that ends too early")
        self.at += 1
        token: str = self.tokens[self.at - 1]
        return token

    def misplaced(self, token: str) -> NoReturn:
        """Reject a token that cannot be here."""
        refuse(self.field, f"has {shown(token)} where another value is expected")


def word_value(word: str) -> Any:
    """Return the value of a word."""
    if word in CONSTANTS:
        return CONSTANTS[word]
    if NUMBER.fullmatch(word):
        return int(word)
    piece = PIECE.fullmatch(word)
    if piece:
        owner, kind = piece.groups()
        return [owner if owner == "n" else int(owner), kind]
    return word
