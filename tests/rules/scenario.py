"""Scenario: a position with short queries, in which the conformance cases are written."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import cycle
from typing import Any

from kontor.games.teutonica.board_file import BoardFile
from kontor.games.teutonica.game import Teutonica
from kontor.games.teutonica.rules import layout
from tests.rules.scene import Scene

RED, BLUE, GREEN, YELLOW, PURPLE = range(5)
NEUTRAL = "n"
FULL = {"keys": 4, "actions": 5, "privilege": 3, "book": 3, "bank": 3}

Owner = int | str
Pieces = dict[str, list[Any]]


def fill(route: str, owner: Owner, kinds: str, first: int = 1) -> Pieces:
    """Return pieces of one owner on a route from the first space on: `fill("a--b", RED, "mtt")`; `.` skips."""
    return {f"{route}.{n}": [owner, kind] for n, kind in enumerate(kinds, start=first) if kind != "."}


def merge(*parts: Pieces) -> Pieces:
    """Return several sets of spaces as one."""
    return {space: piece for part in parts for space, piece in part.items()}


def crowd(board: str, owners: Iterable[int], *empty: str) -> Pieces:
    """Return pieces of the owners in turn on all but the empty spaces: merchants on ships, else traders."""
    file = BoardFile(board)
    kinds = ["m" if ship else "t" for ship in file.board_tables()["is_ship"]]
    taken = [[space, kind] for space, kind in zip(file.spaces, kinds, strict=True) if space not in empty]
    return {space: [owner, kind] for (space, kind), owner in zip(taken, cycle(owners), strict=False)}


class Scenario(Scene):
    """A game and a position of the interchange format, with queries and moves.

    Defaults: `big-box`, `hanse-4-5`, four players, Red (seat 0) active. All other keywords are fields of the
    position: `spaces`, `posts`, `supply`, `unused_markers`, `actions` and so on; seats may be numbers.
    """

    game: Teutonica

    def __init__(
        self,
        board: str = "hanse-4-5",
        *,
        edition: str = "big-box",
        players: int | None = None,
        modules: Iterable[str] = (),
        switches: dict[str, Any] | None = None,
        markers: dict[str, int] | None = None,
        kernel: str | None = None,
        **fields: Any,
    ) -> None:
        count = players or (3 if board.endswith("2-3") else 4)
        setup: dict[str, Any] = {"edition": edition, "board": board, "players": count, "modules": list(modules)}
        if switches:
            setup["switches"] = switches
        if markers:
            setup["markers"] = markers
        super().__init__(Teutonica(setup, kernel), fields)

    def offered(self, *prefix: str) -> list[str]:
        """Return the legal moves that begin with the given words, without these words."""
        start = " ".join(prefix)
        return [m[len(start) :].strip() for m in self.moves if m == start or m.startswith(start + " ")]

    def legal(self, words: str) -> bool:
        """Return whether the move, or any move that begins with these words, is legal."""
        return any(m == words or m.startswith(words + " ") for m in self.moves)

    def routes(self, verb: str) -> set[str]:
        """Return the routes on whose spaces a verb is offered: `routes("relocate")`."""
        return {move.split()[0].rsplit(".", 1)[0] for move in self.offered(verb)}

    def supply(self, seat: int) -> tuple[int, int]:
        """Return the traders and merchants in the supply."""
        return tuple(self.json["supply"][str(seat)])

    def stock(self, seat: int) -> tuple[int, int]:
        """Return the traders and merchants in the stock."""
        return tuple(self.json["stock"][str(seat)])

    def score(self, seat: Owner) -> int:
        """Return the points on the track."""
        points: int = self.json["score"].get(str(seat), 0)
        return points

    @property
    def actions(self) -> int:
        """Return the number of actions left."""
        left: int = self.json["actions"]
        return left

    def level(self, seat: int, ability: str) -> int:
        """Return the level of an ability."""
        level: int = self.json["abilities"][str(seat)][ability]
        return level

    def unused(self, seat: int) -> list[str]:
        """Return the unused markers, sorted."""
        return sorted(self.json["unused_markers"].get(str(seat), []))

    def used(self, seat: Owner) -> list[str]:
        """Return the used markers, sorted."""
        return sorted(self.json["used_markers"].get(str(seat), []))

    def space(self, space: str) -> list[Any] | None:
        """Return the piece on a space as [owner, kind], or None."""
        piece: list[Any] | None = self.json["spaces"].get(space)
        return piece

    def posts(self, city: str) -> list[Any]:
        """Return the printed post spaces of a city from left to right; an empty list for an empty city."""
        found: list[Any] = self.json["posts"].get(city, [])
        return found

    @property
    def empty_spaces(self) -> set[str]:
        """Return the empty spaces of all routes."""
        return set(self.game.board.spaces) - set(self.json["spaces"])

    def empty_on(self, *routes: str) -> set[str]:
        """Return the empty spaces of these routes."""
        return {space for space in self.empty_spaces if space.rsplit(".", 1)[0] in routes}

    @property
    def completed(self) -> int:
        """Return the number of completed cities."""
        return self.position[layout.COMPLETED]

    @property
    def over(self) -> bool:
        """Return whether the game is over."""
        return self.ended_by is not None

    @property
    def ended_by(self) -> str | None:
        """Return the ending."""
        return self.game.ended_by(self.position)

    @property
    def ranking(self) -> list[list[int]]:
        """Return the seats by place; seats that share a place are in one list."""
        return self.game.ranking(self.position, self.game.result(self.position)[0])
