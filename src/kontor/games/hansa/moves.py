"""The move list of Hansa."""

from __future__ import annotations

from kontor.core.notation import Block, MoveList, Value
from kontor.games.hansa.board_file import BoardFile
from kontor.games.hansa.rules.pieces import BARRELS, MOST_SEATS

Rows = list[tuple[Value, ...]]


def tile_ids(board: BoardFile) -> list[tuple[str, int]]:
    """Return every type of tile as colour and barrels, in the order of their numbers."""
    return [(colour, barrels) for colour in board.colours for barrels in range(1, BARRELS + 1)]


def move_list(board: BoardFile) -> MoveList:
    """Return the moves of the game. [H-CMD-4]"""
    ports: Rows = [(port,) for port in board.ports]
    tiles: Rows = [(tile,) for tile in tile_ids(board)]
    colours: Rows = [(colour,) for colour in board.colours]
    seats: Rows = [(seat,) for seat in range(MOST_SEATS)]
    return MoveList(
        [
            Block("place", "place", ("port",), ports),
            Block("restock", "restock", (), [()]),
            Block("skip-restock", "skip-restock", (), [()]),
            Block("sail", "sail", ("to",), ports),
            Block("buy", "buy", ("tile",), tiles),
            Block("build", "build", ("tile",), tiles),
            Block("sell", "sell", ("tile",), tiles),
            Block("stop", "stop", (), [()]),
            Block("lose", "lose", ("tile",), tiles),
            Block("end-actions", "end-actions", (), [()]),
            Block("give-up", "give-up", ("tile",), tiles),
            Block("chance-colour", "chance", ("colour",), colours),
            Block("chance-seat", "chance", ("seat",), seats),
            Block("chance-tile", "chance", ("tile",), tiles),
        ]
    )
