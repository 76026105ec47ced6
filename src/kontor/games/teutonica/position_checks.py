"""Checking that the decision under way in a position that was read can go on. [HT-INV-7]"""

from __future__ import annotations

from kontor.core.game import Position
from kontor.games.teutonica import layout
from kontor.games.teutonica.pieces import (
    FACE_DOWN,
    FAVOURS,
    MARKER_TYPES,
    SWAP_MARKER,
    TRIBUTE,
    piece_of,
    owner_of,
)
from kontor.games.teutonica.position_pending_reader import FIELD, opening_tasks, stages_of
from kontor.games.teutonica.position_terms import Terms, refuse
from kontor.games.teutonica.tasks import (
    DISPLACED,
    EXTRAS,
    FILLED,
    LEFT,
    OWNER,
    PUTTING,
    ROUTE,
    STAGE,
    TRADERS_BACK,
)


class PendingChecks:
    """What the tasks on the stack need to go on."""

    def __init__(self, terms: Terms, position: Position, names: list[str]) -> None:
        self.terms = terms
        self.position = position
        self.names = names
        active = position[layout.ACTIVE]
        self.seat = layout.SEATS + active * layout.SEAT_SIZE

    def before_settling(self) -> None:
        """Refuse tasks that lack what they work with."""

    def after_settling(self) -> None:
        """Refuse a position in which somebody has to decide and nothing can be decided. [HT-INV-7]"""
        if not self.position[layout.ENDED] and not self.terms.game.engine.legal_moves(self.position):
            refuse(FIELD, "leaves a decision open that has no answer", "HT-INV-7")
