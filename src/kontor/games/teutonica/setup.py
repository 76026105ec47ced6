"""Setups: filling in defaults and rejecting combinations that the rules do not allow. [HT-SET-1]"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from itertools import combinations
from typing import Any

from kontor.core.setup_fields import chosen_modules, chosen_switches, one_of
from kontor.core.values import Setup, SetupError
from kontor.games.teutonica.board_file import checked_boards, load
from kontor.games.teutonica.rules.pieces import MARKER_IDS, PROMO_COPIES, PROMO_MARKERS

EDITIONS = ("first", "second", "big-box")
MODULES = ("mission-cards", "emperors-favour", "two-player-pawn", "two-player-neutral", "promo-markers")
TWO_PLAYER_MODULES = ("two-player-pawn", "two-player-neutral")
SWITCHES: dict[str, tuple[str | bool, ...]] = {
    "income": ("up-to", "exact"),
    "three_marker": ("remove", "move"),
    "exchange_needs_own": (False, True),
    "marker_place_time": ("end-of-turn", "end-of-action"),
    "marker_facing": ("up", "down"),
    "marker_stuck": ("carry", "discard", "relax", "end-game"),
    "markers_mid_action": (False, True),
    "tie_break": ("shared", "actions-network"),
    "displaced_order": ("free", "displaced-first"),
    "favour_income_kind": ("trader", "any"),
    "favour_all_boards": (False, True),
    "neutral_extra": ("optional", "mandatory"),
    "neutral_regions": ("ranks", "ignored"),
    "pawn_rim": ("split", "single"),
    "place2_same_route": (False, True),
    "region_tie": ("all-places", "two-places"),
}
FIELDS = ("game", "edition", "board", "players", "modules", "switches", "markers")


@cache
def edition_file(name: str) -> dict[str, Any]:
    """Return the content of an edition file."""
    text = (files(__package__) / "data" / "editions" / f"{name}.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


BOARDS = tuple(dict.fromkeys(board for name in EDITIONS for board in edition_file(name)["boards"]))


def edition(name: str) -> dict[str, Any]:
    """Return an edition with the boards that were added, which belong to every edition that has their modules."""
    content, added = edition_file(name), checked_boards(BOARDS)
    if not added:
        return content
    counts = {board: [players for players in each["players"] if players > 2] for board, each in added.items()}
    modules = {
        module: [*boards, *(board for board, each in added.items() if module in each.get("modules", []))]
        for module, boards in content["modules"].items()
    }
    return {**content, "boards": {**content["boards"], **counts}, "modules": modules}


def board_ids() -> tuple[str, ...]:
    """Return the printed boards and those that were added."""
    return (*BOARDS, *checked_boards(BOARDS))


def resolve(setup: Mapping[str, Any]) -> Setup:
    """Return the setup with every default filled in, or raise a SetupError with the reason. [HT-SET-1]"""
    name, players, board = resolve_box(setup)
    switches = resolve_switches(name, board, setup.get("switches", {}))
    modules = resolve_modules(name, players, setup.get("modules", []))
    check_modules(name, board, players, modules, switches)
    check_players(name, board, players)
    resolved: Setup = {
        "game": "teutonica",
        "edition": name,
        "board": board,
        "players": players,
        "modules": modules,
        "switches": switches,
    }
    if "promo-markers" in modules:
        resolved["markers"] = resolve_markers(name, setup.get("markers"))
    elif "markers" in setup:
        raise SetupError("setup: the field 'markers' needs the module 'promo-markers' [HT-PRO-1].")
    return resolved


def resolve_box(setup: Mapping[str, Any]) -> tuple[str, int, str]:
    """Return the edition, the number of players and the board, or raise a SetupError for unknown ones."""
    for field in setup:
        one_of(field, FIELDS, "field")
    one_of(setup.get("game", "teutonica"), ("teutonica",), "game")
    name = setup.get("edition", "big-box")
    one_of(name, EDITIONS, "edition")
    players = setup.get("players", 4)
    one_of(players, (2, 3, 4, 5), "players")
    board = setup.get("board", "hanse-2-3" if players < 4 else "hanse-4-5")
    one_of(board, board_ids(), "board")
    return name, players, board


def resolve_switches(name: str, board: str, chosen: object) -> dict[str, Any]:
    """Return the switches of an edition on a board, with the values of the setup."""
    content = edition(name)
    switches: dict[str, Any] = dict(content["switches"]) | content.get("board_switches", {}).get(board, {})
    for switch, value in chosen_switches(chosen).items():
        one_of(switch, tuple(SWITCHES), "switch")
        if switch not in switches:
            raise SetupError(f"setup: the switch {switch!r} does not exist in the edition {name!r} [table 2.4].")
        one_of(value, SWITCHES[switch], f"switch {switch}")
        switches[switch] = value
    return switches


def resolve_modules(name: str, players: int, chosen: object) -> list[str]:
    """Return the modules in a fixed order; with two players, add the edition's two-player module."""
    wanted = set(chosen_modules(chosen, MODULES))
    if players == 2 and not wanted & set(TWO_PLAYER_MODULES):
        wanted |= set(TWO_PLAYER_MODULES) & set(edition(name)["modules"])
    return [module for module in MODULES if module in wanted]


def check_modules(name: str, board: str, players: int, modules: list[str], switches: Mapping[str, Any]) -> None:
    """Reject modules that the edition, board or player count does not allow. [table 2.2]"""
    allowed = edition(name)["modules"]
    for module in modules:
        if module not in allowed:
            raise SetupError(f"setup: the module {module!r} does not exist in the edition {name!r} [table 2.2].")
        everywhere = module == "emperors-favour" and switches.get("favour_all_boards")
        if board not in allowed[module] and not everywhere:
            raise SetupError(f"setup: the module {module!r} is not played on the board {board!r} [table 2.2].")
        if module in TWO_PLAYER_MODULES and players != 2:
            raise SetupError(f"setup: the module {module!r} is for two players, not {players} [table 2.2].")


def check_players(name: str, board: str, players: int) -> None:
    """Reject boards that an edition does not have and player counts that a board does not allow. [table 2.1]"""
    boards = edition(name)["boards"]
    if board not in boards:
        raise SetupError(f"setup: the edition {name!r} has no board {board!r} [table 2.1].")
    if players != 2 and players not in boards[board]:
        counts = ", ".join(map(str, boards[board]))
        raise SetupError(f"setup: the board {board!r} is not for {players} players but for {counts} [table 2.1].")
    if players == 2 and not any(board in edition(name)["modules"].get(m, ()) for m in TWO_PLAYER_MODULES):
        raise SetupError(f"setup: the board {board!r} has no two-player game in the edition {name!r} [table 2.1].")


def marker_mix(name: str) -> dict[str, int]:
    """Return the ordinary markers of an edition. [ED-01]"""
    mix: dict[str, int] = load("components")["bonus_markers"][name]["markers"]
    return mix


def start_markers(name: str) -> list[str]:
    """Return the markers placed on the tavern routes at the start. [ED-03]"""
    start: list[str] = load("components")["bonus_markers"][name]["start"]
    return start


def resolve_markers(name: str, chosen: object) -> dict[str, int]:
    """Return the mix of markers with promo markers; its total is that of the ordinary markers. [HT-PRO-1]"""
    ordinary = marker_mix(name)
    limits = ordinary | dict.fromkeys(PROMO_MARKERS, PROMO_COPIES)
    if chosen is None:
        return {marker: n - 1 for marker, n in ordinary.items()} | dict.fromkeys(PROMO_MARKERS, PROMO_COPIES)
    if not isinstance(chosen, Mapping):
        raise SetupError("setup: 'markers' must be an object of marker types and counts.")
    for marker, count in chosen.items():
        one_of(marker, tuple(limits), "marker")
        one_of(count, tuple(range(limits[marker] + 1)), f"count of {marker}")
    total = sum(ordinary.values())
    if sum(chosen.values()) != total:
        raise SetupError(f"setup: 'markers' must make {total} in all, not {sum(chosen.values())} [HT-PRO-1].")
    for marker in start_markers(name):
        if not chosen.get(marker):
            raise SetupError(f"setup: 'markers' must hold the start marker {marker!r} [HT-PRO-1].")
    return {marker: chosen[marker] for marker in MARKER_IDS if chosen.get(marker)}


def engine_switches(switches: Mapping[str, Any]) -> dict[str, Any]:
    """Return all switches; those an edition does not have get their first value."""
    return {switch: switches.get(switch, values[0]) for switch, values in SWITCHES.items()}


def configurations() -> Iterator[Setup]:
    """Return every allowed combination of edition, board, player count and modules. [tables 2.1, 2.2]"""
    for name in EDITIONS:
        optional = [module for module in edition(name)["modules"] if module not in TWO_PLAYER_MODULES]
        for board in edition(name)["boards"]:
            for players in (2, 3, 4, 5):
                for count in range(len(optional) + 1):
                    for modules in combinations(optional, count):
                        yield from allowed(name, board, players, list(modules))


def allowed(name: str, board: str, players: int, modules: list[str]) -> Iterator[Setup]:
    """Return the resolved setup if it is allowed."""
    try:
        yield resolve({"edition": name, "board": board, "players": players, "modules": modules})
    except SetupError:
        return
