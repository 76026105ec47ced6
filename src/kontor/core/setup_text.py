"""Setups as one line of text: `GAME edition=big-box players=4 modules=mission-cards switches.income=exact`.

The name of the game is followed by fields in any order. A value is a word, a number, `yes` or `no`; modules are
joined by commas; an entry of a group, such as a switch, is written with a dot. Entries with their default value are
left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from kontor.core import registry
from kontor.core.game_type import GameType
from kontor.core.values import Setup, SetupError
from kontor.kernel.runtime.errors import shown

LISTS = ("modules",)
TRUTHS = {"yes": True, "no": False}
WORD = re.compile(r"[^\s=,|]+")
NUMBER = re.compile(r"\d{1,9}", re.ASCII)


def setup_text(setup: Mapping[str, Any]) -> str:
    """Return a setup as text; of a group of fields it contains only what differs from the default."""
    name = _game_name(setup)
    words = [name]
    for field, value in setup.items():
        if isinstance(value, Mapping):
            entries = _not_default(registry.game_type(name), setup, field)
            words += [f"{field}.{entry}={_value_text(entries[entry], entry)}" for entry in entries]
        elif field != "game" and value not in (None, []):
            words.append(f"{field}={_value_text(value, field)}")
    return " ".join(words)


def parse_setup(text: str) -> Setup:
    """Return the setup of a text; raise SetupError for words that are no setup or an unknown game.

    Fields that are left out are not added, and the other fields are checked by the game that is made of the setup.
    """
    setup: Setup = {}
    for field, value in _fields(text):
        group, _, name = field.rpartition(".")
        place = setup.setdefault(group, {}) if group else setup
        if not isinstance(place, dict) or name in place:
            raise SetupError(f"setup: the text has the field {shown(field)} twice.")
        place[name] = _list(value, field) if field in LISTS else _value(value)
    registry.game_type(_game_name(setup))
    return setup


def _game_name(setup: Mapping[str, Any]) -> str:
    name = setup.get("game")
    if not isinstance(name, str):
        raise SetupError(f"setup: a setup must name a game: {', '.join(registry.names())}.")
    return name


def _not_default(game_type: GameType, setup: Mapping[str, Any], group: str) -> dict[str, Any]:
    """Return the entries of a group without which the setup would be another one."""
    resolved, rest = game_type.resolve(setup), {field: setup[field] for field in setup if field != group}

    def is_needed(entries: Mapping[str, Any]) -> bool:
        try:
            return game_type.resolve({**rest, group: entries} if entries else rest) != resolved
        except SetupError:
            return True

    if not is_needed({}):
        return {}
    entries = setup[group]
    return {name: entries[name] for name in entries if is_needed({k: entries[k] for k in entries if k != name})}


def _value_text(value: object, field: str) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    text = ",".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
    if not all(WORD.fullmatch(part) for part in text.split(",")):
        raise SetupError(f"setup: {field!r} is {shown(value)}, which cannot be written as text; use JSON.")
    return text


def _fields(text: str) -> Iterator[tuple[str, str]]:
    """Yield the fields of a text with their values; a first word without `=` is the game."""
    for n, word in enumerate(text.split()):
        field, equals, value = word.partition("=")
        if n == 0 and not equals:
            yield "game", word
        elif field and not field.startswith(".") and not field.endswith(".") and value:
            yield field, value
        else:
            raise SetupError(f"setup: {shown(word)} is no field with a value; write it as in 'players=3'.")


def _list(text: str, field: str) -> list[str]:
    items = text.split(",")
    if "" in items:
        raise SetupError(f"setup: {field!r} has an empty name; write it as in '{field}=first,second'.")
    return items


def _value(text: str) -> Any:
    return int(text) if NUMBER.fullmatch(text) else TRUTHS.get(text, text)
