"""Setups of Hansa: filling in what is left out and refusing what the rules do not allow."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from kontor.core.game import Setup, SetupError

FIELDS = ("game", "players", "modules", "switches", "start_player")
MODULES = ("extra-card",)
SWITCHES: dict[str, tuple[str, ...]] = {"ties": ("nobody", "everybody")}
PLAYERS = (2, 3, 4)


def one_of(value: object, allowed: tuple[Any, ...], field: str) -> None:
    """Refuse a value that is not among the allowed ones."""
    if not any(type(value) is type(other) and value == other for other in allowed):
        choices = ", ".join(str(other) for other in allowed)
        raise SetupError(f"setup: {field} {value!r} is unknown; it may be {choices}.")


def resolve(setup: Mapping[str, Any]) -> Setup:
    """The setup with every default filled in, or a SetupError with a sentence that says why not."""
    for field in setup:
        one_of(field, FIELDS, "field")
    one_of(setup.get("game", "hansa"), ("hansa",), "game")
    players = setup.get("players", 4)
    one_of(players, PLAYERS, "players")
    modules = resolve_modules(setup.get("modules", []))
    resolved: Setup = {"game": "hansa", "players": players, "modules": modules}
    resolved["switches"] = resolve_switches(setup.get("switches", {}), modules)
    if setup.get("start_player") is not None:
        one_of(setup["start_player"], tuple(range(players)), "start_player")
        resolved["start_player"] = setup["start_player"]
    return resolved


def resolve_modules(chosen: object) -> list[str]:
    """The modules a setup names."""
    if not isinstance(chosen, list):
        raise SetupError("setup: 'modules' must be a list of module names.")
    for module in chosen:
        one_of(module, MODULES, "module")
    if len(set(chosen)) < len(chosen):
        raise SetupError("setup: 'modules' names a module twice.")
    return list(chosen)


def resolve_switches(chosen: object, modules: list[str]) -> dict[str, str]:
    """The switches of the modules in play, with those the setup names. [H-EXTRA-6]"""
    if not isinstance(chosen, Mapping):
        raise SetupError("setup: 'switches' must be an object of switch names and values.")
    for switch, value in chosen.items():
        one_of(switch, tuple(SWITCHES), "switch")
        one_of(value, SWITCHES[switch], f"switch {switch}")
        if "extra-card" not in modules:
            raise SetupError(f"setup: the switch {switch!r} needs the module 'extra-card' [H-EXTRA-6].")
    return {"ties": chosen.get("ties", "nobody")} if "extra-card" in modules else {}


def configurations() -> Iterator[Setup]:
    """Every player count with and without the extra card."""
    for players in PLAYERS:
        for modules in ([], list(MODULES)):
            yield resolve({"players": players, "modules": modules})
