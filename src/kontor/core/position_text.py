"""Positions and states as one line of text.

A position is written as fields, `active=1 spaces=bremen--minden.1:0t`, with the names and values of its data; what
the reader restores is left out. A state is the text of its setup and that of its position, separated by a bar.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from kontor.core import registry
from kontor.core.game import Game
from kontor.core.position_fields import refuse
from kontor.core.setup_text import parse_setup, setup_text
from kontor.core.value_text import ValueReader, outer_text
from kontor.core.values import PositionBytes
from kontor.kernel.runtime.errors import PositionError, shown

BAR = "|"

Content = dict[str, Any]


def state_text(game: Game, position: PositionBytes) -> str:
    """Return setup and position as one line of text."""
    return f"{setup_text(game.setup)} {BAR} {position_text(game, position)}".rstrip()


def parse_state(text: str, kernel: str | None = None) -> tuple[Game, PositionBytes]:
    """Return the game and the position of a text."""
    setup, bar, position = text.partition(BAR)
    if not bar:
        raise PositionError(f"position: a state is written as 'SETUP {BAR} POSITION', not as {shown(text)}.")
    game = registry.shared_game(parse_setup(setup), kernel)
    return game, parse_position(game, position)


def position_text(game: Game, position: PositionBytes) -> str:
    """Return a position as text, without what the reader restores."""
    content = short_content(game, position)
    text = " ".join(f"{field}={outer_text(value)}" for field, value in content.items())
    if not is_text_of(text, content):
        raise PositionError("position: it has a value that cannot be written as text; use JSON.")
    return text


def is_text_of(text: str, content: Content) -> bool:
    """Return whether a text is read as some data."""
    try:
        return position_content(text) == content
    except PositionError:
        return False


def parse_position(game: Game, text: str) -> PositionBytes:
    """Return the position of a text; fields left out have their value at the start of the game."""
    return game.read_position(position_content(text))


def position_content(text: str) -> Content:
    """Return the data of a position that is written as text."""
    content: Content = {}
    for word in text.split():
        field, equals, value = word.partition("=")
        if not field or not equals:
            refuse(shown(word)[1:-1], "is no field with a value; write it as in 'active=1'")
        if field in content:
            refuse(shown(field)[1:-1], "is written twice")
        content[field] = ValueReader(shown(field)[1:-1], value).outer()
    return content


def short_content(game: Game, position: PositionBytes) -> Content:
    """Return the data of a position without the fields and entries that the reader restores."""

    def is_enough(content: Mapping[str, Any]) -> bool:
        try:
            return game.read_position(content) == position
        except PositionError:
            return False

    full = game.position_json(position)
    content = without_defaults(full, defaults(game))
    if not is_enough(content):
        content = with_needed(full, content, is_enough)
    for field in reversed(list(content)):
        rest = {name: value for name, value in content.items() if name != field}
        if is_enough(rest):
            content = rest
    return content


def defaults(game: Game) -> Content:
    """Return the data of a position without fields, or nothing if the game has no such position."""
    try:
        return game.position_json(game.read_position({}))
    except PositionError:
        return {}


def without_defaults(content: Mapping[str, Any], default: Mapping[str, Any]) -> Content:
    """Return data without the entries that have their default, and lists without nulls at their end."""
    found: Content = {}
    for name, value in content.items():
        if name in default and default[name] == value:
            continue
        if isinstance(value, Mapping):
            known = default.get(name)
            value = without_defaults(value, known if isinstance(known, Mapping) else {})
        found[name] = without_nulls(value) if isinstance(value, list) else value
    return found


def without_nulls(items: list[Any]) -> list[Any]:
    """Return a list without the nulls at its end."""
    while items and items[-1] is None:
        items = items[:-1]
    return items


def with_needed(full: Content, short: Content, is_enough: Callable[[Content], bool]) -> Content:
    """Return data in which every field is short, unless the reader needs the whole field."""
    content = full
    for field in full:
        shorter = {
            name: short[name] if name == field else content[name]
            for name in content
            if name in short or name != field
        }
        if is_enough(shorter):
            content = shorter
    return content
