"""Thumbnails: small cut-outs of maps around the last move, drawn once and compressed.

They show what spectators see, so that everybody who may see a table gets the same picture.
"""

from __future__ import annotations

import gzip
from collections import OrderedDict
from functools import partial
from typing import Any, Final

from kontor.core.drawing.cutout import cut_out
from kontor.core.drawing.geometry import Point
from kontor.core.drawing.options import DrawingOptions
from kontor.core.game import Game
from kontor.core.values import PositionBytes
from kontor.server.errors import NotFound
from kontor.server.service.games import game_of
from kontor.server.service.history import view_at
from kontor.server.service.match import Match
from kontor.server.service.serialization import visible_words
from kontor.server.service.time_slicer import TimeSlicer
from kontor.server.service.viewers import Viewer
from kontor.study.puzzle import Puzzle

PICTURES_KEPT: Final = 400  # of about 15 kB
MOVES_SEARCHED: Final = 12  # for the last one that names a place
SPECTATOR: Final = Viewer()

Key = tuple[str, int, str, str]


class Thumbnails:
    """Draws thumbnails and keeps those that were drawn last."""

    def __init__(self, slicer: TimeSlicer) -> None:
        self.slicer = slicer
        self._kept: OrderedDict[Key, bytes] = OrderedDict()

    async def of_table(self, match: Match, number: int, theme: str, palette: str) -> bytes:
        """Return the compressed map of a table after an entry, around the last move that has a place."""
        key = (match.table.id, number, theme, palette)
        if key not in self._kept:
            view = view_at(match, number, SPECTATOR)
            await self._draw(key, match.game, view, last_point(match, number))
        return self._found(key)

    async def of_puzzle(self, puzzle: Puzzle, theme: str, palette: str) -> bytes:
        """Return the compressed middle of the map of a puzzle, which does not tell where the solution is."""
        key = (f"puzzle {puzzle.id}", 0, theme, palette)
        if key not in self._kept:
            game = game_of(puzzle.setup)
            await self._draw(key, game, game.view(puzzle.start(game), puzzle.seat), None)
        return self._found(key)

    async def _draw(self, key: Key, game: Game, view: PositionBytes, centre: Point | None) -> None:
        options = DrawingOptions(theme=key[2], palette=key[3], derived=game.derived_state(view))
        self._kept[key] = await self.slicer.in_thread(partial(drawn, game, game.position_json(view), options, centre))
        while len(self._kept) > PICTURES_KEPT:
            self._kept.popitem(last=False)

    def _found(self, key: Key) -> bytes:
        self._kept.move_to_end(key)
        if not self._kept[key]:
            raise NotFound("There is no map of this game.")
        return self._kept[key]


def drawn(game: Game, position: dict[str, Any], options: DrawingOptions, centre: Point | None) -> bytes:
    """Return a compressed cut-out, or nothing for a game without a map."""
    whole = game.presentation.draw_map(game.setup, position, options)
    return gzip.compress(cut_out(whole, centre).encode(), mtime=0) if whole else b""


def last_point(match: Match, number: int) -> Point | None:
    """Return where the last move with a place was made, up to an entry; None if there was none lately."""
    points = match.game.presentation.place_points(match.game.setup)
    for applied in reversed(match.between(max(0, number - MOVES_SEARCHED), number)):
        words = (visible_words(match, applied, SPECTATOR) or "").split()
        found = [points[word] for word in words if word in points]
        if found:
            return found[-1]
    return None
