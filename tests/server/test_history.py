"""Past states of a match equal a plain replay of its log at every number, at a constant cost."""

import random
from collections.abc import Iterable
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kontor.core.game import Game
from kontor.core.record import Record
from kontor.core.values import PositionBytes, Seat
from kontor.kernel.seats import CHANCE
from kontor.server.service import undo
from kontor.server.service.game_clock import BUDGET, PER_TURN, ClockRule, CorrespondenceRule, read_rule
from kontor.server.service.match import Match
from kontor.server.service.move_line import SPACING
from kontor.server.service.play import move_batch, undo_batch
from kontor.server.service.tables import configured, first_batch
from kontor.server.service.timeline import Timeline
from kontor.server.store.entries import CLOCK, PLAYER, UNDO, Entry, EntryBatch
from kontor.server.store.table_info import HUMAN, SeatInfo, TableInfo

SETUPS: dict[str, dict[str, Any]] = {
    "hansa": {"game": "hansa", "players": 3},
    "teutonica": {"game": "teutonica", "players": 2},
    "missions": {"game": "teutonica", "players": 3, "modules": ["mission-cards"]},
}
UNDO_SHARE = 0.3
LONGEST_WAIT = 9000  # milliseconds
SEEDS = st.integers(0, 2**32)
RULES = st.sampled_from([None, ClockRule(PER_TURN, 600), ClockRule(BUDGET, 600, 7)])


class PlainReplay:
    """A game replayed entry by entry with plain lists; an undo replays the whole line."""

    def __init__(self, game: Game, start: PositionBytes, rule: ClockRule | None) -> None:
        self.game = game
        self.start = start
        self.rule = rule
        self.position = start[:]
        self.line: list[tuple[int, Seat | None]] = []
        self.deciders = [game.to_move(start)]
        self.by_seat: dict[int, int] = {}
        self.by_turn: dict[int, int] = {}

    def take(self, entry: Entry) -> None:
        """Apply an entry."""
        if self.rule and entry.spent:
            seat, start = self.deciders[-1], self.turn_start()
            self.by_seat[seat] = self.by_seat.get(seat, 0) + entry.spent
            self.by_turn[start] = self.by_turn.get(start, 0) + entry.spent
        if entry.kind == UNDO:
            self.go_back(entry.length or 0)
        else:
            self.line.append((self.game.parse_move(entry.words), entry.seat))
            self.game.advance(self.position, self.line[-1][0])
            self.deciders.append(self.game.to_move(self.position))

    def go_back(self, length: int) -> None:
        """Replay the line up to a length."""
        del self.line[length:], self.deciders[length + 1 :]
        self.position = self.start[:]
        for move, _ in self.line:
            self.game.advance(self.position, move)
        self.by_turn = {start: used for start, used in self.by_turn.items() if start <= length}

    def turn_start(self) -> int:
        """Return the length at which the turn of the seat to move began."""
        start = len(self.deciders) - 1
        while start > 0 and self.deciders[start - 1] in (self.deciders[-1], CHANCE):
            start -= 1
        return start

    def time_left(self, rule: ClockRule, seat: Seat) -> int:
        """Return the milliseconds a seat has left."""
        asked = [decider for decider in self.deciders if decider != CHANCE]
        if rule.kind == BUDGET:
            gained = rule.increment * sum(one == seat != other for one, other in pairwise(asked))
            return 1000 * (rule.seconds + gained) - self.by_seat.get(seat, 0)
        used = self.by_turn.get(self.turn_start(), 0) if self.deciders[-1] == seat else 0
        return 1000 * rule.seconds - used


def new_match(setup: dict[str, Any], rule: ClockRule | None) -> tuple[Match, EntryBatch]:
    """Return a table of people that has just begun, and the batch with the chance moves of its set-up."""
    game = configured(setup)
    seats = tuple(SeatInfo(seat, HUMAN, f"person {seat}") for seat in range(game.players))
    clock = rule.json() if rule else None
    table_info = TableInfo(
        "table", "person 0", "", game.setup, None, game.revision, True, undo.OWN, clock, 0, 0, seats
    )
    return Match(table_info), first_batch(table_info, game, Record(game.setup, revision=game.revision))


def with_times(batch: EntryBatch, chance: random.Random) -> Iterable[Entry]:
    """Return the entries of a batch, the first of which took some time."""
    first, *rest = batch.entries
    spent = chance.randrange(LONGEST_WAIT) if first.by in (PLAYER, CLOCK) else 0
    return [Entry(first.number, first.kind, first.seat, first.by, first.words, first.at, first.length, spent), *rest]


def next_batch(match: Match, chance: random.Random) -> EntryBatch:
    """Return an undo if one is possible and chance decides so, else a move."""
    lowest, longest = undo.reach(match).floor, len(match.timeline.line)
    seat = undo.last_seat(match)
    if seat is not None and lowest < longest and chance.random() < UNDO_SHARE:
        return undo_batch(match, seat, chance.randrange(lowest, longest))
    move = match.game.suggest(match.timeline.position, chance.getrandbits(63), "light")
    return move_batch(match, move, PLAYER)


def played(setup: dict[str, Any], rule: ClockRule | None, seed: int, entries: int) -> Match:
    """Return a match with so many entries, some of which are undos."""
    match, batch = new_match(setup, rule)
    match.follow(batch.entries)
    chance = random.Random(seed)
    while match.number < entries and not match.over:
        match.follow(with_times(next_batch(match, chance), chance))
    return match


def check_equal(timeline: Timeline, plain: PlainReplay) -> None:
    """Compare all parts of a past state."""
    assert timeline.position == plain.position
    assert (timeline.line.moves(), timeline.line.length) == ([move for move, _ in plain.line], len(plain.line))
    assert timeline.to_move == plain.deciders[-1]
    if plain.rule is not None:
        assert timeline.clock is not None
        for seat in range(timeline.game.players):
            assert timeline.clock.left(timeline.line, seat) == plain.time_left(plain.rule, seat)


def check_history(match: Match) -> None:
    """Compare every past state of a match with a plain replay."""
    rule = read_rule(match.table.clock)
    assert not isinstance(rule, CorrespondenceRule)
    plain = PlainReplay(match.game, match.at(0).position, rule)
    check_equal(match.at(0), plain)
    for entry in match.entries:
        before = plain.position[:]
        plain.take(entry)
        timeline = match.at(entry.number)
        check_equal(timeline, plain)
        (applied,) = match.replay(entry.number - 1, entry.number)
        assert (applied.before, applied.entry) == (before, entry)
    assert [each.entry for each in match.since(0)] == match.entries


@pytest.mark.parametrize("setup", SETUPS.values(), ids=SETUPS.keys())
@given(seed=SEEDS, rule=RULES)
@settings(max_examples=4, deadline=None)
def test_every_past_state_equals_a_plain_replay(setup: dict[str, Any], seed: int, rule: ClockRule | None) -> None:
    check_history(played(setup, rule, seed, 250))


@pytest.mark.soak
@pytest.mark.parametrize("setup", SETUPS.values(), ids=SETUPS.keys())
@given(seed=SEEDS, rule=RULES)
@settings(max_examples=100, deadline=None)
def test_every_past_state_of_many_games(setup: dict[str, Any], seed: int, rule: ClockRule | None) -> None:
    check_history(played(setup, rule, seed, 900))


class CountingGame:
    """A game that counts how many moves are made in it."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.advanced = 0

    def __getattr__(self, name: str) -> Any:
        """Return any other attribute of the game."""
        return getattr(self.game, name)

    def advance(self, position: PositionBytes, move: int) -> None:
        """Make a move and count it."""
        self.advanced += 1
        self.game.advance(position, move)


@pytest.mark.parametrize("length", [100, 300])
def test_looking_back_and_undo_replay_a_few_moves_however_long_the_game(length: int) -> None:
    match = played(SETUPS["hansa"], None, 1, length)
    game: Any = CountingGame(match.game)
    match.game = match.timeline.game = game
    for number in range(match.number + 1):
        game.advanced = 0
        match.at(number)
        assert game.advanced < SPACING
    assert advanced_by_undo(match, game) < SPACING


def advanced_by_undo(match: Match, game: CountingGame) -> int:
    """Return how many moves an undo replays."""
    chance = random.Random(1)
    while True:
        batch = next_batch(match, chance)
        game.advanced = 0
        match.follow(batch.entries)
        if batch.entries[0].kind == UNDO:
            return game.advanced
