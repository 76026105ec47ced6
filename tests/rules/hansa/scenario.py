"""A position of Hansa with short accessors, in which the cases of the rules page are written."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from kontor.games.hansa.game import Hansa
from tests.rules.scene import Scene

GREY, YELLOW, PURPLE, WHITE = range(4)
THALERS = 22
POSTS_EACH = 15

Tile = tuple[str, int]


def stores(count: int = 14, skip: Iterable[str] = ()) -> dict[str, list[Tile | None]]:
    """Return warehouses filled in order with tiles of the first four colours, except in skipped ports."""
    sizes = [("tonsberg", 2), ("aalborg", 2), ("copenhagen", 1), ("lubeck", 2), ("stockholm", 2)]
    sizes += [("kalmar", 1), ("danzig", 1), ("reval", 1), ("riga", 2)]
    found: dict[str, list[Tile | None]] = {}
    filled = 0
    for port, size in sizes:
        found[port] = []
        for _ in range(size):
            is_filled = filled < count and port not in skip
            found[port].append(
                (("orange", "brown", "red", "green")[filled % 4], filled % 3 + 1) if is_filled else None
            )
            filled += is_filled
    return found


class Scenario(Scene):
    """A game at a position that can be inspected and played on.

    By default there are three players and Grey (seat 0) is active. Every further keyword is a field of the position
    as data; seat numbers are converted to the strings of JSON.
    """

    game: Hansa

    def __init__(
        self,
        players: int = 3,
        *,
        modules: Iterable[str] = (),
        switches: dict[str, Any] | None = None,
        kernel: str | None = None,
        **fields: Any,
    ) -> None:
        setup = {"players": players, "modules": list(modules), "switches": switches or {}}
        super().__init__(Hansa(setup, kernel), fields)

    @property
    def phase(self) -> str:
        """Return the phase."""
        phase: str = self.json["phase"]
        return phase

    def offered(self, verb: str) -> list[str]:
        """Return the arguments of the legal moves of a verb: `offered("sail")` returns ports."""
        return [move.partition(" ")[2] for move in self.moves if move.split()[0] == verb]

    def legal(self, move: str) -> bool:
        """Return whether a move is legal."""
        return move in self.moves

    def rule(self, move: str) -> str:
        """Return the rule that forbids a move."""
        return self.refusal(move).rule

    def thalers(self, seat: int) -> int:
        """Return the thalers of a seat."""
        count: int = self.json["thalers"][str(seat)]
        return count

    @property
    def bank(self) -> int:
        """Return the thalers of the bank."""
        held: int = sum(self.json["thalers"].values())
        return THALERS - held

    def posts(self, port: str, seat: int) -> int:
        """Return the posts of a seat in a port."""
        count: int = self.json["posts"].get(port, {}).get(str(seat), 0)
        return count

    def stock(self, seat: int) -> int:
        """Return the posts of a seat that are not on the board."""
        return POSTS_EACH - sum(self.posts(port, seat) for port in self.json["posts"])

    def held(self, seat: int) -> list[str]:
        """Return the held tiles of a seat as text."""
        return [f"{colour}-{barrels}" for colour, barrels in self.json["held"][str(seat)]]

    def sold(self, seat: int) -> list[str]:
        """Return the sold tiles of a seat as text."""
        return [f"{colour}-{barrels}" for colour, barrels in self.json["sold"][str(seat)]]

    def out(self) -> dict[str, int]:
        """Return the tiles out of the game with their counts."""
        return {f"{colour}-{barrels}": count for colour, barrels, count in self.json["out"]}

    def stored(self) -> int:
        """Return how many warehouses are filled."""
        return sum(tile is not None for row in self.json["warehouses"].values() for tile in row)

    def lines(self, name: str) -> list[int]:
        """Return one score line of every seat."""
        return [score.lines[name] for score in self.sheet.scores]

    def draw(self) -> Scenario:
        """Make all chance moves that are due, always the first one."""
        while self.to_move == "chance":
            self.play(self.moves[0])
        return self

    def pass_turn(self) -> Scenario:
        """Play a turn without any action."""
        if self.phase == "restock":
            self.play("skip-restock")
        return self.draw().play("end-actions")


def start(players: int, **setup: Any) -> Scenario:
    """Return a game at its start."""
    s = Scenario(players)
    s.game = Hansa({"players": players, **setup})
    s.position = s.game.start()
    return s
