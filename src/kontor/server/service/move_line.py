"""The moves of a game that were not undone, as a linked list that shares its beginning with every earlier state."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from kontor.core.game import Game
from kontor.core.values import PositionBytes, Seat
from kontor.kernel.seats import CHANCE

SPACING: Final = 32  # moves between two stored positions: what a rebuild replays at most
NO_MOVE: Final = -1

# Why a move stands: the line begins there, it revealed something, a rule says so, or no player here decided it.
Finality = Literal["start", "revealed", "final", "clock", "record", "order", "others"]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class MoveLine:
    """An immutable line of moves: its last move, and the line before it.

    `seat` is the seat for which the last move was made, `finality` says why it cannot be taken back, if so, and
    `decider` decides after it. `handovers` counts how often each seat has passed the decision to another one.
    """

    length: int
    move: int
    seat: Seat | None
    finality: Finality | None
    decider: Seat
    last_decider: Seat | None
    handovers: tuple[int, ...]
    previous: MoveLine | None
    stored: bytes | None

    def __len__(self) -> int:
        """Return the number of moves."""
        return self.length

    def append(
        self, move: int, seat: Seat | None, finality: Finality | None, decider: Seat, position: PositionBytes
    ) -> MoveLine:
        """Return the line with one more move, which has led to a position in which a seat decides."""
        length = self.length + 1
        last = self.last_decider if decider == CHANCE else decider
        stored = bytes(position) if length % SPACING == 0 else None
        return MoveLine(length, move, seat, finality, decider, last, self._handovers(last), self, stored)

    def _handovers(self, last: Seat | None) -> tuple[int, ...]:
        giver = self.last_decider
        if giver is None or giver == last:
            return self.handovers
        return tuple(count + (seat == giver) for seat, count in enumerate(self.handovers))

    def back_to(self, length: int) -> MoveLine:
        """Return the line as it was at a smaller length."""
        line = self
        while line.length > length and line.previous is not None:
            line = line.previous
        return line

    def moves(self) -> list[int]:
        """Return all moves in order."""
        return self._moves_since_stored(0)[1]

    def position(self, game: Game) -> PositionBytes:
        """Rebuild the position from the last one that was stored."""
        stored, moves = self._moves_since_stored(self.length)
        position = PositionBytes(stored)
        for move in moves:
            game.advance(position, move)
        return position

    def _moves_since_stored(self, longest: int) -> tuple[bytes, list[int]]:
        """Return the last position stored at most at a length, and the moves made since then."""
        line, moves = self, list[int]()
        while line.stored is None or line.length > longest:
            assert line.previous is not None
            moves.append(line.move)
            line = line.previous
        moves.reverse()
        return line.stored, moves


def new_line(players: int, decider: Seat, start: PositionBytes) -> MoveLine:
    """Return the line without moves; its position is always stored."""
    last = None if decider == CHANCE else decider
    return MoveLine(0, NO_MOVE, None, "start", decider, last, (0,) * players, None, bytes(start))


def turn_start(line: MoveLine) -> int:
    """Return the length of the line at which the seat that is to move came to be to move."""
    start = line
    while start.previous is not None and start.previous.decider in (line.decider, CHANCE):
        start = start.previous
    return start.length
