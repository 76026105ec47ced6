"""The contract of a game: properties that every configuration must have, checked while a game is played."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence

from kontor.core.agent import Agent, Budget, Uniform, chance_move
from kontor.core.game import Game
from kontor.core.record import Record, read_record, record_of, replay
from kontor.core.values import IllegalMove, PositionBytes, Seat
from kontor.kernel.generator import Generator
from kontor.kernel.seats import CHANCE, GAME_OVER

Invariant = Callable[[Game, PositionBytes], str | None]
"""A check of a game on every position: it returns None, or a text that says what is wrong."""

SAMPLES = 4


class ContractBroken(AssertionError):
    """Raised when a game breaks the contract; the text says after how many moves and how."""


def check_game(
    game: Game,
    seed: int = 1,
    cap: int = 500,
    agent: Agent | None = None,
    invariants: Sequence[Invariant] = (),
) -> Record:
    """Play one game of at most `cap` moves, check every position, and return the record."""
    return ContractChecker(game, seed, agent or Uniform(), invariants).play(cap)


def check_playout(game: Game, seed: int, agents: Sequence[str], cap: int) -> Record:
    """Play one game inside the kernel, check that its moves replay to the same bytes, and return the record."""
    position = game.start()
    playout = game.play_out(position, seed, agents, cap, keep_moves=True)
    record = record_of(game, list(playout.moves), position, capped=True)
    if len(playout.moves) != playout.decisions:
        raise ContractBroken(f"a playout reports {playout.decisions} decisions but {len(playout.moves)} moves.")
    if replay(game, record) != position:
        raise ContractBroken("a playout ends in other bytes than its moves made one by one.")
    return record


class ContractChecker:
    """Plays one game and checks every position."""

    def __init__(self, game: Game, seed: int, agent: Agent, invariants: Sequence[Invariant]) -> None:
        self.game = game
        self.agent = agent
        self.invariants = invariants
        self.generator = Generator(seed)
        self.sampler = Generator(~seed & 0xFFFFFFFF)
        self.position = game.start()
        self.played: list[int] = []

    def require(self, holds: bool, broken: str) -> None:
        """Raise ContractBroken with a text unless a condition holds."""
        if not holds:
            raise ContractBroken(f"after {len(self.played)} moves of {self.game.setup}: {broken}.")

    def play(self, cap: int) -> Record:
        """Play the game, check every position and return the checked record."""
        self.check_position()
        while self.game.to_move(self.position) != GAME_OVER and len(self.played) < cap:
            self.make(self.choose())
            self.check_position()
        return self.check_record()

    def choose(self) -> int:
        """Return a chance move, or the move of the agent for its view."""
        seat = self.game.to_move(self.position)
        if seat == CHANCE:
            return chance_move(self.game, self.position, self.generator)
        view = self.game.view(self.position, seat)
        return self.agent.choose(self.game, view, Budget(), self.generator)

    def make(self, move: int) -> None:
        """Check the events and redacted texts of a move, then make it."""
        before = self.position[:]
        turn = self.game.turn(before)
        for event in self.game.events(self.position, move):
            json.dumps({"event": event.name, **event.facts})
            self.require(event.seats is None or not self.game.all_public, "a public game has a secret event")
        for seat in self.viewers():
            text = self.game.redacted_move(self.position, move, seat)
            self.require(bool(text), "a redacted move has no text")
            is_whole = text == self.game.move_text(move)
            self.require(is_whole or not self.game.all_public, "a public game has a secret move")
        self.require(self.position == before, "computing the events of a move changes the position")
        self.game.advance(self.position, move)
        self.played.append(move)
        self.require(len(self.position) == len(before), "a move changes the size of the position")
        self.require(self.game.turn(self.position) >= turn, "the turn number falls")

    def viewers(self) -> list[Seat | None]:
        """Return every seat and None for a spectator."""
        return [None, *range(self.game.players)]

    def check_position(self) -> None:
        """Run all checks on the position, none of which may change it."""
        before = self.position[:]
        moves = list(self.game.legal_moves(self.position))
        self.check_moves(moves)
        self.check_refusals(moves)
        self.check_notation(moves)
        self.check_chance(moves)
        self.check_views(moves)
        self.check_scores()
        self.check_json()
        for invariant in self.invariants:
            problem = invariant(self.game, self.position)
            self.require(problem is None, str(problem))
        self.require(self.position == before, "a method that only reads changes the position")

    def check_moves(self, moves: list[int]) -> None:
        """Check that legal moves are ascending and unique, and empty only at the end."""
        is_over = self.game.to_move(self.position) == GAME_OVER
        self.require(moves == sorted(set(moves)), "the legal moves are not in ascending order")
        self.require(
            all(0 <= move < self.game.move_count for move in moves), "the number of a legal move is out of range"
        )
        self.require(bool(moves) != is_over, "the legal moves are empty before the end, or not empty after it")
        ending = self.game.ended_by(self.position)
        self.require((ending is not None) == is_over, f"the ending is {ending} but is_over is {is_over}")
        self.require(
            moves == list(self.game.legal_moves(self.position)), "two lists of the legal moves of one position differ"
        )

    def check_refusals(self, moves: list[int]) -> None:
        """Check that an illegal move is refused with a rule and changes nothing."""
        legal = set(moves)
        for move in self.sample(range(self.game.move_count)):
            if move in legal:
                continue
            tried = self.position[:]
            try:
                self.game.advance(tried, move)
            except IllegalMove as problem:
                self.require(bool(problem.refusal.rule), f"{problem.move!r} is refused without a rule")
            else:
                self.require(False, f"{self.game.move_text(move)!r} is made although it is not in the list")
            self.require(tried == self.position, f"refusing {self.game.move_text(move)!r} changes the position")

    def check_notation(self, moves: list[int]) -> None:
        """Check that the text and the object of a move are parsed as the same move."""
        for move in [*self.sample(moves), *self.sample(range(self.game.move_count))]:
            text, content = self.game.move_text(move), json.loads(json.dumps(self.game.move_json(move)))
            self.require(self.game.parse_move(text) == move, f"{text!r} is parsed as another move")
            self.require(self.game.parse_move_json(content) == move, f"{content} is parsed as another move")

    def check_chance(self, moves: list[int]) -> None:
        """Check that exactly the legal chance moves have a positive weight."""
        if self.game.to_move(self.position) != CHANCE:
            return
        weights = self.game.chance_weights(self.position)
        self.require(sorted(weights) == moves, "the chance weights are not those of the legal moves")
        self.require(all(weight > 0 for weight in weights.values()), "a legal chance move has no weight")

    def check_views(self, moves: list[int]) -> None:
        """Check that the view of a view is the same, and that it shows a seat all it needs to decide."""
        mover = self.game.to_move(self.position)
        for seat in self.viewers():
            view = self.game.view(self.position, seat)
            self.require(view == self.position or not self.game.all_public, "a public game hides a position")
            self.require(self.game.view(view, seat) == view, f"the view of seat {seat} differs from its own view")
            self.require(self.game.to_move(view) == mover, f"seat {seat} does not see who is to move")
            if seat == mover:
                self.require(list(self.game.legal_moves(view)) == moves, f"seat {seat} does not see its moves")

    def check_scores(self) -> None:
        """Check that the score sheet has every seat, the same lines for each, and a winner."""
        sheet = self.game.scores(self.position)
        self.require(len(sheet.scores) == self.game.players, "the score sheet does not have every seat")
        self.require(len({tuple(score.lines) for score in sheet.scores}) == 1, "the seats have different score lines")
        known = set(range(self.game.players))
        self.require(bool(sheet.winners) and set(sheet.winners) <= known, f"the winners are {sheet.winners}")
        json.dumps(sheet.json())

    def check_json(self) -> None:
        """Check that a position written as data is read as the same position."""
        content = json.loads(json.dumps(self.game.position_json(self.position)))
        self.require(self.game.read_position(content) == self.position, f"another position is read from {content}")

    def check_record(self) -> Record:
        """Return the record after checking that it survives JSON and replays to the same bytes."""
        record = record_of(self.game, self.played, self.position)
        content = json.loads(json.dumps(record.json()))
        self.require(read_record(content) == record, "the record changes when it is written and read as JSON")
        self.require(replay(self.game, record) == self.position, "the record replays to another position")
        return record

    def sample(self, moves: Sequence[int]) -> list[int]:
        """Return a few of the given moves."""
        return [moves[self.sampler.below(len(moves))] for _ in range(min(SAMPLES, len(moves)))]
