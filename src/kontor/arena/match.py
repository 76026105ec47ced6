"""Matches: the games of a tournament, each between the agents that its number seats."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from hashlib import blake2b
from typing import Any

from kontor.agents import catalog
from kontor.arena.contestant import Contestant, Rationing, make_alarms_heard
from kontor.arena.lineups import lineup
from kontor.arena.play import Fault, Played, game_seed, play, record
from kontor.arena.records import record_text
from kontor.arena.slate import Slate
from kontor.arena.workers import Loss, WorkerDied
from kontor.core import registry
from kontor.core.game import Game, Setup
from kontor.core.record import TURN_CAP

VOID = "void"


@dataclass(frozen=True)
class Order:
    """Which games a tournament plays, the same for every process that takes part."""

    setup: Setup
    revision: int
    agents: tuple[str, ...]
    seed: int = 1
    cap: int = 1000
    rationing: Rationing = field(default_factory=Rationing)

    def json(self) -> dict[str, Any]:
        """The order as data, by which a journal knows it again."""
        return {**asdict(self), "agents": list(self.agents)}


@dataclass(frozen=True)
class SeatOutcome:
    """What a game came to for one seat; the times are seconds, forced moves not counted."""

    agent: str
    lines: dict[str, int]
    decisions: int
    seconds: float
    slowest: float

    @property
    def total(self) -> int:
        """The sum of all lines."""
        return sum(self.lines.values())


@dataclass(frozen=True)
class Outcome:
    """What the game of one number came to; of a void game only the fault counts."""

    number: int
    ended_by: str
    turns: int
    moves: int
    digest: str
    winners: list[int]
    seats: list[SeatOutcome]
    fault: Fault | None = None

    def json(self) -> dict[str, Any]:
        """The outcome as data."""
        return asdict(self)


def read_outcome(content: Mapping[str, Any]) -> Outcome:
    """An outcome from data."""
    seats = [SeatOutcome(**seat) for seat in content["seats"]]
    fault = content["fault"] and Fault(**content["fault"])
    return Outcome(**{**content, "seats": seats, "fault": fault})


@dataclass(frozen=True)
class Match:
    """A game that was played: what it came to, and its record and its moves if they are wanted."""

    outcome: Outcome
    record: str | None = None
    moves: list[int] | None = None


@dataclass(frozen=True)
class Errand:
    """Games of an order to be played elsewhere, with the files of strangers' agents by their paths."""

    order: Order
    keep_records: bool = False
    kernel: str | None = None
    sources: Mapping[str, bytes] = field(default_factory=dict)
    keep_moves: bool = False

    def begin(self, slate: Slate) -> Callable[[int], Match]:
        """Make ready in a worker process."""
        make_alarms_heard()
        return Host(self, slate).play

    def lost(self, number: int, loss: Loss) -> Match:
        """A game as far as it came when its worker was lost: the fault of the agent that was deciding."""
        if loss.moves is None:
            raise WorkerDied(f"the worker process of game {number + 1} {loss.how}.")
        return Host(self, Slate()).void(number, loss.moves, loss)


class Host:
    """Plays the games of an errand, each with agents nobody has asked anything before."""

    def __init__(self, errand: Errand, slate: Slate) -> None:
        self.errand, self.order, self.slate = errand, errand.order, slate
        self.game: Game = registry.game(self.order.setup, errand.kernel)
        self.make = partial(catalog.agent, sources=errand.sources)

    def play(self, number: int) -> Match:
        """Play the game of a number."""
        self.slate.wipe()
        seed, contestants = game_seed(self.order.seed, number), self.contestants(number)
        played = play(self.game, contestants, seed, self.order.cap, heard=self.slate.note)
        return self.match(number, contestants, played)

    def void(self, number: int, moves: list[int], loss: Loss) -> Match:
        """A game that was stopped after some moves, since whoever was to move took its process along."""
        position, contestants = self.game.start(), self.contestants(number)
        for move in moves:
            self.game.advance(position, move)
        seat = self.game.to_move(position)
        fault = replace(contestants[seat].lost(loss.how, loss.limit), seat=seat)
        return self.match(number, contestants, Played(moves, position, False, fault))

    def contestants(self, number: int) -> list[Contestant]:
        """Who plays the game of a number, seat by seat."""
        names = lineup(self.order.agents, self.game.players, number)
        return [Contestant(name, self.order.rationing, self.make, self.slate) for name in names]

    def match(self, number: int, contestants: Sequence[Contestant], played: Played) -> Match:
        """What a game came to, with its record and its moves if they are wanted."""
        outcome = outcome_of(self.game, number, contestants, played)
        text = record_text(record(self.game, played)) if self.errand.keep_records else None
        return Match(outcome, text, played.moves if self.errand.keep_moves else None)


def outcome_of(game: Game, number: int, contestants: Sequence[Contestant], played: Played) -> Outcome:
    """What a game came to, capped or not, as it stands. [HT-TRN-8]"""
    sheet = game.scores(played.position)
    seats = [
        SeatOutcome(each.name, dict(score.lines), each.decisions, each.seconds, each.slowest)
        for each, score in zip(contestants, sheet.scores, strict=True)
    ]
    return Outcome(
        number=number,
        ended_by=VOID if played.fault else game.ended_by(played.position) or TURN_CAP,
        turns=game.turn(played.position),
        moves=len(played.moves),
        digest=digest_of(played.moves),
        winners=[] if played.fault else list(sheet.winners),
        seats=seats,
        fault=played.fault,
    )


def digest_of(moves: Sequence[int]) -> str:
    """A short text that depends on every move."""
    return blake2b(" ".join(map(str, moves)).encode(), digest_size=8).hexdigest()
