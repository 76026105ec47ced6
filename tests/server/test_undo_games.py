"""Undo at every number of many random games, compared with an independent definition."""

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kontor.core.game import Game
from kontor.core.record import Record
from kontor.core.values import PositionBytes, Seat
from kontor.kernel.seats import CHANCE, GAME_OVER
from kontor.server.errors import Forbidden, Invalid
from kontor.server.service import undo
from kontor.server.service.match import Match
from kontor.server.service.play import move_batch, undo_batch
from kontor.server.service.tables import configured, first_batch
from kontor.server.store.entries import CLOCK, COMPUTER, PLAYER, Entry, EntryBatch
from kontor.server.store.table_info import HUMAN, SeatInfo, TableInfo
from tests.server.live_server import Client, LiveServer
from tests.server.test_moves import seat_all

SETUPS: dict[str, dict[str, Any]] = {
    "hansa for 2": {"game": "hansa", "players": 2},
    "hansa for 4": {"game": "hansa", "players": 4},
    "teutonica for 2": {"game": "teutonica", "players": 2},
    "teutonica for 3": {"game": "teutonica", "players": 3},
    "teutonica with missions": {"game": "teutonica", "players": 4, "modules": ["mission-cards"]},
}
MOST_ENTRIES = 350
UNDO_SHARE, WILD_SHARE, ABSENT_SHARE = 0.15, 0.3, 0.03


class Expected:
    """How far the last player may go back, updated while the line of moves grows and shrinks.

    A player who moves again may go back as far as before; after a move of another seat only to there. Chance moves,
    moves of computers and clocks, and moves that the rules make final cannot be taken back.
    """

    def __init__(self, game: Game, start: PositionBytes) -> None:
        self.game = game
        self.positions = [start[:]]
        self.deciders: list[Seat] = []
        self.floors = [0]

    def take(self, entry: Entry) -> None:
        """Apply an entry of the log."""
        if entry.length is not None:
            del self.positions[entry.length + 1 :], self.floors[entry.length + 1 :], self.deciders[entry.length :]
            return
        before, after = self.positions[-1], self.positions[-1][:]
        self.game.advance(after, self.game.parse_move(entry.words))
        decider = self.game.to_move(before)
        self.floors.append(self._floor(entry, decider, self.stands(before, after, entry.words)))
        self.deciders.append(decider)
        self.positions.append(after)

    def _floor(self, entry: Entry, decider: Seat, stands: bool) -> int:
        length = len(self.deciders)
        if decider == CHANCE or entry.by != PLAYER or stands:
            return length + 1
        return self.floors[-1] if self.deciders[-1:] == [decider] else length

    def stands(self, before: PositionBytes, after: PositionBytes, words: str) -> bool:
        """Return whether a move of Hansa places the first post, or ends the turn. [H-PURSE-2]"""
        if self.game.setup["game"] != "hansa":
            return False
        handed_over = self.game.position_json(before)["active"] != self.game.position_json(after)["active"]
        return words.startswith("place ") or handed_over

    @property
    def over(self) -> bool:
        """Whether the game is over, when nothing is taken back any more."""
        return self.game.to_move(self.positions[-1]) == GAME_OVER

    @property
    def length(self) -> int:
        """The length of the line."""
        return len(self.deciders)

    @property
    def floor(self) -> int:
        """How far back the last player may go."""
        return self.length if self.over else self.floors[-1]


def table(setup: dict[str, Any], policy: str) -> tuple[Match, EntryBatch]:
    """Return a table of people that has just begun, and the chance moves of its set-up."""
    game = configured(setup)
    seats = tuple(SeatInfo(seat, HUMAN, f"person {seat}") for seat in range(game.players))
    table_info = TableInfo("table", "person 0", "", game.setup, None, game.revision, True, policy, None, 0, 0, seats)
    return Match(table_info), first_batch(table_info, game, Record(game.setup, revision=game.revision))


SEEDS, POLICIES = st.integers(0, 2**32), st.sampled_from([undo.OWN, undo.AGREED])


@pytest.mark.parametrize("setup", SETUPS.values(), ids=SETUPS.keys())
@given(seed=SEEDS, policy=POLICIES)
@settings(max_examples=5, deadline=None)
def test_undo_goes_exactly_as_far_back_as_it_may(setup: dict[str, Any], seed: int, policy: str) -> None:
    play_through(setup, seed, policy)


@pytest.mark.soak
@pytest.mark.parametrize("setup", SETUPS.values(), ids=SETUPS.keys())
@given(seed=SEEDS, policy=POLICIES)
@settings(max_examples=200, deadline=None)
def test_undo_goes_exactly_as_far_back_in_many_games(setup: dict[str, Any], seed: int, policy: str) -> None:
    play_through(setup, seed, policy)


def play_through(setup: dict[str, Any], seed: int, policy: str) -> None:
    """Play a random game, and check at every number what can be taken back."""
    match, batch = table(setup, policy)
    expected, chance = Expected(match.game, match.timeline.position), random.Random(seed)
    while True:
        match.follow(batch.entries)
        for entry in batch.entries:
            expected.take(entry)
        check(match, expected)
        if match.over or match.number > MOST_ENTRIES:
            return
        batch = next_batch(match, expected, chance)


def next_batch(match: Match, expected: Expected, chance: random.Random) -> EntryBatch:
    """Return the next batch: an undo if possible, a good or a random move, sometimes one by the server."""
    if expected.floor < expected.length and chance.random() < UNDO_SHARE:
        return undo_batch(match, expected.deciders[-1], chance.randrange(expected.floor, expected.length))
    position = match.timeline.position
    by = chance.choice([COMPUTER, CLOCK]) if chance.random() < ABSENT_SHARE else PLAYER
    wild = chance.random() < WILD_SHARE
    move = chance.choice(match.game.legal_moves(position)) if wild else suggested(match.game, position, chance)
    return move_batch(match, move, by)


def suggested(game: Game, position: PositionBytes, chance: random.Random) -> int:
    """Return the move of a quick policy."""
    return game.suggest(position, chance.getrandbits(63), "light")


def check(match: Match, expected: Expected) -> None:
    """Check the position of a table, and which seat may go back to which lengths."""
    assert match.timeline.position == expected.positions[-1]
    assert len(match.timeline.line) == expected.length
    last = expected.deciders[-1] if expected.deciders else None
    for length in (-1, 0, *range(expected.floor - 1, expected.length + 2)):
        assert may_go_back(match, last, length) == (expected.floor <= length < expected.length), length
    agreed = match.table.undo == undo.AGREED
    for seat in range(match.game.players):
        may = expected.floor < expected.length and (agreed or seat == last)
        assert may_go_back(match, seat, expected.length - 1) == may
        assert not may_go_back(match, seat, expected.floor - 1)


def may_go_back(match: Match, seat: Seat | None, length: int) -> bool:
    """Return whether the player of a seat may go back to a length, or vote for it."""
    try:
        undo.check(match, () if seat is None else (seat,), length)
    except (Invalid, Forbidden):
        return False
    return True


@pytest.mark.anyio
@pytest.mark.parametrize("setup", [SETUPS["hansa for 2"], SETUPS["teutonica for 3"]], ids=["hansa", "teutonica"])
async def test_the_api_takes_back_as_much(server: LiveServer, setup: dict[str, Any]) -> None:
    opened, clients = await seat_all(server, setup)
    chance, id, state = random.Random(7), opened["id"], opened["state"]
    expected = Expected(configured(setup), configured(setup).start())
    seen = opened["entries"]
    while not state["over"] and state["number"] < MOST_ENTRIES // 8:
        for entry in seen:
            expected.take(
                Entry(entry["number"], entry["kind"], entry["seat"], entry["by"], entry["words"], 0, entry["length"])
            )
        await check_answers(clients, id, state["number"], expected)
        answer = await step(clients, id, state["number"], expected, chance)
        seen, state = answer["entries"], answer["state"]


async def check_answers(clients: list[Client], id: str, number: int, expected: Expected) -> None:
    """Check that no client is offered, or can do, more than the last player, who cannot go too far either."""
    last = expected.deciders[-1]
    for seat, client in enumerate(clients):
        offered = (await client.look(id, since=number))["state"]["undo"]
        may = seat == last and expected.floor < expected.length
        assert offered["floor"] == (expected.floor if may else expected.length)
        if expected.floor:
            assert (await client.undo(id, number, expected.floor - 1)).status_code == 422
        if not may:
            assert not (await client.undo(id, number)).is_success


async def step(clients: list[Client], id: str, number: int, expected: Expected, chance: random.Random) -> Any:
    """Undo as far as possible now and then, else move."""
    position = expected.positions[-1]
    if expected.floor < expected.length and chance.random() < UNDO_SHARE:
        answer = await clients[expected.deciders[-1]].undo(id, number, expected.floor)
    else:
        words = expected.game.move_text(suggested(expected.game, position, chance))
        answer = await clients[expected.game.to_move(position)].move(id, number, words)
    assert answer.status_code == 200, answer.text
    return answer.json()
