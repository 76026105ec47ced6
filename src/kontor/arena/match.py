"""Matches: the games of a tournament, each between the agents that its number seats."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from hashlib import blake2b
from pathlib import Path
from typing import Any

from kontor.arena.contestant import Contestant, Rationing
from kontor.arena.lineups import lineup
from kontor.arena.play import Fault, Played, game_seed, play, record
from kontor.arena.records import write_record
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
class Errand:
    """The games of an order that are to be played now, and where their records go."""

    order: Order
    numbers: Sequence[int]
    records: str | None = None
    kernel: str | None = None


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


def play_match(game: Game, order: Order, number: int) -> tuple[Played, Outcome]:
    """Play the game of a number, with agents nobody has asked anything before."""
    names = lineup(order.agents, game.players, number)
    contestants = [Contestant(name, order.rationing) for name in names]
    played = play(game, contestants, game_seed(order.seed, number), order.cap)
    return played, outcome_of(game, number, contestants, played)


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


def play_share(errand: Errand, jobs: int, job: int) -> Generator[Outcome, None, None]:
    """The outcomes of the games that fall to one of several jobs."""
    order = errand.order
    game = registry.game(order.setup, errand.kernel)
    for number in errand.numbers[job::jobs]:
        played, outcome = play_match(game, order, number)
        if errand.records is not None:
            write_record(Path(errand.records), number, record(game, played))
        yield outcome
