"""The board of Hansa as text: the seats, the ports with goods and posts, the piles and the bag."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from kontor.core.styled_text import StyledText, aligned, joined, styled, wrapped
from kontor.core.text_board import MIN_WIDTH, TextBoardOptions, rendered, setup_lines
from kontor.core.values import Setup
from kontor.games.hansa.board_file import BoardFile
from kontor.games.hansa.seat_colours import SEAT_COLOURS


def text_board(setup: Setup, position: Mapping[str, Any], options: TextBoardOptions) -> str:
    """Return a position as text."""
    return rendered(TextBoard(setup, position, options).lines(), options)


class TextBoard:
    """One position, section by section."""

    def __init__(self, setup: Setup, position: Mapping[str, Any], options: TextBoardOptions) -> None:
        self.setup = setup
        self.position = position
        self.options = options
        self.width = max(options.width, MIN_WIDTH)
        self.board = BoardFile()
        self.players = range(setup["players"])

    def lines(self) -> Iterator[StyledText]:
        """Yield all lines; in a short board the seats are last, where a prompt follows."""
        yield from setup_lines("Hansa", self.setup, self.width)
        sections = [self.table(), self.ports(), self.supply()]
        yield from chain(*(reversed(sections) if self.options.short else sections))
        if not self.options.short:
            yield styled("The ship lies at @. Below 0, 1 ... are the posts of these seats.", "dim")

    def table(self) -> Iterator[StyledText]:
        """Yield the turn, and thalers, posts and goods of every seat."""
        yield self.turn()
        yield from aligned([self.seat_heads(), *(self.seat_row(str(seat)) for seat in self.players)])
        yield from self.sold()

    def ports(self) -> Iterator[StyledText]:
        """Yield the ports with their goods and posts."""
        yield from aligned([self.port_heads(), *(self.port_row(port) for port in self.board.port_entries)])

    def field(self, name: str) -> dict[str, Any]:
        """Return a field of the position, empty if it is missing."""
        found: dict[str, Any] = self.position.get(name) or {}
        return found

    def turn(self) -> StyledText:
        """Return round, turn, phase and the seat to move."""
        place = f"Round {self.position.get('round')}, turn {self.position.get('turn')}"
        phase = f"{self.options.mover(self.position.get('active'))} ({self.position.get('phase')})"
        return styled(f"{place}: {phase}.", "bold")

    def owned(self, text: str, seat: int) -> StyledText:
        """Return a text in the colour of a seat."""
        return styled(text, SEAT_COLOURS[seat])

    def tile(self, tile: Sequence[Any]) -> StyledText:
        """Return a tile as moves name it, in its colour."""
        return styled(f"{tile[0]}-{tile[1]}", tile[0])

    # seats

    def seat_heads(self) -> list[StyledText]:
        """Return the heads of the table of seats."""
        return [styled(head, "dim") for head in ("  seat", "thalers", "posts", "goods")]

    def seat_row(self, seat: str) -> list[StyledText]:
        """Return thalers, posts left and goods of a seat; an arrow marks the seat to move."""
        mover = self.position.get("active") if self.options.to_move is None else self.options.to_move
        label = f"{'>' if str(mover) == seat else ' '} {self.options.seat_label(int(seat))}"
        used = sum(stacks.get(seat, 0) for stacks in self.field("posts").values())
        left = self.board.posts()[0] - used
        goods = joined([self.tile(tile) for tile in self.field("held").get(seat, [])])
        thalers = str(self.field("thalers").get(seat, 0))
        return [self.owned(label, int(seat)), styled(thalers.rjust(7)), styled(f"{left} left"), goods]

    def sold(self) -> Iterator[StyledText]:
        """Yield the tiles that every seat has sold, and those of a sale under way."""
        for seat in self.players:
            tiles = Counter(tuple(tile) for tile in self.field("sold").get(str(seat), []))
            texts = [self.tile(tile) + (f" x{count}" if count > 1 else "") for tile, count in tiles.items()]
            yield from wrapped(f"  {seat} sold ", texts, self.width)
        sale = [self.tile(tile) for tile in self.position.get("sale") or []]
        yield from wrapped("Sale under way: ", sale, self.width)

    # ports

    def port_heads(self) -> list[StyledText]:
        """Return the heads of the table of ports."""
        heads = ["  port", "goods", " ".join(map(str, self.players)), "leads", "sails to"]
        return [styled(head, "heading" if number == 0 else "dim") for number, head in enumerate(heads)]

    def port_row(self, port: Mapping[str, Any]) -> list[StyledText]:
        """Return a port: its goods, the posts of every seat, the leading seat and the ports it leads to."""
        name = port["id"]
        ship = "@" if self.position.get("ship") == name else " "
        style = "marked" if name in self.options.marked else ("bold" if ship == "@" else "")
        goods = self.field("warehouses").get(name) or [None] * port["warehouses"]
        cells = [self.tile(tile) if tile else styled("-", "dim") for tile in goods]
        leader = self.options.derived.get("leaders", {}).get(name)
        lead = styled("") if leader is None else self.owned(str(leader), leader)
        return [
            styled(f"{ship} {name}", style),
            joined(cells),
            joined(self.stacks(name)),
            lead,
            styled(self.exits(name)),
        ]

    def stacks(self, port: str) -> Iterator[StyledText]:
        """Yield the posts of every seat in a port."""
        posts = self.field("posts").get(port, {})
        for seat in self.players:
            count = posts.get(str(seat), 0)
            yield self.owned(str(count), seat) if count else styled("-", "dim")

    def exits(self, port: str) -> str:
        """Return the ports that a ship can sail to."""
        return " ".join(link["to"] for link in self.board.json["routes"] if link["from"] == port)

    def supply(self) -> Iterator[StyledText]:
        """Yield the piles, the tiles not yet drawn, what is out of the game, and the losses that are due."""
        piles, end = " ".join(map(str, self.position.get("piles") or [])), self.position.get("end_triggered")
        last = "" if end is None else f", the last one opened by seat {end}"
        yield styled("Piles: ", "bold") + piles + last
        if not self.options.short:
            yield from wrapped("Not drawn (with 1, 2, 3 barrels): ", self.undrawn(), self.width)
        colours = self.position.get("removed_colours") or []
        yield from wrapped("Colours left out: ", [styled(colour, colour) for colour in colours], self.width)
        losses = self.position.get("pending_losses") or []
        texts = [self.owned(f"seat {seat}", seat) + " " + styled(colour, colour) for seat, colour in losses]
        yield from wrapped("Tiles to lose: ", texts, self.width)

    def undrawn(self) -> list[StyledText]:
        """Return the tiles of each colour that are not yet drawn: how many with one, two and three barrels."""
        counts: dict[str, list[int]] = {}
        for colour, barrels, count in self.position.get("bag") or []:
            counts.setdefault(colour, [0] * len(self.board.copies()))[barrels - 1] = count
        return [styled(colour, colour) + "".join(f" {n}" for n in row) for colour, row in counts.items()]
