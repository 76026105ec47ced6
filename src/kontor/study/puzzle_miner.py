"""Finds puzzles: turns in played games that are clearly better than every other."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from kontor.agents.catalog import agent
from kontor.arena.play import play, record_of_game
from kontor.arena.worker_status import WorkerStatus
from kontor.arena.workers import WorkerDied, WorkerFailure, run_local
from kontor.core import registry
from kontor.core.game import Game
from kontor.core.record import Record
from kontor.core.seeds import game_seed
from kontor.core.values import PositionBytes, Setup
from kontor.study.decisions import Decision, record_decisions
from kontor.study.notable_events import notable_events, points_gained
from kontor.study.puzzle import Puzzle
from kontor.study.puzzle_rating import rated
from kontor.study.puzzle_verification import Depth, Verdict, best_turn, judge, search_choices
from kontor.study.turns import first_decisions, is_whole

MIN_FIRST_LEAD = 0.05  # in a shallow search, for a deeper one
MIN_CHANCE = 0.15  # of winning after the solution: the best move in a lost game is no good puzzle
MAX_PER_GAME = 3
MAX_TURNS = 300
DEFAULT_DEPTH = Depth()
SHALLOW_DEPTH = Depth(40)


@dataclass(frozen=True)
class PuzzleMiner:
    """A job that finds puzzles in records, or in games of a setup that it plays."""

    setup: Setup = field(default_factory=dict)
    agents: Sequence[str] = ()
    seed: int = 1
    depth: Depth = DEFAULT_DEPTH

    def start(self, status: WorkerStatus) -> Callable[[int | Record], list[Puzzle]]:
        """Prepare a worker process; no external agent takes part, so the status stays unused."""
        return self.mine

    def on_failure(self, item: int | Record, failure: WorkerFailure) -> list[Puzzle]:
        """Raise WorkerDied, because the puzzles are unknown."""
        raise WorkerDied(f"a worker process that searched for puzzles {failure.description}.")

    def mine(self, item: int | Record) -> list[Puzzle]:
        """Return the puzzles of a record, or of the game with that number, which is played first."""
        if isinstance(item, Record):
            return puzzles_in(registry.game(item.setup), item, {}, self.depth)
        game = registry.game(self.setup)
        names = [self.agents[(item + seat) % len(self.agents)] for seat in range(game.players)]
        played_game = play(game, [agent(name) for name in names], game_seed(self.seed, item), MAX_TURNS)
        source = {"agents": names, "seed": self.seed, "game": item}
        return puzzles_in(game, record_of_game(game, played_game), source, self.depth)


def mine_puzzles(miner: PuzzleMiner, records: Sequence[Record], jobs: int) -> Generator[list[Puzzle], None, None]:
    """Yield the puzzles of one game after another; without records, games are played endlessly."""
    items: Iterable[int | Record] = records or count()
    if jobs == 1:
        yield from map(miner.mine, items)
    else:
        yield from run_local(miner, items, jobs)


def puzzles_in(game: Game, played: Record, source: dict[str, Any], depth: Depth) -> list[Puzzle]:
    """Return the puzzles of a record, the most promising first, up to a maximum for one game."""
    found: list[Puzzle] = []
    for decision in candidate_decisions(game, played):
        line, verdict = examine(game, seat_view(game, decision), depth)
        if verdict.is_clear and verdict.chance >= MIN_CHANCE:
            found.append(make_puzzle(game, decision, line, verdict, {**source, "move": decision.number}, depth))
        if len(found) == MAX_PER_GAME:
            break
    return found


def candidate_decisions(game: Game, played: Record) -> list[Decision]:
    """Return the first decisions of turns where a shallow search prefers one turn, by the size of its lead."""
    opening = [each for each in first_decisions(record_decisions(game, played)) if not each.is_forced]
    leads = {each.number: lead(game, seat_view(game, each)) for each in opening}
    found = [each for each in opening if leads[each.number] >= MIN_FIRST_LEAD]
    return sorted(found, key=lambda each: -leads[each.number])


def seat_view(game: Game, decision: Decision) -> PositionBytes:
    """Return the position from the view of the deciding seat."""
    return game.view(decision.before, decision.seat)


def lead(game: Game, position: PositionBytes) -> float:
    """Return the lead of the most visited turn over turns with another first move."""
    best, *others = search_choices(game, bytes(position), SHALLOW_DEPTH)
    rivals = [chance for move, visits, chance in others if move != best[0] and visits]
    return best[2] - max(rivals, default=0.0)


def examine(game: Game, position: PositionBytes, depth: Depth) -> tuple[tuple[int, ...], Verdict]:
    """Return the best turn and its verdict; the deep search is used only if a shallow one finds the turn clear."""
    line, verdict = best_turn_verdict(game, position, SHALLOW_DEPTH)
    return best_turn_verdict(game, position, depth) if verdict.is_clear else (line, verdict)


def best_turn_verdict(game: Game, position: PositionBytes, depth: Depth) -> tuple[tuple[int, ...], Verdict]:
    """Return the best turn and its verdict; a turn interrupted by another seat is not clear."""
    line = best_turn(game, position, depth, game.to_move(position))
    if not is_whole(game, position, line):
        return line, Verdict(0.0, line, 1.0)
    return line, judge(game, position, line, depth, is_quick=True)


def make_puzzle(
    game: Game, decision: Decision, line: tuple[int, ...], verdict: Verdict, source: dict[str, Any], depth: Depth
) -> Puzzle:
    """Return the puzzle of a decision and its clearly best turn."""
    position = seat_view(game, decision)
    rival_moves = [game.move_text(move) for move in verdict.rival]
    puzzle = Puzzle(
        id=puzzle_id(game, source),
        setup=game.setup,
        position=game.position_json(position),
        seat=decision.seat,
        turn=decision.turn,
        solution=tuple(game.move_text(move) for move in line),
        chance=round(verdict.chance, 4),
        alternative={"moves": rival_moves, "chance": round(verdict.rival_chance, 4)},
        difficulty=0,
        missed_by=(),
        explanation=explanation(game, position, line, decision.seat),
        source=source,
        simulations=depth.simulations,
        seed=depth.seed,
    )
    return rated(puzzle)


def puzzle_id(game: Game, source: dict[str, Any]) -> str:
    """Return an id that is unique within a file."""
    board = game.setup.get("board", game.setup["game"])
    numbers = [source[name] for name in ("seed", "game", "move") if name in source]
    return "-".join(map(str, [board, f"{game.players}p", *numbers]))


def explanation(game: Game, position: PositionBytes, line: tuple[int, ...], seat: int) -> dict[str, Any]:
    """Return why the turn is best: `wins` at once, `ends` the game, `scores` or `prepares`, with facts."""
    points = points_gained(game, position, line, seat)
    events = [event for event in notable_events(game, position, line) if actor(event, seat) == seat]
    now = position[:]
    for move in line:
        game.advance(now, move)
    is_over = game.ended_by(now) is not None
    wins = is_over and seat in game.scores(now).winners
    word = "wins" if wins else "ends" if is_over else "scores" if points > 0 else "prepares"
    return {"word": word, "points": points, "events": events}


def actor(event: dict[str, Any], seat: int) -> object:
    """Return the seat that caused an event; one that names no seat was caused by the seat whose turn it is."""
    return event.get("by", event.get("seat", seat))
