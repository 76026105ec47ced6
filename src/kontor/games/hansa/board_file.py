"""The board file: loading it, converting it to the tables of the kernel, and reporting the sources of its data."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from kontor.core.values import SetupError
from kontor.games.hansa.rules.layout import MOST_PORTS, MOST_WAREHOUSES
from kontor.games.hansa.rules.pieces import BARRELS, COLOURS

BoardTables = dict[str, Sequence[int]]


@cache
def load() -> dict[str, Any]:
    """Load the content of the board file."""
    text = (files(__package__) / "data" / "boards" / "hansa.json").read_text(encoding="utf-8")
    content: dict[str, Any] = json.loads(text)
    return content


class BoardFile:
    """The content of a board file, with ids in the order of their numbers. [H-BOARD-1, H-BOARD-6]"""

    def __init__(self, content: dict[str, Any] | None = None) -> None:
        self.json = content or load()
        self.port_entries = sorted(self.json["ports"], key=lambda port: port["number"])
        self.ports: list[str] = [port["id"] for port in self.port_entries]
        self.colours: list[str] = [colour["id"] for colour in self.json["goods"]["colours"]]
        self.slots = [n for n, port in enumerate(self.port_entries) for _ in range(port["warehouses"])]
        self.check_size()

    def check_size(self) -> None:
        """Raise SetupError for a board that does not fit into a position."""
        fits = len(self.ports) <= MOST_PORTS and len(self.slots) <= MOST_WAREHOUSES
        if not fits or len(self.colours) != COLOURS or len(self.copies()) != BARRELS:
            raise SetupError(
                f"setup: a board has at most {MOST_PORTS} ports and {MOST_WAREHOUSES} warehouses, "
                f"{COLOURS} colours and {BARRELS} sizes of tiles."
            )

    def left_out(self, players: int) -> int:
        """Return how many colours are left out. [H-SETUP-1]"""
        rows = {row["players"]: row for row in self.json["by_player_count"]}
        count: int = rows[players]["colours_removed"]
        return count

    def board_tables(self) -> BoardTables:
        """Return the tables from which a `Board` is made."""
        forbidden = self.json["posts"]["initial_forbidden_ports"]
        return {
            "sizes": [len(self.ports), len(self.slots), self.ports.index(self.json["ship"]["start"])],
            "money": self.money(),
            "posts": self.posts(),
            "scoring": self.scoring(),
            "bonuses": self.bonuses(),
            "port_of": self.slots,
            "arrow": self.arrows(),
            "forbidden": [int(port in forbidden) for port in self.ports],
            "copies": self.copies(),
        }

    def money(self) -> list[int]:
        """Return the number of thalers, incomes, costs and limits. [H-COMP-3]"""
        names = ("total", "start_per_player", "income", "restock_cost", "move_cost", "buy_cost", "keep_limit")
        money = self.json["thalers"]
        return [*(money[name] for name in names), int(money["bank_may_go_negative"])]

    def posts(self) -> list[int]:
        """Return the posts per player, the rounds and posts of the placement, and the tile limit. [H-COMP-2]"""
        names = ("per_player", "initial_rounds", "posts_per_initial_round")
        return [*(self.json["posts"][name] for name in names), self.json["tiles_keep_limit"]["value"]]

    def copies(self) -> list[int]:
        """Return how many tiles of each colour have one, two and three barrels. [H-COMP-1]"""
        rows = sorted(self.json["goods"]["distribution_per_colour"], key=lambda row: row["barrels"])
        return [row["count"] for row in rows]

    def scoring(self) -> list[int]:
        """Return the points of the score lines. [H-SCORE-1, H-SCORE-2, H-SCORE-3]"""
        names = ("unsold_tile", "sold_tile_base", "sold_tile_per_barrel", "port_presence", "port_monopoly")
        return [self.json["scoring"][name] for name in names]

    def bonuses(self) -> list[int]:
        """Return the points of the extra card. [H-EXTRA-2 … H-EXTRA-5]"""
        names = ("tallest_stack", "last_pile", "most_ports", "most_sold_one_barrel_tiles")
        return [self.json["modules"][0]["bonuses"][name] for name in names]

    def arrows(self) -> list[int]:
        """Return a matrix of ports with 1 where a ship may sail from one to the other. [H-BOARD-3, H-BOARD-4]"""
        links = {(link["from"], link["to"]) for link in self.json["routes"]}
        return [int((a, b) in links) for a in self.ports for b in self.ports]

    def provenance(self) -> dict[str, list[str]]:
        """Return the entries of the board file by their source: rulebook, confirmed or reconstructed."""
        found: dict[str, list[str]] = {"rulebook": [], "confirmed": [], "reconstructed": []}
        for port in self.port_entries:
            found[port["source"]].append(f"port {port['id']}")
            found[port["number_source"]].append(f"number of {port['id']}")
            found[port["warehouses_source"]].append(f"warehouses of {port['id']}")
        for link in self.json["routes"]:
            name = f"{link['from']} to {link['to']}"
            found[link["source"]].append(f"link {name}")
            if "direction_source" in link:
                found[link["direction_source"]].append(f"direction of {name}")
        return found
