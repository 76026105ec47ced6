"""Mining: looking through games for turns that are clearly better than every other."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from kontor.agents.catalog import agent
from kontor.arena.play import game_seed, play, record
from kontor.arena.slate import Slate
from kontor.arena.workers import Loss, WorkerDied, shares
from kontor.core import registry
from kontor.core.game import Game, PositionBytes, Setup
from kontor.core.record import Record
from kontor.study.decisions import Decision, decisions
from kontor.study.deeds import points, stat_events
from kontor.study.looking import SURE
from kontor.study.puzzle import Puzzle
from kontor.study.rating import difficulty, missed_by
from kontor.study.turns import first_decisions, is_whole
from kontor.study.verifying import Depth, Verdict, best_turn, judged, tried

PROMISING = 0.05  # the lead at a first look that is worth a second one
WORTHWHILE = 0.15  # the chance that a solution has to leave: nobody enjoys the best way to lose
MOST_PER_GAME = 3
MOST_TURNS = 300
USUAL = Depth()
QUICK = Depth(40)


@dataclass(frozen=True)
class Seam:
    """Where puzzles are mined: records, or games of a setup that agents play for it."""

    setup: Setup = field(default_factory=dict)
    agents: Sequence[str] = ()
    seed: int = 1
    depth: Depth = USUAL

    def begin(self, slate: Slate) -> Callable[[int | Record], list[Puzzle]]:
        """Make ready in a worker process; no agent of a stranger takes part, so the slate stays empty."""
        return self.mine

    def lost(self, item: int | Record, loss: Loss) -> list[Puzzle]:
        """Nobody can say what was found."""
        raise WorkerDied(f"a worker process that looked for puzzles {loss.how}.")

    def mine(self, item: int | Record) -> list[Puzzle]:
        """The puzzles of a record, or of the game with that number, which is played first."""
        if isinstance(item, Record):
            return puzzles_in(registry.game(item.setup), item, {}, self.depth)
        game = registry.game(self.setup)
        names = [self.agents[(item + seat) % len(self.agents)] for seat in range(game.players)]
        made = play(game, [agent(name) for name in names], game_seed(self.seed, item), MOST_TURNS)
        source = {"agents": names, "seed": self.seed, "game": item}
        return puzzles_in(game, record(game, made), source, self.depth)


def mined(seam: Seam, records: Sequence[Record], jobs: int) -> Generator[list[Puzzle], None, None]:
    """What game after game yields; without records games are played without end."""
    items: Iterable[int | Record] = records or count()
    if jobs == 1:
        yield from map(seam.mine, items)
    else:
        yield from shares(seam, items, jobs)


def puzzles_in(game: Game, played: Record, source: dict[str, Any], depth: Depth) -> list[Puzzle]:
    """The puzzles of a record, looked for where one turn leads most, and not more than one game should give."""
    found: list[Puzzle] = []
    for decision in promising(game, played):
        line, verdict = looked_at(game, seen(game, decision), depth)
        if verdict.is_clear and verdict.chance >= WORTHWHILE:
            found.append(puzzle_of(game, decision, line, verdict, {**source, "move": decision.number}, depth))
        if len(found) == MOST_PER_GAME:
            break
    return found


def promising(game: Game, played: Record) -> list[Decision]:
    """The decisions that open a turn and at which one turn leads at a first look, by how much it does."""
    opening = [each for each in first_decisions(decisions(game, played)) if not each.is_forced]
    leads = {each.number: lead(game, seen(game, each)) for each in opening}
    found = [each for each in opening if leads[each.number] >= PROMISING]
    return sorted(found, key=lambda each: -leads[each.number])


def seen(game: Game, decision: Decision) -> PositionBytes:
    """The position as its seat saw it."""
    return game.view(decision.before, decision.seat)


def lead(game: Game, position: PositionBytes) -> float:
    """By how much the most tried turn leads those that begin in another way."""
    best, *others = tried(game, bytes(position), QUICK)
    rivals = [chance for move, visits, chance in others if move != best[0] and visits]
    return (best[2] - max(rivals, default=0)) / SURE


def looked_at(game: Game, position: PositionBytes, depth: Depth) -> tuple[tuple[int, ...], Verdict]:
    """The best turn and the verdict on it; a deep look is taken only where a shallow one finds it clear."""
    line, verdict = verdict_on(game, position, QUICK)
    return verdict_on(game, position, depth) if verdict.is_clear else (line, verdict)


def verdict_on(game: Game, position: PositionBytes, depth: Depth) -> tuple[tuple[int, ...], Verdict]:
    """The best turn and the verdict on it; one that somebody else's decision breaks off is not clear."""
    line = best_turn(game, position, depth, game.to_move(position))
    if not is_whole(game, position, line):
        return line, Verdict(0.0, line, 1.0)
    return line, judged(game, position, line, depth, is_quick=True)


def puzzle_of(
    game: Game, decision: Decision, line: tuple[int, ...], verdict: Verdict, source: dict[str, Any], depth: Depth
) -> Puzzle:
    """The puzzle of a decision and the turn that is clearly best there."""
    position = seen(game, decision)
    missed = missed_by(game, position, line)
    words = [game.move_text(move) for move in verdict.rival]
    return Puzzle(
        id=name_of(game, source),
        setup=game.setup,
        position=game.position_json(position),
        seat=decision.seat,
        turn=decision.turn,
        solution=tuple(game.move_text(move) for move in line),
        chance=round(verdict.chance, 4),
        alternative={"moves": words, "chance": round(verdict.rival_chance, 4)},
        difficulty=difficulty(missed),
        missed_by=tuple(missed),
        explanation=explanation(game, position, line, decision.seat),
        source=source,
        simulations=depth.simulations,
        seed=depth.seed,
    )


def name_of(game: Game, source: dict[str, Any]) -> str:
    """A name that tells puzzles of one file apart."""
    board = game.setup.get("board", game.setup["game"])
    numbers = [source[name] for name in ("seed", "game", "move") if name in source]
    return "-".join(map(str, [board, f"{game.players}p", *numbers]))


def explanation(game: Game, position: PositionBytes, line: tuple[int, ...], seat: int) -> dict[str, Any]:
    """Why the turn is best, as a word and facts: `wins` at once, `ends` the game, `scores`, or `prepares`."""
    done, gained = stat_events(game, position, line), points(game, position, line, seat)
    now = position[:]
    for move in line:
        game.advance(now, move)
    is_over = game.ended_by(now) is not None
    wins = is_over and seat in game.scores(now).winners
    word = "wins" if wins else "ends" if is_over else "scores" if gained > 0 else "prepares"
    return {"word": word, "points": gained, "deeds": done}
