"""Reasons of refusals as text: one template for every reason code of a game, filled with the facts of a refusal."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from importlib.resources import files
from typing import Any

SEATS = ("seat", "owner", "to_move")  # facts that name a seat, the neutral player or chance
KINDS = {"t": "trader", "m": "merchant"}
WORDS = {True: "yes", False: "no", None: "none"}


def load_reasons(package: str, codes: Mapping[str, object]) -> dict[object, str]:
    """Return the templates of a game by reason code, from the file `data/reasons.toml` of its package."""
    text = (files(package) / "data" / "reasons.toml").read_text(encoding="utf-8")
    return {codes[name]: template for name, template in tomllib.loads(text).items()}


def reason_text(template: str, facts: Mapping[str, Any]) -> str:
    """Return a reason with its facts."""
    return template.format_map({name: fact_text(name, value) for name, value in facts.items()})


def fact_text(name: str, value: object) -> str:
    """Return a fact as words: seats, kinds and tiles by name, lists joined by commas."""
    if name in SEATS and not isinstance(value, str) and value is not None:
        return f"seat {value}"
    if name in SEATS and value == "n":
        return "the neutral player"
    if value is None or isinstance(value, bool):
        return WORDS[value]
    if isinstance(value, list | tuple):
        is_tile = len(value) == 2 and isinstance(value[0], str) and isinstance(value[1], int)
        return "-".join(map(str, value)) if is_tile else ", ".join(fact_text("", item) for item in value) or "nothing"
    return KINDS.get(value, value) if isinstance(value, str) else str(value)
