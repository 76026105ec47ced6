"""Verifying: whether a turn is clearly better than every other, by searches with a fixed number of simulations."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from kontor.core.agent import Budget
from kontor.core.game import Game, PositionBytes, Seat
from kontor.study.deeds import idea, stat_events
from kontor.study.looking import SURE, expected, grown, moved, settled
from kontor.study.puzzle import Puzzle, PuzzleError
from kontor.study.turns import outcome, played, sort_of

CLEAR = 0.05  # what the best turn has to be better by
RIVALS = 3  # other moves looked at beside each move of a turn
FEW = 8  # legal moves that are all looked at, tried or not
SIMULATIONS = 200


@dataclass(frozen=True)
class Depth:
    """How deep the searches of a verification are, and where their random numbers begin."""

    simulations: int = SIMULATIONS
    seed: int = 1

    @property
    def budget(self) -> Budget:
        """The budget of one search."""
        return Budget(playouts=self.simulations)


@dataclass(frozen=True)
class Verdict:
    """What a turn leaves its seat, the best other way that was found, and what that one leaves."""

    chance: float
    rival: tuple[int, ...]
    rival_chance: float

    @property
    def gap(self) -> float:
        """By how much the solution is better."""
        return self.chance - self.rival_chance

    @property
    def is_clear(self) -> bool:
        """Whether there is something else, and it does not come near."""
        return bool(self.rival) and self.gap >= CLEAR


@lru_cache(maxsize=256)
def tried(game: Game, position: bytes, depth: Depth) -> tuple[tuple[int, int, int], ...]:
    """What a search tried for the seat that is to move, the most tried first; remembered for the next question."""
    tree = grown(game, PositionBytes(position), depth.budget, depth.seed)
    return tuple(sorted(tree.choices(), key=lambda choice: -choice[1]))


def worth(game: Game, position: PositionBytes, seat: Seat, depth: Depth) -> float:
    """A seat's chance in a position; while it is to move, that by its most tried turn."""
    if game.to_move(position) != seat:
        return expected(game, position, depth.budget, depth.seed)[seat]
    return tried(game, bytes(position), depth)[0][2] / SURE


def judged(game: Game, position: PositionBytes, line: Sequence[int], depth: Depth, is_quick: bool = False) -> Verdict:
    """A turn against the best ways to leave it at each of its moves; a quick look stops where it is not clear.

    A way that comes to the same in the end, only in another order or with another use of what is left over, is none.
    """
    seat = game.to_move(position)
    chance = worth(game, settled(game, played(game, position, line)), seat, depth)
    best = Verdict(chance, (), 0.0)
    for n in range(len(line)):
        for move, left in rivals(game, position, line, n, chance, depth):
            if left > best.rival_chance:
                best = Verdict(chance, (*line[:n], move), left)
            if is_quick and not best.is_clear:
                return best
    return best


def rivals(
    game: Game, position: PositionBytes, line: Sequence[int], n: int, chance: float, depth: Depth
) -> Iterator[tuple[int, float]]:
    """The most promising moves that leave a turn at one of its moves for something else, and what they leave."""
    seat, now = game.to_move(position), played(game, position, line[:n])
    found = 0
    for move in others(game, now, line[n:], depth)[: 2 * RIVALS]:
        left = worth(game, moved(game, now, move), seat, depth)
        if abs(left - chance) >= CLEAR or not shares_idea(game, position, line, (*line[:n], move), depth):
            yield move, left
            found += 1
        if found == RIVALS:
            return


def shares_idea(
    game: Game, position: PositionBytes, line: Sequence[int], start: tuple[int, ...], depth: Depth
) -> bool:
    """Whether a turn that begins in another way achieves the same in the end."""
    other = (*start, *best_turn(game, played(game, position, start), depth, game.to_move(position)))
    due = idea(stat_events(game, position, line))
    if not due:
        return outcome(game, played(game, position, other)) == outcome(game, played(game, position, line))
    return due == idea(stat_events(game, position, other))


def others(game: Game, position: PositionBytes, rest: Sequence[int], depth: Depth) -> list[int]:
    """The moves that the rest of a turn does not contain in whatever order, the most promising first."""
    legal = game.legal_moves(position)
    if len(legal) == 1:
        return []
    own = {sort_of(game.move_text(move)) for move in rest}
    hopes = dict.fromkeys(legal if len(legal) <= FEW else [], -1)
    for move, _, chance in tried(game, bytes(position), depth):
        hopes[move] = max(hopes.get(move, 0), chance)
    return [move for move in sorted(hopes, key=lambda move: -hopes[move]) if sort_of(game.move_text(move)) not in own]


def verify(puzzle: Puzzle) -> Verdict:
    """Whether a puzzle holds, or PuzzleError with the reason why not."""
    game = puzzle.game()
    position, line = puzzle.start(game), puzzle.line(game)
    depth = Depth(puzzle.simulations, puzzle.seed)
    found = judged(game, position, line, depth)
    if not found.is_clear:
        better = ", ".join(game.move_text(move) for move in found.rival)
        raise PuzzleError(
            f"puzzle {puzzle.id}: its solution leaves {found.chance:.0%} and {better!r} {found.rival_chance:.0%}; "
            f"it has to be better by {CLEAR:.0%}."
        )
    return found


def is_solved(game: Game, position: PositionBytes, line: Sequence[int], puzzle: Puzzle) -> bool:
    """Whether a turn comes to what the solution comes to, or to something as good."""
    after, due = played(game, position, line), played(game, position, puzzle.line(game))
    if outcome(game, after) == outcome(game, due):
        return True
    depth = Depth(puzzle.simulations, puzzle.seed)
    return worth(game, settled(game, after), puzzle.seat, depth) >= puzzle.chance - CLEAR / 2


def best_turn(game: Game, position: PositionBytes, depth: Depth, seat: Seat) -> tuple[int, ...]:
    """The turn that a search plays for a seat, until somebody else decides."""
    now, line = position[:], list[int]()
    while game.to_move(now) == seat:
        moves = game.legal_moves(now)
        line.append(moves[0] if len(moves) == 1 else tried(game, bytes(now), depth)[0][0])
        game.advance(now, line[-1])
    return tuple(line)
