"""Batches: many games of one configuration that are stepped together by one call.

Chance moves and the seats of built-in policies are played inside the kernel. A game waits when a seat with an
external policy has to decide. The observation and the legal moves of that seat are written into arrays of the caller,
which must not change them: the next step writes only what differs.
"""

from __future__ import annotations

from array import array
from typing import Any, Final

from kontor.kernel.arguments import MOST_INT, checked_number, checked_policies, checked_seed
from kontor.kernel.base_position import Snapshots
from kontor.kernel.bit_sets import bit, has_bit
from kontor.kernel.engine import LIGHT, BaseEngine
from kontor.kernel.generator import Generator, scramble
from kontor.kernel.observation import Observer
from kontor.kernel.runtime.array_checks import check_batch_rows, checked_moves
from kontor.kernel.runtime.dialect import (
    BitSets,
    Cells,
    Ints,
    UInt64,
    copy_cells,
    copy_sets,
    exported,
)
from kontor.kernel.seats import CHANCE_CELL

EXTERNAL: Final = 2  # policy of a seat whose moves come from outside the kernel
WAITING: Final = 0  # state of a game: an external decision is due
FINISHED_GAME: Final = 1  # state of a game: it is over
CAPPED: Final = 2  # state of a game: its turn number passed the cap
NOBODY: Final = -1
HINT_STREAM: Final = 1  # separates the random numbers of hints from those of the game
SET_SHIFT: Final = 6
MOVES_IN_SET: Final = 1 << SET_SHIFT  # moves in a set of legal moves

RandomStates = BitSets  # which also is an array of numbers of 64 bits


def write_block(moves: UInt64, mask_bytes: Cells, mask: Cells, at: int) -> None:
    """Write a set of legal moves into a mask, eight moves at a time."""
    for n in range(0, MOVES_IN_SET, 8):
        copy_cells(mask, at + n, mask_bytes, 8 * (moves >> n & 255), 8)


def write_last_block(moves: UInt64, count: int, mask: Cells, at: int) -> None:
    """Write the set of the last legal moves, of which there may be fewer, into a mask."""
    for n in range(count):
        mask[at + n] = moves >> n & 1


class Batch:
    """Games of one configuration, each with its own stream of random numbers."""

    engine: BaseEngine
    observer: Observer
    cap: int
    moves: int  # how many moves, from 0 on, the masks have room for
    seat_policies: list[bytes]  # game -> the policy of every seat
    hint_policies: bytes  # the policies that suggest hints; empty for no hints
    start: Snapshots  # one
    snapshots: Snapshots  # game -> its position, with what is derived from it
    generator: Generator  # of the game that is played on
    random_states: RandomStates  # 2 * game -> the state of its generator, then that of its hints
    games: int
    observations: Cells
    terminal_observations: Cells  # game -> what the seat that acted last saw of its end
    shown: Ints  # game -> the seat to which its observation shows the position of its snapshot, or NOBODY
    masks: Cells
    blocks: int  # sets in which a game has its legal moves
    allowed: BitSets  # game * blocks + block -> the legal moves that the mask shows
    legal: BitSets  # block -> the legal moves of the loaded game
    no_moves: BitSets
    mask_bytes: Cells  # eight moves of a set as a number, times 8 -> their eight bytes in a mask
    seats: Ints
    states: Ints
    hints: Ints

    def __init__(
        self,
        engine: BaseEngine,
        observer: Observer,
        start_position: bytearray,
        seat_policies: list[bytes],
        hint_policies: bytes,
        cap: Any,
        moves: Any,
        rows: Any,
    ) -> None:
        engine.load_checked(start_position)
        players = engine.base_position.players
        if observer.engine is not engine:
            raise ValueError("the observer belongs to another engine: use one that this engine made.")
        self.engine = engine
        self.observer = observer
        self.games = len(seat_policies)
        self.start = Snapshots(engine.base_position, 1)
        self.seat_policies = [
            checked_policies(policies, players, EXTERNAL, "a row of seat policies") for policies in seat_policies
        ]
        self.hint_policies = b""
        if len(hint_policies):
            self.hint_policies = checked_policies(hint_policies, players, LIGHT, "the hint policies")
        self.cap = checked_number(cap, 0, MOST_INT, "the cap of turns")
        self.moves = checked_number(moves, 1, MOST_INT, "the number of moves")
        self.snapshots = Snapshots(engine.base_position, self.games)
        self.generator = Generator(0)
        self.random_states = array("Q", bytes(16 * self.games))
        checked = check_batch_rows(rows, self.games, observer.width, self.moves)
        self.observations, self.terminal_observations, self.masks, self.seats, self.states, self.hints = checked
        self.shown = array("i", [NOBODY] * self.games)
        self.blocks = (self.moves + MOVES_IN_SET - 1) // MOVES_IN_SET
        self.allowed = array("Q", bytes(8 * self.games * self.blocks))
        self.legal = array("Q", bytes(8 * self.blocks))
        self.no_moves = array("Q", bytes(8 * self.blocks))
        self.mask_bytes = bytearray([moves >> n & 1 for moves in range(256) for n in range(8)])

    @exported
    def begin(self, game: Any, seed: Any) -> None:
        """Start a game from the start position."""
        number: int = checked_number(game, 0, self.games - 1, "the game")
        start: UInt64 = checked_seed(seed)
        self.engine.base_position.restore(self.start)
        self.random_states[2 * number] = scramble(start)
        self.random_states[2 * number + 1] = scramble(scramble(start ^ HINT_STREAM))
        self.shown[number] = NOBODY
        self.run_game(number)

    @exported
    def begin_at(self, game: Any, position: bytearray, state: Any, hint_state: Any) -> None:
        """Continue a game from a position with the given states of its generators; its hint stays as it is."""
        number: int = checked_number(game, 0, self.games - 1, "the game")
        game_state: UInt64 = checked_seed(state)
        state_of_hints: UInt64 = checked_seed(hint_state)
        self.engine.load_checked(position)
        self.random_states[2 * number] = game_state
        self.random_states[2 * number + 1] = state_of_hints
        self.shown[number] = NOBODY
        self.run_to_decision(number)

    @exported
    def generator_states(self, game: Any) -> tuple[Any, Any]:
        """Return the state of a game's generator and that of its hints."""
        number: int = checked_number(game, 0, self.games - 1, "the game")
        return self.random_states[2 * number], self.random_states[2 * number + 1]

    @exported
    def step(self, chosen: Any) -> int:
        """Make a move in every game and return -1; if one is illegal, change nothing and return its game."""
        moves: Ints = checked_moves(chosen)
        if len(moves) != self.games:
            raise ValueError(f"{len(moves)} moves for {self.games} games: give one for each.")
        for game in range(self.games):
            if not self.is_offered(game, moves[game]):
                return game
        for game in range(self.games):
            self.engine.base_position.restore(self.snapshots, game)
            self.engine.make(moves[game])
            self.run_game(game)
        return -1

    @exported
    def position(self, game: Any) -> bytearray:
        """Return the position of a game."""
        number: int = checked_number(game, 0, self.games - 1, "the game")
        self.engine.base_position.restore(self.snapshots, number)
        return self.engine.position_copy()

    def is_offered(self, game: int, move: int) -> bool:
        """Return whether a game waits for a move that is legal in it."""
        if not 0 <= move < self.moves:
            return False
        return has_bit(self.allowed[game * self.blocks + move // MOVES_IN_SET], move % MOVES_IN_SET)

    def run_game(self, game: int) -> None:
        """Play on from the loaded position until the game waits or ends, and write its rows and its hint."""
        self.run_to_decision(game)
        self.write_hint(game)

    def run_to_decision(self, game: int) -> None:
        """Play on from the loaded position until the game waits or ends, and write its rows."""
        self.generator.state = self.random_states[2 * game]
        self.states[game] = self.play_until_waiting(game)
        self.random_states[2 * game] = self.generator.state
        self.write_rows(game)
        self.engine.base_position.save(self.snapshots, game)

    def play_until_waiting(self, game: int) -> int:
        """Make chance moves and the moves of built-in policies until the game waits or ends; return its state."""
        engine = self.engine
        policies: bytes = self.seat_policies[game]
        while not engine.is_over():
            if engine.turn_number() > self.cap:
                return CAPPED
            decider = engine.decider()
            if decider != CHANCE_CELL and policies[decider] == EXTERNAL:
                return WAITING
            engine.list_moves()
            engine.make(engine.choose(self.generator, policies))
        return FINISHED_GAME

    def write_rows(self, game: int) -> None:
        """Write the deciding seat of the loaded game, its observation and its mask; its snapshot is that before."""
        p, seat = self.engine.base_position, NOBODY
        copy_sets(self.legal, 0, self.no_moves, 0, self.blocks)
        if self.states[game] == WAITING:
            seat = self.engine.decider()
            self.engine.list_moves()
            self.collect_moves(p.offers, p.offered, self.legal)
            self.write_observation(game, seat)
        else:
            self.write_end(game, self.shown[game])
        self.write_mask(self.legal, self.allowed, game)
        self.seats[game] = seat
        self.shown[game] = seat

    def write_observation(self, game: int, seat: int) -> None:
        """Write what a seat sees of the loaded game, only the changes if the row shows the snapshot to it."""
        p, at = self.engine.base_position, game * self.observer.width
        if self.shown[game] == seat:
            self.observer.update(p, self.snapshots.cells, game * p.size, seat, self.observations, at)
        else:
            self.observer.write(p, seat, self.observations, at)

    def write_end(self, game: int, seat: int) -> None:
        """Write what the seat that acted last sees of the end of the loaded game, if any seat acted."""
        if seat != NOBODY:
            at = game * self.observer.width
            self.observer.write(self.engine.base_position, seat, self.terminal_observations, at)

    def collect_moves(self, offers: Ints, offered: int, legal: BitSets) -> None:
        """Collect the legal moves, which ascend, in sets that are empty."""
        block = -1
        moves: UInt64 = 0
        while offered and offers[offered - 1] >= self.moves:  # no mask shows it
            offered -= 1
        for n in range(offered):
            move = offers[n]
            # A set is written as often as it gets a move, but never read again, which would wait.
            moves = (moves if move >> SET_SHIFT == block else 0) | bit(move & MOVES_IN_SET - 1)
            block = move >> SET_SHIFT
            legal[block] = moves

    def write_mask(self, legal: BitSets, allowed: BitSets, game: int) -> None:
        """Write the sets of legal moves that differ from those the mask of a game shows."""
        first, last, at = game * self.blocks, self.blocks - 1, game * self.moves
        for block in range(last):
            if legal[block] != allowed[first + block]:
                allowed[first + block] = legal[block]
                write_block(legal[block], self.mask_bytes, self.masks, at + block * MOVES_IN_SET)
        if legal[last] != allowed[first + last]:
            allowed[first + last] = legal[last]
            count = self.moves - last * MOVES_IN_SET
            write_last_block(legal[last], count, self.masks, at + last * MOVES_IN_SET)

    def write_hint(self, game: int) -> None:
        """Write the move of the hint policies if there are any and the game waits; the moves must be listed."""
        if len(self.hint_policies) and self.states[game] == WAITING:
            self.generator.state = self.random_states[2 * game + 1]
            self.hints[game] = self.engine.choose(self.generator, self.hint_policies)
            self.random_states[2 * game + 1] = self.generator.state
