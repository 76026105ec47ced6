"""Setups of Hansa: filling in defaults and rejecting what the rules do not allow."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from kontor.core.setup_fields import chosen_modules, chosen_switches, one_of
from kontor.core.values import Setup, SetupError

FIELDS = ("game", "players", "modules", "switches", "start_player")
MODULES = ("extra-card",)
SWITCHES: dict[str, tuple[str, ...]] = {"ties": ("nobody", "everybody")}
PLAYERS = (2, 3, 4)


def resolve(setup: Mapping[str, Any]) -> Setup:
    """Return the setup with all defaults filled in; raise SetupError if it is not allowed."""
    for field in setup:
        one_of(field, FIELDS, "field")
    one_of(setup.get("game", "hansa"), ("hansa",), "game")
    players = setup.get("players", 4)
    one_of(players, PLAYERS, "players")
    modules = chosen_modules(setup.get("modules", []), MODULES)
    resolved: Setup = {"game": "hansa", "players": players, "modules": modules}
    resolved["switches"] = resolve_switches(chosen_switches(setup.get("switches", {})), modules)
    if setup.get("start_player") is not None:
        one_of(setup["start_player"], tuple(range(players)), "start_player")
        resolved["start_player"] = setup["start_player"]
    return resolved


def resolve_switches(chosen: Mapping[str, Any], modules: list[str]) -> dict[str, str]:
    """Return the switches of the modules in play, with the defaults of those not named. [H-EXTRA-6]"""
    for switch, value in chosen.items():
        one_of(switch, tuple(SWITCHES), "switch")
        one_of(value, SWITCHES[switch], f"switch {switch}")
        if "extra-card" not in modules:
            raise SetupError(f"setup: the switch {switch!r} needs the module 'extra-card' [H-EXTRA-6].")
    return {"ties": chosen.get("ties", "nobody")} if "extra-card" in modules else {}


def configurations() -> Iterator[Setup]:
    """Yield every setup: all player counts with and without the extra card."""
    for players in PLAYERS:
        for modules in ([], list(MODULES)):
            yield resolve({"players": players, "modules": modules})
