"""Protects the contract checker: a correct game passes, and games that break the contract are detected."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from kontor.core.contract import ContractBroken, check_game, check_playout
from kontor.core.game import Game
from kontor.core.values import Event, PositionBytes, ScoreSheet, Seat
from tests.core.nim import LUCKY, MOVES, PILE, TAKEN, TURN, Nim


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("seed", range(20))
def test_a_small_game_keeps_the_contract(players: int, seed: int) -> None:
    game = Nim({"players": players})
    record = check_game(game, seed)
    assert record.result is not None
    assert record.result["ended_by"] == "nothing-left"
    assert check_playout(game, seed, ["uniform"] * players, 100).result is not None


def test_a_cap_stops_the_checks_in_the_middle() -> None:
    record = check_game(Nim({}), cap=4)
    assert (len(record.moves), record.result) == (4, None)


def test_invariants_of_a_game_are_checked_at_every_position() -> None:
    def few_sticks(game: Game, position: PositionBytes) -> str | None:
        return "too many sticks" if sum(position[PILE:LUCKY]) > 2 else None

    with pytest.raises(ContractBroken, match=r"after . moves of .*nim.*: too many sticks"):
        check_game(Nim({}), invariants=[few_sticks])


class DescendingMoves(Nim):
    def legal_moves(self, position: PositionBytes) -> list[int]:
        return super().legal_moves(position)[::-1]


class IncompleteMoves(Nim):
    """Lists fewer moves than it accepts."""

    def legal_moves(self, position: PositionBytes) -> list[int]:
        return super().legal_moves(position)[:1]

    def advance(self, position: PositionBytes, move: int) -> None:
        if move in Nim({"players": self.players}).legal_moves(position):
            Nim({"players": self.players}).advance(position, move)
        else:
            super().advance(position, move)

    def chance_weights(self, position: PositionBytes) -> dict[int, int]:
        return dict.fromkeys(self.legal_moves(position), 1) if super().chance_weights(position) else {}


class NoMoves(Nim):
    def legal_moves(self, position: PositionBytes) -> list[int]:
        return [] if position[TURN] > 1 else super().legal_moves(position)


class ChangingRefusal(Nim):
    def refusal(self, position: PositionBytes, move: int) -> Any:
        position[TAKEN] += 1
        return super().refusal(position, move)


class ZeroWeight(Nim):
    def chance_weights(self, position: PositionBytes) -> dict[int, int]:
        return {move: weight - 1 for move, weight in super().chance_weights(position).items()}


class WrongText(Nim):
    def parse_move(self, text: str) -> int:
        return 0


class WrongObject(Nim):
    def parse_move_json(self, content: Mapping[str, Any]) -> int:
        return MOVES.size - 1


class IncompleteView(Nim):
    def view(self, position: PositionBytes, seat: Seat | None) -> PositionBytes:
        seen = super().view(position, seat)
        seen[PILE] = min(seen[PILE], 1)
        return seen


class ChangingEvents(Nim):
    def events(self, before: PositionBytes, move: int) -> list[Event]:
        self.advance(before, move)
        return []


class NoWinners(Nim):
    def scores(self, position: PositionBytes) -> ScoreSheet:
        return ScoreSheet(super().scores(position).scores, [])


class WrongPosition(Nim):
    def read_position(self, content: Mapping[str, Any]) -> PositionBytes:
        return self.start()


class ClaimedPublic(Nim):
    """Claims that it hides nothing, although it deals secret cards."""

    all_public = True


class SecretMove(ClaimedPublic):
    def view(self, position: PositionBytes, seat: Seat | None) -> PositionBytes:
        return position[:]

    def events(self, before: PositionBytes, move: int) -> list[Event]:
        return []


BROKEN = {
    ClaimedPublic: "a public game",
    SecretMove: "a public game has a secret move",
    DescendingMoves: "ascending",
    IncompleteMoves: "is made although it is not in the list",
    NoMoves: "empty before the end",
    ChangingRefusal: "refusing .* changes the position",
    ZeroWeight: "no weight",
    WrongText: "parsed as another move",
    WrongObject: "parsed as another move",
    IncompleteView: "does not see its moves",
    ChangingEvents: "computing the events of a move changes the position",
    NoWinners: "the winners are",
    WrongPosition: "another position is read from",
}


@pytest.mark.parametrize("broken", BROKEN, ids=lambda broken: broken.__name__)
def test_a_broken_game_is_detected(broken: type[Nim]) -> None:
    with pytest.raises(ContractBroken, match=BROKEN[broken]):
        check_seeds(broken({}), range(20))


def check_seeds(game: Nim, seeds: range) -> None:
    for seed in seeds:
        check_game(game, seed)


class WrongPlayout(Nim):
    """Ends a playout in a position to which its moves do not lead."""

    def play_out(self, *args: Any, **options: Any) -> Any:
        played = super().play_out(*args, **options)
        args[0][TAKEN] += 1
        return played


def test_a_playout_that_does_not_replay_is_detected() -> None:
    with pytest.raises((ContractBroken, ValueError), match=r"playout|record"):
        check_playout(WrongPlayout({}), 1, ["uniform"] * 2, 100)
