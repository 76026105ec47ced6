"""Verification that a turn is clearly better than every other, by searches with a fixed number of simulations."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from kontor.agents.search import rated_plans
from kontor.core.agent import Budget
from kontor.core.game import Game
from kontor.core.values import PositionBytes, Seat
from kontor.study.evaluation import after_forced_moves, after_move, searched_tree, win_chances
from kontor.study.notable_events import achievements, notable_events
from kontor.study.puzzle import Puzzle, PuzzleError
from kontor.study.turns import canonical_move, canonical_position, played

MIN_GAP = 0.05  # between the chances of the best turn and of any alternative
MAX_RIVALS = 3  # alternatives compared at each move of a turn
EXHAUSTIVE_MOVES = 8  # up to this number of legal moves, all of them are compared
SIMULATIONS = 200


@dataclass(frozen=True)
class Depth:
    """The number of simulations of each search, and the seed of its random numbers."""

    simulations: int = SIMULATIONS
    seed: int = 1

    @property
    def budget(self) -> Budget:
        """The budget of one search."""
        return Budget(playouts=self.simulations)


@dataclass(frozen=True)
class Verdict:
    """The chance after a turn, and the best alternative with its chance."""

    chance: float
    rival: tuple[int, ...]
    rival_chance: float

    @property
    def gap(self) -> float:
        """By how much the solution is better."""
        return self.chance - self.rival_chance

    @property
    def is_clear(self) -> bool:
        """Whether there is an alternative and it is clearly worse."""
        return bool(self.rival) and self.gap >= MIN_GAP


@lru_cache(maxsize=256)
def search_choices(game: Game, position: bytes, depth: Depth) -> tuple[tuple[int, int, float], ...]:
    """Return the choices of a search for the seat to move, the most visited first; results are cached.

    A choice is the first move of a turn, its visits and the chance of the seat.
    """
    now = PositionBytes(position)
    tree = searched_tree(game, now, depth.budget, depth.seed)
    rated = rated_plans(tree, game.to_move(now), game.chance_exponent)
    return tuple(sorted(rated, key=lambda choice: -choice[1]))


def turn_value(game: Game, position: PositionBytes, seat: Seat, depth: Depth) -> float:
    """Return a seat's chance in a position; while it is to move, that of its most visited turn."""
    if game.to_move(position) != seat:
        return win_chances(game, position, depth.budget, depth.seed)[seat]
    return search_choices(game, bytes(position), depth)[0][2]


def judge(game: Game, position: PositionBytes, line: Sequence[int], depth: Depth, is_quick: bool = False) -> Verdict:
    """Compare a turn with the best alternatives at each of its moves; a quick check stops at the first close one.

    A turn that achieves the same in another order is not an alternative.
    """
    seat = game.to_move(position)
    chance = turn_value(game, after_forced_moves(game, played(game, position, line)), seat, depth)
    best = Verdict(chance, (), 0.0)
    for n in range(len(line)):
        for move, value in rivals(game, position, line, n, chance, depth):
            if value > best.rival_chance:
                best = Verdict(chance, (*line[:n], move), value)
            if is_quick and not best.is_clear:
                return best
    return best


def rivals(
    game: Game, position: PositionBytes, line: Sequence[int], n: int, chance: float, depth: Depth
) -> Iterator[tuple[int, float]]:
    """Yield the most promising moves that deviate from a turn at one of its moves, with their chances."""
    seat, now = game.to_move(position), played(game, position, line[:n])
    found = 0
    for move in other_moves(game, now, line[n:], depth)[: 2 * MAX_RIVALS]:
        value = turn_value(game, after_move(game, now, move), seat, depth)
        if abs(value - chance) >= MIN_GAP or not achieves_same(game, position, line, (*line[:n], move), depth):
            yield move, value
            found += 1
        if found == MAX_RIVALS:
            return


def achieves_same(
    game: Game, position: PositionBytes, line: Sequence[int], start: tuple[int, ...], depth: Depth
) -> bool:
    """Return whether a turn with another beginning achieves the same."""
    other = (*start, *best_turn(game, played(game, position, start), depth, game.to_move(position)))
    expected = achievements(game, notable_events(game, position, line))
    if not expected:
        return canonical_position(game, played(game, position, other)) == canonical_position(
            game, played(game, position, line)
        )
    return expected == achievements(game, notable_events(game, position, other))


def other_moves(game: Game, position: PositionBytes, rest: Sequence[int], depth: Depth) -> list[int]:
    """Return the moves that the rest of a turn does not contain, the most promising first."""
    legal = game.legal_moves(position)
    if len(legal) == 1:
        return []
    planned = {canonical_move(game, move) for move in rest}
    prospects = dict.fromkeys(legal if len(legal) <= EXHAUSTIVE_MOVES else [], -1.0)
    for move, _, chance in search_choices(game, bytes(position), depth):
        prospects[move] = max(prospects.get(move, 0.0), chance)
    return [
        move
        for move in sorted(prospects, key=lambda move: -prospects[move])
        if canonical_move(game, move) not in planned
    ]


def verify(puzzle: Puzzle) -> Verdict:
    """Return the verdict on a puzzle, or raise PuzzleError if its solution is not clearly best."""
    game = puzzle.game()
    position, line = puzzle.start(game), puzzle.line(game)
    depth = Depth(puzzle.simulations, puzzle.seed)
    found = judge(game, position, line, depth)
    if not found.is_clear:
        better = ", ".join(game.move_text(move) for move in found.rival)
        raise PuzzleError(
            f"puzzle {puzzle.id}: its solution leaves {found.chance:.0%} and {better!r} {found.rival_chance:.0%}; "
            f"it has to be better by {MIN_GAP:.0%}."
        )
    return found


def is_solved(game: Game, position: PositionBytes, line: Sequence[int], puzzle: Puzzle) -> bool:
    """Return whether a turn is equivalent to the solution or as good."""
    after, expected = played(game, position, line), played(game, position, puzzle.line(game))
    if canonical_position(game, after) == canonical_position(game, expected):
        return True
    depth = Depth(puzzle.simulations, puzzle.seed)
    return turn_value(game, after_forced_moves(game, after), puzzle.seat, depth) >= puzzle.chance - MIN_GAP / 2


def best_turn(game: Game, position: PositionBytes, depth: Depth, seat: Seat) -> tuple[int, ...]:
    """Return the best turn of a seat by search, until another seat or chance decides."""
    now, line = position[:], list[int]()
    while game.to_move(now) == seat:
        moves = game.legal_moves(now)
        line.append(moves[0] if len(moves) == 1 else search_choices(game, bytes(now), depth)[0][0])
        game.advance(now, line[-1])
    return tuple(line)
