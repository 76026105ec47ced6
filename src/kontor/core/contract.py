"""The contract of a game: what any configuration of any game must hold to, checked while it plays."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence

from kontor.core.agent import Agent, Budget, Uniform, chance_move
from kontor.core.game import Game, IllegalMove, PositionBytes, Seat
from kontor.core.record import Record, read_record, record_of, replay
from kontor.kernel.generator import Generator
from kontor.kernel.seats import CHANCE, GAME_OVER

Invariant = Callable[[Game, PositionBytes], str | None]
"""A rule of one game about every position: None, or what is wrong with this one."""

SAMPLES = 4


class ContractBroken(AssertionError):
    """A game that does not keep the contract; the text says after how many moves and how."""


def check_game(
    game: Game,
    seed: int = 1,
    cap: int = 500,
    agent: Agent | None = None,
    invariants: Sequence[Invariant] = (),
) -> Record:
    """Play one game, at most `cap` moves of it, check everything on the way, and return its record."""
    return Checking(game, seed, agent or Uniform(), invariants).play(cap)


def check_playout(game: Game, seed: int, agents: Sequence[str], cap: int) -> Record:
    """Play one game inside the kernel, see that its moves lead to the same bytes, and return its record."""
    position = game.start()
    playout = game.play_out(position, seed, agents, cap, keep_moves=True)
    record = record_of(game, list(playout.moves), position, capped=True)
    if len(playout.moves) != playout.decisions:
        raise ContractBroken(f"a playout reports {playout.decisions} decisions but {len(playout.moves)} moves.")
    if replay(game, record) != position:
        raise ContractBroken("a playout ends in other bytes than its moves, made one by one.")
    return record


class Checking:
    """One game under way, checked at every position."""

    def __init__(self, game: Game, seed: int, agent: Agent, invariants: Sequence[Invariant]) -> None:
        self.game = game
        self.agent = agent
        self.invariants = invariants
        self.generator = Generator(seed)
        self.sampler = Generator(~seed & 0xFFFFFFFF)
        self.position = game.start()
        self.played: list[int] = []

    def demand(self, holds: bool, broken: str) -> None:
        """Stop with a sentence unless something holds."""
        if not holds:
            raise ContractBroken(f"after {len(self.played)} moves of {self.game.setup}: {broken}.")

    def play(self, cap: int) -> Record:
        """Check position after position, then the record."""
        self.check_position()
        while self.game.to_move(self.position) != GAME_OVER and len(self.played) < cap:
            self.make(self.choose())
            self.check_position()
        return self.checked_record()

    def choose(self) -> int:
        """The move of chance or of the agent, who sees what its seat may see."""
        seat = self.game.to_move(self.position)
        if seat == CHANCE:
            return chance_move(self.game, self.position, self.generator)
        view = self.game.view(self.position, seat)
        return self.agent.choose(self.game, view, Budget(), self.generator)

    def make(self, move: int) -> None:
        """Make a move after looking at its events and its veils."""
        before = self.position[:]
        turn = self.game.turn(before)
        for event in self.game.events(self.position, move):
            json.dumps({"event": event.name, **event.facts})
        for seat in self.watchers():
            self.demand(bool(self.game.redacted_move(self.position, move, seat)), "a veiled move has no words")
        self.demand(self.position == before, "telling the events of a move changes the position")
        self.game.advance(self.position, move)
        self.played.append(move)
        self.demand(len(self.position) == len(before), "a move changes the size of the position")
        self.demand(self.game.turn(self.position) >= turn, "the turn number falls")

    def watchers(self) -> list[Seat | None]:
        """Every seat, and a spectator."""
        return [None, *range(self.game.players)]

    def check_position(self) -> None:
        """Put every question to a position, which none of them may change."""
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
            self.demand(problem is None, str(problem))
        self.demand(self.position == before, "asking questions changes the position")

    def check_moves(self, moves: list[int]) -> None:
        """Legal moves come in ascending order, each once, and run out only at the end."""
        is_over = self.game.to_move(self.position) == GAME_OVER
        self.demand(moves == sorted(set(moves)), "the legal moves are not in ascending order")
        self.demand(all(0 <= move < self.game.move_count for move in moves), "a legal move has no number")
        self.demand(bool(moves) != is_over, "the legal moves are empty before the end, or not empty after it")
        ending = self.game.ended_by(self.position)
        self.demand((ending is not None) == is_over, f"the ending is {ending} but is_over is {is_over}")
        self.demand(moves == list(self.game.legal_moves(self.position)), "two lists of one position differ")

    def check_refusals(self, moves: list[int]) -> None:
        """A move that is not in the list is refused with a rule, and not one byte changes."""
        legal = set(moves)
        for move in self.sample(range(self.game.move_count)):
            if move in legal:
                continue
            tried = self.position[:]
            try:
                self.game.advance(tried, move)
            except IllegalMove as problem:
                self.demand(bool(problem.refusal.rule), f"{problem.move!r} is refused without a rule")
            else:
                self.demand(False, f"{self.game.move_text(move)!r} is made though it is not in the list")
            self.demand(tried == self.position, f"refusing {self.game.move_text(move)!r} changes the position")

    def check_notation(self, moves: list[int]) -> None:
        """Words and objects name the move they were made from."""
        for move in [*self.sample(moves), *self.sample(range(self.game.move_count))]:
            words, content = self.game.move_text(move), json.loads(json.dumps(self.game.move_json(move)))
            self.demand(self.game.parse_move(words) == move, f"{words!r} is read as another move")
            self.demand(self.game.parse_move_json(content) == move, f"{content} is read as another move")

    def check_chance(self, moves: list[int]) -> None:
        """Chance has a positive weight for every legal move, and only for those."""
        if self.game.to_move(self.position) != CHANCE:
            return
        odds = self.game.chance_weights(self.position)
        self.demand(sorted(odds) == moves, "the odds are not those of the legal moves")
        self.demand(all(weight > 0 for weight in odds.values()), "a legal chance move has no weight")

    def check_views(self, moves: list[int]) -> None:
        """A view holds no more than itself, and shows a seat all it needs to decide."""
        mover = self.game.to_move(self.position)
        for seat in self.watchers():
            view = self.game.view(self.position, seat)
            self.demand(self.game.view(view, seat) == view, f"the view of seat {seat} hides itself")
            self.demand(self.game.to_move(view) == mover, f"seat {seat} does not see who is to move")
            if seat == mover:
                self.demand(list(self.game.legal_moves(view)) == moves, f"seat {seat} does not see its moves")

    def check_scores(self) -> None:
        """The sheet has a row for every seat, the same lines in each, and a winner."""
        sheet = self.game.scores(self.position)
        self.demand(len(sheet.scores) == self.game.players, "the score sheet does not hold every seat")
        self.demand(len({tuple(score.lines) for score in sheet.scores}) == 1, "the seats score different lines")
        known = set(range(self.game.players))
        self.demand(bool(sheet.winners) and set(sheet.winners) <= known, f"the winners are {sheet.winners}")
        json.dumps(sheet.json())

    def check_json(self) -> None:
        """A position written as data and read again is the same position."""
        content = json.loads(json.dumps(self.game.position_json(self.position)))
        self.demand(self.game.read_position(content) == self.position, f"the position is not that of {content}")

    def checked_record(self) -> Record:
        """The record, which replays to the same bytes after a journey through JSON."""
        record = record_of(self.game, self.played, self.position)
        content = json.loads(json.dumps(record.json()))
        self.demand(read_record(content) == record, "the record changes on its way through JSON")
        self.demand(replay(self.game, record) == self.position, "the record replays to another position")
        return record

    def sample(self, moves: Sequence[int]) -> list[int]:
        """A few of the given moves."""
        return [moves[self.sampler.below(len(moves))] for _ in range(min(SAMPLES, len(moves)))]
