"""Moves as objects: the number of a move in its game, its text, its verb and its fields."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


class Move:
    """A move of a game, legal or not: `str(move)` is its text, and its fields are attributes such as `move.space`."""

    __slots__ = ("_content", "number", "text")

    number: int
    text: str

    def __init__(self, number: int, text: str, content: Mapping[str, Any]) -> None:
        object.__setattr__(self, "number", number)
        object.__setattr__(self, "text", text)
        object.__setattr__(self, "_content", dict(content))

    @property
    def verb(self) -> str:
        """The first word of the text, such as `place`."""
        return str(self._content["do"])

    @property
    def fields(self) -> dict[str, Any]:
        """The fields of the move by name, without its verb."""
        return {name: value for name, value in self._content.items() if name != "do"}

    def json(self) -> dict[str, Any]:
        """Return the move as an object of the interchange format."""
        return dict(self._content)

    def __getattr__(self, name: str) -> Any:
        if name == "_content" or name.startswith("__") or name not in self._content:
            raise AttributeError(f"a move has no field {name!r}.", name=name, obj=self)
        return self._content[name]

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{name!r} cannot be set: a move does not change.")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"{name!r} cannot be deleted: a move does not change.")

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Move {self.text}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Move):
            return NotImplemented
        return (self.number, self.text) == (other.number, other.text)

    def __hash__(self) -> int:
        return hash((self.number, self.text))

    def __reduce__(self) -> tuple[type[Move], tuple[int, str, dict[str, Any]]]:
        return Move, (self.number, self.text, self._content)

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self.fields]
